/** What a site says of itself, by where it says it. */
import type { PageLink } from "../../pages/domain/PageLink.ts"
import type { PageMetadata } from "../../pages/domain/PageMetadata.ts"

export interface SiteWords {
  readonly title: string
  readonly description: string
  readonly headings: string
  /** Kinds and subjects that its JSON-LD names. */
  readonly structured: string
  readonly text: string
  readonly navigation: string
  /** Language of the first page as it says it itself, such as `de`; empty where it does not. */
  readonly language: string
  /** NAICS codes that its JSON-LD states. */
  readonly statedCodes: ReadonlyArray<string>
}

/** A page that was read. */
export interface SaidPage {
  readonly metadata: PageMetadata
  readonly markdown: string
  readonly links: ReadonlyArray<PageLink>
}

/** Most characters that are looked at of each, for all pages together. */
const limits = {
  title: 400,
  description: 2_000,
  headings: 4_000,
  structured: 4_000,
  text: 40_000,
  navigation: 3_000
} as const

/** Most things of JSON-LD that are looked at, and how deep. */
const linkedLimits = { things: 500, depth: 6 } as const

/** Kinds of things that are on any site. */
const anybodys =
  /^(?:Organization|Corporation|LocalBusiness|Store|WebSite|WebPage|AboutPage|ContactPage|ItemList|ListItem|BreadcrumbList|ImageObject|SearchAction|EntryPoint|PostalAddress|GeoCoordinates|ContactPoint|Person|Offer|AggregateRating|Review|Rating|OpeningHoursSpecification|PropertyValueSpecification|Thing|Article|NewsArticle|BlogPosting|Place|Brand|Service|OnlineBusiness|OnlineStore|CollectionPage|ReadAction|FAQPage|Question|Answer|Country|City|State)$/

/** Properties whose texts tell what a business does. */
const telling = new Set([
  ...["knowsAbout", "servesCuisine", "category", "description", "slogan", "additionalType", "industry", "keywords"],
  ...["medicalSpecialty", "serviceType", "applicationCategory", "disambiguatingDescription", "alternateName"]
])

/** `AutoRepair` as it is said: *auto repair*. */
const spoken = (name: string): string =>
  name
    .replace(/^.*[/#:]/, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[-_]+/g, " ")

const textsOf = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value.slice(0, 50) : [value]).flatMap((one) => {
    if (typeof one === "string") return [one.slice(0, 500)]
    if (typeof one === "number") return [String(one)]
    return typeof one === "object" && one !== null && "name" in one && typeof one.name === "string"
      ? [one.name.slice(0, 500)]
      : []
  })

interface Linked {
  readonly words: Array<string>
  readonly codes: Array<string>
  left: number
}

const readLinked = (value: unknown, depth: number, linked: Linked): void => {
  if (typeof value !== "object" || value === null || depth > linkedLimits.depth || linked.left <= 0) return
  linked.left -= 1
  if (Array.isArray(value)) {
    for (const one of value) readLinked(one, depth + 1, linked)
    return
  }
  for (const [name, own] of Object.entries(value)) {
    if (name === "@type") {
      for (const type of textsOf(own)) if (!anybodys.test(type.replace(/^.*[/#:]/, ""))) linked.words.push(spoken(type))
    } else if (name === "naics") {
      linked.codes.push(...textsOf(own).flatMap((text) => text.match(/\b\d{6}\b/g) ?? []))
    } else if (telling.has(name))
      linked.words.push(...textsOf(own).map((text) => (name === "additionalType" ? spoken(text) : text)))
    else readLinked(own, depth + 1, linked)
  }
}

/** Text of Markdown without its marks and addresses. A bracket inside a bracket ends the search for a link: it would begin anew at each. */
const plainOf = (markdown: string): string =>
  markdown
    .replace(/!?\[([^[\]\n]{0,500})\]\([^()\n]{0,2000}\)/g, "$1")
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/[*_`#>~|\\]+/g, " ")

const joined = (parts: ReadonlyArray<string>, most: number): string =>
  parts
    .filter((part) => part !== "")
    .join("\n")
    .slice(0, most)

const once = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)]

const openGraph = (metadata: PageMetadata): ReadonlyArray<string> => {
  const said = metadata.openGraph ?? {}
  return ["title", "description", "og:title", "og:description"].flatMap((name) => said[name] ?? [])
}

/** What pages of one site say, the first of them its front page. @internal */
export const siteWordsOf = (pages: ReadonlyArray<SaidPage>): SiteWords => {
  const linked: Linked = { words: [], codes: [], left: linkedLimits.things }
  for (const { metadata } of pages) readLinked(metadata.jsonLd ?? [], 0, linked)
  const [front] = pages
  return {
    title: joined(once(pages.map(({ metadata }) => metadata.title ?? "")), limits.title),
    description: joined(
      once(
        pages.flatMap(({ metadata }) => [
          metadata.description ?? "",
          ...(metadata.keywords ?? []),
          ...openGraph(metadata)
        ])
      ),
      limits.description
    ),
    headings: joined(
      once(pages.flatMap(({ metadata }) => (metadata.headings ?? []).map(({ text }) => text))),
      limits.headings
    ),
    structured: joined(once(linked.words), limits.structured),
    text: joined(
      pages.map(({ markdown }) => plainOf(markdown.slice(0, limits.text))),
      limits.text
    ),
    navigation: joined(
      once((front?.links ?? []).slice(0, 200).map(({ text }) => text.slice(0, 80))),
      limits.navigation
    ),
    language: (front?.metadata.language ?? "").toLowerCase().split("-", 1)[0] ?? "",
    statedCodes: once(linked.codes)
  }
}
