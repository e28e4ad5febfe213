/** The operations that extract products, as values (contract/products.md). */
import { maxProducts } from "@kittiwake/core/products/domain/Product"
import { maxMaxAgeMillis } from "@kittiwake/core/web/domain/Freshness"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { closed, Domain, integer, Tags, WebUrl } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { TimeoutBehavior, timeoutMillis, Zdr } from "../web/query.ts"
import { ProductPageRecord, ProductsRecord } from "./records.ts"

const extracts = (summary: string, weight: number) =>
  access({ summary, scope: "data:execute", bucket: "default", labels: "body", weight, keepsReply: false })

const Timeout = closed({
  milliseconds: timeoutMillis(1_000),
  behavior: Schema.optionalKey(TimeoutBehavior)
})

const callBody = {
  maxAgeMs: Schema.optionalKey(integer(0, maxMaxAgeMillis)),
  timeoutOpts: Schema.optionalKey(Timeout),
  timeoutMS: Schema.optionalKey(timeoutMillis(1_000)),
  timeout: Schema.optionalKey(Schema.Union([timeoutMillis(1_000), Timeout])),
  tags: Schema.optionalKey(Tags),
  zdr: Schema.optionalKey(Zdr)
}

/** The body of `POST /brand/ai/product`. */
export const ProductBody = Schema.Struct({ url: WebUrl, ...callBody }).annotate({ identifier: "ProductRequest" })

/** The body of `POST /brand/ai/products`: a site by its domain, or the very page to start from. */
export const ProductsBody = Schema.Struct({
  domain: Schema.optionalKey(Domain),
  directUrl: Schema.optionalKey(WebUrl),
  maxProducts: Schema.optionalKey(integer(1, maxProducts).annotate({ default: maxProducts })),
  ...callBody
}).annotate({ identifier: "ProductsRequest" })

const errors = errorsWith(404, 408, 413, 415)

export const ProductApi = HttpApiGroup.make("products")
  .add(
    HttpApiEndpoint.post("product", "/brand/ai/product", {
      payload: ProductBody,
      success: ProductPageRecord,
      error: errors
    }).annotateMerge(extracts("Whether a page is that of a product, and what it sells", 1)),
    HttpApiEndpoint.post("products", "/brand/ai/products", {
      payload: ProductsBody,
      success: ProductsRecord,
      error: errors
    }).annotateMerge(extracts("What a site sells", 10))
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Products", description: "What pages and sites sell." }))
