/** When a delivery is due, and who gets it. */

import { assert } from "@effect/vitest"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import { DeliveryStore } from "../webhooks/DeliveryStore.ts"
import { claimedBodyBytes } from "../webhooks/domain/bodyBytes.ts"
import { Attempt, decideAttempt } from "../webhooks/domain/Delivery.ts"
import { decideRetry } from "../webhooks/domain/ManualRetry.ts"
import {
  assertSame,
  claimDeliveries,
  claimDelivery,
  freshOrganization,
  lease,
  newDeliveries,
  renewWebhook,
  storedDelivery,
  storedMonitor,
  whileAhead
} from "./arrangements.ts"
import { longTestMillis, type StoresIt } from "./Stores.ts"

const rejected = { _tag: "Answered", httpStatus: 500 } as const

const dueTests = (it: StoresIt) => {
  it.effect("claims a due delivery with its attempt begun, and where to send it", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor, deliveries } = yield* newDeliveries(id)
      const [made] = deliveries
      const before = yield* storedDelivery(made!)
      const claim = yield* claimDelivery(id)
      const now = yield* DateTime.now
      assert.deepInclude(claim.delivery, {
        id: made!.id,
        status: "delivering",
        cancelReason: null,
        attempts: 1,
        automaticFailures: 0,
        trigger: "initial",
        eventId: made!.eventId,
        body: made!.body,
        url: monitor.subscription!.url
      })
      assertSame(Attempt, claim.delivery.lastAttempt!, {
        attempt: 1,
        trigger: "initial",
        url: monitor.subscription!.url,
        startedAt: now,
        completedAt: null,
        httpStatus: null,
        error: null
      })
      const { url, secret } = monitor.subscription!
      assert.deepInclude(claim.destination, { url, secret })
      assert.isAbove(claim.token, before.token)
      const stored = yield* storedDelivery(made!)
      assert.strictEqual(stored.delivery.status, "delivering")
      assert.strictEqual(stored.token, claim.token)
      assert.deepStrictEqual(yield* claimDeliveries(id), [])
    })
  )

  it.effect("claims a delivery whose body is large without it, and reads that for who holds the claim", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      // As many bytes as a claim reads, and one more; two to a letter.
      const [whole, large] = ["x".repeat(claimedBodyBytes), `${"\u00e9".repeat(claimedBodyBytes / 2)}x`]
      const bodies = [whole, large, large]
      const { deliveries } = yield* newDeliveries(
        id,
        bodies.map((body) => ({ body }))
      )
      const claims = yield* claimDeliveries(id)
      const claimOf = (n: number) => claims.find(({ delivery }) => delivery.id === deliveries[n]!.id)!
      assert.strictEqual(claimOf(0).delivery.body, whole)
      assert.isUndefined(claimOf(0).unreadBytes)
      for (const n of [1, 2]) {
        assert.strictEqual(claimOf(n).delivery.body, "")
        assert.strictEqual(claimOf(n).unreadBytes, claimedBodyBytes + 1)
        assert.deepStrictEqual(yield* store.bodyOf(claimOf(n)), Option.some(large))
      }
      assert.deepStrictEqual(yield* store.bodyOf(claimOf(0)), Option.some(whole))
      const decision = decideAttempt(claimOf(1), rejected, yield* DateTime.now)
      yield* store.record([{ claim: claimOf(1), decision }])
      assert.deepStrictEqual(yield* store.bodyOf(claimOf(1)), Option.none(), "recorded")
      assert.strictEqual((yield* storedDelivery(deliveries[1]!)).delivery.body, large)
      yield* TestClock.adjust(lease)
      yield* claimDeliveries(id)
      assert.deepStrictEqual(yield* store.bodyOf(claimOf(2)), Option.none(), "claimed by another")
    })
  )

  it.effect("claims what is longest due first, no more than wanted, and nothing before its time", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const start = yield* DateTime.now
      const at = (minutes: number) => DateTime.add(start, { minutes })
      const { deliveries } = yield* newDeliveries(
        id,
        [3, 1, 4, 2].map((minutes) => ({ nextAttemptAt: at(minutes) }))
      )
      assert.deepStrictEqual(yield* store.claimDue({ now: start, limit: 10, lease }), [])
      const first = yield* store.claimDue({ now: at(3), limit: 2, lease })
      assert.deepStrictEqual(
        first.map((claim) => claim.delivery.id),
        [deliveries[1]!.id, deliveries[3]!.id]
      )
      const rest = yield* store.claimDue({ now: at(3), limit: 10, lease })
      assert.deepStrictEqual(
        rest.map((claim) => claim.delivery.id),
        [deliveries[0]!.id]
      )
    })
  )

  it.effect("sends to the address and with the secret that the webhook has by then", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor, deliveries } = yield* newDeliveries(id)
      const stored = yield* storedMonitor(monitor)
      const subscription = { ...stored.monitor.subscription!, url: "https://new.example/hook", secret: "whsec_new" }
      yield* (yield* MonitorStore).update({
        stored,
        next: { ...stored.monitor, subscription },
        queue: null,
        skipQueued: null,
        cancelDeliveries: false,
        clearFailure: true
      })
      const claim = yield* claimDelivery(id)
      assert.deepInclude(claim.destination, { url: "https://new.example/hook", secret: "whsec_new" })
      assert.strictEqual(claim.delivery.url, "https://new.example/hook")
      assert.strictEqual(claim.delivery.lastAttempt?.url, "https://new.example/hook")
      assert.strictEqual((yield* storedDelivery(deliveries[0]!)).delivery.url, "https://new.example/hook")
    })
  )

  it.effect("never claims a cancelled delivery, even when there is a webhook again", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newDeliveries(id, [{}, {}])
      const [claim] = yield* claimDeliveries(id, 1)
      assert.isDefined(claim)
      yield* renewWebhook(monitor)
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* claimDeliveries(id), [])
    })
  )

  it.effect("never claims a delivery of a monitor that was removed", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newDeliveries(id, [{}, {}])
      const [claim] = yield* claimDeliveries(id, 1)
      assert.isDefined(claim)
      yield* (yield* MonitorStore).remove(id, monitor.id, yield* DateTime.now)
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* claimDeliveries(id), [])
    })
  )
}

