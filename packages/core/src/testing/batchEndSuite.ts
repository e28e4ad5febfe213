/** How batches end, and what they give back. */

import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { BatchStore } from "../batches/BatchStore.ts"
import { BatchWorkStore, type ItemClaim, type ItemOutcome } from "../batches/BatchWorkStore.ts"
import type { BatchId } from "../batches/domain/Batch.ts"
import { defaultBatchOptions } from "../batches/domain/BatchOptions.ts"
import { ended } from "../batches/domain/settle.ts"
import { GrantId } from "../grants/domain/Grant.ts"
import { GrantStore } from "../grants/GrantStore.ts"
import { pageBytes } from "../paging/domain/Page.ts"
import { DeliveryStore } from "../webhooks/DeliveryStore.ts"
import { removedBodyBytes } from "../webhooks/domain/bodyBytes.ts"
import { type Delivery, DeliveryId } from "../webhooks/domain/Delivery.ts"
import { freshOrganization, lease } from "./arrangements.ts"
import {
  accepted,
  balanceOf,
  claimOf,
  endAll,
  failAll,
  found,
  intakeOf,
  items,
  outcomeOf,
  place,
  record,
  settled,
  startOf,
  writeOf
} from "./batchArrangements.ts"
import { billedOrganization, grant, monthsLater, spend, standing, supplyAt } from "./billed.ts"
import { entryOf, freshId } from "./builders.ts"
import type { StoresIt } from "./Stores.ts"

const failure = (claim: ItemClaim, code: string): ItemOutcome => ({
  n: claim.n,
  token: claim.token,
  _tag: "Failed",
  code,
  url: claim.url,
  place
})

