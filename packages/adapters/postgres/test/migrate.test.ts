import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { emptyPglite } from "../../../../test/setup/sharedServers.ts"
import { migrate, migrated } from "../src/migrate.ts"
import * as PgClient from "../src/PgClient.ts"
import * as PgliteClient from "../src/PgliteClient.ts"
import { needsServer, newDatabase } from "./databases.ts"

describe("migrations", () => {
  it.live(
    "run once on an embedded database, and tell whether they have run",
    () =>
      Effect.gen(function* () {
        const snapshot = yield* Effect.promise(emptyPglite)
        yield* Effect.gen(function* () {
          assert.isFalse(yield* migrated)
          assert.isAbove((yield* migrate).length, 0)
          assert.isTrue(yield* migrated)
          assert.deepStrictEqual(yield* migrate, [])
        }).pipe(Effect.provide(PgliteClient.layer({ directory: null, snapshot })))
      }),
    60_000
  )

  it.live(
    "run once when ten processes start together",
    () =>
      Effect.gen(function* () {
        const url = yield* newDatabase
        const ran = yield* Effect.forEach(
          Array.from({ length: 10 }),
          () => Effect.provide(migrate, PgClient.layer({ url, poolSize: 1 })),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(ran.filter((one) => one.length > 0).length, 1)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          assert.isTrue(yield* migrated)
          const [row] = yield* sql<{ count: number }>`select count(*) as count from migrations`
          assert.strictEqual(row?.count, ran.flat().length)
        }).pipe(Effect.provide(PgClient.layer({ url })))
      }).pipe(Effect.scoped),
    { timeout: 60_000, ...needsServer }
  )
})
