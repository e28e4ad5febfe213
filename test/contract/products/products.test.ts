/** What a site sells, by the public client (contract/products.md, `POST /brand/ai/products`). */
import { assert, describe } from "@effect/vitest"
import { credits, refuses } from "../industries/companies.ts"
import { rowsOf } from "../Rows.ts"
import { goods, openShop, plans, real, text } from "./shops.ts"

describe("POST /brand/ai/products", () => {
  const rows = rowsOf("products", [
    ...(["domain", "directUrl", "maxProducts", "maxAgeMs", "timeoutOpts", "tags", "zdr", "weight"] as const),
    ...(["products", "partial", "cache_metadata, request_id, key_metadata", "errors"] as const)
  ])

  rows.hold(
    ["domain", "maxProducts", "maxAgeMs", "tags", "products", "cache_metadata, request_id, key_metadata", "weight"],
    "finds what links, lists and sitemaps lead to, and what robots may not see it does not look at",
    async (server) => {
      await openShop(server)
      const before = await credits(server)
      const { data, response } = await server.client.ai
        .extractProducts({ domain: "https://www.hearth.example/about", tags: ["crm"] })
        .withResponse()
      const { products = [], ...rest } = data
      assert.deepStrictEqual(products.map(({ name }) => name).sort(), ["Mug Four", "Mug One", "Mug Three", "Mug Two"])
      assert.include(products[0], { price: 18, currency: "EUR", availability: "in_stock" })
      assert.deepStrictEqual(rest, {
        cache_metadata: { status: "miss", age_ms: 0 },
        request_id: response.headers.get("x-request-id") ?? "",
        key_metadata: { credits_consumed: 10, credits_remaining: before - 10 }
      } as typeof rest)
      assert.strictEqual(await server.looks("https://hearth.example/products/forbidden"), 0)
      const used = Number(response.headers.get("ratelimit-remaining") ?? response.headers.get("x-ratelimit-remaining"))
      const { response: next } = await server.client.ai
        .extractProducts({ domain: "hearth.example", maxProducts: 2 })
        .withResponse()
      const left = Number(next.headers.get("ratelimit-remaining") ?? next.headers.get("x-ratelimit-remaining"))
      assert.strictEqual(used - left, 10)
      const again = await server.client.ai.extractProducts({ domain: "hearth.example", maxProducts: 2 })
      assert.deepStrictEqual([again.products?.length, again.cache_metadata.status], [2, "hit"])
      assert.strictEqual(await server.looks("https://hearth.example/products/one"), 1)
      await server.client.ai.extractProducts({ domain: "hearth.example", maxProducts: 1, maxAgeMs: 0 })
      assert.strictEqual(await server.looks("https://hearth.example/"), 2)
    },
    real
  )

  rows.hold(
    ["directUrl", "zdr", "errors"],
    "starts where it is told to, and says what is wrong",
    async (server) => {
      await openShop(server)
      const ask = (given: object) => server.client.ai.extractProducts(given as { readonly domain: string })
      const one = await ask({ directUrl: "https://hearth.example/products/two", maxProducts: 1 })
      assert.deepStrictEqual(
        one.products?.map(({ name }) => name),
        ["Mug Two"]
      )
      await server.show("https://silent.example/", text("Silence", "Nothing is sold here."))
      const none = await ask({ domain: "silent.example" })
      assert.deepStrictEqual([none.products, none.key_metadata?.credits_consumed], [[], 10])
      await server.show(
        "https://loom.example/",
        `<html><body><h1>Loom</h1><a href="/pricing">Pricing</a></body></html>`
      )
      await server.show("https://loom.example/pricing", plans)
      assert.deepStrictEqual(
        (await ask({ domain: "loom.example" })).products?.map(({ pricing_model }) => pricing_model),
        ["per_seat"]
      )
      // Addresses that robots may not see cost a look at robots.txt each, and end a search when they are very many.
      const walled = async (count: number) => {
        const site = `https://walled${count}.example`
        const links = Array.from({ length: count }, (_, at) => `<a href="/products/hidden-${at}">H</a>`)
        await server.show(
          `${site}/`,
          `<html><body><h1>Walled</h1>${links.join("")}<a href="/products/seen">S</a></body></html>`
        )
        await server.show(`${site}/robots.txt`, {
          body: "User-agent: *\nDisallow: /products/hidden",
          mediaType: "text/plain"
        })
        await server.show(`${site}/products/seen`, goods("Mug Seen", "seen", "18.00"))
        return (await ask({ domain: `walled${count}.example`, maxProducts: 1 })).products?.length
      }
      assert.deepStrictEqual([await walled(50), await walled(200)], [1, 0])
      for (const wrong of [
        {},
        { domain: "hearth.example", directUrl: "https://hearth.example/" },
        { domain: "no domain" },
        { domain: "ab" },
        { directUrl: "shop" },
        { domain: "hearth.example", maxProducts: 0 },
        { domain: "hearth.example", maxProducts: 13 }
      ]) {
        await refuses(server, () => ask(wrong), 400, "INPUT_VALIDATION_ERROR")
      }
      await refuses(server, () => ask({ domain: "hearth.example", zdr: "enabled" }), 400, "ZDR_NOT_SUPPORTED")
      await refuses(server, () => ask({ domain: "nowhere.example" }), 400, "WEBSITE_NOT_FOUND")
      await server.outage("https://away.example/")
      await refuses(server, () => ask({ domain: "away.example" }), 400, "WEBSITE_ACCESS_ERROR")
    },
    real
  )

  rows.hold(
    ["timeoutOpts", "partial"],
    "answers in part where that is wanted, with what was found by then",
    async (server) => {
      await openShop(server)
      const slow = { body: goods("Mug Two", "M-2", "18.00"), latency: "2 minutes" } as const
      await server.show("https://hearth.example/products/two", slow)
      await server.show("https://hearth.example/products/three", slow)
      const ask = (behavior: "fail" | "return-partial") =>
        server.client.ai.extractProducts({ domain: "hearth.example", timeoutOpts: { milliseconds: 10_000, behavior } })
      const ticking = async <A>(work: PromiseLike<A>) => {
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
      const part = await ticking(ask("return-partial"))
      assert.isTrue(part.partial)
      assert.isTrue(part.products?.some(({ name }) => name === "Mug One"))
      assert.notProperty(part.products?.[0], "billing_frequency")
      await refuses(server, () => ticking(ask("fail")), 408, "REQUEST_TIMEOUT")
    },
    real
  )

  rows.complete()
})
