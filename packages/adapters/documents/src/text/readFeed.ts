/** Feeds in XML: RSS, RDF and Atom, and sitemaps that report news. */
import { oneLine } from "../reading/Markup.ts"
import {
  childOf,
  elementsOf,
  findElement,
  findElements,
  textOf,
  type Wanted,
  type XmlElement
} from "../reading/XmlTree.ts"
import { type Feed, type FeedItem, labelsOf, listed, mostItems } from "./Feed.ts"

const text = (element: XmlElement | undefined, ...names: ReadonlyArray<string>): string => {
  for (const name of names) {
    const found = textOf(childOf(element, name)).trim()
    if (found !== "") return found
  }
  return ""
}

const all = (element: XmlElement, ...names: ReadonlyArray<string>): ReadonlyArray<XmlElement> =>
  elementsOf(element).filter(({ name }) => names.includes(name))

const texts = (element: XmlElement, ...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  all(element, ...names).map((one) => textOf(one).trim())

const roots = new Set(["rss", "rdf:rdf", "feed"])

/** What of XML a feed is read from: nothing where the root is no feed's, and no items beyond those that are read. */
export const wantedOfFeed = ({ sitemaps = false }: { readonly sitemaps?: boolean } = {}): Wanted => {
  let documents = 0
  const items = new Map([
    ["item", 0],
    ["entry", 0],
    ["url", 0]
  ])
  return (name, depth) => {
    if (depth === 0) {
      documents += 1
      return documents === 1 && (roots.has(name.toLowerCase()) || (sitemaps && name === "urlset"))
    }
    const before = name === "url" && depth !== 1 ? undefined : items.get(name)
    if (before !== undefined) items.set(name, before + 1)
    return before === undefined || before < mostItems
  }
}

/** Reads a feed from the root of its XML; null when it is none. */
export const readFeed = (root: XmlElement): Feed | null => {
  const name = root.name.toLowerCase()
  if (name === "rss" || name === "rdf:rdf") {
    const channel = childOf(root, "channel")
    return channel === undefined ? null : readRss(channel, findElements(root, "item"))
  }
  if (name === "urlset") return readSitemap(root)
  return name === "feed" ? readAtom(root) : null
}

const isPicture = ({ attributes }: XmlElement): boolean =>
  attributes.medium === "image" ||
  /^image\//i.test(attributes.type ?? "") ||
  (attributes.type === undefined &&
    attributes.medium === undefined &&
    /\.(?:jpe?g|png|webp|gif|avif)(?:[?#]|$)/i.test(attributes.url ?? ""))

/** The picture of an item, as the vocabularies of feeds say it. */
const pictureOf = (item: XmlElement): string | null => {
  const media = [item, ...all(item, "media:group")].flatMap(elementsOf)
  const shown =
    media.find((one) => one.name === "media:content" && isPicture(one)) ??
    media.find(({ name }) => name === "media:thumbnail") ??
    media.find((one) => one.name === "enclosure" && isPicture(one)) ??
    media.find(
      ({ attributes, name }) =>
        name === "link" && attributes.rel === "enclosure" && /^image\//.test(attributes.type ?? "")
    )
  const written = shown?.attributes.url ?? shown?.attributes.href ?? childOf(item, "itunes:image")?.attributes.href
  return written ?? (text(item, "image") || null)
}

const creditsOf = (item: XmlElement): ReadonlyArray<string> =>
  all(item, "media:credit")
    .filter(({ attributes }) => /^(?:author|writer|journalist)$/i.test(attributes.role ?? ""))
    .map((one) => textOf(one).trim())

/** The first that names anybody. */
const firstOf = (...lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  lists.find((list) => list.some((one) => one !== "")) ?? []

/** A guid is an address unless it says that it is none. */
const guidOf = (item: XmlElement): string => {
  const guid = childOf(item, "guid")
  return guid?.attributes.isPermaLink?.toLowerCase() === "false" ? "" : textOf(guid).trim()
}

const hrefOf = (element: XmlElement, ...names: ReadonlyArray<string>): string | null => {
  const links = all(element, ...names)
  const own = links.find(({ attributes }) => (attributes.rel ?? "alternate") === "alternate") ?? links[0]
  return own?.attributes.href ?? null
}

const readItem = (item: XmlElement): FeedItem => ({
  title: oneLine(text(item, "title", "media:title")),
  address:
    text(item, "feedburner:origLink", "link") ||
    guidOf(item) ||
    (hrefOf(item, "link", "atom:link") ?? item.attributes["rdf:about"] ?? null),
  date: text(item, "pubDate", "dc:date", "dcterms:issued", "published", "atom:published", "atom:updated"),
  summary: text(item, "content:encoded", "description"),
  short: text(item, "description", "content:encoded", "media:description"),
  long: text(item, "content:encoded", "description", "media:description"),
  authors: firstOf(texts(item, "dc:creator"), texts(item, "author", "atom:author"), creditsOf(item)),
  picture: pictureOf(item),
  labels: labelsOf(texts(item, "category", "dc:subject"), listed(text(item, "media:keywords"))),
  language: text(item, "dc:language"),
  publication: text(item, "source")
})

/** Minutes that `ttl` asks for, or how often the syndication module says that it is written anew. */
const ttlOf = (channel: XmlElement): number | null => {
  const said = /^\d{1,7}$/.exec(text(channel, "ttl"))?.[0]
  if (said !== undefined) return Number(said)
  const minutes = { hourly: 60, daily: 1_440, weekly: 10_080, monthly: 43_200, yearly: 525_600 } as const
  const period = text(channel, "sy:updatePeriod").toLowerCase() as keyof typeof minutes
  const times = Number(/^\d{1,4}$/.exec(text(channel, "sy:updateFrequency"))?.[0] ?? "1")
  return minutes[period] === undefined ? null : minutes[period] / Math.max(1, times)
}

const readRss = (channel: XmlElement, items: ReadonlyArray<XmlElement>): Feed => ({
  form: "rss",
  title: text(channel, "title"),
  author: text(channel, "managingEditor", "dc:creator") || null,
  description: text(channel, "description"),
  home: text(channel, "link") || null,
  language: text(channel, "language", "dc:language"),
  ttlMinutes: ttlOf(channel),
  items: items.slice(0, mostItems).map(readItem)
})

const namesIn = (element: XmlElement): ReadonlyArray<string> => all(element, "author").map((one) => text(one, "name"))

const readEntry = (entry: XmlElement): FeedItem => ({
  title: oneLine(text(entry, "title")),
  address: text(entry, "feedburner:origLink") || hrefOf(entry, "link"),
  date: text(entry, "published", "updated", "issued", "modified", "dc:date"),
  summary: text(entry, "summary", "content"),
  short: text(entry, "summary", "content") || text(childOf(entry, "media:group"), "media:description"),
  long: text(entry, "content", "summary"),
  authors: firstOf(namesIn(entry), texts(entry, "dc:creator"), creditsOf(entry)),
  picture: pictureOf(entry),
  labels: labelsOf(
    all(entry, "category").map(({ attributes }) => attributes.label ?? attributes.term ?? ""),
    texts(entry, "dc:subject")
  ),
  language: entry.attributes["xml:lang"] ?? "",
  publication: text(childOf(entry, "source"), "title")
})

const readAtom = (feed: XmlElement): Feed => {
  const author = childOf(feed, "author")
  const name = author === undefined ? null : text(author, "name") || null
  return {
    form: "atom",
    title: text(feed, "title"),
    author: name,
    description: text(feed, "subtitle"),
    home: hrefOf(feed, "link"),
    language: feed.attributes["xml:lang"] ?? "",
    ttlMinutes: null,
    items: elementsOf(feed)
      .filter((one) => one.name === "entry")
      .slice(0, mostItems)
      .map(readEntry)
      .map((item) => (item.authors.length > 0 || name === null ? item : { ...item, authors: [name] }))
  }
}

/** Of a sitemap only what it reports as news counts. */
const readSitemap = (root: XmlElement): Feed | null => {
  const items = all(root, "url").flatMap((url): ReadonlyArray<FeedItem> => {
    const news = childOf(url, "news:news")
    if (news === undefined) return []
    const publication = childOf(news, "news:publication")
    const picture = findElement(url, "image:loc")
    return [
      {
        title: oneLine(text(news, "news:title")),
        address: text(url, "loc") || null,
        date: text(news, "news:publication_date"),
        ...{ summary: "", short: "", long: "", authors: [] },
        picture: picture === undefined ? null : textOf(picture).trim(),
        labels: labelsOf(
          listed(text(news, "news:stock_tickers")),
          listed(text(news, "news:keywords")),
          listed(text(news, "news:genres"))
        ),
        language: text(publication, "news:language"),
        publication: text(publication, "news:name")
      }
    ]
  })
  const [first] = items
  if (first === undefined) return null
  return {
    form: "sitemap",
    title: first.publication,
    ...{ author: null, description: "", home: null, language: first.language, ttlMinutes: null },
    items: items.slice(0, mostItems)
  }
}