/** What `BatchWorkStore` promises of ends. */
export const batchEndTests = (it: StoresIt): void => {
  it.effect("tells of all that have not ended, a few at a time where they are large", () =>
    Effect.gen(function* () {
      const store = yield* BatchWorkStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const options = { ...defaultBatchOptions, includeSelectors: ["x".repeat(300_000)] }
      const batches = yield* Effect.forEach(Array.from({ length: 9 }), () =>
        accepted(organizationId, items(1), { options })
      )
      const told: Array<BatchId> = []
      for (let after: BatchId | null = null; ; ) {
        const step: Effect.Success<ReturnType<typeof store.unsettled>> = yield* store.unsettled({ after, limit: 100 })
        const bytes = step.slice(0, -1).reduce((sum, { batch }) => sum + JSON.stringify(batch.options).length, 0)
        assert.isAtMost(bytes, 1.1 * pageBytes)
        told.push(...step.filter(({ batch }) => batch.organizationId === organizationId).map(({ batch }) => batch.id))
        const last = step.at(-1)
        if (last === undefined) break
        after = last.batch.id
      }
      assert.deepStrictEqual(told, batches.map(({ id }) => id).sort())
      yield* endAll(batches)
    })
  )

  it.effect("ends once, with what is given back, and only when nothing is left to do", () =>
    Effect.gen(function* () {
      const store = yield* BatchWorkStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const subscription = {
        id: freshId("sub"),
        organizationId,
        url: "https://in.example/",
        events: ["batch.completed" as const],
        retry: null,
        secret: "sealed",
        failure: null
      }
      const { accept, id } = yield* intakeOf(organizationId, items(3))
      const batch = yield* accept({ subscription: { ...subscription, id } })
      assert.strictEqual(yield* balanceOf(organizationId), 97)
      const claims = yield* claimOf(batch, 10)
      assert.isFalse(yield* settled((yield* found(batch))!))
      const looked = yield* store.unsettled({ after: null, limit: 1_000, doneOnly: true })
      assert.isFalse(looked.some((one) => one.batch.id === batch.id))
      const ocr: ItemOutcome = { ...outcomeOf(claims[0]!), recoveredPages: 1 }
      yield* record(writeOf(batch, [ocr, failure(claims[1]!, "NOT_FOUND")]))
      const before = (yield* found(batch))!
      yield* record(writeOf(batch, [failure(claims[2]!, "NOT_FOUND")], { shard: 4 }))
      assert.isFalse(yield* settled(before))
      const stored = (yield* found(batch))!
      assert.deepInclude(stored.tally, { succeeded: 1, failed: 2, recoveredPages: 1 })
      const open = yield* store.unsettled({ after: null, limit: 1_000 })
      assert.deepInclude(
        open.find((one) => one.batch.id === batch.id),
        { isDone: true }
      )
      const done = yield* store.unsettled({ after: null, limit: 1_000, doneOnly: true })
      assert.deepStrictEqual(
        done,
        open.filter(({ isDone }) => isDone)
      )
      const at = yield* DateTime.now
      const delivery: Delivery = {
        id: DeliveryId.make(freshId("whd")),
        organizationId,
        subscriptionId: id,
        source: { type: "batch", batchId: id },
        event: "batch.completed",
        eventId: freshId("evt"),
        body: "{}",
        url: subscription.url,
        delaysSeconds: [],
        status: "pending",
        cancelReason: null,
        createdAt: at,
        deliveredAt: null,
        nextAttemptAt: at,
        trigger: "initial",
        attempts: 0,
        automaticFailures: 0,
        lastAttempt: null
      }
      // As many bytes as stay, and one more; of another batch that ended then, and of none.
      const [stays, large] = ["x".repeat(removedBodyBytes), `${"\u00e9".repeat(removedBodyBytes / 2)}x`]
      const others = [
        { body: stays },
        { body: large },
        { body: large, source: { type: "batch" as const, batchId: freshId("batch") } }
      ].map((given) => ({ ...delivery, id: DeliveryId.make(freshId("whd")), eventId: freshId("evt"), ...given }))
      assert.isTrue(yield* settled(stored, {}, [delivery, ...others]))
      assert.isFalse(yield* settled(stored))
      assert.strictEqual(yield* balanceOf(organizationId), 98)
      const { end, status } = (yield* found(batch))!.batch
      assert.strictEqual(status, "completed")
      assert.deepInclude(end, { refunded: 2, ocrCharged: 1, failure: null })
      assert.deepInclude(end!.pageErrors[0], { code: "NOT_FOUND", count: 2 })
      const deliveries = yield* DeliveryStore
      const sent = yield* deliveries.claimDue({ now: at, limit: 10, lease })
      const own = sent.find(({ delivery: { id: sentId } }) => sentId === delivery.id)
      assert.deepStrictEqual(own?.destination, { url: subscription.url, secret: "sealed" })
      assert.isTrue(yield* (yield* BatchStore).remove(organizationId, id))
      const gone = Option.getOrThrow(yield* deliveries.get(organizationId, delivery.id))
      assert.strictEqual(gone.delivery.status, "cancelled")
      const bodies = yield* Effect.forEach(others, (one) =>
        Effect.map(deliveries.get(organizationId, one.id), (kept) => Option.getOrThrow(kept).delivery.body)
      )
      assert.deepStrictEqual([bodies[0], bodies[2]], [stays, large])
      assert.deepStrictEqual(JSON.parse(bodies[1]!), { event: "batch.completed", id: others[1]!.eventId })
    })
  )

  it.effect("gives credits back as they were taken, so that those of a month go with it", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization()
      const batch = yield* accepted(organization.id, items(2), startOf(900))
      yield* failAll(batch)
      assert.deepStrictEqual(yield* standing(organization), { balance: 1_000, monthly: 1_000, held: 0, used: 0 })
      const late = yield* accepted(organization.id, items(1), startOf(600))
      yield* supplyAt(organization, monthsLater(organization, 1))
      yield* failAll(late)
      assert.deepStrictEqual(yield* standing(organization), { balance: 1_600, monthly: 1_600, held: 0, used: 0 })
    })
  )

  it.effect("gives credits that last back as such, and no more of them than it took, whatever ends first", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization()
      yield* grant(organization, 300)
      const monthly = yield* accepted(organization.id, items(1), startOf(700))
      const both = yield* accepted(organization.id, items(1), startOf(500))
      yield* spend(organization, 60)
      assert.deepInclude(yield* standing(organization), { balance: 40, monthly: 0 })
      yield* failAll(monthly)
      assert.deepInclude(yield* standing(organization), { balance: 740, monthly: 700 })
      yield* failAll(both)
      assert.deepInclude(yield* standing(organization), { balance: 1_240, monthly: 1_000 })
    })
  )

  it.effect("is not completed by who did not see that it was cancelled", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const batch = yield* accepted(organizationId, items(1))
      const [claim] = yield* claimOf(batch, 10)
      yield* record(writeOf(batch, [outcomeOf(claim!)]))
      const before = (yield* found(batch))!
      yield* (yield* BatchStore).cancel(organizationId, batch.id)
      assert.isFalse(yield* settled(before))
      assert.isTrue(yield* settled((yield* found(batch))!))
      assert.deepInclude((yield* found(batch))!.batch, { status: "cancelled" })
    })
  )

  it.effect("does not fail by a count of before, whatever came of a page since", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const batch = yield* accepted(organizationId, items(3))
      const [first, second] = yield* claimOf(batch, 10)
      const stalled = { failure: { code: "stalled", message: "It stands." } } as const
      for (const outcome of [outcomeOf(first!), failure(second!, "NOT_FOUND")]) {
        const before = (yield* found(batch))!
        yield* record(writeOf(batch, [outcome]))
        assert.isFalse(yield* settled(before, stalled), outcome._tag)
      }
      assert.isTrue(yield* settled((yield* found(batch))!, stalled))
      assert.strictEqual(yield* balanceOf(organizationId), 99)
      // It has ended: who cancels it then changes nothing.
      const ended = (yield* found(batch))!
      assert.deepStrictEqual(yield* (yield* BatchStore).cancel(organizationId, batch.id), Option.some(ended))
    })
  )

  it.effect("gives back to the day of the grant that submitted it, together with its end and once", () =>
    Effect.gen(function* () {
      const grants = yield* GrantStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const ofDay = { grantId: GrantId.make(freshId("grant")), day: 20_000 }
      const take = (credits: number) => grants.takeCredits({ ...ofDay, credits, atLeast: credits, most: 10 })
      yield* take(6)
      yield* grants.takeCredits({ ...ofDay, day: 20_001, credits: 3, atLeast: 3, most: 10 })
      const batch = yield* accepted(organizationId, items(3), {
        origin: { requestId: freshId("req"), route: "/batch/submit", caller: ofDay.grantId, budget: ofDay }
      })
      const stored = (yield* found(batch))!
      assert.deepStrictEqual(stored.batch.origin.budget, ofDay)
      const unspent = { ...ofDay, credits: 3 }
      // It is not done: nothing ends, and nothing comes back.
      assert.isFalse(yield* settled(stored, { unspent }))
      assert.deepStrictEqual(yield* take(5), { taken: null, left: 4 })
      const stalled = { failure: { code: "stalled", message: "It stands." } as const, unspent }
      assert.isTrue(yield* settled(stored, stalled))
      assert.isFalse(yield* settled(stored, stalled))
      assert.deepStrictEqual(yield* take(8), { taken: null, left: 7 })
      const next = yield* grants.takeCredits({ ...ofDay, day: 20_001, credits: 8, atLeast: 8, most: 10 })
      assert.deepStrictEqual(next, { taken: null, left: 7 })
    })
  )

  it.effect("takes from a day of its grant what its end costs, however little that has left", () =>
    Effect.gen(function* () {
      const grants = yield* GrantStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const grantId = freshId("grant")
      const left = (day: number) =>
        Effect.map(grants.takeCredits({ grantId, day, credits: 11, atLeast: 11, most: 10 }), (asked) => asked.left)
      yield* grants.takeCredits({ grantId, day: 20_000, credits: 9, atLeast: 9, most: 10 })
      for (const [day, expected] of [
        [20_000, 0],
        [20_001, 6]
      ] as const) {
        const stored = (yield* found(yield* accepted(organizationId, items(1))))!
        const failure = { code: "stalled", message: "It stands." } as const
        assert.isTrue(yield* settled(stored, { failure, unspent: { grantId, day, credits: -4 } }))
        assert.strictEqual(yield* left(day), expected)
      }
      // What was spent beyond it is not forgotten when something comes back.
      yield* grants.giveBackCredits({ grantId, day: 20_000, credits: 5 })
      assert.strictEqual(yield* left(20_000), 2)
    })
  )

  it.effect("does not end at the cost of more than there is", () =>
    Effect.gen(function* () {
      const store = yield* BatchWorkStore
      const { id: organizationId } = yield* freshOrganization({ credits: 3 })
      const batch = yield* accepted(organizationId, items(1))
      const [claim] = yield* claimOf(batch, 10)
      yield* record(writeOf(batch, [outcomeOf(claim!)]))
      const stored = (yield* found(batch))!
      const at = yield* DateTime.now
      const last = ended(stored.batch, stored.tally, { at, failure: null, available: 2 })
      const cause = { kind: "batch", id: `${batch.id}:end` } as const
      const settle = (credits: number) =>
        store.settle({
          batch: { ...last, end: { ...last.end, ocrCharged: -credits } },
          files: [],
          tally: stored.tally,
          entry: entryOf(organizationId, credits, { cause, at }),
          usage: null,
          unspent: null,
          deliveries: []
        })
      assert.isFalse(yield* settle(-3))
      assert.strictEqual(yield* balanceOf(organizationId), 2)
      assert.deepInclude((yield* found(batch))!.batch, { status: "running", end: null })
      assert.isTrue(yield* settle(-2))
      assert.strictEqual(yield* balanceOf(organizationId), 0)
    })
  )

  it.effect("fails with pages under way, whose claims are lost then", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const batch = yield* accepted(organizationId, items(2))
      const [claim] = yield* claimOf(batch, 1)
      assert.isTrue(yield* settled((yield* found(batch))!, { failure: { code: "stalled", message: "It stands." } }))
      assert.deepInclude((yield* found(batch))!.batch, { status: "failed" })
      assert.strictEqual(yield* balanceOf(organizationId), 100)
      assert.strictEqual((yield* record(writeOf(batch, [outcomeOf(claim!)])))._tag, "ClaimsLost")
      assert.deepStrictEqual(yield* (yield* BatchWorkStore).renew([claim!], lease), [false])
      assert.deepStrictEqual(yield* claimOf(batch, 10), [])
    })
  )
}
