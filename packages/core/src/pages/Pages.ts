/**
 * All a caller may ask of pages: as Markdown and HTML, their pictures, a picture of them, and their bytes.
 *
 * A page is captured once (`capturePage`: kept, fetched or rendered) and read in whatever way was asked for. What stands
 * after this room captures pages through the same function, over the same `CaptureFlights`, and never touches the cache.
 * Spans keep the names `Web.…` that operators look for.
 */
import { Context, Effect, Layer } from "effect"
import type { KeepAssetPorts } from "../assets/keepAsset.ts"
import { bind } from "../bind.ts"
import type { Charged, ChargePorts } from "../credits/withCharge.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { HostPauses } from "../sharing/HostPauses.ts"
import type { Call } from "../web/domain/Call.ts"
import type { Download } from "../web/HttpFetcher.ts"
import { CaptureFlights } from "./CaptureFlights.ts"
import type { CapturePorts } from "./capturePage.ts"
import { type CacheRetention, cacheRetention } from "./domain/CacheRetention.ts"
import { type BytesRequest, downloadBytes } from "./downloadBytes.ts"
import type { WebError } from "./errors.ts"
import { findImages, type ImagesRequest, type PageImages } from "./findImages.ts"
import type { ImageReader } from "./ImageReader.ts"
import type { PageCache } from "./PageCache.ts"
import { pruneCache } from "./pruneCache.ts"
import { type ScrapedPage, type ScrapeRequest, scrapePage } from "./scrapePage.ts"
import { type Screenshot, type ScreenshotRequest, takeScreenshot } from "./takeScreenshot.ts"

export type { CacheReport } from "./capturePage.ts"
export type { BytesRequest } from "./downloadBytes.ts"
export type { ImagesRequest, PageImage, PageImages } from "./findImages.ts"
export type { ScrapedPage, ScrapeRequest } from "./scrapePage.ts"
export type { PictureSource } from "./takePicture.ts"
export { maxPartTop, type Screenshot, type ScreenshotPart, type ScreenshotRequest } from "./takeScreenshot.ts"

type Answer<A> = Effect.Effect<Charged<A>, WebError>

/** Everything that reading pages stands on. */
export type PagesPorts = CapturePorts | ChargePorts | ImageReader | KeepAssetPorts

/**
 * Reads pages for those who pay for it.
 *
 * **Details.** A call is charged once, by its request id, when it is answered; what is not answered costs nothing. Equal
 * pages that an organization asks for at the same time are fetched once, and every answer is charged like fresh work.
 */
export class Pages extends Context.Service<
  Pages,
  {
    /** One page as Markdown, HTML, and what its author says of it. */
    readonly scrape: (call: Call, request: ScrapeRequest) => Answer<ScrapedPage>

    /** The pictures of a page. */
    readonly images: (call: Call, request: ImagesRequest) => Answer<PageImages>

    /** A resource as it is. */
    readonly bytes: (call: Call, request: BytesRequest) => Answer<Download>

    /** A picture of the page at an address. */
    readonly screenshot: (call: Call, request: ScreenshotRequest, credits?: number) => Answer<Screenshot>
  }
>()("@kittiwake/core/pages/Pages") {
  /** Gives `CaptureFlights` and `HostPauses` too, so that whoever else captures pages waits for the same fetches and pauses. */
  static readonly layer = Layer.effect(
    Pages,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<PagesPorts>())
      return Pages.of({
        scrape: bound(scrapePage),
        images: bound(findImages),
        bytes: bound(downloadBytes),
        screenshot: bound(takeScreenshot)
      })
    })
  ).pipe(Layer.provideMerge(Layer.merge(CaptureFlights.layer, HostPauses.layer)))
}

/** Keeps the page cache within its bounds. It stands apart, because it needs nothing that reading stands on. */
export class PagesUpkeep extends Context.Service<
  PagesUpkeep,
  {
    /** Drops up to `limit` pages that are kept no longer; less than `limit` means that nothing is left to do. */
    readonly prune: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/pages/PagesUpkeep") {
  /** Upkeep that keeps pages for as long as `retention` says. */
  static readonly layerKeeping = (retention: CacheRetention) =>
    Layer.effect(
      PagesUpkeep,
      Effect.gen(function* () {
        const bound = bind(yield* Effect.context<PageCache>())
        return PagesUpkeep.of({ prune: bound(pruneCache(retention)) })
      })
    )

  static readonly layer = PagesUpkeep.layerKeeping(cacheRetention)
}
