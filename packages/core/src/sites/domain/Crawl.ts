/** What a crawl is asked for, and what it gives (contract/crawl-search.md §1). */
import type { FileType } from "../../pages/domain/FileType.ts"
import type { PageMetadata } from "../../pages/domain/PageMetadata.ts"
import type { MarkdownOptions, PageRegions, PageSource, PdfOptions } from "../../pages/domain/ScrapeRequest.ts"

export interface CrawlRequest {
  /** The start, and how every page is fetched. */
  readonly source: Pick<PageSource, "url" | "country" | "waitMillis" | "settlesAnimations" | "includeFrames">
  readonly regions: PageRegions
  readonly pdf: PdfOptions
  /** Null reads pages for their links and metadata alone. */
  readonly markdown: MarkdownOptions | null
  readonly maxPages: number
  /** Most links from the start; null is as far as it goes. */
  readonly maxDepth: number | null
  /** RE2; only addresses that match are followed. The start always is. */
  readonly pattern: string | null
  readonly followSubdomains: boolean
  /** Whether the addresses of the site's sitemaps count as linked from the start. */
  readonly followsSitemaps: boolean
  /** After so many milliseconds no page is begun. */
  readonly stopAfterMillis: number
  /** No page is begun once so many bytes were read. */
  readonly maxBytes: number
}

export interface CrawledPage {
  readonly url: string
  readonly depth: number
  /** 0 when there was no answer. */
  readonly statusCode: number
  readonly succeeded: boolean
  readonly markdown: string
  readonly type: FileType | null
  readonly metadata: PageMetadata
  /** Why it could not be read; null when it could. */
  readonly problem: string | null
}

/** How far a crawl has come. */
export interface CrawlProgress {
  readonly succeeded: number
  readonly failed: number
  /** As in the report, but for what the pattern leaves out: that is counted at the end. */
  readonly skipped: number
}

export interface CrawlReport {
  /** In the order in which they were fetched, the start first. */
  readonly pages: ReadonlyArray<CrawledPage>
  readonly maxDepthReached: number
  readonly succeeded: number
  readonly failed: number
  /** Addresses that were found and not wanted: PDF files when they are not parsed, and those that the pattern leaves out. */
  readonly skipped: number
  /** Pages that are left out because they were kept under another address: one led to the other, or they are equal. */
  readonly doubles: number
  /** Addresses that robots.txt forbids. */
  readonly forbiddenByRobots: number
  /** Whether the deadline ended it. */
  readonly isPart: boolean
}

/** Most pages of one crawl through the API, and what one gets without asking. @internal */
export const maxCrawlPages = 500
/** @internal */
export const defaultCrawlPages = 100

/** The soft budget: least, most, and without asking; and what the hard one adds to it. @internal */
export const minStopAfterMillis = 10_000
/** @internal */
export const maxStopAfterMillis = 110_000
/** @internal */
export const defaultStopAfterMillis = 80_000
/** @internal */
export const graceAfterStopMillis = 20_000

/** Most bytes of one crawl. @internal */
export const defaultCrawlBytes = 500 * 1024 * 1024
