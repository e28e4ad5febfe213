/** The sites of a world and what they say at a moment. Hosts tell kinds apart: `site` has pages and files, `app` pages, `map` sitemaps, `shop` plans, `list` pages under one sitemap, and `scan` files. */
import type { Chance } from "../Chance.ts"
import type { Scale } from "../Scale.ts"
import {
  drawListing,
  drawPage,
  drawShop,
  flickeringDollars,
  type ListedPage,
  type ListingScript,
  type PageScript,
  type ShopScript,
  type Spell
} from "./Script.ts"

/** What an address answers at a moment. */
export interface Said {
  /** Where it led. */
  readonly url: string
  readonly status: number
  readonly mediaType: string
  readonly body: string
  /** What stands there in place of what should. */
  readonly spell: Spell | null
}

const counted = (moments: ReadonlyArray<number>, now: number): number => moments.filter((at) => at <= now).length

const html = (title: string, lines: ReadonlyArray<string>): string =>
  `<html><head><title>${title}</title></head><body>${lines.map((line) => `<p>${line}</p>`).join("")}</body></html>`

const inPlace: { readonly [S in Exclude<Spell, "down">]: string } = {
  notFound: html("404 - Page not found", ["Nothing stands here."]),
  signIn: html("Sign in", ["Sign in to go on."]).replace("</body>", '<input type="password"></body>'),
  emptied: html("Pricing", [])
}

/** Kinds of files that a page may be, each read as its text; null for those that are pages. */
const fileTypes = [
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/rss+xml",
  "application/json"
] as const

/** Every fourth page of a `site` is a file, of a kind that it always has. */
const fileTypeAt = (url: string): (typeof fileTypes)[number] | null => {
  const digit = Number.parseInt(url.slice(-1), 16)
  return digit % 4 === 3 ? fileTypes[(digit - 3) / 4]! : null
}

const asFile = (type: (typeof fileTypes)[number], lines: ReadonlyArray<string>): string =>
  type === "application/rss+xml" ? `<rss>${lines.map((line) => `<p>${line}</p>`).join("")}</rss>` : lines.join("\n")

/** Pages that the one sitemap of a `list` names, in their order; each leads to those beside it, and to one by its old address. */
export const listedPages = (origin: string): ReadonlyArray<string> =>
  Array.from({ length: 2 + (Number(/list-(\d+)/.exec(origin)?.[1]) % 3) * 3 }, (_, page) => `${origin}/page-${page}`)

/** Where a page of a `list` stands that is asked for by its old address. */
export const currentAddress = (url: string): string => url.replace("/old-", "/page-")

const missing = { status: 404, mediaType: "text/plain", body: "Nothing stands here.", spell: null } as const

export class Sites {
  private readonly pages = new Map<string, PageScript>()
  private readonly listings = new Map<string, ListingScript>()
  private readonly shops = new Map<string, ShopScript>()
  private readonly chance: Chance
  private readonly scale: Scale

  constructor(chance: Chance, scale: Scale) {
    this.chance = chance
    this.scale = scale
  }

  private drawn<A>(known: Map<string, A>, key: string, draw: (chance: Chance, scale: Scale) => A): A {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = draw(this.chance, this.scale)
    known.set(key, made)
    return made
  }

  /** What stands in place of a page now. */
  private spellOf({ under }: PageScript, now: number): Spell | null {
    return under.find(({ from, until }) => from <= now && now < until)?.spell ?? null
  }

  /** The lines of a page: its version and its price, and what comes and goes. */
  private linesOf(script: PageScript, about: string, now: number): ReadonlyArray<string> {
    const version = counted(script.changesAt, now)
    const { countsAt, flickers } = script
    return [
      about,
      `Version ${version}`,
      `Plan costs $${script.prices[version]} a month`,
      ...(countsAt === null ? [] : [`Visitors today: ${counted(countsAt, now)}`]),
      ...(flickers && this.chance.happens(0.2) ? ["We use cookies"] : [])
    ]
  }

  /** What a page says of its plan by names; now and then a price that is gone at the next look. */
  private dataOf({ changesAt, flickers, prices }: PageScript, about: string, now: number): ReadonlyArray<string> {
    const price = flickers && this.chance.happens(0.2) ? flickeringDollars : prices[counted(changesAt, now)]
    return [`Name: ${about}`, `Price: $${price}`]
  }

  private page(url: string, now: number, about: string, written: "markup" | "data" | "text"): Said | null {
    const script = this.drawn(this.pages, url, drawPage)
    const spell = this.spellOf(script, now)
    if (spell === "down") return null
    if (spell !== null) return { url, status: 200, mediaType: "text/html", body: inPlace[spell], spell }
    const lines = this.linesOf(script, about, now)
    if (written !== "text") {
      const body = html("Pricing", written === "data" ? [...lines, ...this.dataOf(script, about, now)] : lines)
      return { url, status: 200, mediaType: "text/html", body, spell }
    }
    const type = fileTypeAt(url)
    return type === null
      ? { url, status: 200, mediaType: "text/plain", body: lines.join("\n"), spell }
      : { url, status: 200, mediaType: type, body: asFile(type, lines), spell }
  }

