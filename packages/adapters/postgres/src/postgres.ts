/** All stores on a Postgres server. */
import { Layer } from "effect"
import { migrateLayer } from "./migrate.ts"
import * as PauseKeeper from "./PauseKeeper.ts"
import * as PgClient from "./PgClient.ts"
import * as Stores from "./Stores.ts"
import { foldLayer } from "./usageSums.ts"

/** The stores, the pauses that all processes of the database keep together, and the `SqlClient` they share, on a server whose database is brought up to date first. */
export const layer = (options: PgClient.PgOptions) =>
  Layer.mergeAll(Stores.layer, PauseKeeper.layer, foldLayer()).pipe(
    Layer.provideMerge(migrateLayer),
    Layer.provideMerge(PgClient.layer(options))
  )
