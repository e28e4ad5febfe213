/** How long what was fetched is kept. */
import { Duration } from "effect"

/** What bounds the cache, and when a crawl counts as left alone. Assets expire by their own date. */
export interface WebRetention {
  /** Cached pages that were captured longer ago are dropped. */
  readonly cacheAge: Duration.Duration
  /** Bytes of cached bodies, as stored; beyond them goes what was used longest ago. */
  readonly cacheBytes: number
  /** Crawls to which nothing was added and in which nothing was finished for so long are forgotten. */
  readonly frontierIdle: Duration.Duration
}

/** No call may ask for an older page than 365 days; 2 GB hold some 200,000 pages; no crawl lasts a day. */
export const webRetention: WebRetention = {
  cacheAge: Duration.days(365),
  cacheBytes: 2_000_000_000,
  frontierIdle: Duration.days(1)
}
