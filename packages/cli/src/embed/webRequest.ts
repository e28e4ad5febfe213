/** What was asked of the web, as the core takes it: with the defaults of the HTTP API. */
import { randomUUID } from "node:crypto"
import type { ParseRequest } from "@kittiwake/core/files/Files"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import type { ImagesRequest, ScrapeRequest } from "@kittiwake/core/pages/Pages"
import { type CrawlRequest, defaultStopAfterMillis, graceAfterStopMillis } from "@kittiwake/core/sites/domain/Crawl"
import type { SitemapRequest } from "@kittiwake/core/sites/Sites"
import type { Call } from "@kittiwake/core/web/domain/Call"
import { defaultMaxAgeMillis } from "@kittiwake/core/web/domain/Freshness"
import { type CallInput, type DeadlineRules, deadlineOf } from "@kittiwake/http/internal/web/call"
import { extractRules } from "@kittiwake/http/internal/web/extractRules"
import {
  crawlRequest as coreCrawl,
  markdownOptions,
  pageRegions,
  pageSource,
  pdfOptions,
  targetHeaders
} from "@kittiwake/http/internal/web/input"
import { maxFileBytes } from "@kittiwake/http/internal/web/readFile"
import { Clock, Effect } from "effect"
import type { CrawlInput, ImagesInput, ParseInput, ScrapeInput, SitemapInput } from "./webInput.ts"

/** Whose browser profiles a request may use. */
type Owner = { readonly organization: Organization }

/** How long calls may take that name no deadline (contract/scrape.md §0.3). */
export const rulesOf = {
  page: { partialNeedsTime: true },
  site: { partialNeedsTime: false },
  file: { partialNeedsTime: false, usual: { milliseconds: 120_000 } },
  /** The soft budget ends a crawl well; only a crawl that overruns it by far is cut. */
  crawl: (stopAfterMillis: number) => ({
    partialNeedsTime: false,
    usual: { milliseconds: stopAfterMillis + graceAfterStopMillis, behavior: "return-partial" as const }
  })
} satisfies Record<string, DeadlineRules | ((stopAfterMillis: number) => DeadlineRules)>

/** Who calls, in the history of usage, where a program calls methods and no key is asked for. */
const embedded = "embedded"

/** A call that begins now; the history of usage counts what it costs under the `route` that does the same over HTTP. */
export const newCall = Effect.fnUntraced(function* (
  { id }: Organization,
  route: string,
  input: CallInput,
  rules: DeadlineRules,
  isWanted: () => boolean = () => true
) {
  const now = yield* Clock.currentTimeMillis
  return {
    organizationId: id,
    requestId: randomUUID(),
    route,
    caller: embedded,
    deadline: yield* deadlineOf(input, now, rules),
    freshness: { maxAgeMillis: input.maxAgeMs ?? defaultMaxAgeMillis, zeroRetention: input.zdr === "enabled" },
    isWanted
  } satisfies Call
})

/** The operation over HTTP that gives what is wanted of a page. */
export const scrapeRoute = ({ html = false, markdown = !html }: typeof ScrapeInput.Type): string =>
  markdown ? "/web/scrape/markdown" : "/web/scrape/html"

export const scrapeRequest = Effect.fnUntraced(function* (owner: Owner, input: typeof ScrapeInput.Type) {
  const { html = false, links = false } = input
  const extract = input.extractRules === undefined ? null : yield* Effect.fromResult(extractRules(input.extractRules))
  return {
    source: yield* pageSource(owner, input),
    regions: pageRegions(input),
    pdf: yield* pdfOptions(input.pdf),
    markdown: (input.markdown ?? !(html || links || extract !== null)) ? markdownOptions(input) : null,
    html,
    links,
    extract
  } satisfies ScrapeRequest
})

export const imagesRequest = Effect.fnUntraced(function* (owner: Owner, input: typeof ImagesInput.Type) {
  const { classification, hostedUrl, maxTimePerMs, resolution } = input.enrichment ?? {}
  return {
    source: yield* pageSource(owner, input),
    dedupe: input.dedupe ?? false,
    enrichment: {
      resolution: resolution ?? false,
      hostedUrl: hostedUrl ?? false,
      classification: classification ?? false,
      maxTimePerMillis: maxTimePerMs ?? 30_000
    }
  } satisfies ImagesRequest
})

export const sitemapRequest = Effect.fnUntraced(function* (input: typeof SitemapInput.Type) {
  return {
    domain: input.domain,
    sitemapUrl: input.sitemapUrl ?? null,
    maxLinks: input.maxLinks ?? 10_000,
    pattern: input.urlRegex ?? null,
    search: input.search ?? null,
    includeSubdomains: input.includeSubdomains ?? false,
    headers: yield* targetHeaders(input.headers)
  } satisfies SitemapRequest
})

export const crawlRequest = ({
  followSitemaps = false,
  stopAfterMs = defaultStopAfterMillis,
  ...input
}: typeof CrawlInput.Type): Effect.Effect<CrawlRequest, InvalidInput> =>
  Effect.map(coreCrawl({ ...input, stopAfterMs }), (request) => ({ ...request, followsSitemaps: followSitemaps }))

export const parseRequest = Effect.fnUntraced(function* (bytes: Uint8Array, input: typeof ParseInput.Type) {
  // A program without types may hand over anything.
  if (!(bytes instanceof Uint8Array))
    return yield* new InvalidInput({ field: "bytes", message: "must be a Uint8Array" })
  if (bytes.length > maxFileBytes) {
    return yield* new InvalidInput({ field: "bytes", message: `must be at most ${maxFileBytes} bytes` })
  }
  const { end, start } = yield* pdfOptions(input.pdf)
  return {
    bytes,
    contentType: input.contentType ?? null,
    extension: input.extension ?? null,
    markdown: markdownOptions(input),
    mainContentOnly: input.useMainContentOnly ?? false,
    firstPage: start,
    lastPage: end,
    ocr: input.ocr ?? false
  } satisfies ParseRequest
})
