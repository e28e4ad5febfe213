/** How monitors are changed and removed by their owners. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Exit, Option } from "effect"
import { ChangeStore } from "../monitors/ChangeStore.ts"
import { Monitor } from "../monitors/domain/Monitor.ts"
import { MonitorStore, type MonitorUpdate, type StoredMonitor } from "../monitors/MonitorStore.ts"
import { RunStore } from "../monitors/RunStore.ts"
import { DeliveryStore } from "../webhooks/DeliveryStore.ts"
import { decideAttempt } from "../webhooks/domain/Delivery.ts"
import {
  assertBaseline,
  assertSame,
  claimDelivery,
  claimRun,
  claimRuns,
  completed,
  freshOrganization,
  newDeliveries,
  newMonitor,
  recordRun,
  rowsOf,
  storedBaseline,
  storedDelivery,
  storedMonitor,
  storedRun,
  watchedMonitor
} from "./arrangements.ts"
import { changeOf, queuedRunOf, subscriptionOf } from "./builders.ts"
import { longTestMillis, type StoresIt } from "./Stores.ts"

const renamed = (stored: StoredMonitor, name: string, given: Partial<MonitorUpdate> = {}): MonitorUpdate => ({
  stored,
  next: { ...stored.monitor, name },
  queue: null,
  skipQueued: null,
  cancelDeliveries: false,
  clearFailure: false,
  ...given
})

const failDelivery = Effect.fnUntraced(function* (organizationId: Monitor["organizationId"]) {
  const claim = yield* claimDelivery(organizationId)
  const decision = decideAttempt(claim, { _tag: "Answered", httpStatus: 500 }, yield* DateTime.now)
  assert.deepStrictEqual(yield* (yield* DeliveryStore).record([{ claim, decision }]), [true])
})

const updateTests = (it: StoresIt) => {
  it.effect("writes a change to the monitor as it was read, and gives it a new revision", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const stored = yield* watchedMonitor(id)
      const update = renamed(stored, "Renamed", {
        next: { ...stored.monitor, name: "Renamed", tags: ["x"], status: "paused", nextRunAt: null }
      })
      yield* monitors.update(update)
      const after = yield* storedMonitor(stored.monitor)
      assertSame(Monitor, after.monitor, update.next)
      assert.isAbove(after.revision, stored.revision)
    })
  )

  it.effect("writes nothing when the monitor is not as it was read", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const stored = yield* watchedMonitor(id)
      yield* monitors.update(renamed(stored, "First"))
      const queue = queuedRunOf(stored.monitor, yield* DateTime.now)
      const error = yield* Effect.flip(monitors.update(renamed(stored, "Second", { queue })))
      assert.strictEqual(error._tag, "MonitorOutdated")
      assert.strictEqual((yield* storedMonitor(stored.monitor)).monitor.name, "First")
      assert.isTrue(Option.isNone(yield* (yield* RunStore).get(id, queue.id)))
    })
  )

  it.effect("takes a run's write as a change to the monitor", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newMonitor(id)
      const before = yield* storedMonitor(monitor)
      yield* recordRun(completed(yield* claimRun(id), yield* DateTime.now))
      const error = yield* Effect.flip(monitors.update(renamed(before, "Late")))
      assert.strictEqual(error._tag, "MonitorOutdated")
    })
  )

  it.effect(
    "lets one of many callers who read the same monitor change it",
    () =>
      Effect.gen(function* () {
        const monitors = yield* MonitorStore
        const { id } = yield* freshOrganization()
        const stored = yield* watchedMonitor(id)
        const exits = yield* Effect.forEach(
          Array.from({ length: 50 }, (_, index) => `name ${index}`),
          (name) => Effect.exit(monitors.update(renamed(stored, name))),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
        const winner = exits.findIndex(Exit.isSuccess)
        assert.strictEqual((yield* storedMonitor(stored.monitor)).monitor.name, `name ${winner}`)
      }),
    longTestMillis
  )

  it.effect("keeps the baseline unless the change removes it", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const stored = yield* watchedMonitor(id)
      const before = yield* storedBaseline(stored.monitor)
      yield* monitors.update(renamed(stored, "Kept"))
      yield* assertBaseline(stored.monitor, before)

      const kept = yield* storedMonitor(stored.monitor)
      yield* monitors.update(renamed(kept, "Reset", { next: { ...kept.monitor, baseline: null, targetVersion: 2 } }))
      assert.isTrue(Option.isNone(yield* monitors.baseline(id, stored.monitor.id)))
      assert.isNull((yield* storedMonitor(stored.monitor)).monitor.baseline)
    })
  )

  it.effect("queues a run with the change, in place of the one that waits", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const { monitor, run } = yield* newMonitor(id)
      const queue = queuedRunOf(monitor, DateTime.add(yield* DateTime.now, { seconds: 5 }), { trigger: "reset" })
      yield* monitors.update(renamed(yield* storedMonitor(monitor), "Reset", { queue }))
      const old = yield* storedRun(run)
      assert.strictEqual(old.status, "skipped")
      assert.strictEqual(old.skipReason, "superseded")
      assert.isNotNull(old.completedAt)
      assert.strictEqual((yield* storedRun(queue)).status, "queued")
      assert.strictEqual((yield* claimRun(id)).run.id, queue.id)
    })
  )

  it.effect("ends the queued run of a monitor that is paused, unless it is a baseline run", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      const now = yield* DateTime.now
      const pause = (stored: StoredMonitor) =>
        monitors.update(
          renamed(stored, "Paused", {
            next: { ...stored.monitor, status: "paused", nextRunAt: null },
            skipQueued: { reason: "monitor_paused", at: now }
          })
        )
      const stored = yield* watchedMonitor(id)
      const scheduled = queuedRunOf(stored.monitor, now)
      yield* runs.enqueue(stored, scheduled, null)
      yield* pause(stored)
      const ended = yield* storedRun(scheduled)
      assert.deepInclude(ended, { status: "skipped", skipReason: "monitor_paused" })
      assert.strictEqual(ended.completedAt?.epochMilliseconds, now.epochMilliseconds)

      const { monitor, run } = yield* newMonitor(id)
      yield* pause(yield* storedMonitor(monitor))
      assert.strictEqual((yield* storedRun(run)).status, "queued")
      assert.deepStrictEqual(
        (yield* claimRuns(id)).map((claim) => claim.run.id),
        [run.id]
      )
    })
  )
}

const subscriptionTests = (it: StoresIt) => {
  it.effect("keeps what deliveries said of the webhook whatever an owner's change brings, until it is cleared", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newDeliveries(id)
      const before = yield* storedMonitor(monitor)
      yield* failDelivery(id)
      const failing = yield* storedMonitor(monitor)
      assert.strictEqual(failing.monitor.subscription?.failure?.consecutiveFailures, 1)
      assert.strictEqual(failing.revision, before.revision)

      // The change was decided on a monitor whose webhook had not failed yet.
      const subscription = { ...before.monitor.subscription!, events: ["run.completed" as const], secret: "whsec_new" }
      yield* monitors.update(renamed(before, "Other", { next: { ...before.monitor, subscription } }))
      const kept = yield* storedMonitor(monitor)
      assert.strictEqual(kept.monitor.subscription?.failure?.consecutiveFailures, 1)
      assert.strictEqual(kept.monitor.subscription?.secret, "whsec_new")
      assert.deepStrictEqual(kept.monitor.subscription?.events, ["run.completed"])

      yield* monitors.update(renamed(kept, "Cleared", { clearFailure: true }))
      assert.isNull((yield* storedMonitor(monitor)).monitor.subscription?.failure)
    })
  )

  it.effect("cancels the deliveries that have not ended when the webhook is removed", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const deliveries = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const now = yield* DateTime.now
      const later = DateTime.add(now, { minutes: 5 })
      const made = yield* newDeliveries(id, [{}, { nextAttemptAt: later }])
      const claim = yield* claimDelivery(id)
      const decision = decideAttempt(claim, { _tag: "Answered", httpStatus: 204 }, now)
      yield* deliveries.record([{ claim, decision }])
      const stored = yield* storedMonitor(made.monitor)
      yield* monitors.update(
        renamed(stored, "Quiet", { next: { ...stored.monitor, subscription: null }, cancelDeliveries: true })
      )
      assert.isNull((yield* storedMonitor(made.monitor)).monitor.subscription)
      const [sent, waiting] = yield* Effect.forEach(made.deliveries, storedDelivery)
      assert.strictEqual(sent!.delivery.status, "delivered")
      assert.deepInclude(waiting!.delivery, { status: "cancelled", cancelReason: "webhook_removed" })
      assert.isNull(waiting!.delivery.nextAttemptAt)
      assert.isFalse(sent!.hasDestination)
    })
  )

  it.effect("adds a webhook to a monitor that had none", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const stored = yield* watchedMonitor(id)
      const next = { ...stored.monitor, subscription: subscriptionOf(stored.monitor) }
      yield* monitors.update(renamed(stored, "", { next, clearFailure: true }))
      assertSame(Monitor, (yield* storedMonitor(next)).monitor, next)
    })
  )
}

const removeTests = (it: StoresIt) => {
  it.effect("removes a monitor once, with its queued run and its deliveries that have not ended", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const made = yield* newDeliveries(id)
      const now = yield* DateTime.now
      const queue = queuedRunOf(made.monitor, now)
      yield* (yield* RunStore).enqueue(yield* storedMonitor(made.monitor), queue, null)
      assert.isTrue(yield* monitors.remove(id, made.monitor.id, now))
      assert.isFalse(yield* monitors.remove(id, made.monitor.id, now))

      assert.isTrue(Option.isNone(yield* monitors.get(id, made.monitor.id)))
      assert.isTrue(Option.isNone(yield* monitors.baseline(id, made.monitor.id)))
      assert.strictEqual(yield* monitors.count(id), 0)
      const ended = yield* storedRun(queue)
      assert.strictEqual(ended.status, "skipped")
      assert.strictEqual(ended.completedAt?.epochMilliseconds, now.epochMilliseconds)
      const delivery = yield* storedDelivery(made.deliveries[0]!)
      assert.deepInclude(delivery.delivery, { status: "cancelled", cancelReason: "webhook_removed" })
      assert.isFalse(delivery.hasDestination)
      assert.deepStrictEqual(yield* claimRuns(id), [])
    })
  )

  it.effect("keeps the runs, changes and deliveries of a monitor that was removed", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const now = yield* DateTime.now
      const made = yield* newDeliveries(id)
      const change = changeOf(made.run, now)
      yield* (yield* RunStore).enqueue(yield* storedMonitor(made.monitor), queuedRunOf(made.monitor, now), null)
      yield* recordRun(completed(yield* claimRun(id), now, { change }))
      yield* monitors.remove(id, made.monitor.id, now)

      const page = { limit: 10, after: null }
      assert.strictEqual((yield* rowsOf((yield* RunStore).list(id, {}, page))).length, 2)
      assert.isTrue(Option.isSome(yield* (yield* ChangeStore).get(id, change.id)))
      assert.strictEqual((yield* rowsOf((yield* DeliveryStore).list(id, { type: "monitor" }, page))).length, 1)
    })
  )

  it.effect("lets no later write bring a removed monitor back", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const stored = yield* watchedMonitor(id)
      const now = yield* DateTime.now
      yield* monitors.remove(id, stored.monitor.id, now)
      const updated = yield* Effect.flip(monitors.update(renamed(stored, "Back")))
      assert.strictEqual(updated._tag, "MonitorOutdated")
      const queued = yield* Effect.flip((yield* RunStore).enqueue(stored, queuedRunOf(stored.monitor, now), null))
      assert.strictEqual(queued._tag, "MonitorOutdated")
      assert.isTrue(Option.isNone(yield* monitors.get(id, stored.monitor.id)))
    })
  )
}

/** Declares what an owner's changes promise. */
export const monitorChangeTests = (it: StoresIt) => {
  updateTests(it)
  subscriptionTests(it)
  removeTests(it)
}
