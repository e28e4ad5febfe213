/**
 * How a copy takes the place of the database.
 *
 * **Model.** The copy comes in under a name that says when: `kittiwake.db.restoring-` and the moment. It appears there whole
 * and checked, and from then on the restore has happened: what was there goes aside, log and all, and the copy gets the name
 * of the database. Every step finds out by itself whether it was taken. So a restore that was broken off, by whatever and
 * wherever, is finished by the next one who takes the directory; before the copy has its name, it never was.
 */
import { open, readdir, rename, rm, stat } from "node:fs/promises"
import { basename, join } from "node:path"
import { Effect } from "effect"
import { asideOf, besideDatabase, type DataDirectory, markDatabase, unusable } from "./dataDirectory.ts"
import { openWriter } from "./openConnection.ts"

const prefix = "kittiwake.db.restoring-"

const isUnfinished = (name: string) => name.startsWith(prefix) && name.includes(".part")

/** Whether a name in a data directory is that of a copy on its way to become the database. */
export const isRestoring = (name: string): boolean => name.startsWith(prefix) && !isUnfinished(name)

/** Where the copy of a restore comes in that began at a moment. */
export const incomingAt = ({ root }: DataDirectory, stamp: string): string => join(root, `${prefix}${stamp}`)

const syncFolder = async (path: string) => {
  const folder = await open(path, "r")
  await folder.sync().finally(() => folder.close())
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false
  )

const move = async (from: string, to: string) => {
  if (await isThere(from)) await rename(from, to)
}

/** Brings what stands in the log of a database into its file, so that the file is all there is of it. */
const closeLog = (database: string): void => {
  try {
    const db = openWriter({ file: database, synchronous: "full" })
    try {
      db.get("pragma wal_checkpoint(truncate)")
    } finally {
      db.close()
    }
  } catch {
    // A database that cannot be opened is moved aside as it is, with what lies beside it.
  }
}

/** Puts the copy that came in in place of the database; tells where that is now, or null when there was none. */
const putInPlace = async ({ database, root }: DataDirectory, incoming: string): Promise<string | null> => {
  const aside = asideOf(database, basename(incoming).slice(prefix.length))
  if (await isThere(database)) closeLog(database)
  // The log belongs to the database it was written for: beside another it would be played into that one.
  await move(database, aside)
  for (const [index, beside] of besideDatabase(database).entries()) await move(beside, besideDatabase(aside)[index]!)
  await rename(incoming, database)
  await syncFolder(root)
  return (await isThere(aside)) ? aside : null
}

/** Puts the copy that came in in place of the database, and marks the directory anew. */
export const finish = Effect.fnUntraced(function* (directory: DataDirectory, incoming: string) {
  const keptAt = yield* Effect.tryPromise({
    try: () => putInPlace(directory, incoming),
    catch: unusable(directory.root)
  })
  yield* markDatabase(directory)
  return keptAt
})

/** Finishes a restore that was broken off, and takes away what one left behind that had not come that far. */
export const finishRestore = Effect.fnUntraced(function* (directory: DataDirectory) {
  const { root } = directory
  const names = yield* Effect.promise(() => readdir(root))
  const left = names.filter(isUnfinished)
  yield* Effect.promise(() => Promise.all(left.map((name) => rm(join(root, name), { force: true }))))
  for (const name of names.filter(isRestoring)) {
    const keptAt = yield* finish(directory, join(root, name))
    const kept = keptAt === null ? "" : ` What was there is now ${keptAt}.`
    yield* Effect.logWarning(`A restore of the embedded database that was broken off is finished now.${kept}`)
  }
})
