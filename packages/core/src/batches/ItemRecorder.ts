/** Records what came of pages, many of a batch at once: their records into one segment, and all else in one write. */

import { Context, Effect, Layer, Schedule } from "effect"
import type { BlobStore } from "../blobs/BlobStore.ts"
import { heldBytes } from "../budget/domain/heldBytes.ts"
import { inBatches } from "../inBatches.ts"
import { retryLate } from "../retryLate.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { parseUrl } from "../security/domain/parseUrl.ts"
import { Ids } from "../security/Ids.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import { urlIdentity } from "../web/domain/UrlIdentity.ts"
import { BatchWorkStore, type BatchWrite, type ItemClaim, type ItemOutcome } from "./BatchWorkStore.ts"
import type { Compressor } from "./Compressor.ts"
import { countPages } from "./countBatches.ts"
import type { FoundItem } from "./domain/Item.ts"
import { type PutSegment, putSegment } from "./resultFiles.ts"

/**
 * Most pages and bytes in one write, which is of one batch, and writes under way at once: ten pages do not wait until a
 * hundred of another batch are compressed and on the disk, nor behind the forty batches of another organization. A page that has more, in
 * its record and what it leads to, is written alone.
 */
const batch = { max: 100, maxWeight: 8 * 1024 * 1024, lanes: 5 } as const

/** Bytes of what is written of a page: its record, and what it leads to. */
export const endBytes = (end: ItemEnd): number =>
  (hasRecord(end) ? end.record.length : 0) + (end._tag === "Failed" ? 0 : foundBytes(end.found))

const foundBytes = (found: ReadonlyArray<FoundItem>): number => (found.length === 0 ? 0 : heldBytes(found))

const whoseIs = ({ claim: { batch } }: ItemEnd) => ({ owner: batch.organizationId, work: batch.id })

/** The store may be away for a moment; after this the lease has ended and somebody else does the page. */
const patience = Schedule.max([Schedule.exponential("200 millis"), Schedule.recurs(5)])

/** Parts of the counts of a batch: as many writers as this never wait for each other. */
const shards = 16

/** Addresses that a crawl may know for each page that is paid for. */
const knownPerPage = 20

/** What came of a page, with its record as it is written. */
export type ItemEnd = { readonly claim: ItemClaim } & (
  | {
      readonly _tag: "Succeeded"
      readonly record: Uint8Array
      readonly recoveredPages: number
      readonly found: ReadonlyArray<FoundItem>
      /** Where it answered. */
      readonly finalUrl: string
    }
  | { readonly _tag: "Failed"; readonly record: Uint8Array; readonly code: string }
  | { readonly _tag: "Dropped"; readonly found: ReadonlyArray<FoundItem> }
)

/** How outcomes are called where they are counted. */
const outcomeNames = { Succeeded: "succeeded", Failed: "failed", Dropped: "dropped" } as const

type WithRecord = Exclude<ItemEnd, { readonly _tag: "Dropped" }>

const hasRecord = (end: ItemEnd): end is WithRecord => end._tag !== "Dropped"

/** Pages of a list, and of a sitemap, are those that were asked for, wherever they answer. */
const finalIdentityOf = ({ claim, finalUrl }: Extract<ItemEnd, { readonly _tag: "Succeeded" }>): string | null => {
  const parsed = claim.batch.crawl?.source.type === "start_url" ? parseUrl(finalUrl) : null
  return parsed === null ? null : urlIdentity(parsed)
}

/** The outcomes of one batch, whose records stand at these places in the order of those that have one. */
const outcomesOf = (ends: ReadonlyArray<ItemEnd>, places: PutSegment["places"]): ReadonlyArray<ItemOutcome> => {
  let next = 0
  return ends.map((end): ItemOutcome => {
    const { n, token } = end.claim
    if (!hasRecord(end)) return { n, token, _tag: "Dropped", found: end.found }
    const place = places[next++]!
    if (end._tag === "Failed") return { n, token, _tag: "Failed", code: end.code, url: end.claim.url, place }
    const { found, recoveredPages } = end
    return { n, token, _tag: "Succeeded", recoveredPages, place, found, finalIdentity: finalIdentityOf(end) }
  })
}

