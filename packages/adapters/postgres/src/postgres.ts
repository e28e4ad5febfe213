/** All stores on a Postgres server. */
import { Layer } from "effect"
import { migrateLayer } from "./migrate.ts"
import * as PgClient from "./PgClient.ts"
import * as Stores from "./Stores.ts"
import { foldLayer } from "./usageSums.ts"

/** The stores, and the `SqlClient` they share, on a server whose database is brought up to date first. */
export const layer = (options: PgClient.PgOptions) =>
  Layer.merge(Stores.layer, foldLayer()).pipe(
    Layer.provideMerge(migrateLayer),
    Layer.provideMerge(PgClient.layer(options))
  )
