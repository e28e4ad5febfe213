import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { migrate, migrated } from "../src/migrate.ts"
import * as PgClient from "../src/PgClient.ts"
import { emptyDatabase, needsServer } from "./databases.ts"

describe("migrations", () => {
  it.live(
    "run once when ten processes start together",
    () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase
        assert.isFalse(yield* migrated.pipe(Effect.provide(PgClient.layer({ url, poolSize: 1 }))))
        const ran = yield* Effect.forEach(
          Array.from({ length: 10 }),
          () => Effect.provide(migrate, PgClient.layer({ url, poolSize: 1 })),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(ran.filter((one) => one.length > 0).length, 1)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          assert.isTrue(yield* migrated)
          assert.deepStrictEqual(yield* migrate, [])
          const [row] = yield* sql<{ count: number }>`select count(*) as count from migrations`
          assert.strictEqual(row?.count, ran.flat().length)
        }).pipe(Effect.provide(PgClient.layer({ url })))
      }).pipe(Effect.scoped),
    { timeout: 60_000, ...needsServer }
  )

  it.live(
    "are not begun where a newer version has brought the tables further",
    () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* migrate
          yield* sql`insert into migrations (migration_id, name) values (9999, 'from_the_future')`
          const refused = yield* Effect.flip(migrate)
          assert.include(String((refused.cause as Error).message), "the tables of a newer version (9999, not ")
        }).pipe(Effect.provide(PgClient.layer({ url })))
      }).pipe(Effect.scoped),
    { timeout: 60_000, ...needsServer }
  )
})
