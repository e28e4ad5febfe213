/** What the end of an attempt writes. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import { DeliveryStore } from "../webhooks/DeliveryStore.ts"
import { Attempt, Delivery, type DeliveryClaim, decideAttempt, type SendOutcome } from "../webhooks/domain/Delivery.ts"
import {
  assertSame,
  claimDeliveries,
  claimDelivery,
  freshOrganization,
  newDeliveries,
  storedDelivery,
  storedMonitor
} from "./arrangements.ts"
import { longTestMillis, type StoresIt } from "./Stores.ts"

const accepted: SendOutcome = { _tag: "Answered", httpStatus: 202 }
const said = { text: "no disk left", location: null }
const rejected: SendOutcome = { _tag: "Answered", httpStatus: 500, answer: said }
const unanswered: SendOutcome = { _tag: "NoAnswer", code: "timeout", message: "No answer in 15 s." }
const unsafe: SendOutcome = { _tag: "Unsafe", message: "The address is private." }

const recordAll = Effect.fnUntraced(function* (claims: ReadonlyArray<DeliveryClaim>, outcome: SendOutcome) {
  const at = yield* DateTime.now
  const sent = { "webhook-signature": "v1,c2lnbmVk" }
  const decisions = claims.map((claim) => ({ claim, decision: decideAttempt(claim, outcome, at, sent) }))
  return { recorded: yield* (yield* DeliveryStore).record(decisions), decisions }
})

const writeTests = (it: StoresIt) => {
  it.effect("stores the delivery and its attempt as they were decided", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      yield* newDeliveries(id)
      const claim = yield* claimDelivery(id)
      yield* TestClock.adjust("3 seconds")
      const { recorded, decisions } = yield* recordAll([claim], accepted)
      assert.deepStrictEqual(recorded, [true])
      const { decision } = decisions[0]!
      const stored = yield* storedDelivery(claim.delivery)
      assertSame(Delivery, stored.delivery, decision.delivery)
      assert.strictEqual(stored.token, claim.token)
      const [attempt, ...others] = yield* store.attempts(id, claim.delivery.id, { limit: 10, before: null })
      assert.strictEqual(others.length, 0)
      assertSame(Attempt, attempt!, decision.attempt)
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* claimDeliveries(id), [])
    })
  )

  it.effect("makes a delivery that is to be tried again due at its next attempt", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* newDeliveries(id)
      const first = yield* claimDelivery(id)
      yield* recordAll([first], rejected)
      yield* TestClock.adjust("59 seconds")
      assert.deepStrictEqual(yield* claimDeliveries(id), [])
      yield* TestClock.adjust("1 second")
      const second = yield* claimDelivery(id)
      assert.deepInclude(second.delivery, { trigger: "automatic", attempts: 2, automaticFailures: 1 })
      assert.strictEqual(second.delivery.eventId, first.delivery.eventId)
      assert.strictEqual(second.delivery.body, first.delivery.body)
    })
  )

  it.effect("ends an attempt once", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newDeliveries(id)
      const claim = yield* claimDelivery(id)
      assert.deepStrictEqual((yield* recordAll([claim], rejected)).recorded, [true])
      assert.deepStrictEqual((yield* recordAll([claim], accepted)).recorded, [false])
      assert.strictEqual((yield* storedDelivery(claim.delivery)).delivery.status, "retrying")
      const { subscription } = (yield* storedMonitor(monitor)).monitor
      assert.strictEqual(subscription?.failure?.consecutiveFailures, 1)
      assert.deepStrictEqual(yield* (yield* DeliveryStore).record([]), [])
    })
  )

  it.effect(
    "takes one of many ends sent at once for the same attempt",
    () =>
      Effect.gen(function* () {
        const { id } = yield* freshOrganization()
        const { monitor } = yield* newDeliveries(id)
        const claim = yield* claimDelivery(id)
        const ends = yield* Effect.forEach(Array.from({ length: 50 }), () => recordAll([claim], rejected), {
          concurrency: "unbounded"
        })
        assert.strictEqual(ends.flatMap(({ recorded }) => recorded).filter(Boolean).length, 1)
        const { subscription } = (yield* storedMonitor(monitor)).monitor
        assert.strictEqual(subscription?.failure?.consecutiveFailures, 1)
      }),
    longTestMillis
  )
}

const healthTests = (it: StoresIt) => {
  it.effect("counts the attempts of a webhook that failed in a row, until one is acknowledged", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newDeliveries(id, [{}, {}])
      const failureNow = Effect.map(storedMonitor(monitor), (stored) => stored.monitor.subscription?.failure)
      const before = yield* storedMonitor(monitor)
      assert.isNull(before.monitor.subscription?.failure)

      yield* recordAll(yield* claimDeliveries(id), rejected)
      const at = yield* DateTime.now
      const twice = yield* failureNow
      assert.deepInclude(twice, { consecutiveFailures: 2, lastStatus: "rejected" })
      assert.strictEqual(twice?.lastFailedAt.epochMilliseconds, at.epochMilliseconds)

      yield* TestClock.adjust("1 minute")
      const [one, other] = yield* claimDeliveries(id)
      yield* recordAll([one!], unanswered)
      assert.deepInclude(yield* failureNow, {
        consecutiveFailures: 3,
        lastStatus: "failed",
        lastMessage: "No answer in 15 s."
      })
      yield* recordAll([other!], unsafe)
      assert.deepInclude(yield* failureNow, { consecutiveFailures: 4, lastStatus: "skipped_unsafe_url" })

      yield* TestClock.adjust("5 minutes")
      yield* recordAll((yield* claimDeliveries(id)).slice(0, 1), accepted)
      assert.isNull(yield* failureNow)
      // Health is not the owner's change: it outdates nobody.
      assert.strictEqual((yield* storedMonitor(monitor)).revision, before.revision)
    })
  )

  it.effect("counts failures from the last acknowledged attempt on, in the order of those recorded together", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newDeliveries(id, [{}, {}, {}, {}])
      const failuresAfter = Effect.fnUntraced(function* (outcomes: ReadonlyArray<SendOutcome>) {
        const [at, claims] = [yield* DateTime.now, yield* claimDeliveries(id)]
        const ends = outcomes.map((outcome, index) => {
          const claim = claims[index]!
          return { claim, decision: decideAttempt(claim, outcome, at) }
        })
        assert.deepStrictEqual(
          yield* store.record(ends),
          outcomes.map(() => true)
        )
        yield* TestClock.adjust("1 hour")
        const failure = (yield* storedMonitor(monitor)).monitor.subscription?.failure
        return failure === null || failure === undefined ? null : [failure.consecutiveFailures, failure.lastStatus]
      })
      assert.deepStrictEqual(yield* failuresAfter([rejected, rejected, accepted, rejected]), [1, "rejected"])
      // Those before an acknowledged one do not count on, and of several the last is told.
      assert.deepStrictEqual(yield* failuresAfter([accepted, rejected, unanswered]), [2, "failed"])
      assert.isNull(yield* failuresAfter([rejected, accepted]))
    })
  )

  it.effect("counts nothing against an address that another one took the place of meanwhile", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newDeliveries(id)
      const claim = yield* claimDelivery(id)
      const stored = yield* storedMonitor(monitor)
      const subscription = { ...stored.monitor.subscription!, url: "https://elsewhere.example/hook" }
      yield* (yield* MonitorStore).update({
        stored,
        next: { ...stored.monitor, subscription },
        queue: null,
        skipQueued: null,
        cancelDeliveries: false,
        clearFailure: false
      })
      assert.deepStrictEqual((yield* recordAll([claim], rejected)).recorded, [true])
      assert.isNull((yield* storedMonitor(monitor)).monitor.subscription?.failure)
    })
  )

  it.effect(
    "counts every failure of many recorded at once",
    () =>
      Effect.gen(function* () {
        const { id } = yield* freshOrganization()
        const { monitor } = yield* newDeliveries(
          id,
          Array.from({ length: 30 }, () => ({}))
        )
        const claims = yield* claimDeliveries(id)
        yield* Effect.forEach(claims, (claim) => recordAll([claim], rejected), { concurrency: "unbounded" })
        const { subscription } = (yield* storedMonitor(monitor)).monitor
        assert.strictEqual(subscription?.failure?.consecutiveFailures, 30)
      }),
    longTestMillis
  )

  it.effect("blames no webhook of another monitor", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const [one, other] = [yield* newDeliveries(id), yield* newDeliveries(id)]
      const claims = yield* claimDeliveries(id)
      yield* recordAll(
        claims.filter((claim) => claim.delivery.id === one.deliveries[0]!.id),
        rejected
      )
      assert.isNotNull((yield* storedMonitor(one.monitor)).monitor.subscription?.failure)
      assert.isNull((yield* storedMonitor(other.monitor)).monitor.subscription?.failure)
    })
  )
}

const cancelTests = (it: StoresIt) => {
  for (const [outcome, words] of [
    [accepted, "is acknowledged"],
    [rejected, "fails"]
  ] as const) {
    it.effect(`keeps a delivery cancelled when its attempt in flight ${words}, and keeps the attempt`, () =>
      Effect.gen(function* () {
        const store = yield* DeliveryStore
        const { id } = yield* freshOrganization()
        const { monitor } = yield* newDeliveries(id)
        const claim = yield* claimDelivery(id)
        yield* (yield* MonitorStore).remove(id, monitor.id, yield* DateTime.now)
        assert.strictEqual((yield* storedDelivery(claim.delivery)).delivery.status, "cancelled")

        const { recorded, decisions } = yield* recordAll([claim], outcome)
        assert.deepStrictEqual(recorded, [true])
        const { delivery } = yield* storedDelivery(claim.delivery)
        assert.strictEqual(delivery.status, "cancelled")
        assert.isNull(delivery.nextAttemptAt)
        assertSame(Attempt, delivery.lastAttempt!, decisions[0]!.decision.attempt)
        const [attempt] = yield* store.attempts(id, delivery.id, { limit: 1, before: null })
        assertSame(Attempt, attempt!, decisions[0]!.decision.attempt)
        yield* TestClock.adjust("1 day")
        assert.deepStrictEqual(yield* claimDeliveries(id), [])
      })
    )
  }
}

/** Declares what recording attempts promises. */
export const deliveryRecordTests = (it: StoresIt) => {
  writeTests(it)
  healthTests(it)
  cancelTests(it)
}
