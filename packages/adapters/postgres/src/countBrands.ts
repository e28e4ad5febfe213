/** How many brands the index of the database has. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const countBrands = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly count: number }>`select count(*)::integer as count from brands`
  return row!.count
})
