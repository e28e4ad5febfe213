/** What must hold before the database of a data directory is opened, or made. */
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { checkRegular } from "@kittiwake/storage/regularFile"
import { Effect } from "effect"
import { checkFolder, checkWritable, type DataDirectory, markOf, unusable } from "./dataDirectory.ts"
import { ownersAlone } from "./ownersAlone.ts"
import { finishRestore, isRestoring } from "./restoring.ts"

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null
  )

/** What SQLite opens of a database. */
const filesOf = ({ database }: DataDirectory): ReadonlyArray<string> => [database, `${database}-wal`, `${database}-shm`]

const restoring = "Put it back, or restore a copy (kittiwake restore)"

/** Fails where the directory was filled and its database is not what filled it; gives its mark. Nothing is changed. */
const checkedMark = async (directory: DataDirectory): Promise<string | null> => {
  const { database, mark, root } = directory
  await checkFolder(root)
  for (const path of filesOf(directory)) await checkRegular(path)
  const size = await sizeOf(database)
  const marked = await markOf(directory).catch((error: unknown) => {
    if (size !== null && size > 0) throw error
    // Something is there, so the directory was filled: that its database is gone is told.
    return ""
  })
  if ((await readdir(root).catch(() => [])).some(isRestoring)) {
    throw new Error("kittiwake restore was broken off here. Start the server, or restore again, to finish it.")
  }
  if (size === null && (await sizeOf(join(root, "database", "PG_VERSION"))) !== null) {
    throw new Error(
      "it holds a database of version 0.1, which this version does not read. Export it with that version (kittiwake export FILE), move the directory away, and import the file with this one (kittiwake import FILE)."
    )
  }
  if (marked !== null && size === null) {
    throw new Error(`its database, ${database}, is gone. ${restoring}; to begin anew, remove ${mark}.`)
  }
  if (marked !== null && size === 0) {
    throw new Error(`its database, ${database}, is empty. ${restoring}; to begin anew, remove both it and ${mark}.`)
  }
  return marked
}

/** Fails where the directory was filled and its database is gone, empty, or of version 0.1. Nothing is changed. */
export const checkDatabase = (directory: DataDirectory) =>
  Effect.asVoid(Effect.tryPromise({ try: () => checkedMark(directory), catch: unusable(directory.root) }))

const checkedWritable = async (directory: DataDirectory): Promise<void> => {
  for (const path of [directory.root, ...filesOf(directory)]) await checkWritable(path)
}

/** Fails where this process may not write to the database. Nothing is changed. */
export const checkDatabaseWritable = (directory: DataDirectory) =>
  Effect.tryPromise({ try: () => checkedWritable(directory), catch: unusable(directory.root) })

/**
 * Checks that the database may be opened here, and makes its file where there is none; gives the mark of the directory. A
 * restore that was broken off is finished. Whoever calls holds the directory.
 */
export const claimDatabase = Effect.fnUntraced(function* (directory: DataDirectory) {
  yield* finishRestore(directory)
  return yield* Effect.tryPromise({
    try: async () => {
      const marked = await checkedMark(directory)
      // Made here if it must be, because SQLite would let everybody read it.
      await ownersAlone(directory.database)
      // SQLite would open what it may only read, and leave files beside it that nobody may write to.
      await checkedWritable(directory)
      return marked
    },
    catch: unusable(directory.root)
  })
})
