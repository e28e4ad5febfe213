/** How large a file is that a reply named, for whoever must know before it is read. */
import { DateTime, Effect } from "effect"
import { AssetStore } from "./AssetStore.ts"

/** Bytes of an asset, of which none is read; none when it never was or has expired. */
export const measureAsset = Effect.fn("Web.assetSize")(function* (id: string) {
  return yield* (yield* AssetStore).size(id, yield* DateTime.now)
})
