/**
 * Batches of many organizations, of very different sizes, most of which have ended: what adapters fill their tables with by
 * statements of their own, and every operation on them, for tests of what each of them reads.
 */
import { assert } from "@effect/vitest"
import { DateTime, Duration, Effect, Option } from "effect"
import { BatchStore } from "../batches/BatchStore.ts"
import { BatchWorkStore, type ItemClaim } from "../batches/BatchWorkStore.ts"
import { BatchId } from "../batches/domain/Batch.ts"
import { segmentBlob } from "../batches/domain/segmentBlob.ts"
import { ended, noTally } from "../batches/domain/settle.ts"
import { batchText, endText } from "../batches/domain/storedBatch.ts"
import { BlobRowStore } from "../blobs/BlobRowStore.ts"
import { BacklogStore } from "../measures/BacklogStore.ts"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Shares } from "../Shares.ts"
import { batchOf, entryOf, epoch, freshId } from "./builders.ts"

/** Organizations that the batches are spread over. */
export const organizations = 40

/** Batches of each organization that ended long ago and whose pages are gone. */
export const oldEach = 500

/** Hosts of the pages of a batch. */
export const hosts = 20

/** One page of so many failed. */
export const failedEvery = 500

/** Pages whose records are one segment. */
export const segmentSize = 100

const padded = (n: number) => String(n).padStart(6, "0")

/** The ids of the n-th. Statements write them as these do: all have as many digits. */
export const organizationOf = (n: number) => OrganizationId.make(`org_many${padded(n)}`)
export const batchIdOf = (n: number) => BatchId.make(`batch_many${padded(n)}`)

/** How large, and how many. */
export interface Layout {
  /** Sizes are 10, 100, 1,000 … in turns, so many of them. */
  readonly sizes: number
  /** How often the turns go round. */
  readonly turns: number
}

/** A tenth of a million pages, and a million. */
export const hundredThousand: Layout = { sizes: 4, turns: 9 }
export const million: Layout = { sizes: 5, turns: 9 }

/** Batches with pages are numbered from 1 on. Every third is under way, the others have ended. */
export const countOf = ({ sizes, turns }: Layout) => sizes * turns
export const sizeOf = ({ sizes }: Layout, n: number) => 10 ** (1 + (n % sizes))
export const isOpen = (n: number) => n % 3 === 0

/** A batch that is under way, of this size. */
export const openOf = (layout: Layout, size: number): number => {
  for (let n = 1; n <= countOf(layout); n++) if (isOpen(n) && sizeOf(layout, n) === size) return n
  throw new Error(`no batch of ${size} pages is under way`)
}

/** A batch that has ended, of this size. */
export const endedOf = (layout: Layout, size: number): number => {
  for (let n = 1; n <= countOf(layout); n++) if (!isOpen(n) && sizeOf(layout, n) === size) return n
  throw new Error(`no batch of ${size} pages has ended`)
}

/** A batch of which all pages are done and which is yet to be settled. */
export const doneBatch = 999_999

/** Stands for the ids in the texts below. */
const marks = { batch: "@batch@", organization: "@organization@" } as const

const sample = batchOf(OrganizationId.make(marks.organization), BatchId.make(marks.batch), epoch, {
  origin: { requestId: "req_many", route: "/batch/submit", caller: "key_a" }
})

const body = batchText(sample)

/** What is stored of a batch and of its end, in statements that have its id and that of its organization. */
export const texts = {
  bodyOf: (id: string, organization: string) =>
    `replace(replace('${body}', '${marks.batch}', ${id}), '${marks.organization}', ${organization})`,
  ending: endText(ended(sample, { ...noTally, succeeded: 1 }, { at: epoch, failure: null, available: 0 }).end)
}

/** The columns of a batch that statements fill. */
export const batchColumns = `id, organization_id, state, opened_at, body, status, reserved, words, tags, created_at, started_at, ending,
  ended_at, open, stale`

