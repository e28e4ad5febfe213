/** What a feed reports, as articles. */
import { DateTime } from "effect"
import { countryOfDomain } from "./countryOf.ts"
import { kindOfCoverage } from "./kindOfCoverage.ts"
import { languageOfText } from "./languageOfText.ts"
import type { ReportedArticle } from "./ReportedArticle.ts"
import type { ReportedFeed, ReportedItem } from "./ReportedFeed.ts"

/** Where a feed was read. */
export interface FeedOrigin {
  readonly feedUrl: string
  /** The company on whose site it was found; null for one that an operator chose. */
  readonly foundFor: string | null
  /** What the operator says of it. */
  readonly title: string | null
  readonly country: string | null
  readonly language: string | null
  /** The publisher's site, where the operator says it. */
  readonly homeUrl: string | null
}

/** A clock that runs ahead by less than this is right. */
const aheadMillis = 15 * 60_000

/** Other sites that one article links to. */
const mostDomains = 30

/** The registered name that a host belongs to, or the host where nobody registered it. */
type DomainOf = (host: string) => string

const hostOf = (url: string): string => new URL(url).hostname

const momentOf = (millis: number | null, nowMillis: number): DateTime.Utc | null =>
  millis === null || millis > nowMillis + aheadMillis ? null : DateTime.makeUnsafe(Math.min(millis, nowMillis))

/** Where an article stands: the company's own feed may be kept by somebody else, and is the company's all the same. */
const publisherOf = (item: ReportedItem, feed: ReportedFeed, origin: FeedOrigin, domainOf: DomainOf) => {
  const own = domainOf(hostOf(item.url))
  // A feed may call any site its home: only one that an operator chose is believed.
  const homes = [origin.foundFor === null ? feed.homeUrl : null, origin.homeUrl].filter((url) => url !== null)
  const ofFeed = [origin.feedUrl, ...homes].map((url) => domainOf(hostOf(url)))
  const isDirect = ofFeed.includes(own) || own === origin.foundFor
  const domain = isDirect && origin.foundFor !== null ? origin.foundFor : own
  return { domain, isDirect }
}

/** What a site that was found says of others names nobody. */
const nameOf = (item: ReportedItem, feed: ReportedFeed, origin: FeedOrigin, isDirect: boolean, domain: string) =>
  (isDirect || origin.foundFor === null ? item.publication : null) ??
  (isDirect ? origin.title || feed.title || domain : domain)

/** An article of a feed that was read at `nowMillis`. */
export const toReport = (
  item: ReportedItem,
  feed: ReportedFeed,
  origin: FeedOrigin,
  domainOf: DomainOf,
  nowMillis: number
): ReportedArticle => {
  const { domain, isDirect } = publisherOf(item, feed, origin, domainOf)
  // Publishers report on others, and have sitemaps of news.
  const isOfCompany = feed.form !== "sitemap" && domain === origin.foundFor
  const linked = new Set(item.linkedHosts.map(domainOf))
  linked.delete(domain)
  const country = (isDirect ? origin.country : null) ?? countryOfDomain(domain) ?? (isDirect ? feed.country : null)
  return {
    url: item.url,
    title: item.title,
    excerpt: item.excerpt,
    language: item.language ?? origin.language ?? languageOfText(`${item.title} ${item.excerpt ?? ""}`),
    imageUrl: item.imageUrl,
    authors: item.authors,
    publishedAt: momentOf(item.publishedAtMillis, nowMillis),
    type: kindOfCoverage({ url: item.url, title: item.title, labels: item.labels, isOfCompany }),
    source: { name: nameOf(item, feed, origin, isDirect, domain), domain, country, isDirect },
    labels: item.labels,
    linkedDomains: [...linked].slice(0, mostDomains)
  }
}
