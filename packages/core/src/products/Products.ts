/**
 * All a caller may ask of products: what a page sells, and what a site does.
 *
 * A page is read as any other, and what it writes for programs, its `meta` elements and what it shows are weighed together. What a
 * product is, and what weighs how much, stands in `domain`.
 */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { Charged, ChargePorts } from "../credits/withCharge.ts"
import type { FactReader } from "../extraction/FactReader.ts"
import type { CapturePorts } from "../pages/capturePage.ts"
import type { WebError } from "../pages/errors.ts"
import type { SitemapReader } from "../sites/SitemapReader.ts"
import type { Call } from "../web/domain/Call.ts"
import { type ExtractedProduct, extractProduct, type ProductRequest } from "./extractProduct.ts"
import { type ExtractedProducts, extractProducts, type ProductsRequest } from "./extractProducts.ts"

export type { ExtractedProduct, ProductRequest } from "./extractProduct.ts"
export type { CatalogStart, ExtractedProducts, ProductsRequest } from "./extractProducts.ts"

/** Everything that extracting products stands on. `Pages.layer` gives the flights, which must be those of the pages. */
type ProductsPorts = CapturePorts | ChargePorts | FactReader | SitemapReader

/**
 * Extracts products for those who pay for it.
 *
 * **Details.** A call is charged once, by its request id, when it is answered, and a page that sells nothing is an answer; what is not
 * answered costs nothing.
 */
export class Products extends Context.Service<
  Products,
  {
    /** What a page sells. */
    readonly extract: (call: Call, request: ProductRequest) => Effect.Effect<Charged<ExtractedProduct>, WebError>

    /** What a site sells, as far as a search of some pages finds it. */
    readonly extractAll: (call: Call, request: ProductsRequest) => Effect.Effect<Charged<ExtractedProducts>, WebError>
  }
>()("@kittiwake/core/products/Products") {
  static readonly layer = Layer.effect(
    Products,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<ProductsPorts>())
      return Products.of({ extract: bound(extractProduct), extractAll: bound(extractProducts) })
    })
  )
}
