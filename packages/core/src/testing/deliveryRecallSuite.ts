/** What becomes of deliveries that a clock which was ahead put off. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { DeliveryStore, type DuePlace } from "../webhooks/DeliveryStore.ts"
import { type Delivery, decideAttempt } from "../webhooks/domain/Delivery.ts"
import { recallDeliveries } from "../webhooks/recallDeliveries.ts"
import {
  claimDeliveries,
  claimDelivery,
  freshOrganization,
  newDeliveries,
  storedDelivery,
  whileAhead
} from "./arrangements.ts"
import { failedDelivery, requeued } from "./deliveryRetrySuite.ts"
import type { StoresIt } from "./Stores.ts"

/** Attempts the one due delivery of the organization, in vain. */
const failOne = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const claim = yield* claimDelivery(organizationId)
  const decision = decideAttempt(claim, { _tag: "Answered", httpStatus: 500 }, yield* DateTime.now)
  yield* (yield* DeliveryStore).record([{ claim, decision }])
  return decision.delivery
})

/** Seconds until it is due. */
const secondsLeft = Effect.fnUntraced(function* (delivery: Delivery) {
  const { nextAttemptAt } = (yield* storedDelivery(delivery)).delivery
  return (nextAttemptAt!.epochMilliseconds - (yield* DateTime.now).epochMilliseconds) / 1_000
})

/** Declares what stores do for who recalls deliveries. */
export const deliveryRecallTests = (it: StoresIt) => {
  it.effect("sends at once what a clock that was ahead made, and keeps to its own plan from then on", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const delaysSeconds = [60, 600, 86_400]
      yield* whileAhead("30 days")(newDeliveries(id, [{ delaysSeconds }]))
      assert.strictEqual(yield* recallDeliveries(), 1)
      assert.strictEqual(yield* recallDeliveries(), 0, "once")
      for (const seconds of delaysSeconds) {
        const delivery = yield* failOne(id)
        assert.strictEqual(yield* recallDeliveries(), 0)
        assert.strictEqual(yield* secondsLeft(delivery), seconds)
        assert.deepStrictEqual(yield* claimDeliveries(id), [])
        yield* TestClock.adjust({ seconds })
      }
      assert.strictEqual((yield* failOne(id)).status, "failed")
    })
  )

  it.effect("lets what was attempted ahead wait for its own delay, once", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* newDeliveries(id, [{ delaysSeconds: [600] }])
      const delivery = yield* whileAhead("30 days")(failOne(id))
      assert.strictEqual(yield* recallDeliveries(), 1)
      assert.strictEqual(yield* secondsLeft(delivery), 600)
      yield* TestClock.adjust("6 minutes")
      assert.strictEqual(yield* recallDeliveries(), 0)
      yield* TestClock.adjust("239 seconds")
      assert.deepStrictEqual(yield* claimDeliveries(id), [])
      yield* TestClock.adjust("1 second")
      assert.deepInclude((yield* claimDelivery(id)).delivery, { attempts: 2, automaticFailures: 1 })
    })
  )

  it.effect("begins again what was begun ahead and never ended, and what was asked for by hand", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      yield* whileAhead("1 day")(Effect.andThen(newDeliveries(id), claimDelivery(id)))
      yield* recallDeliveries()
      const claim = yield* claimDelivery(id)
      assert.deepInclude(claim.delivery, { attempts: 2 })
      const ended = decideAttempt(claim, { _tag: "Answered", httpStatus: 200 }, yield* DateTime.now)
      yield* store.record([{ claim, decision: ended }])

      const { stored } = yield* failedDelivery(id)
      const ahead = DateTime.add(yield* DateTime.now, { days: 30 })
      yield* store.requeue(stored, requeued(stored, ahead), null)
      assert.strictEqual(yield* recallDeliveries(), 1)
      assert.strictEqual((yield* claimDelivery(id)).delivery.trigger, "manual")
    })
  )

  it.effect("leaves alone what its plan allows, an ordinary correction of the clock included", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* newDeliveries(id, [{ delaysSeconds: [86_400] }])
      const retried = yield* failOne(id)
      const { deliveries } = yield* whileAhead("5 minutes")(newDeliveries(id, [{ delaysSeconds: [60] }]))
      assert.strictEqual(yield* recallDeliveries(), 0)
      assert.deepStrictEqual([yield* secondsLeft(retried), yield* secondsLeft(deliveries[0]!)], [86_400, 300])
      // One millisecond more is no ordinary correction.
      yield* whileAhead("300001 millis")(newDeliveries(id))
      assert.strictEqual(yield* recallDeliveries(), 1)
    })
  )

  it.effect("looks at no more at a time than asked, and goes on at its place", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const now = yield* DateTime.now
      const at = (hours: number) => DateTime.add(now, { hours })
      const planned = { trigger: "automatic", automaticFailures: 1, delaysSeconds: [86_400] } as const
      const { deliveries } = yield* newDeliveries(id, [
        { nextAttemptAt: at(30) },
        { ...planned, nextAttemptAt: at(20) },
        { nextAttemptAt: at(10) },
        { ...planned, nextAttemptAt: at(40) }
      ])
      const left = Effect.forEach(deliveries, (one) => Effect.map(secondsLeft(one), (seconds) => seconds / 3_600))
      const recall = (place: DuePlace) => store.recall({ now, after: at(1), place, limit: 2 })
      const first = yield* recall({ dueAt: at(1), id: "" })
      assert.deepStrictEqual([first.count, first.last?.id], [1, deliveries[1]!.id])
      assert.deepStrictEqual(yield* left, [30, 20, 0, 40])
      const second = yield* recall(first.last!)
      assert.deepStrictEqual([second.count, second.last?.id], [2, deliveries[3]!.id])
      assert.deepStrictEqual(yield* left, [0, 20, 0, 24])
      assert.deepStrictEqual(yield* recall(second.last!), { count: 0, last: null })
    })
  )
}
