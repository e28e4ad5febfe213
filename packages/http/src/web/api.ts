/** The operations that read the web, as values (contract/scrape.md, contract/crawl-search.md §1, contract/parse-prefetch.md §1). */

import { extensionExpected, fileExtensions } from "@kittiwake/core/pages/domain/FileType"
import { maxPartTop } from "@kittiwake/core/pages/Pages"
import {
  defaultStopAfterMillis,
  maxCrawlPages,
  maxStopAfterMillis,
  minStopAfterMillis
} from "@kittiwake/core/sites/domain/Crawl"
import { pageKinds } from "@kittiwake/core/sites/domain/PageKind"
import { maxMaxAgeMillis } from "@kittiwake/core/web/domain/Freshness"
import { Schema, SchemaGetter } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { closed, Domain, integer, listOf, QueryBoolean, queryInteger, Tags, text, WebUrl } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { ExtractRulesQuery } from "./extractRules.ts"
import { proxyCountries } from "./proxyCountries.ts"
import {
  ActionsQuery,
  callQuery,
  countryQuery,
  failingTimeoutQuery,
  HeadersQuery,
  MaxAge,
  maxSelectors,
  PdfQuery,
  profileQuery,
  regionsQuery,
  Selector,
  TimeoutBehavior,
  timeoutMillis,
  timeoutQuery,
  WaitMillis,
  Zdr
} from "./query.ts"
import {
  BytesRecord,
  CrawlRecord,
  HtmlRecord,
  ImagesRecord,
  MarkdownRecord,
  PageScreenshotRecord,
  ParsedRecord,
  SitemapRecord,
  SiteScreenshotRecord
} from "./records.ts"

const objects = ["timeoutOpts", "timeout", "pdf", "headers", "viewport", "enrichment", "extractRules"]

const reads = (summary: string, labels: "query" | "body" = "query", weight = 1) =>
  access({ summary, scope: "data:execute", bucket: "default", labels, objects, weight, keepsReply: false })

const errors = errorsWith(404, 408, 409, 413, 415, 422)

const sourceQuery = {
  url: WebUrl,
  headers: Schema.optionalKey(HeadersQuery),
  maxAgeMs: Schema.optionalKey(MaxAge),
  waitForMs: Schema.optionalKey(WaitMillis),
  actions: Schema.optionalKey(ActionsQuery)
}

const pageQuery = {
  ...sourceQuery,
  ...countryQuery,
  ...regionsQuery,
  includeFrames: Schema.optionalKey(QueryBoolean),
  settleAnimations: Schema.optionalKey(QueryBoolean),
  pdf: Schema.optionalKey(PdfQuery),
  ...profileQuery,
  ...timeoutQuery(1),
  ...callQuery
}

const markdownQuery = {
  includeLinks: Schema.optionalKey(QueryBoolean),
  includeImages: Schema.optionalKey(QueryBoolean),
  shortenBase64Images: Schema.optionalKey(QueryBoolean)
}

const pictureQuery = {
  viewport: Schema.optionalKey(
    closed({
      width: Schema.optionalKey(queryInteger(240, 7_680)),
      height: Schema.optionalKey(queryInteger(240, 4_320))
    })
  ),
  fullScreenshot: Schema.optionalKey(QueryBoolean),
  scrollOffset: Schema.optionalKey(queryInteger(0, maxPartTop)),
  clearPopups: Schema.optionalKey(QueryBoolean),
  handleCookiePopup: Schema.optionalKey(QueryBoolean),
  colorScheme: Schema.optionalKey(Schema.Literals(["light", "dark"])),
  waitForMs: Schema.optionalKey(WaitMillis),
  ...countryQuery,
  ...profileQuery,
  maxAgeMs: Schema.optionalKey(MaxAge),
  ...timeoutQuery(1),
  ...callQuery
}

const bodyTimeout = (minimum: number) =>
  closed({
    milliseconds: timeoutMillis(minimum),
    behavior: Schema.optionalKey(TimeoutBehavior)
  })

const SelectorsBody = listOf(Selector, maxSelectors)

const PdfBody = closed({
  shouldParse: Schema.optionalKey(Schema.Boolean),
  start: Schema.optionalKey(integer(1, 1_000_000)),
  end: Schema.optionalKey(integer(1, 1_000_000)),
  ocr: Schema.optionalKey(Schema.Boolean)
})

/** The body of `POST /web/crawl`. */
export const CrawlBody = Schema.Struct({
  url: WebUrl,
  maxPages: Schema.optionalKey(integer(1, maxCrawlPages)),
  maxDepth: Schema.optionalKey(integer(0, 1_000_000)),
  urlRegex: Schema.optionalKey(text(1, 2_048)),
  followSubdomains: Schema.optionalKey(Schema.Boolean),
  includeLinks: Schema.optionalKey(Schema.Boolean),
  includeImages: Schema.optionalKey(Schema.Boolean),
  shortenBase64Images: Schema.optionalKey(Schema.Boolean),
  useMainContentOnly: Schema.optionalKey(Schema.Boolean),
  includeFrames: Schema.optionalKey(Schema.Boolean),
  includeSelectors: Schema.optionalKey(SelectorsBody),
  excludeSelectors: Schema.optionalKey(SelectorsBody),
  pdf: Schema.optionalKey(PdfBody),
  waitForMs: Schema.optionalKey(integer(0, 30_000)),
  settleAnimations: Schema.optionalKey(Schema.Boolean),
  stopAfterMs: Schema.optionalKey(
    integer(minStopAfterMillis, maxStopAfterMillis).annotate({ default: defaultStopAfterMillis })
  ),
  maxAgeMs: Schema.optionalKey(integer(0, maxMaxAgeMillis)),
  country: Schema.optionalKey(Schema.Literals(proxyCountries)),
  timeoutOpts: Schema.optionalKey(bodyTimeout(1_000)),
  timeoutMS: Schema.optionalKey(timeoutMillis(1_000)),
  timeout: Schema.optionalKey(Schema.Union([timeoutMillis(1_000), bodyTimeout(1_000)])),
  tags: Schema.optionalKey(Tags),
  zdr: Schema.optionalKey(Zdr)
}).annotate({ identifier: "CrawlRequest" })
export type CrawlBody = typeof CrawlBody.Type

