/** What goes on behind a pooler that lends connections for a transaction. */
import { assert, describe, it } from "@effect/vitest"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { DateTime, Duration, Effect, Layer, Redacted } from "effect"
import { needing } from "../../../../test/setup/needs.ts"
import { hasPooler, startPooler } from "../../../../test/setup/ownPooler.ts"
import { completed } from "../../../core/src/testing/arrangements.ts"
import { entryOf, freshId, monitorOf, organizationOf, queuedRunOf } from "../../../core/src/testing/builders.ts"
import * as postgres from "../src/postgres.ts"
import { emptyDatabase, needsServer } from "./databases.ts"

/** The URL of an empty database behind a pooler. */
const behindPooler = Effect.gen(function* () {
  const url = Redacted.value(yield* emptyDatabase)
  const pooler = yield* Effect.acquireRelease(
    Effect.promise(() => startPooler(url)),
    ({ stop }) => Effect.promise(stop)
  )
  return pooler.url
})

const work = Effect.gen(function* () {
  const { id } = organizationOf()
  yield* (yield* CreditLedger).post(entryOf(id, 100))
  const [monitors, runs] = [yield* MonitorStore, yield* RunStore]
  const now = yield* DateTime.now
  const made = Array.from({ length: 8 }, () => monitorOf(id, now))
  yield* Effect.forEach(
    made,
    (monitor) => monitors.create({ monitor, run: queuedRunOf(monitor, now), allowance: 100, kept: null }),
    { concurrency: 8, discard: true }
  )
  const claims = yield* Effect.forEach(
    made,
    () =>
      runs.claimDue({
        now,
        limit: 1,
        lease: Duration.minutes(1),
        holdUntil: DateTime.add(now, { minutes: 15 }),
        runIds: [freshId("run")]
      }),
    { concurrency: 8 }
  )
  return yield* runs.record(claims.flat().map((claim) => completed(claim, now)))
})

describe("behind a pooler of transactions", needsServer, () => {
  describe("that refuses what it does not know of a session", needing({ pgbouncer: hasPooler }), () => {
    it.live(
      "a database is brought up to date, and worked on by many at once",
      () =>
        Effect.gen(function* () {
          const url = Redacted.make(`${yield* behindPooler}?pooler=transaction`)
          const recorded = yield* Effect.provide(work, postgres.layer({ url }))
          assert.deepStrictEqual(
            recorded.map(({ _tag }) => _tag),
            Array.from({ length: 8 }, () => "Recorded")
          )
        }).pipe(Effect.scoped),
      60_000
    )

    it.live("a start without that word fails, and says which it is", () =>
      Effect.gen(function* () {
        const url = Redacted.make(yield* behindPooler)
        const error = yield* Effect.flip(Layer.build(postgres.layer({ url })))
        assert.include(String(error.cause), "?pooler=transaction")
      }).pipe(Effect.scoped)
    )
  })
})
