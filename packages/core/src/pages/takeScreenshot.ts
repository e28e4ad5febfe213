/** Screenshots of addresses and of sites (contract/scrape.md §5, §6). */
import { Effect } from "effect"
import { keepAsset } from "../assets/keepAsset.ts"
import { exactly } from "../credits/domain/PriceRange.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { type PageKind, pickPage } from "../sites/domain/PageKind.ts"
import { siteHost } from "../sites/domain/SiteScope.ts"
import { readSiteLinks } from "../sites/readSiteLinks.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { CapabilityMissing, TargetNotFound } from "../web/errors.ts"
import type { CacheReport } from "./capturePage.ts"
import { screenshotPrice, siteScreenshotPrice } from "./domain/Price.ts"
import { ImageReader } from "./ImageReader.ts"
import { type Extent, type PictureSource, type TakenPicture, takePicture } from "./takePicture.ts"

/** Which part of the page is shown. */
export type ScreenshotPart =
  | { readonly _tag: "Window" }
  | { readonly _tag: "FullPage" }
  /** As much as the window shows, from this many pixels below the top. */
  | { readonly _tag: "From"; readonly top: number }

export interface ScreenshotRequest {
  readonly source: PictureSource
  readonly part: ScreenshotPart
}

/** A site by its domain, or one page of it by what it is for. */
export interface SiteScreenshotRequest {
  readonly domain: string
  readonly page: PageKind | null
  readonly source: Omit<PictureSource, "url">
  readonly part: ScreenshotPart
}

export interface Screenshot {
  readonly url: string
  readonly png: Uint8Array
  readonly width: number
  readonly height: number
  /** Under which id anybody who knows it may read the picture; null when nothing may be kept. */
  readonly assetId: string | null
  readonly finalDomState: "loaded" | "still-loading"
  readonly cache: CacheReport
}

/** Full pages are cut at this height; parts of a page may lie further down. */
export const maxFullHeight = 20_000
export const maxPartTop = 100_000

const window: Extent = { _tag: "Window" }
const fullPage: Extent = { _tag: "Page", maxHeight: maxFullHeight }

const beyond = ({ pageHeight }: TakenPicture) =>
  new InvalidInput({
    field: "scrollOffset",
    message: `lies beyond the end of the page, which is ${pageHeight} px high`
  })

const sliceFrom = Effect.fnUntraced(function* (call: Call, source: PictureSource, top: number) {
  const bottom = top + source.viewport.height
  const usual = yield* takePicture(call, source, fullPage)
  if (top >= usual.pageHeight) return yield* beyond(usual)
  const tall =
    bottom <= usual.height || usual.pageHeight <= usual.height
      ? usual
      : yield* takePicture(call, source, { _tag: "Page", maxHeight: maxPartTop + source.viewport.height })
  if (top >= tall.height) return yield* beyond(tall)
  const cut = yield* (yield* ImageReader)
    .slice(tall.png, top, source.viewport.height)
    .pipe(Effect.mapError(({ message }) => new CapabilityMissing({ message })))
  return { ...tall, ...cut }
})

const takePart = (call: Call, { part, source }: ScreenshotRequest) => {
  switch (part._tag) {
    case "Window":
      return takePicture(call, source, window)
    case "FullPage":
      return takePicture(call, source, fullPage)
    case "From":
      return sliceFrom(call, source, part.top)
  }
}

const shoot = Effect.fnUntraced(function* (call: Call, request: ScreenshotRequest) {
  const { cache, finalDomState, height, png, width } = yield* takePart(call, request)
  const assetId = call.freshness.zeroRetention ? null : yield* keepAsset(call, "image/png", png)
  return { url: request.source.url, png, width, height, assetId, finalDomState, cache } satisfies Screenshot
})

/** A picture of the page at an address. */
export const takeScreenshot = Effect.fn("Web.screenshot")(function* (
  call: Call,
  request: ScreenshotRequest,
  credits: number = screenshotPrice
) {
  return yield* charged(call, exactly(credits))(() => Effect.map(shoot(call, request), (value) => ({ value, credits })))
})

/** A picture of a site's first page, or of the page of a kind that it links to. */
export const takeSiteScreenshot = Effect.fn("Web.siteScreenshot")(function* (
  call: Call,
  request: SiteScreenshotRequest
) {
  const host = siteHost(request.domain)
  if (host === null) return yield* new InvalidInput({ field: "domain", message: "is not a domain such as example.com" })
  return yield* charged(
    call,
    exactly(siteScreenshotPrice)
  )(
    Effect.fnUntraced(function* () {
      const site = yield* readSiteLinks(host, call.deadline)
      const url = request.page === null ? site.url : pickPage(request.page, site.links, site.url)
      if (url === null) return yield* new TargetNotFound({ message: `The site links to no ${request.page} page.` })
      const value = yield* shoot(call, { source: { ...request.source, url }, part: request.part })
      return { value: { ...value, domain: host }, credits: siteScreenshotPrice }
    })
  )
})
