/** Feeds: RSS, Atom and JSON Feed. */
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { escapeHtml, heading, link, oneLine, paragraph } from "../reading/Markup.ts"
import { safeMarkup } from "../reading/SafeMarkup.ts"
import { childOf, elementsOf, findElements, textOf, type Wanted, type XmlElement } from "../reading/XmlTree.ts"

interface FeedItem {
  readonly title: string
  readonly address: string | null
  readonly date: string
  /** Markup of the feed's own, or text. */
  readonly summary: string
}

export interface Feed {
  readonly title: string
  readonly author: string | null
  readonly description: string
  readonly items: ReadonlyArray<FeedItem>
}

/** A feed of more items is read up to here. */
const mostItems = 1_000

const text = (element: XmlElement, ...names: ReadonlyArray<string>): string => {
  for (const name of names) {
    const found = textOf(childOf(element, name)).trim()
    if (found !== "") return found
  }
  return ""
}

const roots = new Set(["rss", "rdf:rdf", "feed"])

/** What of XML a feed is read from: nothing where the root is no feed's, and no items beyond those that are read. */
export const wantedOfFeed = (): Wanted => {
  let documents = 0
  const items = new Map([
    ["item", 0],
    ["entry", 0]
  ])
  return (name, depth) => {
    if (depth === 0) {
      documents += 1
      return documents === 1 && roots.has(name.toLowerCase())
    }
    const before = items.get(name)
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
  return name === "feed" ? readAtom(root) : null
}

const readRss = (channel: XmlElement, items: ReadonlyArray<XmlElement>): Feed => ({
  title: text(channel, "title"),
  author: text(channel, "managingEditor", "dc:creator") || null,
  description: text(channel, "description"),
  items: items.slice(0, mostItems).map((item) => ({
    title: oneLine(text(item, "title")),
    address: text(item, "link", "guid") || null,
    date: text(item, "pubDate", "dc:date"),
    summary: text(item, "content:encoded", "description")
  }))
})

const readAtom = (feed: XmlElement): Feed => {
  const address = (entry: XmlElement) => {
    const links = elementsOf(entry).filter((one) => one.name === "link")
    const own = links.find(({ attributes }) => (attributes.rel ?? "alternate") === "alternate") ?? links[0]
    return own?.attributes.href ?? null
  }
  const author = childOf(feed, "author")
  return {
    title: text(feed, "title"),
    author: author === undefined ? null : text(author, "name") || null,
    description: text(feed, "subtitle"),
    items: elementsOf(feed)
      .filter(({ name }) => name === "entry")
      .slice(0, mostItems)
      .map((entry) => ({
        title: oneLine(text(entry, "title")),
        address: address(entry),
        date: text(entry, "published", "updated"),
        summary: text(entry, "summary", "content")
      }))
  }
}

/** Reads JSON Feed; null for other JSON. */
export const readJsonFeed = (source: string): Feed | null => {
  if (!source.includes("jsonfeed.org/version/")) return null
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    return null
  }
  const string = (of: unknown, ...keys: ReadonlyArray<string>): string => {
    if (typeof of !== "object" || of === null) return ""
    for (const key of keys) {
      const found = (of as Record<string, unknown>)[key]
      if (typeof found === "string" && found !== "") return found
    }
    return ""
  }
  const items = (value as { readonly items?: unknown } | null)?.items
  if (!Array.isArray(items) || !string(value, "version").includes("jsonfeed.org")) return null
  return {
    title: string(value, "title"),
    author: null,
    description: string(value, "description"),
    items: items.slice(0, mostItems).map((item) => ({
      title: oneLine(string(item, "title")),
      address: string(item, "url", "external_url") || null,
      date: string(item, "date_published", "date_modified"),
      summary: string(item, "summary", "content_html") || escapeHtml(string(item, "content_text"))
    }))
  }
}

/** A feed as HTML: its items under their titles, each with its date and its summary. */
export const feedFragment = ({ author, description, items, title }: Feed): Fragment => {
  const html = items.map((item) => {
    const name = item.title === "" ? (item.address ?? "Untitled") : item.title
    const summary = safeMarkup(item.summary, { isXml: false, img: () => "" }).trim()
    return (
      heading(2, link(item.address, escapeHtml(name))) +
      paragraph(escapeHtml(oneLine(item.date))) +
      (/^<(p|div|ul|ol|h\d|table|blockquote|pre|section|figure)\b/.test(summary) ? `${summary}\n` : paragraph(summary))
    )
  })
  const head =
    heading(1, escapeHtml(oneLine(title))) + paragraph(safeMarkup(description, { isXml: false, img: () => "" }))
  return fragment(head + html.join(""), { title: oneLine(title).slice(0, 500) || null, author })
}
