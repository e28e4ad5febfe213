/**
 * What is asked of the web, as the core takes it.
 *
 * Every door maps here: the HTTP API from its queries and bodies, the embedded library and the command from their options.
 * What a caller leaves open is filled in here and nowhere else.
 */
import type { ParseRequest } from "@kittiwake/core/files/Files"
import type { FileExtension } from "@kittiwake/core/pages/domain/FileType"
import type { BytesRequest, ImagesRequest, ScrapeRequest } from "@kittiwake/core/pages/Pages"
import {
  type CrawlRequest,
  defaultCrawlBytes,
  defaultCrawlPages,
  defaultStopAfterMillis,
  graceAfterStopMillis
} from "@kittiwake/core/sites/domain/Crawl"
import type { PrefetchTarget, SitemapRequest } from "@kittiwake/core/sites/Sites"
import { maxMaxAgeMillis } from "@kittiwake/core/web/domain/Freshness"
import { Effect } from "effect"
import type { DeadlineRules } from "./call.ts"
import { extractRules, type RuleInput } from "./extractRules.ts"
import {
  type MarkdownInput,
  markdownOptions,
  type Owner,
  type PdfInput,
  pageRegions,
  pageSource,
  pdfOptions,
  type RegionsInput,
  type SourceInput,
  targetHeaders
} from "./input.ts"

/** How long calls may take that name no deadline (contract/scrape.md §0.3). */
export const rulesOf = {
  /** A part of a page is worth something only after some seconds. */
  page: { partialNeedsTime: true },
  site: { partialNeedsTime: false },
  file: { partialNeedsTime: false, usual: { milliseconds: 120_000 } },
  /** The soft budget ends a crawl well; only a crawl that overruns it by far is cut. */
  crawl: ({ stopAfterMillis }: CrawlRequest) => ({
    partialNeedsTime: false,
    waitsAtEach: true as const,
    usual: { milliseconds: stopAfterMillis + graceAfterStopMillis, behavior: "return-partial" as const }
  })
} satisfies Record<string, DeadlineRules | ((request: CrawlRequest) => DeadlineRules)>

/** How old what is known of a site may be unless the caller says (contract/design-industry.md §1): ninety days. */
const knownAgeMillis = 7_776_000_000

/** What a caller sent, with an age of what is known of a site that lies within what is kept. */
export const knownAge = <A extends { readonly maxAgeMs?: number }>(asked: A) => ({
  ...asked,
  maxAgeMs: Math.min(Math.max(asked.maxAgeMs ?? knownAgeMillis, 0), maxMaxAgeMillis)
})

interface ScrapeAsked extends SourceInput, RegionsInput, MarkdownInput {
  /** What is wanted of the page; Markdown alone unless something else is. */
  readonly markdown?: boolean
  readonly html?: boolean
  readonly links?: boolean
  readonly extractRules?: RuleInput
  readonly pdf?: PdfInput
}

export const scrapeRequest = Effect.fnUntraced(function* (owner: Owner, asked: ScrapeAsked) {
  const { html = false, links = false } = asked
  const extract = asked.extractRules === undefined ? null : yield* Effect.fromResult(extractRules(asked.extractRules))
  return {
    source: yield* pageSource(owner, asked),
    regions: pageRegions(asked),
    pdf: yield* pdfOptions(asked.pdf),
    markdown: (asked.markdown ?? !(html || links || extract !== null)) ? markdownOptions(asked) : null,
    html,
    links,
    extract
  } satisfies ScrapeRequest
})

interface ImagesAsked extends SourceInput {
  readonly dedupe?: boolean
  readonly enrichment?: {
    readonly resolution?: boolean
    readonly hostedUrl?: boolean
    readonly classification?: boolean
    readonly maxTimePerMs?: number
  }
}

