/**
 * All a caller may ask of sites: crawls, the addresses they list, pictures of them, and their first page ahead of time.
 *
 * A crawl keeps its frontier in a store, asks every host for its robots.txt once, and captures its pages as `pages` does.
 * What a site is, by the name that somebody gives it, stands in `domain/SiteScope.ts`.
 */

import { Context, type Duration, Effect, Layer } from "effect"
import type { KeepAssetPorts } from "../assets/keepAsset.ts"
import { bind } from "../bind.ts"
import type { Charged, ChargePorts } from "../credits/withCharge.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { CapturePorts } from "../pages/capturePage.ts"
import type { WebError } from "../pages/errors.ts"
import type { ImageReader } from "../pages/ImageReader.ts"
import type { Screenshot } from "../pages/takeScreenshot.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Call } from "../web/domain/Call.ts"
import type { EgressRules } from "../web/EgressRules.ts"
import type { CrawlResult, CrawlWatcher } from "./crawlProgress.ts"
import { crawlSite } from "./crawlSite.ts"
import type { DomainNames } from "./DomainNames.ts"
import type { CrawlRequest } from "./domain/Crawl.ts"
import type { EmailDomains } from "./EmailDomains.ts"
import type { FrontierStore } from "./FrontierStore.ts"
import { listSitemap, type SitemapListing, type SitemapRequest } from "./listSitemap.ts"
import type { Patterns } from "./Patterns.ts"
import {
  isFirstPageKept,
  type PrefetchError,
  type PrefetchedSite,
  type PrefetchRequest,
  prefetchSite,
  warmSite
} from "./prefetchSite.ts"
import { pruneFrontiers, usualFrontierIdle } from "./pruneFrontiers.ts"
import type { SitemapReader } from "./SitemapReader.ts"
import { makeSiteQueue } from "./siteQueue.ts"
import { type SiteScreenshotRequest, takeSiteScreenshot } from "./takeSiteScreenshot.ts"

export type { CrawlResult, CrawlWatcher } from "./crawlProgress.ts"
export type { SitemapListing, SitemapRequest } from "./listSitemap.ts"
export type { PrefetchError, PrefetchedSite, PrefetchRequest, PrefetchTarget } from "./prefetchSite.ts"
export type { SiteScreenshotRequest } from "./takeSiteScreenshot.ts"

type Answer<A> = Effect.Effect<Charged<A>, WebError>

/** Everything that reading sites stands on. `Pages.layer` gives the flights, which must be those of the pages. */
export type SitesPorts =
  | CapturePorts
  | ChargePorts
  | DomainNames
  | EgressRules
  | EmailDomains
  | FrontierStore
  | ImageReader
  | KeepAssetPorts
  | Patterns
  | SitemapReader

/**
 * Reads sites for those who pay for it.
 *
 * **Details.** A call is charged once, by its request id, when it is answered; what is not answered costs nothing.
 */
export class Sites extends Context.Service<
  Sites,
  {
    /** A site page by page. Who watches is handed the pages, and gets a report without them. */
    readonly crawl: (call: Call, request: CrawlRequest, watch?: CrawlWatcher) => Answer<CrawlResult>

    /** The addresses that a site lists. */
    readonly sitemap: (call: Call, request: SitemapRequest) => Answer<SitemapListing>

    /** A picture of a site, or of one of its pages by what it is for. */
    readonly screenshot: (
      call: Call,
      request: SiteScreenshotRequest
    ) => Answer<Screenshot & { readonly domain: string }>

    /** Fetches the first page of a site into the cache, in its own time and at nobody's cost. */
    readonly prefetch: (
      organizationId: OrganizationId,
      request: PrefetchRequest
    ) => Effect.Effect<PrefetchedSite, PrefetchError>
  }
>()("@kittiwake/core/sites/Sites") {
  static readonly layer = Layer.effect(
    Sites,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<SitesPorts>())
      const queue = yield* makeSiteQueue(bound(warmSite))
      return Sites.of({
        crawl: bound(crawlSite),
        sitemap: bound(listSitemap),
        screenshot: bound(takeSiteScreenshot),
        prefetch: bound(prefetchSite(queue, isFirstPageKept))
      })
    })
  )
}

/** Forgets crawls that were left alone. It stands apart, because it needs nothing that reading stands on. */
export class SitesUpkeep extends Context.Service<
  SitesUpkeep,
  {
    /** Drops up to `limit` addresses that are kept no longer; less than `limit` means that nothing is left to do. */
    readonly prune: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/sites/SitesUpkeep") {
  /** Upkeep that forgets crawls which nothing happened to for `frontierIdle`. */
  static readonly layerKeeping = (frontierIdle: Duration.Duration) =>
    Layer.effect(
      SitesUpkeep,
      Effect.gen(function* () {
        const bound = bind(yield* Effect.context<FrontierStore>())
        return SitesUpkeep.of({ prune: bound(pruneFrontiers(frontierIdle)) })
      })
    )

  static readonly layer = SitesUpkeep.layerKeeping(usualFrontierIdle)
}
