/** How much a database takes on its server's disk. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Its tables and indexes, without the log of the server. */
export const databaseBytes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ readonly bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`
  return found?.bytes ?? null
})
