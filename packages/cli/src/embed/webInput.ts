/** What may be asked of the web, in the words of the HTTP API (contract/scrape.md, contract/crawl-search.md §1). */

import { extensionExpected, fileExtensions } from "@kittiwake/core/pages/domain/FileType"
import { maxPartTop } from "@kittiwake/core/pages/Pages"
import { maxProfileDescriptionLength } from "@kittiwake/core/profiles/domain/BrowserProfile"
import { pageKinds } from "@kittiwake/core/sites/domain/PageKind"
import { maxMaxAgeMillis } from "@kittiwake/core/web/domain/Freshness"
import { closed, Domain, integer, listOf, text, WebUrl } from "@kittiwake/http/internal/fields"
import { ExtractRulesQuery } from "@kittiwake/http/internal/web/extractRules"
import { proxyCountries } from "@kittiwake/http/internal/web/proxyCountries"
import { ActionInput, HeadersQuery, maxSelectors, TimeoutBehavior, Zdr } from "@kittiwake/http/internal/web/query"
import { Schema } from "effect"

const yes = Schema.optionalKey(Schema.Boolean)
const millis = Schema.optionalKey(integer(1, 1_000_000_000))
const url = WebUrl

/** Says of every call how long it may take, and what may be kept. */
export const callFields = {
  /** The deadline; `behavior: "return-partial"` takes what is there by then. */
  timeoutOpts: Schema.optionalKey(
    closed({
      milliseconds: integer(1, 1_000_000_000),
      behavior: Schema.optionalKey(TimeoutBehavior)
    })
  ),
  timeoutMS: millis,
  /** `enabled` keeps nothing of the call. */
  zdr: Schema.optionalKey(Zdr)
}

/** Newest acceptable age of what was fetched earlier; 0 fetches anew, three days unless given. */
const maxAgeMs = Schema.optionalKey(integer(0, maxMaxAgeMillis))
const waitForMs = Schema.optionalKey(integer(0, 30_000))
const country = Schema.optionalKey(Schema.Literals(proxyCountries))
const headers = Schema.optionalKey(HeadersQuery)
const profileId = Schema.optionalKey(text(1, 64))
const actions = Schema.optionalKey(listOf(ActionInput, 5))

const selectors = Schema.optionalKey(listOf(text(1, 2_048), maxSelectors))

const pageNumber = Schema.optionalKey(integer(1, 1_000_000))

const regionFields = { useMainContentOnly: yes, includeSelectors: selectors, excludeSelectors: selectors }

const markdownFields = { includeLinks: yes, includeImages: yes, shortenBase64Images: yes }

const pdf = Schema.optionalKey(closed({ shouldParse: yes, start: pageNumber, end: pageNumber, ocr: yes }))

/** What `scrape` takes. */
export const ScrapeInput = Schema.Struct({
  url,
  /** What is wanted of the page; Markdown alone unless given. */
  markdown: yes,
  html: yes,
  /** The HTML beside the Markdown, as the API calls it. */
  includeHTML: yes,
  links: yes,
  extractRules: Schema.optionalKey(ExtractRulesQuery),
  ...regionFields,
  ...markdownFields,
  includeFrames: yes,
  settleAnimations: yes,
  pdf,
  headers,
  country,
  waitForMs,
  actions,
  profileId,
  maxAgeMs,
  ...callFields
})

/** What `images` takes. */
export const ImagesInput = Schema.Struct({
  url,
  dedupe: yes,
  enrichment: Schema.optionalKey(
    closed({
      resolution: yes,
      hostedUrl: yes,
      classification: yes,
      maxTimePerMs: Schema.optionalKey(integer(1, 60_000))
    })
  ),
  headers,
  waitForMs,
  actions,
  profileId,
  maxAgeMs,
  ...callFields
})

/** What `bytes` takes. */
export const BytesInput = Schema.Struct({ url, headers, country, ...callFields })

