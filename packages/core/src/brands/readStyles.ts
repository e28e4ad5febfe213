/** What a site loads beside its pages that shows how its brand looks: style sheets, and its manifest as an app. */
import { Clock, Duration, Effect } from "effect"
import { borrowing } from "../budget/MemoryBudget.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import type { FetchSession } from "../web/HttpFetcher.ts"
import { type ColourClaim, colourOf, cssColours, maxCssLength } from "./domain/colours.ts"
import { type BrandPage, first } from "./domain/pageFacts.ts"
import { manifestOf, type PictureCandidate, readManifest, styleSheetsOf } from "./domain/pictureCandidates.ts"

/** Style sheets, bytes of one, bytes of a manifest, and time for one. */
const limits = { sheets: 3, bytes: 512 * 1024, manifest: 64 * 1024, millis: 5_000 } as const

/** The text at an address; empty where it cannot be had in its time. */
const textAt = Effect.fnUntraced(function* (session: FetchSession, url: string, maxBytes: number, deadline: Deadline) {
  const left = leftOf(deadline, yield* Clock.currentTimeMillis)
  const timeout = Duration.millis(Math.min(left, limits.millis))
  if (left === 0) return ""
  const exchange = session.download({
    url,
    headers: {},
    country: null,
    validators: null,
    maxBytes,
    timeout,
    patience: timeout,
    acceptsPart: false
  })
  return yield* Effect.match(exchange, {
    onSuccess: ({ bytes, status }) => (status === 200 ? new TextDecoder().decode(bytes) : ""),
    onFailure: () => ""
  })
})

/** Colours that the head of the page names. */
export const headColours = (page: BrandPage, manifestColour: string | null): ReadonlyArray<ColourClaim> => {
  const named = (name: string) => first(page.metadata.additionalMeta?.[name])
  return [named("theme-color"), named("msapplication-TileColor"), manifestColour ?? ""].flatMap((text) => {
    const hex = colourOf(text)
    return hex === null ? [] : [{ hex, weight: 8, source: "site" as const }]
  })
}

/** Most weight that the colour which stands most in style sheets has. */
const mostWeight = 14

export interface SiteStyles {
  readonly colours: ReadonlyArray<ColourClaim>
  readonly icons: ReadonlyArray<PictureCandidate>
  /** The name of the site as an app; null when it has none. */
  readonly appName: { readonly name: string; readonly url: string } | null
}

/** Reads them; without more time, what the page itself has. */
export const readStyles = Effect.fnUntraced(function* (
  session: FetchSession,
  page: BrandPage,
  loads: boolean,
  deadline: Deadline
) {
  const sheets = loads ? styleSheetsOf(page).slice(0, limits.sheets) : []
  const texts = yield* Effect.forEach(sheets, (url) => textAt(session, url, limits.bytes, deadline), { concurrency: 3 })
  const address = loads ? manifestOf(page) : null
  const json = address === null ? "" : yield* textAt(session, address, limits.manifest, deadline)
  const manifest = readManifest(json, address ?? page.url)
  const found = cssColours([...page.extract.styles, ...texts].join("\n").slice(0, maxCssLength)).slice(0, 20)
  const heaviest = Math.max(mostWeight, found[0]?.weight ?? 0)
  const colours = found.map(({ hex, weight }) => ({
    hex,
    weight: (mostWeight * weight) / heaviest,
    source: "site" as const
  }))
  return {
    colours: [...headColours(page, manifest.color), ...colours],
    icons: manifest.icons,
    appName: manifest.name === null || address === null ? null : { name: manifest.name, url: address }
  } satisfies SiteStyles as SiteStyles
}, borrowing)
