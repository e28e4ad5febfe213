/** How a delivery is sent again by hand, once. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Exit } from "effect"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { DeliveryStore, type StoredDelivery } from "../webhooks/DeliveryStore.ts"
import { Delivery, decideAttempt } from "../webhooks/domain/Delivery.ts"
import {
  assertSame,
  claimDeliveries,
  claimDelivery,
  freshOrganization,
  newDeliveries,
  renewWebhook,
  storedDelivery,
  storedMonitor
} from "./arrangements.ts"
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

/** Declares what manual retries promise. */
export const deliveryRetryTests = (it: StoresIt) => {
  requeueTests(it)
}
