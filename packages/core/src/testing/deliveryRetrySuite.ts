/** How a delivery is sent again by hand, once. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { DeliveryStore, type Idempotency, type StoredDelivery } from "../webhooks/DeliveryStore.ts"
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
import { freshId } from "./builders.ts"
import { longTestMillis, type StoresIt } from "./Stores.ts"

const requeued = (stored: StoredDelivery, at: DateTime.Utc): Delivery => ({
  ...stored.delivery,
  status: "pending",
  trigger: "manual",
  nextAttemptAt: at
})

const keyFor = Effect.fnUntraced(function* (given: Partial<Idempotency> = {}) {
  const expiresAt = DateTime.add(yield* DateTime.now, { hours: 24 })
  return { key: freshId("key"), fingerprint: "fingerprint a", expiresAt, ...given } satisfies Idempotency
})

/** Attempts the one due delivery of the organization, in vain. */
const fail = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const claim = yield* claimDelivery(organizationId)
  const decision = decideAttempt(claim, { _tag: "Answered", httpStatus: 500 }, yield* DateTime.now)
  yield* (yield* DeliveryStore).record([{ claim, decision }])
  return yield* storedDelivery(claim.delivery)
})

/** A delivery that failed for good. */
const failedDelivery = Effect.fnUntraced(function* (organizationId: OrganizationId) {
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
      const key = yield* keyFor()
      assert.strictEqual((yield* Effect.flip(store.requeue(stored, next, key)))._tag, "DeliveryOutdated")
      assert.strictEqual((yield* storedDelivery(stored.delivery)).delivery.status, "failed")
      assert.isFalse(yield* store.findRetry(id, key, yield* DateTime.now))
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

const idempotencyTests = (it: StoresIt) => {
  it.effect("remembers a key with the retry it was sent with, until it expires", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const [owner, other] = [yield* freshOrganization(), yield* freshOrganization()]
      const { stored } = yield* failedDelivery(owner.id)
      const now = yield* DateTime.now
      const key = yield* keyFor()
      assert.isFalse(yield* store.findRetry(owner.id, key, now))
      yield* store.requeue(stored, requeued(stored, now), key)
      assert.isTrue(yield* store.findRetry(owner.id, key, now))
      assert.isFalse(yield* store.findRetry(other.id, key, now))
      const another = { ...key, fingerprint: "fingerprint b" }
      assert.strictEqual((yield* Effect.flip(store.findRetry(owner.id, another, now)))._tag, "IdempotencyKeyConflict")
      assert.isTrue(yield* store.findRetry(owner.id, key, DateTime.subtract(key.expiresAt, { milliseconds: 1 })))
      assert.isFalse(yield* store.findRetry(owner.id, key, key.expiresAt))
      assert.isFalse(yield* store.findRetry(owner.id, another, key.expiresAt))
    })
  )

  it.effect("refuses a key that stands for something else, and writes nothing", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const [one, other] = [yield* failedDelivery(id), yield* failedDelivery(id)]
      const now = yield* DateTime.now
      const key = yield* keyFor()
      yield* store.requeue(one.stored, requeued(one.stored, now), key)
      const conflicting = { ...key, fingerprint: "fingerprint b" }
      const error = yield* Effect.flip(store.requeue(other.stored, requeued(other.stored, now), conflicting))
      assert.strictEqual(error._tag, "IdempotencyKeyConflict")
      const after = yield* storedDelivery(other.stored.delivery)
      assert.deepInclude(after.delivery, { status: "failed" })
      assert.strictEqual(after.token, other.stored.token)
      assert.isTrue(yield* store.findRetry(id, key, now))
    })
  )

  it.effect("sends nothing again under a key whose retry has been sent", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const { stored } = yield* failedDelivery(id)
      const key = yield* keyFor()
      yield* store.requeue(stored, requeued(stored, yield* DateTime.now), key)
      const again = yield* fail(id)
      // The caller read the delivery before the key was written, so only the store can tell.
      yield* Effect.exit(store.requeue(again, requeued(again, yield* DateTime.now), key))
      assert.strictEqual((yield* storedDelivery(stored.delivery)).delivery.status, "failed")
      assert.deepStrictEqual(yield* claimDeliveries(id), [])
    })
  )

  it.effect("takes a key again for something else once it has expired", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const [one, other] = [yield* failedDelivery(id), yield* failedDelivery(id)]
      const key = yield* keyFor({ expiresAt: DateTime.add(yield* DateTime.now, { hours: 1 }) })
      yield* store.requeue(one.stored, requeued(one.stored, yield* DateTime.now), key)
      yield* TestClock.adjust("1 hour")
      const now = yield* DateTime.now
      const later = yield* keyFor({ key: key.key, fingerprint: "fingerprint b" })
      yield* store.requeue(other.stored, requeued(other.stored, now), later)
      assert.isTrue(yield* store.findRetry(id, later, now))
      assert.strictEqual((yield* storedDelivery(other.stored.delivery)).delivery.status, "pending")
    })
  )

  it.effect(
    "writes one retry for one key, however many callers send it at once for different deliveries",
    () =>
      Effect.gen(function* () {
        const store = yield* DeliveryStore
        const { id } = yield* freshOrganization()
        const made: Array<StoredDelivery> = []
        for (let index = 0; index < 10; index++) made.push((yield* failedDelivery(id)).stored)
        const now = yield* DateTime.now
        const key = yield* keyFor()
        const exits = yield* Effect.forEach(
          made,
          (stored) =>
            Effect.exit(store.requeue(stored, requeued(stored, now), { ...key, fingerprint: stored.delivery.id })),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
        assert.strictEqual((yield* claimDeliveries(id)).length, 1)
      }),
    longTestMillis
  )
}

/** Declares what manual retries promise. */
export const deliveryRetryTests = (it: StoresIt) => {
  requeueTests(it)
  idempotencyTests(it)
}
