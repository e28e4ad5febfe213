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
import { chmod, open, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { makeDirectory } from "@kittiwake/storage/makeDirectory"
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

const isBusy = (error: unknown) => (error as { readonly errcode?: unknown }).errcode === 5

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** An error of the directory, as the one that its caller is told. */
export const unusable = (directory: string) => (error: unknown) =>
  error instanceof DataDirectoryInUse ? error : new DataDirectoryUnusable({ directory, reason: messageOf(error) })

const holderOf = async (pidFile: string): Promise<number | null> => {
  const pid = Number.parseInt(await readFile(pidFile, "utf8").catch(() => ""), 10)
  return Number.isSafeInteger(pid) ? pid : null
}

const take = (directory: string) =>
  Effect.tryPromise({
    try: async () => {
      await makeDirectory(directory)
      // Secrets are kept here; nobody else gets this far. One that is right already may stand on a disk that is read-only.
      if (((await stat(directory)).mode & 0o777) !== 0o700) await chmod(directory, 0o700)
      const pidFile = join(directory, "lock.pid")
      await ownersAlone(join(directory, "lock"))
      const lock = new DatabaseSync(join(directory, "lock"), { timeout: 0 })
      try {
        lock.exec("begin exclusive")
      } catch (error) {
        lock.close()
        if (isBusy(error)) throw new DataDirectoryInUse({ directory, pid: await holderOf(pidFile) })
        throw error
      }
      await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 })
      return { lock, pidFile }
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
  Effect.acquireRelease(onMachineClock(patiently(take(directory))), ({ lock, pidFile }) =>
    Effect.promise(async () => {
      await rm(pidFile, { force: true })
      lock.close()
    })
  ).pipe(Effect.as(dataDirectoryAt(directory)))

/** The number of the installation that filled the directory; null for one that none has. */
export const markOf = ({ mark }: DataDirectory): Promise<string | null> =>
  readFile(mark, "utf8").then(
    (text) => text.trim(),
    () => null
  )

const writeMark = async ({ mark }: DataDirectory): Promise<string> => {
  const made = randomUUID()
  const file = await open(mark, "w", 0o600)
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
