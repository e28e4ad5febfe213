/** When a monitor is due, and who gets it. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { CreditLedger } from "../credits/CreditLedger.ts"
import { Monitor } from "../monitors/domain/Monitor.ts"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import { RunStore } from "../monitors/RunStore.ts"
import {
  assertSame,
  claimRun,
  claimRuns,
  completed,
  failed,
  freshOrganization,
  lease,
  newMonitor,
  recordRun,
  rowsOf,
  skipped,
  storedMonitor,
  storedRun,
  watchedMonitor
} from "./arrangements.ts"
import { freshId, monitorOf, queuedRunOf } from "./builders.ts"
import { longTestMillis, type StoresIt } from "./Stores.ts"

const claimOptions = Effect.gen(function* () {
  const now = yield* DateTime.now
  return { now, lease, holdUntil: DateTime.add(now, { minutes: 15 }) }
})

const dueTests = (it: StoresIt) => {
  it.effect("claims the queued run of a new monitor, as it is stored", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor, run } = yield* newMonitor(id, { madeBy: { grantId: "grant_1", dailyCredits: 2_000_000_000 } })
      const claim = yield* claimRun(id)
      assertSame(Monitor, claim.stored.monitor, monitor)
      assert.deepInclude(claim.run, { id: run.id, status: "running", runType: "baseline", trigger: "reset" })
      assert.strictEqual(claim.run.startedAt?.epochMilliseconds, (yield* DateTime.now).epochMilliseconds)
      assert.strictEqual(claim.run.queuedAt.epochMilliseconds, run.queuedAt.epochMilliseconds)
      assert.strictEqual(claim.funding, "held")
      assert.strictEqual((yield* storedRun(run)).status, "running")
      assert.deepStrictEqual(yield* claimRuns(id), [])
    })
  )

  it.effect("gives a slot that came a run of its own, named by the caller", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor } = yield* watchedMonitor(id)
      assert.deepStrictEqual(yield* claimRuns(id), [])
      yield* TestClock.adjust("1 hour")
      const runIds = [freshId("run"), freshId("run")]
      const [claim, ...others] = yield* (yield* RunStore).claimDue({ ...(yield* claimOptions), limit: 2, runIds })
      assert.strictEqual(others.length, 0)
      assert.include(runIds, claim!.run.id)
      const now = yield* DateTime.now
      assert.deepInclude(claim!.run, {
        organizationId: id,
        monitorId: monitor.id,
        status: "running",
        runType: "scheduled",
        trigger: "schedule",
        targetType: "page",
        changeDetectionType: "exact",
        targetVersion: 1,
        creditsCharged: 0
      })
      assert.strictEqual(claim!.run.startedAt?.epochMilliseconds, now.epochMilliseconds)
      assert.strictEqual((yield* storedRun(claim!.run)).status, "running")
    })
  )

  it.effect("makes the run of a slot a baseline run while no baseline is stored", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* newMonitor(id)
      yield* recordRun(failed(yield* claimRun(id), yield* DateTime.now))
      yield* TestClock.adjust("1 hour")
      const claim = yield* claimRun(id)
      assert.deepInclude(claim.run, { runType: "baseline", trigger: "schedule" })
    })
  )

  it.effect("takes a queued run before the slot, and lets neither vanish", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const stored = yield* watchedMonitor(id)
      yield* TestClock.adjust("1 hour")
      const now = yield* DateTime.now
      const manual = queuedRunOf(stored.monitor, now)
      yield* (yield* RunStore).enqueue(stored, manual, null)
      const first = yield* claimRun(id)
      assert.strictEqual(first.run.id, manual.id)
      assert.deepStrictEqual(yield* claimRuns(id), [])
      // A manual run leaves the slot where it was.
      const outcome = completed(first, now)
      yield* recordRun({ ...outcome, next: { ...outcome.next, nextRunAt: stored.monitor.nextRunAt } })
      const second = yield* claimRun(id)
      assert.strictEqual(second.run.trigger, "schedule")
      assert.notStrictEqual(second.run.id, manual.id)
    })
  )

  it.effect("gives slots that passed while nobody looked one run together", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* watchedMonitor(id)
      yield* TestClock.adjust("5 days")
      assert.strictEqual((yield* recordRun(completed(yield* claimRun(id), yield* DateTime.now)))._tag, "Recorded")
      assert.deepStrictEqual(yield* claimRuns(id), [])
    })
  )

  it.effect("gives a slot one run, also when its monitor comes back to it, unless the run was skipped", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const { monitor } = yield* watchedMonitor(id)
      yield* TestClock.adjust("1 hour")
      const slot = (yield* storedMonitor(monitor)).monitor.nextRunAt
      const comeBack = Effect.gen(function* () {
        const stored = yield* storedMonitor(monitor)
        yield* monitors.update({
          stored,
          next: { ...stored.monitor, nextRunAt: slot },
          queue: null,
          skipQueued: null,
          cancelDeliveries: false,
          clearFailure: false
        })
      })
      yield* recordRun(skipped(yield* claimRun(id), yield* DateTime.now))
      yield* comeBack
      yield* recordRun(completed(yield* claimRun(id), yield* DateTime.now))
      yield* comeBack
      const again = yield* claimRun(id)
      assert.strictEqual(again.funding, "repeated")
      yield* recordRun(skipped(again, yield* DateTime.now))
      assert.deepStrictEqual(yield* claimRuns(id), [])
      const runs = yield* rowsOf((yield* RunStore).list(id, { monitorId: monitor.id }, { limit: 10, after: null }))
      assert.deepStrictEqual(
        runs
          .filter(({ trigger }) => trigger === "schedule")
          .map(({ status }) => status)
          .toSorted(),
        ["completed", "skipped", "skipped"]
      )
    })
  )

  it.effect("claims no slot of a paused monitor, but a run that is queued", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const now = yield* DateTime.now
      const { monitor, run } = yield* newMonitor(id, { status: "paused", nextRunAt: now })
      const claim = yield* claimRun(id)
      assert.strictEqual(claim.run.id, run.id)
      const outcome = completed(claim, now)
      yield* recordRun({ ...outcome, next: { ...outcome.next, nextRunAt: now } })
      assert.deepStrictEqual(yield* claimRuns(id), [])
      assert.strictEqual((yield* storedMonitor(monitor)).monitor.status, "paused")
    })
  )

  it.effect("claims a failed monitor like an active one", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* watchedMonitor(id, { status: "failed" })
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* claimRun(id)).run.trigger, "schedule")
    })
  )

  it.effect("claims what is longest due first, and no more than wanted", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      const monitors = yield* Effect.forEach([30, 10, 40, 20], () => watchedMonitor(id))
      yield* TestClock.adjust("50 minutes")
      const now = yield* DateTime.now
      const queued = yield* Effect.forEach([30, 10, 40, 20], (minutes, index) => {
        const stored = monitors[index]!
        const run = queuedRunOf(stored.monitor, DateTime.subtract(now, { minutes }))
        return Effect.as(runs.enqueue(stored, run, null), run)
      })
      const options = { ...(yield* claimOptions), runIds: [freshId("run"), freshId("run")] }
      const first = yield* runs.claimDue({ ...options, limit: 2 })
      assert.deepStrictEqual(
        first.map((claim) => claim.run.id),
        [queued[2]!.id, queued[0]!.id]
      )
      const rest = yield* runs.claimDue({ ...options, limit: 1 })
      assert.deepStrictEqual(
        rest.map((claim) => claim.run.id),
        [queued[3]!.id]
      )
      assert.deepStrictEqual(yield* runs.claimDue({ ...options, limit: 0, runIds: [] }), [])
    })
  )

  it.effect("judges what is due by the moment it is given", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      const { monitor } = yield* watchedMonitor(id)
      const options = { ...(yield* claimOptions), limit: 5, runIds: Array.from({ length: 5 }, () => freshId("run")) }
      const slot = monitor.nextRunAt!
      const early = yield* runs.claimDue({ ...options, now: DateTime.subtract(slot, { milliseconds: 1 }) })
      assert.deepStrictEqual(early, [])
      assert.strictEqual((yield* runs.claimDue({ ...options, now: slot })).length, 1)
    })
  )
}

const queueTests = (it: StoresIt) => {
  it.effect("lets a run that is queued take the place of the one that waits", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      const stored = yield* watchedMonitor(id)
      const now = yield* DateTime.now
      const [first, second] = [queuedRunOf(stored.monitor, now), queuedRunOf(stored.monitor, now)]
      yield* runs.enqueue(stored, first, null)
      yield* runs.enqueue(stored, second, null)
      const ended = yield* storedRun(first)
      assert.deepInclude(ended, { status: "skipped", skipReason: "superseded", creditsCharged: 0 })
      assert.isNotNull(ended.completedAt)
      assert.strictEqual((yield* claimRun(id)).run.id, second.id)
    })
  )

  it.effect("queues beside a run that is running, which ends as if nothing were queued", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newMonitor(id)
      const running = yield* claimRun(id)
      const queued = queuedRunOf(monitor, yield* DateTime.now)
      yield* runs.enqueue(yield* storedMonitor(monitor), queued, null)
      assert.deepStrictEqual(yield* claimRuns(id), [])
      assert.deepStrictEqual(yield* recordRun(completed(running, yield* DateTime.now)), { _tag: "Recorded" })
      const next = yield* claimRun(id)
      assert.strictEqual(next.run.id, queued.id)
      // It was queued before there was a baseline; now there is one to compare with.
      assert.strictEqual(next.run.runType, "scheduled")
    })
  )

  it.effect("queues nothing for a monitor that changed since it was read", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newMonitor(id)
      const before = yield* storedMonitor(monitor)
      yield* recordRun(completed(yield* claimRun(id), yield* DateTime.now))
      const run = queuedRunOf(monitor, yield* DateTime.now)
      assert.strictEqual((yield* Effect.flip(runs.enqueue(before, run, null)))._tag, "MonitorOutdated")
      assert.isTrue(Option.isNone(yield* runs.get(id, run.id)))
    })
  )
}

const crowdTests = (it: StoresIt) => {
  it.effect(
    "hands every due monitor out exactly once to 50 callers at once",
    () =>
      Effect.gen(function* () {
        const runs = yield* RunStore
        const monitors = yield* MonitorStore
        const { id } = yield* freshOrganization()
        const now = yield* DateTime.now
        const made = Array.from({ length: 200 }, () => monitorOf(id, now))
        yield* Effect.forEach(
          made,
          (monitor) => monitors.create({ monitor, run: queuedRunOf(monitor, now), allowance: 200, kept: null }),
          { concurrency: 10, discard: true }
        )
        const options = { ...(yield* claimOptions), limit: 7 }
        const claimed = yield* Effect.forEach(
          Array.from({ length: 50 }, () => Array.from({ length: 7 }, () => freshId("run"))),
          (runIds) => runs.claimDue({ ...options, runIds }),
          { concurrency: "unbounded" }
        )
        assert.isTrue(claimed.every((claims) => claims.length <= 7))
        // Callers at once may leave rows to each other, so what is left is claimed afterwards.
        const ids = [...claimed.flat(), ...(yield* claimRuns(id))].map((claim) => claim.stored.monitor.id)
        assert.strictEqual(ids.length, 200)
        assert.strictEqual(new Set(ids).size, 200)
      }),
    longTestMillis
  )

  it.effect(
    "leaves one run waiting, however many are queued at once",
    () =>
      Effect.gen(function* () {
        const runs = yield* RunStore
        const { id } = yield* freshOrganization()
        const stored = yield* watchedMonitor(id)
        const now = yield* DateTime.now
        yield* Effect.forEach(
          Array.from({ length: 50 }, () => queuedRunOf(stored.monitor, now)),
          (run) => runs.enqueue(stored, run, null),
          { concurrency: "unbounded", discard: true }
        )
        const page = { limit: 100, after: null }
        assert.strictEqual((yield* rowsOf(runs.list(id, { status: "queued" }, page))).length, 1)
        assert.strictEqual((yield* rowsOf(runs.list(id, { status: "skipped" }, page))).length, 49)
      }),
    longTestMillis
  )
}

const slotTests = (it: StoresIt) => {
  it.effect("names the slot of a scheduled run, also when it is handed on, and none of a queued one", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* newMonitor(id)
      assert.isNull((yield* claimRun(id)).slotAt)
      const other = yield* freshOrganization()
      const watched = yield* watchedMonitor(other.id)
      const slot = watched.monitor.nextRunAt!
      yield* TestClock.adjust("90 minutes")
      for (let claims = 0; claims < 2; claims++) {
        assert.strictEqual((yield* claimRun(other.id)).slotAt?.epochMilliseconds, slot.epochMilliseconds)
        yield* TestClock.adjust(lease)
      }
    })
  )

  it.effect("moves a monitor on whose slot has had its run, for nothing", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const stored = yield* watchedMonitor(id)
      const slot = stored.monitor.nextRunAt!
      yield* TestClock.adjust("1 hour")
      const first = yield* claimRun(id)
      const done = completed(first, yield* DateTime.now)
      // As a clock that stepped back over the slot leaves it.
      yield* recordRun({ ...done, next: { ...done.next, nextRunAt: slot } })

      const claim = yield* claimRun(id)
      assert.deepInclude(claim, { funding: "repeated" })
      assert.strictEqual(claim.slotAt?.epochMilliseconds, slot.epochMilliseconds)
      assert.notStrictEqual(claim.run.id, first.run.id)
      assert.strictEqual((yield* (yield* CreditLedger).account(id)).held, 0)
      const end = skipped(claim, yield* DateTime.now)
      yield* recordRun({ ...end, next: { ...end.next, nextRunAt: DateTime.add(slot, { hours: 1 }) } })
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* claimRun(id)).funding, "held")
    })
  )
}

/** Declares what claiming promises. */
export const runClaimTests = (it: StoresIt) => {
  slotTests(it)
  dueTests(it)
  queueTests(it)
  crowdTests(it)
}
