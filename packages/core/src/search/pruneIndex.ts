/** Drops pages of the index that are found no longer. */
import { DateTime, Effect } from "effect"
import { IndexBounds } from "./IndexBounds.ts"
import { PageIndex } from "./PageIndex.ts"

/** Drops up to `limit` pages. Tells how many there were; less than `limit` means that nothing is left to do. */
export const pruneIndex = Effect.fnUntraced(function* (limit: number) {
  const { keepFor, maxBytes, maxPages } = yield* IndexBounds
  const keepSince = DateTime.subtractDuration(yield* DateTime.now, keepFor)
  return yield* (yield* PageIndex).prune({ keepSince, maxPages, maxBytes }, limit)
})
