/** Feeds in XML: RSS, RDF and Atom, and sitemaps that report news. */
import { asBase, under } from "../reading/addresses.ts"
import { outputCharacters } from "../reading/limits.ts"
import { oneLine } from "../reading/Markup.ts"
import {
  childOf,
  elementsOf,
  findElement,
  outermostElements,
  saysAnything,
  textUpTo,
  type Wanted,
  type XmlElement
} from "../reading/XmlTree.ts"
import { type Feed, type FeedItem, labelsOf, listed, mostItems, mostText } from "./Feed.ts"
import { baseIn, type FeedMarkup, FeedMarkups, markupIn } from "./feedBase.ts"
import { markupParts } from "./feedMarkup.ts"

/** Elements directly in an item, and in what the items stand in, that are looked at; a podcast has fifty. */
const mostFields = 1_000

const textOf = (element: XmlElement | undefined): string => textUpTo(element, mostText)

const text = (element: XmlElement | undefined, ...names: ReadonlyArray<string>): string => {
  for (const name of names) {
    const found = textOf(childOf(element, name)).trim()
    if (found !== "") return found
  }
  return ""
}

/** A title, which Atom may write in elements of XHTML. */
const titleOf = (element: XmlElement, ...names: ReadonlyArray<string>): string => {
  const found = names.map((name) => childOf(element, name)).find((one) => one !== undefined && saysAnything(one))
  if (found === undefined) return ""
  const isText = elementsOf(found).length === 0
  return isText ? textOf(found).trim() : markupParts(markupIn(found, null, mostText).markup).text
}

/** The elements of these names whose markup is wanted. */
const named = (element: XmlElement | undefined, ...names: ReadonlyArray<string>) =>
  names.map((name) => childOf(element, name))

const all = (element: XmlElement, ...names: ReadonlyArray<string>): ReadonlyArray<XmlElement> =>
  elementsOf(element).filter(({ name }) => names.includes(name))