const leaseTests = (it: StoresIt) => {
  it.effect("hands an interrupted delivery out again as a new attempt, which costs no place in the retry plan", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      yield* newDeliveries(id)
      const late = yield* claimDelivery(id)
      yield* TestClock.adjust(Duration.subtract(lease, Duration.millis(1)))
      assert.deepStrictEqual(yield* claimDeliveries(id), [])
      yield* TestClock.adjust("1 millis")
      const now = yield* DateTime.now
      const fresh = yield* claimDelivery(id)
      assert.isAbove(fresh.token, late.token)
      assert.deepInclude(fresh.delivery, { attempts: 2, automaticFailures: 0, status: "delivering" })
      assert.strictEqual(fresh.delivery.lastAttempt?.attempt, 2)
      assert.isNull(fresh.delivery.lastAttempt?.completedAt)

      const attempts = yield* store.attempts(id, fresh.delivery.id, { limit: 10, before: null })
      assert.deepStrictEqual(
        attempts.map(({ attempt }) => attempt),
        [2, 1]
      )
      assert.isNull(attempts[0]!.completedAt)
      assert.strictEqual(attempts[1]!.error?.code, "connection_failed")
      assert.strictEqual(attempts[1]!.completedAt?.epochMilliseconds, now.epochMilliseconds)
      assert.isNull(attempts[1]!.httpStatus)

      // The next failure still waits the first delay of the plan.
      yield* store.record([{ claim: fresh, decision: decideAttempt(fresh, rejected, now) }])
      const { delivery } = yield* storedDelivery(fresh.delivery)
      assert.deepInclude(delivery, { status: "retrying", automaticFailures: 1 })
      assert.strictEqual(
        delivery.nextAttemptAt?.epochMilliseconds,
        DateTime.add(now, { seconds: 60 }).epochMilliseconds
      )
    })
  )

  it.effect("believes no lease that a clock which was ahead gave, and takes nothing away after a small step", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      yield* newDeliveries(id)
      yield* whileAhead("4 minutes")(claimDelivery(id))
      assert.deepStrictEqual(yield* claimDeliveries(id), [], "it is under way")
      yield* TestClock.adjust("5 minutes")
      const late = yield* whileAhead("1 day")(claimDelivery(id))
      assert.isTrue(Option.exists(yield* store.untilDue(yield* DateTime.now), Duration.isZero), "it can be claimed")
      const fresh = yield* claimDelivery(id)
      assert.deepInclude(fresh.delivery, { id: late.delivery.id, attempts: 3 })
      const decision = decideAttempt(late, rejected, yield* DateTime.now)
      assert.deepStrictEqual(yield* store.record([{ claim: late, decision }]), [false])
      assert.deepStrictEqual(yield* claimDeliveries(id), [], "it is under way again")
    })
  )

  it.effect("drops what the holder of an interrupted attempt records", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newDeliveries(id)
      const late = yield* claimDelivery(id)
      yield* TestClock.adjust(lease)
      const fresh = yield* claimDelivery(id)
      const now = yield* DateTime.now
      const tooLate = { claim: late, decision: decideAttempt(late, rejected, now) }
      assert.deepStrictEqual(yield* store.record([tooLate]), [false])
      assert.strictEqual((yield* storedDelivery(fresh.delivery)).delivery.status, "delivering")
      assert.isNull((yield* storedMonitor(monitor)).monitor.subscription?.failure)
      const inTime = { claim: fresh, decision: decideAttempt(fresh, { _tag: "Answered", httpStatus: 204 }, now) }
      assert.deepStrictEqual(yield* store.record([tooLate, inTime]), [false, true])
      assert.strictEqual((yield* storedDelivery(fresh.delivery)).delivery.status, "delivered")
    })
  )

  it.effect("takes what a holder records after its lease ended while nobody else claimed", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      yield* newDeliveries(id)
      const claim = yield* claimDelivery(id)
      yield* TestClock.adjust("10 minutes")
      const decision = decideAttempt(claim, { _tag: "Answered", httpStatus: 200 }, yield* DateTime.now)
      assert.deepStrictEqual(yield* store.record([{ claim, decision }]), [true])
      assert.deepStrictEqual(yield* claimDeliveries(id), [])
    })
  )

  it.effect("lengthens the leases that hold, and tells which do", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      yield* newDeliveries(id)
      const first = yield* claimDelivery(id)
      yield* TestClock.adjust("50 seconds")
      assert.deepStrictEqual(yield* store.renew([first], lease), [true])
      yield* TestClock.adjust("50 seconds")
      assert.deepStrictEqual(yield* claimDeliveries(id), [])
      yield* TestClock.adjust("10 seconds")

      const second = yield* claimDelivery(id)
      assert.deepStrictEqual(yield* store.renew([first], lease), [false])
      assert.deepStrictEqual(yield* store.renew([first, second], lease), [false, true])
      const decision = decideAttempt(second, { _tag: "Answered", httpStatus: 200 }, yield* DateTime.now)
      yield* store.record([{ claim: second, decision }])
      assert.deepStrictEqual(yield* store.renew([second], lease), [false])
      assert.deepStrictEqual(yield* store.renew([], lease), [])
    })
  )

  it.effect("tells where what was claimed goes now, while it is claimed and goes anywhere", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newDeliveries(id)
      const first = yield* claimDelivery(id)
      assert.deepStrictEqual(yield* store.destinationOf(first), Option.some(first.destination))

      const moved = { url: "https://elsewhere.example/hook", secret: "sealed anew" }
      const stored = yield* storedMonitor(monitor)
      yield* (yield* MonitorStore).update({
        ...{ stored, queue: null, skipQueued: null, cancelDeliveries: false, clearFailure: true },
        next: { ...stored.monitor, subscription: { ...stored.monitor.subscription!, ...moved } }
      })
      assert.deepStrictEqual(yield* store.destinationOf(first), Option.some(moved))

      yield* TestClock.adjust("2 minutes")
      const second = yield* claimDelivery(id)
      assert.deepStrictEqual(yield* store.destinationOf(first), Option.none(), "claimed by another")
      assert.deepStrictEqual(yield* store.destinationOf(second), Option.some(moved))
      yield* renewWebhook(monitor)
      assert.deepStrictEqual(yield* store.destinationOf(second), Option.none(), "cancelled")
    })
  )

  it.effect("keeps an interrupted manual attempt a manual one", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const { deliveries } = yield* newDeliveries(id, [{ delaysSeconds: [] }])
      const first = yield* claimDelivery(id)
      const now = yield* DateTime.now
      yield* store.record([{ claim: first, decision: decideAttempt(first, rejected, now) }])
      const stored = yield* storedDelivery(deliveries[0]!)
      const retry = decideRetry(stored.delivery, { force: false, hasDestination: true, at: now })
      assert.strictEqual(retry._tag, "Success")
      if (retry._tag !== "Success") return
      yield* store.requeue(stored, retry.success, null)
      assert.strictEqual((yield* claimDelivery(id)).delivery.trigger, "manual")
      yield* TestClock.adjust(lease)
      const again = yield* claimDelivery(id)
      assert.deepInclude(again.delivery, { trigger: "manual", attempts: 3 })
      assert.strictEqual(again.delivery.lastAttempt?.trigger, "manual")
    })
  )
}

const crowdTests = (it: StoresIt) => {
  it.effect(
    "hands every due delivery out exactly once to 50 callers at once",
    () =>
      Effect.gen(function* () {
        const store = yield* DeliveryStore
        const { id } = yield* freshOrganization()
        yield* newDeliveries(
          id,
          Array.from({ length: 200 }, () => ({}))
        )
        const now = yield* DateTime.now
        const claimed = yield* Effect.forEach(
          Array.from({ length: 50 }),
          () => store.claimDue({ now, limit: 7, lease }),
          { concurrency: "unbounded" }
        )
        assert.isTrue(claimed.every((claims) => claims.length <= 7))
        const ids = [...claimed.flat(), ...(yield* claimDeliveries(id))].map((claim) => claim.delivery.id)
        assert.strictEqual(ids.length, 200)
        assert.strictEqual(new Set(ids).size, 200)
      }),
    longTestMillis
  )
}

/** Declares what claiming deliveries promises. */
export const deliveryClaimTests = (it: StoresIt) => {
  dueTests(it)
  leaseTests(it)
  crowdTests(it)
}
