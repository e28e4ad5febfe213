/** What each operation on batches reads among a hundred thousand pages: counted by the server, with statistics and without. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { eachOperation, endingOperations, hundredThousand } from "../../../core/src/testing/manyBatches.ts"
import * as postgres from "../src/postgres.ts"
import { needsServer, newDatabase } from "./databases.ts"
import { manyBatchRows } from "./manyBatchRows.ts"
import { readSoFar } from "./readSoFar.ts"

/** What may be read: some rows and entries of indexes for each page that is asked for, and for each batch that has not ended. */
const mostRead = 2_500

/** A plan may change once a statement has been asked so often. */
const often = 8

const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Statistics are made when the test says so.
  yield* sql`alter table batch_items set (autovacuum_enabled = off)`
  yield* sql`alter table batches set (autovacuum_enabled = off)`
  for (const statement of manyBatchRows(hundredThousand)) yield* sql`${sql.literal(statement)}`
})

const watched = Effect.gen(function* () {
  const most = new Map<string, number>()
  let hasStatistics = false
  const sql = yield* SqlClient.SqlClient
  // What is watched fails by itself alone.
  const counted = Effect.orDie(Effect.provideService(readSoFar, SqlClient.SqlClient, sql))
  const watch = <A, E, R>(name: string, work: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const before = yield* counted
      const value = yield* work
      const rows = (yield* counted) - before
      // Without statistics the server gathers a small batch and sorts it.
      if (hasStatistics || name !== "results") most.set(name, Math.max(most.get(name) ?? 0, rows))
      return value
    })
  for (const statistics of [false, true]) {
    hasStatistics = statistics
    if (statistics) yield* sql`analyze`
    for (let n = 0; n < often; n++) yield* eachOperation(watch, hundredThousand)
  }
  yield* endingOperations(watch, hundredThousand)
  return most
})

describe("batches among a hundred thousand pages on a Postgres server", needsServer, () => {
  it.live(
    "are claimed, recorded, settled, listed and dropped by reading little",
    () =>
      Effect.scoped(
        Effect.flatMap(newDatabase, (url) =>
          Effect.gen(function* () {
            // One connection, which counts what it did and tells when it is asked.
            const given = { url, poolSize: 1, statementTimeout: Duration.minutes(2) }
            const most = yield* Effect.provide(Effect.andThen(fill, watched), postgres.layer(given))
            assert.deepStrictEqual(
              [...most].filter(([, rows]) => rows > mostRead),
              []
            )
            assert.isAbove(most.get("claim")!, 100)
          })
        )
      ),
    300_000
  )
})