/** An extension however it is written: any case, with or without its dot. */
const Extension = Schema.String.pipe(
  Schema.decodeTo(Schema.Literals(fileExtensions).annotate({ expected: extensionExpected }), {
    decode: SchemaGetter.transform(
      (value: string) => value.toLowerCase().replace(/^\./, "") as (typeof fileExtensions)[number]
    ),
    encode: SchemaGetter.transform((value: string) => value)
  })
)

export const WebApi = HttpApiGroup.make("web")
  .add(
    HttpApiEndpoint.get("markdown", "/web/scrape/markdown", {
      query: { ...pageQuery, ...markdownQuery, includeHTML: Schema.optionalKey(QueryBoolean) },
      success: MarkdownRecord,
      error: errors
    }).annotateMerge(reads("One page as Markdown")),
    HttpApiEndpoint.get("html", "/web/scrape/html", {
      query: { ...pageQuery, extractRules: Schema.optionalKey(ExtractRulesQuery) },
      success: HtmlRecord,
      error: errors
    }).annotateMerge(reads("One page as HTML, with what CSS rules find in it")),
    HttpApiEndpoint.get("images", "/web/scrape/images", {
      query: {
        ...sourceQuery,
        ...profileQuery,
        dedupe: Schema.optionalKey(QueryBoolean),
        enrichment: Schema.optionalKey(
          closed({
            resolution: Schema.optionalKey(QueryBoolean),
            hostedUrl: Schema.optionalKey(QueryBoolean),
            classification: Schema.optionalKey(QueryBoolean),
            maxTimePerMs: Schema.optionalKey(queryInteger(1, 60_000))
          })
        ),
        ...timeoutQuery(1),
        ...callQuery
      },
      success: ImagesRecord,
      error: errors
    }).annotateMerge(reads("The pictures of a page")),
    HttpApiEndpoint.get("bytes", "/web/scrape/bytes", {
      query: {
        url: WebUrl,
        headers: Schema.optionalKey(HeadersQuery),
        ...countryQuery,
        ...failingTimeoutQuery(1),
        ...callQuery
      },
      success: BytesRecord,
      error: errors
    }).annotateMerge(reads("A resource as base64")),
    HttpApiEndpoint.get("screenshot", "/web/scrape/screenshot", {
      query: { url: WebUrl, ...pictureQuery },
      success: PageScreenshotRecord,
      error: errors
    }).annotateMerge(reads("A picture of one page")),
    HttpApiEndpoint.get("sitemap", "/web/scrape/sitemap", {
      query: {
        domain: Domain,
        maxLinks: Schema.optionalKey(queryInteger(1, 100_000)),
        sitemapUrl: Schema.optionalKey(WebUrl),
        urlRegex: Schema.optionalKey(text(1, 256)),
        search: Schema.optionalKey(text(1, 200)),
        includeSubdomains: Schema.optionalKey(QueryBoolean),
        headers: Schema.optionalKey(HeadersQuery),
        ...timeoutQuery(1),
        ...callQuery
      },
      success: SitemapRecord,
      error: errors
    }).annotateMerge(reads("The addresses that a site lists")),
    HttpApiEndpoint.get("siteScreenshot", "/web/screenshot", {
      query: {
        domain: Schema.optionalKey(Domain),
        directUrl: Schema.optionalKey(WebUrl),
        page: Schema.optionalKey(Schema.Literals(pageKinds)),
        ...pictureQuery
      },
      success: SiteScreenshotRecord,
      error: errors
    }).annotateMerge(reads("A picture of a site, of one of its pages by kind, or of an address")),
    HttpApiEndpoint.post("crawl", "/web/crawl", {
      payload: CrawlBody,
      success: CrawlRecord,
      error: errors
    }).annotateMerge(reads("A site page by page as Markdown", "body", 10)),
    HttpApiEndpoint.post("parse", "/parse", {
      query: {
        extension: Schema.optionalKey(Extension),
        ...markdownQuery,
        useMainContentOnly: Schema.optionalKey(QueryBoolean),
        ocr: Schema.optionalKey(QueryBoolean),
        pdf: Schema.optionalKey(
          closed({
            start: Schema.optionalKey(queryInteger(1, 1_000_000)),
            end: Schema.optionalKey(queryInteger(1, 1_000_000))
          })
        ),
        client: Schema.optionalKey(text(1, 100)),
        ...callQuery
      },
      payload: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/octet-stream" })),
      success: ParsedRecord,
      error: errors
    }).annotateMerge(reads("The bytes of a file as Markdown"))
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Web", description: "Pages, files, sites and pictures of them." }))
