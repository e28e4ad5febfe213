/** What is answered of how sites look, field by field (contract/design-industry.md §1, §2), by the public client. */
import { assert, describe, it } from "@effect/vitest"
import { Administration } from "@kittiwake/core/administration/Administration"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Effect } from "effect"
import { withServer } from "../Server.ts"
import { refuses, type Seen, withBrowser, withoutBrowser } from "./sites.ts"

const textStyle = ["fontFallbacks", "fontFamily", "fontSize", "fontWeight", "letterSpacing", "lineHeight"]

const frame = [
  ...["backgroundColor", "borderColor", "borderRadius", "borderStyle", "borderWidth", "boxShadow", "css", "padding"]
]

const button = [
  ...[...frame, "color", "fontFallbacks", "fontFamily", "fontSize", "fontWeight", "minHeight", "minWidth"],
  "textDecoration"
]

const keysOf = (value: unknown): ReadonlyArray<string> => Object.keys(Object(value)).sort()

const hex = /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/

describe("a style guide that is told", () => {
  it(
    "has every field that the contract has in each of its parts",
    withServer(async ({ client }) => {
      const { styleguide } = await client.web.extractStyleguide({ domain: "acme.example" })
      if (styleguide === undefined) return assert.fail("There is none.")
      assert.deepStrictEqual(keysOf(styleguide), [
        ...["colors", "components", "elementSpacing", "fontLinks", "mode", "shadows", "typography"]
      ])
      assert.includeMembers([...keysOf(styleguide.colors)], ["accent", "background", "text"])
      assert.deepStrictEqual(keysOf(styleguide.typography), ["headings", "p"])
      assert.deepStrictEqual(keysOf(styleguide.typography.p), textStyle)
      assert.deepStrictEqual(keysOf(styleguide.typography.headings), ["h1"])
      assert.deepStrictEqual(keysOf(styleguide.typography.headings.h1), textStyle)
      const { link, primary, secondary } = styleguide.components.button
      assert.deepStrictEqual(keysOf(primary), [...button].sort())
      assert.deepStrictEqual(keysOf(secondary), [...button].sort())
      // Its line has another colour than its text.
      assert.deepStrictEqual(keysOf(link), [...button, "textDecorationColor"].sort())
      assert.deepStrictEqual(keysOf(styleguide.components.card), [...frame, "textColor"].sort())
      for (const style of [primary, secondary, link, styleguide.components.card]) {
        assert.match(style?.borderColor ?? "", hex)
        assert.match(style?.backgroundColor ?? "", /^(?:#[0-9a-f]{6,8}|transparent)$/)
        assert.strictEqual(style?.boxShadow, "none")
      }
      assert.deepStrictEqual(
        [typeof primary?.fontWeight, primary?.fontFamily, primary?.fontFallbacks],
        ["number", "Acme", ["Acme", "Helvetica Neue", "sans-serif"]]
      )
    }, withBrowser())
  )

  it(
    "leaves out what the page has not",
    withServer(async ({ client, show }) => {
      const page = `<html lang="en"><head><style>body{font-family:Georgia,serif}</style></head><body><p>Words of a page.</p></body></html>`
      await show("https://bare.example/", page)
      const { styleguide } = await client.web.extractStyleguide({ domain: "bare.example" })
      assert.deepStrictEqual<unknown>(
        [styleguide?.typography.headings, styleguide?.components, styleguide?.fontLinks],
        [{}, { button: {} }, {}]
      )
    }, withoutBrowser)
  )

  const seen: Seen = []
  it(
    "is not kept where nothing may be kept",
    withServer(async (server) => {
      await server.run(
        Effect.gen(function* () {
          const { organization } = yield* TestInstallation
          yield* (yield* Administration).change(organization.id, { zeroDataRetention: true })
        })
      )
      await server.advance("2 minutes")
      const ask = (zdr: "enabled" | "disabled") =>
        server.client.web.extractStyleguide({ domain: "acme.example", zdr } as never).withResponse()
      for (const looks of [1, 2]) {
        const { data, response } = await ask("enabled")
        assert.deepStrictEqual(data.cache_metadata, { status: "zdr", age_ms: 0 })
        assert.deepStrictEqual([data.styleguide?.mode, response.headers.get("x-service-zdr")], ["light", "true"])
        assert.lengthOf(seen, looks)
      }
      const { data, response } = await ask("disabled")
      assert.deepStrictEqual([data.cache_metadata.status, response.headers.get("x-service-zdr")], ["miss", null])
    }, withBrowser(seen))
  )
})

describe("fonts that are told", () => {
  const seen: Seen = []
  it(
    "are kept for ninety days or as long as is said, a year at most",
    withServer(async (server) => {
      const status = async (given: object = {}) =>
        (await server.client.web.extractFonts({ domain: "acme.example", ...given })).cache_metadata.status
      assert.strictEqual(await status(), "miss")
      await server.advance("89 days")
      assert.strictEqual(await status({ zdr: "disabled" }), "hit")
      await server.advance("2 days")
      assert.strictEqual(await status({ maxAgeMs: 99_999_999_999_999 }), "hit")
      assert.strictEqual(await status({ maxAgeMs: null }), "miss")
      assert.strictEqual(await status({ maxAgeMs: -5 }), "miss")
      assert.lengthOf(seen, 3)
    }, withBrowser(seen))
  )

  it(
    "come in time, with what is there by then where that is wanted",
    withServer(async (server) => {
      const ask = (behavior: "fail" | "return-partial") =>
        server.client.web.extractFonts({ domain: "slow.example", timeoutOpts: { milliseconds: 6_000, behavior } })
      assert.strictEqual((await ask("return-partial")).finalDOMState, "still-loading")
      let isOver = false
      const late = refuses(server, () => ask("fail"), 408, "REQUEST_TIMEOUT")
      void late.finally(() => (isOver = true)).catch(() => undefined)
      while (!isOver) {
        await server.advance("500 millis")
        await new Promise((resolve) => setImmediate(resolve))
      }
      await late
      for (const query of [
        "domain=acme.example&directUrl=https://acme.example/",
        "domain=ab",
        "domain=no%20domain",
        "directUrl=ftp://acme.example/"
      ]) {
        const ask = () => server.client.get(`/web/fonts?${query}`) as PromiseLike<unknown>
        await refuses(server, ask, 400, "INPUT_VALIDATION_ERROR")
      }
      // It has no colours, so that whatever is said of them is passed over.
      await server.client.get("/web/fonts?domain=acme.example&colorScheme=sepia")
    }, withBrowser())
  )

  it(
    "are refused as style guides are",
    withServer(async (server) => {
      const ask = (domain: string) => () => server.client.web.extractFonts({ domain })
      await refuses(server, ask("away.example"), 400, "WEBSITE_ACCESS_ERROR")
      await refuses(server, ask("empty.example"), 400, "WEBSITE_ACCESS_ERROR")
      await refuses(server, ask("gone.example"), 404, "NOT_FOUND")
    }, withBrowser())
  )
})

describe("how sites look that let nobody in", () => {
  it(
    "is not told",
    withServer(async (server) => {
      const denied = "<html><head><title>Access denied</title></head><body>Access denied</body></html>"
      await server.show("https://blocked.example/", { status: 403, body: denied })
      await server.show("https://file.example/", { body: "%PDF-1.7", mediaType: "application/pdf" })
      for (const ask of [
        (domain: string) => server.client.web.extractStyleguide({ domain }),
        (domain: string) => server.client.web.extractFonts({ domain })
      ]) {
        await refuses(server, () => ask("blocked.example"), 400, "WEBSITE_BLOCKED")
        await refuses(server, () => ask("file.example"), 415, "UNSUPPORTED_CONTENT")
      }
    }, withoutBrowser)
  )
})

describe("how a site looks that only a browser shows", () => {
  it(
    "is refused with the setting where there is none",
    withServer(async (server) => {
      await server.show(
        "https://app.example/",
        `<html><body><div id="root"></div><script src="/app.js"></script></body></html>`
      )
      for (const ask of [
        () => server.client.web.extractStyleguide({ domain: "app.example" }),
        () => server.client.web.extractFonts({ domain: "app.example" })
      ]) {
        assert.match(await refuses(server, ask, 503, "INTERNAL_ERROR"), /no text.*Set KITTIWAKE_BROWSER/)
      }
    }, withoutBrowser)
  )
})
