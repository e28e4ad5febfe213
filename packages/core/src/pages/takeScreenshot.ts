/** Screenshots of addresses (contract/scrape.md §5). */
import { Effect } from "effect"
import { keepAsset } from "../assets/keepAsset.ts"
import { exactly } from "../credits/domain/PriceRange.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { CapabilityMissing } from "../web/errors.ts"
import type { CacheReport } from "./capturePage.ts"
import { screenshotPrice } from "./domain/Price.ts"
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

/** Takes the picture, charged or not, and keeps it where anything may be kept. */
export const shoot = Effect.fnUntraced(function* (call: Call, request: ScreenshotRequest) {
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