  private listed(script: ListingScript, now: number, file: number | null): ReadonlyArray<ListedPage> {
    const { shrunken } = script
    const isShrunken = shrunken !== null && shrunken.from <= now && now < shrunken.until
    return script.pages.filter(
      ({ from, isShy, number, until }) =>
        from <= now &&
        now < until &&
        (!isShrunken || number === 0) &&
        (file === null || number % 2 === file) &&
        !(isShy && this.chance.happens(0.2))
    )
  }

  private sitemap(url: string, base: string, script: ListingScript, name: string, now: number): Said {
    const locations = (urls: ReadonlyArray<string>) => urls.map((one) => `<loc>${one}</loc>`).join("")
    const isIndex = script.files === 2 && name === "sitemap.xml"
    const file = script.files === 1 ? null : name === "even.xml" ? 0 : 1
    const body = isIndex
      ? `<sitemapindex>${locations([`${base}/even.xml`, `${base}/odd.xml`])}</sitemapindex>`
      : `<urlset>${locations(this.listed(script, now, file).map((page) => this.addressOf(base, page, now)))}</urlset>`
    return { url, status: 200, mediaType: "application/xml", body, spell: null }
  }

  private onlySitemap(url: string, origin: string): Said {
    const urls = listedPages(origin).map((page) => `<url><loc>${page}</loc></url>`)
    return { url, status: 200, mediaType: "application/xml", body: `<urlset>${urls.join("")}</urlset>`, spell: null }
  }

  private listedPage(url: string, origin: string): Said {
    const urls = listedPages(origin)
    const place = urls.indexOf(currentAddress(url))
    const page = urls[place]
    if (page === undefined) return { url, ...missing }
    const old = `${origin}/old-${(place + 1) % urls.length}`
    const beside = [old, ...urls.slice(Math.max(0, place - 1), place + 3)].map((one) => `<a href="${one}">Page</a>`)
    return {
      url: page,
      status: 200,
      mediaType: "text/html",
      body: html(`Page ${place}`, [page, ...beside]),
      spell: null
    }
  }

  private addressOf(base: string, { movesAt, number }: ListedPage, now: number): string {
    return `${base}/${now < movesAt ? "first" : "then"}-${number}`
  }

  /** A page of a listing: the same words wherever it stands. */
  private article(url: string, base: string, script: ListingScript, name: string, now: number): Said {
    const [, place = "", number = ""] = /^(first|then)-(\d+)$/.exec(name) ?? []
    const page = script.pages[Number(number)]
    if (place === "" || page === undefined || now < page.from || now >= page.until) return { url, ...missing }
    const current = this.addressOf(base, page, now)
    if (current !== url && !(place === "first" && page.leads)) return { url, ...missing }
    const words = Array.from({ length: 12 }, (_, word) => `Article ${number} has a word ${word} of its own.`)
    return { url: current, status: 200, mediaType: "text/plain", body: words.join("\n"), spell: null }
  }

  private listing(url: string, base: string, name: string, now: number): Said {
    const script = this.drawn(this.listings, base, drawListing)
    return name.endsWith(".xml")
      ? this.sitemap(url, base, script, name, now)
      : this.article(url, base, script, name, now)
  }

  private shop(url: string, base: string, name: string, now: number): Said | null {
    const { plans } = this.drawn(this.shops, base, drawShop)
    if (name === "") {
      const links = Array.from({ length: plans }, (_, plan) => `<a href="${base}/price-${plan}">Price ${plan}</a>`)
      return { url, status: 200, mediaType: "text/html", body: html("Plans", ["All plans", ...links]), spell: null }
    }
    const plan = Number(/^price-(\d)$/.exec(name)?.[1] ?? plans)
    return plan < plans ? this.page(url, now, `Plan ${plan} of ${base}`, "data") : { url, ...missing }
  }

  /** What stands at an address for those who are not signed in. */
  askToSignIn(url: string): Said {
    return { url, status: 200, mediaType: "text/html", body: inPlace.signIn, spell: "signIn" }
  }

  /** What `url` answers now; null where nothing does. */
  answer(url: string, now: number): Said | null {
    const [, origin = "", kind, path = ""] = /^(https:\/\/([a-z]+)[^/]*)\/(.*)$/.exec(url) ?? []
    const [folder = "", name] = path.split("/")
    if (kind === "list" && path === "sitemap.xml") return this.onlySitemap(url, origin)
    if (kind === "list") return this.listedPage(url, origin)
    if (kind === "scan") return { url, status: 200, mediaType: "application/pdf", body: `Scan of ${url}`, spell: null }
    if (/^[^/]*\.(xml|gz|txt)$/.test(path)) return { url, ...missing }
    if (name !== undefined && kind === "map") return this.listing(url, `${origin}/${folder}`, name, now)
    if (name !== undefined && kind === "shop") return this.shop(url, `${origin}/${folder}`, name, now)
    return this.page(url, now, `Pricing of ${url}`, kind === "app" ? "markup" : "text")
  }
}
