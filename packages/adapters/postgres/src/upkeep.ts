/**
 * Keeps an embedded database small and its plans good.
 *
 * A Postgres server clears away dead rows and counts live ones by itself; PGlite has no such background process. Without
 * this, tables whose rows come and go, such as holds, would grow for ever.
 */
import { Duration, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"

/** Clears away dead rows of every table and counts the live ones. */
export const tidy = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = current_schema() order by tablename`
  // One table a statement, so that others get their turn in between.
  yield* Effect.forEach(tables, ({ name }) => sql.unsafe(`vacuum (analyze) ${name}`).unprepared, { discard: true })
}).pipe(Effect.withSpan("tidy"))

/** Tidies from time to time while the scope lasts; every ten minutes unless given. */
export const layer = (
  every: Duration.Duration = Duration.minutes(10)
): Layer.Layer<never, never, SqlClient.SqlClient> =>
  Layer.effectDiscard(
    tidy.pipe(
      Effect.catchCause((cause) => Effect.logWarning("The embedded database could not be tidied", cause)),
      Effect.schedule(Schedule.spaced(every)),
      Effect.forkScoped
    )
  )
