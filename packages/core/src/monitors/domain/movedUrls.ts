/** Pages that stand under another address than before: one that came and one that went with the same page behind both. */
import type { KnownPage } from "./Baseline.ts"
import type { MovedUrl } from "./UrlChange.ts"

type Sign = (page: KnownPage) => string | null

/** The one page of a list that has it; undefined where none has, or more than one, or one of the others. */
const onlyOne = (pages: ReadonlyArray<KnownPage>, others: ReadonlyArray<KnownPage>, sign: Sign) => {
  const found = new Map<string | null, KnownPage | null>(others.map((page) => [sign(page), null]))
  for (const page of pages) {
    const key = sign(page)
    if (key !== null) found.set(key, found.has(key) ? null : page)
  }
  return (key: string | null) => (key === null ? undefined : (found.get(key) ?? undefined))
}

/** What else is known of the site. */
export interface Site {
  /** Pages that neither came nor went. */
  readonly staying: ReadonlyArray<KnownPage>
  /** Whether there are pages of which nothing is known, so that nobody knows whether a title is that of one page alone. */
  readonly isPartlyKnown: boolean
}

/**
 * Pairs of pages that are the same by what they say, or by their title where nothing else has it. A sign that two pages share
 * on either side, or that a page has which stays, tells none apart.
 */
export const movedPages = (
  removed: ReadonlyArray<KnownPage>,
  added: ReadonlyArray<KnownPage>,
  { isPartlyKnown, staying }: Site = { staying: [], isPartlyKnown: false }
): ReadonlyArray<MovedUrl> => {
  const moved: Array<MovedUrl> = []
  const paired = new Set<string>()
  const isOpen = ({ url }: KnownPage) => !paired.has(url)
  const [byContent, byTitle]: readonly [Sign, Sign] = [({ content }) => content, ({ title }) => title]
  for (const sign of isPartlyKnown ? [byContent] : [byContent, byTitle]) {
    const came = onlyOne(added.filter(isOpen), staying, sign)
    const went = onlyOne(removed.filter(isOpen), staying, sign)
    for (const page of removed.filter(isOpen)) {
      const key = sign(page)
      const to = came(key)
      if (to === undefined || went(key) !== page) continue
      moved.push({ from: page.url, to: to.url })
      paired.add(page.url).add(to.url)
    }
  }
  return moved.sort((one, other) => (one.from < other.from ? -1 : 1))
}

/** So many pages are known of a sitemap; of more, the latest. @internal */
export const mostKnown = 1_000

/** What is known after a difference: nothing of what went, and what was read of what is listed. */
export const knownAfter = (
  before: ReadonlyArray<KnownPage>,
  read: ReadonlyArray<KnownPage>,
  urls: ReadonlyArray<string>
): ReadonlyArray<KnownPage> => {
  const listed = new Set(urls)
  const byUrl = new Map([...before, ...read].filter(({ url }) => listed.has(url)).map((page) => [page.url, page]))
  return [...byUrl.values()].slice(-mostKnown)
}
