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

/** Readings from which one that stands out is left aside. */
const several = 4

/**
 * The most rows and entries of indexes that each operation has read which `operations` hands to its watch: of several readings the most
 * but one. While the server looks at any table of the database by itself, for a moment, nobody forgets the entries of what has
 * changed, and whoever reads then reads them all.
 */
export const mostReadBy = <E, R>(operations: (watch: Watch) => Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const readings = new Map<string, Array<number>>()
    const sql = yield* SqlClient.SqlClient
    // What is watched fails by itself alone.
    const counted = Effect.orDie(Effect.provideService(readSoFar, SqlClient.SqlClient, sql))
    yield* operations((name, work) =>
      Effect.gen(function* () {
        const before = yield* counted
        const value = yield* work
        readings.set(name, [...(readings.get(name) ?? []), (yield* counted) - before])
        return value
      })
    )
    return new Map(
      [...readings].map(([name, counts]) => {
        const most = counts.toSorted((a, b) => b - a)
        return [name, most[most.length >= several ? 1 : 0]!] as const
      })
    )
  })

/** A database of its own, on one connection, which counts what it did and tells when it is asked. */
export const onOneConnection = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.scoped(
    Effect.flatMap(newDatabase, (url) =>
      Effect.provide(work, postgres.layer({ url, poolSize: 1, statementTimeout: Duration.minutes(2) }))
    )
  )
