/** What files cost, in credits (contract/parse-prefetch.md). */
import type { PriceRange } from "../../credits/domain/PriceRange.ts"
import { recovering } from "../../pages/domain/Price.ts"

/** One file, and one more for every page whose text was recovered. */
export const parsePrice = (ocr: boolean): PriceRange => recovering(1, ocr)
