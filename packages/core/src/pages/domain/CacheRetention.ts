/** How long fetched pages are kept. */
import { Duration } from "effect"

/** What bounds the cache. */
export interface CacheRetention {
  /** Pages that were captured longer ago are dropped. */
  readonly cacheAge: Duration.Duration
  /** Bytes of bodies, as stored; beyond them goes what was used longest ago. */
  readonly cacheBytes: number
}

/** No call may ask for an older page than 365 days; 2 GB hold some 200,000 pages. */
export const cacheRetention: CacheRetention = { cacheAge: Duration.days(365), cacheBytes: 2_000_000_000 }
