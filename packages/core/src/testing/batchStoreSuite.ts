import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Exit, Option } from "effect"
import { TestClock } from "effect/testing"
import { BatchStore } from "../batches/BatchStore.ts"
import { BatchWorkStore, type BatchWrite, type ItemClaim, type ItemOutcome } from "../batches/BatchWorkStore.ts"
import { type Batch, type BatchFailure, BatchId } from "../batches/domain/Batch.ts"
import type { BatchItem, FoundItem } from "../batches/domain/Item.ts"
import type { ResultFile } from "../batches/domain/ResultFile.ts"
import { segmentBlob } from "../batches/domain/segmentBlob.ts"
import { ended } from "../batches/domain/settle.ts"
import { BlobRowStore } from "../blobs/BlobRowStore.ts"
import { blobPath } from "../blobs/domain/BlobKey.ts"
import { CreditLedger } from "../credits/CreditLedger.ts"
import type { KeptAnswer } from "../idempotency/domain/KeptAnswer.ts"
import { IdempotencyStore } from "../idempotency/IdempotencyStore.ts"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import { DeliveryStore } from "../webhooks/DeliveryStore.ts"
import { type Delivery, DeliveryId } from "../webhooks/domain/Delivery.ts"
import { freshOrganization, lease } from "./arrangements.ts"
import { billedOrganization, grant, monthsLater, spend, standing, supplyAt } from "./billed.ts"
import { batchOf, entryOf, freshId } from "./builders.ts"
import { keptAnswerOf } from "./keyedWrites.ts"
import { buildTimeout, type EmptyStores, longTestMillis, type StoresIt } from "./Stores.ts"

const itemOf = (n: number, host = "site.example", given: Partial<BatchItem> = {}): BatchItem => ({
  n,
  url: `https://${host}/${n}?été=☂`,
  host,
  identity: null,
  depth: 0,
  itemId: null,
  meta: null,
  ...given
})

const startOf = (reserved: number): Partial<Batch> => ({
  crawl: {
    source: { type: "start_url", url: "https://site.example/" },
    maxPages: reserved,
    maxDepth: null,
    followSubdomains: false,
    urlPattern: null
  },
  intake: { reserved, reservedIsCeiling: true, submitted: null, duplicates: 0, invalid: null }
})

/** An intake with pages in it, and how it is accepted. */
const intakeOf = Effect.fnUntraced(function* (organizationId: OrganizationId, items: ReadonlyArray<BatchItem>) {
  const store = yield* BatchStore
  const at = yield* DateTime.now
  const id = BatchId.make(freshId("batch"))
  yield* store.open(organizationId, id, at, 100)
  if (items.length > 0) yield* store.add(organizationId, id, items)
  const accept = Effect.fnUntraced(function* (
    given: Partial<Batch> = {},
    options: { readonly allowance?: number; readonly kept?: KeptAnswer | null } = {}
  ) {
    const intake = {
      reserved: items.length,
      reservedIsCeiling: false,
      submitted: items.length,
      duplicates: 0,
      invalid: 0
    }
    const batch = batchOf(organizationId, id, at, { intake, ...given })
    const entry = entryOf(organizationId, -batch.intake.reserved, { cause: { kind: "batch", id }, at })
    yield* store.accept({ batch, entry, allowance: options.allowance ?? 100, kept: options.kept ?? null })
    return batch
  })
  return { id, accept }
})

const accepted = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  items: ReadonlyArray<BatchItem>,
  given: Partial<Batch> = {}
) {
  return yield* (yield* intakeOf(organizationId, items)).accept(given)
})

const items = (count: number, host?: string) => Array.from({ length: count }, (_, n) => itemOf(n + 1, host))

/** Claims of one batch alone: the others of the installation are put back by the end of their leases. */
const claimOf = Effect.fnUntraced(function* (batch: Batch, limit: number) {
  const store = yield* BatchWorkStore
  const claims = yield* store.claimDue({ now: yield* DateTime.now, limit, lease })
  return claims.filter((claim) => claim.batch.id === batch.id)
})

