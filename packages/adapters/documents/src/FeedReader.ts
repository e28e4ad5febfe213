/**
 * Feeds, read in this thread and in turns with everybody else: a piece of XML, then some items, then what others have to do.
 *
 * **Gotchas.** JSON is parsed in one go: five megabytes of it take some 30 ms.
 */

import { parseUrl } from "@kittiwake/core/internal/web/domain/parseUrl"
import { withoutTracking } from "@kittiwake/core/internal/web/domain/UrlIdentity"
import { type ListedFeed, listedFeed } from "@kittiwake/core/news/domain/ListedFeed"
import type { ReportedFeed, ReportedItem } from "@kittiwake/core/news/domain/ReportedFeed"
import {
  FeedReader,
  type FeedToRead,
  FeedUnreadable,
  maxFeedBytes,
  maxFeedItems,
  maxListBytes,
  maxOutlines
} from "@kittiwake/core/news/FeedReader"
import { Effect, Layer } from "effect"
import { oneLine, writable } from "./reading/Markup.ts"
import { Unreadable } from "./reading/Unreadable.ts"
import { elementsOf, parseXmlInPieces, type Wanted, xmlText } from "./reading/XmlTree.ts"
import type { Feed, FeedItem } from "./text/Feed.ts"
import { feedAuthors } from "./text/feedAuthors.ts"
import { markupParts, titleText } from "./text/feedMarkup.ts"
import { feedMoment } from "./text/feedMoment.ts"
import { readFeed, wantedOfFeed } from "./text/readFeed.ts"
import { readJsonFeed } from "./text/readJsonFeed.ts"
import { type Outline, readOpml } from "./text/readOpml.ts"

/** Characters of what is told of an item, and addresses and hosts of one. */
const limits = { title: 500, excerpt: 500, name: 200, url: 2_000, hosts: 50, itemsAtOnce: 20 } as const

const noFeed = new FeedUnreadable({ reason: "no_feed", message: "What stands there is no feed." })

const addressOf = (written: string | null, base: string): URL | null => {
  if (written === null || written.trim() === "" || written.length > limits.url) return null
  const url = parseUrl(written.trim(), base)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url : null
}

/** Of two letters, with the country that it names, if any: `de-AT`, `en_us`, `deu`. */
const localeOf = (written: string): { readonly language: string | null; readonly country: string | null } => {
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
const cut = (text: string, most: number): string => {
  if (text.length <= most) return text
  const head = text.slice(0, most - 1).toWellFormed()
  const space = head.lastIndexOf(" ")
  return `${(space > most * 0.6 ? head.slice(0, space) : head).trimEnd()}…`
}

/** What programs put behind every item. */
const tail =
  /(?<!\s)\s*(?:The post .{1,300} (?:appeared first|first appeared) on .{1,200}|(?:Continue reading|Read more)\b.{0,300})$/

const itemOf = (item: FeedItem, feed: Feed, base: string): ReportedItem | null => {
  const url = addressOf(item.address, base)
  if (url === null) return null
  const long = markupParts(item.long.markup)
  const said = (item.short.markup === item.long.markup ? long : markupParts(item.short.markup)).text || long.text
  const excerpt = said
    .slice(0, 4_000)
    .replace(tail, "")
    .replace(/(?<!\s)\s*\[(?:…|\.\.\.)\]$/, "…")
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
    publication: cut(titleText(item.publication), limits.name) || null
  }
}

/** What a reading comes to; others have their turn between two pieces. */
const inTurns = Effect.fnUntraced(function* <A>(reading: Generator<void, A>) {
  let piece = reading.next()
  while (piece.done !== true) {
    yield* Effect.yieldNow
    piece = reading.next()
  }
  return piece.value
})

const treeOf = (text: string, wanted: Wanted) =>
  Effect.map(inTurns(parseXmlInPieces(text, wanted)), (root) => elementsOf(root)[0])

const feedOf = Effect.fnUntraced(function* (bytes: Uint8Array, url: string) {
  const text = xmlText(bytes)
  const start = /[^\s\ufeff]/.exec(text)?.[0]
  if (start === "{") return readJsonFeed(text, url)
  if (start !== "<") return null
  const root = yield* treeOf(text, wantedOfFeed({ sitemaps: true }))
  return root === undefined ? null : readFeed(root, url)
})

const itemsOf = Effect.fnUntraced(function* (feed: Feed, base: string) {
  const found: Array<ReportedItem> = []
  for (const [at, item] of feed.items.slice(0, maxFeedItems).entries()) {
    if (at % limits.itemsAtOnce === limits.itemsAtOnce - 1) yield* Effect.yieldNow
    const reported = itemOf(item, feed, base)
    if (reported !== null) found.push(reported)
  }
  return found
})

/** Parsers end by throwing, from deep inside. */
const unreadable = (cause: unknown) =>
  cause instanceof Unreadable
    ? Effect.fail(new FeedUnreadable({ reason: "too_complex", message: cause.message }))
    : Effect.die(cause)

const read = Effect.fn("FeedReader.read")(function* ({ bytes, url }: FeedToRead) {
  if (bytes.length > maxFeedBytes) {
    return yield* new FeedUnreadable({ reason: "too_complex", message: "The feed is longer than 5 MB." })
  }
  const feed = yield* Effect.catchDefect(feedOf(bytes, url), unreadable)
  if (feed === null) return yield* noFeed
  const items = yield* itemsOf(feed, url)
  return {
    form: feed.form,
    title: cut(titleText(feed.title), limits.name),
    homeUrl: addressOf(feed.home, url)?.href ?? null,
    ...localeOf(oneLine(feed.language)),
    ttlMinutes: feed.ttlMinutes,
    items
  } satisfies ReportedFeed as ReportedFeed
})

const noList = new FeedUnreadable({ reason: "no_feed", message: "The file is no list of feeds in OPML." })

/** Types of outlines that are of feeds. */
const feedTypes: ReadonlySet<string> = new Set(["rss", "rdf", "atom", "feed", "json", "jsonfeed"])

/** Groups have neither an address nor a type, and links to pages have another. */
const feedOfOutline = ({ attributes, line }: Outline): ReadonlyArray<ListedFeed> => {
  const text = (name: string) => attributes.get(name)?.trim() ?? ""
  const title = cut(titleText(text("title") || text("text")), limits.name) || null
  const url = text("xmlurl")
  if (url !== "") {
    return [listedFeed(url, { title, line, homeUrl: text("htmlurl") || null, ...localeOf(text("language")) })]
  }
  const isFeed = feedTypes.has(text("type").toLowerCase()) || text("htmlurl") !== ""
  return isFeed ? [listedFeed("", { title, line, problem: "It names no feed: xmlUrl is missing." })] : []
}

const readList = Effect.fn("FeedReader.readList")(function* (bytes: Uint8Array) {
  if (bytes.length > maxListBytes) {
    return yield* new FeedUnreadable({ reason: "too_complex", message: "The list is longer than 16 MB: split it." })
  }
  const list = yield* Effect.catchDefect(inTurns(readOpml(xmlText(bytes), maxOutlines)), unreadable)
  if (list === null) return yield* noList
  const feeds = list.outlines.flatMap(feedOfOutline)
  if (list.brokenAt === null) return feeds
  return [
    ...feeds,
    listedFeed("", { line: list.brokenAt, problem: "The file breaks off: what stood behind is missing." })
  ]
})

/** Reads with the trees that files are read with. */
export const layer: Layer.Layer<FeedReader> = Layer.succeed(FeedReader, FeedReader.of({ read, readList }))
