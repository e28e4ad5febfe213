/** How deliveries and their attempts are read. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { type DeliveryFilter, DeliveryStore } from "../webhooks/DeliveryStore.ts"
import { type Delivery, DeliverySummary, decideAttempt, summaryOf } from "../webhooks/domain/Delivery.ts"
import {
  assertSame,
  claimDeliveries,
  claimDelivery,
  freshOrganization,
  idsNewestFirst,
  newDeliveries,
  readInSlices,
  rowsOf
} from "./arrangements.ts"
import type { StoresIt } from "./Stores.ts"

const position = (delivery: Pick<Delivery, "createdAt" | "id">) => ({ at: delivery.createdAt, id: delivery.id })

const idsFor = Effect.fnUntraced(function* (organizationId: OrganizationId, filter: DeliveryFilter) {
  const found = yield* rowsOf((yield* DeliveryStore).list(organizationId, filter, { limit: 100, after: null }))
  return found.map((delivery) => delivery.id).sort()
})

/** Declares what reading deliveries promises. */
export const deliveryListTests = (it: StoresIt) => {
  it.effect("lists deliveries newest first, in slices that neither repeat nor leave out", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const now = yield* DateTime.now
      const { deliveries } = yield* newDeliveries(
        id,
        [2, 1, 2, 3, 1, 2, 2].map((minutes) => ({ createdAt: DateTime.subtract(now, { minutes }) }))
      )
      const read = yield* readInSlices((slice) => store.list(id, { type: "monitor" }, slice), position)
      assert.deepStrictEqual(
        read.map((delivery) => delivery.id),
        idsNewestFirst(deliveries, position)
      )
    })
  )

  it.effect("shows the deliveries for which every condition holds", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const now = yield* DateTime.now
      const old = { createdAt: DateTime.subtract(now, { minutes: 1 }) }
      const one = yield* newDeliveries(id, [old, {}])
      const other = yield* newDeliveries(id, [{ nextAttemptAt: DateTime.add(now, { hours: 2 }) }])
      const [first, second] = one.deliveries.map((delivery) => delivery.id)
      const third = other.deliveries[0]!.id
      yield* claimDeliveries(id)

      const type = "monitor" as const
      assert.deepStrictEqual(yield* idsFor(id, { type }), [first, second, third].sort())
      assert.deepStrictEqual(yield* idsFor(id, { type: "batch" }), [])
      assert.deepStrictEqual(yield* idsFor(id, { type: "batch", batchId: "batch_1" }), [])
      assert.deepStrictEqual(yield* idsFor(id, { type, monitorId: other.monitor.id }), [third])
      assert.deepStrictEqual(yield* idsFor(id, { type, monitorId: "mon_unknown" }), [])
      assert.deepStrictEqual(yield* idsFor(id, { type, runIds: [one.run.id] }), [first, second].sort())
      assert.deepStrictEqual(
        yield* idsFor(id, { type, runIds: [one.run.id, other.run.id, "run_unknown"] }),
        [first, second, third].sort()
      )
      assert.deepStrictEqual(yield* idsFor(id, { type, runIds: [] }), [])
      const ofBoth = { type, runIds: [one.run.id, other.run.id] }
      assert.deepStrictEqual(yield* idsFor(id, { ...ofBoth, monitorId: other.monitor.id }), [third])
      assert.deepStrictEqual(yield* idsFor(id, { type, runIds: [one.run.id], monitorId: other.monitor.id }), [])
      assert.deepStrictEqual(yield* idsFor(id, { type, status: "delivering" }), [first, second].sort())
      assert.deepStrictEqual(yield* idsFor(id, { type, status: "pending" }), [third])
      // Strictly after.
      assert.deepStrictEqual(yield* idsFor(id, { type, createdAfter: now }), [])
      assert.deepStrictEqual(yield* idsFor(id, { type, createdAfter: old.createdAt }), [second, third].sort())
      assert.deepStrictEqual(
        yield* idsFor(id, { type, runIds: [one.run.id], createdAfter: old.createdAt, status: "delivering" }),
        [second]
      )
    })
  )

  it.effect("lists no more than was asked for, however far apart the rows stand", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const now = yield* DateTime.now
      // Further than an adapter walks at once.
      const sought = [0, 5_100, 5_101, 5_102]
      const { deliveries } = yield* newDeliveries(
        id,
        Array.from({ length: 5_103 }, (_, milliseconds) => ({
          createdAt: DateTime.subtract(now, { milliseconds }),
          nextAttemptAt: sought.includes(milliseconds) ? now : DateTime.add(now, { hours: 2 })
        }))
      )
      yield* claimDeliveries(id)
      const ids = sought.map((place) => deliveries[place]!.id)
      const filter = { type: "monitor", status: "delivering" } as const
      const first = yield* store.list(id, filter, { limit: 3, after: null })
      assert.deepStrictEqual(
        first.rows.map((delivery) => delivery.id),
        ids.slice(0, 3)
      )
      const rest = yield* store.list(id, filter, { limit: 3, after: position(first.rows[2]!) })
      assert.deepStrictEqual(
        rest.rows.map((delivery) => delivery.id),
        ids.slice(3)
      )
    })
  )

  it.effect("lists what is known of deliveries, but neither what is sent nor what passed", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      // Together more than some stores pass over beside other work.
      const body = "{}".padEnd(700_000)
      const { deliveries, monitor, run } = yield* newDeliveries(id, [{ body }, { body }])
      const type = "monitor" as const
      for (const isAttempted of [false, true]) {
        if (isAttempted) {
          for (const claim of yield* claimDeliveries(id)) {
            const decided = decideAttempt(claim, { _tag: "Answered", httpStatus: 500 }, yield* DateTime.now)
            const exchange = { headers: { "x-sent": "1" }, answer: "no" }
            const attempt = { ...decided.attempt, exchange }
            const decision = { ...decided, attempt, delivery: { ...decided.delivery, lastAttempt: attempt } }
            yield* store.record([{ claim, decision }])
          }
        }
        const stored = yield* Effect.forEach(deliveries, (one) => store.get(id, one.id))
        const kept = stored.map((found) => Option.getOrThrow(found).delivery)
        const { status } = kept[0]!
        const wanted = idsNewestFirst(kept, position)
        for (const filter of [{}, { monitorId: monitor.id }, { runIds: [run.id] }, { status }]) {
          const listed = yield* rowsOf(store.list(id, { type, ...filter }, { limit: 3, after: null }))
          assert.deepStrictEqual(
            listed.map((delivery) => delivery.id),
            wanted
          )
          for (const delivery of listed) {
            assert.notProperty(delivery, "body")
            assertSame(DeliverySummary, delivery, summaryOf(kept.find((one) => one.id === delivery.id)!))
          }
        }
        const runIds = [run.id]
        assert.deepStrictEqual(yield* idsFor(id, { type, runIds, monitorId: "mon_other" }), [])
        assert.lengthOf(yield* idsFor(id, { type, runIds, status, monitorId: monitor.id }), 2)
        assert.lengthOf(yield* rowsOf(store.list(id, { type, runIds }, { limit: 1, after: null })), 1)
      }
    })
  )

  it.effect("shows nothing of an organization to another", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const [owner, other] = [yield* freshOrganization(), yield* freshOrganization()]
      const { monitor, deliveries, run } = yield* newDeliveries(owner.id)
      yield* claimDelivery(owner.id)
      const deliveryId = deliveries[0]!.id
      assert.isTrue(Option.isSome(yield* store.get(owner.id, deliveryId)))
      assert.isTrue(Option.isNone(yield* store.get(other.id, deliveryId)))
      assert.deepStrictEqual(yield* store.attempts(other.id, deliveryId, { limit: 10, before: null }), [])
      assert.deepStrictEqual(yield* idsFor(other.id, { type: "monitor" }), [])
      assert.deepStrictEqual(yield* idsFor(other.id, { type: "monitor", monitorId: monitor.id }), [])
      assert.deepStrictEqual(yield* idsFor(other.id, { type: "monitor", runIds: [run.id] }), [])
    })
  )

  it.effect("lists attempts newest first, the one in flight included, from any place on, to their owner alone", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { id } = yield* freshOrganization()
      const { deliveries } = yield* newDeliveries(id, [{ delaysSeconds: [1, 1, 1, 1, 1] }])
      const deliveryId = deliveries[0]!.id
      assert.deepStrictEqual(yield* store.attempts(id, deliveryId, { limit: 10, before: null }), [])
      for (let round = 0; round < 4; round++) {
        const claim = yield* claimDelivery(id)
        const decision = decideAttempt(claim, { _tag: "Answered", httpStatus: 500 + round }, yield* DateTime.now)
        yield* store.record([{ claim, decision }])
        yield* TestClock.adjust("1 second")
      }
      yield* claimDelivery(id)
      const read = Effect.fnUntraced(function* (limit: number, before: number | null) {
        const attempts = yield* store.attempts(id, deliveryId, { limit, before })
        return attempts.map(({ attempt, httpStatus }) => [attempt, httpStatus])
      })
      assert.deepStrictEqual(yield* read(2, null), [
        [5, null],
        [4, 503]
      ])
      assert.deepStrictEqual(yield* read(2, 4), [
        [3, 502],
        [2, 501]
      ])
      assert.deepStrictEqual(yield* read(2, 2), [[1, 500]])
      assert.deepStrictEqual(yield* read(2, 1), [])
      const stranger = yield* freshOrganization()
      assert.deepStrictEqual(yield* store.attempts(stranger.id, deliveryId, { limit: 10, before: null }), [])
    })
  )
}
