/** What pages cost, in credits (contract/scrape.md). */
import type { PriceRange } from "../../credits/domain/PriceRange.ts"
import type { BrowserAction } from "./BrowserAction.ts"

/** Most pages of one file whose text is recovered from their picture. */
export const maxRecoveredPages = 500

/** The price of reading what may be a file: one more for every page whose text was recovered. */
export const recovering = (atLeast: number, ocr: boolean): PriceRange => ({
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

/** A screenshot of an address. */
export const screenshotPrice = 1