export const imagesRequest = Effect.fnUntraced(function* (owner: Owner, asked: ImagesAsked) {
  const {
    classification = false,
    hostedUrl = false,
    maxTimePerMs = 30_000,
    resolution = false
  } = asked.enrichment ?? {}
  return {
    source: yield* pageSource(owner, asked),
    dedupe: asked.dedupe ?? false,
    enrichment: { resolution, hostedUrl, classification, maxTimePerMillis: maxTimePerMs }
  } satisfies ImagesRequest
})

export const bytesRequest = Effect.fnUntraced(function* (asked: Pick<SourceInput, "country" | "headers" | "url">) {
  const headers = yield* targetHeaders(asked.headers)
  return { url: asked.url, headers, country: asked.country ?? null } satisfies BytesRequest
})

interface SitemapAsked extends Pick<SourceInput, "headers"> {
  readonly domain: string
  readonly maxLinks?: number
  readonly sitemapUrl?: string
  readonly urlRegex?: string
  readonly search?: string
  readonly includeSubdomains?: boolean
}

export const sitemapRequest = Effect.fnUntraced(function* (asked: SitemapAsked) {
  return {
    domain: asked.domain,
    sitemapUrl: asked.sitemapUrl ?? null,
    maxLinks: asked.maxLinks ?? 10_000,
    pattern: asked.urlRegex ?? null,
    search: asked.search ?? null,
    includeSubdomains: asked.includeSubdomains ?? false,
    headers: yield* targetHeaders(asked.headers)
  } satisfies SitemapRequest
})

interface CrawlAsked extends Omit<SourceInput, "actions" | "headers" | "profileId">, RegionsInput, MarkdownInput {
  readonly maxPages?: number
  readonly maxDepth?: number
  readonly urlRegex?: string
  readonly followSubdomains?: boolean
  readonly followSitemaps?: boolean
  readonly pdf?: PdfInput
  readonly stopAfterMs?: number
}

export const crawlRequest = Effect.fnUntraced(function* (asked: CrawlAsked) {
  return {
    source: {
      url: asked.url,
      country: asked.country ?? null,
      waitMillis: asked.waitForMs ?? null,
      settlesAnimations: asked.settleAnimations ?? false,
      includeFrames: asked.includeFrames ?? false
    },
    regions: pageRegions(asked),
    pdf: yield* pdfOptions(asked.pdf),
    markdown: markdownOptions(asked),
    maxPages: asked.maxPages ?? defaultCrawlPages,
    maxDepth: asked.maxDepth ?? null,
    pattern: asked.urlRegex ?? null,
    followSubdomains: asked.followSubdomains ?? false,
    followsSitemaps: asked.followSitemaps ?? false,
    stopAfterMillis: asked.stopAfterMs ?? defaultStopAfterMillis,
    maxBytes: defaultCrawlBytes
  } satisfies CrawlRequest
})

interface ParseAsked extends MarkdownInput {
  readonly useMainContentOnly?: boolean
  readonly ocr?: boolean
  readonly pdf?: Pick<PdfInput, "end" | "start">
}

/** A file that was sent, with what was told of its kind. */
interface AskedFile {
  readonly bytes: Uint8Array
  readonly contentType: string | null
  readonly extension: FileExtension | null
}

export const parseRequest = Effect.fnUntraced(function* (
  { bytes, contentType, extension }: AskedFile,
  asked: ParseAsked
) {
  const { end, start } = yield* pdfOptions(asked.pdf)
  return {
    bytes,
    contentType,
    extension,
    markdown: markdownOptions(asked),
    mainContentOnly: asked.useMainContentOnly ?? false,
    firstPage: start,
    lastPage: end,
    ocr: asked.ocr ?? false
  } satisfies ParseRequest
})

/** The site that one of the two names. */
export const prefetchTarget = ({
  domain,
  email = ""
}: {
  readonly domain?: string
  readonly email?: string
}): PrefetchTarget => (domain === undefined ? { _tag: "Email", email } : { _tag: "Domain", domain })
