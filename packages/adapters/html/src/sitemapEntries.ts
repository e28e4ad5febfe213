/** Pages and sitemaps out of the elements of a sitemap or feed, as they go by. */
import type { SitemapContent, SitemapEntry } from "@kittiwake/core/sites/SitemapReader"

/** Longest text of a field that is kept; a longer address is none. */
const maxFieldLength = 8_192

/** A document nested deeper is broken: feeds have five levels, and the parser's cost grows with the square of them. */
const maxDepth = 64

const roots = new Set(["urlset", "sitemapindex", "rss", "feed", "rdf", "url", "sitemap"])

/** Elements that stand for one page or sitemap. */
const holders = new Set(["url", "sitemap", "item", "entry"])

/** Where a date may stand, the best first. */
const dateFields = ["lastmod", "updated", "pubdate", "date", "modified", "published", "issued"]

const fields = new Set(["loc", "link", "guid", ...dateFields])

interface Name {
  readonly prefix: string
  readonly local: string
}

const parse = (name: string): Name => {
  const colon = name.indexOf(":")
  return colon === -1
    ? { prefix: "", local: name.toLowerCase() }
    : { prefix: name.slice(0, colon).toLowerCase(), local: name.slice(colon + 1).toLowerCase() }
}

/** Most names that are remembered; a sitemap has ten. */
const maxNames = 1_000

/** What is known of the page that is being read. */
interface Holder {
  readonly name: Name
  readonly depth: number
  readonly found: Map<string, string>
}

/** Takes the events of an XML parser. */
export class EntryCollector {
  readonly #maxEntries: number
  readonly #maxChildren: number
  readonly #entries: Array<SitemapEntry> = []
  readonly #children: Array<string> = []
  #childrenBeyond = 0
  readonly #names = new Map<string, Name>()
  #depth = 0
  #isKnown = false
  #isDone = false
  #isEnding = false
  #isBroken = false
  #holder: Holder | null = null
  #field: string | null = null
  #text = ""
  #attributes: Map<string, string> | null = null

  /** Reads `maxEntries` of pages and sitemaps together, and keeps `maxChildren` of the sitemaps. */
  constructor(maxEntries: number, maxChildren: number) {
    this.#maxEntries = maxEntries
    this.#maxChildren = maxChildren
  }

  /** Whether nothing that still comes would change the content. */
  get isDone(): boolean {
    return this.#isDone
  }

  /** Whether as many were found as are kept. */
  get isFull(): boolean {
    return this.#entries.length + this.#children.length + this.#childrenBeyond >= this.#maxEntries
  }

  open(name: string) {
    this.#depth += 1
    if (this.#depth === 1 && !this.#isKnown) {
      this.#isKnown = roots.has(parse(name).local)
      if (!this.#isKnown) this.#isDone = true
    }
    if (this.#depth > maxDepth) this.#isDone = true
    if (this.#attributes !== null) this.#endAttributes(this.#attributes)
    if (this.#holder === null) {
      const parts = this.#nameOf(name)
      if (holders.has(parts.local)) this.#holder = { name: parts, depth: this.#depth, found: new Map() }
    } else if (this.#depth === this.#holder.depth + 1) {
      this.#openField(this.#nameOf(name), this.#holder)
    }
  }

  attribute(name: string, value: string) {
    if (value.length <= maxFieldLength) this.#attributes?.set(name.toLowerCase(), value)
  }

  text(part: string) {
    if (this.#attributes !== null) this.#endAttributes(this.#attributes)
    if (this.#field !== null && this.#text.length <= maxFieldLength) this.#text += part
  }

  close() {
    if (this.#attributes !== null) this.#endAttributes(this.#attributes)
    const holder = this.#holder
    if (holder !== null && this.#depth === holder.depth + 1 && this.#field !== null) {
      // A text that the end of the document cut off is not what was written.
      if (!this.#isEnding) this.#keep(this.#field, this.#text)
      this.#field = null
    }
    if (holder !== null && this.#depth === holder.depth) {
      this.#holder = null
      this.#commit(holder)
    }
    this.#depth -= 1
  }

  /** No text comes any more; what is closed now was never closed. */
  ending() {
    this.#isEnding = true
    this.#isBroken = this.#depth > 0
  }

  /** Whether the document ended before its root was closed. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  /** What was found; null when the document was neither a sitemap nor a feed. */
  content(): Omit<SitemapContent, "beyond"> | null {
    return this.#isKnown
      ? { entries: this.#entries, children: this.#children, childrenBeyond: this.#childrenBeyond }
      : null
  }

  #nameOf(name: string): Name {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const parts = parse(name)
    if (this.#names.size < maxNames) this.#names.set(name, parts)
    return parts
  }

  /** A link may be an attribute, and a guid may be no link. */
  #endAttributes(attributes: ReadonlyMap<string, string>) {
    this.#attributes = null
    if (this.#field === "guid" && attributes.get("ispermalink")?.toLowerCase() === "false") this.#field = null
    const href = attributes.get("href")
    if (this.#field !== "link" || href === undefined) return
    this.#field = null
    if ((attributes.get("rel")?.toLowerCase() ?? "alternate") === "alternate") this.#keep("link", href)
  }

  /** Fields of extensions have a prefix of their own: `image:loc` is no page. */
  #openField({ local, prefix }: Name, holder: Holder) {
    const isOurs = fields.has(local) && (prefix === holder.name.prefix || local === "date")
    this.#field = isOurs ? local : null
    this.#text = ""
    this.#attributes = local === "link" || local === "guid" ? new Map() : null
  }

  #keep(field: string, text: string) {
    const value = text.trim()
    const found = this.#holder?.found
    if (value !== "" && value.length <= maxFieldLength && found?.has(field) === false) found.set(field, value)
  }

  #commit({ found, name }: Holder) {
    const isSitemap = name.local === "sitemap" || name.local === "url"
    const url = isSitemap ? found.get("loc") : (found.get("link") ?? found.get("guid"))
    if (url === undefined) return
    if (name.local === "sitemap") {
      if (this.#children.length < this.#maxChildren) this.#children.push(url)
      else this.#childrenBeyond += 1
    } else {
      const dated = dateFields.find((field) => found.has(field))
      this.#entries.push({ url, lastModified: dated === undefined ? null : (found.get(dated) ?? null) })
    }
    if (this.isFull) this.#isDone = true
  }
}
