import { Effect, Layer } from "effect"
import { BlobRowStore } from "../blobs/BlobRowStore.ts"
import { blobKind, blobPath } from "../blobs/domain/BlobKey.ts"

/** `BlobRowStore` in memory, where bodies stand in their rows whatever they take: no blob of theirs is needed. */
export const layer: Layer.Layer<BlobRowStore> = Layer.succeed(
  BlobRowStore,
  BlobRowStore.of({
    named: (keys) => Effect.succeed(new Set(keys.filter((key) => blobKind(key) !== "bodies").map(blobPath))),
    moveLarge: () => Effect.succeed(0)
  })
)
