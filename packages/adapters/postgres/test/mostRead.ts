/** What operations read of a database that a test has filled: counted by the server. */
import { Duration, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import pg from "pg"
import { sideInTurn, takesAll } from "../../../../test/setup/turns.ts"
import * as postgres from "../src/postgres.ts"
import { newDatabase } from "./databases.ts"

/** Counts what an operation of this name reads. */
export type Watch = <A, E, R>(name: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * Whether Postgres plans with statistics: in one run it does, and in the next it does not (`test/setup/turns.ts`). `first` is that of
 * side 0.
 */
export const statisticsInTurn = (first: boolean): ReadonlyArray<boolean> =>
  takesAll ? [false, true] : [first === (sideInTurn === 0)]

/** Makes tables whose statistics are made when the test says so, and fills them. */
export const fillTables = Effect.fnUntraced(function* (
  tables: ReadonlyArray<string>,
  statements: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  for (const table of tables) yield* sql`alter table ${sql(table)} set (autovacuum_enabled = off)`
  for (const statement of statements) yield* sql`${sql.literal(statement)}`
})

/**
 * Rows that the one connection has found so far. What was changed and is still to be forgotten is not among them: how many of its
 * entries are passed over depends on what else the server does, and not on the plan. Nor are pages that nobody has changed since they were
 * vacuumed, of which there are none here.
 */
const foundSoFar = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select pg_stat_force_next_flush()`
  const [row] = yield* sql<{ rows: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows from pg_stat_user_tables`
  return row!.rows
})

/** The most rows that each operation has found which `operations` hands to its watch. */
export const mostReadBy = <E, R>(operations: (watch: Watch) => Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const most = new Map<string, number>()
    const sql = yield* SqlClient.SqlClient
    // What is watched fails by itself alone.
    const counted = Effect.orDie(Effect.provideService(foundSoFar, SqlClient.SqlClient, sql))
    yield* operations((name, work) =>
      Effect.gen(function* () {
        const before = yield* counted
        const value = yield* work
        most.set(name, Math.max(most.get(name) ?? 0, (yield* counted) - before))
        return value
      })
    )
    return most
  })

/** Somebody who looks at the database all the while: nothing that is changed is forgotten, as on a busy server. */
const onlooker = (url: Redacted.Redacted) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new pg.Client({ connectionString: Redacted.value(url) })
      await client.connect()
      await client.query("begin isolation level repeatable read")
      await client.query("select 1 from pg_class limit 1")
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

/** A database of its own, on one connection, which counts what it did and tells when it is asked. */
export const onOneConnection = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.scoped(
    Effect.flatMap(newDatabase, (url) =>
      Effect.andThen(
        onlooker(url),
        Effect.provide(work, postgres.layer({ url, poolSize: 1, statementTimeout: Duration.minutes(2) }))
      )
    )
  )
