/** Pictures of a page that may be the brand's logo, or what stands behind its name. */

import { maxUrlLength, parseUrl } from "../../security/domain/parseUrl.ts"
import { withoutWww } from "../../sites/domain/SiteScope.ts"
import { attributesOf } from "./brandRules.ts"
import { linkedLogos } from "./linkedFacts.ts"
import type { BrandPage, BrandSite } from "./pageFacts.ts"

/** A picture to look at. */
export interface PictureCandidate {
  /** An absolute address, or markup of a drawing, or a data URI. */
  readonly source: string
  readonly kind: "url" | "markup" | "data"
  /** How surely it is a logo, from 0 to 1. */
  readonly weight: number
  /** What the page uses it as. */
  readonly use: "logo" | "icon" | "backdrop"
}

/** Candidates of each use that are looked at. */
export const mostCandidates = { logo: 6, icon: 5, backdrop: 2 } as const

const resolved = (address: string | undefined, base: string): string | null => {
  const text = address?.trim() ?? ""
  if (text === "" || text.length > maxUrlLength) return null
  const url = parseUrl(text, base)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}

const ofAddress = (
  address: string | undefined,
  base: string,
  use: PictureCandidate["use"],
  weight: number
): ReadonlyArray<PictureCandidate> => {
  if (/^data:image\//i.test(address?.trim() ?? "")) {
    return address!.length > 200_000 ? [] : [{ source: address!.trim(), kind: "data", use, weight }]
  }
  const source = resolved(address, base)
  return source === null ? [] : [{ source, kind: "url", use, weight }]
}

/** The largest side that `sizes` names. */
const sizeOf = (sizes: string): number =>
  sizes.toLowerCase() === "any"
    ? 1_024
    : Math.max(0, ...[...sizes.matchAll(/(?<!\d)(\d+)x\d+/gi)].map(([, side]) => Number(side)))

const iconWeight = (rel: string, attributes: ReadonlyMap<string, string>): number => {
  const isDrawing = /svg/i.test(`${attributes.get("type") ?? ""} ${attributes.get("href") ?? ""}`)
  const size = sizeOf(attributes.get("sizes") ?? "")
  const byRel = /apple-touch-icon/.test(rel) ? 0.7 : /mask-icon/.test(rel) ? 0.3 : 0.5
  return byRel + (isDrawing && !/mask-icon/.test(rel) ? 0.3 : Math.min(size, 512) / 2_048)
}

const iconsOf = ({ extract, url }: BrandPage): ReadonlyArray<PictureCandidate> =>
  extract.heads.flatMap((markup) => {
    const attributes = attributesOf(markup)
    const rel = (attributes.get("rel") ?? "").toLowerCase()
    if (!/(?:^|\s)(?:icon|apple-touch-icon(?:-precomposed)?|mask-icon)(?:\s|$)/.test(rel)) return []
    return ofAddress(attributes.get("href"), url, "icon", iconWeight(rel, attributes))
  })

const saysLogo = (attributes: ReadonlyMap<string, string>): boolean =>
  ["class", "id", "alt", "src"].some((name) => /logo|brand/i.test(attributes.get(name) ?? ""))

/** Words by which a picture is a logo of others: customers, partners, marks of payment. */
const ofOthers =
  /client|customer|partner|sponsor|payment|visa|mastercard|paypal|badge|award|member|press|app-?store|google-?play/i

const drawnLogos = ({ extract }: BrandPage): ReadonlyArray<PictureCandidate> =>
  extract.drawings
    .filter((markup) => markup.length < 100_000 && /<(?:path|rect|circle|text|polygon|g|image|ellipse)\b/i.test(markup))
    .filter((markup) => !/<use\b/i.test(markup))
    .slice(0, 2)
    .map((markup, index) => ({ source: markup, kind: "markup", use: "logo", weight: 0.7 - index * 0.2 }) as const)

const shownLogos = ({ extract, url }: BrandPage): ReadonlyArray<PictureCandidate> =>
  extract.pictures.flatMap((markup, index) => {
    const attributes = attributesOf(markup)
    if (ofOthers.test(`${attributes.get("class") ?? ""} ${attributes.get("alt") ?? ""} ${attributes.get("src") ?? ""}`))
      return []
    const source = attributes.get("data-src") ?? attributes.get("src")
    return ofAddress(source, url, "logo", (saysLogo(attributes) ? 0.8 : 0.5) - Math.min(index, 8) * 0.05)
  })

/** A link of the page's head, with where it leads. */
interface HomeLink {
  readonly markup: string
  readonly host: string
  readonly isHome: boolean
}

/** Links of a page's head that are looked at, and characters of one. */
const homeLimits = { links: 60, length: 20_000 } as const

const homesOf = ({ extract, url }: BrandPage): ReadonlyArray<HomeLink> => {
  const own = new URL(url)
  return extract.homes.slice(0, homeLimits.links).flatMap((markup) => {
    const target = resolved(attributesOf(markup).get("href"), url)
    if (target === null || markup.length > homeLimits.length) return []
    const { hostname, pathname } = new URL(target)
    const isHere = withoutWww(hostname) === withoutWww(own.hostname)
    const isFirst = pathname === own.pathname || /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?|index\.\w+)?$/i.test(pathname)
    return [{ markup, host: withoutWww(hostname), isHome: isHere && isFirst }]
  })
}