type Watch = <A, E, R>(name: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const lease = Duration.minutes(5)

/** Room for some of each, and none for one organization. */
const shares: Shares = {
  organizations: { each: 40, of: new Map([[organizationOf(3), 0]]) },
  hosts: { each: 20, of: new Map([["host-0.example", 0]]) }
}

/** Records the pages of a claim as those that succeeded, a write for each batch. */
export const recordClaims = Effect.fnUntraced(function* (claims: ReadonlyArray<ItemClaim>) {
  const writes = [...Map.groupBy(claims, ({ batch }) => batch.id)].map(([batchId, some]) => ({
    organizationId: some[0]!.batch.organizationId,
    batchId,
    segment: { id: freshId("seg"), items: some.length, bytes: 100, rawBytes: 100, crc: 0, blocks: [], packed: null },
    outcomes: some.map(({ n, token }, index) => ({
      n,
      token,
      _tag: "Succeeded" as const,
      finalIdentity: `page ${n}`,
      recoveredPages: 0,
      place: { offset: index, length: 1 },
      found: []
    })),
    scopeUrl: null,
    maxKnown: 0,
    shard: 1
  }))
  return yield* (yield* BatchWorkStore).record(writes)
})

const worked = Effect.fnUntraced(function* (watch: Watch) {
  const [store, now] = [yield* BatchWorkStore, yield* DateTime.now]
  const claims = yield* watch("claim", store.claimDue({ now, limit: 100, lease }))
  assert.lengthOf(claims, 100)
  const within = yield* watch("claim in shares", store.claimDue({ now, limit: 100, lease, shares }))
  assert.isTrue(
    within.every(({ batch, host }) => batch.organizationId !== organizationOf(3) && host !== "host-0.example")
  )
  assert.isNotEmpty(within)
  const held = yield* watch("renew", store.renew(claims, lease))
  assert.isTrue(held.every((one) => one))
  const written = yield* watch("record", recordClaims(claims))
  assert.isTrue(written.every(({ _tag }) => _tag === "Recorded"))
  yield* recordClaims(within)
  yield* watch("until due", store.untilDue(now))
  const { pages } = yield* watch("look at what waits", (yield* BacklogStore).look(now))
  assert.isAbove(pages.due, 100)
})

const settled = Effect.fnUntraced(function* (watch: Watch) {
  const [store, at] = [yield* BatchWorkStore, yield* DateTime.now]
  const open = yield* watch("look for stalled", store.unsettled({ after: null, limit: 100 }))
  assert.isNotEmpty(open)
  const done = yield* watch("look for done", store.unsettled({ after: null, limit: 100, doneOnly: true }))
  const stored = done.find(({ batch }) => batch.id === batchIdOf(doneBatch))
  if (stored === undefined) return
  const batch = ended(stored.batch, stored.tally, { at, failure: null, available: 0 })
  const entry = entryOf(batch.organizationId, 1, { cause: { kind: "refund", id: batch.id }, at })
  const settling = { batch, files: [], tally: stored.tally, entry, usage: null, unspent: null, deliveries: [] }
  assert.isTrue(yield* watch("settle", store.settle(settling)))
})

const listed = Effect.fnUntraced(function* (watch: Watch) {
  const store = yield* BatchStore
  const owner = organizationOf(1)
  const slices = [null, { at: DateTime.makeUnsafe(organizations * oldEach * 500), id: "x" }].map((after) => ({
    limit: 25,
    after
  }))
  for (const slice of slices) {
    const all = yield* watch("list", store.list(owner, {}, slice))
    assert.lengthOf(all.rows, 25)
    yield* watch("list by status", store.list(owner, { status: "failed" }, slice))
    yield* watch("list by tag", store.list(owner, { anyTag: ["rare"] }, slice))
    const search = { terms: ["harbour"], match: "prefix" } as const
    yield* watch("search", store.list(owner, { search }, slice))
  }
})

const read = Effect.fnUntraced(function* (watch: Watch, layout: Layout) {
  const store = yield* BatchStore
  const n = endedOf(layout, 10 ** layout.sizes)
  const [owner, id] = [organizationOf(n % organizations), batchIdOf(n)]
  assert.isTrue(Option.isSome(yield* watch("show", store.get(owner, id))))
  for (const after of [0, 10 ** layout.sizes / 2]) {
    const rows = yield* watch("results", store.results(owner, id, {}, { after, limit: 100 }))
    assert.strictEqual(rows[99]?.n, after + 100)
    const failed = yield* watch("failed results", store.results(owner, id, { status: "error" }, { after, limit: 100 }))
    assert.strictEqual(failed[1]?.n, after + failedEvery + 1)
  }
  const segments = yield* watch(
    "segments",
    store.segments(owner, id, { after: null, until: null, limit: 10 ** layout.sizes })
  )
  assert.lengthOf(segments, 10 ** layout.sizes / segmentSize)
  const keys = segments.slice(0, 100).map((one) => segmentBlob(owner, id, one.id))
  const needed = yield* watch(
    "sweep",
    Effect.flatMap(BlobRowStore, (blobs) => blobs.named(keys))
  )
  assert.strictEqual(needed.size, Math.min(100, segments.length))
})

/** Every operation on batches; each is handed to `watch` with its name. What changes a batch for good is done `once`. */
export const eachOperation = Effect.fnUntraced(function* (watch: Watch, layout: Layout) {
  yield* worked(watch)
  yield* settled(watch)
  yield* listed(watch)
  yield* read(watch, layout)
})

/** What changes batches for good: to be done once. */
export const endingOperations = Effect.fnUntraced(function* (watch: Watch, layout: Layout) {
  const [store, at] = [yield* BatchStore, yield* DateTime.now]
  const [cancelled, removed] = [openOf(layout, 10 ** layout.sizes), endedOf(layout, 1_000)]
  const owner = organizationOf(cancelled % organizations)
  yield* watch("cancel", store.cancel(owner, batchIdOf(cancelled)))
  // Half of its pages have no result.
  yield* watch(
    "last results",
    store.results(owner, batchIdOf(cancelled), {}, { after: 10 ** layout.sizes / 2, limit: 100 })
  )
  assert.isTrue(yield* watch("remove", store.remove(organizationOf(removed % organizations), batchIdOf(removed))))
  const retention = { intakesBefore: epoch, resultsBefore: DateTime.subtract(at, { days: 1 }), limit: 1_000 }
  assert.isAbove(yield* watch("drop what is kept no longer", store.prune(retention)), 0)
})
