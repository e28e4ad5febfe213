/** The style guide of a site by the public client (contract/design-industry.md §1). */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import { credits, refuses, type Seen, withBrowser } from "./sites.ts"

describe("GET /web/styleguide", () => {
  const rows = rowsOf("1", [
    "domain",
    "directUrl",
    "colorScheme",
    "maxAgeMs",
    "timeoutOpts",
    "tags, zdr",
    "scope and price",
    "status, code, domain",
    "styleguide",
    "TextStyle",
    "ButtonStyle",
    "CardStyle",
    "FontLink",
    "finalDOMState",
    "cache_metadata",
    "request_id, key_metadata",
    "generic families",
    "accent",
    "spacing and shadow steps",
    "css string",
    "under zdr",
    "viewport",
    "prefetch",
    "at once",
    "errors"
  ])
  const seen: Seen = []

  rows.hold(
    [
      "domain",
      "status, code, domain",
      "styleguide",
      "TextStyle",
      "ButtonStyle",
      "CardStyle",
      "FontLink",
      "finalDOMState",
      "cache_metadata",
      "request_id, key_metadata",
      "scope and price",
      "generic families",
      "accent",
      "spacing and shadow steps",
      "css string",
      "viewport"
    ],
    "tells the design system of a site for ten credits",
    async (server) => {
      const before = await credits(server)
      const { data, response } = await server.client.web
        .extractStyleguide({ domain: "https://www.Acme.example/about" })
        .withResponse()
      const { cache_metadata, key_metadata, request_id, styleguide, ...rest } = data
      assert.deepStrictEqual<unknown>(rest, {
        status: "ok",
        code: 200,
        domain: "acme.example",
        finalDOMState: "loaded"
      })
      assert.deepStrictEqual(cache_metadata, { status: "miss", age_ms: 0 })
      assert.strictEqual(request_id, response.headers.get("x-request-id"))
      assert.deepStrictEqual(key_metadata, { credits_consumed: 10, credits_remaining: before - 10 })
      if (styleguide === undefined) return assert.fail("There is none.")
      assert.deepStrictEqual(
        [styleguide.mode, styleguide.colors.accent, styleguide.colors.background, styleguide.colors.text],
        ["light", "#1a73e8", "#ffffff", "#222222"]
      )
      assert.deepStrictEqual(styleguide.typography, {
        headings: {
          h1: {
            fontFamily: "Lora",
            fontFallbacks: ["Lora", "serif"],
            fontSize: "48px",
            fontWeight: 700,
            lineHeight: "24px",
            letterSpacing: "normal"
          }
        },
        p: {
          fontFamily: "Acme",
          fontFallbacks: ["Acme", "Helvetica Neue", "sans-serif"],
          fontSize: "16px",
          fontWeight: 400,
          lineHeight: "24px",
          letterSpacing: "normal"
        }
      })
      for (const length of Object.values(styleguide.elementSpacing)) assert.match(length, /^\d+px$/)
      assert.deepStrictEqual(Object.keys(styleguide.elementSpacing), ["xs", "sm", "md", "lg", "xl"])
      assert.deepStrictEqual(styleguide.shadows, {
        sm: "rgba(0, 0, 0, 0.1) 0px 1px 2px 0px",
        md: "none",
        lg: "none",
        xl: "none",
        inner: "none"
      })
      const { button, card } = styleguide.components
      assert.deepInclude(button.primary, { backgroundColor: "#1a73e8", borderColor: "#1a73e880", minWidth: "140px" })
      assert.deepInclude(button.secondary, { backgroundColor: "transparent", fontFamily: "Acme" })
      assert.deepInclude(button.link, { textDecoration: "underline", textDecorationColor: "#99bbee" })
      assert.deepInclude(card, { textColor: "#222222", borderRadius: "8px" })
      for (const line of (button.primary?.css ?? "").split("\n")) assert.match(line, /^[a-z-]+: .+;$/)
      assert.deepStrictEqual(styleguide.fontLinks, {
        Acme: {
          type: "custom",
          files: Object.fromEntries(["400", "600"].map((weight) => [weight, "https://acme.example/acme.woff2"])),
          displayName: "Acme"
        },
        Lora: { type: "google", category: "serif", files: { "700": "https://fonts.gstatic.com/s/lora/b.woff2" } }
      })
      assert.deepInclude(seen[0], { url: "https://acme.example/", viewport: { width: 1_920, height: 1_080 } })
      const reader = await server.callerWith(["logs:read"])
      const refused = await reader.call("GET", "/web/styleguide?domain=acme.example")
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "INSUFFICIENT_PERMISSIONS"])
    },
    withBrowser(seen)
  )

  rows.hold(
    ["directUrl", "colorScheme"],
    "of one page, and as it looks in the dark",
    async (server) => {
      const ask = (given: object) => server.client.web.extractStyleguide(given)
      const page = await ask({ directUrl: "https://acme.example/pricing", colorScheme: "dark" })
      assert.deepStrictEqual([page.domain, page.styleguide?.mode], ["acme.example", "dark"])
      assert.strictEqual((await ask({ directUrl: "https://acme.example/pricing" })).styleguide?.mode, "light")
      for (const wrong of [
        {},
        { domain: "acme.example", directUrl: "https://acme.example/" },
        { domain: "ab" },
        { domain: "no domain" },
        { directUrl: "ftp://acme.example/" },
        { domain: "acme.example", colorScheme: "sepia" }
      ]) {
        await refuses(server, () => ask(wrong), 400, "INPUT_VALIDATION_ERROR")
      }
    },
    withBrowser()
  )

  rows.hold(
    ["maxAgeMs", "tags, zdr", "under zdr"],
    "keeps a look for ninety days or as long as is said, and none where nothing may be kept",
    async (server) => {
      const status = async (given: object = {}) =>
        (await server.client.web.extractStyleguide({ domain: "acme.example", ...given })).cache_metadata
      assert.strictEqual((await status()).status, "miss")
      await server.advance("89 days")
      const hit = await status()
      assert.deepStrictEqual([hit.status, Math.round(hit.age_ms / 86_400_000)], ["hit", 89])
      assert.strictEqual((await status({ colorScheme: "dark" })).status, "miss")
      await server.advance("2 days")
      assert.strictEqual((await status({ maxAgeMs: 99_999_999_999_999 })).status, "hit")
      assert.strictEqual((await status({ maxAgeMs: null })).status, "miss")
      assert.strictEqual((await status({ maxAgeMs: -5 })).status, "miss")
      const first = await server.client.web.extractStyleguide({
        domain: "acme.example",
        zdr: "disabled",
        tags: ["crm"]
      })
      await server.settle()
      const { body } = await server.call("GET", `/logs/${first.request_id}`)
      assert.include(JSON.stringify(body), '"tags":["crm"]')
      const strangers = await server.stranger({ plan: "free" })
      const refused = await strangers.call("GET", "/web/styleguide?domain=acme.example&zdr=enabled")
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "ZDR_NOT_ENABLED"])
    },
    withBrowser()
  )

  rows.hold(
    ["timeoutOpts"],
    "answers in time, with what is there by then where that is wanted",
    async (server) => {
      const ask = (timeoutOpts: { milliseconds: number; behavior?: "fail" | "return-partial" }) =>
        server.client.web.extractStyleguide({ domain: "slow.example", timeoutOpts })
      const part = await ask({ milliseconds: 6_000, behavior: "return-partial" })
      assert.strictEqual(part.finalDOMState, "still-loading")
      assert.strictEqual((await ask({ milliseconds: 6_000, behavior: "return-partial" })).cache_metadata.status, "miss")
      await refuses(
        server,
        () => ask({ milliseconds: 4_999, behavior: "return-partial" }),
        400,
        "INPUT_VALIDATION_ERROR"
      )
      await refuses(server, () => ask({ milliseconds: 300_001 }), 400, "TIMEOUT_EXCEEDS_MAXIMUM")
      const before = await credits(server)
      const late = server.call("GET", "/web/styleguide?domain=slow.example&timeoutMS=5000")
      let isDone = false
      void late.finally(() => {
        isDone = true
      })
      while (!isDone) {
        await server.advance("500 millis")
        await new Promise((resolve) => setImmediate(resolve))
      }
      const { body, status } = await late
      assert.deepStrictEqual([status, body.error_code], [408, "REQUEST_TIMEOUT"])
      assert.strictEqual(await credits(server), before)
    },
    withBrowser()
  )

  const warmed: Seen = []
  rows.hold(
    ["prefetch"],
    "is there at once when it was prefetched",
    async (server) => {
      const warm = () =>
        server.client.utility.prefetch({ type: "styleguide", identifier: { domain: "www.acme.example" } })
      const before = await credits(server)
      assert.strictEqual((await warm()).message, "How acme.example looks will be fetched.")
      await server.settle()
      assert.deepStrictEqual(
        warmed.map(({ url }) => url),
        ["https://acme.example/"]
      )
      assert.strictEqual((await warm()).message, "How acme.example looks is cached already.")
      assert.strictEqual(await credits(server), before)
      const { cache_metadata } = await server.client.web.extractStyleguide({ domain: "acme.example" })
      assert.strictEqual(cache_metadata.status, "hit")
      assert.lengthOf(warmed, 1)
    },
    withBrowser(warmed)
  )

  const refused: Seen = []
  rows.hold(
    ["errors"],
    "says why there is none, and charges nothing",
    async (server) => {
      const ask = (domain: string) => () => server.client.web.extractStyleguide({ domain })
      await refuses(server, ask("nowhere.example"), 400, "WEBSITE_NOT_FOUND")
      await refuses(server, ask("away.example"), 400, "WEBSITE_ACCESS_ERROR")
      await refuses(server, ask("empty.example"), 400, "WEBSITE_ACCESS_ERROR")
      const looks = refused.filter(({ url }) => url.includes("empty")).length
      await refuses(server, ask("empty.example"), 400, "WEBSITE_ACCESS_ERROR")
      assert.strictEqual(refused.filter(({ url }) => url.includes("empty")).length, 2 * looks, "an empty look was kept")
      await refuses(server, ask("gone.example"), 404, "NOT_FOUND")
      assert.strictEqual(
        (await server.client.web.extractStyleguide({ domain: "plain.example" })).domain,
        "plain.example"
      )
    },
    withBrowser(refused)
  )

  rows.hold(
    ["at once"],
    "looks once for all who ask at the same time, and again for who wants other colours",
    async (server) => {
      const site = { domain: "patient.example" }
      const answers = Promise.all([
        server.client.web.extractStyleguide(site),
        server.client.web.extractStyleguide(site),
        server.client.web.extractFonts(site),
        server.client.web.extractStyleguide({ ...site, colorScheme: "dark" })
      ])
      let isOver = false
      void answers.finally(() => (isOver = true)).catch(() => undefined)
      while (!isOver) {
        await new Promise((resolve) => setImmediate(resolve))
        await server.advance("100 millis")
      }
      const [one, other, fonts, dark] = await answers
      assert.deepStrictEqual(other.styleguide, one.styleguide)
      assert.isAbove(fonts.fonts?.length ?? 0, 0)
      assert.deepStrictEqual(
        [one, other, fonts, dark].map(({ cache_metadata, key_metadata }) => [
          cache_metadata?.status,
          key_metadata?.credits_consumed
        ]),
        [
          ["miss", 10],
          ["miss", 10],
          ["miss", 5],
          ["miss", 10]
        ]
      )
      assert.strictEqual(seen.filter(({ url }) => url.includes("patient.example")).length, 2)
    },
    withBrowser(seen)
  )

  rows.complete()
})
