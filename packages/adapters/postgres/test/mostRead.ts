/** What operations read of a database that a test has filled: counted by the server. */
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as postgres from "../src/postgres.ts"
import { newDatabase } from "./databases.ts"
import { readSoFar } from "./readSoFar.ts"

/** Counts what an operation of this name reads. */
export type Watch = <A, E, R>(name: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Makes tables whose statistics are made when the test says so, and fills them. */
export const fillTables = Effect.fnUntraced(function* (
  tables: ReadonlyArray<string>,
  statements: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  for (const table of tables) yield* sql`alter table ${sql(table)} set (autovacuum_enabled = off)`
  for (const statement of statements) yield* sql`${sql.literal(statement)}`
})

/** The most rows and entries of indexes that each operation has read which `operations` hands to its watch. */
export const mostReadBy = <E, R>(operations: (watch: Watch) => Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const most = new Map<string, number>()
    const sql = yield* SqlClient.SqlClient
    // What is watched fails by itself alone.
    const counted = Effect.orDie(Effect.provideService(readSoFar, SqlClient.SqlClient, sql))
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

/** A database of its own, on one connection, which counts what it did and tells when it is asked. */
export const onOneConnection = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.scoped(
    Effect.flatMap(newDatabase, (url) =>
      Effect.provide(work, postgres.layer({ url, poolSize: 1, statementTimeout: Duration.minutes(2) }))
    )
  )
