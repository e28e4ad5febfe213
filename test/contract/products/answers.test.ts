/** What is answered of products, field by field (contract/products.md, Product), by the public client. */
import { assert, describe, it } from "@effect/vitest"
import { Administration } from "@kittiwake/core/administration/Administration"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Effect } from "effect"
import { refuses } from "../industries/companies.ts"
import { type Server, withServer } from "../Server.ts"
import { goods, list, openShop, plans, real, text } from "./shops.ts"

const page = (linked: object, more = "") =>
  `<html lang="en-IE"><head><title>Mug</title>
  <script type="application/ld+json">${JSON.stringify({ "@type": "Product", name: "Mug", ...linked })}</script></head>
  <body><h1>Mug</h1>${more}</body></html>`

const offers = (more: object = {}) => ({ offers: { "@type": "Offer", price: 18, priceCurrency: "EUR", ...more } })

const told = async (server: Server, body: string, url = "https://hearth.example/mug") => {
  await server.show(url, body)
  return server.client.ai.extractProduct({ url, maxAgeMs: 0 })
}

const productOf = async (...given: Parameters<typeof told>) => (await told(...given)).product

const plan = (name: string, ...said: ReadonlyArray<string>) =>
  `<div class="plan"><h3>${name}</h3>${said.map((one) => `<p>${one}</p>`).join("")}</div>`

const pricing = (...all: ReadonlyArray<string>) =>
  `<html lang="en-US"><head><title>Pricing – Loom</title><meta property="og:site_name" content="Loom"></head>
  <body><h1>Pricing</h1><div>${all.join("")}</div></body></html>`

describe("a product that is told", () => {
  it(
    "has every field, null or empty where its page says nothing",
    withServer(async (server) => {
      assert.deepStrictEqual<unknown>(await productOf(server, page(offers())), {
        name: "Mug",
        description: "",
        features: [],
        target_audience: [],
        tags: [],
        images: [],
        sku: null,
        price: 18,
        regular_price: null,
        currency: "EUR",
        billing_frequency: null,
        pricing_model: null,
        availability: null,
        url: "https://hearth.example/mug",
        category: null,
        image_url: null,
        dimensions: [],
        variants: []
      })
    }, real)
  )

  it(
    "can be had in each way of the contract",
    withServer(async (server) => {
      for (const [said, availability] of [
        ["InStock", "in_stock"],
        ["OutOfStock", "out_of_stock"],
        ["LimitedAvailability", "limited_availability"],
        ["PreOrder", "preorder"],
        ["BackOrder", "backorder"],
        ["MadeToOrder", "made_to_order"],
        ["Discontinued", "discontinued"],
        ["Somehow", null]
      ] as const) {
        const product = await productOf(server, page(offers({ availability: `https://schema.org/${said}` })))
        assert.strictEqual(product?.availability, availability, said)
      }
    }, real)
  )

  it(
    "is priced and billed in each way of the contract",
    withServer(async (server) => {
      for (const [plans, model, frequency] of [
        [[plan("Team", "$8", "per user / month"), plan("More", "$15", "per user / month")], "per_seat", "monthly"],
        [[plan("Free", "$0", "per month"), plan("Pro", "$8", "per month")], "freemium", "monthly"],
        [[plan("Solo", "$80", "per year"), plan("Team", "$200", "per year")], "tiered", "yearly"],
        [[plan("Pro", "$8", "per month"), plan("Enterprise", "Contact sales")], "flat", "monthly"],
        [[plan("Solo", "$39", "one-time payment"), plan("Team", "$99", "one-time payment")], "tiered", "one_time"],
        [[plan("Voice", "$0.004", "per minute"), plan("Video", "$0.01", "per minute")], "tiered", "usage_based"],
        [[plan("Business", "Contact sales"), plan("Enterprise", "Contact sales")], "custom", null]
      ] as const) {
        const product = await productOf(server, pricing(...plans), "https://loom.example/pricing")
        assert.deepStrictEqual([product?.pricing_model, product?.billing_frequency], [model, frequency], plans.join(""))
      }
    }, real)
  )

  it(
    "has seven pictures at most, the main one among them",
    withServer(async (server) => {
      const image = Array.from({ length: 9 }, (_, n) => `/i/${n}.jpg`)
      const product = await productOf(server, page({ ...offers(), image }))
      assert.deepStrictEqual(
        product?.images,
        image.slice(0, 7).map((path) => `https://hearth.example${path}`)
      )
      assert.strictEqual(product?.image_url, "https://hearth.example/i/0.jpg")
    }, real)
  )

  it(
    "has its forms, each with what it differs in, its pictures, its number and its page",
    withServer(async (server) => {
      const hasVariant = [
        {
          sku: "R",
          color: "Red",
          size: "M",
          image: "/r.jpg",
          offers: { price: 18, priceCurrency: "EUR", url: "?v=r" }
        },
        { color: "Blue", size: "M", offers: { price: 18, priceCurrency: "EUR" } }
      ]
      const product = await productOf(server, page({ "@type": "ProductGroup", hasVariant }))
      assert.deepStrictEqual(product?.variants, [
        {
          attributes: { Color: "Red", Size: "M" },
          images: ["https://hearth.example/r.jpg"],
          sku: "R",
          url: "https://hearth.example/mug?v=r"
        },
        { attributes: { Color: "Blue", Size: "M" }, images: [], sku: null, url: null }
      ])
    }, real)
  )

  it(
    "names the marketplace that it is on, and none where nothing is sold",
    withServer(async (server) => {
      const etsy = `<html lang="en-US"><head><title>Bowl - Etsy</title><meta property="og:type" content="product"></head><body>
        <h1 data-buy-box-listing-title>Bowl</h1><div data-buy-box-region="price"><p>$24.00</p></div>
        <button>Add to cart</button></body></html>`
      for (const [url, body, platform, name] of [
        ["https://www.etsy.com/listing/123456789/bowl", etsy, "etsy", "Bowl"],
        ["https://shop.tiktok.com/view/product/1729384756", page(offers()), "tiktok_shop", "Mug"],
        ["https://www.amazon.com/dp/B0KETTLE01", page(offers()), "amazon", "Mug"],
        ["https://hearth.example/mug", page(offers()), "generic", "Mug"],
        ["https://hearth.example/mug", text("About us", "We make mugs."), null, undefined]
      ] as const) {
        const answer = await told(server, body, url)
        assert.deepStrictEqual([answer.platform, answer.product?.name], [platform, name], url)
        assert.strictEqual(answer.is_product_page, platform !== null)
      }
    }, real)
  )

  it(
    "is not kept where nothing may be kept, and is told with its page's own pictures",
    withServer(async (server) => {
      await server.run(
        Effect.gen(function* () {
          const { organization } = yield* TestInstallation
          yield* (yield* Administration).change(organization.id, { zeroDataRetention: true })
        })
      )
      await server.advance("2 minutes")
      const url = "https://hearth.example/mug"
      await server.show(url, page({ ...offers(), image: "/i.jpg" }))
      for (const looks of [1, 2]) {
        const { data, response } = await server.client.ai.extractProduct({ url, zdr: "enabled" }).withResponse()
        assert.deepStrictEqual(data.cache_metadata, { status: "zdr", age_ms: 0 })
        assert.deepStrictEqual(data.product?.images, ["https://hearth.example/i.jpg"])
        assert.strictEqual(response.headers.get("x-service-zdr"), "true")
        assert.strictEqual(await server.looks(url), looks)
      }
      const { data, response } = await server.client.ai.extractProduct({ url, zdr: "disabled" }).withResponse()
      assert.deepStrictEqual([data.cache_metadata.status, response.headers.get("x-service-zdr")], ["miss", null])
    }, real)
  )
})

