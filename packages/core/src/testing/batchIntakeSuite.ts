/** How batches come into being, and how they are listed. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Exit, Option } from "effect"
import { TestClock } from "effect/testing"
import { BatchStore } from "../batches/BatchStore.ts"
import { BatchId } from "../batches/domain/Batch.ts"
import { defaultBatchOptions } from "../batches/domain/BatchOptions.ts"
import { listedBatch } from "../batches/domain/listedBatch.ts"
import { IdempotencyStore } from "../idempotency/IdempotencyStore.ts"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import { askedTerms } from "../paging/domain/searchTerms.ts"
import { freshOrganization, idsNewestFirst, readLargeRows } from "./arrangements.ts"
import { accepted, balanceOf, endAll, found, intakeOf, items, settled, startOf } from "./batchArrangements.ts"
import { freshId } from "./builders.ts"
import { keptAnswerOf } from "./keyedWrites.ts"
import type { StoresIt } from "./Stores.ts"

/** What `BatchStore` promises of intakes and lists. */
export const batchIntakeTests = (it: StoresIt): void => {
  it.effect("shows an intake to nobody before it is accepted, and debits it then", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const { accept, id } = yield* intakeOf(organizationId, items(3))
      assert.isNull(yield* found({ id, organizationId }))
      assert.strictEqual(yield* balanceOf(organizationId), 100)
      const batch = yield* accept({ tags: ["Blue"], invalidUrls: [{ url: "ftp://x", reason: "no" }] })
      const stored = yield* found(batch)
      assert.deepStrictEqual(stored?.batch, batch)
      assert.strictEqual(yield* balanceOf(organizationId), 97)
      assert.isNull(yield* found({ id, organizationId: OrganizationId.make(freshId("org")) }))
      yield* (yield* BatchStore).cancel(organizationId, id)
    })
  )

  it.effect("accepts none that is not paid for, is one too many, or has a key that stands for another", () =>
    Effect.gen(function* () {
      const store = yield* BatchStore
      const { id: organizationId } = yield* freshOrganization({ credits: 2 })
      const dear = yield* intakeOf(organizationId, items(3))
      assert.deepInclude(yield* Effect.flip(dear.accept()), { _tag: "OutOfCredits", available: 2, needed: 3 })
      const kept = { ...(yield* keptAnswerOf(organizationId, { operation: "batch.submit" })), expiresAt: null }
      const first = yield* (yield* intakeOf(organizationId, items(1))).accept({}, { kept })
      const second = yield* intakeOf(organizationId, items(1))
      assert.strictEqual((yield* Effect.flip(second.accept({}, { kept, allowance: 1 })))._tag, "IdempotencyKeyTaken")
      assert.deepInclude(yield* Effect.flip(second.accept({}, { allowance: 1 })), {
        _tag: "BatchLimitReached",
        limit: 1
      })
      assert.strictEqual(yield* balanceOf(organizationId), 1)
      yield* store.cancel(organizationId, first.id)
      assert.isFalse(yield* store.remove(organizationId, first.id))
      assert.isTrue(yield* settled((yield* found(first))!))
      assert.isTrue(yield* store.remove(organizationId, first.id))
      assert.isNull(yield* found(first))
      assert.isTrue(Option.isNone(yield* (yield* IdempotencyStore).find(kept, yield* DateTime.now)))
    })
  )

  it.effect("begins none where as many as may be have not ended, of whatever is still an intake", () =>
    Effect.gen(function* () {
      const store = yield* BatchStore
      const { id: organizationId } = yield* freshOrganization({ credits: 10 })
      yield* intakeOf(organizationId, items(1))
      const at = yield* DateTime.now
      const open = (allowance: number) => store.open(organizationId, BatchId.make(freshId("batch")), at, allowance)
      yield* open(1)
      const batch = yield* accepted(organizationId, items(1))
      assert.deepInclude(yield* Effect.flip(open(1)), { _tag: "BatchLimitReached", limit: 1 })
      yield* open(2)
      yield* store.cancel(organizationId, batch.id)
      assert.strictEqual((yield* Effect.flip(open(1)))._tag, "BatchLimitReached")
      assert.isTrue(yield* settled((yield* found(batch))!))
      yield* open(1)
    })
  )

  it.effect("accepts no intake that was removed", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const { accept, id } = yield* intakeOf(organizationId, items(2))
      assert.isTrue(yield* (yield* BatchStore).remove(organizationId, id))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(accept())))
      assert.isNull(yield* found({ id, organizationId }))
      assert.strictEqual(yield* balanceOf(organizationId), 100)
    })
  )

  it.effect("accepts one of several that bring one key at once", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const kept = yield* keptAnswerOf(organizationId, { operation: "batch.submit" })
      const intakes = yield* Effect.forEach([1, 2, 3, 4], () => intakeOf(organizationId, items(5)))
      const results = yield* Effect.forEach(intakes, ({ accept }) => Effect.result(accept({}, { kept })), {
        concurrency: "unbounded"
      })
      assert.strictEqual(results.filter(({ _tag }) => _tag === "Success").length, 1)
      assert.strictEqual(yield* balanceOf(organizationId), 95)
      for (const { id } of intakes) yield* (yield* BatchStore).cancel(organizationId, id)
    })
  )

  it.effect("reads no more of large batches than a page has room for", () =>
    Effect.gen(function* () {
      const store = yield* BatchStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const options = { ...defaultBatchOptions, includeSelectors: ["x".repeat(150_000)], excludeSelectors: ["y"] }
      const invalidUrls = [{ url: "\u0001".repeat(20_000), reason: "no" }]
      const batches = yield* Effect.forEach(Array.from({ length: 16 }), (_, n) =>
        Effect.andThen(
          TestClock.adjust(n % 3 === 0 ? "1 second" : 0),
          accepted(organizationId, items(1), { options, invalidUrls, tags: ["large"] })
        )
      )
      const wanted = idsNewestFirst(batches, (batch) => ({ at: batch.createdAt, id: batch.id }))
      for (const filter of [{}, { anyTag: ["large"] }, { status: "queued" } as const]) {
        const read = yield* readLargeRows((slice) => store.list(organizationId, filter, slice))
        assert.deepStrictEqual(
          read.map(({ batch }) => batch.id),
          wanted
        )
        for (const { batch } of read) {
          const made = batches.find(({ id }) => id === batch.id)!
          assert.deepStrictEqual(batch, listedBatch(made))
        }
      }
      yield* endAll(batches)
    })
  )

  it.effect("lists batches newest first, by what they are and by their words", () =>
    Effect.gen(function* () {
      const store = yield* BatchStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const one = yield* accepted(organizationId, items(1), { tags: ["Blue", "spring sale"] })
      yield* TestClock.adjust("1 second")
      const two = yield* accepted(organizationId, items(1), { ...startOf(1), tags: ["red"] })
      const list = (filter: Parameters<typeof store.list>[1], limit = 10) =>
        Effect.map(store.list(organizationId, filter, { limit, after: null }), ({ rows }) =>
          rows.map(({ batch }) => batch.id)
        )
      assert.deepStrictEqual(yield* list({}), [two.id, one.id])
      assert.deepStrictEqual(yield* list({}, 1), [two.id])
      const next = yield* store.list(organizationId, {}, { limit: 5, after: { at: two.createdAt, id: two.id } })
      assert.deepStrictEqual(
        next.rows.map(({ batch }) => batch.id),
        [one.id]
      )
      assert.deepStrictEqual(yield* list({ anyTag: ["spring sale", "x"] }), [one.id])
      assert.deepStrictEqual(yield* list({ search: { terms: ["sit"], match: "prefix" } }), [two.id])
      assert.deepStrictEqual(yield* list({ search: { terms: ["sit"], match: "exact" } }), [])
      assert.deepStrictEqual(yield* list({ search: { terms: ["sale", "blu"], match: "prefix" } }), [one.id])
      for (const match of ["prefix", "exact"] as const) {
        for (const signs of ["€", "++", "-", "%", "_"]) {
          assert.deepStrictEqual(yield* list({ search: { terms: askedTerms(signs), match } }), [], signs)
        }
      }
      yield* store.cancel(organizationId, one.id)
      assert.deepStrictEqual(yield* list({ status: "cancelling" }), [one.id])
      yield* store.cancel(organizationId, two.id)
    })
  )
}
