/** The link of a site that leads to what somebody looks for. */

import type { PageLink } from "../../pages/domain/PageLink.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { withoutWww } from "./SiteScope.ts"

/** By what links to a page are known; `linkSigns` makes them. */
export interface LinkSigns {
  /** What links say, in lower case. */
  readonly words: ReadonlySet<string>
  /** Those that count among other words too. */
  readonly telling: ReadonlySet<string>
  /** Paths of sites in any language, which are often English. */
  readonly path: RegExp
}

/** Signs by what links say, at most four words, and by their paths. @internal */
export const linkSigns = (words: ReadonlyArray<string>, path: RegExp): LinkSigns => ({
  words: new Set(words),
  telling: new Set(words.filter((word) => word.length >= 4)),
  path
})

/** A link as it is looked at for one page after another. */
export interface SeenLink {
  readonly url: string
  readonly pathname: string
  /** Its text in lower case. */
  readonly label: string
  /** Words of a short label that stand beside each other. */
  readonly phrases: ReadonlyArray<string>
  /** Whether it leads to the same host, with `www.` or without. */
  readonly isOfHost: boolean
  /** Whether it leads to that host or one below it. */
  readonly isOfSite: boolean
}

/** Links of a page that are looked at, from its beginning and from its end: what people look for stands above and below the rest. */
const most = { first: 1_500, last: 500 } as const

/** Words of a phrase, and characters of a label that is looked into. */
const limits = { words: 4, label: 60 } as const

const phrasesOf = (label: string): ReadonlyArray<string> => {
  if (label.length > limits.label) return []
  const words = label.split(" ")
  const phrases: Array<string> = []
  for (let from = 0; from < words.length; from++) {
    let phrase = words[from]!
    phrases.push(phrase)
    for (const word of words.slice(from + 1, from + limits.words)) {
      phrase += ` ${word}`
      phrases.push(phrase)
    }
  }
  return phrases
}

/** The links of a page that are looked at. @internal */
export const firstAndLast = (links: ReadonlyArray<PageLink>): ReadonlyArray<PageLink> =>
  links.length <= most.first + most.last ? links : [...links.slice(0, most.first), ...links.slice(-most.last)]

/** The links of a page of the site, each read once. @internal */
export const seenLinks = (links: ReadonlyArray<PageLink>, siteUrl: string): ReadonlyArray<SeenLink> => {
  const site = withoutWww(new URL(siteUrl).hostname)
  return firstAndLast(links).map(({ text, url }) => {
    const { hostname = "", pathname = "" } = parseUrl(url) ?? {}
    const label = text.toLowerCase().replace(/\s+/g, " ").trim()
    return {
      ...{ url, pathname, label, phrases: phrasesOf(label) },
      isOfHost: withoutWww(hostname) === site,
      isOfSite: hostname === site || hostname.endsWith(`.${site}`)
    }
  })
}

/** How surely a link leads there: by a word alone, by its path, by a word among others. */
const score = ({ path, telling, words }: LinkSigns, { label, phrases, url }: SeenLink): number => {
  const byPath = path.test(url) ? 2 : 0
  if (words.has(label)) return 3 + byPath
  return byPath + (phrases.some((phrase) => telling.has(phrase)) ? 1 : 0)
}

/** The address that most surely has the signs, one of the site before others; null when none has any. @internal */
export const pickLink = (signs: LinkSigns, links: ReadonlyArray<SeenLink>): string | null => {
  let best: { readonly url: string; readonly score: number } | null = null
  for (const link of links) {
    const found = score(signs, link) - (link.isOfSite ? 0 : 1)
    if (found > 0 && (best === null || found > best.score)) best = { url: link.url, score: found }
  }
  return best?.url ?? null
}
