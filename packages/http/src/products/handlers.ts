import { Products } from "@kittiwake/core/products/Products"
import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { readJson } from "../body.ts"
import { invalidInput } from "../inputErrors.ts"
import { Replies } from "../Replies.ts"
import { WebCalls } from "../web/call.ts"
import { cacheMetadata } from "../web/records.ts"
import { rulesOf } from "../web/requests.ts"
import { ProductBody, ProductsBody } from "./api.ts"
import { productRecord } from "./records.ts"
import { keepsPages, productsRequest, withProductAge } from "./requests.ts"

/** Nobody knows other fields, and they are passed over. */
const bodyOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return (request: HttpServerRequest.HttpServerRequest) =>
    Effect.flatMap(readJson(request), (json) => Effect.mapError(decode(json), (error) => invalidInput(error)))
}

const readProduct = bodyOf(ProductBody)
const readProducts = bodyOf(ProductsBody)

const partial = (isPart: boolean) => (isPart ? { partial: true as const } : {})

export const layer = HttpApiBuilder.group(
  Api,
  "products",
  Effect.fn(function* (handlers) {
    const products = yield* Products
    const calls = yield* WebCalls
    const { answer } = yield* Replies

    return handlers
      .handleRaw("product", ({ request }) =>
        answer((caller) =>
          Effect.gen(function* () {
            const input = withProductAge(yield* readProduct(request))
            const { cache, isPart, isProductPage, platform, product } = yield* calls.run(
              request,
              caller,
              input,
              rulesOf.site,
              (call) => products.extract(call, { url: input.url })
            )
            return {
              is_product_page: isProductPage,
              platform,
              product: product === null ? null : productRecord(product, isPart),
              ...partial(isPart),
              cache_metadata: cacheMetadata(cache)
            }
          })
        )
      )
      .handleRaw("products", ({ request }) =>
        answer((caller) =>
          Effect.gen(function* () {
            const input = withProductAge(yield* readProducts(request))
            yield* keepsPages(input)
            const asked = yield* productsRequest(input)
            const found = yield* calls.run(request, caller, input, rulesOf.site, (call) =>
              products.extractAll(call, asked)
            )
            return {
              products: found.products.map((product) => productRecord(product, found.isPart)),
              ...partial(found.isPart),
              cache_metadata: cacheMetadata(found.cache)
            }
          })
        )
      )
  })
)
