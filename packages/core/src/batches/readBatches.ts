/** Reads batches and their results. */
import { DateTime, Effect, Option, Stream } from "effect"
import { annotated } from "../annotated.ts"
import { blobsAway } from "../blobs/BlobStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Cursors } from "../paging/Cursors.ts"
import type { PageRequest, Part, Slice } from "../paging/domain/Page.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { type BatchFilter, BatchStore, type ResultFilter, type ResultRow, type StoredBatch } from "./BatchStore.ts"
import { type Batch, type BatchId, type BatchProgress, type PageErrors, resultsRetention } from "./domain/Batch.ts"
import type { BatchResult } from "./domain/BatchResult.ts"
import { echoOf } from "./domain/Item.ts"
import { bytesWithin, type ResultFile } from "./domain/ResultFile.ts"
import { isFinal, pageErrorsOf, progressOf } from "./domain/settle.ts"
import { BatchNotCompleted, BatchNotFound, ResultFileMissing } from "./errors.ts"
import { readFileTable } from "./fileTable.ts"
import { mayFitLater, noRoomForRecord, takeForRecord } from "./recordMemory.ts"
import { type LostRecord, makeRecordReader } from "./resultFiles.ts"
import { isSegmentThere, segmentBytes } from "./segmentPlace.ts"

/** A batch with how far it has come. */
export interface BatchView {
  readonly batch: Batch
  readonly progress: BatchProgress
  readonly pageErrors: ReadonlyArray<PageErrors>
}

/** A batch with the files of its results; null until it has ended, and when they are kept no longer. */
export interface FiledBatch extends BatchView {
  readonly files: ReadonlyArray<ResultFile> | null
}

/** Most bytes of the records of a page (contract/batches.md §6). */
const maxPageLength = 8 * 1024 * 1024

/** A batch as it is shown. */
export const viewOf = ({ batch, tally }: StoredBatch): BatchView => ({
  batch,
  progress: progressOf(batch, tally),
  pageErrors: pageErrorsOf(batch, tally)
})

/** A batch of the organization, or the refusal that there is none. */
export const storedBatch = Effect.fnUntraced(function* (organizationId: OrganizationId, batchId: BatchId) {
  const found = yield* (yield* BatchStore).get(organizationId, batchId)
  return Option.isSome(found) ? found.value : yield* new BatchNotFound()
})

/** Whether its results are still kept. */
const hasResults = ({ end }: Batch, now: DateTime.Utc) =>
  end !== null && DateTime.isGreaterThan(DateTime.addDuration(end.at, resultsRetention), now)

/** The files of a batch that ended; null while there are none to give. What is not kept with it yet is, from now on. */
const filesOf = Effect.fnUntraced(function* ({ batch, files }: StoredBatch) {
  if (!hasResults(batch, yield* DateTime.now)) return null
  if (files !== null) return files
  const { id, organizationId } = batch
  const table = yield* readFileTable(organizationId, id)
  yield* (yield* BatchStore).keepFiles(organizationId, id, table)
  return table
})

/** A page of batches. */
export const listBatches = Effect.fn("listBatches")(function* (
  organizationId: OrganizationId,
  filter: BatchFilter,
  page: PageRequest
) {
  const store = yield* BatchStore
  const { data, nextCursor } = yield* (yield* Cursors).page({
    scope: { organizationId, list: "batches", filter },
    ...page,
    read: (slice) => store.list(organizationId, filter, slice),
    position: ({ batch }) => ({ at: batch.createdAt, id: batch.id })
  })
  // One after the other: those that ended before batches kept their files are put together here, once.
  const views = yield* Effect.forEach(data, (stored) =>
    Effect.map(filesOf(stored), (files) => ({ ...viewOf(stored), files }))
  )
  return { data: views, nextCursor }
})

/** One batch, with the delivery of its end once there is one. */
export const getBatch = Effect.fn("getBatch")(function* (organizationId: OrganizationId, batchId: BatchId) {
  const stored = yield* storedBatch(organizationId, batchId)
  const view = { ...viewOf(stored), files: yield* filesOf(stored) }
  if (stored.batch.subscription === null || stored.batch.end === null) return { ...view, deliveryId: null }
  const page = { limit: 1, cursor: undefined }
  const { data } = yield* Effect.catchTag(
    (yield* Webhooks).list(organizationId, { type: "batch", batchId }, page),
    "InvalidCursor",
    Effect.die
  )
  return { ...view, deliveryId: data[0]?.id ?? null }
})

/** A batch that ended and whose results are kept. */
const endedBatch = Effect.fnUntraced(function* (organizationId: OrganizationId, batchId: BatchId) {
  const { batch } = yield* storedBatch(organizationId, batchId)
  if (!isFinal(batch.status)) return yield* new BatchNotCompleted({ status: batch.status })
  return hasResults(batch, yield* DateTime.now) ? batch : yield* new BatchNotFound()
})

/** A record with its place. */
interface ReadRow {
  readonly n: number
  readonly record: BatchResult
}

const lostWords: { readonly [W in LostRecord | "too_large"]: string } = {
  too_large:
    "The result of this page is too large for the memory that this installation may use (KITTIWAKE_MEMORY_BUDGET). The files of the batch have it.",
  damaged: "The result of this page is damaged where it was kept, and cannot be read any more.",
  missing: "The result of this page is not where large results are kept, and can be read once it is there again."
}

/** What is told of a page whose record cannot be read, though the page was. */
const lostRecord = (row: ResultRow, why: keyof typeof lostWords): BatchResult => ({
  status: "error",
  url: row.url,
  ...echoOf(row),
  error_code: "INTERNAL_ERROR",
  message: lostWords[why]
})

