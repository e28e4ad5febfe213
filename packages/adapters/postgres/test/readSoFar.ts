import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Rows and entries of indexes that the one connection has read so far. */
export const readSoFar = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select pg_stat_force_next_flush()`
  const [row] = yield* sql<{ rows: number }>`
    select ((select sum(seq_tup_read) from pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes))::bigint
      as rows`
  return row!.rows
})
