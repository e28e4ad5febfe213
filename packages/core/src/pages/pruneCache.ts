/** Drops fetched pages that are kept no longer. */
import { DateTime, Effect } from "effect"
import type { CacheRetention } from "./domain/CacheRetention.ts"
import { PageCache } from "./PageCache.ts"

/** Drops up to `limit` cached pages. Tells how many there were; less than `limit` means that nothing is left to do. */
export const pruneCache = ({ cacheAge, cacheBytes }: CacheRetention) =>
  Effect.fnUntraced(function* (limit: number) {
    const keepSince = DateTime.subtractDuration(yield* DateTime.now, cacheAge)
    return yield* (yield* PageCache).prune({ keepSince, maxBytes: cacheBytes }, limit)
  })
