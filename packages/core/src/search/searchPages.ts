/** A search of the web for who pays for it, with its hits as Markdown where that is wanted (contract/crawl-search.md §2). */
import { DateTime, Effect } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import type { CacheReport } from "../pages/capturePage.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import type { UnreadSite } from "../web/domain/UnreadSite.ts"
import { DeadlinePassed } from "../web/errors.ts"
import { inTime } from "../web/inTime.ts"
import { searchPrice } from "./domain/Price.ts"
import { readQuery } from "./domain/readQuery.ts"
import { type Relevance, relevanceOf } from "./domain/relevance.ts"
import type { SearchQuestion } from "./domain/SearchQuestion.ts"
import { type SearchWindow, windowDays } from "./domain/SearchWindow.ts"
import { type HitMarkdown, type HitReading, notRead, scrapeHits } from "./scrapeHits.ts"
import { searchWeb } from "./searchWeb.ts"

export interface SearchRequest {
  readonly query: string
  readonly count: number
  readonly includeDomains: ReadonlyArray<string>
  readonly excludeDomains: ReadonlyArray<string>
  readonly window: SearchWindow | null
  /** Two letters, lower case. */
  readonly country: string | null
  readonly fanOut: boolean
  /** How hits are read; null when they are only told. */
  readonly reading: HitReading | null
}

export interface SearchResult {
  readonly url: string
  readonly title: string
  readonly description: string
  readonly relevance: Relevance
  readonly markdown: HitMarkdown
}

export interface SearchAnswer {
  readonly query: string
  /** Best first. */
  readonly results: ReadonlyArray<SearchResult>
  /** Sites that the query names, of which nothing could be read and nothing is found, with why. */
  readonly unread: ReadonlyArray<UnreadSite>
  /** Whether the deadline left pages unread. */
  readonly isPart: boolean
  readonly cache: CacheReport
}

/** No search is kept, so that only pages can have been: a hit where all that were read were, and as old as the oldest. */
const cacheOf = (read: ReadonlyArray<HitMarkdown>, zeroRetention: boolean): CacheReport => {
  if (zeroRetention) return { status: "zdr", ageMillis: 0 }
  const caches = read.flatMap(({ cache }) => cache ?? [])
  const isHit = caches.length > 0 && caches.every(({ status }) => status === "hit")
  return {
    status: isHit ? "hit" : "miss",
    ageMillis: isHit ? Math.max(...caches.map(({ ageMillis }) => ageMillis)) : 0
  }
}

const search = Effect.fnUntraced(function* ({ deadline, freshness, organizationId }: Call, request: SearchRequest) {
  const query = readQuery(request.query, request)
  const since =
    request.window === null ? null : DateTime.subtract(yield* DateTime.now, { days: windowDays[request.window] })
  const question: SearchQuestion = { query, publishedSince: since, country: request.country, count: request.count }
  const { zeroRetention } = freshness
  const { hits, unread } = yield* searchWeb({
    question,
    organizationId,
    deadline,
    zeroRetention,
    fanOut: request.fanOut
  })
  const { hits: read, isCut } =
    request.reading === null
      ? { hits: hits.map(() => notRead("NOT_REQUESTED")), isCut: false }
      : yield* scrapeHits(
          hits.map(({ url }) => url),
          request.reading,
          freshness,
          deadline
        )
  if (isCut && !deadline.acceptsPart) return yield* new DeadlinePassed()
  const results = hits.map(
    (hit, index): SearchResult => ({
      url: hit.url,
      title: hit.title,
      description: hit.description,
      relevance: relevanceOf(query, hit),
      markdown: read[index]!
    })
  )
  return { query: request.query, results, unread, isPart: isCut, cache: cacheOf(read, zeroRetention) }
})

/** Searches, and reads what was found. What it can cost at most is held before anything is asked. */
export const searchPages = Effect.fn("Search.search")(function* (call: Call, request: SearchRequest) {
  const most = searchPrice(request.count, request.reading === null ? 0 : request.count)
  return yield* charged(
    call,
    exactly(most)
  )(
    Effect.fnUntraced(function* () {
      const answer: SearchAnswer = yield* inTime(search(call, request), call.deadline)
      const pagesRead = answer.results.filter(({ markdown }) => markdown.code === "SUCCESS").length
      yield* Effect.annotateCurrentSpan({ results: answer.results.length, pagesRead })
      return { value: answer, credits: searchPrice(answer.results.length, pagesRead) }
    })
  )
})
