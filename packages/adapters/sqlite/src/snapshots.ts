/**
 * Copies of an embedded database to go back to: after a disk that failed, or a mistake. One is a database of its own, in one
 * file, as it was at one moment; taking it holds up nobody. `restore` puts one in place of the database.
 */
import { copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises"
import { basename, join } from "node:path"
import { Clock, DateTime, Duration, Effect, Layer, Schedule, Schema } from "effect"
import { Connection } from "./Connection.ts"
import { besideDatabase, type DataDirectory, holdDataDirectory, markDatabase } from "./dataDirectory.ts"
import { latestMigration, migrationOf } from "./migrate.ts"
import { Sqlite } from "./Sqlite.ts"

export interface SnapshotOptions {
  /** Time between snapshots; a day unless given. Null takes none. */
  readonly every?: Duration.Duration | null
  /** How many are kept; 3 unless given. */
  readonly keep?: number
}

/** The file is not a database that this version can use. Nothing was restored. */
export class CopyUnusable extends Schema.TaggedError<CopyUnusable>()("CopyUnusable", { message: Schema.String }) {}

const suffix = ".db"

/** Snapshots of a data directory, as paths, oldest first. */
export const listSnapshots = (directory: Pick<DataDirectory, "snapshots">): Effect.Effect<ReadonlyArray<string>> =>
  Effect.promise(async () => {
    const names = await readdir(directory.snapshots).catch(() => [])
    return names
      .filter((name) => name.endsWith(suffix))
      .sort()
      .map((name) => join(directory.snapshots, name))
  })

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
  yield* backup(path)
  const old = (yield* listSnapshots(directory)).slice(0, -Math.max(1, options.keep ?? 3))
  yield* Effect.promise(() => Promise.all(old.map((one) => rm(one, { force: true }))))
  return path
})

/** When the newest snapshot was taken, as its name says; null when there is none. */
const newestMillis = (directory: DataDirectory) =>
  Effect.map(listSnapshots(directory), (paths) => {
    const name = basename(paths.at(-1) ?? "", suffix)
    const taken = Date.parse(name.replace(/T(\d\d)-(\d\d)-/, "T$1:$2:"))
    return Number.isNaN(taken) ? null : taken
  })

/** How often it is looked whether a snapshot is due; also what a server that has just started waits at the least. */
const lookEvery = Duration.minutes(10)

const takeWhenDue = Effect.fnUntraced(function* (directory: DataDirectory, options: SnapshotOptions, every: number) {
  const newest = yield* newestMillis(directory)
  if (newest !== null && (yield* Clock.currentTimeMillis) - newest < every) return
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

/** What is wrong with a copy; null when it can be used. */
const faultOf = (path: string): string | null => {
  try {
    const db = new Connection(path, { readOnly: true })
    try {
      const migration = migrationOf(db)
      if (migration === 0) return "it is not a database of Kittiwake"
      if (migration > latestMigration) return "it was written by a newer version"
      const [line] = db.all<{ readonly integrity_check: string }>("pragma integrity_check(1)")
      return line?.integrity_check === "ok" ? null : (line?.integrity_check ?? "it cannot be checked")
    } finally {
      db.close()
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const synced = async (path: string) => {
  const file = await open(path, "r+")
  await file.sync().finally(() => file.close())
}

const move = (from: string, to: string) =>
  rename(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false
      throw error
    }
  )

/**
 * Puts a copy in place of the database of a data directory that no process has open; tells where the old database is, or
 * null when there was none. A copy that cannot be used changes nothing.
 */
export const restore = Effect.fn("restore")(function* (options: {
  readonly dataDirectory: string
  /** Path of the copy. */
  readonly copy: string
}) {
  const directory = yield* holdDataDirectory(options.dataDirectory)
  const { database } = directory
  const incoming = `${database}.restoring`
  yield* Effect.promise(() => copyFile(options.copy, incoming))
  const fault = faultOf(incoming)
  // Looking at it leaves them behind, and they say nothing that is not in the copy.
  yield* Effect.promise(() => Promise.all(besideDatabase(incoming).map((path) => rm(path, { force: true }))))
  if (fault !== null) {
    yield* Effect.promise(() => rm(incoming, { force: true }))
    return yield* new CopyUnusable({ message: `${options.copy} cannot be restored: ${fault}.` })
  }
  const aside = `${database}.before-${yield* stampOf}`
  const kept = yield* Effect.promise(async () => {
    await synced(incoming)
    const hadOne = await move(database, aside)
    // The log belongs to the database it was written for: beside another it would be played into that one.
    for (const [index, beside] of besideDatabase(database).entries()) await move(beside, besideDatabase(aside)[index]!)
    await rename(incoming, database)
    return hadOne ? aside : null
  })
  yield* markDatabase(directory)
  return kept
}, Effect.scoped)
