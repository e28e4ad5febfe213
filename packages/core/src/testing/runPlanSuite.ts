/** What becomes of plans that were made by a clock that was ahead. */
import { assert } from "@effect/vitest"
import { DateTime, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Monitor } from "../monitors/domain/Monitor.ts"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import { planMonitorsAnew } from "../monitors/planMonitorsAnew.ts"
import { RunStore } from "../monitors/RunStore.ts"
import {
  claimRun,
  claimRuns,
  completed,
  freshOrganization,
  newMonitor,
  recordRun,
  storedMonitor,
  watchedMonitor,
  whileAhead
} from "./arrangements.ts"
import { freshId } from "./builders.ts"
import type { StoresIt } from "./Stores.ts"

const minutesTo = Effect.fnUntraced(function* (monitor: Monitor) {
  const { nextRunAt } = (yield* storedMonitor(monitor)).monitor
  return (nextRunAt!.epochMilliseconds - (yield* DateTime.now).epochMilliseconds) / 60_000
})

const lookAhead = Effect.fnUntraced(function* (organizationId: Monitor["organizationId"]) {
  const claim = yield* claimRun(organizationId)
  yield* recordRun(completed(claim, yield* DateTime.now))
  return claim
})

/** Declares what stores do for who plans anew. */
export const runPlanTests = (it: StoresIt) => {
  it.effect("plans anew what a clock that was ahead planned, and runs the slots that it ran before they came", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor } = yield* watchedMonitor(id)
      yield* TestClock.adjust("20 minutes")
      yield* whileAhead("30 days")(lookAhead(id))
      assert.strictEqual(yield* minutesTo(monitor), 30 * 24 * 60 + 60)
      const now = yield* DateTime.now
      const runs = yield* RunStore
      assert.isTrue(yield* runs.isAhead(DateTime.add(now, { days: 29 })))
      assert.isFalse(yield* runs.isAhead(DateTime.add(now, { days: 31 })))

      assert.strictEqual(yield* planMonitorsAnew(), 1)
      assert.strictEqual(yield* minutesTo(monitor), 40)
      assert.strictEqual(yield* planMonitorsAnew(), 0, "it is planned")
      yield* TestClock.adjust("39 minutes")
      assert.deepStrictEqual(yield* claimRuns(id), [])
      yield* TestClock.adjust("1 minute")
      const claim = yield* claimRun(id)
      assert.deepInclude(claim, { funding: "held" })
      assert.strictEqual(claim.run.trigger, "schedule")
    })
  )

  it.effect("begins at once what was queued by a clock that was ahead, and counts its slots from now", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor } = yield* whileAhead("1 day")(newMonitor(id))
      yield* planMonitorsAnew()
      assert.isAtMost(yield* minutesTo(monitor), 65)
      const claim = yield* claimRun(id)
      yield* recordRun(completed(claim, yield* DateTime.now))
    })
  )

  it.effect("takes up a run that a clock which was ahead began, and what its holder records", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* whileAhead("1 day")(Effect.andThen(newMonitor(id), claimRun(id)))
      yield* planMonitorsAnew()
      const claim = yield* claimRun(id)
      assert.deepStrictEqual(yield* recordRun(completed(claim, yield* DateTime.now)), { _tag: "Recorded" })
    })
  )

  it.effect("leaves alone what an ordinary correction of the clock lets lie a slot further away", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor } = yield* watchedMonitor(id)
      yield* TestClock.adjust("56 minutes")
      // The slot to come has had its run.
      yield* whileAhead("4 minutes")(lookAhead(id))
      assert.strictEqual(yield* planMonitorsAnew(), 0)
      assert.strictEqual(yield* minutesTo(monitor), 64)
    })
  )

  it.effect("keeps the slot of a run that is under way, and outdates what its holder decides", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* watchedMonitor(id)
      yield* whileAhead("30 days")(lookAhead(id))
      const later = Duration.sum(Duration.days(30), Duration.hours(1))
      const begun = yield* whileAhead(later)(claimRun(id))
      assert.isNotNull(begun.slotAt)
      assert.strictEqual(yield* planMonitorsAnew(), 1)
      const outcome = completed(begun, yield* DateTime.now)
      assert.strictEqual((yield* recordRun(outcome))._tag, "Outdated")

      const taken = yield* claimRun(id)
      assert.strictEqual(taken.run.id, begun.run.id)
      assert.strictEqual(taken.slotAt?.epochMilliseconds, begun.slotAt!.epochMilliseconds)
      const done = completed(taken, yield* DateTime.now)
      yield* recordRun({ ...done, next: { ...done.next, nextRunAt: begun.slotAt } })
      const again = yield* whileAhead(later)(claimRun(id))
      assert.strictEqual(again.funding, "repeated", "the slot has had its run")
    })
  )

  it.effect("frees no slot that came by the right clock", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor } = yield* watchedMonitor(id)
      yield* TestClock.adjust("1 hour")
      const { slotAt } = yield* lookAhead(id)
      yield* whileAhead("30 days")(lookAhead(id))
      assert.strictEqual(yield* planMonitorsAnew(), 1)
      const stored = yield* storedMonitor(monitor)
      yield* (yield* MonitorStore).update({
        stored,
        next: { ...stored.monitor, nextRunAt: slotAt },
        ...{ queue: null, skipQueued: null, cancelDeliveries: false, clearFailure: false }
      })
      assert.strictEqual((yield* claimRun(id)).funding, "repeated")
    })
  )

  it.effect("tells of a plan whether its runs take from the day of a grant", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      const place = { dueAt: DateTime.subtract(yield* DateTime.now, { minutes: 1 }), id: "" }
      const grantId = freshId("grant")
      const made = yield* Effect.forEach(
        [{ madeBy: { grantId, dailyCredits: 5 } }, { madeBy: { grantId, dailyCredits: null } }, {}],
        (given) => watchedMonitor(id, given)
      )
      const planned = yield* runs.planned(place, 1_000)
      assert.deepStrictEqual(
        made.map(({ monitor }) => planned.find(({ plan }) => plan.id === monitor.id)?.plan.isOfDay),
        [true, false, false]
      )
    })
  )

  it.effect("leaves alone what its schedule allows, and what changed since it was read", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      const now = yield* DateTime.now
      const schedule = { type: "interval", frequency: 30, unit: "days" } as const
      const monthly = yield* newMonitor(id, { schedule, nextRunAt: DateTime.add(now, { days: 30 }) })
      const claim = yield* claimRun(id)
      const done = completed(claim, now)
      yield* recordRun({ ...done, next: { ...done.next, nextRunAt: DateTime.add(now, { days: 30 }) } })
      const { monitor: hourly } = yield* watchedMonitor(id)
      assert.strictEqual(yield* planMonitorsAnew(), 0)
      assert.strictEqual(yield* minutesTo(hourly), 60)
      assert.strictEqual(yield* minutesTo(monthly.monitor), 30 * 24 * 60)

      const far = { dueAt: now, id: "" }
      const read = yield* runs.planned(far, 100)
      const mine = read.filter(({ plan }) => plan.id === hourly.id || plan.id === monthly.monitor.id)
      assert.lengthOf(mine, 2)
      assert.deepStrictEqual(
        mine.map(({ dueAt }) => dueAt.epochMilliseconds),
        mine.map(({ dueAt }) => dueAt.epochMilliseconds).toSorted((a, b) => a - b)
      )
      const first = mine[0]!
      assert.deepStrictEqual(
        (yield* runs.planned({ dueAt: first.dueAt, id: first.plan.id }, 1))[0]?.plan.id,
        mine[1]!.plan.id
      )
      const nextRunAt = DateTime.add(now, { minutes: 10 })
      const options = { now, freeFrom: DateTime.addDuration(now, Duration.hours(1)) }
      const replan = runs.replan([{ planned: first, plan: { ...first.plan, nextRunAt } }], options)
      assert.deepStrictEqual([yield* replan, yield* replan], [1, 0])
    })
  )
}
