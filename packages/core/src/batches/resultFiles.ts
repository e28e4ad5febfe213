/**
 * The records of a batch, in the blob store.
 *
 * **Model.** A segment is a blob of records, each compressed by itself. So a record is read by its place alone, in whatever order
 * records are told, and segments that follow each other are one file without being written again.
 */
import { Effect, Option, Stream } from "effect"
import { BlobStore, type BlobStoreUnavailable } from "../blobs/BlobStore.ts"
import type { BlobKey } from "../blobs/domain/BlobKey.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { StoreUnavailable } from "../StoreUnavailable.ts"
import type { ResultRow, Segment } from "./BatchStore.ts"
import { Compressor } from "./Compressor.ts"
import type { BatchId } from "./domain/Batch.ts"
import type { BatchResult } from "./domain/BatchResult.ts"
import type { ResultPlace } from "./domain/Item.ts"
import { segmentBlob } from "./domain/segmentBlob.ts"

/** The blob store as one of ours: what is away is asked again. */
export const blobAway = (operation: string) => (error: BlobStoreUnavailable | { readonly _tag: "BlobTooLarge" }) =>
  Effect.fail(new StoreUnavailable({ operation, cause: error }))

/** A segment with the places of its records, in the order in which they were given. */
export interface PutSegment {
  readonly segment: Segment
  readonly places: ReadonlyArray<Omit<ResultPlace, "segmentId">>
}

const joined = (parts: ReadonlyArray<Uint8Array>, bytes: number): Uint8Array => {
  const whole = new Uint8Array(bytes)
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/** Records compressed at once. */
const packedAtOnce = 4

/** Puts records into a new segment. */
export const putSegment = Effect.fnUntraced(function* (
  owner: OrganizationId,
  batchId: BatchId,
  segmentId: string,
  records: ReadonlyArray<Uint8Array>
) {
  const compressor = yield* Compressor
  const packed = yield* Effect.forEach(records, compressor.pack, { concurrency: packedAtOnce })
  let bytes = 0
  const places = packed.map(({ length }) => {
    const place = { offset: bytes, length }
    bytes += length
    return place
  })
  const blobs = yield* BlobStore
  yield* Effect.catch(blobs.put(segmentBlob(owner, batchId, segmentId), joined(packed, bytes)), blobAway("putSegment"))
  const rawBytes = records.reduce((sum, { length }) => sum + length, 0)
  const segment: Segment = { id: segmentId, items: records.length, bytes, rawBytes }
  return { segment, places } satisfies PutSegment as PutSegment
})

const readPart = Effect.fnUntraced(function* (key: BlobKey, offset: number, length: number) {
  const found = yield* (yield* BlobStore).get(key, { offset, length })
  if (Option.isNone(found)) return null
  const parts = yield* Stream.runCollect(found.value.bytes)
  return joined(
    parts,
    parts.reduce((sum, part) => sum + part.length, 0)
  )
})

/** The record at a place, as JSON text; null when its file is gone. */
export const readRecord = Effect.fnUntraced(function* (owner: OrganizationId, batchId: BatchId, { place }: ResultRow) {
  const part = yield* Effect.catch(
    readPart(segmentBlob(owner, batchId, place.segmentId), place.offset, place.length),
    blobAway("readRecord")
  )
  if (part === null) return null
  return new TextDecoder().decode(yield* (yield* Compressor).open(part))
})

/** The bytes of a segment, compressed. */
export const segmentBytes = (
  owner: OrganizationId,
  batchId: BatchId,
  segmentId: string,
  offset: number,
  length: number
) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const found = yield* (yield* BlobStore).get(segmentBlob(owner, batchId, segmentId), { offset, length })
      return Option.isNone(found) ? Stream.empty : found.value.bytes
    })
  ).pipe(Stream.catch((error) => Stream.fromEffect(blobAway("readSegment")(error))))

/** A record as it is written. */
export const recordBytes = (record: BatchResult): Uint8Array => new TextEncoder().encode(`${JSON.stringify(record)}\n`)
