/** What each operation on versions reads among a hundred thousand: counted by the server, with statistics and without. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { eachOperation } from "../../../core/src/testing/manyVersions.ts"
import * as postgres from "../src/postgres.ts"
import { needsServer, newDatabase } from "./databases.ts"
import { manyVersionRows } from "./manyVersionRows.ts"
import { readSoFar } from "./readSoFar.ts"

/** How many there are; a million is read as little of. */
const count = Number(process.env.MANY_VERSIONS ?? 100_000)

/** What may be read: of each of twenty organizations with too much as many versions as one step drops, and their parts. */
const mostRead = 15_000

const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Statistics are made when the test says so.
  yield* sql`alter table monitor_versions set (autovacuum_enabled = off)`
  yield* sql`alter table version_parts set (autovacuum_enabled = off)`
  for (const statement of manyVersionRows(count)) yield* sql`${sql.literal(statement)}`
})

const watched = Effect.gen(function* () {
  const most = new Map<string, number>()
  const sql = yield* SqlClient.SqlClient
  // What is watched fails by itself alone.
  const counted = Effect.orDie(Effect.provideService(readSoFar, SqlClient.SqlClient, sql))
  const watch = <A, E, R>(name: string, work: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const before = yield* counted
      const value = yield* work
      most.set(name, Math.max(most.get(name) ?? 0, (yield* counted) - before))
      return value
    })
  for (const statistics of [false, true]) {
    if (statistics) yield* sql`analyze`
    yield* eachOperation(watch, count)
  }
  return most
})

describe("versions among a hundred thousand on a Postgres server", needsServer, () => {
  it.live(
    "are listed, compared, staged and dropped by reading little",
    () =>
      Effect.scoped(
        Effect.flatMap(newDatabase, (url) =>
          Effect.gen(function* () {
            // One connection, which counts what it did and tells when it is asked.
            const given = { url, poolSize: 1, statementTimeout: Duration.minutes(2) }
            const most = yield* Effect.provide(Effect.andThen(fill, watched), postgres.layer(given))
            assert.deepStrictEqual(
              [...most].filter(([, rows]) => rows > mostRead),
              [],
              JSON.stringify([...most])
            )
            assert.isAtLeast(most.get("list")!, 25)
          })
        )
      ),
    300_000
  )
})
