/** What reading the web costs, in credits (contract/scrape.md, contract/parse-prefetch.md, contract/crawl-search.md). */
import type { PriceRange } from "../../credits/domain/PriceRange.ts"
import type { BrowserAction } from "./BrowserAction.ts"

/** Most pages of one file whose text is recovered from their picture. */
export const maxRecoveredPages = 500

const recovering = (atLeast: number, ocr: boolean): PriceRange => ({
  atLeast,
  atMost: ocr ? atLeast + maxRecoveredPages : atLeast
})

/** One page; with actions two, and one more for every page whose text was recovered. */
export const scrapePrice = (actions: ReadonlyArray<BrowserAction>, ocr: boolean): PriceRange =>
  recovering(actions.length > 0 ? 2 : 1, ocr)

/** The pictures of a page; five when each is looked at. */
export const imagesPrice = (actions: ReadonlyArray<BrowserAction>, isEnriched: boolean): number => {
  if (isEnriched) return 5
  return actions.length > 0 ? 2 : 1
}

export const bytesPrice = 1

/** A screenshot of an address, and one of a site by its domain. */
export const screenshotPrice = 1
export const siteScreenshotPrice = 5

/** The addresses of a site; two when they are searched. */
export const sitemapPrice = (isSearched: boolean): number => (isSearched ? 2 : 1)

export const parsePrice = (ocr: boolean): PriceRange => recovering(1, ocr)
