/**
 * Copies of an embedded database to go back to: after a disk that failed, or a mistake. One is a database of its own, in one
 * file, as it was at one moment; taking it holds up nobody. `restore` puts one in place of the database.
 */
import { mkdir, readdir, rm, stat, statfs } from "node:fs/promises"
import { basename, join } from "node:path"
import { Clock, DateTime, Duration, Effect, Layer, Schedule, Schema } from "effect"
import { copyDatabase } from "./copyDatabase.ts"
import { type DataDirectory, holdDataDirectory } from "./dataDirectory.ts"
import { isBeingWritten } from "./parts.ts"
import { finish, finishRestore, incomingAt } from "./restoring.ts"
import { Sqlite } from "./Sqlite.ts"
import { notADatabase } from "./whatIs.ts"

export interface SnapshotOptions {
  /** Time between snapshots; a day unless given. Null takes none. */
  readonly every?: Duration.Duration | null
  /** How many are kept; 3 unless given. */
  readonly keep?: number
}

/** The file is not a database that this version can use. Nothing was restored. */
export class CopyUnusable extends Schema.TaggedError<CopyUnusable>()("CopyUnusable", { message: Schema.String }) {}

const suffix = ".db"

/** The names of snapshots, which are their moments. What else stands in the folder is somebody's own. */
const stamped = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.db$/

/** What a snapshot leaves behind whose process died while it was taken. */
const unfinished = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.db(?:\.[0-9a-f]{16})?\.part(?:-journal|-wal|-shm)?$/

const namesIn = (directory: Pick<DataDirectory, "snapshots">): Promise<ReadonlyArray<string>> =>
  readdir(directory.snapshots).catch(() => [])

/** Snapshots of a data directory, as paths, oldest first. */
export const listSnapshots = (directory: Pick<DataDirectory, "snapshots">): Effect.Effect<ReadonlyArray<string>> =>
  Effect.promise(async () => {
    const names = await namesIn(directory)
    return names
      .filter((name) => stamped.test(name))
      .sort()
      .map((name) => join(directory.snapshots, name))
  })

/** When a snapshot was taken, as its name says. */
const takenMillis = (path: string): number => Date.parse(basename(path, suffix).replace(/T(\d\d)-(\d\d)-/, "T$1:$2:"))

const stampOf = Effect.map(DateTime.now, (now) => DateTime.formatIso(now).replaceAll(":", "-"))

/** Whether there is room for one more copy, with as much again for the database to grow. */
const hasRoom = ({ database, root }: DataDirectory) =>
  Effect.promise(async () => {
    const [{ size }, { bavail, bsize }] = [await stat(database), await statfs(root)]
    return bavail * bsize > 2 * size
  })

/** Takes a snapshot now and removes the oldest beyond `keep`; tells its path. */
export const takeSnapshot = Effect.fn("takeSnapshot")(function* (
  directory: DataDirectory,
  options: Pick<SnapshotOptions, "keep"> = {}
) {
  const { backup } = yield* Sqlite
  const path = join(directory.snapshots, `${yield* stampOf}${suffix}`)
  // Not with its parents: a data directory that was taken away is not to come back by this.
  yield* Effect.promise(() =>
    mkdir(directory.snapshots, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error
    })
  )
  const left = (yield* Effect.promise(() => namesIn(directory)))
    .filter((name) => unfinished.test(name))
    .map((name) => join(directory.snapshots, name))
    .filter((part) => !isBeingWritten(part))
  yield* Effect.promise(() => Promise.all(left.map((part) => rm(part, { force: true }))))
  yield* backup(path)
  // A name of the future is from a clock that was wrong: it counts for nothing, and is nobody's to remove.
  const taken = (yield* listSnapshots(directory)).filter((one) => takenMillis(one) <= takenMillis(path))
  const old = taken.slice(0, -Math.max(1, options.keep ?? 3))
  yield* Effect.promise(() => Promise.all(old.map((one) => rm(one, { force: true }))))
  return path
})

/** When the newest snapshot of the past was taken; null when there is none. */
const newestMillis = (directory: DataDirectory, now: number) =>
  Effect.map(
    listSnapshots(directory),
    (paths) =>
      paths
        .map(takenMillis)
        .filter((taken) => taken <= now)
        .at(-1) ?? null
  )

/** How often it is looked whether a snapshot is due; also what a server that has just started waits at the least. */
const lookEvery = Duration.minutes(10)

const takeWhenDue = Effect.fnUntraced(function* (directory: DataDirectory, options: SnapshotOptions, every: number) {
  const now = yield* Clock.currentTimeMillis
  const newest = yield* newestMillis(directory, now)
  if (newest !== null && now - newest < every) return
  if (!(yield* hasRoom(directory))) {
    yield* Effect.logWarning("There is no room for a snapshot of the embedded database")
    return
  }
  const path = yield* takeSnapshot(directory, options)
  yield* Effect.logDebug(`The embedded database was copied to ${path}.`)
})

/** Takes snapshots from time to time while the scope lasts. One that fails is logged, and tried again. */
export const layer = (directory: DataDirectory, options: SnapshotOptions = {}): Layer.Layer<never, never, Sqlite> =>
  options.every === null
    ? Layer.empty
    : Layer.effectDiscard(
        takeWhenDue(directory, options, Duration.toMillis(options.every ?? Duration.days(1))).pipe(
          Effect.catchCause((cause) => Effect.logError("A snapshot of the embedded database failed", cause)),
          Effect.schedule(Schedule.spaced(lookEvery)),
          Effect.forkScoped
        )
      )

const refused = (copy: string, reason: string) =>
  new CopyUnusable({ message: `${copy} cannot be restored: ${reason}.` })

/**
 * Puts a copy in place of the database of a data directory that no process has open; tells where the old database is, or
 * null when there was none. A copy that cannot be used changes nothing.
 */
export const restore = Effect.fn("restore")(function* (options: {
  readonly dataDirectory: string
  /** Path of the copy. What its own log holds, if one lies beside it, is part of it. */
  readonly copy: string
}) {
  const { copy, dataDirectory } = options
  const other = yield* Effect.promise(() => notADatabase(copy))
  if (other !== null) return yield* refused(copy, other)
  const directory = yield* holdDataDirectory(dataDirectory)
  yield* finishRestore(directory)
  const incoming = incomingAt(directory, yield* stampOf)
  yield* copyDatabase(copy, incoming, "restored").pipe(Effect.mapError(({ reason }) => refused(copy, reason)))
  return yield* finish(directory, incoming)
}, Effect.scoped)
