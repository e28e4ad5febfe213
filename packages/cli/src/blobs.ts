/** Where large bytes lie, by what was configured. */
import { resolve } from "node:path"
import { BlobKeys, layer as layerKeys } from "@kittiwake/blobs/BlobKeys"
import { makeBlobStore } from "@kittiwake/blobs/BlobStore"
import { BlobStore } from "@kittiwake/core/blobs/BlobStore"
import * as MemoryBlobs from "@kittiwake/core/memory/BlobStore"
import { Context, Deferred, Effect, Layer, Option, type Redacted } from "effect"
import type { Storage } from "./adapters.ts"
import { type BlobChoice, blobDirectory } from "./blobChoice.ts"
import { loadObjects } from "./blobObjects.ts"

/** What the choice depends on. */
export interface BlobOptions {
  readonly storage: Storage
  /** Unless given: a folder of the data directory, and in memory beside a storage in memory. */
  readonly blobs?: BlobChoice | undefined
  readonly sealingKey: Option.Option<Redacted.Redacted>
}

/** Where the blobs of an installation lie; null is in memory. */
export const blobChoiceOf = ({ blobs, storage }: Pick<BlobOptions, "blobs" | "storage">): BlobChoice | null => {
  if (blobs !== undefined) return blobs
  if (storage._tag === "Memory") return null
  const dataDirectory = storage._tag === "Embedded" ? storage.dataDirectory : resolve(".kittiwake")
  return { _tag: "Files", directory: blobDirectory(dataDirectory) }
}

/**
 * The key of blobs, once the database is open that keeps it: the database itself keeps large bodies among the blobs, so the
 * store of blobs is there before it.
 */
export class LateBlobKeys extends Context.Service<LateBlobKeys, Deferred.Deferred<BlobKeys["Service"]>>()(
  "kittiwake/LateBlobKeys"
) {}

const keysOf = (late: LateBlobKeys["Service"]): BlobKeys["Service"] =>
  BlobKeys.of({
    toSeal: Effect.flatMap(Deferred.await(late), ({ toSeal }) => toSeal),
    toOpen: (id) => Effect.flatMap(Deferred.await(late), ({ toOpen }) => toOpen(id))
  })

/** The store of blobs. It seals once `layerBlobKeys` is built, and whoever asks before waits for that. */
export const layerBlobs = (options: BlobOptions): Layer.Layer<BlobStore | LateBlobKeys> => {
  const late = Layer.effect(LateBlobKeys, Deferred.make<BlobKeys["Service"]>())
  const choice = blobChoiceOf(options)
  if (choice === null) return Layer.merge(MemoryBlobs.layer, late)
  const store = Layer.effect(
    BlobStore,
    Effect.gen(function* () {
      return makeBlobStore(yield* loadObjects(choice), keysOf(yield* LateBlobKeys))
    })
  )
  return Layer.provideMerge(store, late)
}

/** Gives the store of blobs its key. Blobs are sealed where the operator gave one. */
export const layerBlobKeys = ({ sealingKey }: Pick<BlobOptions, "sealingKey">) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      yield* Deferred.succeed(yield* LateBlobKeys, yield* BlobKeys)
    })
  ).pipe(Layer.provide(layerKeys({ seals: Option.isSome(sealingKey) })))
