/** What reads feeds, and what asks for them and for lists of them, as values that can cross to another thread and back. */

import { hasMoreJsonValues } from "@kittiwake/core/internal/jsonValues"
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import { withoutTracking } from "@kittiwake/core/internal/web/domain/UrlIdentity"
import type { ListedFeed } from "@kittiwake/core/news/domain/ListedFeed"
import type { ReportedFeed, ReportedItem } from "@kittiwake/core/news/domain/ReportedFeed"
import { oneLine, writable } from "../reading/Markup.ts"
import { tooComplex, Unreadable } from "../reading/Unreadable.ts"
import { elementsOf, parseXml, xmlText } from "../reading/XmlTree.ts"
import { type Feed, type FeedItem, mostItems } from "./Feed.ts"
import { feedAuthors } from "./feedAuthors.ts"
import { markupParts, mostMarkup, titleText } from "./feedMarkup.ts"
import { feedMoment } from "./feedMoment.ts"
import { readFeed, wantedOfFeed } from "./readFeed.ts"
import { readJsonFeed } from "./readJsonFeed.ts"

export interface ReadFeedWork {
  readonly kind: "feed"
  readonly bytes: Uint8Array
  readonly url: string
}

export interface ListFeedsWork {
  readonly kind: "list"
  readonly bytes: Uint8Array
  readonly mostOutlines: number
}

export type FeedWork = ListFeedsWork | ReadFeedWork

/** Why nothing was read. */
export interface NoFeed {
  readonly reason: "no_feed" | "too_complex"
  readonly message: string
}

export type Read<A> = { readonly read: A } | { readonly unread: NoFeed }

/** What comes of each kind of work. */
export interface FeedAnswers {
  readonly feed: Read<ReportedFeed>
  readonly list: Read<ReadonlyArray<ListedFeed>>
}

/** Elements of a feed that are kept: a thousand items have some twenty each. As many take 40 MB. */
const mostElements = 200_000

/** Values of a feed in JSON: a thousand items have some twenty each, and those behind them are read before they are left out. */
const mostValues = 300_000

/** Characters of a name that are told. */
export const mostName = 200

/** Characters of what is told of an item, and addresses and hosts of one. */
const limits = { title: 500, excerpt: 500, url: 2_000, hosts: 50 } as const

const addressOf = (written: string | null, base: string): URL | null => {
  if (written === null || written.trim() === "" || written.length > limits.url) return null
  const url = parseUrl(written.trim(), base)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url : null
}

/** Of two letters, with the country that it names, if any: `de-AT`, `en_us`, `deu`. */
export const localeOf = (written: string): { readonly language: string | null; readonly country: string | null } => {
  const none = { language: null, country: null }
  const tag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.exec(written.trim().replaceAll("_", "-"))?.[0]
  if (tag === undefined || tag.length > 35) return none
  try {
    const { language, region } = new Intl.Locale(tag)
    const country = region !== undefined && /^[A-Z]{2}$/.test(region) ? region.toLowerCase() : null
    return language.length === 2 ? { language, country } : none
  } catch {
    return none
  }
}

/** Text that ends with a word, where it is longer. */
export const cut = (text: string, most: number): string => {
  if (text.length <= most) return text
  const head = text.slice(0, most - 1).toWellFormed()
  const space = head.lastIndexOf(" ")
  return `${(space > most * 0.6 ? head.slice(0, space) : head).trimEnd()}…`
}

/** What programs put behind every item. */
const tail =
  /(?<!\s)\s*(?:The post .{1,300} (?:appeared first|first appeared) on .{1,200}|(?:Continue reading|Read more)\b.{0,300})$/

/** Characters at the end of a text in which all of that stands. */
const tailLength = 600

const untailed = (text: string): string => {
  const end = Math.max(text.length - tailLength, 0)
  return text.slice(0, end) + text.slice(end).replace(tail, "")
}

const itemOf = (item: FeedItem, feed: Feed, base: string): ReportedItem | null => {
  const url = addressOf(item.address, base)
  if (url === null) return null
  const long = markupParts(item.long.markup)
  const said = (item.short.markup === item.long.markup ? long : markupParts(item.short.markup)).text || long.text
  const excerpt = untailed(said.slice(0, 4_000)).replace(/(?<!\s)\s*\[(?:…|\.\.\.)\]$/, "…")
  const title = cut(titleText(item.title) || cut(excerpt, 120), limits.title)
  if (title === "") return null
  const own = url.hostname
  const hosts = long.links.flatMap((link) => addressOf(link, url.href)?.hostname ?? [])
  return {
    url: withoutTracking(url),
    title,
    excerpt: excerpt === "" || excerpt === title ? null : cut(excerpt, limits.excerpt),
    language: localeOf(item.language).language ?? localeOf(feed.language).language,
    imageUrl: addressOf(item.picture ?? long.picture, url.href)?.href ?? null,
    authors: feedAuthors(item.authors),
    publishedAtMillis: feedMoment(item.date),
    labels: item.labels.map((label) => writable(titleText(label))).filter((label) => label !== ""),
    linkedHosts: [...new Set(hosts)].filter((host) => host !== own).slice(0, limits.hosts),
    publication: cut(titleText(item.publication), mostName) || null
  }
}

const feedOf = (bytes: Uint8Array, url: string): Feed | null => {
  const text = xmlText(bytes)
  const start = /[^\s\ufeff]/.exec(text)?.[0]
  if (start === "{") {
    if (hasMoreJsonValues(text, mostValues)) throw tooComplex("The feed has too many values.")
    return readJsonFeed(text, url, mostMarkup)
  }
  if (start !== "<") return null
  const root = elementsOf(parseXml(text, wantedOfFeed({ sitemaps: true, mostElements })))[0]
  return root === undefined ? null : readFeed(root, url, mostMarkup)
}

const reportedIn = ({ bytes, url }: ReadFeedWork): ReportedFeed | null => {
  const feed = feedOf(bytes, url)
  if (feed === null) return null
  return {
    form: feed.form,
    title: cut(titleText(feed.title), mostName),
    homeUrl: addressOf(feed.home, url)?.href ?? null,
    ...localeOf(oneLine(feed.language)),
    ttlMinutes: feed.ttlMinutes,
    items: feed.items.slice(0, mostItems).flatMap((item) => itemOf(item, feed, url) ?? [])
  }
}

/** Parsers end by throwing, from deep inside. */
export const readOr = <A>(none: string, read: () => A | null): Read<A> => {
  try {
    const found = read()
    return found === null ? { unread: { reason: "no_feed", message: none } } : { read: found }
  } catch (cause) {
    if (cause instanceof Unreadable) return { unread: { reason: "too_complex", message: cause.message } }
    throw cause
  }
}

export const readFeedWork = (work: ReadFeedWork): Read<ReportedFeed> =>
  readOr("What stands there is no feed.", () => reportedIn(work))
