import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { Deferred, Duration, Effect, Exit, Fiber, Redacted } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import * as PgClient from "../src/PgClient.ts"
import { emptyDatabase, needsServer } from "./databases.ts"
import { wayTo } from "./silentServer.ts"

const onServer = (
  options: Omit<PgClient.PgOptions, "url">,
  body: (url: Redacted.Redacted) => Effect.Effect<void, unknown, SqlClient.SqlClient>
) =>
  Effect.gen(function* () {
    const url = yield* emptyDatabase
    yield* body(url).pipe(Effect.provide(PgClient.layer({ url, ...options })))
  }).pipe(Effect.scoped)

const endOthers = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
)

/** Waits until so many statements of others sleep on the server. */
const untilSleeping = (wanted: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.repeat(
      sql<{ n: number }>`
        select count(*) as n from pg_stat_activity
        where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`,
      { until: ([row]) => row!.n === wanted }
    )
  )

/** Waits until the server has ended this connection. */
const untilGone = (pid: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.repeat(sql`select 1 from pg_stat_activity where pid = ${pid}`, { until: ({ length }) => length === 0 })
  )

/** As a machine that sleeps, or a process that is stopped: nothing runs, and what comes waits in the sockets. */
const standStill = (time: Duration.Duration) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Duration.toMillis(time))

