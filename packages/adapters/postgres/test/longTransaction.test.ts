/** Observed: what ends a transaction that takes long. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { longTransaction } from "../src/longTransaction.ts"
import * as PgClient from "../src/PgClient.ts"
import { emptyDatabase, needsServer } from "./databases.ts"

/** What another connection is busy with while the transaction here does nothing. */
const asleepElsewhere = (url: Redacted.Redacted) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select pg_sleep(0.6)`).pipe(
    Effect.provide(PgClient.layer({ url, poolSize: 1 }))
  )

const onServer = (work: (url: Redacted.Redacted) => Effect.Effect<void, unknown, SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const url = yield* emptyDatabase
    const options = { url, poolSize: 1, statementTimeout: Duration.millis(300) }
    yield* Effect.provide(work(url), PgClient.layer(options))
  }).pipe(Effect.scoped)

describe("a long transaction", needsServer, () => {
  it.live("may be idle, and send statements that take long, and no other may", () =>
    onServer((url) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const idle = Effect.andThen(asleepElsewhere(url), sql`select 1 as n`)
        const error = yield* Effect.flip(sql.withTransaction(Effect.andThen(sql`select 0`, idle)))
        assert.strictEqual(error.reason._tag, "ConnectionError")
        const slow = sql`select pg_sleep(0.6)`
        assert.deepStrictEqual(yield* longTransaction()(Effect.andThen(slow, idle)), [{ n: 1 }])
        const readOnly = longTransaction("begin isolation level repeatable read read only")
        assert.deepStrictEqual(yield* readOnly(idle), [{ n: 1 }])
        // The next one on the same connection is as any other.
        assert.strictEqual((yield* Effect.flip(sql.withTransaction(slow))).reason._tag, "StatementTimeoutError")
      })
    )
  )

  it.live("may take longer than the operator lets any take", () =>
    onServer((url) =>
      Effect.gen(function* () {
        const known = yield* Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`select 1 from pg_settings where name = 'transaction_timeout'`
        )
        // Servers before 17 have none.
        if (known.length === 0) return
        const limited = new URL(Redacted.value(url))
        limited.searchParams.set("options", "-c transaction_timeout=300")
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const idle = Effect.andThen(asleepElsewhere(url), sql`select 1 as n`)
          const error = yield* Effect.flip(sql.withTransaction(Effect.andThen(sql`select 0`, idle)))
          assert.strictEqual(error.reason._tag, "ConnectionError")
          assert.deepStrictEqual(yield* longTransaction()(idle), [{ n: 1 }])
        }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(limited.href), poolSize: 1 })))
      })
    )
  )
})