const all = { after: null, until: null, limit: 1_000 }

const place = { offset: 0, length: 10 }

type Success = Extract<ItemOutcome, { readonly _tag: "Succeeded" }>

const outcomeOf = ({ n, token }: ItemClaim, found: ReadonlyArray<FoundItem> = []): Success => ({
  n,
  token,
  _tag: "Succeeded",
  recoveredPages: 0,
  place,
  found,
  finalIdentity: null
})

/** A page of a crawl, and one that answered there. */
const foundItem = (name: string): FoundItem => ({
  url: `https://crawl.example/${name}`,
  host: "crawl.example",
  identity: `crawl.example/${name}`,
  depth: 1
})
const at = (name: string, outcome: Success): Success => ({ ...outcome, finalIdentity: foundItem(name).identity })

const writeOf = (batch: Batch, outcomes: ReadonlyArray<ItemOutcome>, given: Partial<BatchWrite> = {}): BatchWrite => ({
  organizationId: batch.organizationId,
  batchId: batch.id,
  segment: {
    id: freshId("seg"),
    items: outcomes.length,
    bytes: 100,
    rawBytes: 200,
    crc: 0xfedc_ba98,
    blocks: [
      { bytes: 30, rawBytes: 120, crc: 1 },
      { bytes: 70, rawBytes: 80, crc: 0xffff_ffff }
    ]
  },
  outcomes,
  scopeUrl: null,
  maxKnown: 1_000,
  shard: 3,
  ...given
})

const record = Effect.fnUntraced(function* (write: BatchWrite) {
  const [written] = yield* (yield* BatchWorkStore).record([write])
  return written!
})

const found = Effect.fnUntraced(function* ({ id, organizationId }: Pick<Batch, "id" | "organizationId">) {
  return Option.getOrNull(yield* (yield* BatchStore).get(organizationId, id))
})

const balanceOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return (yield* (yield* CreditLedger).account(organizationId)).balance
})

const settled = Effect.fnUntraced(function* (
  stored: NonNullable<Effect.Success<ReturnType<typeof found>>>,
  given: { readonly failure?: BatchFailure; readonly files?: ReadonlyArray<ResultFile> } = {},
  deliveries: ReadonlyArray<Delivery> = []
) {
  const { batch, tally } = stored
  const { organizationId } = batch
  const at = yield* DateTime.now
  const { available } = yield* (yield* CreditLedger).account(organizationId)
  const last = ended(batch, tally, { at, failure: given.failure ?? null, available })
  const credits = last.end.refunded - last.end.ocrCharged
  const cause =
    credits > 0 ? ({ kind: "refund", id: batch.id } as const) : ({ kind: "batch", id: `${batch.id}:end` } as const)
  const entry = credits === 0 ? null : entryOf(organizationId, credits, { cause, at })
  return yield* (yield* BatchWorkStore).settle({
    batch: last,
    files: given.files ?? [],
    tally,
    entry,
    usage: null,
    deliveries
  })
})

/** Ends a batch of which nothing succeeded. */
const failAll = Effect.fnUntraced(function* (batch: Batch) {
  assert.isTrue(yield* settled((yield* found(batch))!, { failure: { code: "stalled", message: "It stands." } }))
})

const intakeTests = (it: StoresIt) => {
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
      yield* store.cancel(organizationId, one.id)
      assert.deepStrictEqual(yield* list({ status: "cancelling" }), [one.id])
      yield* store.cancel(organizationId, two.id)
    })
  )
}

