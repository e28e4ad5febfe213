/** A brand by the public client (contract/brand.md, POST /brand/retrieve). */
import { assert, describe } from "@effect/vitest"
import { BrandStore } from "@kittiwake/core/brands/BrandStore"
import type { BrandEntry } from "@kittiwake/core/brands/domain/BrandEntry"
import { DateTime, Effect } from "effect"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import { credits, front, open, refuses, withPictures } from "./sites.ts"

const known = (server: Server, given: Partial<BrandEntry>) =>
  server.run(
    Effect.gen(function* () {
      const updatedAt = yield* DateTime.now
      const entry: BrandEntry = {
        ...{ domain: "harbor.example", name: null, aliases: [], description: null, country: null, language: null },
        ...{ logo: null, rank: null, symbols: [], source: "imported", updatedAt },
        ...given
      }
      yield* (yield* BrandStore).put([entry])
    })
  )

const page = (title: string, text: string) =>
  `<html><head><title>${title}</title></head><body><p>${text}</p></body></html>`

describe("POST /brand/retrieve", () => {
  const rows = rowsOf("brand/retrieve", [
    ...(["by_domain", "by_name", "by_email", "by_ticker", "by_direct_url", "by_transaction", "by_isin"] as const),
    ...(["force_language", "maxSpeed", "maxAgeMs", "ticker_exchange", "high_confidence_only", "tags", "zdr"] as const),
    ...(["closed objects", "price", "cache_metadata", "the brand", "logos", "cold and a short deadline"] as const),
    ...(["above 300,000", "fail", "return-partial", "NOT_FOUND", "parked", "WEBSITE_NOT_FOUND"] as const),
    ...(["WEBSITE_ACCESS_ERROR", "WEBSITE_BLOCKED", "free and disposable addresses", "scope"] as const),
    ...(["leads elsewhere", "GET", "read into the index"] as const)
  ])

  rows.hold(
    ["by_domain", "the brand", "logos", "price", "cache_metadata", "scope"],
    "tells what the site of a brand says",
    async (server) => {
      await open(server)
      const before = await credits(server)
      const told = await server.client.brand.retrieve({ type: "by_domain", domain: "https://www.harbor.example/x" })
      assert.deepStrictEqual([told.status, told.code, told.cache_metadata], ["ok", 200, { status: "miss", age_ms: 0 }])
      assert.deepStrictEqual(told.key_metadata, { credits_consumed: 10, credits_remaining: before - 10 })
      const { backdrops = [], logos = [], ...brand } = told.brand ?? {}
      assert.deepStrictEqual(brand, {
        domain: "harbor.example",
        title: "Harborlight",
        description: "Harborlight makes navigation lights for small boats.",
        slogan: "Lights that find the shore",
        colors: [
          { hex: "#0a4d8c", name: "Cobalt", source: "logo" },
          { hex: "#e11d63", name: "Rose", source: "site" }
        ],
        socials: [
          { type: "instagram", url: "https://www.instagram.com/harborlight" },
          { type: "youtube", url: "https://www.youtube.com/@harborlight" }
        ],
        address: {
          ...{ street: "12 Wharf St", city: "Portland", state_code: "ME", postal_code: "04101" },
          ...{ country: "United States", country_code: "US" }
        },
        stock: { ticker: "HRB", exchange: "NYSE" },
        employees: { exact: 140, range: "51 to 200" },
        links: {
          ...{ careers: "https://harbor.example/careers", blog: "https://harbor.example/blog" },
          ...{ pricing: "https://harbor.example/pricing", contact: "https://harbor.example/contact" },
          ...{ terms: "https://harbor.example/terms", privacy: "https://harbor.example/privacy" }
        },
        email: "hello@harbor.example",
        phone: "+12075550143",
        primary_language: "english",
        is_nsfw: false
      })
      assert.deepStrictEqual(
        logos.map(({ mode, resolution, type }) => [type, mode, resolution?.width]),
        [
          ["logo", "light", 240],
          ["logo", "dark", 200],
          ["icon", "has_opaque_background", 180]
        ]
      )
      assert.deepStrictEqual(backdrops[0]?.resolution, { width: 1_200, height: 600, aspect_ratio: 2 })
      const drawing = await fetch(logos[0]?.url ?? "")
      assert.deepStrictEqual([drawing.status, drawing.headers.get("content-type")], [200, "image/svg+xml"])
      const again = await server.client.brand.retrieve({ type: "by_domain", domain: "harbor.example" })
      assert.deepStrictEqual([again.cache_metadata?.status, again.key_metadata?.credits_consumed], ["hit", 10])
      assert.deepStrictEqual(again.brand, told.brand)
      const reader = await server.callerWith(["logs:read"])
      const refused = await reader.call("POST", "/brand/retrieve", { type: "by_domain", domain: "harbor.example" })
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "INSUFFICIENT_PERMISSIONS"])
    },
    withPictures
  )

  rows.hold(
    [
      ...(["by_name", "by_email", "by_ticker", "ticker_exchange", "by_isin", "by_transaction"] as const),
      ...(["high_confidence_only", "NOT_FOUND", "free and disposable addresses", "read into the index"] as const)
    ],
    "finds a brand by whatever names it",
    async (server) => {
      await open(server)
      const isin = { kind: "isin", code: "US0000000017", exchange: null } as const
      await known(server, { name: "Harborlight", country: "US", symbols: [isin] })
      const ask = (body: object) => server.client.post("/brand/retrieve", { body }) as PromiseLike<unknown>
      const domainOf = async (body: object) => Object(Object(await ask(body)).brand).domain
      for (const body of [
        { type: "by_email", email: "jo@mail.harbor.example" },
        { type: "by_name", name: "harbor light", country_gl: "us" },
        { type: "by_isin", isin: "US0000000017" },
        // The site says which share it is.
        { type: "by_ticker", ticker: "hrb", ticker_exchange: "nyse" },
        { type: "by_transaction", transaction_info: "SQ *HARBORLIGHT 8837 PORTLAND ME", city: "Portland" },
        { type: "by_name", name: "harbor.example" }
      ]) {
        assert.strictEqual(await domainOf(body), "harbor.example", JSON.stringify(body))
      }
      for (const body of [
        { type: "by_name", name: "Nobody At All" },
        { type: "by_ticker", ticker: "HRB" },
        { type: "by_isin", isin: "US0000000025" }
      ]) {
        await refuses(server, () => ask(body), 400, "NOT_FOUND")
      }
      await server.show("https://harborlight.com/", front)
      const statement = {
        type: "by_transaction",
        transaction_info: "POS HARBORLIGHT.COM 02/11",
        mcc: 5551,
        phone: "207 555"
      }
      assert.strictEqual(await domainOf(statement), "harborlight.com")
      const strict = { type: "by_transaction", transaction_info: "LIGHT", high_confidence_only: true }
      await refuses(server, () => ask(strict), 400, "NOT_FOUND")
      await refuses(server, () => ask({ type: "by_email", email: "jo@gmail.com" }), 422, "FREE_EMAIL_DETECTED")
      const gone = { type: "by_email", email: "jo@mailinator.com" }
      await refuses(server, () => ask(gone), 422, "DISPOSABLE_EMAIL_DETECTED")
      const { results = [] } = await server.client.brand.search({ query: "harborli" })
      assert.deepStrictEqual(
        results.map(({ domain, name }) => [domain, name]),
        [
          ["harbor.example", "Harborlight"],
          ["harborlight.com", "Harborlight"]
        ]
      )
    },
    withPictures
  )

  rows.hold(
    ["by_direct_url"],
    "tells of one page what it shows",
    async (server) => {
      await open(server)
      const told = await server.client.brand.retrieve({ type: "by_direct_url", direct_url: "https://harbor.example/" })
      const brand = Object(told.brand)
      assert.deepStrictEqual(Object.keys(brand).sort(), [
        "description",
        "domain",
        "email",
        "links",
        "logos",
        "phone",
        "socials",
        "title"
      ])
      assert.deepStrictEqual(Object.keys(brand.logos[0]), ["url"])
      assert.strictEqual(await server.looks("https://harbor.example/contact"), 0)
    },
    withPictures
  )

  rows.hold(["force_language", "maxSpeed", "maxAgeMs", "tags"], "reads as the caller wants it", async (server) => {
    await open(server)
    const ask = (given: object) =>
      server.client.brand.retrieve({ type: "by_domain", domain: "harbor.example", tags: ["one"], ...given })
    const quick = await ask({ maxSpeed: true })
    assert.deepStrictEqual(
      [quick.brand?.title, await server.looks("https://harbor.example/contact")],
      ["Harborlight", 0]
    )
    const whole = await ask({})
    assert.deepStrictEqual(
      [whole.cache_metadata?.status, await server.looks("https://harbor.example/contact")],
      ["miss", 1]
    )
    assert.strictEqual((await ask({ maxSpeed: true })).cache_metadata?.status, "hit")
    // What was read quickly does not take the place of what was read whole.
    assert.strictEqual((await ask({ maxSpeed: true, maxAgeMs: 0 })).cache_metadata?.status, "miss")
    assert.strictEqual((await ask({})).cache_metadata?.status, "hit")
    const translated = await ask({ force_language: "german" })
    assert.strictEqual(translated.brand?.description, "Harborlight baut Lichter für kleine Boote.")
    await server.show("https://harbor.example/", front.replaceAll("navigation lights", "lanterns"))
    await server.advance("2 hours")
    assert.include((await ask({})).brand?.description, "navigation lights")
    assert.isAbove((await ask({})).cache_metadata?.age_ms ?? 0, 7_000_000)
    assert.include((await ask({ maxAgeMs: 3_600_000 })).brand?.description, "lanterns")
    await server.show("https://harbor.example/", front)
    assert.include((await ask({ maxAgeMs: -5 })).brand?.description, "navigation lights")
  })

  rows.hold(
    ["closed objects", "zdr", "above 300,000"],
    "refuses what it does not know, by its name",
    async (server) => {
      await open(server)
      const ask = (body: object) => () => server.client.post("/brand/retrieve", { body }) as PromiseLike<unknown>
      for (const body of [
        {},
        { type: "by_phone", phone: "1" },
        { type: "by_domain" },
        { type: "by_domain", domain: "ab" },
        { type: "by_domain", domain: "no-dot-in-it" },
        { type: "by_domain", domain: "harbor.example", name: "Harborlight" },
        { type: "by_domain", domain: "harbor.example", country_gl: "us" },
        { type: "by_domain", domain: "harbor.example", force_language: "klingon" },
        { type: "by_name", name: "ab" },
        { type: "by_name", name: "x".repeat(31) },
        { type: "by_name", name: "Harbor", country_gl: "zz" },
        { type: "by_email", email: "nobody" },
        { type: "by_ticker", ticker: "A B" },
        { type: "by_ticker", ticker: "A", ticker_exchange: "MOON" },
        { type: "by_isin", isin: "US000" },
        { type: "by_direct_url", direct_url: "ftp://harbor.example" },
        { type: "by_direct_url", direct_url: "https://harbor.example", maxAgeMs: 0 },
        { type: "by_transaction", transaction_info: "ab" },
        { type: "by_transaction", transaction_info: "abc", mcc: "12" },
        { type: "by_transaction", transaction_info: "abc", maxAgeMs: 0 },
        { type: "by_domain", domain: "harbor.example", timeoutMS: 2_000, timeoutOpts: { milliseconds: 2_000 } }
      ]) {
        await refuses(server, ask(body), 400, "INPUT_VALIDATION_ERROR")
      }
      const of = { type: "by_domain", domain: "harbor.example" }
      await refuses(server, ask({ ...of, zdr: "enabled" }), 400, "ZDR_NOT_SUPPORTED")
      await refuses(server, ask({ ...of, timeoutMS: 300_001 }), 400, "TIMEOUT_EXCEEDS_MAXIMUM")
    }
  )

  rows.hold(
    ["cold and a short deadline", "fail", "return-partial"],
    "answers in time or says why not",
    async (server) => {
      await open(server)
      const ask = (given: object) =>
        server.client.brand.retrieve({ type: "by_domain", domain: "harbor.example", ...given })
      await refuses(server, () => ask({ timeoutMS: 9_999 }), 422, "COLD_DOMAIN_TIMEOUT_TOO_LOW")
      const within = async <A>(answer: Promise<A>): Promise<A> => {
        let isOver = false
        void answer.finally(() => (isOver = true)).catch(() => undefined)
        while (!isOver) {
          await new Promise((resolve) => setImmediate(resolve))
          await server.advance("500 millis")
        }
        return answer
      }
      await server.show("https://harbor.example/", { body: front, latency: "1 minute" })
      const timeoutOpts = { milliseconds: 12_000, behavior: "return-partial" } as const
      await within(refuses(server, () => ask({ timeoutMS: 12_000 }), 408, "REQUEST_TIMEOUT"))
      await within(refuses(server, () => ask({ timeoutOpts }), 408, "REQUEST_TIMEOUT"))
      await server.show("https://harbor.example/", front)
      await server.show("https://harbor.example/contact", { body: "late", latency: "1 minute" })
      await within(refuses(server, () => ask({ timeoutMS: 12_000 }), 408, "REQUEST_TIMEOUT"))
      const part = await within(Promise.resolve(ask({ timeoutOpts })))
      assert.deepStrictEqual(
        [part.partial, part.brand?.title, part.key_metadata?.credits_consumed],
        [true, "Harborlight", 10]
      )
      // What is not whole is not kept.
      await server.show("https://harbor.example/contact", "<html><body><p>Write to us.</p></body></html>")
      const whole = await ask({})
      assert.deepStrictEqual([whole.cache_metadata?.status, whole.partial], ["miss", undefined])
    }
  )

  rows.hold(
    ["parked", "WEBSITE_NOT_FOUND", "WEBSITE_ACCESS_ERROR", "WEBSITE_BLOCKED"],
    "tells who is not there",
    async (server) => {
      const ask = (domain: string) => () => server.client.brand.retrieve({ type: "by_domain", domain })
      await server.show("https://parked.example/", page("parked.example", "This domain is for sale. Buy this domain."))
      await server.show("https://fresh.example/", page("Welcome to nginx!", "The server works."))
      await server.show("https://nowhere.example/", { body: "", unreachable: "unknown_host" })
      await server.show("https://broken.example/", { body: "oh", status: 500 })
      await server.show("https://guarded.example/", { body: "no", status: 403 })
      for (const [domain, code] of [
        ["parked.example", "NOT_FOUND"],
        ["fresh.example", "NOT_FOUND"],
        ["nowhere.example", "WEBSITE_NOT_FOUND"],
        ["broken.example", "WEBSITE_ACCESS_ERROR"],
        ["guarded.example", "WEBSITE_BLOCKED"]
      ] as const) {
        await refuses(server, ask(domain), 400, code)
      }
      const simple = await server.call("GET", "/brand/retrieve-simplified?domain=parked.example")
      assert.deepStrictEqual([simple.status, simple.body.error_code], [404, "NOT_FOUND"])
    }
  )

  rows.hold(
    ["leads elsewhere", "GET"],
    "names the domain that it leads to, and takes the older query",
    async (server) => {
      await open(server)
      await server.show("https://harborlights.example/", {
        body: "",
        status: 301,
        redirectTo: "https://harbor.example/"
      })
      const told = await server.client.brand.retrieve({ type: "by_domain", domain: "harborlights.example" })
      assert.strictEqual(told.brand?.domain, "harbor.example")
      const { body } = await server.call("GET", "/brand/retrieve?domain=harbor.example&maxAgeMs=")
      assert.strictEqual(Object(body.brand).title, "Harborlight")
      for (const query of ["", "?domain=harbor.example&name=Harborlight", "?ticker=HRB&ticker_exchange=MOON"]) {
        const reply = await server.call("GET", `/brand/retrieve${query}`)
        assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "INPUT_VALIDATION_ERROR"], query)
      }
    }
  )

  rows.complete()
})

describe("GET /brand/retrieve-simplified", () => {
  const rows = rowsOf("brand/retrieve-simplified", ["domain", "maxAgeMs", "theme", "tags", "answer"])

  rows.hold(
    ["domain", "maxAgeMs", "theme", "tags", "answer"],
    "tells by what a brand is shown, what fits the ground first",
    async (server) => {
      await open(server)
      const before = await credits(server)
      const told = await server.client.brand.retrieveSimplified({
        domain: "harbor.example",
        theme: "dark",
        tags: ["a"]
      })
      assert.deepStrictEqual(Object.keys(Object(told.brand)).sort(), [
        "backdrops",
        "colors",
        "domain",
        "logos",
        "title"
      ])
      assert.deepStrictEqual(
        (told.brand?.logos ?? []).map(({ mode }) => mode),
        ["dark", "has_opaque_background", "light"]
      )
      assert.strictEqual(await credits(server), before - 10)
      await refuses(
        server,
        () => server.client.brand.retrieveSimplified({ domain: "x" }),
        400,
        "INPUT_VALIDATION_ERROR"
      )
    },
    withPictures
  )

  rows.complete()
})
