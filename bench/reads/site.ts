/** Which pages of the site are scans, and what is asked of the server beside the crawl. */
import type { OpenLoadReport } from "./openLoad.ts"

/** One page in so many is a scan. */
const pagesPerScan = 25

/** The number of the scan that a page is; null for a page of markup, as the start is. */
export const scanAt = (page: number): number | null =>
  page % pagesPerScan === pagesPerScan - 1 ? Math.floor(page / pagesPerScan) : null

/** Reads of one round: of the product, and at the same moments of a bare server. */
export interface ReadsReport {
  readonly ours: OpenLoadReport
  readonly bare: OpenLoadReport
}

/** What crawls read while a round lasted. */
export interface CrawledReport {
  readonly crawls: number
  readonly pages: number
  readonly scans: number
}