const workTests = (it: StoresIt) => {
  it.effect("hands a page to one at a time, and to another when the lease has ended", () =>
    Effect.gen(function* () {
      const store = yield* BatchWorkStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const batch = yield* accepted(organizationId, [itemOf(1, "a.example", { itemId: "x", meta: `{"b":1}` })])
      const [first] = yield* claimOf(batch, 10)
      assert.deepInclude(first, { n: 1, itemId: "x", meta: `{"b":1}`, host: "a.example", depth: 0 })
      assert.deepInclude(first!.batch, {
        id: batch.id,
        organizationId,
        format: "markdown",
        crawl: null,
        scopeUrl: null
      })
      assert.deepInclude((yield* found(batch))!.batch, { status: "running", startedAt: yield* DateTime.now })
      assert.deepStrictEqual(yield* claimOf(batch, 10), [])
      yield* TestClock.adjust(Duration.millis(Duration.toMillis(lease) - 1))
      assert.deepStrictEqual(yield* store.renew([first!], lease), [true])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* claimOf(batch, 10), [])
      yield* TestClock.adjust(lease)
      const [second] = yield* claimOf(batch, 10)
      assert.deepStrictEqual(yield* store.renew([first!, second!], lease), [false, true])
      const late = yield* record(writeOf(batch, [outcomeOf(first!)]))
      assert.deepStrictEqual(late, { _tag: "ClaimsLost", lost: [1] })
      assert.deepInclude((yield* found(batch))!.tally, { succeeded: 0, failed: 0 })
      assert.deepStrictEqual(yield* record(writeOf(batch, [outcomeOf(second!)])), { _tag: "Recorded" })
      assert.deepInclude((yield* found(batch))!.tally, { succeeded: 1, failed: 0 })
      yield* TestClock.adjust(lease)
      assert.deepStrictEqual(yield* claimOf(batch, 10), [])
      assert.isTrue(yield* settled((yield* found(batch))!))
    })
  )

  it.effect(
    "counts claims that ended without a word, but none that was given back, or of a page that had not begun",
    () =>
      Effect.gen(function* () {
        const store = yield* BatchWorkStore
        const { id: organizationId } = yield* freshOrganization({ credits: 100 })
        const batch = yield* accepted(organizationId, items(1))
        const claimed = Effect.gen(function* () {
          const [claim] = yield* claimOf(batch, 1)
          return claim!
        })
        const lost = TestClock.adjust(lease)
        const first = yield* claimed
        assert.strictEqual(first.losses, 0)
        assert.deepStrictEqual(yield* store.renew([first], Duration.zero), [true])
        assert.deepStrictEqual(yield* store.renew([first], lease), [false])
        const second = yield* claimed
        assert.deepInclude(second, { losses: 0, token: first.token + 1 })
        yield* lost
        assert.strictEqual((yield* claimed).losses, 1)
        yield* lost
        const third = yield* claimed
        assert.strictEqual(third.losses, 2)
        yield* lost
        const waiting = yield* claimed
        assert.strictEqual(waiting.losses, 2)
        assert.deepStrictEqual(yield* store.renew([waiting], lease), [true])
        yield* lost
        const last = yield* claimed
        assert.strictEqual(last.losses, 3)
        yield* record(writeOf(batch, [outcomeOf(last)]))
        assert.isTrue(yield* settled((yield* found(batch))!))
      })
  )

  it.effect("writes nothing of pages that stand beside one that is lost", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const batch = yield* accepted(organizationId, items(3))
      const [one, two, three] = yield* claimOf(batch, 10)
      const outcomes = [outcomeOf(one!), { ...outcomeOf(two!), token: two!.token + 1 }, outcomeOf(three!)]
      assert.deepStrictEqual(yield* record(writeOf(batch, outcomes)), { _tag: "ClaimsLost", lost: [2] })
      const store = yield* BatchStore
      assert.deepStrictEqual(yield* store.segments(organizationId, batch.id, all), [])
      const write = writeOf(batch, [outcomes[0]!, outcomes[2]!])
      assert.deepStrictEqual(yield* record(write), { _tag: "Recorded" })
      const { blocks, ...segment } = write.segment!
      assert.deepStrictEqual(yield* store.segments(organizationId, batch.id, all), [segment])
      const rows = yield* store.results(organizationId, batch.id, { after: 0, limit: 10 })
      assert.deepStrictEqual(
        rows,
        [one!, three!].map(({ itemId, meta, n, url }) => {
          return { n, url, itemId, meta, blocks, place: { segmentId: segment.id, ...place } }
        })
      )
      const rest = yield* store.results(organizationId, batch.id, { after: 1, limit: 10 })
      assert.deepStrictEqual(rest, rows.slice(1))
      yield* store.cancel(organizationId, batch.id)
      yield* record(writeOf(batch, [outcomeOf(two!)]))
      assert.isTrue(yield* settled((yield* found(batch))!))
    })
  )

  it.effect("serves batches in turns, within the shares, past hosts that are full", () =>
    Effect.gen(function* () {
      const store = yield* BatchWorkStore
      const [one, two] = [yield* freshOrganization({ credits: 1_000 }), yield* freshOrganization({ credits: 1_000 })]
      const large = yield* accepted(one.id, [...items(40, "large.example"), itemOf(41, "other.example")])
      const small = yield* accepted(one.id, items(4, "small.example"))
      const theirs = yield* accepted(two.id, items(4, "theirs.example"))
      const claims = yield* store.claimDue({ now: yield* DateTime.now, limit: 9, lease })
      const countOf = (batch: Batch) => claims.filter((claim) => claim.batch.id === batch.id).length
      assert.deepStrictEqual([countOf(large) + countOf(small), countOf(theirs)], [5, 4])
      assert.isAtLeast(Math.min(countOf(large), countOf(small)), 2)
      const shares = {
        organizations: { each: 10, of: new Map([[two.id as string, 0]]) },
        hosts: { each: 10, of: new Map([["large.example", 0]]) }
      }
      const rest = yield* store.claimDue({ now: yield* DateTime.now, limit: 50, lease, shares })
      assert.deepStrictEqual(
        rest.filter((claim) => claim.batch.id === large.id).map(({ n }) => n),
        [41]
      )
      const batches = yield* BatchStore
      for (const batch of [large, small, theirs]) yield* batches.cancel(batch.organizationId, batch.id)
    })
  )

  it.effect("counts for an organization all that it has under way, also of batches of which nothing waits", () =>
    Effect.gen(function* () {
      const store = yield* BatchWorkStore
      const [one, two] = [yield* freshOrganization({ credits: 100 }), yield* freshOrganization({ credits: 100 })]
      const begun = yield* accepted(one.id, items(3, "begun.example"))
      assert.lengthOf(yield* claimOf(begun, 10), 3)
      const waiting = yield* accepted(one.id, items(4, "waiting.example"))
      const theirs = yield* accepted(two.id, items(4, "theirs.example"))
      const claims = yield* store.claimDue({ now: yield* DateTime.now, limit: 3, lease })
      assert.deepStrictEqual(
        claims.map(({ batch }) => batch.id),
        [theirs.id, theirs.id, theirs.id]
      )
      for (const batch of [begun, waiting, theirs]) {
        yield* (yield* BatchStore).cancel(batch.organizationId, batch.id)
      }
    })
  )

  it.effect("adds what pages of a crawl lead to once, and begins no more than is paid for", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const start = itemOf(1, "crawl.example", { identity: "crawl.example/1" })
      const batch = yield* accepted(organizationId, [start], startOf(3))
      const [first] = yield* claimOf(batch, 10)
      const leads = ["1", "a", "b", "a", "c", "d"].map(foundItem)
      const write = writeOf(batch, [outcomeOf(first!, leads)], { scopeUrl: "https://crawl.example/home", maxKnown: 4 })
      assert.deepStrictEqual(yield* record(write), { _tag: "Recorded" })
      const next = yield* claimOf(batch, 10)
      assert.deepStrictEqual(
        next.map(({ depth, n, url }) => [n, depth, url]),
        [
          [2, 1, "https://crawl.example/a"],
          [3, 1, "https://crawl.example/b"]
        ]
      )
      assert.deepStrictEqual(yield* claimOf(batch, 10), [])
      assert.strictEqual(next[0]!.batch.scopeUrl, "https://crawl.example/home")
      const open = yield* (yield* BatchWorkStore).unsettled({ after: null, limit: 1_000 })
      assert.deepInclude(
        open.find((one) => one.batch.id === batch.id),
        { scopeUrl: "https://crawl.example/home", isDone: false }
      )
      const dropped = { n: 2, token: next[0]!.token, _tag: "Dropped", found: [] } as const
      yield* record(writeOf(batch, [dropped], { segment: null }))
      const last = yield* claimOf(batch, 10)
      assert.deepStrictEqual(
        last.map(({ n }) => n),
        [4]
      )
      yield* record(writeOf(batch, [outcomeOf(next[1]!), outcomeOf(last[0]!)]))
      const { tally } = (yield* found(batch))!
      assert.deepInclude(tally, { succeeded: 3, failed: 0 })
      assert.isTrue(yield* settled((yield* found(batch))!))
    })
  )
}

