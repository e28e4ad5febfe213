/** All a caller may do with blobs: keep house. Whoever has large bytes puts and gets them with `BlobStore` itself. */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { BlobRowStore } from "./BlobRowStore.ts"
import type { BlobStoreUnavailable } from "./BlobStore.ts"
import { type SweepPorts, type Swept, sweepBlobs } from "./sweepBlobs.ts"

export class Blobs extends Context.Service<
  Blobs,
  {
    /** Removes blobs that no row names, among the next `limit`; null when no stretch is due or another process does it. */
    readonly sweep: (limit: number) => Effect.Effect<Swept | null, BlobStoreUnavailable | StoreUnavailable>

    /** Moves up to `limit` large bodies out of their rows; fewer means that none are left. */
    readonly moveLarge: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/blobs/Blobs") {
  static readonly layer = Layer.effect(
    Blobs,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<SweepPorts>())
      return Blobs.of({ sweep: bound(sweepBlobs), moveLarge: (yield* BlobRowStore).moveLarge })
    })
  )
}
