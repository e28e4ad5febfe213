/** Drops what of the web is kept no longer. */
import { DateTime, Effect } from "effect"
import { AssetStore } from "../assets/AssetStore.ts"
import { FrontierStore } from "../sites/FrontierStore.ts"
import type { WebRetention } from "./domain/CacheRetention.ts"
import { PageCache } from "./PageCache.ts"

/**
 * Drops up to `limit` cached pages, assets and addresses of crawls each. Tells how much there was of what there was most;
 * less than `limit` means that nothing is left to do.
 */
export const pruneWeb = (retention: WebRetention) =>
  Effect.fn("Web.prune")(function* (limit: number) {
    const now = yield* DateTime.now
    const keepSince = DateTime.subtractDuration(now, retention.cacheAge)
    const pages = yield* (yield* PageCache).prune({ keepSince, maxBytes: retention.cacheBytes }, limit)
    const assets = yield* (yield* AssetStore).prune(now, limit)
    const addresses = yield* (yield* FrontierStore).prune(DateTime.subtractDuration(now, retention.frontierIdle), limit)
    return Math.max(pages, assets, addresses)
  })