const sameTests = (it: StoresIt) => {
  it.effect(
    "records a page of a crawl once, whatever addresses lead to it, and begins it under none of them any more",
    () =>
      Effect.gen(function* () {
        const { id: organizationId } = yield* freshOrganization({ credits: 100 })
        const start = itemOf(1, "crawl.example", { identity: "crawl.example/1" })
        const batch = yield* accepted(organizationId, [start], startOf(10))
        const tally = Effect.map(found(batch), (stored) => stored!.tally)
        const next = (limit: number) => claimOf(batch, limit)
        const [first] = yield* next(1)
        yield* record(writeOf(batch, [at("1", outcomeOf(first!, ["a", "b", "c", "d"].map(foundItem)))]))
        const [a, b] = yield* next(2)
        const both = [at("d", outcomeOf(a!)), at("d", outcomeOf(b!))]
        assert.deepStrictEqual(yield* record(writeOf(batch, both)), { _tag: "SamePages", same: [3] })
        assert.deepInclude(yield* tally, { succeeded: 1, failed: 0 })
        const dropped = { n: 3, token: b!.token, _tag: "Dropped", found: [] } as const
        assert.deepStrictEqual(yield* record(writeOf(batch, [both[0]!, dropped])), { _tag: "Recorded" })
        const [c, ...none] = yield* next(10)
        assert.deepStrictEqual([c!.n, none], [4, []])
        const same = yield* record(writeOf(batch, [at("1", outcomeOf(c!))]))
        assert.deepStrictEqual(same, { _tag: "SamePages", same: [4] })
        // Where it answers now nobody has been led to yet.
        yield* record(writeOf(batch, [at("x", outcomeOf(c!, ["x", "e", "f", "d"].map(foundItem)))]))
        const [e, f, ...others] = yield* next(10)
        assert.deepStrictEqual([e!.url, f!.url, others], [foundItem("e").url, foundItem("f").url, []])
        const written = yield* Effect.forEach([e!, f!], (one) => record(writeOf(batch, [at("y", outcomeOf(one))])), {
          concurrency: "unbounded"
        })
        assert.sameMembers(
          written.map(({ _tag }) => _tag),
          ["Recorded", "SamePages"]
        )
        assert.deepInclude(yield* tally, { succeeded: 4, failed: 0 })
        yield* failAll(batch)
      })
  )

  it.effect("goes on from a page that was recorded before by more links", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const start = itemOf(1, "crawl.example", { identity: "crawl.example/1" })
      const batch = yield* accepted(organizationId, [start], startOf(10))
      const [first] = yield* claimOf(batch, 1)
      yield* record(writeOf(batch, [at("1", outcomeOf(first!, ["a", "b", "e"].map(foundItem)))]))
      const [a, b, e] = yield* claimOf(batch, 3)
      const deeper = ["c", "d"].map((name) => ({ ...foundItem(name), depth: 2 }))
      yield* record(writeOf(batch, [at("a", outcomeOf(a!, deeper))]))
      const [c, d] = yield* claimOf(batch, 2)
      yield* (yield* BatchWorkStore).renew([e!], Duration.zero)
      yield* record(writeOf(batch, [at("b", outcomeOf(c!)), at("e", outcomeOf(d!))]))
      const again = yield* claimOf(batch, 10)
      assert.deepStrictEqual(
        again.map(({ n }) => n),
        [e!.n]
      )
      const both = [at("b", outcomeOf(b!)), at("e", outcomeOf(again[0]!))]
      assert.deepStrictEqual(yield* record(writeOf(batch, both)), { _tag: "SamePages", same: [b!.n, e!.n] })
      const ends = (["f", "g"] as const).map((name, at) => {
        const { n, token } = both[at]!
        return { n, token, _tag: "Dropped", found: [{ ...foundItem(name), depth: 2 }] } as const
      })
      yield* record(writeOf(batch, ends, { segment: null }))
      assert.deepStrictEqual(
        (yield* claimOf(batch, 10)).map(({ url }) => url),
        [foundItem("f").url, foundItem("g").url]
      )
      yield* failAll(batch)
    })
  )

  it.effect("records a page whose address another crawl has recorded", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      for (const _ of ["one", "other"]) {
        const start = itemOf(1, "crawl.example", { identity: "crawl.example/1" })
        const batch = yield* accepted(organizationId, [start], startOf(1))
        const [claim] = yield* claimOf(batch, 1)
        assert.deepStrictEqual(yield* record(writeOf(batch, [at("1", outcomeOf(claim!))])), { _tag: "Recorded" })
        assert.isTrue(yield* settled((yield* found(batch))!))
      }
    })
  )
}

