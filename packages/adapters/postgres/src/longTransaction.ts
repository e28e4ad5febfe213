/** Transactions that may take longer than any other may: their statements, what is done between these, and all of it. */
import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Whether a statement may take any time. Only the system's own question then finds out that nobody is there any more. */
export const MayRunLong = Context.Reference<boolean>("@kittiwake/postgres/MayRunLong", { defaultValue: () => false })

/** Times after which a server ends a session whose transaction is not done; that of a whole transaction came with version 17. */
const timeouts = ["statement_timeout", "idle_in_transaction_session_timeout", "transaction_timeout"]

const withoutEnd = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`select set_config(name, '0', true) from pg_settings where name = any (${timeouts}::text[])`.unprepared
)

/** Runs all of `effect` in one transaction, which `begin` starts. */
export const longTransaction =
  (begin = "begin") =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(Effect.andThen(withoutEnd, effect))).pipe(
      Effect.provideService(SqlClient.BeginTransaction, begin),
      Effect.provideService(MayRunLong, true)
    )