/** Where the start of a crawl answered, when it is among them; a sitemap has no start. */
const scopeUrlOf = (crawl: ItemEnd["claim"]["batch"]["crawl"], ends: ReadonlyArray<ItemEnd>): string | null => {
  if (crawl?.source.type !== "start_url") return null
  for (const end of ends) if (end._tag === "Succeeded" && end.claim.depth === 0) return end.finalUrl
  return null
}

const writeOf = (ends: ReadonlyArray<ItemEnd>, put: PutSegment | null, shard: number): BatchWrite => {
  const { crawl, id, organizationId } = ends[0]!.claim.batch
  return {
    organizationId,
    batchId: id,
    segment: put?.segment ?? null,
    outcomes: outcomesOf(ends, put?.places ?? []),
    scopeUrl: scopeUrlOf(crawl, ends),
    maxKnown: (crawl?.maxPages ?? 0) * knownPerPage,
    shard
  }
}

/** A page that was recorded under another address: where it leads counts, since it may have been reached by fewer links. */
const withoutRecord = ({ claim, found }: Extract<ItemEnd, { readonly _tag: "Succeeded" }>): ItemEnd => ({
  _tag: "Dropped",
  claim,
  found
})

/** Records what came of pages of one batch, without those that are somebody else's, and a page of a crawl once; tells whose they are. */
const recordBatch = Effect.fnUntraced(function* (ends: ReadonlyArray<ItemEnd>, shard: number) {
  const store = yield* BatchWorkStore
  const ids = yield* Ids
  const lost = new Set<number>()
  let held = ends
  while (held.length > 0) {
    const { id, organizationId } = held[0]!.claim.batch
    const records = held.filter(hasRecord).map(({ record }) => record)
    const put = records.length === 0 ? null : yield* putSegment(organizationId, id, yield* ids.next("seg"), records)
    const [written] = yield* store.record([writeOf(held, put, shard)])
    if (written!._tag === "Recorded") break
    if (written!._tag === "SamePages") {
      const same = new Set(written!.same)
      held = held.map((end) => (end._tag === "Succeeded" && same.has(end.claim.n) ? withoutRecord(end) : end))
      continue
    }
    for (const n of written!.lost) lost.add(n)
    held = held.filter(({ claim }) => !lost.has(claim.n))
  }
  return lost
})

/** Records pages of a batch; tells of each whether its claim still held. */
const recordAll = (shard: number) =>
  Effect.fnUntraced(function* (ends: ReadonlyArray<ItemEnd>) {
    const lost = yield* recordBatch(ends, shard)
    if (ends.some((end) => end._tag === "Succeeded" && end.found.length > 0)) {
      yield* (yield* Wakeups).wake("batches")
    }
    const ofOrganizations = new Set(ends.map(({ claim }) => claim.batch.organizationId))
    for (const id of ofOrganizations) yield* (yield* Wakeups).changed(id, ["batches"])
    const held = ends.map(({ claim }) => !lost.has(claim.n))
    for (const [n, { _tag }] of ends.entries()) yield* countPages.count(held[n] ? outcomeNames[_tag] : "lost")
    return held
  })

export class ItemRecorder extends Context.Service<
  ItemRecorder,
  {
    /** Records what came of a page; tells whether the claim still held. */
    readonly record: (end: ItemEnd) => Effect.Effect<boolean, StoreUnavailable>
  }
>()("@kittiwake/core/batches/ItemRecorder") {
  static readonly layer: Layer.Layer<ItemRecorder, never, BatchWorkStore | BlobStore | Compressor | Ids | Wakeups> =
    Layer.effect(
      ItemRecorder,
      Effect.gen(function* () {
        const shard = Number.parseInt(yield* (yield* Ids).token("hex", 4), 16) % shards
        const record = yield* inBatches({ ...batch, weigh: endBytes, whoseIs, write: recordAll(shard) })
        return ItemRecorder.of({
          record: (end) => retryLate(record(end), { schedule: patience, while: () => true })
        })
      })
    )
}
