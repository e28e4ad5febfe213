/** The style guide and the fonts of a site (contract/design-industry.md §1, §2). */
import { Effect } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import { InvalidInput } from "../InvalidInput.ts"
import type { CacheReport } from "../pages/capturePage.ts"
import { siteHost, siteUrls } from "../sites/domain/SiteScope.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { WebsiteInaccessible } from "../web/errors.ts"
import { buildStyleGuide } from "./domain/buildStyleGuide.ts"
import { fontLinksOf, fontUsesOf } from "./domain/fonts.ts"
import { fontsPrice, styleGuidePrice } from "./domain/Price.ts"
import type { FontLink, FontUse, StyleGuide } from "./domain/StyleGuide.ts"
import { type ColorScheme, lookAtStyles, type StyleLook } from "./lookAtStyles.ts"

/** A site by its domain, or a page by its address. */
export interface DesignRequest {
  readonly target:
    | { readonly _tag: "Domain"; readonly domain: string }
    | { readonly _tag: "Page"; readonly url: string }
  readonly colorScheme: ColorScheme
}

interface DesignAnswer {
  /** Host that was meant, without `www.`. */
  readonly domain: string
  /** Whether a browser laid the page out, or its style sheets alone were read. */
  readonly from: "browser" | "sheets"
  readonly finalDomState: "loaded" | "still-loading"
  readonly cache: CacheReport
}

export interface SiteStyleGuide extends DesignAnswer {
  readonly styleGuide: StyleGuide
}

export interface SiteFonts extends DesignAnswer {
  /** That with most words first. */
  readonly fonts: ReadonlyArray<FontUse>
  readonly fontLinks: Readonly<Record<string, FontLink>>
}

const hostOf = ({ target }: DesignRequest): Effect.Effect<string, InvalidInput> => {
  const isDomain = target._tag === "Domain"
  const host = siteHost(isDomain ? target.domain : target.url)
  if (host !== null) return Effect.succeed(host)
  return Effect.fail(
    isDomain
      ? new InvalidInput({ field: "domain", message: "is not a domain such as example.com" })
      : new InvalidInput({ field: "directUrl", message: "is not the address of a page, such as https://example.com/" })
  )
}

const lookAt = (call: Call, { colorScheme, target }: DesignRequest, host: string) => {
  if (target._tag === "Page") return lookAtStyles(call, target.url, colorScheme)
  const [secure, plain] = siteUrls(host)
  return lookAtStyles(call, secure!, colorScheme).pipe(
    Effect.catchTag("WebsiteInaccessible", () => lookAtStyles(call, plain!, colorScheme))
  )
}

/** A page on which nothing stands to be read has no type and no colours of its own. */
const mustShow = (look: StyleLook) =>
  look.styles.texts.length > 0
    ? Effect.succeed(look)
    : Effect.fail(new WebsiteInaccessible({ message: "The page shows no text whose style could be told." }))

const extract = <A>(call: Call, request: DesignRequest, credits: number, make: (look: StyleLook) => A) =>
  charged(
    call,
    exactly(credits)
  )(
    Effect.fnUntraced(function* () {
      const domain = yield* hostOf(request)
      const look = yield* Effect.flatMap(lookAt(call, request, domain), mustShow)
      const { cache, finalDomState, styles } = look
      return { value: { domain, from: styles.from, finalDomState, cache, ...make(look) }, credits }
    })
  )

/** The style guide of the front page, or of the page that is named. */
export const extractStyleGuide = Effect.fn("Design.styleGuide")(function* (call: Call, request: DesignRequest) {
  return yield* extract(call, request, styleGuidePrice, ({ styles }) => ({ styleGuide: buildStyleGuide(styles) }))
})

/** How much of it is set in which family, and where the files of those are. */
export const extractFonts = Effect.fn("Design.fonts")(function* (call: Call, request: DesignRequest) {
  return yield* extract(call, request, fontsPrice, ({ styles }) => ({
    fonts: fontUsesOf(styles),
    fontLinks: fontLinksOf(styles)
  }))
})
