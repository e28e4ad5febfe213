/** The link of a site that leads to what somebody looks for. */
import type { PageLink } from "../../pages/domain/PageLink.ts"

/** By what links to a page are known. */
export interface LinkSigns {
  /** What links say, in lower case. */
  readonly words: ReadonlyArray<string>
  /** Paths of sites in any language, which are often English. */
  readonly path: RegExp
}

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim()

/** How surely a link leads there: by a word alone, by its path, by a word among others. */
const score = ({ path, words }: LinkSigns, { text, url }: PageLink): number => {
  const label = plain(text)
  const byPath = path.test(url) ? 2 : 0
  if (words.includes(label)) return 3 + byPath
  const isNear = label.length <= 60 && words.some((word) => word.length >= 4 && ` ${label} `.includes(` ${word} `))
  return byPath + (isNear ? 1 : 0)
}

/** The address that most surely has the signs, one of the site before others; null when none has any. @internal */
export const pickLink = (signs: LinkSigns, links: ReadonlyArray<PageLink>, siteUrl: string): string | null => {
  const site = new URL(siteUrl).hostname.replace(/^www\./, "")
  let best: { readonly url: string; readonly score: number } | null = null
  for (const link of links) {
    const host = URL.canParse(link.url) ? new URL(link.url).hostname : ""
    const isOfSite = host === site || host.endsWith(`.${site}`)
    const found = score(signs, link) - (isOfSite ? 0 : 1)
    if (found > 0 && (best === null || found > best.score)) best = { url: link.url, score: found }
  }
  return best?.url ?? null
}
