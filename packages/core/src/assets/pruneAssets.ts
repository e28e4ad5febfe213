/** Drops assets whose time is over. */
import { DateTime, Effect } from "effect"
import { AssetStore } from "./AssetStore.ts"

/** Drops up to `limit` assets. Tells how many there were; less than `limit` means that nothing is left to do. */
export const pruneAssets = Effect.fnUntraced(function* (limit: number) {
  return yield* (yield* AssetStore).prune(yield* DateTime.now, limit)
})
