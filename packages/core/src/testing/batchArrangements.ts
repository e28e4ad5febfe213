/** Batches as the suites of their stores need them. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { BatchStore } from "../batches/BatchStore.ts"
import {
  BatchWorkStore,
  type BatchWrite,
  type ItemClaim,
  type ItemOutcome,
  type Settling
} from "../batches/BatchWorkStore.ts"
import { type Batch, type BatchFailure, BatchId } from "../batches/domain/Batch.ts"
import type { BatchItem, FoundItem } from "../batches/domain/Item.ts"
import type { ResultFile } from "../batches/domain/ResultFile.ts"
import { ended } from "../batches/domain/settle.ts"
import { CreditLedger } from "../credits/CreditLedger.ts"
import type { KeptAnswer } from "../idempotency/domain/KeptAnswer.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Delivery } from "../webhooks/domain/Delivery.ts"
import { lease } from "./arrangements.ts"
import { batchOf, entryOf, freshId } from "./builders.ts"

export const itemOf = (n: number, host = "site.example", given: Partial<BatchItem> = {}): BatchItem => ({
  n,
  url: `https://${host}/${n}?été=☂`,
  host,
  identity: null,
  depth: 0,
  itemId: null,
  meta: null,
  ...given
})

export const startOf = (reserved: number): Partial<Batch> => ({
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
export const intakeOf = Effect.fnUntraced(function* (organizationId: OrganizationId, items: ReadonlyArray<BatchItem>) {
  const store = yield* BatchStore
  const at = yield* DateTime.now
  const id = BatchId.make(freshId("batch"))
  yield* store.open(organizationId, id, at, 100)
  if (items.length > 0) yield* store.add(organizationId, id, items)
  const accept = Effect.fnUntraced(function* (
    given: Partial<Batch> = {},
    options: { readonly allowance?: number; readonly bytes?: number; readonly kept?: KeptAnswer | null } = {}
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
    const { allowance = 100, bytes = 0, kept = null } = options
    yield* store.accept({ batch, entry, bytes, allowance, kept })
    return batch
  })
  return { id, accept }
})

export const accepted = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  items: ReadonlyArray<BatchItem>,
  given: Partial<Batch> = {}
) {
  return yield* (yield* intakeOf(organizationId, items)).accept(given)
})

export const items = (count: number, host?: string) => Array.from({ length: count }, (_, n) => itemOf(n + 1, host))

/** Claims of one batch alone: the others of the installation are put back by the end of their leases. */
export const claimOf = Effect.fnUntraced(function* (batch: Batch, limit: number) {
  const store = yield* BatchWorkStore
  const claims = yield* store.claimDue({ now: yield* DateTime.now, limit, lease })
  return claims.filter((claim) => claim.batch.id === batch.id)
})

/** Every piece of the results of a batch. */
export const allSegments = { after: null, until: null, limit: 1_000 }

export const place = { offset: 0, length: 10 }

type Success = Extract<ItemOutcome, { readonly _tag: "Succeeded" }>

export const outcomeOf = ({ n, token }: ItemClaim, found: ReadonlyArray<FoundItem> = []): Success => ({
  n,
  token,
  _tag: "Succeeded",
  recoveredPages: 0,
  place,
  found,
  finalIdentity: null
})

/** A page of a crawl, and one that answered there. */
export const foundItem = (name: string): FoundItem => ({
  url: `https://crawl.example/${name}`,
  host: "crawl.example",
  identity: `crawl.example/${name}`,
  depth: 1
})
export const answeredAt = (name: string, outcome: Success): Success => ({
  ...outcome,
  finalIdentity: foundItem(name).identity
})

export const writeOf = (
  batch: Batch,
  outcomes: ReadonlyArray<ItemOutcome>,
  given: Partial<BatchWrite> = {}
): BatchWrite => ({
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
    ],
    packed: null
  },
  outcomes,
  scopeUrl: null,
  maxKnown: 1_000,
  shard: 3,
  ...given
})

export const record = Effect.fnUntraced(function* (write: BatchWrite) {
  const [written] = yield* (yield* BatchWorkStore).record([write])
  return written!
})

export const found = Effect.fnUntraced(function* ({ id, organizationId }: Pick<Batch, "id" | "organizationId">) {
  return Option.getOrNull(yield* (yield* BatchStore).get(organizationId, id))
})

export const balanceOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return (yield* (yield* CreditLedger).account(organizationId)).balance
})

export const settled = Effect.fnUntraced(function* (
  stored: NonNullable<Effect.Success<ReturnType<typeof found>>>,
  given: {
    readonly failure?: BatchFailure
    readonly files?: ReadonlyArray<ResultFile>
    readonly unspent?: Settling["unspent"]
  } = {},
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
    unspent: given.unspent ?? null,
    deliveries
  })
})

/** Ends a batch of which nothing succeeded. */
export const failAll = Effect.fnUntraced(function* (batch: Batch) {
  assert.isTrue(yield* settled((yield* found(batch))!, { failure: { code: "stalled", message: "It stands." } }))
})

/** Ends batches of which nothing is under way, so that no other test finds them. */
export const endAll = Effect.fnUntraced(function* (batches: ReadonlyArray<Pick<Batch, "id" | "organizationId">>) {
  for (const batch of batches) {
    yield* (yield* BatchStore).cancel(batch.organizationId, batch.id)
    yield* settled((yield* found(batch))!)
  }
})
