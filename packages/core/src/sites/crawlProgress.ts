/** A crawl under way: what it was asked, and how far it has come. */
import { Effect } from "effect"
import { heldBytes } from "../budget/domain/heldBytes.ts"
import { CurrentLease } from "../budget/MemoryBudget.ts"
import type { CacheReport } from "../pages/capturePage.ts"
import type { PageShelf } from "../pages/pageShelf.ts"
import type { Call } from "../web/domain/Call.ts"
import type { CrawlHosts } from "./crawlHosts.ts"
import type { CrawledPage, CrawlProgress, CrawlReport, CrawlRequest } from "./domain/Crawl.ts"

/**
 * Gets every page as it comes; the crawl waits for it. Pages are handed over: the report then has none of them, and a
 * crawl of any length takes no more memory than its addresses.
 */
export type CrawlWatcher = (page: CrawledPage, progress: CrawlProgress) => Effect.Effect<void>

/** What a crawl gave, with how old its pages were. */
export interface CrawlResult extends CrawlReport {
  readonly cache: CacheReport
}

/** How far it has come. */
interface Progress {
  /** Pages that nobody took. */
  readonly pages: Array<CrawledPage>
  /** Whether they are all that there is room for in memory: the crawl then ends with what it has. */
  isFull: boolean
  /** Identities of what was kept, under all addresses it is known by, and digests of the whole pages. */
  readonly kept: Set<string>
  begun: number
  succeeded: number
  failed: number
  /** Pages that were not fetched for this crawl, and the age of the oldest. */
  hits: number
  oldestMillis: number
  /** Pages that were read, whatever became of them, and their bytes. */
  read: number
  bytes: number
  skipped: number
  doubles: number
  forbiddenByRobots: number
  recoveredPages: number
  maxDepth: number
}

/** A crawl under way. */
export interface Crawl {
  readonly shelf: PageShelf
  readonly call: Call
  readonly request: CrawlRequest
  readonly hosts: CrawlHosts
  readonly maxPages: number
  readonly stopsAtMillis: number
  readonly progress: Progress
  readonly watch: CrawlWatcher | null
}

/** A crawl that has not begun. */
export const newProgress = (): Progress => ({
  pages: [],
  isFull: false,
  kept: new Set(),
  begun: 0,
  succeeded: 0,
  failed: 0,
  hits: 0,
  oldestMillis: 0,
  read: 0,
  bytes: 0,
  skipped: 0,
  doubles: 0,
  forbiddenByRobots: 0,
  recoveredPages: 0,
  maxDepth: 0
})

/** Ends it with what it has: what it holds leaves no room in memory to go on. */
export const endFull = ({ call, progress }: Crawl): Effect.Effect<void> => {
  if (progress.isFull) return Effect.void
  progress.isFull = true
  return Effect.logWarning(
    "a crawl ended with the pages for which there is room; KITTIWAKE_MEMORY_BUDGET gives it more"
  ).pipe(Effect.annotateLogs({ organizationId: call.organizationId, pages: progress.pages.length }))
}

/** Says that it began no other page although more were found: those that it read have all the bytes that one crawl may read. */
export const tellBytesSpent = ({ call, progress, request }: Crawl): Effect.Effect<void> =>
  Effect.logWarning("a crawl ended early: its pages have as many bytes as one crawl may read").pipe(
    Effect.annotateLogs({
      organizationId: call.organizationId,
      url: request.source.url,
      read: progress.read,
      bytes: progress.bytes,
      mostBytes: request.maxBytes
    })
  )

/** Counts a page and hands it over, or keeps it for the report. */
export const addPage = (crawl: Crawl, page: CrawledPage): Effect.Effect<void> => {
  const { progress, watch } = crawl
  if (page.succeeded) progress.succeeded += 1
  else progress.failed += 1
  progress.maxDepth = Math.max(progress.maxDepth, page.depth)
  if (watch !== null) {
    const { failed, skipped, succeeded } = progress
    return watch(page, { succeeded, failed, skipped })
  }
  progress.pages.push(page)
  return Effect.flatMap(CurrentLease, (lease) => {
    const bytes = heldBytes(page)
    if (lease.take(bytes)) return Effect.void
    lease.keep(bytes)
    return endFull(crawl)
  })
}

const compositeCache = ({ call, progress }: Crawl): CacheReport => {
  if (call.freshness.zeroRetention) return { status: "zdr", ageMillis: 0 }
  const isHit = progress.succeeded > 0 && progress.hits === progress.succeeded
  return isHit ? { status: "hit", ageMillis: progress.oldestMillis } : { status: "miss", ageMillis: 0 }
}

/** The report; `leftOut` addresses were left out by the pattern. */
export const reportOf = (crawl: Crawl, leftOut: number, isPart: boolean): CrawlResult => {
  const { doubles, failed, forbiddenByRobots, maxDepth, pages, skipped, succeeded } = crawl.progress
  return {
    pages,
    maxDepthReached: maxDepth,
    succeeded,
    failed,
    skipped: skipped + leftOut,
    doubles,
    forbiddenByRobots,
    isPart,
    cache: compositeCache(crawl)
  }
}
