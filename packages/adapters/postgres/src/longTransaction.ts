/** Transactions in which a statement may take longer than any other may. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Runs all of `effect` in one transaction, which `begin` starts. */
export const longTransaction =
  (begin = "begin") =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.withTransaction(Effect.andThen(sql`set local statement_timeout = 0`.unprepared, effect))
    ).pipe(Effect.provideService(SqlClient.BeginTransaction, begin))
