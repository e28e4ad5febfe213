/** The fonts of a site by the public client (contract/design-industry.md §2). */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import { credits, refuses, type Seen, withBrowser } from "./sites.ts"

describe("GET /web/fonts", () => {
  const rows = rowsOf("2", [
    "domain",
    "directUrl",
    "maxAgeMs",
    "timeoutOpts",
    "tags",
    "zdr",
    "scope and price",
    "status, code, domain",
    "fonts",
    "fontLinks",
    "finalDOMState",
    "cache_metadata, request_id, key_metadata",
    "fallbacks",
    "order",
    "cache",
    "errors"
  ])
  const seen: Seen = []

  rows.hold(
    [
      "domain",
      "directUrl",
      "scope and price",
      "status, code, domain",
      "fonts",
      "fontLinks",
      "finalDOMState",
      "cache_metadata, request_id, key_metadata",
      "fallbacks",
      "order",
      "cache",
      "maxAgeMs"
    ],
    "tells how much is set in each family for five credits, from the look that the style guide had",
    async (server) => {
      await server.client.web.extractStyleguide({ domain: "acme.example" })
      const before = await credits(server)
      const { data, response } = await server.client.web.extractFonts({ domain: "acme.example" }).withResponse()
      const { cache_metadata, fontLinks, fonts, key_metadata, request_id, ...rest } = data
      assert.deepStrictEqual<unknown>(rest, {
        status: "ok",
        code: 200,
        domain: "acme.example",
        finalDOMState: "loaded"
      })
      assert.strictEqual(cache_metadata.status, "hit")
      assert.lengthOf(seen, 1)
      assert.strictEqual(request_id, response.headers.get("x-request-id"))
      assert.deepStrictEqual(key_metadata, { credits_consumed: 5, credits_remaining: before - 5 })
      assert.deepStrictEqual(fonts, [
        {
          font: "Acme",
          uses: ["p"],
          fallbacks: ["Helvetica Neue", "sans-serif"],
          num_elements: 1,
          num_words: 30,
          percent_elements: 50,
          percent_words: 88.24
        },
        {
          font: "Lora",
          uses: ["h1"],
          fallbacks: ["serif"],
          num_elements: 1,
          num_words: 4,
          percent_elements: 50,
          percent_words: 11.76
        }
      ])
      assert.deepStrictEqual(Object.keys(fontLinks ?? {}), ["Acme", "Lora"])
      assert.notProperty(await server.client.web.extractFonts({ domain: "fonts.example" }), "fontLinks")
      const page = await server.client.web.extractFonts({ directUrl: "https://acme.example/pricing", maxAgeMs: 0 })
      assert.strictEqual(page.cache_metadata.status, "miss")
      const reader = await server.callerWith(["logs:read"])
      const refused = await reader.call("GET", "/web/fonts?domain=acme.example")
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "INSUFFICIENT_PERMISSIONS"])
    },
    withBrowser(seen)
  )

  rows.hold(
    ["zdr", "tags", "timeoutOpts", "errors"],
    "refuses what it does not take, and charges nothing",
    async (server) => {
      const ask = (query: string) => () => server.client.get(`/web/fonts?${query}`) as PromiseLike<unknown>
      await refuses(server, ask("domain=acme.example&zdr=enabled"), 400, "ZDR_NOT_SUPPORTED")
      await refuses(server, ask(""), 400, "INPUT_VALIDATION_ERROR")
      await refuses(server, ask("domain=nowhere.example"), 400, "WEBSITE_NOT_FOUND")
      await refuses(server, ask("domain=gone.example"), 404, "NOT_FOUND")
      const short = { milliseconds: 4_999, behavior: "return-partial" } as const
      await refuses(
        server,
        () => server.client.web.extractFonts({ domain: "acme.example", timeoutOpts: short }),
        400,
        "INPUT_VALIDATION_ERROR"
      )
      const { request_id } = await server.client.web.extractFonts({ domain: "acme.example", tags: ["crm", "eu"] })
      await server.settle()
      const { body } = await server.call("GET", `/logs/${request_id}`)
      assert.include(JSON.stringify(body), '"tags":["crm","eu"]')
    },
    withBrowser()
  )

  rows.complete()
})
