/** What sites cost, in credits (contract/scrape.md, contract/crawl-search.md). */
import type { PriceRange } from "../../credits/domain/PriceRange.ts"
import { maxRecoveredPages } from "../../pages/domain/Price.ts"

/** A screenshot of a site by its domain. @internal */
export const siteScreenshotPrice = 5

/** The addresses of a site; two when they are searched. @internal */
export const sitemapPrice = (isSearched: boolean): number => (isSearched ? 2 : 1)

/** One for each page that is read, and one for each page of a file that is recovered from its picture. @internal */
export const crawlPrice = (maxPages: number, ocr: boolean): PriceRange => ({
  atLeast: 1,
  atMost: maxPages + (ocr ? maxRecoveredPages : 0)
})
