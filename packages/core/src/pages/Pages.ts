/** All a caller may ask of the web. */
import { Context, Effect, Layer, type Option } from "effect"
import type { Asset, AssetStore } from "../assets/AssetStore.ts"
import { readAsset } from "../assets/keepAsset.ts"
import { bind } from "../bind.ts"
import type { CollectionPaused, OutOfCredits } from "../credits/errors.ts"
import type { Charged, ChargePorts } from "../credits/withCharge.ts"
import { type ParsedFile, type ParseRequest, parseFile } from "../files/parseFile.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Cursors, InvalidCursor } from "../paging/Cursors.ts"
import type { Page, PageRequest } from "../paging/domain/Page.ts"
import { createProfile, listProfiles, type NewProfile, removeProfile } from "../profiles/createProfile.ts"
import type { BrowserProfile, BrowserProfileId } from "../profiles/domain/BrowserProfile.ts"
import type { ProfileStore } from "../profiles/ProfileStore.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Sealer } from "../security/Sealer.ts"
import type { Signer } from "../security/Signer.ts"
import type { CrawlResult, CrawlWatcher } from "../sites/crawlProgress.ts"
import { crawlSite } from "../sites/crawlSite.ts"
import type { DomainNames } from "../sites/DomainNames.ts"
import type { CrawlRequest } from "../sites/domain/Crawl.ts"
import type { EmailDomains } from "../sites/EmailDomains.ts"
import type { FrontierStore } from "../sites/FrontierStore.ts"
import { listSitemap, type SitemapListing, type SitemapRequest } from "../sites/listSitemap.ts"
import type { Patterns } from "../sites/Patterns.ts"
import {
  type PrefetchError,
  type PrefetchedSite,
  type PrefetchRequest,
  prefetchSite,
  warmSite
} from "../sites/prefetchSite.ts"
import type { SitemapReader } from "../sites/SitemapReader.ts"
import { makeSiteQueue } from "../sites/siteQueue.ts"
import type { CallAbandoned } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import type { EgressResolver } from "../web/EgressResolver.ts"
import type {
  ProfileError,
  ProfileLimitReached,
  ProfileNotFound,
  ProfileSessionTooLarge,
  ProfileUnusable,
  ReadingError
} from "../web/errors.ts"
import type { Download, HttpFetcher } from "../web/HttpFetcher.ts"
import type { Browser } from "./Browser.ts"
import type { ContentClassifier } from "./ContentClassifier.ts"
import { makeCaptureFlights } from "./capturePage.ts"
import type { DocumentReader } from "./DocumentReader.ts"
import { type WebRetention, webRetention } from "./domain/CacheRetention.ts"
import { type BytesRequest, downloadBytes } from "./downloadBytes.ts"
import { findImages, type ImagesRequest, type PageImages } from "./findImages.ts"
import type { ImageReader } from "./ImageReader.ts"
import type { PageCache } from "./PageCache.ts"
import type { PageReader } from "./PageReader.ts"
import { pruneWeb } from "./pruneCache.ts"
import { type ScrapedPage, type ScrapeRequest, scrapePage } from "./scrapePage.ts"
import {
  type Screenshot,
  type ScreenshotRequest,
  type SiteScreenshotRequest,
  takeScreenshot,
  takeSiteScreenshot
} from "./takeScreenshot.ts"

/** Why a call that reads the web was not answered. Nothing was charged. */
export type WebError =
  | CallAbandoned
  | CollectionPaused
  | InvalidInput
  | OutOfCredits
  | ProfileError
  | ReadingError
  | StoreUnavailable

type Answer<A> = Effect.Effect<Charged<A>, WebError>

/** Everything that reading the web stands on. */
export type WebPorts =
  | AssetStore
  | Browser
  | ContentClassifier
  | ChargePorts
  | Cursors
  | DocumentReader
  | DomainNames
  | EgressResolver
  | EmailDomains
  | FrontierStore
  | HttpFetcher
  | ImageReader
  | PageCache
  | PageReader
  | Patterns
  | ProfileStore
  | Sealer
  | Signer
  | SitemapReader

/**
 * Reads the web for those who pay for it.
 *
 * **Details.** A call is charged once, by its request id, when it is answered; what is not answered costs nothing. Equal
 * pages asked for at the same time are fetched once, and every answer is charged like fresh work.
 */