/**
 * Records in the order of the intake, until a page is full; the last row read is the place to go on after. One is read after the
 * other: each may be of megabytes, however small it is where it is kept. Where there is room in memory for some alone, the page ends
 * with these.
 */
const readRows = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  batchId: BatchId,
  rows: ReadonlyArray<ResultRow>
) {
  const read: Array<ReadRow> = []
  let length = 0
  const readRecord = makeRecordReader(organizationId, batchId)
  for (const row of rows) {
    if (!(yield* takeForRecord(row))) {
      if (read.length === 0 && !(yield* mayFitLater(row))) {
        read.push({ n: row.n, record: lostRecord(row, "too_large") })
        continue
      }
      if (read.length === 0) return yield* noRoomForRecord
      return { read, isWhole: false }
    }
    const found = yield* readRecord(row)
    const one = typeof found === "string" ? { record: lostRecord(row, found), length: 0 } : found
    if (read.length > 0 && length + one.length > maxPageLength) return { read, isWhole: false }
    length += one.length
    read.push({ n: row.n, record: one.record })
  }
  return { read, isWhole: true }
})

/** Places in the order of the intake, as lists that go backwards in time know them. */
const positionOf = (n: number) => ({ at: DateTime.makeUnsafe(0), id: String(n) })

const isShown = (record: BatchResult, { code, status }: ResultFilter) =>
  (status === undefined || record.status === status) &&
  (code === undefined || (record.status === "error" && record.error_code === code))

/**
 * Records of a slice. The row beyond a page is not read: it only says that there is more. Where a filter cannot tell by the rows, what
 * it does not show is read and left out, so that a page may have less than there are, or none.
 */
const resultsPart = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  batchId: BatchId,
  filter: ResultFilter,
  { after, limit }: Slice
) {
  const store = yield* BatchStore
  const rows = yield* store.results(organizationId, batchId, filter, {
    after: after === null ? 0 : Number(after.id),
    limit
  })
  const wanted = rows.slice(0, limit - 1)
  const { isWhole, read } = yield* readRows(organizationId, batchId, wanted)
  const last = isWhole ? wanted.at(-1) : read.at(-1)
  const hasMore = !isWhole || rows.length === limit
  return {
    rows: read.filter(({ record }) => isShown(record, filter)),
    endedAt: hasMore && last !== undefined ? positionOf(last.n) : null
  } satisfies Part<ReadRow> as Part<ReadRow>
})

/** A page of the results of a batch that ended. */
export const listResults = Effect.fn("listResults")(function* (
  organizationId: OrganizationId,
  batchId: BatchId,
  filter: ResultFilter,
  page: PageRequest
) {
  yield* endedBatch(organizationId, batchId)
  const { data, nextCursor } = yield* (yield* Cursors).page({
    readsInBounds: true,
    scope: { organizationId, list: "batch results", filter: { batchId, ...filter } },
    ...page,
    read: (slice) => resultsPart(organizationId, batchId, filter, slice),
    position: ({ n }) => positionOf(n)
  })
  return { data: data.map(({ record }) => record), nextCursor }
})

/** The files of a batch that ended; null while there are none to give. */
export const resultFiles = Effect.fn("resultFiles")(function* (organizationId: OrganizationId, batchId: BatchId) {
  return yield* filesOf(yield* storedBatch(organizationId, batchId))
})

/** A file of results by its number. */
export const findFile = Effect.fn("findFile")(function* (
  organizationId: OrganizationId,
  batchId: BatchId,
  number: number
) {
  const files = yield* resultFiles(organizationId, batchId)
  const file = files?.[number]
  return file === undefined ? yield* new BatchNotFound() : file
})

/** Which bytes of a file are wanted. */
interface FileRange {
  readonly offset: number
  readonly length: number
}

/** What a range of a file is made of. Nothing but its own pieces is asked for. */
const partsWithin = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  batchId: BatchId,
  { after, items, last }: ResultFile,
  { length, offset }: FileRange
) {
  // A piece has a record at least.
  const slice = { after, until: last, limit: items }
  const parts = yield* (yield* BatchStore).segments(organizationId, batchId, slice)
  return parts.at(-1)?.id === last
    ? bytesWithin(parts, offset, length)
    : yield* blobsAway("readFile")(`results of ${batchId} are gone`)
})

/** Pieces that are looked for at once. */
const lookedForAtOnce = 8

/** Fails where a piece of the range is not where results are kept: whoever has begun to answer can only break off. */
export const checkFile = Effect.fn("checkFile")(function* (
  organizationId: OrganizationId,
  batchId: BatchId,
  file: ResultFile,
  range: FileRange
) {
  const parts = yield* partsWithin(organizationId, batchId, file, range)
  const large = parts.flatMap((part) => (part._tag === "Own" || part.isSmall ? [] : [part.id]))
  const look = Effect.fnUntraced(function* (segmentId: string) {
    if (yield* isSegmentThere(organizationId, batchId, segmentId)) return
    yield* Effect.logError("batch.file.missing").pipe(annotated({ organizationId, batchId, segmentId }))
    return yield* new ResultFileMissing()
  })
  yield* Effect.forEach(large, look, { concurrency: lookedForAtOnce, discard: true })
})

/** The bytes of a file from `offset` on, `length` of them. */
export const fileBytes = (organizationId: OrganizationId, batchId: BatchId, file: ResultFile, range: FileRange) =>
  Stream.unwrap(
    Effect.map(partsWithin(organizationId, batchId, file, range), (parts) =>
      Stream.flatMap(Stream.fromIterable(parts), (part) =>
        part._tag === "Own" ? Stream.succeed(part.bytes) : segmentBytes(organizationId, batchId, part, part)
      )
    )
  )
