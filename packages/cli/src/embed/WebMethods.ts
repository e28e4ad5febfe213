/** `kittiwake.web`: reading pages, sites and files, as promises. */

import { Assets } from "@kittiwake/core/assets/Assets"
import type { Charged } from "@kittiwake/core/credits/Credits"
import { Design } from "@kittiwake/core/design/Design"
import { Files } from "@kittiwake/core/files/Files"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Organizations } from "@kittiwake/core/organizations/Organizations"
import type { FileType } from "@kittiwake/core/pages/domain/FileType"
import type { PageImages, ScrapedPage, Screenshot as TakenScreenshot } from "@kittiwake/core/pages/Pages"
import { Pages } from "@kittiwake/core/pages/Pages"
import type { Profiles } from "@kittiwake/core/profiles/Profiles"
import type { CrawledPage, CrawlProgress } from "@kittiwake/core/sites/domain/Crawl"
import type { CrawlResult, PrefetchedSite, SitemapListing } from "@kittiwake/core/sites/Sites"
import { Sites } from "@kittiwake/core/sites/Sites"
import { deadlineOf } from "@kittiwake/http/internal/web/call"
import { pictureSource, screenshotPart } from "@kittiwake/http/internal/web/input"
import {
  bytesRequest,
  crawlRequest,
  imagesRequest,
  parseRequest,
  prefetchTarget,
  rulesOf,
  scrapeRequest,
  sitemapRequest
} from "@kittiwake/http/internal/web/requests"
import { Clock, Effect, Option } from "effect"
import { reads, readsId } from "./input.ts"
import { type ProfileMethods, profileMethods } from "./ProfileMethods.ts"
import type { CallOptions, Run } from "./run.ts"
import {
  type Bytes,
  BytesInput,
  type Crawl,
  CrawlInput,
  type Images,
  ImagesInput,
  type Parse,
  ParseInput,
  type Prefetch,
  PrefetchInput,
  type Scrape,
  ScrapeInput,
  type Screenshot,
  ScreenshotInput,
  type Sitemap,
  SitemapInput
} from "./webInput.ts"
import { newCall, parsedBytes, type Spent, scrapeRoute, wantedBy, withinPlan } from "./webRequest.ts"

/** A resource as it came. */
export interface DownloadedBytes {
  readonly url: string
  readonly finalUrl: string
  readonly statusCode: number
  readonly contentType: string
  readonly bytes: Uint8Array
}

export interface CrawlOptions extends CallOptions {
  /**
   * Called with every page as it comes. The crawl waits for it, and ends when it throws. Pages are handed over: the result
   * then has none of them, so that a crawl of any length takes little memory.
   */
  readonly onPage?: (page: CrawledPage, progress: CrawlProgress) => void | Promise<void>
}

/** Everything that can be read of the web. Options are those of the HTTP API. */
export interface WebMethods {
  /** One page: its Markdown, or its HTML, its links and what CSS rules find in it. */
  readonly scrape: (input: Scrape, options?: CallOptions) => Promise<ScrapedPage & Spent>
  /** The pictures of a page. */
  readonly images: (input: Images, options?: CallOptions) => Promise<PageImages & Spent>
  /** A resource as it is. */
  readonly bytes: (input: Bytes, options?: CallOptions) => Promise<DownloadedBytes & Spent>
  /** A picture of a page by its `url`, or of a site by its `domain`, as PNG. */
  readonly screenshot: (input: Screenshot, options?: CallOptions) => Promise<TakenScreenshot & Spent>
  /** The addresses that a site lists. */
  readonly sitemap: (input: Sitemap, options?: CallOptions) => Promise<SitemapListing & Spent>
  /** A site page by page, as Markdown. */
  readonly crawl: (input: Crawl, options?: CrawlOptions) => Promise<CrawlResult & Spent>
  /** A file as Markdown. */
  readonly parse: (
    bytes: Uint8Array,
    input?: Parse,
    options?: CallOptions
  ) => Promise<{ readonly markdown: string; readonly type: FileType } & Spent>
  /**
   * Lets the first page of a site be fetched before it is asked for, or with `type: "styleguide"` how it looks. Names the site, and whether it
   * was there already.
   */
  readonly prefetch: (input: Prefetch) => Promise<PrefetchedSite>
  /** A picture that a result named by its `assetId`; null when it has expired. */
  readonly asset: (assetId: string) => Promise<{ readonly mediaType: string; readonly bytes: Uint8Array } | null>
  /** Sessions to see pages with. */
  readonly profiles: ProfileMethods
}

const assetIdOf = readsId("assetId", { make: (id: string) => id })
const readScrape = reads(ScrapeInput)
const readImages = reads(ImagesInput)
const readBytes = reads(BytesInput)
const readScreenshot = reads(ScreenshotInput)
const readSitemap = reads(SitemapInput)
const readCrawl = reads(CrawlInput)
const readParse = reads(ParseInput)
const readPrefetch = reads(PrefetchInput)

