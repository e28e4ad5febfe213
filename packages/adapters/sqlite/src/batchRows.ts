/** Batches between rows and the domain. */

import type { Acceptance, NewSegment, StoredBatch } from "@kittiwake/core/batches/BatchStore"
import type { BatchWrite, ItemClaim, Settling, WorkedBatch } from "@kittiwake/core/batches/BatchWorkStore"
import type { BatchStatus } from "@kittiwake/core/batches/domain/Batch"
import type { BatchItem, FoundItem } from "@kittiwake/core/batches/domain/Item"
import { blocksText } from "@kittiwake/core/batches/domain/Item"
import { filesText, readFiles } from "@kittiwake/core/batches/domain/ResultFile"
import type { BatchTally } from "@kittiwake/core/batches/domain/settle"
import { mostReleased } from "@kittiwake/core/credits/CreditLedger"
import {
  batchTerms,
  batchText,
  endText,
  readBatchText,
  readEndText
} from "@kittiwake/core/internal/batches/domain/storedBatch"
import { ownBytes } from "@kittiwake/storage/ownBytes"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { deliveryWrite } from "./deliveryRows.ts"
import { keptRow } from "./keptRow.ts"
import { entryRow } from "./ledgerRows.ts"
import { millisOf, momentOrNull } from "./moments.ts"
import { subscriptionRow, toSubscription } from "./subscriptionRows.ts"
import { chargedUsage, chargeRow } from "./usageRows.ts"
import type { BatchRow } from "./writes/batchColumns.ts"
import type { AcceptRow, ItemWrite } from "./writes/batches.ts"
import type { ClaimedItem, OutcomeRow, SettleRow, WorkedRow, WriteRow } from "./writes/batchWork.ts"

type Count = readonly [code: string, pages: number, recoveredPages: number, example: string]

const tallyOf = (json: string): BatchTally => {
  const counts: ReadonlyArray<Count> = JSON.parse(json)
  const sum = (rows: ReadonlyArray<Count>, column: 1 | 2) => rows.reduce((all, row) => all + row[column], 0)
  const failed = counts.filter(([code]) => code !== "")
  return {
    succeeded: sum(
      counts.filter(([code]) => code === ""),
      1
    ),
    failed: sum(failed, 1),
    recoveredPages: sum(counts, 2),
    errors: failed.map(([code, count, , example]) => ({ code, count, example }))
  }
}

/** Reads a row of `batchColumns`. */
export const toStoredBatch = (row: BatchRow): StoredBatch => ({
  batch: readBatchText(row.body, {
    status: row.status as BatchStatus,
    startedAt: momentOrNull(row.startedAt),
    end: row.ending === null ? null : readEndText(row.ending),
    subscription: toSubscription(row)
  }),
  tally: tallyOf(row.counts),
  files: readFiles(row.files)
})

const textOrNull = (text: string | null) => (text === null ? null : storableText(text))

/** A page as it is added. */
export const itemWrite = ({ depth, host, identity, itemId, meta, n, url }: BatchItem): ItemWrite => [
  n,
  storableText(url),
  storableText(host),
  textOrNull(identity),
  depth,
  textOrNull(itemId),
  textOrNull(meta)
]

/** All that an acceptance writes. */
export const acceptRow = ({ allowance, batch, bytes, entry, kept }: Acceptance): AcceptRow => ({
  organizationId: batch.organizationId,
  batchId: batch.id,
  body: storableText(batchText(batch)),
  reserved: batch.intake.reserved,
  words: storableText(` ${batchTerms(batch).join(" ")} `),
  tags: storableJson(batch.tags),
  createdAt: millisOf(batch.createdAt),
  allowance,
  entry: entryRow(entry),
  bytes,
  usage: chargedUsage(entry, batch.origin),
  subscription: batch.subscription === null ? null : subscriptionRow(batch.subscription),
  kept: keptRow(kept),
  mostReleased
})

/** What a worker needs of a batch. */
export const toWorked = ({ body, scopeUrl }: WorkedRow): WorkedBatch => {
  const unchanged = { status: "running", startedAt: null, end: null, subscription: null } as const
  const { crawl, format, id, options, organizationId } = readBatchText(body, unchanged)
  return { id, organizationId, format, options, crawl, scopeUrl }
}

export const toClaim = ({ batchId, ...item }: ClaimedItem, batches: ReadonlyMap<string, WorkedBatch>): ItemClaim => ({
  ...item,
  batch: batches.get(batchId)!
})

const foundRow = ({ depth, host, identity, url }: FoundItem) =>
  [storableText(url), storableText(host), storableText(identity), depth] as const

const outcomeRow = (outcome: BatchWrite["outcomes"][number]): OutcomeRow => {
  const { n, token } = outcome
  const none = {
    n,
    token,
    code: null,
    url: "",
    recoveredPages: 0,
    offset: null,
    length: null,
    found: [],
    finalIdentity: null
  }
  switch (outcome._tag) {
    case "Dropped":
      return { ...none, found: outcome.found.map(foundRow) }
    case "Failed":
      return { ...none, ...outcome.place, code: outcome.code, url: storableText(outcome.url) }
    case "Succeeded":
      return {
        ...none,
        ...outcome.place,
        code: "",
        recoveredPages: outcome.recoveredPages,
        finalIdentity: textOrNull(outcome.finalIdentity),
        found: outcome.found.map(foundRow)
      }
  }
}

const segmentRow = (segment: NewSegment) => ({
  ...segment,
  blocks: blocksText(segment.blocks),
  packed: segment.packed === null ? null : ownBytes(segment.packed)
})

/** What is recorded at once. */
export const writeRow = (write: BatchWrite): WriteRow => ({
  ...write,
  segment: write.segment === null ? null : segmentRow(write.segment),
  outcomes: write.outcomes.map(outcomeRow),
  scopeUrl: textOrNull(write.scopeUrl)
})

/** All that an end writes. */
export const settleRow = ({ batch, deliveries, entry, files, tally, unspent, usage }: Settling): SettleRow => ({
  organizationId: batch.organizationId,
  batchId: batch.id,
  status: batch.status,
  ending: storableText(endText(batch.end)),
  endedAt: millisOf(batch.end.at),
  files: filesText(files),
  succeeded: tally.succeeded,
  failed: tally.failed,
  entry: entry === null ? null : entryRow(entry),
  usage: usage === null ? null : chargeRow(usage),
  unspent,
  deliveries: deliveries.map(deliveryWrite)
})
