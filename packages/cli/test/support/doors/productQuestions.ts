/** What is asked of products. */

import type { ExtractProduct, ExtractProducts, Kittiwake } from "kittiwake"
import { productRecord } from "../../../../http/src/products/records.ts"
import type { Opened } from "./opened.ts"
import type { Question } from "./Question.ts"

type Page = Awaited<ReturnType<Kittiwake["ai"]["extractProduct"]>>
type Catalog = Awaited<ReturnType<Kittiwake["ai"]["extractProducts"]>>

const shared = ({ cache, creditsUsed, isPart }: Page | Catalog) => ({
  ...(isPart ? { partial: true } : {}),
  cache_metadata: { status: cache.status, age_ms: cache.ageMillis },
  creditsUsed
})

const ofPage: Pick<Question, "client" | "embedded" | "onTheWire" | "operation" | "differs"> = {
  operation: "POST /v1/brand/ai/product",
  client: (client, _, asked) => client.ai.extractProduct(asked),
  embedded: (kittiwake, _, asked: ExtractProduct) => kittiwake.ai.extractProduct(asked),
  onTheWire: (page: Page) => ({
    is_product_page: page.isProductPage,
    platform: page.platform,
    product: page.product === null ? null : productRecord(page.product, page.isPart),
    ...shared(page)
  })
}

const ofSite: typeof ofPage = {
  operation: "POST /v1/brand/ai/products",
  client: (client, _, asked) => client.ai.extractProducts(asked),
  embedded: (kittiwake, _, asked: ExtractProducts) => kittiwake.ai.extractProducts(asked),
  onTheWire: (found: Catalog) => ({
    products: found.products.map((product) => productRecord(product, found.isPart)),
    ...shared(found)
  })
}

const page = ({ shop }: Opened) => ({ url: shop, maxAgeMs: 0 })
const start = ({ shop }: Opened) => ({ directUrl: `${shop}products/tin`, maxAgeMs: 0 })

export const productQuestions: ReadonlyArray<Question> = [
  { name: "a shop", ...ofPage, asked: page },
  { name: "a product", ...ofPage, asked: ({ shop }) => ({ url: `${shop}products/tin`, maxAgeMs: 0 }) },
  { name: "a page that is gone", ...ofPage, asked: ({ shop }) => ({ url: `${shop}gone` }), refused: "NOT_FOUND" },
  { name: "what is no address", ...ofPage, asked: () => ({ url: "shop" }), refused: "INPUT_VALIDATION_ERROR" },
  { name: "a shop from one of its pages on", ...ofSite, asked: start },
  {
    name: "a shop by its domain",
    ...ofSite,
    asked: ({ shop }) => ({ domain: new URL(shop).host, maxProducts: 1, maxAgeMs: 0 })
  },
  {
    name: "a shop of which nothing may be kept",
    ...ofSite,
    asked: (opened) => ({ ...start(opened), zdr: "enabled" }),
    refused: "ZDR_NOT_SUPPORTED"
  },
  {
    name: "neither a domain nor a page",
    ...ofSite,
    asked: () => ({ maxProducts: 1 }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "too many products",
    ...ofSite,
    asked: (opened) => ({ ...start(opened), maxProducts: 13 }),
    refused: "INPUT_VALIDATION_ERROR"
  }
]
