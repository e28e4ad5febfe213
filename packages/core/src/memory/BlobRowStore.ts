import { Effect, Layer } from "effect"
import { segmentKind, segmentOfBlob } from "../batches/domain/segmentBlob.ts"
import { BlobRowStore } from "../blobs/BlobRowStore.ts"
import { type BlobKey, blobKind, blobPath } from "../blobs/domain/BlobKey.ts"
import { Database, type Tables } from "./Database.ts"

const isNamed = (tables: Tables, key: BlobKey): boolean => {
  if (blobKind(key) !== segmentKind) return blobKind(key) !== "bodies"
  const segment = segmentOfBlob(key)
  const row = segment === null ? undefined : tables.batches.get(segment.batchId as never)
  return row?.organizationId === key.owner && row.segments.some(({ id }) => id === segment?.segmentId)
}

/** `BlobRowStore` in memory, where bodies stand in their rows whatever they take: no blob of theirs is needed. */
export const layer: Layer.Layer<BlobRowStore, never, Database> = Layer.effect(
  BlobRowStore,
  Effect.map(Database, (tables) =>
    BlobRowStore.of({
      named: (keys) => Effect.sync(() => new Set(keys.filter((key) => isNamed(tables, key)).map(blobPath))),
      keptAside: Effect.succeed([]),
      moveLarge: () => Effect.succeed(0)
    })
  )
)