const imagesIn = (markup: string): ReadonlyArray<string> => markup.match(/<img\b[^>]{0,5000}>/gi) ?? []

const sourceOf = (markup: string): string | undefined => {
  const attributes = attributesOf(markup)
  return attributes.get("data-src") ?? attributes.get("src")
}

/** What leads to the first page is the brand's own, more surely than what some plugin calls its logo. */
const homeLogos = (page: BrandPage, homes: ReadonlyArray<HomeLink>): ReadonlyArray<PictureCandidate> =>
  homes
    .filter(({ isHome }) => isHome)
    .flatMap(({ markup }) => imagesIn(markup))
    .flatMap((image, index) => ofAddress(sourceOf(image), page.url, "logo", 0.95 - Math.min(index, 8) * 0.05))

/** Pictures in the page's head that lead to somebody else: a parent, a partner, a seal. */
const foreignPictures = (page: BrandPage, homes: ReadonlyArray<HomeLink>): ReadonlySet<string> => {
  const here = withoutWww(new URL(page.url).hostname)
  const others = homes.filter(({ host }) => host !== here && !host.endsWith(`.${here}`))
  return new Set(
    others.flatMap(({ markup }) => imagesIn(markup).flatMap((one) => resolved(sourceOf(one), page.url) ?? []))
  )
}

const text = (value: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  value === undefined ? [] : typeof value === "string" ? [value] : value

const backdropsOf = ({ metadata, url }: BrandPage): ReadonlyArray<PictureCandidate> =>
  [...text(metadata.openGraph?.["image"]), ...text(metadata.twitter?.["image"])].flatMap((address, index) =>
    ofAddress(address, url, "backdrop", 0.6 - index * 0.1)
  )

/** The style sheets that a page loads. */
export const styleSheetsOf = ({ extract, url }: BrandPage): ReadonlyArray<string> =>
  extract.heads.flatMap((markup) => {
    const attributes = attributesOf(markup)
    const rel = (attributes.get("rel") ?? "").toLowerCase().split(/\s+/)
    const address =
      rel.includes("stylesheet") && !rel.includes("alternate") ? resolved(attributes.get("href"), url) : null
    return address === null || /fonts\.googleapis|font-?awesome|bootstrap|swiper|slick/i.test(address) ? [] : [address]
  })

/** The manifest of a site as an app; null when it has none. */
export const manifestOf = ({ extract, url }: BrandPage): string | null =>
  extract.heads.flatMap((markup) => {
    const attributes = attributesOf(markup)
    return (attributes.get("rel") ?? "").toLowerCase() === "manifest"
      ? (resolved(attributes.get("href"), url) ?? [])
      : []
  })[0] ?? null

const best = (all: ReadonlyArray<PictureCandidate>, use: PictureCandidate["use"]) =>
  // Of one picture that stands in several places the surest is the first in its map.
  [
    ...Map.groupBy(
      all.filter((one) => one.use === use).toSorted((a, b) => b.weight - a.weight),
      (one) => one.source
    ).values()
  ]
    .map(([one]) => one!)
    .slice(0, mostCandidates[use])

/** Pictures to look at, the likeliest of each use; `/favicon.ico` where the page names no icon. */
export const pictureCandidates = (
  front: BrandPage,
  site: BrandSite,
  further: ReadonlyArray<PictureCandidate> = []
): ReadonlyArray<PictureCandidate> => {
  const homes = homesOf(front)
  const foreign = foreignPictures(front, homes)
  const linked = linkedLogos(front.metadata.jsonLd ?? [], site).flatMap((address) =>
    ofAddress(address, front.url, "logo", 0.9)
  )
  const icons = iconsOf(front)
  const fallback = icons.length === 0 ? ofAddress("/favicon.ico", front.url, "icon", 0.2) : []
  const all = [
    ...homeLogos(front, homes),
    ...linked,
    ...shownLogos(front).filter(({ source }) => !foreign.has(source)),
    ...drawnLogos(front),
    ...icons,
    ...fallback,
    ...backdropsOf(front),
    ...further
  ]
  return (["logo", "icon", "backdrop"] as const).flatMap((use) => best(all, use))
}

/** The icons that a manifest names, and its name. */
export const readManifest = (
  json: string,
  base: string
): { readonly name: string | null; readonly color: string | null; readonly icons: ReadonlyArray<PictureCandidate> } => {
  const nothing = { name: null, color: null, icons: [] }
  let read: unknown
  try {
    read = JSON.parse(json)
  } catch {
    return nothing
  }
  if (typeof read !== "object" || read === null) return nothing
  const of = (key: string): unknown => Reflect.get(read, key)
  const [name] = [of("name"), of("short_name")].filter((one): one is string => typeof one === "string")
  const listed = of("icons")
  const icons = (Array.isArray(listed) ? listed.slice(0, 20) : []).flatMap((one: unknown) => {
    const said = (key: string): string => {
      const value: unknown = typeof one === "object" && one !== null ? Reflect.get(one, key) : ""
      return typeof value === "string" ? value : ""
    }
    return ofAddress(said("src") || undefined, base, "icon", 0.5 + Math.min(sizeOf(said("sizes")), 512) / 2_048)
  })
  const color = of("theme_color")
  return { name: name ?? null, color: typeof color === "string" ? color : null, icons }
}
