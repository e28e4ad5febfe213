/** `kittiwake product` and `kittiwake products`: what a page sells, and what a site does. */
import type { Product } from "@kittiwake/core/products/domain/Product"
import { type ExtractedProduct, Products } from "@kittiwake/core/products/Products"
import { productsRequest, withProductAge } from "@kittiwake/http/internal/products/requests"
import { rulesOf } from "@kittiwake/http/internal/web/requests"
import { Effect, type Option } from "effect"
import { Argument, Command } from "effect/cli"
import { readSettings } from "../config.ts"
import { reads } from "../embed/input.ts"
import { ProductInput, ProductsInput } from "../embed/ProductMethods.ts"
import { newCall } from "../embed/webRequest.ts"
import { json, print } from "../output.ts"
import { inProcess } from "./inProcess.ts"
import { showing } from "./terminal.ts"
import { webFailure } from "./webFailure.ts"
import { given, number, siteOrPage, url } from "./webFlags.ts"

const readProduct = reads(ProductInput)
const readProducts = reads(ProductsInput)

const timeout = number("timeout", "Milliseconds until there must be an answer; 55000 unless given, 300000 at most")

const money = (amount: number, currency: string | null): string =>
  currency === null ? `${amount}` : `${amount} ${currency}`

const priceOf = ({ billingFrequency, currency, price, pricingModel, regularPrice }: Product): string =>
  [
    price === null ? "" : money(price, currency),
    regularPrice === null ? "" : `(was ${money(regularPrice, currency)})`,
    pricingModel?.replaceAll("_", " ") ?? "",
    billingFrequency?.replaceAll("_", " ") ?? ""
  ]
    .filter((part) => part !== "")
    .join(" ")

const variantLine = ({ attributes, sku }: Product["variants"][number]): string =>
  `  ${Object.entries(attributes)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ")}${sku === null ? "" : ` (${sku})`}`

const textOf = (product: Product): string =>
  [
    product.name,
    priceOf(product),
    product.availability?.replaceAll("_", " ") ?? "",
    product.sku === null ? "" : `SKU ${product.sku}`,
    product.url ?? "",
    ...product.variants.map(variantLine)
  ]
    .filter((line) => line !== "")
    .join("\n")

const pageText = ({ product }: ExtractedProduct): string =>
  product === null ? "This is not the page of a product." : textOf(product)

/** What a page sells. */
export const product = Command.make(
  "product",
  { url, timeout, json },
  Effect.fnUntraced(function* (flags) {
    const found = yield* inProcess(yield* readSettings(false), (organization) =>
      Effect.gen(function* () {
        const input = withProductAge(yield* readProduct({ url: flags.url, ...given("timeoutMS", flags.timeout) }))
        const call = yield* newCall(organization.id, "/brand/ai/product", input, rulesOf.site)
        return (yield* (yield* Products).extract(call, { url: input.url })).value
      }).pipe(Effect.mapError(webFailure), showing(`Reading ${flags.url}`))
    )
    yield* print(flags.json, found, () => pageText(found))
  })
).pipe(
  Command.withDescription("Say whether a page is that of a product, and what it sells, in this process"),
  Command.withShortDescription("Extract the product of a page"),
  Command.withExamples([
    { command: "kittiwake product https://shop.example/mug", description: "Name, price and forms of a mug" }
  ])
)

const site = Argument.String("site").pipe(
  Argument.withDescription("Domain of the site, such as example.com, or the address of the page to start from")
)

/** What a site sells. */
export const products = Command.make(
  "products",
  {
    site,
    max: number("max", "Most products; 12 unless given, which is the most"),
    timeout,
    json
  },
  Effect.fnUntraced(function* (flags: {
    readonly site: string
    readonly max: Option.Option<number>
    readonly timeout: Option.Option<number>
    readonly json: boolean
  }) {
    const found = yield* inProcess(yield* readSettings(false), (organization) =>
      Effect.gen(function* () {
        const asked = {
          ...siteOrPage(flags.site),
          ...given("maxProducts", flags.max),
          ...given("timeoutMS", flags.timeout)
        }
        const input = withProductAge(yield* readProducts(asked))
        const request = yield* productsRequest(input)
        const call = yield* newCall(organization.id, "/brand/ai/products", input, rulesOf.site)
        return (yield* (yield* Products).extractAll(call, request)).value
      }).pipe(Effect.mapError(webFailure), showing(`Looking for products of ${flags.site}`))
    )
    yield* print(flags.json, found, () => found.products.map(textOf).join("\n\n") || "No products were found.")
  })
).pipe(
  Command.withDescription("Find what a site sells, by its pages, lists and sitemaps, in this process"),
  Command.withShortDescription("Extract the products of a site"),
  Command.withExamples([{ command: "kittiwake products shop.example --max 5", description: "Five products of a shop" }])
)
