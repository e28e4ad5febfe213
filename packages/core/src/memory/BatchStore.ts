import { type DateTime, Effect, Layer, Option } from "effect"
import { type Acceptance, type BatchFilter, BatchStore, type ResultFilter } from "../batches/BatchStore.ts"
import type { Batch } from "../batches/domain/Batch.ts"
import { listedBatch } from "../batches/domain/listedBatch.ts"
import { isFinal, isWorked, noTally } from "../batches/domain/settle.ts"
import { batchTerms } from "../batches/domain/storedBatch.ts"
import { BatchLimitReached } from "../batches/errors.ts"
import { mostReleased } from "../credits/CreditLedger.ts"
import { lastingSpent } from "../credits/domain/Supply.ts"
import { CollectionPaused, OutOfCredits } from "../credits/errors.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { chargeUsage } from "../usage/domain/UsageCount.ts"
import { removedBodyBytes } from "../webhooks/domain/bodyBytes.ts"
import { removedBody } from "../webhooks/domain/Delivery.ts"
import { acceptedRow, acceptedRows, addItem, storedBatch } from "./batchRows.ts"
import { type BatchRow, Database, type Tables } from "./Database.ts"
import { keeping } from "./keptAnswers.ts"
import { accountOf, addEntry, billingAccountOf, endExpired, pauseOf, supplyNow } from "./ledger.ts"
import { cancelDeliveries } from "./runRows.ts"
import { pageOf } from "./sliceOf.ts"
import { addCharge } from "./UsageStore.ts"

const isFound = (batch: Batch, { match, terms }: NonNullable<BatchFilter["search"]>) => {
  const words = batchTerms(batch)
  return terms.every((term) => words.some((word) => (match === "exact" ? word === term : word.startsWith(term))))
}

const isShown = (batch: Batch, { anyTag, search, status }: BatchFilter) =>
  (status === undefined || batch.status === status) &&
  (anyTag === undefined || anyTag.some((tag) => batch.tags.includes(tag))) &&
  (search === undefined || isFound(batch, search))

const isResultShown = (kept: string, { code, status }: ResultFilter) =>
  (status === undefined || (status === "ok") === (kept === "")) && (code === undefined || kept === code)

/** Why an organization may not spend so much now; null when it may, after what is due was brought. */
const refusalOf = (tables: Tables, { batch: { organizationId }, entry }: Acceptance) => {
  const { at } = entry
  const needed = -entry.credits
  const pause = pauseOf(tables, organizationId, at)
  if (pause !== null) return new CollectionPaused(pause)
  if (accountOf(tables, organizationId).available < needed) {
    endExpired(tables, { at, limit: mostReleased, organizationId })
  }
  if (accountOf(tables, organizationId).available < needed) supplyNow(tables, organizationId, { at, wanted: needed })
  const { available } = accountOf(tables, organizationId)
  return available < needed ? new OutOfCredits({ available, needed }) : null
}

/** Bytes of an organization's batches whose results are kept. */
const resultBytes = (tables: Tables, owner: OrganizationId): number =>
  acceptedRows(tables)
    .filter(({ hasLostResults, organizationId }) => organizationId === owner && !hasLostResults)
    .reduce((sum, { bytes: own, segments }) => segments.reduce((all, { bytes }) => all + bytes, sum + own), 0)

/** How many batches of an organization have not ended. */
const unfinished = (tables: Tables, owner: OrganizationId): number =>
  acceptedRows(tables).filter(({ batch: { organizationId, status } }) => organizationId === owner && !isFinal(status))
    .length

const accept = (tables: Tables, acceptance: Acceptance) => {
  const { allowance, batch, bytes, entry, kept } = acceptance
  const row = tables.batches.get(batch.id)
  if (row === undefined || row.batch !== null || row.isRemoved) throw new Error(`no intake ${batch.id} is open`)
  if (unfinished(tables, batch.organizationId) >= allowance) return new BatchLimitReached({ limit: allowance })
  const refusal = refusalOf(tables, acceptance)
  if (refusal !== null) return refusal
  if (addEntry(tables, entry) && entry.credits < 0) addCharge(tables, chargeUsage(entry, batch.origin))
  const { balance, lasting } = billingAccountOf(tables, batch.organizationId)
  row.lasting = lastingSpent({ spent: -entry.credits, left: balance, lasting })
  row.batch = batch
  row.bytes = bytes
  row.kept = kept
  return null
}

const keyOf = ({ key, operation, organizationId }: NonNullable<BatchRow["kept"]>) =>
  `${organizationId}\n${operation}\n${key}`

const remove = (tables: Tables, row: BatchRow) => {
  row.isRemoved = true
  if (row.kept?.operation === "batch.submit") tables.keptAnswers.delete(keyOf(row.kept))
  if (row.batch === null) return
  cancelDeliveries(tables, row.batch.id)
  for (const one of tables.deliveries.values()) {
    const { body, source } = one.delivery
    if (source.type !== "batch" || source.batchId !== row.batch.id) continue
    const bytes = new TextEncoder().encode(body).length
    if (bytes > removedBodyBytes) one.delivery = { ...one.delivery, body: removedBody(one.delivery) }
  }
}

