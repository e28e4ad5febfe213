/** How a delivery is sent again by hand, once. */
import { assert } from "@effect/vitest"
import { DateTime, Duration, Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { DeliveryStore, type StoredDelivery } from "../webhooks/DeliveryStore.ts"
import { Delivery, decideAttempt } from "../webhooks/domain/Delivery.ts"
import {
  assertSame,
  claimDeliveries,
  claimDelivery,
  freshOrganization,
  lease,
  newDeliveries,
  renewWebhook,
  storedDelivery,
  storedMonitor
} from "./arrangements.ts"
import { freshDigest } from "./builders.ts"
import { longTestMillis, type StoresIt } from "./Stores.ts"

/** The delivery as it waits for its manual attempt. */
export const requeued = (stored: StoredDelivery, at: DateTime.Utc): Delivery => ({
  ...stored.delivery,
  status: "pending",
  trigger: "manual",
  nextAttemptAt: at
})

/** Attempts the one due delivery of the organization, in vain. */
const fail = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const claim = yield* claimDelivery(organizationId)
  const decision = decideAttempt(claim, { _tag: "Answered", httpStatus: 500 }, yield* DateTime.now)
  yield* (yield* DeliveryStore).record([{ claim, decision }])
  return yield* storedDelivery(claim.delivery)
})

/** A delivery that failed for good. */
export const failedDelivery = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const made = yield* newDeliveries(organizationId, [{ delaysSeconds: [] }])
  return { ...made, stored: yield* fail(organizationId) }
})

