/** A batch as lists have it. */
import type { Batch } from "./Batch.ts"

/** Without refused entries and selectors, which may be of a megabyte and which no list shows. @internal */
export const listedBatch = (batch: Batch): Batch => ({
  ...batch,
  invalidUrls: [],
  options: { ...batch.options, includeSelectors: [], excludeSelectors: [] }
})
