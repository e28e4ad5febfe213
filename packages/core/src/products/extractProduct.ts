/** What one page sells (contract/products.md, `POST /brand/ai/product`). */
import { Effect } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import type { CacheReport } from "../pages/capturePage.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { WebsiteInaccessible } from "../web/errors.ts"
import { inTime } from "../web/inTime.ts"
import { productPrice } from "./domain/Price.ts"
import type { Platform, Product } from "./domain/Product.ts"
import { readProductPage } from "./readProductPage.ts"

export interface ProductRequest {
  readonly url: string
}

/** What a page sells; neither product nor platform where it is not that of one. */
export interface ExtractedProduct {
  readonly isProductPage: boolean
  readonly platform: Platform | null
  readonly product: Product | null
  /** Whether the deadline cut the work short. */
  readonly isPart: boolean
  readonly cache: CacheReport
}

/** Extracts the product of a page. */
export const extractProduct = Effect.fn("Products.extract")(function* (call: Call, { url }: ProductRequest) {
  return yield* charged(
    call,
    exactly(productPrice)
  )(
    Effect.fnUntraced(function* () {
      const page = yield* inTime(readProductPage(url, call.freshness, call.deadline), call.deadline)
      yield* Effect.annotateCurrentSpan({ kind: page.kind, platform: page.platform ?? "" })
      if (page.kind === "listing") {
        return yield* new WebsiteInaccessible({
          message: "The page lists several products. Give the address of one, or ask for the products of the site."
        })
      }
      const { cache, isPart, platform, product } = page
      const value = { isProductPage: page.kind === "product", platform, product, isPart, cache }
      return { value: value satisfies ExtractedProduct as ExtractedProduct, credits: productPrice }
    })
  )
})
