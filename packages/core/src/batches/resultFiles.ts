/**
 * The records of a batch, in segments.
 *
 * **Model.** A segment is bytes of records, compressed in blocks of which each is opened by itself: so a record is read without the
 * others of its segment but for those of its block. Segments that follow each other are the inside of one gzip file, whose head and
 * end nobody needs to write (`domain/gzipFile.ts`). In segments of before each record was a gzip file of its own.
 */
import { Effect, Option, Schema, Stream } from "effect"
import { annotated } from "../annotated.ts"
import { type BlobStore, blobsAway } from "../blobs/BlobStore.ts"
import { jsonLine } from "../jsonLine.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { BatchStore, NewSegment, ResultRow } from "./BatchStore.ts"
import { Compressor, PackedDamaged } from "./Compressor.ts"
import type { BatchId } from "./domain/Batch.ts"
import type { BatchResult } from "./domain/BatchResult.ts"
import { type Checked, followedBy, ofNothing } from "./domain/gzipFile.ts"
import type { ResultPlace, SegmentBlock } from "./domain/Item.ts"
import { putLargeSegment, segmentPart } from "./segmentPlace.ts"

/** A segment with the places of its records, in the order in which they were given. */
export interface PutSegment {
  readonly segment: NewSegment
  readonly places: ReadonlyArray<Omit<ResultPlace, "segmentId">>
}

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const [first] = parts
  if (parts.length === 1 && first !== undefined) return first
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/** Bytes of records that are compressed together, and opened to read one of them. A larger record is a block by itself. */
const blockBytes = 256 * 1024

/** Blocks compressed at once. */
const packedAtOnce = 4

const inBlocks = (records: ReadonlyArray<Uint8Array>): ReadonlyArray<ReadonlyArray<Uint8Array>> => {
  const blocks: Array<Array<Uint8Array>> = []
  let bytes = Number.POSITIVE_INFINITY
  for (const record of records) {
    if (bytes + record.length > blockBytes) {
      blocks.push([])
      bytes = 0
    }
    blocks.at(-1)!.push(record)
    bytes += record.length
  }
  return blocks
}

const placesOf = (records: ReadonlyArray<Uint8Array>): PutSegment["places"] => {
  let offset = 0
  return records.map(({ length }) => {
    const place = { offset, length }
    offset += length
    return place
  })
}

/** Puts records into a new segment. */
export const putSegment = Effect.fnUntraced(function* (
  owner: OrganizationId,
  batchId: BatchId,
  segmentId: string,
  records: ReadonlyArray<Uint8Array>
) {
  const compressor = yield* Compressor
  const packBlock = (block: ReadonlyArray<Uint8Array>) =>
    Effect.suspend(() => {
      const raw = joined(block)
      return Effect.map(compressor.pack(raw), (one) => ({ ...one, rawBytes: raw.length }))
    })
  const made = yield* Effect.forEach(inBlocks(records), packBlock, { concurrency: packedAtOnce })
  const bytes = joined(made.map(({ packed }) => packed))
  const packed = yield* Effect.mapError(putLargeSegment(owner, batchId, segmentId, bytes), blobsAway("putSegment"))
  const blocks = made.map(({ crc, packed: { length }, rawBytes }) => ({ bytes: length, rawBytes, crc }))
  const all = blocks.reduce<Checked>((sum, { crc, rawBytes }) => followedBy(sum, { crc, length: rawBytes }), ofNothing)
  const segment: NewSegment = {
    id: segmentId,
    items: records.length,
    bytes: bytes.length,
    rawBytes: all.length,
    crc: all.crc,
    blocks,
    packed
  }
  return { segment, places: placesOf(records) } satisfies PutSegment as PutSegment
})

/** Blocks that are at hand while records are read: neighbours share one, and hardly more are begun at once. */
const blocksAtHand = 8

/** The block that a record stands in, and what stands before it. */
const blockOf = (blocks: ReadonlyArray<SegmentBlock>, { offset }: ResultPlace) => {
  let [at, rawAt] = [0, 0]
  for (const block of blocks) {
    if (offset < rawAt + block.rawBytes) return { block, at, rawAt }
    at += block.bytes
    rawAt += block.rawBytes
  }
  return null
}

