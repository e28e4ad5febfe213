/** What a call costs before it is made, as the price list of the service says (a test holds it against the prices of the core). */
import type { CallInput } from "./description.ts"

/** Credits. What is not found, and what fails, is free. */
export interface Price {
  readonly atLeast: number
  readonly atMost: number
  /** Charged for each thing that comes of it. */
  readonly each?: boolean
}

const exactly = (credits: number): Price => ({ atLeast: credits, atMost: credits })

/** Pages of one file whose text may be recovered from their picture. */
const recoveredMax = 500

type Json = Readonly<Record<string, unknown>>

const recordOf = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {})

const numberOf = (value: unknown, fallback: number): number =>
  Number.isFinite(Number(value)) && value !== "" && value != null ? Number(value) : fallback

const withOcr = (price: Price, ocr: unknown): Price =>
  ocr === true || ocr === "true" ? { ...price, atMost: price.atMost + recoveredMax } : price

const hasActions = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : typeof value === "string" && value.length > 2

const flat: Readonly<Record<string, number>> = {
  "web.bytes": 1,
  "web.screenshot": 1,
  "web.siteScreenshot": 5,
  "extraction.extract": 10,
  "brands.retrieve": 10,
  "brands.retrieveByQuery": 10,
  "brands.retrieveSimplified": 10,
  "people.enrich": 20,
  "products.product": 10,
  "products.products": 10,
  "industry.naics": 10,
  "industry.sic": 10,
  "competitors.competitors": 10,
  "design.styleguide": 10,
  "design.fonts": 5
}

/** The price of a monitor's first run. */
const runPrice = (target: Json): number => {
  if (target.type === "extract") return 10
  return target.type === "page" && hasActions(target.actions) ? 2 : 1
}

const batchPrice = (input: Json): Price => {
  const data = recordOf(input.data)
  if (input.mode !== "crawl") return { ...exactly(Array.isArray(data.urls) ? data.urls.length : 0), each: true }
  return { ...exactly(numberOf(recordOf(recordOf(data.source).controls).maxUrls, 100)), each: true }
}

export const priceOf = (operation: string, { payload, query: asked }: CallInput): Price => {
  const [body, query] = [recordOf(payload), recordOf(asked)]
  switch (operation) {
    case "web.markdown":
    case "web.html":
      return withOcr(exactly(hasActions(query.actions) ? 2 : 1), recordOf(query.pdf).ocr)
    case "web.images":
      return exactly(Object.keys(recordOf(query.enrichment)).length > 0 ? 5 : hasActions(query.actions) ? 2 : 1)
    case "web.sitemap":
      return exactly(query.search === undefined || query.search === "" ? 1 : 2)
    case "web.parse":
      return withOcr(exactly(1), query.ocr)
    case "web.crawl":
      return withOcr({ atLeast: 1, atMost: numberOf(body.maxPages, 100), each: true }, recordOf(body.pdf).ocr)
    case "search.search": {
      const results = numberOf(body.numResults, 10)
      const pages = recordOf(body.markdownOptions).enabled === true ? results : 0
      return { atLeast: 0, atMost: Math.ceil(results / 10) + pages }
    }
    case "answers.answers":
      return exactly(body.mode === "fast" ? 10 : 100)
    case "news.search":
      return { atLeast: 0, atMost: Math.ceil(numberOf(body.limit, 10) / 10) }
    case "brands.search":
      return { atLeast: 0, atMost: 1 }
    case "monitors.run":
      // Which monitor it is decides: a page or a sitemap, actions, or data of a site.
      return { atLeast: 1, atMost: 10 }
    case "monitors.create":
    case "monitors.preview":
      return exactly(runPrice(recordOf(body.target)))
    case "batches.submit":
      return batchPrice(recordOf(body.input))
    default:
      return exactly(flat[operation] ?? 0)
  }
}
