/** Transactions in which a statement may take longer than any other may. */
import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Whether a statement may take any time. Only the system's own question then finds out that nobody is there any more. */
export const MayRunLong = Context.Reference<boolean>("@kittiwake/postgres/MayRunLong", { defaultValue: () => false })

/** Runs all of `effect` in one transaction, which `begin` starts. */
export const longTransaction =
  (begin = "begin") =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.withTransaction(Effect.andThen(sql`set local statement_timeout = 0`.unprepared, effect))
    ).pipe(Effect.provideService(SqlClient.BeginTransaction, begin), Effect.provideService(MayRunLong, true))
