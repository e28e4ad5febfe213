/**
 * All a caller may do with assets: files that a reply names by an address which cannot be guessed.
 *
 * Whoever makes such a file keeps it with `keepAsset`; here it is read by whoever knows its id, and dropped when its time
 * is over.
 */
import { Context, Effect, Layer, type Option } from "effect"
import { bind } from "../bind.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Asset, AssetStore } from "./AssetStore.ts"
import { measureAsset } from "./measureAsset.ts"
import { pruneAssets } from "./pruneAssets.ts"
import { readAsset } from "./readAsset.ts"

export class Assets extends Context.Service<
  Assets,
  {
    /** How many bytes a file has, of which none is read; none where `get` finds none. */
    readonly size: (id: string) => Effect.Effect<Option.Option<number>, StoreUnavailable>

    /** A file that an answer named by its address; none when it never was or has expired. */
    readonly get: (id: string) => Effect.Effect<Option.Option<Asset>, StoreUnavailable>

    /** Drops up to `limit` assets whose time is over; less than `limit` means that nothing is left to do. */
    readonly prune: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/assets/Assets") {
  static readonly layer = Layer.effect(
    Assets,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<AssetStore>())
      return Assets.of({ size: bound(measureAsset), get: bound(readAsset), prune: bound(pruneAssets) })
    })
  )
}
