/** Files that a reply named, for whoever knows the address. */
import { DateTime, Effect } from "effect"
import { AssetStore } from "./AssetStore.ts"

/** Reads an asset; none when it never was or has expired. */
export const readAsset = Effect.fn("Web.asset")(function* (id: string) {
  return yield* (yield* AssetStore).get(id, yield* DateTime.now)
})
