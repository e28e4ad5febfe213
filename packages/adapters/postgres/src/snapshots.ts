/**
 * Copies of an embedded database to go back to after a power cut, which PGlite does not promise to survive.
 *
 * A snapshot is a compressed archive of the whole database as it was at one moment, in `snapshots` of the data
 * directory. `restoreSnapshot` puts one in place of the database; what was there is kept beside it.
 */
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { DateTime, Duration, Effect, Layer, Schedule } from "effect"
import { type DataDirectory, holdDataDirectory } from "./dataDirectory.ts"
import { Pglite } from "./PgliteClient.ts"
import { startThread } from "./pgliteThread.ts"

export interface SnapshotOptions {
  /** Time between snapshots; one hour unless given. */
  readonly every?: Duration.Duration
  /** How many are kept; 3 unless given. */
  readonly keep?: number
}

const suffix = ".tar.gz"

/** Snapshots of a data directory, as paths, oldest first. */
export const listSnapshots = (directory: Pick<DataDirectory, "snapshots">): Effect.Effect<ReadonlyArray<string>> =>
  Effect.promise(async () => {
    const names = await readdir(directory.snapshots).catch(() => [])
    return names
      .filter((name) => name.endsWith(suffix))
      .sort()
      .map((name) => join(directory.snapshots, name))
  })

/** Takes a snapshot now and removes the oldest beyond `keep`; tells its path. */
export const takeSnapshot = Effect.fn("takeSnapshot")(function* (
  directory: DataDirectory,
  options: Pick<SnapshotOptions, "keep"> = {}
) {
  const pglite = yield* Pglite
  const now = DateTime.formatIso(yield* DateTime.now).replaceAll(":", "-")
  const path = join(directory.snapshots, `${now}${suffix}`)
  yield* Effect.promise(() => mkdir(directory.snapshots, { recursive: true, mode: 0o700 }))
  yield* pglite.snapshot(path)
  const old = (yield* listSnapshots(directory)).slice(0, -Math.max(1, options.keep ?? 3))
  yield* Effect.promise(() => Promise.all(old.map((one) => rm(one, { force: true }))))
  return path
})

/** Takes snapshots from time to time while the scope lasts. One that fails is logged, and the next one tries again. */
export const layer = (directory: DataDirectory, options: SnapshotOptions = {}): Layer.Layer<never, never, Pglite> =>
  Layer.effectDiscard(
    takeSnapshot(directory, options).pipe(
      Effect.tap((path) => Effect.logDebug(`The embedded database was copied to ${path}.`)),
      Effect.catchCause((cause) => Effect.logError("A snapshot of the embedded database failed", cause)),
      Effect.schedule(Schedule.spaced(options.every ?? Duration.hours(1))),
      Effect.forkScoped
    )
  )

/** Puts a snapshot in place of the database of a data directory that no process has open; tells where the old one is. */
export const restoreSnapshot = Effect.fn("restoreSnapshot")(function* (options: {
  readonly dataDirectory: string
  /** Path of the snapshot. */
  readonly snapshot: string
}) {
  const directory = yield* holdDataDirectory(options.dataDirectory)
  yield* Effect.promise(() => stat(options.snapshot))
  const now = DateTime.formatIso(yield* DateTime.now).replaceAll(":", "-")
  const aside = `${directory.database}.before-${now}`
  const kept = yield* Effect.promise(() =>
    rename(directory.database, aside).then(
      () => aside,
      () => null
    )
  )
  const thread = yield* startThread({ directory: directory.database, snapshot: options.snapshot }, () => {})
  yield* thread.close
  return kept
}, Effect.scoped)
