/** How much is scraped, and how much of it at once. */
import type { Site } from "../crawl/site.ts"

/** Every page of a site, each once. */
export interface Scraping {
  readonly site: Site
}

/** Calls under way at once. */
export const inFlight = 16
