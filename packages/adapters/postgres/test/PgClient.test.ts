import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as PgClient from "../src/PgClient.ts"
import { needsServer, newDatabase } from "./databases.ts"

const onServer = (
  options: Omit<PgClient.PgOptions, "url">,
  body: (url: Redacted.Redacted) => Effect.Effect<void, unknown, SqlClient.SqlClient>
) =>
  Effect.gen(function* () {
    const url = yield* newDatabase
    yield* body(url).pipe(Effect.provide(PgClient.layer({ url, ...options })))
  }).pipe(Effect.scoped)

const endOthers = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
)

describe("Postgres client", needsServer, () => {
  it.live("fails a transaction whose connection was lost, and works again with the next one", () =>
    onServer({ poolSize: 1 }, (url) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table t (n integer)`
        const exit = yield* Effect.exit(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`insert into t values (1)`
              yield* Effect.provide(endOthers, PgClient.layer({ url }))
              yield* sql`insert into t values (2)`
            })
          )
        )
        assert.isTrue(Exit.isFailure(exit))
        if (Exit.isSuccess(exit)) return
        const error = yield* Effect.flip(exit)
        assert.strictEqual((error as { readonly _tag: string })._tag, "SqlError")
        assert.deepStrictEqual(yield* sql`select n from t`, [])
      })
    )
  )

  it.live("ends a statement that runs too long", () =>
    onServer({ statementTimeout: Duration.millis(200) }, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const error = yield* Effect.flip(sql`select pg_sleep(30)`)
        assert.strictEqual(error.reason._tag, "StatementTimeoutError")
        assert.isTrue(error.isRetryable)
      })
    )
  )

  it.live("gives its connection up when the caller no longer waits, and the transaction with it", () =>
    onServer({ poolSize: 1 }, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table t (n integer)`
        const fiber = yield* Effect.forkChild(
          sql.withTransaction(Effect.andThen(sql`insert into t values (1)`, sql`select pg_sleep(2)`))
        )
        yield* Effect.yieldNow
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(yield* sql`select n from t`, [])
      })
    )
  )

  it.live("says that nobody answers where no server is", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const error = yield* Effect.flip(sql`select 1`)
      assert.strictEqual(error.reason._tag, "ConnectionError")
      assert.strictEqual((yield* Effect.flip(sql.withTransaction(sql`select 1`)))._tag, "SqlError")
    }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make("postgres://nobody@127.0.0.1:1/none") })))
  )

  it.live("reads moments, counts, lists and JSON as the embedded database does", () =>
    onServer({}, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql`
          select '2026-01-01 00:00:00.1+00'::timestamptz as at, 9007199254740991 as count, '{a,b}'::text[] as list,
            '{"x": [1]}'::jsonb as json, sum(n) as sum from generate_series(1, 3) n`
        assert.deepStrictEqual(row, {
          at: "2026-01-01T00:00:00.1Z",
          count: 9_007_199_254_740_991,
          list: ["a", "b"],
          json: { x: [1] },
          sum: 6
        })
      })
    )
  )
})