/** What is wanted of a page, also by the word that the API has for HTML beside Markdown. */
const asWanted = ({ includeHTML, ...input }: typeof ScrapeInput.Type): typeof ScrapeInput.Type =>
  includeHTML === undefined ? input : { markdown: true, html: includeHTML, ...input }

const spent = <A extends object>({ credits, value }: Charged<A>): A & Spent => ({ ...value, creditsUsed: credits })

/** The facades that read. */
type Readers = Assets | Design | Files | Organizations | Pages | Profiles | Sites

/** The methods for one organization, run by `run`. */
export const webMethods = (run: Run<Readers>, organizationId: OrganizationId): WebMethods => {
  const owner = { organization: { id: organizationId } }
  return {
    scrape: (given, options = {}) =>
      run(
        Effect.gen(function* () {
          const input = asWanted(yield* readScrape(given))
          yield* withinPlan(organizationId, input)
          const request = yield* scrapeRequest(owner, input)
          const call = yield* newCall(organizationId, scrapeRoute(input), input, rulesOf.page, wantedBy(options))
          return spent(yield* (yield* Pages).scrape(call, request))
        }),
        options
      ),
    images: (given, options = {}) =>
      run(
        Effect.gen(function* () {
          const input = yield* readImages(given)
          yield* withinPlan(organizationId, input)
          const request = yield* imagesRequest(owner, input)
          const call = yield* newCall(organizationId, "/web/scrape/images", input, rulesOf.page, wantedBy(options))
          return spent(yield* (yield* Pages).images(call, request))
        }),
        options
      ),
    bytes: (given, options = {}) =>
      run(
        Effect.gen(function* () {
          const input = yield* readBytes(given)
          const request = yield* bytesRequest(input)
          const call = yield* newCall(organizationId, "/web/scrape/bytes", input, rulesOf.site, wantedBy(options))
          const { credits, value } = yield* (yield* Pages).bytes(call, request)
          return {
            url: input.url,
            finalUrl: value.url,
            statusCode: value.status,
            contentType: value.contentType ?? "application/octet-stream",
            bytes: value.bytes,
            creditsUsed: credits
          }
        }),
        options
      ),
    screenshot: (given, options = {}) =>
      run(
        Effect.gen(function* () {
          const input = yield* readScreenshot(given)
          const { domain, page = null, url } = input
          const call = yield* newCall(
            organizationId,
            domain === undefined ? "/web/scrape/screenshot" : "/web/screenshot",
            input,
            rulesOf.page,
            wantedBy(options)
          )
          const source = pictureSource(owner, input)
          const part = screenshotPart(input)
          if (url !== undefined && domain === undefined) {
            return spent(yield* (yield* Pages).screenshot(call, { source: { ...source, url }, part }))
          }
          if (domain === undefined || url !== undefined) {
            return yield* new InvalidInput({ field: "url", message: "give either url or domain" })
          }
          return spent<TakenScreenshot>(yield* (yield* Sites).screenshot(call, { domain, page, source, part }))
        }),
        options
      ),
    sitemap: (given, options = {}) =>
      run(
        Effect.gen(function* () {
          const input = yield* readSitemap(given)
          const request = yield* sitemapRequest(input)
          const call = yield* newCall(organizationId, "/web/scrape/sitemap", input, rulesOf.site, wantedBy(options))
          return spent(yield* (yield* Sites).sitemap(call, request))
        }),
        options
      ),
    crawl: (given, options = {}) =>
      run(
        Effect.gen(function* () {
          const { onPage } = options
          const input = yield* readCrawl(given)
          const request = yield* crawlRequest(input)
          const call = yield* newCall(organizationId, "/web/crawl", input, rulesOf.crawl(request), wantedBy(options))
          const watch =
            onPage === undefined
              ? undefined
              : (page: CrawledPage, progress: CrawlProgress) => Effect.promise(async () => onPage(page, progress))
          return spent(yield* (yield* Sites).crawl(call, request, watch))
        }),
        options
      ),
    parse: (bytes, given = {}, options = {}) =>
      run(
        Effect.gen(function* () {
          const input = yield* readParse(given)
          const { contentType = null, extension = null } = input
          const request = yield* parseRequest({ bytes: yield* parsedBytes(bytes), contentType, extension }, input)
          const call = yield* newCall(organizationId, "/parse", input, rulesOf.file, wantedBy(options))
          return spent(yield* (yield* Files).parse(call, request))
        }),
        options
      ),
    prefetch: (given) =>
      run(
        Effect.gen(function* () {
          const input = yield* readPrefetch(given)
          const deadline = yield* deadlineOf(input, yield* Clock.currentTimeMillis, rulesOf.site)
          const { prefetch } = input.type === "styleguide" ? yield* Design : yield* Sites
          return yield* prefetch(organizationId, {
            target: prefetchTarget({ ...input, ...input.identifier }),
            deadline
          })
        })
      ),
    asset: (assetId) =>
      run(
        Effect.gen(function* () {
          const found = yield* (yield* Assets).get(yield* assetIdOf(assetId))
          return Option.getOrNull(Option.map(found, ({ bytes, mediaType }) => ({ bytes, mediaType })))
        })
      ),
    profiles: profileMethods(run, organizationId)
  }
}
