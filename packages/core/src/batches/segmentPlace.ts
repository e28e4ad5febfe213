/**
 * Where a segment is: a small one stands with its row and is written with it, a large one is a blob that is put before.
 *
 * **Why.** The file of a blob takes a dozen trips to the disk and back, in each of which whoever waits for it waits for everybody
 * else's work as well: ten pages beside a hundred thousand waited longer for theirs than for all else. And a batch whose pages come one
 * by one would leave a file for each.
 */
import { Context, Effect, Option, Stream } from "effect"
import { BlobStore, blobLost, blobsAway } from "../blobs/BlobStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { BatchStore } from "./BatchStore.ts"
import type { BatchId } from "./domain/Batch.ts"
import { segmentBlob } from "./domain/segmentBlob.ts"

/** Bytes of a segment from which on it is a blob: ten to thirty ordinary pages, where a write that is full has a hundred. */
export const LargeSegmentBytes = Context.Reference<number>("@kittiwake/core/batches/LargeSegmentBytes", {
  defaultValue: () => 32 * 1024
})

/** Puts a large segment into a blob; gives back a small one, which is to be written with its row. */
export const putLargeSegment = Effect.fnUntraced(function* (
  owner: OrganizationId,
  batchId: BatchId,
  segmentId: string,
  bytes: Uint8Array
) {
  if (bytes.length < (yield* LargeSegmentBytes)) return bytes
  yield* (yield* BlobStore).put(segmentBlob(owner, batchId, segmentId), bytes)
  return null
})

/** Some bytes of a segment, wherever it is; none when it is gone. */
export const segmentPart = Effect.fnUntraced(function* (
  owner: OrganizationId,
  batchId: BatchId,
  { id, isSmall }: { readonly id: string; readonly isSmall: boolean },
  range: { readonly offset: number; readonly length: number }
) {
  if (!isSmall) {
    const found = yield* (yield* BlobStore).get(segmentBlob(owner, batchId, id), range)
    return Option.map(found, ({ bytes }) => bytes)
  }
  const found = yield* (yield* BatchStore).smallSegment(owner, batchId, id)
  return Option.map(found, (bytes) => Stream.succeed(bytes.subarray(range.offset, range.offset + range.length)))
})

/** The bytes of a segment, compressed. It fails where some are gone: no file has a hole. */
export const segmentBytes = (
  owner: OrganizationId,
  batchId: BatchId,
  segment: { readonly id: string; readonly isSmall: boolean },
  range: { readonly offset: number; readonly length: number }
) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const found = yield* segmentPart(owner, batchId, segment, range)
      return Option.isSome(found)
        ? Stream.mapError(found.value, blobsAway("readSegment"))
        : Stream.fail(blobLost("readSegment", `segment ${segment.id} of ${batchId} is gone`))
    }).pipe(Effect.mapError(blobsAway("readSegment")))
  )

/** Whether a large segment is where it is kept. A small one stands with its row. */
export const isSegmentThere = (owner: OrganizationId, batchId: BatchId, id: string) =>
  BlobStore.use((blobs) => blobs.head(segmentBlob(owner, batchId, id))).pipe(
    Effect.mapBoth({ onSuccess: Option.isSome, onFailure: blobsAway("findSegment") })
  )
