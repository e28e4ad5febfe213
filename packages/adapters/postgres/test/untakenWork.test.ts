/** What is due that nobody takes, as the doctor reads it beside the processes. */
import { assert, layer } from "@effect/vitest"
import { BatchWorkStore } from "@kittiwake/core/batches/BatchWorkStore"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  claimDeliveries,
  claimRun,
  freshOrganization,
  lease,
  newDeliveries,
  newMonitor
} from "../../../core/src/testing/arrangements.ts"
import { accepted, items } from "../../../core/src/testing/batchArrangements.ts"
import * as LeaseClock from "../src/LeaseClock.ts"
import { untakenWork } from "../src/untakenWork.ts"
import { onServer } from "./databases.ts"

const look = Effect.gen(function* () {
  const { batches, deliveries, isUnderWay, runs } = yield* Effect.provide(untakenWork, LeaseClock.layerEffectClock)
  const now = yield* DateTime.now
  const minutes = [runs, deliveries, batches].map(({ since }) =>
    since === null ? null : (now.epochMilliseconds - since.epochMilliseconds) / 60_000
  )
  return { due: [runs.due, deliveries.due, batches.due], minutes, isUnderWay }
})

onServer((name, stores) =>
  layer(stores, { timeout: 60_000 })(`untaken work (${name})`, (it) => {
    it.effect("is told of each kind with its age, and whether anything is under way", () =>
      Effect.gen(function* () {
        const { id } = yield* freshOrganization()
        assert.deepStrictEqual(yield* look, { due: [0, 0, 0], minutes: [null, null, null], isUnderWay: false })
        yield* newDeliveries(id)
        yield* TestClock.adjust("3 minutes")
        yield* newMonitor(id)
        yield* accepted(id, items(2))
        yield* TestClock.adjust("2 minutes")
        assert.deepStrictEqual(yield* look, { due: [1, 1, 1], minutes: [2, 5, 2], isUnderWay: false })
        yield* claimRun(id)
        const taken = yield* look
        assert.deepStrictEqual([taken.due[0], taken.isUnderWay], [0, true])
        yield* TestClock.adjust(lease)
        assert.isFalse((yield* look).isUnderWay, "nobody holds it any more")
        yield* claimDeliveries(id)
        assert.isTrue((yield* look).isUnderWay)
        yield* TestClock.adjust(lease)
        assert.isFalse((yield* look).isUnderWay)
        const work = yield* BatchWorkStore
        yield* work.claimDue({ limit: 1, lease, now: yield* DateTime.now })
        const begun = yield* look
        assert.deepStrictEqual(
          [begun.due[2], begun.isUnderWay],
          [0, true],
          "a batch that was begun waits for hosts too"
        )
      })
    )
  })
)