const texts = (element: XmlElement, ...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  all(element, ...names).map((one) => textOf(one).trim())

const roots = new Set(["rss", "rdf:rdf", "feed"])

/** What Atom may have before the names of all its elements: `atom:` of `<atom:feed>`. */
const prefixOf = (root: string): string => /^[\w.-]{1,40}:(?=feed$)/i.exec(root)?.[0] ?? ""

const unprefixed = (element: XmlElement, prefix: string): XmlElement => ({
  ...element,
  name: element.name.startsWith(prefix) ? element.name.slice(prefix.length) : element.name,
  children: element.children.map((node) => (typeof node === "string" ? node : unprefixed(node, prefix)))
})

/** What a feed is read for. */
export interface FeedWants {
  /** Whether sitemaps are feeds too. */
  readonly sitemaps?: boolean
  /** Most elements that are kept. */
  readonly mostElements?: number
}

/**
 * What of XML a feed is read from: nothing where the root is no feed's, no items beyond those that are read, and of each, and of what
 * stands around them, no more than has a use. An item within an item is none of the feed's: what holds it would be read for each.
 */
export const wantedOfFeed = ({ mostElements = Infinity, sitemaps = false }: FeedWants = {}): Wanted => {
  let documents = 0
  let prefix = ""
  let kept = 0
  /** How deep the item stands that is open, what stands directly in it, and around all of them. */
  let item: number | null = null
  let fields = 0
  let around = 0
  const items = new Map([
    ["item", 0],
    ["entry", 0],
    ["url", 0]
  ])
  const isRead = (name: string, depth: number): boolean => {
    if (item !== null && depth <= item) item = null
    const before = name === "url" && depth !== 1 ? undefined : items.get(name)
    if (before !== undefined) {
      if (item !== null) return false
      items.set(name, before + 1)
      if (before >= mostItems) return false
      item = depth
      fields = 0
      return true
    }
    if (item === null) return depth > 2 || ++around <= mostFields
    return depth > item + 1 || ++fields <= mostFields
  }
  return (written, depth) => {
    if (depth === 0) prefix = prefixOf(written)
    const name = written.startsWith(prefix) ? written.slice(prefix.length) : written
    if (depth === 0) {
      documents += 1
      return documents === 1 && (roots.has(name.toLowerCase()) || (sitemaps && name === "urlset"))
    }
    if (kept >= mostElements || !isRead(name, depth)) return false
    kept += 1
    return true
  }
}

/**
 * Reads a feed from the root of its XML, which came from `url`, where that is known, with so many characters of each markup; null when it
 * is none.
 */
export const readFeed = (
  written: XmlElement,
  url: string | null = null,
  mostMarkup: number = outputCharacters
): Feed | null => {
  const markups = new FeedMarkups(mostMarkup)
  const prefix = prefixOf(written.name)
  const root = prefix === "" ? written : unprefixed(written, prefix)
  const name = root.name.toLowerCase()
  const base = baseIn(asBase(null, url), root)
  if (name === "rss" || name === "rdf:rdf") {
    const channel = childOf(root, "channel")
    if (channel === undefined) return null
    return readRss(channel, outermostElements(root, "item"), baseIn(base, channel), root, markups)
  }
  if (name === "urlset") return readSitemap(root, base)
  return name === "feed" ? readAtom(root, base, markups) : null
}

/** An address that an element of the item says. */
const addressIn = (base: string | null, element: XmlElement | undefined, said: string | undefined): string | null =>
  said === undefined || said.trim() === "" ? null : under(baseIn(base, element), said)

const isPicture = ({ attributes }: XmlElement): boolean =>
  attributes.medium === "image" ||
  /^image\//i.test(attributes.type ?? "") ||
  (attributes.type === undefined &&
    attributes.medium === undefined &&
    /\.(?:jpe?g|png|webp|gif|avif)(?:[?#]|$)/i.test(attributes.url ?? ""))

/** The picture of an item, as the vocabularies of feeds say it. */
const pictureOf = (item: XmlElement, base: string | null): string | null => {
  const media = [item, ...all(item, "media:group")].flatMap((one) => elementsOf(one).slice(0, mostFields))
  const shown =
    media.find((one) => one.name === "media:content" && isPicture(one)) ??
    media.find(({ name }) => name === "media:thumbnail") ??
    media.find((one) => one.name === "enclosure" && isPicture(one)) ??
    media.find(
      ({ attributes, name }) =>
        name === "link" && attributes.rel === "enclosure" && /^image\//.test(attributes.type ?? "")
    )
  const written = shown?.attributes.url ?? shown?.attributes.href
  if (shown !== undefined && written !== undefined) return addressIn(base, shown, written)
  const ofSound = childOf(item, "itunes:image")
  const image = childOf(item, "image")
  return addressIn(base, ofSound, ofSound?.attributes.href) ?? addressIn(base, image, textOf(image))
}

const creditsOf = (item: XmlElement): ReadonlyArray<string> =>
  all(item, "media:credit")
    .filter(({ attributes }) => /^(?:author|writer|journalist)$/i.test(attributes.role ?? ""))
    .map((one) => textOf(one).trim())

/** The first that names anybody. */
const firstOf = (...lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  lists.find((list) => list.some((one) => one !== "")) ?? []

/** A guid is an address unless it says that it is none. */
const isAddress = ({ attributes }: XmlElement): boolean => attributes.isPermaLink?.toLowerCase() !== "false"

/** What one of these elements has as its text. */
const saidIn = (item: XmlElement, base: string | null, ...names: ReadonlyArray<string>): string | null => {
  for (const name of names) {
    const found = childOf(item, name)
    const address = addressIn(base, found, textOf(found))
    if (address !== null) return address
  }
  return null
}

const hrefOf = (element: XmlElement, base: string | null, ...names: ReadonlyArray<string>): string | null => {
  const links = all(element, ...names)
  const own = links.find(({ attributes }) => (attributes.rel ?? "alternate") === "alternate") ?? links[0]
  return addressIn(base, own, own?.attributes.href)
}

const addressOfItem = (item: XmlElement, base: string | null): string | null => {
  const guid = childOf(item, "guid")
  return (
    saidIn(item, base, "feedburner:origLink", "link") ??
    (guid !== undefined && isAddress(guid) ? addressIn(base, guid, textOf(guid)) : null) ??
    hrefOf(item, base, "link", "atom:link") ??
    addressIn(base, item, item.attributes["rdf:about"])
  )
}

const readItem = (item: XmlElement, base: string | null, markups: FeedMarkups): FeedItem => ({
  title: oneLine(titleOf(item, "title", "media:title")),
  address: addressOfItem(item, base),
  date: text(item, "pubDate", "dc:date", "dcterms:issued", "published", "atom:published", "atom:updated"),
  summary: markups.first(named(item, "content:encoded", "description"), base),
  short: markups.first(named(item, "description", "content:encoded", "media:description"), base),
  long: markups.first(named(item, "content:encoded", "description", "media:description"), base),
  authors: firstOf(texts(item, "dc:creator"), texts(item, "author", "atom:author"), creditsOf(item)),
  picture: pictureOf(item, base),
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

/**
 * What addresses of a channel are relative to that names no base: the page that it is of (RSS Best Practices Profile), and not the place of
 * its file, which is often that of another host.
 */
const baseOfItems = (base: string | null, home: string | null, ...around: ReadonlyArray<XmlElement>): string | null =>
  around.some(({ attributes }) => attributes["xml:base"] !== undefined) ? base : (asBase(base, home) ?? base)

const readRss = (
  channel: XmlElement,
  items: ReadonlyArray<XmlElement>,
  base: string | null,
  root: XmlElement,
  markups: FeedMarkups
): Feed => {
  const home = saidIn(channel, base, "link")
  const ofItems = baseOfItems(base, home, root, channel)
  return {
    form: "rss",
    title: titleOf(channel, "title"),
    author: text(channel, "managingEditor", "dc:creator") || null,
    description: markups.first(named(channel, "description"), ofItems),
    home,
    language: text(channel, "language", "dc:language"),
    ttlMinutes: ttlOf(channel),
    items: items.slice(0, mostItems).map((item) => readItem(item, baseIn(ofItems, item), markups))
  }
}

const namesIn = (element: XmlElement): ReadonlyArray<string> => all(element, "author").map((one) => text(one, "name"))

const readEntry = (entry: XmlElement, base: string | null, markups: FeedMarkups): FeedItem => {
  const short = markups.first(named(entry, "summary", "content"), base)
  return {
    title: oneLine(titleOf(entry, "title")),
    address: saidIn(entry, base, "feedburner:origLink") ?? hrefOf(entry, base, "link"),
    date: text(entry, "published", "updated", "issued", "modified", "dc:date"),
    summary: short,
    short: short.markup === "" ? markups.first(named(childOf(entry, "media:group"), "media:description"), base) : short,
    long: markups.first(named(entry, "content", "summary"), base),
    authors: firstOf(namesIn(entry), texts(entry, "dc:creator"), creditsOf(entry)),
    picture: pictureOf(entry, base),
    labels: labelsOf(
      all(entry, "category").map(({ attributes }) => attributes.label ?? attributes.term ?? ""),
      texts(entry, "dc:subject")
    ),
    language: entry.attributes["xml:lang"] ?? "",
    publication: text(childOf(entry, "source"), "title")
  }
}

/** What a feed says of itself where its file came from nowhere that is known. */
const ownAddress = (feed: XmlElement): string | null => {
  const links = all(feed, "link").map(({ attributes }) => attributes)
  const own =
    links.find(({ rel }) => rel === "self") ?? links.find(({ rel }) => rel === undefined || rel === "alternate")
  return asBase(null, own?.href)
}

const readAtom = (feed: XmlElement, around: string | null, markups: FeedMarkups): Feed => {
  const author = childOf(feed, "author")
  const name = author === undefined ? null : text(author, "name") || null
  const base = around ?? ownAddress(feed)
  return {
    form: "atom",
    title: titleOf(feed, "title"),
    author: name,
    description: markups.first(named(feed, "subtitle"), base),
    home: hrefOf(feed, base, "link"),
    language: feed.attributes["xml:lang"] ?? "",
    ttlMinutes: null,
    items: elementsOf(feed)
      .filter((one) => one.name === "entry")
      .slice(0, mostItems)
      .map((entry) => readEntry(entry, baseIn(base, entry), markups))
      .map((item) => (item.authors.length > 0 || name === null ? item : { ...item, authors: [name] }))
  }
}

const nothing: FeedMarkup = { markup: "", base: null }

/** Of a sitemap only what it reports as news counts. */
const readSitemap = (root: XmlElement, base: string | null): Feed | null => {
  const items = all(root, "url").flatMap((url): ReadonlyArray<FeedItem> => {
    const news = childOf(url, "news:news")
    if (news === undefined) return []
    const publication = childOf(news, "news:publication")
    const picture = findElement(url, "image:loc")
    return [
      {
        title: oneLine(text(news, "news:title")),
        address: saidIn(url, base, "loc"),
        date: text(news, "news:publication_date"),
        ...{ summary: nothing, short: nothing, long: nothing, authors: [] },
        picture: addressIn(base, picture, textOf(picture)),
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
    ...{ author: null, description: nothing, home: null, language: first.language, ttlMinutes: null },
    items: items.slice(0, mostItems)
  }
}