/** Drops up to `limit` rows of what was removed. */
const drop = ({ batches }: Tables, limit: number): number => {
  let dropped = 0
  for (const [id, row] of batches) {
    if (!row.isRemoved && !row.hasLostResults) continue
    while (dropped < limit && row.items.length > 0) {
      row.items.pop()
      dropped += 1
    }
    while (dropped < limit && row.segments.length > 0) {
      row.segments.pop()
      dropped += 1
    }
    if (row.items.length + row.segments.length > 0) return dropped
    if (row.isRemoved) batches.delete(id)
  }
  return dropped
}

const prune = (
  tables: Tables,
  options: { readonly intakesBefore: DateTime.Utc; readonly resultsBefore: DateTime.Utc; readonly limit: number }
) => {
  for (const row of tables.batches.values()) {
    const { batch } = row
    if (batch === null) {
      if (row.openedMillis < options.intakesBefore.epochMilliseconds) row.isRemoved = true
    } else if (batch.end !== null && batch.end.at.epochMilliseconds < options.resultsBefore.epochMilliseconds) {
      row.hasLostResults = true
      row.files = null
    }
  }
  return drop(tables, options.limit)
}

/** `BatchStore` in memory. */
export const layer: Layer.Layer<BatchStore, never, Database> = Layer.effect(
  BatchStore,
  Effect.gen(function* () {
    const tables = yield* Database

    return BatchStore.of({
      open: (organizationId, batchId, at, allowance) =>
        Effect.suspend(() => {
          if (unfinished(tables, organizationId) >= allowance) {
            return Effect.fail(new BatchLimitReached({ limit: allowance }))
          }
          tables.batches.set(batchId, {
            organizationId,
            openedMillis: at.epochMilliseconds,
            batch: null,
            lasting: 0,
            bytes: 0,
            kept: null,
            isRemoved: false,
            hasLostResults: false,
            scopeUrl: null,
            items: [],
            waiting: new Map(),
            underWay: new Set(),
            identities: new Set(),
            finalIdentities: new Set(),
            segments: [],
            files: null,
            tally: noTally
          })
          return Effect.void
        }),

      add: (organizationId, batchId, items) =>
        Effect.sync(() => {
          const row = tables.batches.get(batchId)
          if (row === undefined || row.organizationId !== organizationId || row.batch !== null || row.isRemoved) {
            throw new Error(`no intake ${batchId} is open`)
          }
          for (const item of items) addItem(row, item)
        }),

      accept: (acceptance) => keeping(tables, acceptance.kept, () => accept(tables, acceptance)),

      get: (organizationId, batchId) =>
        Effect.sync(() =>
          Option.map(Option.fromUndefinedOr(acceptedRow(tables, organizationId, batchId)), storedBatch)
        ),

      list: (organizationId, filter, slice) =>
        Effect.sync(() =>
          pageOf(acceptedRows(tables), slice, {
            shown: ({ batch }) => batch.organizationId === organizationId && isShown(batch, filter),
            position: ({ batch }) => ({ at: batch.createdAt, id: batch.id }),
            told: (row) => {
              const stored = storedBatch(row)
              return { ...stored, batch: listedBatch(stored.batch) }
            }
          })
        ),

      results: (organizationId, batchId, filter, { after, limit }) =>
        Effect.sync(() => {
          const row = acceptedRow(tables, organizationId, batchId)
          if (row === undefined || row.hasLostResults) return []
          const found = row.items
            .filter(({ code, item, place }) => place !== null && item.n > after && isResultShown(code, filter))
            .slice(0, limit)
          return found.map(({ item: { itemId, meta, n, url }, place }) => {
            const { blocks, packed } = row.segments.find(({ id }) => id === place!.segmentId)!
            return { n, url, itemId, meta, place: place!, blocks, isSmall: packed !== null }
          })
        }),

      segments: (organizationId, batchId, { after, limit, until }) =>
        Effect.sync(() => {
          const row = acceptedRow(tables, organizationId, batchId)
          if (row === undefined || row.hasLostResults) return []
          return row.segments
            .filter(({ id }) => (after === null || id > after) && (until === null || id <= until))
            .sort((a, b) => (a.id < b.id ? -1 : 1))
            .slice(0, limit)
            .map(({ blocks: _, packed, ...segment }) => ({ ...segment, isSmall: packed !== null }))
        }),

      smallSegment: (organizationId, batchId, segmentId) =>
        Effect.sync(() => {
          const row = acceptedRow(tables, organizationId, batchId)
          if (row === undefined || row.hasLostResults) return Option.none()
          const found = row.segments.find(({ id }) => id === segmentId)
          return Option.fromNullishOr(found?.packed)
        }),

      resultBytes: (organizationId) => Effect.sync(() => resultBytes(tables, organizationId)),

      keepFiles: (organizationId, batchId, files) =>
        Effect.sync(() => {
          const row = acceptedRow(tables, organizationId, batchId)
          if (row !== undefined && isFinal(row.batch.status) && !row.hasLostResults) row.files ??= files
        }),

      cancel: (organizationId, batchId) =>
        Effect.sync(() => {
          const row = acceptedRow(tables, organizationId, batchId)
          if (row === undefined) return Option.none()
          if (isWorked(row.batch.status)) row.batch = { ...row.batch, status: "cancelling" }
          return Option.some(storedBatch(row))
        }),

      remove: (organizationId, batchId) =>
        Effect.sync(() => {
          const row = tables.batches.get(batchId)
          if (row === undefined || row.organizationId !== organizationId || row.isRemoved) return false
          if (row.batch !== null && !isFinal(row.batch.status)) return false
          remove(tables, row)
          return true
        }),

      prune: (options) => Effect.sync(() => prune(tables, options))
    })
  })
)
