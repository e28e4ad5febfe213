/** `kittiwake.ai`: what pages and sites sell, as promises. */
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { maxProducts } from "@kittiwake/core/products/domain/Product"
import type { ExtractedProduct, ExtractedProducts } from "@kittiwake/core/products/Products"
import { Products } from "@kittiwake/core/products/Products"
import { maxMaxAgeMillis } from "@kittiwake/core/web/domain/Freshness"
import { Domain, integer, WebUrl } from "@kittiwake/http/internal/fields"
import { keepsPages, productsRequest, withProductAge } from "@kittiwake/http/internal/products/requests"
import { rulesOf } from "@kittiwake/http/internal/web/requests"
import { Effect, Schema } from "effect"
import { reads } from "./input.ts"
import type { CallOptions, Run } from "./run.ts"
import { callFields } from "./webInput.ts"
import type { Spent } from "./webRequest.ts"
import { newCall, wantedBy } from "./webRequest.ts"

/** Newest acceptable age of what was fetched earlier; 0 fetches anew, seven days unless given. */
const maxAgeMs = Schema.optionalKey(integer(0, maxMaxAgeMillis))

/** What `extractProduct` takes. */
export const ProductInput = Schema.Struct({ url: WebUrl, maxAgeMs, ...callFields })

/** What `extractProducts` takes: a site by its domain, or the very page to start from. */
export const ProductsInput = Schema.Struct({
  domain: Schema.optionalKey(Domain),
  directUrl: Schema.optionalKey(WebUrl),
  maxProducts: Schema.optionalKey(integer(1, maxProducts)),
  maxAgeMs,
  ...callFields
})

export type ExtractProduct = typeof ProductInput.Encoded
export type ExtractProducts = typeof ProductsInput.Encoded

/** Products. Options are those of the HTTP API. */
export interface ProductMethods {
  /** Whether a page is that of a product, and what it sells. */
  readonly extractProduct: (input: ExtractProduct, options?: CallOptions) => Promise<ExtractedProduct & Spent>
  /** What a site sells. */
  readonly extractProducts: (input: ExtractProducts, options?: CallOptions) => Promise<ExtractedProducts & Spent>
}

const readProduct = reads(ProductInput)
const readProducts = reads(ProductsInput)

/** The methods for one organization, run by `run`. */
export const productMethods = (run: Run<Products>, organizationId: OrganizationId): ProductMethods => ({
  extractProduct: (given, options = {}) =>
    run(
      Effect.gen(function* () {
        const input = withProductAge(yield* readProduct(given))
        const call = yield* newCall(organizationId, "/brand/ai/product", input, rulesOf.site, wantedBy(options))
        const { credits, value } = yield* (yield* Products).extract(call, { url: input.url })
        return { ...value, creditsUsed: credits }
      }),
      options
    ),
  extractProducts: (given, options = {}) =>
    run(
      Effect.gen(function* () {
        const input = withProductAge(yield* readProducts(given))
        yield* keepsPages(input)
        const asked = yield* productsRequest(input)
        const call = yield* newCall(organizationId, "/brand/ai/products", input, rulesOf.site, wantedBy(options))
        const { credits, value } = yield* (yield* Products).extractAll(call, asked)
        return { ...value, creditsUsed: credits }
      }),
      options
    )
})
