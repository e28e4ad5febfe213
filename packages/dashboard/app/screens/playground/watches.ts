/** What of a call and its answer can be watched, as the form of a new monitor takes it. */
import { typedAddress } from "../../parts/typedAddress.ts"
import { shortAddress, webAddress } from "../../parts/webAddress.ts"
import type { CallInput } from "./description.ts"

type Json = Readonly<Record<string, unknown>>

/** What the form is opened with: each stands in its address. */
export interface WatchSearch {
  readonly type: "page" | "sitemap" | "extract"
  readonly url: string
  readonly name?: string
  /** The goal of a page, or what is asked of a site. */
  readonly words?: string
  readonly keep?: string
  readonly drop?: string
  readonly schema?: Json
  readonly pages?: string
  readonly depth?: string
  readonly subdomains?: string
}

export interface Watch {
  readonly title: string
  readonly search: WatchSearch
  /** Whether its schema is too long for an address, and left out of it. */
  readonly lacksSchema: boolean
}

/** Most of one answer that are offered, and most characters of an address, a name, words and a schema. */
const offeredMost = 60
const urlMost = 2_048
const nameMost = 200
const wordsMost = 2_000
const schemaMost = 4_000
/** Most pages and links deep that a monitor of a site's data takes. */
const pagesMost = 50
const depthMost = 10

const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const recordOf = (value: unknown): Json => (isRecord(value) ? value : {})

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "")

/** Texts of a list, which may stand in a query as one text. */
const lines = (value: unknown): string =>
  (Array.isArray(value) ? value : [value])
    .map(textOf)
    .filter((one) => one !== "")
    .join("\n")

const one = (search: WatchSearch, title = ""): ReadonlyArray<Watch> => {
  const { url } = search
  if (url.length > urlMost || webAddress(url) === null) return []
  const isLong = search.schema !== undefined && JSON.stringify(search.schema).length > schemaMost
  const { schema, ...rest } = search
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== "")) as unknown as WatchSearch
  return [
    {
      title: title === "" ? shortAddress(url) : title,
      search: schema === undefined || isLong ? given : { ...given, schema },
      lacksSchema: isLong
    }
  ]
}

const page = (url: unknown, more: { readonly title?: unknown; readonly words?: unknown } = {}) =>
  one(
    {
      type: "page",
      url: textOf(url),
      name: textOf(more.title).slice(0, nameMost),
      words: textOf(more.words).slice(0, wordsMost)
    },
    textOf(more.title).slice(0, nameMost)
  )

/** The site of an address or of a domain. */
const siteOf = (value: unknown): string => {
  const url = webAddress(typedAddress(textOf(value)))
  return url === null ? "" : new URL(url).origin
}

const sitemap = (value: unknown) => one({ type: "sitemap", url: siteOf(value) })

const countUpTo = (value: unknown, most: number): string =>
  typeof value === "number" && Number.isInteger(value) ? String(Math.min(value, most)) : ""

/** A monitor asks in words: of whom asked with a schema alone, the names of its fields are the words. */
const askedIn = ({ instructions, schema }: Json): string => {
  const asked = textOf(instructions)
  return (asked === "" ? Object.keys(recordOf(recordOf(schema).properties)).join(", ") : asked).slice(0, wordsMost)
}

const extract = (payload: Json) =>
  one({
    type: "extract",
    url: textOf(payload.url),
    words: askedIn(payload),
    ...(isRecord(payload.schema) ? { schema: payload.schema } : {}),
    pages: countUpTo(payload.maxPages, pagesMost),
    depth: countUpTo(payload.maxDepth, depthMost),
    subdomains: payload.followSubdomains === true ? "yes" : ""
  })

/** The page that was asked for, with the parts of it that were. */
const askedPage = ({ query = {} }: CallInput) =>
  one({
    type: "page",
    url: textOf(query.url) || textOf(query.directUrl),
    keep: lines(query.includeSelectors),
    drop: lines(query.excludeSelectors)
  })

/** Pages that records of an answer name: those of a search, a crawl, a list of products or news. */
const named = (rows: unknown): ReadonlyArray<Watch> =>
  (Array.isArray(rows) ? rows : []).slice(0, offeredMost).flatMap((row: unknown) => {
    const about = recordOf(recordOf(row).metadata)
    const { name, title, url } = recordOf(row)
    return page(url ?? about.url, { title: textOf(title) || textOf(name) || about.title })
  })

const addresses = (urls: unknown, words?: unknown): ReadonlyArray<Watch> =>
  (Array.isArray(urls) ? urls : []).slice(0, offeredMost).flatMap((url) => page(url, { words }))

const found = (operation: string, input: CallInput, value: unknown): ReadonlyArray<Watch> => {
  const answer = recordOf(value)
  const payload = recordOf(input.payload)
  switch (operation) {
    case "web.sitemap":
      return [...sitemap(input.query?.domain ?? answer.domain), ...addresses(answer.urls)]
    case "web.crawl":
      return [...sitemap(payload.url), ...named(answer.results)]
    case "web.siteScreenshot":
      return [...askedPage(input), ...page(siteOf(answer.domain ?? input.query?.domain))]
    case "extraction.extract":
      return [...extract(payload), ...addresses(answer.urls_analyzed)]
    case "search.search":
      return named(answer.results)
    case "answers.answers":
      return addresses(answer.sources, payload.task)
    case "products.product":
      return [...page(recordOf(answer.product).url, { title: recordOf(answer.product).name }), ...page(payload.url)]
    case "products.products":
      return named(answer.products)
    case "news.search":
      return named(answer.data)
    default:
      return operation.startsWith("web.") ? askedPage(input) : []
  }
}

/** What of a call can be watched, what fits best first, each once. */
export const watchesOf = (operation: string, input: CallInput, value: unknown): ReadonlyArray<Watch> => {
  const seen = new Set<string>()
  return found(operation, input, value)
    .filter(({ search: { type, url } }) => {
      const isNew = !seen.has(`${type} ${url}`)
      seen.add(`${type} ${url}`)
      return isNew
    })
    .slice(0, offeredMost)
}
