/** How much is scraped, and how much of it at once. */
import type { Site } from "../crawl/site.ts"
import type { Round } from "../measure.ts"

/** Every page of a site, each once. */
export interface Scraping {
  readonly site: Site
}

/** A round, and in how many seconds of it all callers had their pages. */
export interface ScrapeRound extends Round {
  readonly readSeconds: number
}

/** Calls under way at once. */
export const inFlight = 16