/** A segment is not where it is kept. It may come back: somebody restored the database, and not yet the blobs. */
class SegmentMissing extends Schema.TaggedError<SegmentMissing>()("SegmentMissing", {}) {}

/** The bytes of a segment that were asked for, all of them. */
const partOf = Effect.fnUntraced(function* (
  owner: OrganizationId,
  batchId: BatchId,
  { isSmall, place: { segmentId: id } }: ResultRow,
  range: { readonly offset: number; readonly length: number }
) {
  const read = Effect.gen(function* () {
    const found = yield* segmentPart(owner, batchId, { id, isSmall }, range)
    return Option.isNone(found) ? null : joined(yield* Stream.runCollect(found.value))
  })
  const bytes = yield* Effect.mapError(read, (error) =>
    "reason" in error && error.reason === "damaged" ? new PackedDamaged() : blobsAway("readRecord")(error)
  )
  if (bytes === null) return yield* new SegmentMissing()
  return bytes.length === range.length ? bytes : yield* new PackedDamaged()
})

/** A record, if the text is that of the page of the row. */
const recordOf = ({ itemId, url }: ResultRow, text: string): BatchResult | null => {
  try {
    const record: BatchResult = JSON.parse(text)
    return record.url === url && (record.itemId ?? null) === itemId ? record : null
  } catch {
    return null
  }
}

/** A record as it was read. */
export interface ReadRecord {
  readonly record: BatchResult
  /** Bytes of its JSON. */
  readonly length: number
}

/** Why a record cannot be read: its segment is not there, or what is there is not what was written. */
export type LostRecord = "missing" | "damaged"

/** Gives a function that reads the record of a row, or says why it cannot be read. */
export const makeRecordReader = (owner: OrganizationId, batchId: BatchId) => {
  const atHand = new Map<string, Uint8Array>()

  const opened = Effect.fnUntraced(function* (row: ResultRow, block: SegmentBlock, offset: number) {
    const key = `${row.place.segmentId} ${offset}`
    const known = atHand.get(key)
    if (known !== undefined) return known
    const packed = yield* partOf(owner, batchId, row, { offset, length: block.bytes })
    const bytes = yield* (yield* Compressor).open(packed, { crc: block.crc, length: block.rawBytes })
    if (bytes.length <= blockBytes) atHand.set(key, bytes)
    if (atHand.size > blocksAtHand) atHand.delete(atHand.keys().next().value!)
    return bytes
  })

  const read = Effect.fnUntraced(function* (row: ResultRow) {
    const { blocks, place } = row
    if (blocks === null) return yield* (yield* Compressor).openMember(yield* partOf(owner, batchId, row, place))
    const found = blockOf(blocks, place)
    if (found === null) return yield* new PackedDamaged()
    const { at, block, rawAt } = found
    const bytes = yield* opened(row, block, at)
    return bytes.subarray(place.offset - rawAt, place.offset - rawAt + place.length)
  })

  const lost = (why: LostRecord, row: ResultRow) =>
    Effect.logError(`batch.result.${why}`).pipe(
      annotated({ organizationId: owner, batchId, segmentId: row.place.segmentId, page: row.n }),
      Effect.as(why)
    )

  return (
    row: ResultRow
  ): Effect.Effect<ReadRecord | LostRecord, StoreUnavailable, BatchStore | BlobStore | Compressor> =>
    read(row).pipe(
      Effect.flatMap((bytes): Effect.Effect<ReadRecord, PackedDamaged> => {
        const record = recordOf(row, new TextDecoder().decode(bytes))
        return record === null ? Effect.fail(new PackedDamaged()) : Effect.succeed({ record, length: bytes.length })
      }),
      Effect.catchTags({
        PackedDamaged: () => lost("damaged", row),
        SegmentMissing: () => lost("missing", row)
      })
    )
}

/** A record as it is written. */
export const recordBytes = (record: BatchResult): Uint8Array => new TextEncoder().encode(`${jsonLine(record)}\n`)
