/** What happens to a claim when its holder takes long or dies. */
import { assert } from "@effect/vitest"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import { RunStore } from "../monitors/RunStore.ts"
import {
  claimRun,
  claimRuns,
  completed,
  freshOrganization,
  lease,
  newMonitor,
  recordRun,
  watchedMonitor,
  whileAhead
} from "./arrangements.ts"
import { queuedRunOf } from "./builders.ts"
import type { StoresIt } from "./Stores.ts"

/** Declares what leases promise. */
export const runLeaseTests = (it: StoresIt) => {
  it.effect("hands a run whose lease ended to someone else: the same run, with a higher token", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* newMonitor(id)
      const late = yield* claimRun(id)
      yield* TestClock.adjust(Duration.subtract(lease, Duration.millis(1)))
      assert.deepStrictEqual(yield* claimRuns(id), [])
      yield* TestClock.adjust("1 millis")
      const fresh = yield* claimRun(id)
      assert.strictEqual(fresh.run.id, late.run.id)
      assert.strictEqual(fresh.run.status, "running")
      assert.isAbove(fresh.token, late.token)
    })
  )

  it.effect(
    "counts claims that ended without a word, but none that was given back, or of a run that had not begun",
    () =>
      Effect.gen(function* () {
        const runs = yield* RunStore
        const { id } = yield* freshOrganization()
        yield* newMonitor(id)
        const lost = TestClock.adjust(lease)
        const first = yield* claimRun(id)
        assert.strictEqual(first.losses, 0)
        assert.deepStrictEqual(yield* runs.renew([first], Duration.zero), [true])
        const second = yield* claimRun(id)
        assert.deepInclude(second, { losses: 0, token: first.token + 1 })
        assert.strictEqual(second.run.id, first.run.id)
        assert.deepStrictEqual(yield* runs.renew([first], lease), [false])
        yield* lost
        const third = yield* claimRun(id)
        assert.strictEqual(third.losses, 1)
        yield* lost
        assert.strictEqual((yield* claimRun(id)).losses, 2)
        // It waits for its turn: nobody began it.
        yield* lost
        const waiting = yield* claimRun(id)
        assert.strictEqual(waiting.losses, 2)
        assert.deepStrictEqual(yield* runs.renew([waiting], lease), [true])
        yield* lost
        const fourth = yield* claimRun(id)
        assert.strictEqual(fourth.losses, 3)
        assert.deepStrictEqual(yield* runs.renew([fourth], lease), [true])
        assert.deepStrictEqual(yield* runs.renew([fourth], Duration.zero), [true])
        const fifth = yield* claimRun(id)
        assert.strictEqual(fifth.losses, 3)
        assert.strictEqual(fifth.run.id, first.run.id)
        // The next run is another one.
        yield* recordRun(completed(fifth, yield* DateTime.now))
        yield* TestClock.adjust("1 hour")
        const next = yield* claimRun(id)
        assert.strictEqual(next.losses, 0)
        yield* lost
        assert.strictEqual((yield* claimRun(id)).losses, 1)
      })
  )

  it.effect("believes no lease that a clock which was ahead gave, and takes nothing away after a small step", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      yield* newMonitor(id)
      const small = yield* whileAhead("4 minutes")(claimRun(id))
      assert.deepStrictEqual(yield* claimRuns(id), [], "it is under way")
      yield* TestClock.adjust("5 minutes")
      const late = yield* whileAhead("1 day")(claimRun(id))
      assert.isAbove(late.token, small.token)
      assert.isTrue(Option.exists(yield* runs.untilDue(yield* DateTime.now), Duration.isZero), "it can be claimed")
      const fresh = yield* claimRun(id)
      assert.strictEqual(fresh.run.id, late.run.id)
      assert.isAbove(fresh.token, late.token)
      assert.deepStrictEqual(yield* recordRun(completed(late, yield* DateTime.now)), { _tag: "ClaimLost" })
      assert.deepStrictEqual(yield* claimRuns(id), [], "it is under way again")
    })
  )

  it.effect("counts no claim as lost that a clock which was ahead gave: whoever has it may well be at it", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* newMonitor(id)
      const late = yield* whileAhead("1 day")(claimRun(id))
      const fresh = yield* claimRun(id)
      assert.isAbove(fresh.token, late.token)
      assert.strictEqual(fresh.losses, 0)
    })
  )

  it.effect("keeps a run for who holds it and renews its lease after the clock was set right", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* newMonitor(id)
      const claim = yield* whileAhead("1 day")(claimRun(id))
      assert.deepStrictEqual(yield* (yield* RunStore).renew([claim], lease), [true])
      assert.deepStrictEqual(yield* claimRuns(id), [])
    })
  )

  it.effect("hands the same run on although its slot moved and another run is queued", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const stored = yield* watchedMonitor(id)
      yield* TestClock.adjust("1 hour")
      const late = yield* claimRun(id)
      yield* (yield* RunStore).enqueue(stored, queuedRunOf(stored.monitor, yield* DateTime.now), null)
      yield* TestClock.adjust("3 hours")
      assert.strictEqual((yield* claimRun(id)).run.id, late.run.id)
    })
  )

  it.effect("lengthens the leases that hold, and tells which do", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      yield* newMonitor(id)
      const first = yield* claimRun(id)
      yield* TestClock.adjust("50 seconds")
      assert.deepStrictEqual(yield* runs.renew([first], lease), [true])
      yield* TestClock.adjust("50 seconds")
      assert.deepStrictEqual(yield* claimRuns(id), [])
      yield* TestClock.adjust("10 seconds")

      const second = yield* claimRun(id)
      assert.deepStrictEqual(yield* runs.renew([first, second], lease), [false, true])
      yield* recordRun(completed(second, yield* DateTime.now))
      assert.deepStrictEqual(yield* runs.renew([second], lease), [false])
      assert.deepStrictEqual(yield* runs.renew([], lease), [])
    })
  )

  it.effect("renews nothing of a monitor that was removed", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newMonitor(id)
      const claim = yield* claimRun(id)
      yield* (yield* MonitorStore).remove(id, monitor.id, yield* DateTime.now)
      assert.deepStrictEqual(yield* (yield* RunStore).renew([claim], lease), [false])
    })
  )

  it.effect("reclaims a run of a monitor that was paused meanwhile", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* watchedMonitor(id)
      yield* TestClock.adjust("1 hour")
      const late = yield* claimRun(id)
      const { monitor } = late.stored
      yield* (yield* MonitorStore).update({
        stored: late.stored,
        next: { ...monitor, status: "paused", nextRunAt: null },
        queue: null,
        skipQueued: { reason: "monitor_paused", at: yield* DateTime.now },
        cancelDeliveries: false,
        clearFailure: false
      })
      yield* TestClock.adjust(lease)
      assert.strictEqual((yield* claimRun(id)).run.id, late.run.id)
    })
  )
}
