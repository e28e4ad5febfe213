import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { BatchStore } from "../batches/BatchStore.ts"
import { BatchWorkStore } from "../batches/BatchWorkStore.ts"
import { type Backlog, BacklogStore, mostCounted, troublingAttempts } from "../measures/BacklogStore.ts"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import {
  claimDeliveries,
  claimRun,
  claimRuns,
  completed,
  freshOrganization,
  lease,
  newDeliveries,
  newMonitor,
  recordRun
} from "./arrangements.ts"
import { accepted, intakeOf, items } from "./batchArrangements.ts"
import { buildTimeout, type EmptyStores, longTestMillis } from "./Stores.ts"

const look = Effect.gen(function* () {
  return yield* (yield* BacklogStore).look(yield* DateTime.now)
})

/** What waits of one kind of work: how many, and for how many minutes the first. */
const waits = Effect.fnUntraced(function* (of: keyof Backlog) {
  const { due, since } = (yield* look)[of]
  const now = yield* DateTime.now
  return [due, since === null ? null : (now.epochMilliseconds - since.epochMilliseconds) / 60_000]
})

/** What `BacklogStore` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`BacklogStore (${name})`, (it) => {
    it.effect(
      "counts runs that are due and that nobody has begun, and says since when the first is",
      () =>
        Effect.gen(function* () {
          const { id } = yield* freshOrganization()
          assert.deepStrictEqual(yield* waits("runs"), [0, null])
          const { monitor } = yield* newMonitor(id)
          const claim = yield* claimRun(id)
          assert.deepStrictEqual(yield* waits("runs"), [0, null], "it is under way")
          yield* recordRun(completed(claim, yield* DateTime.now))
          assert.deepStrictEqual(yield* waits("runs"), [0, null], "its next slot is in an hour")
          yield* TestClock.adjust("10 minutes")
          yield* newMonitor(id)
          yield* TestClock.adjust("3 minutes")
          assert.deepStrictEqual(yield* waits("runs"), [1, 3])
          yield* TestClock.adjust("57 minutes")
          assert.deepStrictEqual(yield* waits("runs"), [2, 60])
          assert.lengthOf(yield* claimRuns(id), 2)
          assert.deepStrictEqual(yield* waits("runs"), [0, null])
          yield* TestClock.adjust(lease)
          assert.strictEqual((yield* look).runs.due, 2, "nobody holds it any more")
          yield* (yield* MonitorStore).remove(id, monitor.id, yield* DateTime.now)
          assert.strictEqual((yield* look).runs.due, 1)
        }),
      longTestMillis
    )

    it.effect(
      "counts deliveries whose attempt is due",
      () =>
        Effect.gen(function* () {
          const { id } = yield* freshOrganization()
          const start = yield* DateTime.now
          yield* newDeliveries(
            id,
            [1, 2, 9].map((minutes) => ({ nextAttemptAt: DateTime.add(start, { minutes }) }))
          )
          assert.deepStrictEqual(yield* waits("deliveries"), [0, null])
          yield* TestClock.adjust("5 minutes")
          assert.deepStrictEqual(yield* waits("deliveries"), [2, 4])
          assert.lengthOf(yield* claimDeliveries(id, 1), 1)
          assert.deepStrictEqual(yield* waits("deliveries"), [1, 3])
        }),
      longTestMillis
    )

    it.effect(
      "tells hosts that have not taken events at several attempts, those first that miss most",
      () =>
        Effect.gen(function* () {
          const { id } = yield* freshOrganization()
          const start = yield* DateTime.now
          const at = (minutes: number) => DateTime.add(start, { minutes })
          const refused = (minutes: number) =>
            ({
              status: "retrying",
              attempts: troublingAttempts,
              nextAttemptAt: at(90),
              createdAt: at(minutes)
            }) as const
          const { monitor } = yield* newDeliveries(id, [
            refused(-2),
            refused(-7),
            { ...refused(-9), attempts: troublingAttempts - 1 },
            { ...refused(-9), status: "pending" },
            { ...refused(-9), status: "failed", nextAttemptAt: null }
          ])
          const { refusing } = yield* BacklogStore
          const first = { host: "receiver.example", deliveries: 2, since: at(-7) }
          assert.deepStrictEqual(yield* refusing, [first])
          const { id: other } = yield* freshOrganization()
          yield* newDeliveries(other, [refused(-1)])
          assert.deepStrictEqual(yield* refusing, [{ ...first, deliveries: 3 }], "whosever they are")
          yield* (yield* MonitorStore).remove(id, monitor.id, start)
          assert.deepStrictEqual(yield* refusing, [{ ...first, deliveries: 1, since: at(-1) }])
        }),
      longTestMillis
    )

    it.effect(
      "counts pages of batches that nobody has begun, since their batch was made",
      () =>
        Effect.gen(function* () {
          const { id } = yield* freshOrganization({ credits: 100 })
          yield* accepted(id, items(3))
          yield* TestClock.adjust("2 minutes")
          yield* accepted(id, items(4))
          assert.deepStrictEqual(yield* waits("pages"), [7, 2])
          const work = yield* BatchWorkStore
          const claims = yield* work.claimDue({ limit: 5, lease, now: yield* DateTime.now })
          assert.lengthOf(claims, 5)
          assert.strictEqual((yield* look).pages.due, 2)
        }),
      longTestMillis
    )

    it.effect(
      "tells no more than it counts to, however many wait",
      () =>
        Effect.gen(function* () {
          const { id: organizationId } = yield* freshOrganization({ credits: 20_000 })
          const store = yield* BatchStore
          const { accept, id } = yield* intakeOf(organizationId, [])
          yield* store.add(organizationId, id, items(mostCounted + 1))
          const reserved = mostCounted + 1
          yield* accept({
            intake: { reserved, reservedIsCeiling: false, submitted: reserved, duplicates: 0, invalid: 0 }
          })
          assert.strictEqual((yield* look).pages.due, mostCounted)
        }),
      longTestMillis
    )
  })
