/** What one page sells, by the public client (contract/products.md, `POST /brand/ai/product`). */
import { assert, describe } from "@effect/vitest"
import { Administration } from "@kittiwake/core/administration/Administration"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Effect } from "effect"
import { credits, refuses } from "../industries/companies.ts"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import { goods, list, plans, real, text } from "./shops.ts"

const mug = "https://hearth.example/products/one"

const open = (server: Server) => server.show(mug, goods("Mug One", "M-1", "18.00"))

/** Lets time pass until the work is done. */
const ticking = async <A>(server: Server, work: PromiseLike<A>): Promise<A> => {
  let isDone = false
  const done = Promise.resolve(work).finally(() => {
    isDone = true
  })
  done.catch(() => {})
  while (!isDone) {
    await server.advance("500 millis")
    await new Promise((resolve) => setImmediate(resolve))
  }
  return done
}

describe("POST /brand/ai/product", () => {
  const rows = rowsOf("product", [
    ...(["scope", "credits", "not charged", "200 with is_product_page:false", "unknown body keys"] as const),
    ...(["timeoutOpts", "timeoutMS, timeout", "no deadline sent", "tags", "cache_metadata", "maxAgeMs"] as const),
    ...(["maxAgeMs maximum", "url", "zdr", "is_product_page", "platform", "product", "partial"] as const),
    ...([
      "request_id, key_metadata",
      "400 INPUT_VALIDATION_ERROR",
      "400 WEBSITE_ACCESS_ERROR",
      "400 WEBSITE_BLOCKED, WEBSITE_NOT_FOUND"
    ] as const),
    ...([
      "400 TIMEOUT_EXCEEDS_MAXIMUM",
      "404",
      "403",
      "408",
      "413",
      "415",
      "product fields",
      "variant",
      "marketplace"
    ] as const)
  ])

  rows.hold(
    [
      "url",
      "is_product_page",
      "platform",
      "product",
      "product fields",
      "variant",
      "credits",
      "scope",
      "cache_metadata",
      "request_id, key_metadata"
    ],
    "tells what a page sells for ten credits",
    async (server) => {
      await open(server)
      const before = await credits(server)
      const { data, response } = await server.client.ai.extractProduct({ url: mug }).withResponse()
      const { product, ...rest } = data
      assert.deepStrictEqual(rest, {
        is_product_page: true,
        platform: "generic",
        cache_metadata: { status: "miss", age_ms: 0 },
        request_id: response.headers.get("x-request-id") ?? "",
        key_metadata: { credits_consumed: 10, credits_remaining: before - 10 }
      } as typeof rest)
      assert.deepStrictEqual(product, {
        name: "Mug One",
        description: "Mug One, dishwasher safe.",
        features: ["Steel", "Light"],
        target_audience: ["Campers"],
        tags: ["enamel", "steel"],
        images: ["https://hearth.example/i/1.jpg", "https://hearth.example/i/2.jpg"],
        sku: "M-1",
        price: 18,
        regular_price: 23,
        currency: "EUR",
        billing_frequency: null,
        pricing_model: null,
        availability: "in_stock",
        url: mug,
        category: "Mugs",
        image_url: "https://hearth.example/i/1.jpg",
        dimensions: ["Height: 9 cm"],
        variants: [
          { attributes: { Color: "Red" }, images: [], sku: null, url: null },
          { attributes: { Color: "Blue" }, images: [], sku: null, url: null }
        ]
      })
      const reader = await server.callerWith(["logs:read"])
      const refused = await reader.call("POST", "/brand/ai/product", { url: mug })
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "INSUFFICIENT_PERMISSIONS"])
    },
    real
  )

  rows.hold(
    ["200 with is_product_page:false", "unknown body keys", "tags"],
    "says that a page is none of a product, which is an answer",
    async (server) => {
      await server.show("https://hearth.example/about", text("About us", "We make mugs."))
      const before = await credits(server)
      const said = await server.call("POST", "/brand/ai/product", {
        url: "https://hearth.example/about",
        tags: ["crm"],
        colour: "blue"
      })
      assert.deepStrictEqual(
        [said.status, said.body.is_product_page, said.body.platform, said.body.product],
        [200, false, null, null]
      )
      assert.strictEqual(await credits(server), before - 10)
      // A word that all objects know, and a price that is no number, are nobody's fault but the page's.
      const odd = goods("Odd", "O-1", "9".repeat(400)).replace("<h2>", "<p>Constructor</p><h2>")
      await server.show("https://hearth.example/odd", odd)
      const { product } = await server.client.ai.extractProduct({ url: "https://hearth.example/odd" })
      assert.deepStrictEqual([product?.name, product?.price, product?.availability], ["Odd", null, "in_stock"])
      await server.settle()
      const { body } = await server.call("GET", `/logs/${String(said.body.request_id)}`)
      assert.include(JSON.stringify(body), '"tags":["crm"]')
    },
    real
  )

  rows.hold(
    ["maxAgeMs", "maxAgeMs maximum", "zdr"],
    "keeps pages for seven days, and none where nothing may be kept",
    async (server) => {
      await open(server)
      const ask = (given: object = {}) => server.client.ai.extractProduct({ url: mug, ...given })
      await ask()
      await server.advance("6 days")
      const kept = await ask()
      assert.deepStrictEqual([kept.cache_metadata.status, await server.looks(mug)], ["hit", 1])
      assert.isAtLeast(kept.cache_metadata.age_ms, 6 * 86_400_000)
      await server.advance("2 days")
      await ask()
      assert.strictEqual(await server.looks(mug), 2)
      await ask({ maxAgeMs: 0 })
      assert.strictEqual(await server.looks(mug), 3)
      assert.strictEqual((await ask({ maxAgeMs: 31_536_000_000 })).cache_metadata.status, "hit")
      await refuses(server, () => ask({ maxAgeMs: 31_536_000_001 }), 400, "INPUT_VALIDATION_ERROR")
      await server.run(
        Effect.gen(function* () {
          const { organization } = yield* TestInstallation
          yield* (yield* Administration).change(organization.id, { zeroDataRetention: true })
        })
      )
      await server.advance("2 minutes")
      const { data, response } = await server.client.ai.extractProduct({ url: mug, zdr: "enabled" }).withResponse()
      assert.deepStrictEqual([data.cache_metadata.status, response.headers.get("x-service-zdr")], ["zdr", "true"])
      assert.deepStrictEqual(data.product?.images.length, 2)
      const strangers = await server.stranger({ plan: "free" })
      const refused = await strangers.call("POST", "/brand/ai/product", { url: mug, zdr: "enabled" })
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "ZDR_NOT_ENABLED"])
    },
    real
  )

  rows.hold(
    ["timeoutOpts", "timeoutMS, timeout", "no deadline sent", "400 TIMEOUT_EXCEEDS_MAXIMUM", "408"],
    "answers in time or not at all",
    async (server) => {
      await server.show(mug, { body: goods("Mug One", "M-1", "18.00"), latency: "2 minutes" })
      for (const given of [{}, { timeoutMS: 2_000 }, { timeout: 2_000 }, { timeoutOpts: { milliseconds: 2_000 } }]) {
        const ask = () => ticking(server, server.client.ai.extractProduct({ url: mug, ...given }))
        await refuses(server, ask, 408, "REQUEST_TIMEOUT")
      }
      const ask = (given: object) => () => server.client.ai.extractProduct({ url: mug, ...given })
      await refuses(server, ask({ timeoutMS: 2_000, timeout: 2_000 }), 400, "INPUT_VALIDATION_ERROR")
      await refuses(server, ask({ timeoutOpts: { milliseconds: 999 } }), 400, "INPUT_VALIDATION_ERROR")
      await refuses(server, ask({ timeoutOpts: { milliseconds: 300_001 } }), 400, "TIMEOUT_EXCEEDS_MAXIMUM")
    },
    real
  )

  rows.hold(
    [
      "not charged",
      "400 INPUT_VALIDATION_ERROR",
      "400 WEBSITE_ACCESS_ERROR",
      "400 WEBSITE_BLOCKED, WEBSITE_NOT_FOUND",
      "404",
      "403",
      "413",
      "415"
    ],
    "says what is wrong, and charges nothing",
    async (server) => {
      const ask = (url: string) => () => server.client.ai.extractProduct({ url })
      await server.show("https://hearth.example/mugs", list)
      assert.include(
        await refuses(server, ask("https://hearth.example/mugs"), 400, "WEBSITE_ACCESS_ERROR"),
        "several products"
      )
      await refuses(server, ask("not an address"), 400, "INPUT_VALIDATION_ERROR")
      await refuses(server, ask("https://nowhere.example/"), 400, "WEBSITE_NOT_FOUND")
      await server.show("https://hearth.example/gone", { status: 404, body: text("Not found", "Nothing is here.") })
      await refuses(server, ask("https://hearth.example/gone"), 404, "NOT_FOUND")
      await server.show("https://hearth.example/walled", { status: 403, body: text("Access denied", "Access denied") })
      await refuses(server, ask("https://hearth.example/walled"), 400, "WEBSITE_BLOCKED")
      await server.show("https://hearth.example/i.png", { body: "png", mediaType: "image/png" })
      await refuses(server, ask("https://hearth.example/i.png"), 415, "UNSUPPORTED_CONTENT")
      await server.show("https://hearth.example/a.pdf", { body: "%PDF-1.7", mediaType: "application/pdf" })
      await refuses(server, ask("https://hearth.example/a.pdf"), 415, "UNSUPPORTED_CONTENT")
      await server.show("https://hearth.example/much", { body: "x", unreachable: "too_large" })
      await refuses(server, ask("https://hearth.example/much"), 413, "CONTENT_TOO_LARGE")
      await server.outage("https://away.example/")
      await refuses(server, ask("https://away.example/"), 400, "WEBSITE_ACCESS_ERROR")
    },
    real
  )

  rows.hold(
    ["marketplace", "partial"],
    "names marketplaces by their hosts, and software by its plans",
    async (server) => {
      await server.show(
        "https://www.amazon.de/dp/B0KETTLE01",
        `<html lang="de-de"><head><title>Kessel : Amazon.de</title></head><body><span id="productTitle">Kessel</span>
       <div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">54,99 €</span></span></div>
       <div id="availability">Auf Lager</div><input id="ASIN" value="B0KETTLE01"></body></html>`
      )
      const kettle = await server.client.ai.extractProduct({ url: "https://www.amazon.de/dp/B0KETTLE01" })
      assert.strictEqual(kettle.platform, "amazon")
      assert.include(kettle.product, {
        name: "Kessel",
        price: 54.99,
        currency: "EUR",
        availability: "in_stock",
        sku: "B0KETTLE01"
      })
      await server.show("https://loom.example/pricing", plans)
      const loom = await server.client.ai.extractProduct({ url: "https://loom.example/pricing" })
      assert.include(loom.product, {
        name: "Loom",
        price: null,
        currency: "USD",
        billing_frequency: "monthly",
        pricing_model: "per_seat"
      })
      assert.deepStrictEqual(
        loom.product?.variants?.map(({ attributes }) => attributes),
        [
          { Plan: "Team", Price: "$8 per user / month" },
          { Plan: "Business", Price: "$15 per user / month" }
        ]
      )
      // One page is there or not: of it nothing is left out unless a browser was still showing it.
      assert.notProperty(kettle, "partial")
    },
    real
  )

  rows.complete()
})
