/** One page as Markdown, HTML and what its author says of it. */
import { Effect } from "effect"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { actingOnce } from "./acting.ts"
import { type CacheReport, capturePage, type ReadPage, shownPage } from "./capturePage.ts"
import type { ActionOutcome } from "./domain/BrowserAction.ts"
import type { Extracted, ExtractRules } from "./domain/ExtractRules.ts"
import { type PageType, pageTypeOf } from "./domain/FileType.ts"
import type { PageLink } from "./domain/PageLink.ts"
import type { PageMetadata } from "./domain/PageMetadata.ts"
import { scrapePrice } from "./domain/Price.ts"
import type { MarkdownOptions, PageRegions, PageSource, PageWants, PdfOptions } from "./domain/ScrapeRequest.ts"

export interface ScrapeRequest {
  readonly source: PageSource
  readonly regions: PageRegions
  readonly pdf: PdfOptions
  /** Null when no Markdown is wanted. */
  readonly markdown: MarkdownOptions | null
  readonly html: boolean
  /** Where the page leads; not asked for unless it says so. */
  readonly links?: boolean
  readonly extract: ExtractRules | null
}

/** A scraped page. What was not asked for is null. */
export interface ScrapedPage {
  readonly url: string
  readonly finalUrl: string
  readonly statusCode: number
  readonly type: PageType
  readonly markdown: string | null
  readonly html: string | null
  readonly links: ReadonlyArray<PageLink> | null
  readonly extracted: { readonly [field: string]: Extracted } | null
  readonly metadata: PageMetadata
  readonly finalDomState: "loaded" | "still-loading"
  readonly actionsApplied: ReadonlyArray<ActionOutcome>
  readonly isStale: boolean
  /** Why a browser rendered it; null when its server's own answer was enough. */
  readonly renderedBecause: string | null
  readonly cache: CacheReport
}

/** What a page that was read gives. */
export const scrapedPage = (url: string, { cache, capture, shaped }: ReadPage, wantsLinks: boolean): ScrapedPage => ({
  url,
  finalUrl: capture.finalUrl,
  statusCode: capture.status,
  type: pageTypeOf(capture.type),
  markdown: shaped.markdown,
  html: shaped.html,
  links: wantsLinks ? shaped.links : null,
  extracted: shaped.extracted,
  metadata: shaped.metadata ?? { sourceUrl: url, finalUrl: capture.finalUrl },
  finalDomState: capture.finalDomState,
  actionsApplied: capture.actionsApplied,
  isStale: capture.isStale,
  renderedBecause: capture.renderedBecause,
  cache
})

/** What a page costs: a part of it never more than the least. */
const costOf = ({ capture, recoveredPages }: ReadPage, base: number): number =>
  capture.finalDomState === "still-loading" ? 1 : base + recoveredPages

/** Fetches and reads one page. */
export const scrapePage = Effect.fn("Web.scrape")(function* (call: Call, request: ScrapeRequest) {
  const { extract, html, links = false, markdown, pdf, regions, source } = request
  const wants: PageWants = { markdown, html, links, images: false, extract }
  const price = scrapePrice(source.actions, pdf.ocr)
  return yield* charged(
    call,
    price
  )(() =>
    capturePage(source, { sourceUrl: source.url, regions, pdf, wants }, call.freshness, call.deadline).pipe(
      Effect.flatMap(shownPage),
      Effect.map((page) => ({ value: scrapedPage(source.url, page, links), credits: costOf(page, price.atLeast) }))
    )
  ).pipe(actingOnce)
})
