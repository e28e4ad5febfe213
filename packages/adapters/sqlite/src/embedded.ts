/**
 * All stores in this process, on one SQLite file.
 *
 * **What is promised.** Everything that was acknowledged survives the death of the process at any instruction and a power
 * cut, as far as the disk keeps what it says it has synced. `synchronous` may relax that: with `normal` a power cut takes
 * what the last moments brought, and with `off` it may take the file; the death of the process takes nothing either way.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { claimDatabase } from "./claimDatabase.ts"
import { dataDirectoryAt, holdDataDirectory, markDatabase } from "./dataDirectory.ts"
import * as presence from "./presence.ts"
import * as Sqlite from "./Sqlite.ts"
import * as Stores from "./Stores.ts"
import * as snapshots from "./snapshots.ts"
import * as upkeep from "./upkeep.ts"
import { foldLayer } from "./usageSums.ts"

export { DataDirectoryInUse, DataDirectoryUnusable } from "./dataDirectory.ts"
export type { Synchronous } from "./messages.ts"
export { DatabaseUnusable } from "./Sqlite.ts"
export type { SnapshotOptions } from "./snapshots.ts"

export interface EmbeddedOptions extends Omit<Sqlite.SqliteOptions, "file" | "isFilled"> {
  /**
   * Holds the database and its snapshots; made when it is not there. Null keeps everything in a folder among temporary
   * files, which goes with the scope.
   */
  readonly dataDirectory: string | null
  readonly snapshots?: snapshots.SnapshotOptions
}

const temporary = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "kittiwake-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

const inMemory = Layer.unwrap(
  Effect.map(temporary, (root) => Sqlite.layer({ file: dataDirectoryAt(root).database, synchronous: "off" }))
)

const inDirectory = (root: string, options: Omit<EmbeddedOptions, "dataDirectory">) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const directory = yield* holdDataDirectory(root)
      const known = yield* claimDatabase(directory)
      const opened = Layer.provideMerge(
        Layer.effectDiscard(
          Effect.gen(function* () {
            // A mark before its database would keep the next start from making one.
            const mark = known ?? (yield* markDatabase(directory))
            yield* presence.watch(directory, mark, options.onLost)
          })
        ),
        Sqlite.layer({ ...options, file: directory.database, isFilled: known !== null })
      )
      return snapshots.layer(directory, options.snapshots).pipe(Layer.provideMerge(opened))
    })
  )

/** The database, brought up to date. */
export const databaseLayer = ({ dataDirectory, ...options }: EmbeddedOptions) =>
  dataDirectory === null ? inMemory : inDirectory(dataDirectory, options)

/** The stores, and the database they share. */
export const layer = (options: EmbeddedOptions) =>
  Layer.mergeAll(Stores.layer, foldLayer, upkeep.layer).pipe(Layer.provideMerge(databaseLayer(options)))