const requeueTests = (it: StoresIt) => {
  it.effect("makes a delivery wait for one manual attempt", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const { stored } = yield* failedDelivery(id)
      const next = requeued(stored, yield* DateTime.now)
      yield* store.requeue(stored, next, null)
      const after = yield* storedDelivery(stored.delivery)
      assertSame(Delivery, after.delivery, next)
      assert.isAbove(after.token, stored.token)
      const claim = yield* claimDelivery(id)
      assert.deepInclude(claim.delivery, { trigger: "manual", attempts: 2, automaticFailures: 1 })
      assert.strictEqual(claim.delivery.eventId, stored.delivery.eventId)
    })
  )

  it.effect("writes nothing when the delivery is not as it was read", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const { stored } = yield* failedDelivery(id)
      const next = requeued(stored, yield* DateTime.now)
      yield* store.requeue(stored, next, null)
      yield* fail(id)
      assert.strictEqual((yield* Effect.flip(store.requeue(stored, next, null)))._tag, "DeliveryOutdated")
      assert.strictEqual((yield* storedDelivery(stored.delivery)).delivery.status, "failed")
    })
  )

  it.effect("writes nothing when the delivery was cancelled since it was read", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newDeliveries(id)
      const retrying = yield* fail(id)
      assert.strictEqual(retrying.delivery.status, "retrying")
      const now = yield* DateTime.now
      yield* renewWebhook(monitor)
      const error = yield* Effect.flip(store.requeue(retrying, requeued(retrying, now), null))
      assert.strictEqual(error._tag, "DeliveryOutdated")
      assert.strictEqual((yield* storedDelivery(retrying.delivery)).delivery.status, "cancelled")
      assert.deepStrictEqual(yield* claimDeliveries(id), [])
    })
  )

  it.effect("writes nothing when the webhook was removed since the delivery was read", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const { monitor, stored } = yield* failedDelivery(id)
      assert.isTrue(stored.hasDestination)
      const current = yield* storedMonitor(monitor)
      yield* (yield* MonitorStore).update({
        stored: current,
        next: { ...current.monitor, subscription: null },
        queue: null,
        skipQueued: null,
        cancelDeliveries: true,
        clearFailure: true
      })
      const error = yield* Effect.flip(store.requeue(stored, requeued(stored, yield* DateTime.now), null))
      assert.strictEqual(error._tag, "DeliveryOutdated")
      const after = yield* storedDelivery(stored.delivery)
      assert.deepInclude(after.delivery, { status: "failed" })
      assert.isFalse(after.hasDestination)
    })
  )

  it.effect(
    "sends a delivery again once, however many callers ask at once",
    () =>
      Effect.gen(function* () {
        const store = yield* DeliveryStore
        const { id } = yield* freshOrganization()
        const { stored } = yield* failedDelivery(id)
        const next = requeued(stored, yield* DateTime.now)
        const exits = yield* Effect.forEach(
          Array.from({ length: 50 }),
          () => Effect.exit(store.requeue(stored, next, null)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
        yield* fail(id)
        assert.deepStrictEqual(yield* claimDeliveries(id), [])
      }),
    longTestMillis
  )
}

/** Attempts by hand of a delivery whose plan is not at its end. */
const planTests = (it: StoresIt) => {
  /** A delivery whose first attempt failed, and that waits for one by hand. */
  const asked = Effect.fnUntraced(function* (organizationId: OrganizationId) {
    const { monitor } = yield* newDeliveries(organizationId, [{ delaysSeconds: [60, 300] }])
    const stored = yield* fail(organizationId)
    yield* TestClock.adjust("20 seconds")
    yield* (yield* DeliveryStore).requeue(stored, requeued(stored, yield* DateTime.now), null)
    return { monitor, stored }
  })

  it.effect("goes on with the plan after an attempt by hand that failed, after the delay of its step", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* asked(id)
      const after = yield* fail(id)
      assert.deepInclude(after.delivery, { status: "retrying", trigger: "automatic", automaticFailures: 1 })
      yield* TestClock.adjust("59 seconds")
      assert.deepStrictEqual(yield* claimDeliveries(id), [])
      yield* TestClock.adjust("1 second")
      const next = yield* fail(id)
      assert.deepInclude(next.delivery, { status: "retrying", attempts: 3, automaticFailures: 2 })
      yield* TestClock.adjust("5 minutes")
      assert.deepInclude((yield* fail(id)).delivery, { status: "failed", attempts: 4, automaticFailures: 3 })
    })
  )

  it.effect("goes on with the plan after an attempt by hand that was interrupted", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* asked(id)
      yield* claimDelivery(id)
      yield* TestClock.adjust(Duration.times(lease, 2))
      const again = yield* claimDelivery(id)
      assert.deepInclude(again.delivery, { trigger: "manual", attempts: 3, automaticFailures: 1 })
      const decision = decideAttempt(again, { _tag: "Answered", httpStatus: 500 }, yield* DateTime.now)
      yield* (yield* DeliveryStore).record([{ claim: again, decision }])
      assert.strictEqual((yield* storedDelivery(again.delivery)).delivery.status, "retrying")
    })
  )

  it.effect("signs what follows with a secret that was replaced during an attempt by hand", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const { monitor } = yield* asked(id)
      const claim = yield* claimDelivery(id)
      const current = yield* storedMonitor(monitor)
      const secret = `whsec_${freshDigest()}`
      yield* (yield* MonitorStore).update({
        stored: current,
        next: { ...current.monitor, subscription: { ...current.monitor.subscription!, secret } },
        queue: null,
        skipQueued: null,
        cancelDeliveries: false,
        clearFailure: false
      })
      const decision = decideAttempt(claim, { _tag: "Answered", httpStatus: 500 }, yield* DateTime.now)
      assert.deepStrictEqual(yield* store.record([{ claim, decision }]), [true])
      yield* TestClock.adjust("1 minute")
      const next = yield* claimDelivery(id)
      assert.strictEqual(next.delivery.trigger, "automatic")
      assert.strictEqual(next.destination.secret, secret)
    })
  )

  it.effect("leaves a delivery cancelled whose webhook went during an attempt by hand", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor, stored } = yield* asked(id)
      const claim = yield* claimDelivery(id)
      yield* renewWebhook(monitor)
      const decision = decideAttempt(claim, { _tag: "Answered", httpStatus: 500 }, yield* DateTime.now)
      assert.strictEqual(decision.delivery.status, "retrying")
      yield* (yield* DeliveryStore).record([{ claim, decision }])
      assert.strictEqual((yield* storedDelivery(stored.delivery)).delivery.status, "cancelled")
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* claimDeliveries(id), [])
    })
  )
}

/** Declares what manual retries promise. */
export const deliveryRetryTests = (it: StoresIt) => {
  requeueTests(it)
  planTests(it)
}
