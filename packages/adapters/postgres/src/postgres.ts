/** All stores on a Postgres server. */
import { Layer } from "effect"
import { migrateLayer } from "./migrate.ts"
import * as PgClient from "./PgClient.ts"
import * as Stores from "./Stores.ts"

/** The stores, and the `SqlClient` they share, on a server whose database is brought up to date first. */
export const layer = (options: PgClient.PgOptions) =>
  Stores.layer.pipe(Layer.provideMerge(migrateLayer), Layer.provideMerge(PgClient.layer(options)))
