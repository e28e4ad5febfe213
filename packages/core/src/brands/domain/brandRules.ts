/** What is taken from a page beside what is always read of it: by rules, where pages are read. */
import type { Extracted, ExtractRule, ExtractRules } from "../../pages/domain/ExtractRules.ts"

const list = (selector: string, output: ExtractRule["output"]): ExtractRule => ({ selector, type: "list", output })
const html = { _tag: "Html" } as const
const text = { _tag: "Text" } as const
/** Characters of a page's text, and of a part of it, that are looked at for addresses and numbers. */
const lines = (most: number) => ({ _tag: "Lines", most }) as const
const attribute = (name: string) => ({ _tag: "Attribute", name }) as const

const inData = (name: string): ExtractRule => list(`[itemtype*="schema.org/"] [itemprop~="${name}"]`, text)

const rules = {
  heads: list("link[rel][href]", html),
  pictures: list(
    'header img, nav img, [class*="logo" i] img, [id*="logo" i] img, img[class*="logo" i], img[alt*="logo" i], img[src*="logo" i], a[href="/"] img',
    html
  ),
  drawings: list(
    'header a svg, nav a svg, [class*="logo" i] svg, [id*="logo" i] svg, svg[class*="logo" i], a[href="/"] svg',
    html
  ),
  homes: list(
    'header a[href], nav a[href], [class*="header" i] a[href], [class*="logo" i] a[href], a[class*="logo" i], a[class*="brand" i], a[rel~="home"], a[href="/"]',
    html
  ),
  headings: list("h1, h2", text),
  leads: list("h1 + p, h1 ~ p", text),
  taglines: list('[class*="tagline" i], [class*="slogan" i], [class~="site-description"]', text),
  cells: list("td, dd, address", text),
  mails: list('a[href^="mailto:" i]', attribute("href")),
  phones: list('a[href^="tel:" i]', attribute("href")),
  headerLinks: list("header a[href], nav a[href]", attribute("href")),
  footerLinks: list('footer a[href], [class*="footer" i] a[href], [id*="footer" i] a[href]', attribute("href")),
  footers: list("footer, [class*=footer i], [id*=footer i]", text),
  styles: list("style", text),
  paragraphs: list("p, li", text),
  shown: list("body", lines(60_000)),
  shownBelow: list('footer, [class*="footer" i], [id*="footer" i]', lines(6_000)),
  shownAddresses: list("address", lines(1_000)),
  dataNames: list('[itemtype*="schema.org/"] > [itemprop~="name"]', text),
  dataPhones: inData("telephone"),
  dataMails: inData("email"),
  dataStreets: inData("streetAddress"),
  dataCities: inData("addressLocality"),
  dataRegions: inData("addressRegion"),
  dataCodes: inData("postalCode"),
  dataCountries: inData("addressCountry")
} satisfies Readonly<Record<string, ExtractRule>>

type RuleName = keyof typeof rules

export const brandRules: ExtractRules = new Map(Object.entries(rules))

/** Most findings of one rule that are looked at, and characters of one. */
const most = { findings: 200, characters: 200_000 } as const

/** What the rules found, each a list of texts. */
export type BrandExtract = Readonly<Record<RuleName, ReadonlyArray<string>>>

const textsOf = (found: Extracted | undefined): ReadonlyArray<string> =>
  Array.isArray(found)
    ? found
        .slice(0, most.findings)
        .flatMap((one: Extracted) => (typeof one === "string" ? [one.slice(0, most.characters)] : []))
    : []

export const readBrandExtract = (extracted: Readonly<Record<string, Extracted>> | null): BrandExtract =>
  Object.fromEntries(Object.keys(rules).map((name) => [name, textsOf(extracted?.[name])])) as unknown as BrandExtract

const entities: Readonly<Record<string, string>> = { amp: "&", quot: '"', lt: "<", gt: ">", nbsp: " " }

/** The attributes of the first tag of some markup, as the page reader writes it. */
export const attributesOf = (markup: string): ReadonlyMap<string, string> => {
  const [tag = ""] = /^<[^>"]*(?:"[^"]*"[^>"]*)*>/.exec(markup) ?? []
  // A name begins after white space alone: a long word is looked at once, and not from each of its letters.
  return new Map(
    [...tag.matchAll(/\s([^\s"'<>/=]{1,60})="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name.toLowerCase(),
      value.replace(/&(amp|quot|lt|gt|nbsp);/g, (_, entity: string) => entities[entity] ?? "")
    ])
  )
}
