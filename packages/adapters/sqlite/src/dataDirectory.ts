/**
 * The directory of an embedded database, held by one process at a time.
 *
 * SQLite lets several processes work on one file; the stores do not, because they keep in memory what only they write. So a
 * lock stands in front of the directory. Node offers no `flock`; SQLite takes the same kind of lock on its file: one that the
 * kernel ends with its process however that died, that knows no process numbers to mistake, and that holds between
 * containers which share the directory.
 *
 * **The mark.** A directory that an installation has filled is marked with a number of its own. Where the mark is and the
 * database is not, something took the database away: it is not made anew, which would look like an installation that has
 * forgotten everything. A process whose mark goes from under it has lost its directory and ends.
 */
import { randomUUID } from "node:crypto"
import { statSync } from "node:fs"
import { access, chmod, constants, readdir, rm, stat } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { makeDirectory } from "@kittiwake/storage/makeDirectory"
import { checkRegular, openAnew, readRegular } from "@kittiwake/storage/regularFile"
import { Clock, Effect, Schedule, Schema } from "effect"
import { generationFile } from "./generations.ts"
import { ownersAlone } from "./ownersAlone.ts"

/** Another process has the data directory open. Stop that one, or choose another directory. */
export class DataDirectoryInUse extends Schema.TaggedError<DataDirectoryInUse>()("DataDirectoryInUse", {
  directory: Schema.String,
  /** The process that has it, as far as it said. */
  pid: Schema.NullOr(Schema.Int)
}) {
  override get message() {
    const holder = this.pid === null ? "another process" : `process ${this.pid}`
    return `The data directory ${this.directory} is in use by ${holder}. Stop it, or choose another directory.`
  }
}

