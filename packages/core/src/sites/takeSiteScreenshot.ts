/** Screenshots of sites (contract/scrape.md §6). */
import { Effect } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import { InvalidInput } from "../InvalidInput.ts"
import type { PictureSource } from "../pages/takePicture.ts"
import { type ScreenshotPart, shoot } from "../pages/takeScreenshot.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { TargetNotFound } from "../web/errors.ts"
import { type PageKind, pickPage } from "./domain/PageKind.ts"
import { siteScreenshotPrice } from "./domain/Price.ts"
import { siteHost } from "./domain/SiteScope.ts"
import { readSiteLinks } from "./readSiteLinks.ts"

/** A site by its domain, or one page of it by what it is for. */
export interface SiteScreenshotRequest {
  readonly domain: string
  readonly page: PageKind | null
  readonly source: Omit<PictureSource, "url">
  readonly part: ScreenshotPart
}

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
