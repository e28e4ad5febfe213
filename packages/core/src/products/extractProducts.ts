/** What a site sells (contract/products.md, `POST /brand/ai/products`). */
import { Effect } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import { InvalidInput } from "../InvalidInput.ts"
import type { CacheReport } from "../pages/capturePage.ts"
import { siteHost, siteUrls } from "../sites/domain/SiteScope.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { inTime } from "../web/inTime.ts"
import { productPrice } from "./domain/Price.ts"
import type { Product } from "./domain/Product.ts"
import { readCatalog } from "./readCatalog.ts"
import { readProductPage, type SeenPage } from "./readProductPage.ts"

/** A site by its domain, or the very page to start from. */
export type CatalogStart =
  | { readonly _tag: "Domain"; readonly domain: string }
  | { readonly _tag: "Page"; readonly url: string }

export interface ProductsRequest {
  readonly start: CatalogStart
  readonly maxProducts: number
}

export interface ExtractedProducts {
  readonly products: ReadonlyArray<Product>
  /** Whether the deadline cut the work short. */
  readonly isPart: boolean
  readonly cache: CacheReport
}

const readStart = Effect.fnUntraced(function* ({ deadline, freshness }: Call, start: CatalogStart) {
  const read = (url: string) => readProductPage(url, freshness, deadline)
  if (start._tag === "Page") return yield* read(start.url)
  const host = siteHost(start.domain)
  if (host === null) {
    return yield* new InvalidInput({ field: "domain", message: "is not a domain such as example.com" })
  }
  const [secure, plain] = siteUrls(host)
  return yield* Effect.catchTag(read(secure!), "WebsiteInaccessible", () => read(plain!))
})

/** Of several pages: a hit where all were, and as old as the oldest. */
const cacheOf = (pages: ReadonlyArray<SeenPage>): CacheReport => {
  const [first = { status: "miss" as const, ageMillis: 0 }] = pages.map(({ cache }) => cache)
  if (first.status === "zdr") return first
  const isHit = pages.every(({ cache }) => cache.status === "hit")
  const ageMillis = isHit ? Math.max(...pages.map(({ cache }) => cache.ageMillis)) : 0
  return { status: isHit ? "hit" : "miss", ageMillis }
}

/** Extracts the products of a site. */
export const extractProducts = Effect.fn("Products.extractAll")(function* (
  call: Call,
  { maxProducts, start }: ProductsRequest
) {
  return yield* charged(
    call,
    exactly(productPrice)
  )(
    Effect.fnUntraced(function* () {
      const { deadline, freshness } = call
      const work = Effect.flatMap(readStart(call, start), (page) => readCatalog(page, maxProducts, freshness, deadline))
      const { isPart, pages, products } = yield* inTime(work, deadline)
      yield* Effect.annotateCurrentSpan({ pages: pages.length, products: products.length })
      const value = { products, isPart, cache: cacheOf(pages) }
      return { value: value satisfies ExtractedProducts as ExtractedProducts, credits: productPrice }
    })
  )
})
