import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { emptyPglite } from "../../../../test/setup/sharedServers.ts"
import * as PgliteClient from "../src/PgliteClient.ts"

const timeout = 60_000

const database = (options: Omit<PgliteClient.PgliteOptions, "directory"> = {}) =>
  Layer.unwrap(
    Effect.map(Effect.promise(emptyPglite), (snapshot) => PgliteClient.layer({ directory: null, snapshot, ...options }))
  )

/** Runs `body` on a database, with a promise of the reason when it is poisoned. */
const poisonable = (
  answerWithin: Duration.Duration,
  body: (poisoned: Deferred.Deferred<string>) => Effect.Effect<void, unknown, SqlClient.SqlClient>
) =>
  Effect.gen(function* () {
    const poisoned = yield* Deferred.make<string>()
    const onPoisoned = (reason: string) => Effect.asVoid(Deferred.succeed(poisoned, reason))
    yield* body(poisoned).pipe(Effect.provide(database({ answerWithin, onPoisoned })))
  })

describe("embedded database", () => {
  it.live(
    "lets nothing in between the statements of a transaction",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table t (n integer)`
        const begun = yield* Deferred.make<void>()
        const asked = yield* Deferred.make<void>()
        const transaction = yield* Effect.forkChild(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`insert into t values (1)`
              yield* Deferred.succeed(begun, undefined)
              yield* Deferred.await(asked)
              yield* sql`insert into t values (2)`
              return yield* Effect.fail("no")
            })
          )
        )
        yield* Deferred.await(begun)
        // If this ran inside the other's transaction, its rollback would take it along.
        const lone = yield* Effect.forkChild(sql`insert into t values (3)`)
        const other = yield* Effect.forkChild(sql.withTransaction(sql`insert into t values (4)`))
        yield* Effect.yieldNow
        yield* Deferred.succeed(asked, undefined)
        assert.isTrue(Exit.isFailure(yield* Fiber.await(transaction)))
        yield* Effect.all([Fiber.join(lone), Fiber.join(other)])
        assert.deepStrictEqual(yield* sql`select n from t order by n`, [{ n: 3 }, { n: 4 }])
      }).pipe(Effect.provide(database())),
    timeout
  )

  it.live(
    "undoes a part of a transaction that failed, and keeps the rest",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table t (n integer primary key)`
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`insert into t values (1)`
            yield* Effect.ignore(sql.withTransaction(sql`insert into t values (2), (1)`))
            yield* sql`insert into t values (3)`
          })
        )
        assert.deepStrictEqual(yield* sql`select n from t order by n`, [{ n: 1 }, { n: 3 }])
      }).pipe(Effect.provide(database())),
    timeout
  )

  it.live(
    "does not take a transaction for committed in which a statement failed",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table t (n integer)`
        const exit = yield* Effect.exit(
          sql.withTransaction(Effect.andThen(sql`insert into t values (1)`, Effect.ignore(sql`select 1 / 0`)))
        )
        assert.isTrue(Exit.isFailure(exit))
        assert.deepStrictEqual(yield* sql`select n from t`, [])
      }).pipe(Effect.provide(database())),
    timeout
  )

  it.live(
    "counts as stuck when it does not answer in time, and then fails everything at once",
    () =>
      poisonable(Duration.millis(400), (poisoned) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const spinning = yield* Effect.forkChild(
            Effect.flip(sql`select count(*) from generate_series(1, 1e12::bigint)`)
          )
          const waiting = yield* Effect.forkChild(Effect.flip(sql`select 1`))
          assert.include(yield* Deferred.await(poisoned), "no answer within 400 ms")
          const errors = [yield* Fiber.join(spinning), yield* Fiber.join(waiting), yield* Effect.flip(sql`select 1`)]
          for (const error of errors) assert.strictEqual(error.reason._tag, "ConnectionError")
          // A transaction ends with the failure too, and not with a defect from its rollback.
          const inTransaction = yield* Effect.flip(sql.withTransaction(sql`select 1`))
          assert.strictEqual(inTransaction._tag, "SqlError")
        })
      ),
    timeout
  )

  it.live(
    "is not used again after the engine lost a statement",
    () =>
      poisonable(Duration.seconds(20), (poisoned) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`create table t (j jsonb)`
          // Nested this deep, a value makes PGlite 0.5 drop the statement and answer as if it had been carried out.
          const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`
          const error = yield* Effect.flip(sql`insert into t values (${deep}::jsonb)`)
          assert.strictEqual(error._tag, "SqlError")
          yield* Deferred.await(poisoned)
          assert.strictEqual((yield* Effect.flip(sql`select 1`)).reason._tag, "ConnectionError")
        })
      ),
    timeout
  )
})