describe("products of a site", () => {
  it(
    "are twelve unless fewer are wanted, each told whole",
    withServer(async (server) => {
      const paths = Array.from({ length: 15 }, (_, n) => `/products/mug-${n + 10}`)
      const links = paths.map((path) => `<a href="${path}">${path}</a>`).join("")
      await server.show("https://many.example/", `<html lang="en"><body><h1>Many</h1>${links}</body></html>`)
      for (const path of paths) {
        await server.show(`https://many.example${path}`, goods(`Mug ${path.slice(-2)}`, path, "18.00"))
      }
      const { products = [] } = await server.client.ai.extractProducts({ domain: "many.example" })
      assert.strictEqual(products.length, 12)
      assert.deepStrictEqual(new Set(products.map((product) => Object.keys(product).length)), new Set([18]))
      for (const maxProducts of [1, 12]) {
        const some = await server.client.ai.extractProducts({ domain: "many.example", maxProducts })
        assert.strictEqual(some.products?.length, maxProducts)
      }
    }, real)
  )

  it(
    "are kept for seven days, a year at most, and asked for with whatever else",
    withServer(async (server) => {
      await openShop(server)
      const ask = async (given: object = {}) =>
        (await server.client.ai.extractProducts({ domain: "hearth.example", maxProducts: 1, ...given })).cache_metadata
      assert.strictEqual((await ask({ zdr: "disabled", colour: "blue" })).status, "miss")
      await server.advance("6 days")
      const hit = await ask()
      assert.deepStrictEqual([hit.status, Math.floor(hit.age_ms / 86_400_000)], ["hit", 6])
      await server.advance("2 days")
      assert.strictEqual((await ask({ maxAgeMs: 31_536_000_000 })).status, "hit")
      assert.strictEqual((await ask()).status, "miss")
      assert.strictEqual((await ask({ maxAgeMs: 0 })).status, "miss")
    }, real)
  )

  it(
    "are refused for what their first page is, but not for being a list",
    withServer(async (server) => {
      const ask = (given: object) => () =>
        server.client.ai.extractProducts(given as { readonly domain: string }) as PromiseLike<unknown>
      await server.show("https://walled.example/", { status: 403, body: text("Access denied", "Access denied") })
      await refuses(server, ask({ domain: "walled.example" }), 400, "WEBSITE_BLOCKED")
      const start = (path: string) => ({ directUrl: `https://hearth.example/${path}` })
      await server.show("https://hearth.example/gone", { status: 404, body: text("Not found", "Nothing is here.") })
      await refuses(server, ask(start("gone")), 404, "NOT_FOUND")
      await server.show("https://hearth.example/i.png", { body: "png", mediaType: "image/png" })
      await refuses(server, ask(start("i.png")), 415, "UNSUPPORTED_CONTENT")
      await server.show("https://hearth.example/much", { body: "x", unreachable: "too_large" })
      await refuses(server, ask(start("much")), 413, "CONTENT_TOO_LARGE")
      await openShop(server)
      await server.show("https://hearth.example/mugs", list)
      const { products = [] } = await server.client.ai.extractProducts({ ...start("mugs"), maxProducts: 3 })
      assert.strictEqual(products.length, 3)
      await server.show("https://loom.example/pricing", plans)
      const loom = await server.client.ai.extractProducts({ directUrl: "https://loom.example/pricing" })
      assert.deepStrictEqual(
        loom.products?.map(({ name }) => name),
        ["Loom"]
      )
    }, real)
  )
})
