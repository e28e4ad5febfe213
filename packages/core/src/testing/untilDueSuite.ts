/**
 * What claiming promises about the time until there is something to claim. An installation tells it of all organizations, so
 * these tests come first, while nothing else waits.
 */
import { assert } from "@effect/vitest"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import { RunStore } from "../monitors/RunStore.ts"
import { DeliveryStore } from "../webhooks/DeliveryStore.ts"
import {
  claimDelivery,
  claimRun,
  completed,
  freshOrganization,
  lease,
  newDeliveries,
  newMonitor,
  recordRun,
  watchedMonitor
} from "./arrangements.ts"
import { longTestMillis, type StoresIt } from "./Stores.ts"

const minutesLeft = (left: Option.Option<Duration.Duration>) => Option.getOrNull(Option.map(left, Duration.toMinutes))

const runsDueIn = Effect.gen(function* () {
  return minutesLeft(yield* (yield* RunStore).untilDue(yield* DateTime.now))
})

const deliveriesDueIn = Effect.gen(function* () {
  return minutesLeft(yield* (yield* DeliveryStore).untilDue(yield* DateTime.now))
})

/** Declares what stores of runs tell. */
export const runUntilDueTests = (it: StoresIt) => {
  it.effect(
    "tells how long no monitor can be claimed: until a slot, or the end of a lease, whichever is first",
    () =>
      Effect.gen(function* () {
        const monitors = yield* MonitorStore
        assert.isNull(yield* runsDueIn)
        const { id } = yield* freshOrganization()
        const { monitor } = yield* newMonitor(id)
        assert.strictEqual(yield* runsDueIn, 0, "its first run is queued")
        const claim = yield* claimRun(id)
        assert.strictEqual(yield* runsDueIn, Duration.toMinutes(lease), "its lease would end")
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual(yield* runsDueIn, 0.5)
        yield* recordRun(completed(claim, yield* DateTime.now))
        assert.strictEqual(yield* runsDueIn, 60)
        yield* TestClock.adjust("50 minutes")
        const other = yield* watchedMonitor(id)
        assert.strictEqual(yield* runsDueIn, 10, "the one that is due first")
        yield* monitors.remove(id, monitor.id, yield* DateTime.now)
        assert.strictEqual(yield* runsDueIn, 60)
        yield* TestClock.adjust("3 hours")
        assert.strictEqual(yield* runsDueIn, 0, "long due")
        yield* monitors.remove(id, other.monitor.id, yield* DateTime.now)
        assert.isNull(yield* runsDueIn)
      }),
    longTestMillis
  )
}

/** Declares what stores of deliveries tell. */
export const deliveryUntilDueTests = (it: StoresIt) => {
  it.effect(
    "tells of a delivery that is due before the lease of an earlier one ends",
    () =>
      Effect.gen(function* () {
        const { id } = yield* freshOrganization()
        const start = yield* DateTime.now
        const { monitor } = yield* newDeliveries(
          id,
          [60, 90, 100].map((seconds) => ({ nextAttemptAt: DateTime.add(start, { seconds }) }))
        )
        yield* TestClock.adjust("1 minute")
        yield* claimDelivery(id)
        assert.strictEqual(yield* deliveriesDueIn, 0.5)
        yield* (yield* MonitorStore).remove(id, monitor.id, yield* DateTime.now)
        yield* TestClock.adjust("1 hour")
      }),
    longTestMillis
  )

  it.effect(
    "tells how long no delivery can be claimed: until an attempt, or the end of a lease, whichever is first",
    () =>
      Effect.gen(function* () {
        assert.isNull(yield* deliveriesDueIn)
        const { id } = yield* freshOrganization()
        const start = yield* DateTime.now
        const { monitor } = yield* newDeliveries(
          id,
          [5, 3].map((minutes) => ({ nextAttemptAt: DateTime.add(start, { minutes }) }))
        )
        assert.strictEqual(yield* deliveriesDueIn, 3)
        yield* TestClock.adjust("3 minutes")
        assert.strictEqual(yield* deliveriesDueIn, 0)
        yield* claimDelivery(id)
        assert.strictEqual(yield* deliveriesDueIn, Duration.toMinutes(lease), "its lease would end first")
        yield* (yield* MonitorStore).remove(id, monitor.id, yield* DateTime.now)
        yield* TestClock.adjust("1 hour")
        assert.notStrictEqual(yield* deliveriesDueIn, 0, "what was cancelled is not due")
      }),
    longTestMillis
  )
}