export class Web extends Context.Service<
  Web,
  {
    /** One page as Markdown, HTML, and what its author says of it. */
    readonly scrape: (call: Call, request: ScrapeRequest) => Answer<ScrapedPage>

    /** The pictures of a page. */
    readonly images: (call: Call, request: ImagesRequest) => Answer<PageImages>

    /** A resource as it is. */
    readonly bytes: (call: Call, request: BytesRequest) => Answer<Download>

    /** A picture of the page at an address. */
    readonly screenshot: (call: Call, request: ScreenshotRequest, credits?: number) => Answer<Screenshot>

    /** A picture of a site, or of one of its pages by what it is for. */
    readonly siteScreenshot: (
      call: Call,
      request: SiteScreenshotRequest
    ) => Answer<Screenshot & { readonly domain: string }>

    /** The addresses that a site lists. */
    readonly sitemap: (call: Call, request: SitemapRequest) => Answer<SitemapListing>

    /** A site page by page. Who watches is handed the pages, and gets a report without them. */
    readonly crawl: (call: Call, request: CrawlRequest, watch?: CrawlWatcher) => Answer<CrawlResult>

    /** A file that the caller sends, as Markdown. */
    readonly parse: (call: Call, request: ParseRequest) => Answer<ParsedFile>

    /** Fetches the first page of a site into the cache, in its own time and at nobody's cost. */
    readonly prefetch: (
      organizationId: OrganizationId,
      request: PrefetchRequest
    ) => Effect.Effect<PrefetchedSite, PrefetchError>

    /** Keeps a browser profile with the session it is given, if any. */
    readonly createProfile: (
      organizationId: OrganizationId,
      profile: NewProfile
    ) => Effect.Effect<
      BrowserProfile,
      ProfileLimitReached | ProfileSessionTooLarge | ProfileUnusable | StoreUnavailable
    >

    /** Profiles of an organization, newest first. */
    readonly listProfiles: (
      organizationId: OrganizationId,
      page: PageRequest
    ) => Effect.Effect<Page<BrowserProfile>, InvalidCursor | StoreUnavailable>

    readonly removeProfile: (
      organizationId: OrganizationId,
      id: BrowserProfileId
    ) => Effect.Effect<void, ProfileNotFound | StoreUnavailable>

    /** A file that an answer named by its address. */
    readonly asset: (id: string) => Effect.Effect<Option.Option<Asset>, StoreUnavailable>
  }
>()("@kittiwake/core/pages/Pages") {
  static readonly layer = Layer.effect(
    Web,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<WebPorts>())
      const flights = yield* makeCaptureFlights
      const sites = yield* makeSiteQueue(bound(warmSite(flights)))
      return Web.of({
        scrape: bound(scrapePage(flights)),
        images: bound(findImages(flights)),
        bytes: bound(downloadBytes),
        screenshot: bound(takeScreenshot),
        siteScreenshot: bound(takeSiteScreenshot),
        sitemap: bound(listSitemap),
        crawl: bound(crawlSite(flights)),
        parse: bound(parseFile),
        prefetch: bound(prefetchSite(sites)),
        createProfile: bound(createProfile),
        listProfiles: bound(listProfiles),
        removeProfile: bound(removeProfile),
        asset: bound(readAsset)
      })
    })
  )
}

/** Keeps what is stored of the web within its bounds. It stands apart, because it needs nothing that reading stands on. */
export class WebUpkeep extends Context.Service<
  WebUpkeep,
  {
    /** Drops up to `limit` of each thing that is kept no longer; less than `limit` means that nothing is left to do. */
    readonly prune: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/web/WebUpkeep") {
  /** Upkeep that keeps things for as long as `retention` says. */
  static readonly layerKeeping = (retention: WebRetention) =>
    Layer.effect(
      WebUpkeep,
      Effect.gen(function* () {
        const bound = bind(yield* Effect.context<AssetStore | FrontierStore | PageCache>())
        return WebUpkeep.of({ prune: bound(pruneWeb(retention)) })
      })
    )

  static readonly layer = WebUpkeep.layerKeeping(webRetention)
}
