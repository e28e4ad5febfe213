/** What is asked of a site (contract/extract-answers.md §1). */
import type { PageSource, PdfOptions } from "../../pages/domain/ScrapeRequest.ts"
import type { ObjectShape } from "./DataShape.ts"

export interface ExtractRequest {
  /** How the start is fetched. Its actions are done there alone; all else holds for every page. */
  readonly source: PageSource
  readonly shape: ObjectShape
  /** What is wanted, in words; may be empty. */
  readonly instructions: string
  /** Whether a value counts only where a page says it in these words. */
  readonly factCheck: boolean
  readonly maxPages: number
  /** Most links from the start; null is no limit. */
  readonly maxDepth: number | null
  readonly followSubdomains: boolean
  readonly pdf: PdfOptions
  /** No page is begun so long after the start. */
  readonly stopAfterMillis: number
}

/** Most time that is spent looking for pages unless the caller says, without and with actions. @internal */
export const usualStopAfterMillis = { plain: 80_000, acting: 110_000 } as const

/** Time for filling, beside that for reading. @internal */
export const fillingMillis = 60_000

/** Most pages that are read. @internal */
export const maxExtractPages = 50

/** Pages that are read unless the caller says. @internal */
export const usualExtractPages = 5
