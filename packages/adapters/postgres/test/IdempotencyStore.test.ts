import { assert, describe, it } from "@effect/vitest"
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { suite } from "@kittiwake/core/testing/idempotencyStoreSuite"
import { DateTime, Deferred, Effect, Exit, Fiber, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Idempotency } from "../../../core/src/idempotency/Idempotency.ts"
import * as MemorySigner from "../../../core/src/memory/Signer.ts"
import { rowsOf } from "../../../core/src/testing/arrangements.ts"
import { monitorOf, organizationOf, queuedRunOf } from "../../../core/src/testing/builders.ts"
import { keptAnswerOf } from "../../../core/src/testing/keyedWrites.ts"
import { keepAnswer } from "../src/keptAnswers.ts"
import * as postgres from "../src/postgres.ts"
import { needsServer, newDatabase, onServer } from "./databases.ts"

onServer(suite)

const organizationId = organizationOf().id

/** Creates a monitor, as one of those who ask the same. */
const createOnce = Effect.gen(function* () {
  const monitors = yield* MonitorStore
  const { once } = yield* Idempotency
  const now = yield* DateTime.now
  const monitor = monitorOf(organizationId, now)
  return yield* once({
    organizationId,
    operation: "monitor.create",
    subject: "",
    keyed: { key: IdempotencyKey.make("a"), body: {} },
    answer: Schema.fromJsonString(Schema.String),
    work: (keep) =>
      monitors
        .create({ monitor, run: queuedRunOf(monitor, now), allowance: 10, kept: keep(monitor.id) })
        .pipe(Effect.as(String(monitor.id)))
  })
}).pipe(Effect.provide(Idempotency.layer), Effect.provide(MemorySigner.layer))

/** Waits until a statement waits for another transaction. */
const somebodyWaits = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.repeat(
    sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    { until: ([row]) => row!.waiting > 0 }
  )
)

describe("an idempotency key on a Postgres server", needsServer, () => {
  it.live(
    "is used once by eight processes that come together, and all get the answer of one",
    () =>
      Effect.gen(function* () {
        const url = yield* newDatabase
        yield* Layer.build(postgres.layer({ url }))
        const process = Effect.all(
          Array.from({ length: 25 }, () => createOnce),
          { concurrency: "unbounded" }
        )
        const answers = yield* Effect.forEach(
          Array.from({ length: 8 }),
          () => Effect.provide(process, postgres.layer({ url, poolSize: 4 })),
          { concurrency: "unbounded" }
        )
        const stored = yield* Effect.gen(function* () {
          return yield* rowsOf((yield* MonitorStore).list(organizationId, {}, { limit: 10, after: null }))
        }).pipe(Effect.provide(postgres.layer({ url })))
        assert.strictEqual(stored.length, 1)
        assert.deepStrictEqual([...new Set(answers.flat())], [String(stored[0]!.id)])
      }).pipe(Effect.scoped),
    60_000
  )

  for (const outcome of ["succeeds", "gives up"] as const) {
    it.live(`makes the second wait until the first ${outcome}`, () =>
      Effect.gen(function* () {
        const url = yield* newDatabase
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const monitors = yield* MonitorStore
          const [begun, decided] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const kept = yield* keptAnswerOf(organizationId)
          const first = yield* keepAnswer(sql, kept).pipe(
            Effect.andThen(Deferred.succeed(begun, undefined)),
            Effect.andThen(Deferred.await(decided)),
            Effect.andThen(outcome === "succeeds" ? Effect.void : Effect.fail("gave up")),
            sql.withTransaction,
            Effect.exit,
            Effect.forkChild
          )
          yield* Deferred.await(begun)
          const monitor = monitorOf(organizationId, kept.keptAt)
          const second = yield* Effect.forkChild(
            Effect.exit(monitors.create({ monitor, run: queuedRunOf(monitor, kept.keptAt), allowance: 10, kept }))
          )
          yield* somebodyWaits
          assert.isUndefined(second.pollUnsafe())
          yield* Deferred.succeed(decided, undefined)
          yield* Fiber.join(first)
          assert.strictEqual(Exit.isSuccess(yield* Fiber.join(second)), outcome === "gives up")
        }).pipe(Effect.provide(postgres.layer({ url })))
      }).pipe(Effect.scoped)
    )
  }
})