/** What `screenshot` takes: `url`, or `domain` with the kind of page that is wanted of the site. */
export const ScreenshotInput = Schema.Struct({
  url: Schema.optionalKey(url),
  domain: Schema.optionalKey(Domain),
  page: Schema.optionalKey(Schema.Literals(pageKinds)),
  viewport: Schema.optionalKey(
    closed({
      width: Schema.optionalKey(integer(240, 7_680)),
      height: Schema.optionalKey(integer(240, 4_320))
    })
  ),
  fullScreenshot: yes,
  scrollOffset: Schema.optionalKey(integer(0, maxPartTop)),
  clearPopups: yes,
  handleCookiePopup: yes,
  colorScheme: Schema.optionalKey(Schema.Literals(["light", "dark"])),
  waitForMs,
  country,
  profileId,
  maxAgeMs,
  ...callFields
})

/** What `sitemap` takes. */
export const SitemapInput = Schema.Struct({
  domain: Domain,
  maxLinks: Schema.optionalKey(integer(1, 100_000)),
  sitemapUrl: Schema.optionalKey(url),
  urlRegex: Schema.optionalKey(text(1, 256)),
  search: Schema.optionalKey(text(1, 200)),
  includeSubdomains: yes,
  headers,
  ...callFields
})

/** Most pages of a crawl that nobody waits for over HTTP. */
export const maxPages = 10_000

/** What `crawl` takes, for at most so long. */
export const crawlInput = (maxStopAfterMillis: number) =>
  Schema.Struct({
    url,
    maxPages: Schema.optionalKey(integer(1, maxPages)),
    maxDepth: Schema.optionalKey(integer(0, 1_000_000)),
    urlRegex: Schema.optionalKey(text(1, 2_048)),
    followSubdomains: yes,
    /** Whether the addresses of the site's sitemaps count as linked from the start. */
    followSitemaps: yes,
    ...regionFields,
    ...markdownFields,
    includeFrames: yes,
    settleAnimations: yes,
    pdf,
    country,
    waitForMs,
    stopAfterMs: Schema.optionalKey(integer(1_000, maxStopAfterMillis)),
    maxAgeMs,
    ...callFields
  })

/** A crawl inside a program ends before the credits that are held for it are given back. */
export const CrawlInput = crawlInput(600_000)

/** What `parse` takes beside the bytes. */
export const ParseInput = Schema.Struct({
  /** The file's extension, without its dot; unless given, the kind is told by the bytes. */
  extension: Schema.optionalKey(Schema.Literals(fileExtensions).annotate({ expected: extensionExpected })),
  contentType: Schema.optionalKey(text(1, 200)),
  ...markdownFields,
  useMainContentOnly: yes,
  ocr: yes,
  pdf: Schema.optionalKey(closed({ start: pageNumber, end: pageNumber })),
  ...callFields
})

const siteNames = {
  domain: Schema.optionalKey(Domain),
  email: Schema.optionalKey(text(1, 320))
}

/** What `prefetch` takes: the domain of a site, or an email address of a company at its domain. */
export const PrefetchInput = Schema.Struct({
  ...siteNames,
  /** The same, as the API has it. */
  identifier: Schema.optionalKey(closed(siteNames)),
  /** `styleguide` for how the site looks; what brands begin with unless given. */
  type: Schema.optionalKey(Schema.Literals(["brand", "styleguide"])),
  timeoutMS: millis
}).check(
  Schema.makeFilter(
    ({ domain, email, identifier }) =>
      [domain, email, identifier?.domain, identifier?.email].filter((name) => name !== undefined).length === 1,
    { expected: "an object with either domain or email" }
  )
)

/** What `profiles.create` takes. */
export const ProfileInput = Schema.Struct({
  description: Schema.optionalKey(Schema.NullOr(text(0, maxProfileDescriptionLength))),
  /** What Playwright's `storageState` gave. */
  session: Schema.optionalKey(Schema.NullOr(Schema.JsonObject))
})

/** What `profiles.renew` takes. */
export const RenewalInput = Schema.Struct({
  /** What Playwright's `storageState` gave. */
  session: Schema.JsonObject
})

export type Scrape = typeof ScrapeInput.Encoded
export type Images = typeof ImagesInput.Encoded
export type Bytes = typeof BytesInput.Encoded
export type Screenshot = typeof ScreenshotInput.Encoded
export type Sitemap = typeof SitemapInput.Encoded
export type Crawl = typeof CrawlInput.Encoded
export type Parse = typeof ParseInput.Encoded
export type Prefetch = typeof PrefetchInput.Encoded
export type Profile = typeof ProfileInput.Encoded
export type Renewal = typeof RenewalInput.Encoded
