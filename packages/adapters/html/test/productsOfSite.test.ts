/** What a site sells whose things have no pages of their own, from its markup to the answer of a call. */
import { assert, describe, it } from "@effect/vitest"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { Products } from "@kittiwake/core/products/Products"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Clock, Effect, Layer } from "effect"
import * as HtmlFactReader from "../src/FactReader.ts"
import * as HtmlPageReader from "../src/PageReader.ts"

const installation = TestInstallation.layer({
  pageReader: HtmlPageReader.layer,
  readers: Layer.merge(
    PlainReaders.layer,
    Layer.effect(FactReader, FactReader).pipe(Layer.provide(HtmlFactReader.layer))
  ),
  credits: 1_000
})

const site = "https://kiln.example/"

const page = (title: string, main: string) =>
  `<!doctype html><html lang="en-GB"><head><title>${title}</title></head><body><nav><a href="/">Home</a> <a href="/shop">Shop</a></nav><main>${main}</main></body></html>`

const card = (name: string, price: string) =>
  `<div class="product-card"><img src="/${name}.jpg" alt="${name}"><h3>${name}</h3><p>Made by hand in Leeds.</p><span class="price">${price}</span><button>Add to cart</button></div>`

describe("the products of a site", () => {
  it.effect("are its cards with a button to buy where these lead nowhere", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(site, page("Kiln", "<h1>Kiln Studio</h1><p>Pottery made by hand.</p>"))
      const cards = [card("Bowl", "£20"), card("Mug", "£12"), card("Plate", "£15")].join("")
      yield* web.page(`${site}shop`, page("Shop", `<h1>Shop</h1><div class="products">${cards}</div>`))
      const { organization } = yield* TestInstallation
      const call = {
        organizationId: organization.id,
        requestId: "req_products",
        route: "/brand/ai/products",
        caller: "key",
        isWanted: () => true,
        deadline: { atMillis: (yield* Clock.currentTimeMillis) + 60_000, acceptsPart: false },
        freshness: { maxAgeMillis: 0, zeroRetention: false }
      } as const
      const start = { _tag: "Page", url: site } as const
      const { value } = yield* (yield* Products).extractAll(call, { start, maxProducts: 2 })
      assert.deepStrictEqual(
        value.products.map(({ currency, imageUrl, name, price, url }) => [name, price, currency, imageUrl, url]),
        [
          ["Bowl", 20, "GBP", `${site}Bowl.jpg`, `${site}shop`],
          ["Mug", 12, "GBP", `${site}Mug.jpg`, `${site}shop`]
        ]
      )
    }).pipe(Effect.provide(installation))
  )
})