describe("Postgres client", needsServer, () => {
  it.live("leaves a connection to others of what one organization asks for", () =>
    onServer({ poolSize: 3 }, (url) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const worksFor = (name: string) => Effect.provideService(WorksFor, OrganizationId.make(name))
        let slept = 0
        const sleeping = sql`select pg_sleep(1)`.pipe(
          Effect.tap(() => Effect.sync(() => (slept += 1))),
          worksFor("org_many")
        )
        const crowd = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 4 }, () => sleeping),
            { concurrency: 4 }
          )
        )
        yield* Effect.provide(untilSleeping(2), PgClient.layer({ url }))
        yield* worksFor("org_one")(sql`select 1`)
        yield* worksFor("org_one")(sql.withTransaction(sql`select 1`))
        assert.strictEqual(slept, 0)
        yield* Fiber.join(crowd)
        assert.strictEqual(slept, 4)
      })
    )
  )

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

  it.live("fails a transaction inside a transaction whose connection was lost, without a defect", () =>
    onServer({ poolSize: 1 }, (url) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const inner = sql.withTransaction(
          Effect.andThen(Effect.provide(endOthers, PgClient.layer({ url })), sql`select 1`)
        )
        const error = yield* Effect.flip(sql.withTransaction(Effect.andThen(sql`select 2`, inner)))
        assert.strictEqual(error._tag === "SqlError" && error.reason._tag, "ConnectionError")
        assert.deepStrictEqual(yield* sql`select 3 as n`, [{ n: 3 }])
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

  it.live("cancels a statement whose caller no longer waits, and goes on with the connection", () =>
    onServer({ poolSize: 1 }, (url) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const before = yield* sql`select pg_backend_pid() as pid`
        const fiber = yield* Effect.forkChild(sql`select pg_sleep(60)`)
        yield* Effect.provide(untilSleeping(1), PgClient.layer({ url }))
        yield* Fiber.interrupt(fiber)
        yield* Effect.provide(untilSleeping(0), PgClient.layer({ url }))
        assert.deepStrictEqual(yield* sql`select pg_backend_pid() as pid`, before)
      })
    )
  )

  it.live("gives every caller its own answer, whenever others stopped waiting for theirs", () =>
    onServer({ poolSize: 2 }, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Effect.forEach(
          Array.from({ length: 200 }, (_, index) => index + 1),
          Effect.fnUntraced(function* (n) {
            const left = sql`select ${n}::integer as n, pg_sleep(0.012)`
            const leaving = yield* Effect.forkChild(n % 2 === 0 ? left : sql.withTransaction(left))
            // Between not sent yet and answered long ago, and about when the server is asked to cancel.
            yield* Effect.repeat(
              Effect.promise(() => new Promise(setImmediate)),
              { times: n * 3 }
            )
            yield* Fiber.interrupt(leaving)
            assert.deepStrictEqual(yield* sql`select ${-n}::integer as n`, [{ n: -n }])
          }),
          { concurrency: 4, discard: true }
        )
      })
    )
  )

  it.live("fails who waits too long for a connection, and no one after that", () =>
    onServer({ poolSize: 1, connectTimeout: Duration.millis(200) }, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [taken, done] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const holding = sql.withTransaction(Effect.andThen(Deferred.succeed(taken, undefined), Deferred.await(done)))
        const holder = yield* Effect.forkChild(holding)
        yield* Deferred.await(taken)
        const late = Effect.map(Effect.flip(sql`select 1`), ({ reason }) => reason._tag)
        const lateTransaction = Effect.map(Effect.flip(sql.withTransaction(Effect.void)), ({ reason }) => reason._tag)
        const failed = yield* Effect.all([late, late, lateTransaction], { concurrency: "unbounded" })
        assert.deepStrictEqual([...new Set(failed)], ["ConnectionError"])
        const leaving = yield* Effect.forkChild(sql`select 2`)
        yield* Effect.yieldNow
        yield* Fiber.interrupt(leaving)
        yield* Deferred.succeed(done, undefined)
        yield* Fiber.join(holder)
        assert.deepStrictEqual(yield* sql`select 3 as n`, [{ n: 3 }])
      })
    )
  )

  it.live(
    "answers in time when the server goes silent, and works again with new connections",
    () =>
      Effect.gen(function* () {
        const way = yield* wayTo(yield* emptyDatabase)
        const options = {
          url: way.url,
          poolSize: 2,
          statementTimeout: Duration.seconds(1),
          connectTimeout: Duration.seconds(1)
        }
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* Effect.all([sql`select 1`, sql`select 2`], { concurrency: "unbounded" })
          yield* way.goSilent
          const asked = [sql.withTransaction(sql`select 3`), sql`select 4`, sql`select 5`]
          const exits = yield* Effect.all(asked.map(Effect.flip), { concurrency: "unbounded" }).pipe(
            Effect.timeout("60 seconds")
          )
          for (const error of exits) assert.strictEqual((error as SqlError.SqlError).reason._tag, "ConnectionError")
          yield* way.comeBack
          // Connections that were being made meanwhile may still fail, and on a busy machine a second is short for any.
          const all = Array.from({ length: 6 }, (_, index) =>
            Effect.retry(sql`select ${index}::integer as n`, { times: 20 })
          )
          const rows = yield* Effect.timeout(Effect.all(all, { concurrency: "unbounded" }), "60 seconds")
          assert.deepStrictEqual(
            rows.map(([row]) => row!.n),
            [0, 1, 2, 3, 4, 5]
          )
        }).pipe(Effect.provide(PgClient.layer(options)))
      }).pipe(Effect.scoped),
    150_000
  )

  it.live(
    "tells a server that has gone silent from one that is busy, and keeps nobody waiting for every statement anew",
    () =>
      Effect.gen(function* () {
        const way = yield* wayTo(yield* emptyDatabase)
        const options = { url: way.url, poolSize: 3, connectTimeout: Duration.seconds(1) }
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const busy = yield* sql<{ n: number }>`select 1 as n from pg_sleep(2.5)`
          assert.deepStrictEqual(busy, [{ n: 1 }])
          yield* Effect.all([sql`select 1`, sql`select 2`, sql`select 3`], { concurrency: "unbounded" })
          yield* way.goSilent
          const began = performance.now()
          // As a call does: one statement after the other, some of them in a transaction.
          for (const asked of [sql`select 3`, sql.withTransaction(sql`select 4`), sql`select 5`, sql`select 6`]) {
            const error = (yield* Effect.flip(asked)) as SqlError.SqlError
            assert.strictEqual(error.reason._tag, "ConnectionError")
          }
          // Each would have waited for 32 seconds, on any machine.
          assert.isBelow(performance.now() - began, 60_000)
          yield* way.comeBack
          // Connections that fell silent lead nowhere: each costs a statement the second, and is replaced.
          const all = Array.from({ length: 9 }, (_, index) =>
            Effect.retry(sql`select ${index}::integer as n`, { times: 20 })
          )
          const rows = yield* Effect.timeout(Effect.all(all, { concurrency: "unbounded" }), "60 seconds")
          assert.deepStrictEqual(
            rows.map(([row]) => row!.n),
            Array.from({ length: 9 }, (_, index) => index)
          )
        }).pipe(Effect.provide(PgClient.layer(options)))
      }).pipe(Effect.scoped),
    150_000
  )

  it.live("hears what was answered while it stood still for longer than an answer may take", () =>
    onServer({ poolSize: 1, statementTimeout: Duration.millis(100), connectTimeout: Duration.seconds(1) }, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`select 1`
        const asked = yield* Effect.forkChild(sql`select 2 as n`)
        const waiting = yield* Effect.forkChild(sql`select 3 as n`)
        yield* Effect.yieldNow
        standStill(Duration.millis(2_400))
        assert.deepStrictEqual(yield* Fiber.join(asked), [{ n: 2 }])
        assert.deepStrictEqual(yield* Fiber.join(waiting), [{ n: 3 }])
      })
    )
  )

  it.live("does not take a transaction for written in which a statement had failed", () =>
    onServer({ poolSize: 1 }, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table t (n integer)`
        const error = yield* Effect.flip(
          sql.withTransaction(Effect.andThen(sql`insert into t values (1)`, Effect.ignore(sql`select 1 / 0`)))
        )
        assert.strictEqual(error._tag, "SqlError")
        assert.deepStrictEqual(yield* sql`select n from t`, [])
      })
    )
  )

  it.live("fails a transaction that the server ended because nothing came", () =>
    onServer({ poolSize: 1 }, (url) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const error = yield* Effect.flip(
          sql.withTransaction(
            Effect.gen(function* () {
              const [own] = yield* sql<{ pid: number }>`select pg_backend_pid() as pid`
              yield* sql`set local idle_in_transaction_session_timeout = 1`
              yield* Effect.provide(untilGone(own!.pid), PgClient.layer({ url }))
              yield* sql`select 1`
            })
          )
        )
        assert.strictEqual(error._tag === "SqlError" && error.reason._tag, "ConnectionError")
        assert.deepStrictEqual(yield* sql`select 3 as n`, [{ n: 3 }])
      })
    )
  )

  it.live("refuses a number that cannot be counted with, and a value that no column takes", () =>
    onServer({}, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const reasons = yield* Effect.forEach(
          [
            sql`select 9007199254740993 as n`,
            sql`select -9007199254740992 as n`,
            sql`select sum(n) from (values (9007199254740991), (2)) x(n)`,
            sql`select ${"x"}::integer`
          ],
          (statement) => Effect.map(Effect.flip(statement), ({ reason }) => reason._tag)
        )
        assert.deepStrictEqual([...new Set(reasons)], ["ConstraintError"])
        assert.deepStrictEqual(yield* sql`select -9007199254740991 as n`, [{ n: -9_007_199_254_740_991 }])
      })
    )
  )

  for (const prepare of [true, false]) {
    it.live(`${prepare ? "prepares" : "does not prepare"} statements by name`, () =>
      onServer({ poolSize: 1, prepare }, () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          for (const n of [1, 2 ** 40, null]) yield* sql`select ${n}::bigint as n`
          const [row] = yield* sql`select count(*) as n from pg_prepared_statements where statement like 'select $1%'`
          assert.deepStrictEqual(row, { n: prepare ? 1 : 0 })
        })
      )
    )
  }

  it.live("says that nobody answers where no server is", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const errors = yield* Effect.all(
        Array.from({ length: 30 }, () => Effect.flip(sql`select 1`)),
        { concurrency: "unbounded" }
      )
      assert.isTrue(errors.every(({ reason }) => reason._tag === "ConnectionError"))
      assert.strictEqual((yield* Effect.flip(sql.withTransaction(sql`select 1`)))._tag, "SqlError")
    }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make("postgres://nobody@127.0.0.1:1/none") })))
  )

  it.live("says what happened where none of the addresses of a host answers", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { reason } = yield* Effect.flip(sql`select 1`)
      assert.include(reason.message, "ECONNREFUSED")
    }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make("postgres://nobody@localhost:1/none") })))
  )

  it.live("says which certificate cannot be read", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { reason } = yield* Effect.flip(sql`select 1`)
      assert.strictEqual(reason._tag, "ConnectionError")
      assert.include(reason.message, "/nowhere/ca.pem")
    }).pipe(
      Effect.provide(PgClient.layer({ url: Redacted.make("postgres://me@127.0.0.1/main?sslrootcert=/nowhere/ca.pem") }))
    )
  )

  it.live("reads every moment as the server writes it", () =>
    onServer({}, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{ at: string; text: string }>`
          select at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as text from (
            select '1900-01-01'::timestamptz(3) + n * interval '23 days 4 hours 5 minutes 6.789 seconds' as at
            from generate_series(0, 5000) n
          ) x`
        assert.deepStrictEqual(
          rows.map(({ at }) => at),
          rows.map(({ text }) => text)
        )
        const unending = yield* Effect.flip(sql`select 'infinity'::timestamptz`)
        assert.strictEqual(unending.reason._tag, "ConstraintError")
      })
    )
  )

  it.live("reads moments, counts, lists and JSON as the embedded database does", () =>
    onServer({}, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql`
          select '2026-01-01 00:00:00.1+00'::timestamptz as at, 9007199254740991 as count, '{a,b}'::text[] as list,
            '{"x": [1]}'::jsonb as json, sum(n) as sum from generate_series(1, 3) n`
        assert.deepStrictEqual(row, {
          at: "2026-01-01T00:00:00.100Z",
          count: 9_007_199_254_740_991,
          list: ["a", "b"],
          json: { x: [1] },
          sum: 6
        })
      })
    )
  )
})