const endTests = (it: StoresIt) => {
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
      const failure = (claim: ItemClaim, code: string): ItemOutcome => ({
        n: claim.n,
        token: claim.token,
        _tag: "Failed",
        code,
        url: claim.url,
        place
      })
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
      assert.isTrue(yield* settled(stored, {}, [delivery]))
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

  it.effect("keeps its files from its end on, and gives their pieces apart", () =>
    Effect.gen(function* () {
      const store = yield* BatchStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const batch = yield* accepted(organizationId, items(3))
      const claims = yield* claimOf(batch, 10)
      const ids = ["seg_1", "seg_2", "seg_3"]
      for (const [index, id] of ids.entries()) {
        const write = writeOf(batch, [outcomeOf(claims[index]!)])
        yield* record({ ...write, segment: { ...write.segment!, id } })
      }
      const own = { organizationId, id: batch.id }
      assert.isNull((yield* found(own))!.files)
      const files = [
        { number: 0, items: 1, bytes: 120, after: null, last: "seg_1" },
        { number: 1, items: 2, bytes: 220, after: "seg_1", last: "seg_3" }
      ]
      yield* store.keepFiles(organizationId, batch.id, files)
      assert.isNull((yield* found(own))!.files)
      assert.isTrue(yield* settled((yield* found(own))!, { files }))
      assert.deepStrictEqual((yield* found(own))!.files, files)
      yield* store.keepFiles(organizationId, batch.id, [])
      const { rows } = yield* store.list(organizationId, {}, { limit: 1, after: null })
      assert.deepStrictEqual(rows[0]!.files, files)
      const pieces = (after: string | null, until: string | null, limit = 10) =>
        Effect.map(store.segments(organizationId, batch.id, { after, until, limit }), (found) =>
          found.map(({ id }) => id)
        )
      assert.deepStrictEqual(yield* pieces(null, "seg_1"), ["seg_1"])
      assert.deepStrictEqual(yield* pieces("seg_1", "seg_3"), ["seg_2", "seg_3"])
      assert.deepStrictEqual(yield* pieces("seg_1", null, 1), ["seg_2"])
      assert.deepStrictEqual(yield* pieces("seg_3", null), [])
      const other = OrganizationId.make(freshId("org"))
      assert.deepStrictEqual(yield* store.segments(other, batch.id, all), [])
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

  it.effect("drops intakes that were left alone, results kept no longer, and what was removed, in steps", () =>
    Effect.gen(function* () {
      const store = yield* BatchStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      yield* intakeOf(organizationId, items(5))
      const batch = yield* accepted(organizationId, items(2))
      const claims = yield* claimOf(batch, 10)
      yield* record(
        writeOf(
          batch,
          claims.map((one) => outcomeOf(one))
        )
      )
      assert.isTrue(yield* settled((yield* found(batch))!))
      yield* TestClock.adjust("1 hour")
      const now = yield* DateTime.now
      const early = {
        intakesBefore: DateTime.subtract(now, { days: 9 }),
        resultsBefore: DateTime.subtract(now, { days: 9 })
      }
      while ((yield* store.prune({ ...early, limit: 1_000 })) > 0);
      assert.strictEqual((yield* store.results(organizationId, batch.id, { after: 0, limit: 10 })).length, 2)
      const [segment] = yield* store.segments(organizationId, batch.id, all)
      const blob = segmentBlob(organizationId, batch.id, segment!.id)
      const others = [
        segmentBlob(organizationId, batch.id, freshId("seg")),
        segmentBlob(organizationId, freshId("batch"), segment!.id),
        segmentBlob((yield* freshOrganization()).id, batch.id, segment!.id)
      ]
      const named = Effect.flatMap(BlobRowStore, (rows) => rows.named([blob, ...others]))
      assert.deepStrictEqual([...(yield* named)], [blobPath(blob)])
      let dropped = 0
      for (;;) {
        const some = yield* store.prune({ intakesBefore: now, resultsBefore: now, limit: 3 })
        dropped += some
        if (some < 3) break
      }
      assert.isAtLeast(dropped, 8)
      assert.deepStrictEqual(yield* store.results(organizationId, batch.id, { after: 0, limit: 10 }), [])
      assert.deepStrictEqual(yield* store.segments(organizationId, batch.id, all), [])
      assert.strictEqual((yield* named).size, 0)
      assert.deepInclude((yield* found(batch))!.batch, { status: "completed" })
      assert.isNull((yield* found(batch))!.files)
    })
  )
}

/** What `BatchStore` and `BatchWorkStore` promise, run against any adapter. */
export const suite = (name: string, empty: EmptyStores): void => {
  layer(empty, { timeout: buildTimeout })(`BatchStore (${name})`, (it) => {
    intakeTests(it)
    workTests(it)
    sameTests(it)
    endTests(it)
    it.effect(
      "claims every page once, however many claim at once",
      () =>
        Effect.gen(function* () {
          const store = yield* BatchWorkStore
          const { id: organizationId } = yield* freshOrganization({ credits: 1_000 })
          const batch = yield* accepted(organizationId, items(300))
          const now = yield* DateTime.now
          const claims = yield* Effect.forEach(
            Array.from({ length: 40 }, (_, n) => n),
            () => store.claimDue({ now, limit: 10, lease }),
            { concurrency: "unbounded" }
          )
          const own = claims.flat().filter((claim) => claim.batch.id === batch.id)
          assert.strictEqual(own.length, 300)
          assert.strictEqual(new Set(own.map(({ n }) => n)).size, 300)
          yield* (yield* BatchStore).cancel(organizationId, batch.id)
        }),
      longTestMillis
    )
  })
}