/** The data directory cannot be made, written to or made sense of. Mend what `message` names. */
export class DataDirectoryUnusable extends Schema.TaggedError<DataDirectoryUnusable>()("DataDirectoryUnusable", {
  directory: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The data directory ${this.directory} cannot be used: ${this.reason}`
  }
}

/** Where things stand in a data directory. */
export interface DataDirectory {
  readonly root: string
  /** The file of the database. */
  readonly database: string
  /** Copies of it that were taken on schedule. */
  readonly snapshots: string
  /** The file that holds the mark. */
  readonly mark: string
}

/** Where things stand in the data directory at a path. */
export const dataDirectoryAt = (root: string): DataDirectory => ({
  root,
  database: join(root, "kittiwake.db"),
  snapshots: join(root, "snapshots"),
  mark: join(root, "installation")
})

/** What stands beside a database and belongs to it: what SQLite keeps there, its log first, and what tells whether that is gone. */
export const besideDatabase = (database: string): ReadonlyArray<string> => [
  `${database}-wal`,
  `${database}-shm`,
  generationFile(database)
]

const asideMark = ".before-"

/** Where a database goes when another takes its place at a moment. */
export const asideOf = (database: string, stamp: string): string => `${database}${asideMark}${stamp}`

/** The databases that were put aside for this one, oldest first. */
export const keptAside = async (database: string): Promise<ReadonlyArray<string>> => {
  const [root, before] = [dirname(database), `${basename(database)}${asideMark}`]
  const ends = besideDatabase("")
  return (await readdir(root))
    .filter((name) => name.startsWith(before) && !ends.some((end) => name.endsWith(end)))
    .sort()
    .map((name) => join(root, name))
}

const isBusy = (error: unknown) => (error as { readonly errcode?: unknown }).errcode === 5

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null)?.code

/** Whose the file or folder at a path is; null where that cannot be told. */
const ownerOf = (path: string): number | null => {
  try {
    return statSync(path).uid
  } catch {
    return null
  }
}

/** What to do where this process may not do something with what is somebody else's; empty where that is not so, and on Windows. */
const cureOfOwner = (directory: string, error: unknown): string => {
  const refused = error instanceof Error && error.cause !== undefined ? error.cause : error
  const code = codeOf(refused)
  const self = process.geteuid?.()
  if (self === undefined || (code !== "EPERM" && code !== "EACCES")) return ""
  const { path = directory } = refused as { readonly path?: string }
  const others = [path, directory]
    .map((one) => ({ one, owner: ownerOf(one) }))
    .find(({ owner }) => owner !== null && owner !== self)
  return others === undefined
    ? ""
    : `. ${others.one} belongs to user ${others.owner}, and this runs as user ${self}: run it as that user, or make the directory this user's own (chown -R ${self} ${directory})`
}

/** An error of the directory, as the one that its caller is told. */
export const unusable = (directory: string) => (error: unknown) =>
  error instanceof DataDirectoryInUse
    ? error
    : new DataDirectoryUnusable({ directory, reason: `${messageOf(error)}${cureOfOwner(directory, error)}` })

/** The process that holds a directory, as far as it said. */
export const holderOf = async (directory: string): Promise<number | null> => {
  const pid = Number.parseInt(await readRegular(pidFileOf(directory)).catch(() => ""), 10)
  return Number.isSafeInteger(pid) ? pid : null
}

/** Fails where something else is at the path of the directory. */
export const checkFolder = async (directory: string): Promise<void> => {
  const found = await stat(directory).catch(() => null)
  if (found !== null && !found.isDirectory()) throw new Error("it is no folder")
}

/** Fails where this process may not write to what is at a path. */
export const checkWritable = async (path: string): Promise<void> => {
  try {
    await access(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    const code = codeOf(error)
    if (code === "ENOENT") return
    const cure =
      code === "EROFS" ? "its disk is read-only" : "make it this user's own (chown), and writable (chmod u+rw)"
    throw new Error(`${path} cannot be read and written by this process (${String(code)}): ${cure}`, { cause: error })
  }
}

/** The file that whoever has the directory holds. */
export const lockFileOf = (directory: string): string => join(directory, "lock")
const pidFileOf = (directory: string): string => join(directory, "lock.pid")

/** Takes the lock. What is wrong with its file is said of that file: nothing of anybody lies there. */
const takeLock = async (directory: string): Promise<DatabaseSync> => {
  const file = lockFileOf(directory)
  await checkRegular(file)
  await ownersAlone(file)
  await checkWritable(file)
  let lock: DatabaseSync | null = null
  try {
    lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec("begin exclusive")
    return lock
  } catch (error) {
    lock?.close()
    if (isBusy(error)) throw new DataDirectoryInUse({ directory, pid: await holderOf(directory) })
    throw new Error(
      `${file} cannot be locked (${messageOf(error)}). It holds nothing: while no server runs here, move it away, and the next start makes another`
    )
  }
}

const writePid = async (directory: string): Promise<void> => {
  const file = await openAnew(pidFileOf(directory))
  try {
    await file.writeFile(`${process.pid}\n`)
  } finally {
    await file.close()
  }
}

const take = (directory: string) =>
  Effect.tryPromise({
    try: async () => {
      await checkFolder(directory)
      await makeDirectory(directory)
      // Secrets are kept here; nobody else gets this far. One that is right already may stand on a disk that is read-only.
      if (((await stat(directory)).mode & 0o777) !== 0o700) await chmod(directory, 0o700)
      await checkWritable(directory)
      const lock = await takeLock(directory)
      try {
        await writePid(directory)
        return lock
      } catch (error) {
        lock.close()
        throw error
      }
    },
    catch: unusable(directory)
  })

/**
 * Tries a few times more. Of two that take the lock at once, each may see the other on its way and go; and `kittiwake doctor`
 * holds it for a moment to see whether anybody does.
 */
const patiently = <A>(taking: Effect.Effect<A, DataDirectoryInUse | DataDirectoryUnusable>) =>
  Effect.retry(taking, {
    times: 5,
    schedule: Schedule.jittered(Schedule.spaced("40 millis")),
    while: (error) => error._tag === "DataDirectoryInUse"
  })

/** Who waits here waits for other processes, whatever clock a test has put in place. */
const onMachineClock = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

/** Holds the directory, which is made when it is not there, until the scope ends. */
export const holdDataDirectory = (directory: string) =>
  Effect.acquireRelease(onMachineClock(patiently(take(directory))), (lock) =>
    Effect.promise(async () => {
      await rm(pidFileOf(directory), { force: true })
      lock.close()
    })
  ).pipe(Effect.as(dataDirectoryAt(directory)))

/**
 * The number of the installation that filled the directory; null for one that none has. Fails where that cannot be told: a
 * mark that is there and cannot be read is none that is missing.
 */
export const markOf = ({ mark }: DataDirectory): Promise<string | null> =>
  readRegular(mark).then(
    (text) => text.trim(),
    (error: unknown) => {
      if (codeOf(error) === "ENOENT") return null
      throw error
    }
  )

const writeMark = async ({ mark }: DataDirectory): Promise<string> => {
  const made = randomUUID()
  const file = await openAnew(mark)
  try {
    await file.writeFile(`${made}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return made
}

/** Marks a directory whose database has just been made. */
export const markDatabase = (directory: DataDirectory) =>
  Effect.tryPromise({ try: () => writeMark(directory), catch: unusable(directory.root) })
