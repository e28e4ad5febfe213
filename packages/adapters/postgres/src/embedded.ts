/**
 * All stores in this process, on PGlite.
 *
 * **What is promised.** Everything that was acknowledged survives the death of the process at any instruction. It may
 * not survive a power cut: PGlite leaves it to the operating system when to write to the disk. Snapshots bound that
 * loss. Who cannot bear it uses `postgres.ts`; the tables are the same.
 */
import { type Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { holdDataDirectory } from "./dataDirectory.ts"
import * as freeSpace from "./freeSpace.ts"
import { migrateLayer } from "./migrate.ts"
import * as PgliteClient from "./PgliteClient.ts"
import * as Stores from "./Stores.ts"
import * as snapshots from "./snapshots.ts"
import * as upkeep from "./upkeep.ts"
import { foldLayer } from "./usageSums.ts"

export interface EmbeddedOptions extends Omit<PgliteClient.PgliteOptions, "directory"> {
  /** Holds the database and its snapshots; made when it is not there. Null keeps everything in memory, for tests. */
  readonly dataDirectory: string | null
  readonly snapshots?: snapshots.SnapshotOptions
  /** Time between rounds of clearing away dead rows; ten minutes unless given. */
  readonly tidyEvery?: Duration.Duration
}

/** The database without its tables: `SqlClient` and `Pglite`. */
const databaseLayer = ({ dataDirectory, ...options }: EmbeddedOptions) =>
  dataDirectory === null
    ? PgliteClient.layer({ ...options, directory: null })
    : Layer.unwrap(
        Effect.map(holdDataDirectory(dataDirectory), (directory) =>
          PgliteClient.clientOfDatabase.pipe(
            Layer.provide(freeSpace.layer(directory.root)),
            Layer.merge(snapshots.layer(directory, options.snapshots)),
            (database) => Layer.provideMerge(upkeep.layer(options.tidyEvery), database),
            Layer.provideMerge(PgliteClient.databaseLayer({ ...options, directory: directory.database }))
          )
        )
      )

/** The room of folded tallies is used again at once: there are thousands a minute, and no server that clears them away. */
const folding = foldLayer(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`vacuum usage_tallies`.unprepared))

/** The stores, and the `SqlClient` they share, on an embedded database that is brought up to date first. */
export const layer = (options: EmbeddedOptions) =>
  Layer.merge(Stores.layer, folding).pipe(Layer.provideMerge(migrateLayer), Layer.provideMerge(databaseLayer(options)))
