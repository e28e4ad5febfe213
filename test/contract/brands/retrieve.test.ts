/** A brand by the public client (contract/brand.md, POST /brand/retrieve). */
import { assert, describe } from "@effect/vitest"
import { BrandStore } from "@kittiwake/core/brands/BrandStore"
import type { BrandEntry } from "@kittiwake/core/brands/domain/BrandEntry"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { DateTime, Effect } from "effect"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import { credits, front, open, picture, refuses, showPictures, withPictures } from "./sites.ts"

const known = (server: Server, given: Partial<BrandEntry>) =>
  server.run(
    Effect.gen(function* () {
      const updatedAt = yield* DateTime.now
      const entry: BrandEntry = {
        ...{ domain: "harbor.example", name: null, aliases: [], description: null, country: null, language: null },
        ...{ logo: null, rank: null, symbols: [], ids: [], told: {}, source: "imported", updatedAt },
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
    ...(["request_id", "401", "403 USAGE_EXCEEDED", "429", "country_gl", "city, mcc, phone"] as const),
    ...(["by_direct_url: no page", "by_direct_url: a deadline", "logos that fail", "nothing said"] as const),
    ...(["leads elsewhere", "GET", "read into the index", "industries", "mark of mail", "margins"] as const),
    ...(["logos of lists", "pictures that are replaced"] as const)
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
      // A list that does not say where shares trade.
      const ticker = { kind: "ticker", code: "HBX", exchange: null } as const
      await known(server, { name: "Harborlight", rank: 5_000, symbols: [isin, ticker] })
      // Its site says that it is the brand, and in which country.
      await known(server, { domain: "harb0rlight.example", name: "Harborlight", country: "US", source: "read" })
      const ask = (body: object) => server.client.post("/brand/retrieve", { body }) as PromiseLike<unknown>
      const domainOf = async (body: object) => Object(Object(await ask(body)).brand).domain
      for (const body of [
        // Before its site was read, so that nothing says where it is.
        { type: "by_name", name: "harbor light", country_gl: "us" },
        { type: "by_email", email: "jo@mail.harbor.example" },
        { type: "by_isin", isin: "US0000000017" },
        // The site says which share it is.
        { type: "by_ticker", ticker: "hrb", ticker_exchange: "nyse" },
        { type: "by_ticker", ticker: "hbx", ticker_exchange: "NYSE" },
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
      for (const transaction_info of ["LIGHT", "HARBORLIGHT VALLEY DENTAL", "HARBORLIGHT 8837 PORTLAND ME"]) {
        const strict = { type: "by_transaction", transaction_info, high_confidence_only: true }
        await refuses(server, () => ask(strict), 400, "NOT_FOUND")
      }
      const placed = { type: "by_transaction", transaction_info: "HARBORLIGHT 8837 PORTLAND ME US", city: "Portland" }
      assert.strictEqual(await domainOf({ ...placed, country_gl: "us", high_confidence_only: true }), "harbor.example")
      await refuses(server, () => ask({ type: "by_email", email: "jo@gmail.com" }), 422, "FREE_EMAIL_DETECTED")
      const gone = { type: "by_email", email: "jo@mailinator.com" }
      await refuses(server, () => ask(gone), 422, "DISPOSABLE_EMAIL_DETECTED")
      const mailbox = await server.call("POST", "/brand/retrieve", { type: "by_email", email: "jo@gmail.com" })
      assert.deepInclude(mailbox.body, { status: "error", error_code: "FREE_EMAIL_DETECTED" })
      const { results = [] } = await server.client.brand.search({ query: "harborli" })
      assert.deepStrictEqual(
        results.map(({ domain, name }) => [domain, name]),
        [
          ["harbor.example", "Harborlight"],
          ["harb0rlight.example", "Harborlight"],
          ["harborlight.com", "Harborlight"]
        ]
      )
    },
    withPictures
  )

  rows.hold(
    ["logos of lists"],
    "keeps the logo that a list names where the site shows none, and names no address of it before or after",
    async (server) => {
      const listed = "https://commons.example/Special:FilePath/Harbor.svg"
      await known(server, { name: "Harborlight", rank: 5_000, logo: listed })
      const found = async () => (await server.client.brand.search({ query: "harborli" })).results?.[0]?.logo ?? "none"
      assert.strictEqual(await found(), "", "it is with somebody else still")
      await server.show("https://harbor.example/", page("Harborlight", "Harborlight makes lights for small boats."))
      await server.show(listed, { body: "busy", status: 503 })
      const ask = () => server.client.brand.retrieve({ type: "by_domain", domain: "harbor.example" })
      assert.deepStrictEqual((await ask()).brand?.logos, [], "its server did not answer")
      assert.strictEqual(await found(), "")
      await server.show(listed, picture("wordmark"))
      await server.advance("61 minutes")
      const told = await ask()
      const [logo] = told.brand?.logos ?? []
      assert.deepStrictEqual([logo?.type, logo?.resolution?.width], ["logo", 240])
      const simple = await server.client.brand.retrieveSimplified({ domain: "harbor.example" })
      assert.strictEqual(simple.brand?.logos?.[0]?.url, logo?.url)
      assert.strictEqual(await found(), logo?.url)
      const shown = await fetch(logo?.url ?? "")
      assert.deepStrictEqual([shown.status, await shown.text()], [200, "wordmark"])
      assert.notInclude(JSON.stringify([told, simple]), "commons.example")
    },
    withPictures
  )

  rows.hold(
    ["pictures that are replaced"],
    "names pictures that work for a month after others took their place, and no longer",
    async (server) => {
      await open(server)
      const told = async (maxAgeMs?: number) => {
        const { brand } = await server.client.brand.retrieve({
          ...{ type: "by_domain", domain: "harbor.example" },
          ...(maxAgeMs === undefined ? {} : { maxAgeMs })
        })
        return brand?.logos?.[0]?.url ?? ""
      }
      const statusOf = async (url: string) => (await fetch(url)).status
      const old = await told()
      await server.show("https://harbor.example/logo.svg", picture("bright"))
      const fresh = await told(0)
      assert.notStrictEqual(fresh, old)
      await server.advance("29 days")
      assert.deepStrictEqual([await statusOf(old), await statusOf(fresh)], [200, 200])
      await server.advance("2 days")
      assert.deepStrictEqual([await statusOf(old), await statusOf(fresh)], [404, 200])
      assert.strictEqual(await told(), fresh, "what is kept names it still")
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

  rows.hold(["by_direct_url: no page"], "refuses an address that is none of a page", async (server) => {
    const bytes = new TextEncoder().encode("%PDF-1.7")
    await server.show("https://harbor.example/a.pdf", { body: "", bytes, mediaType: "application/pdf" })
    await server.show("https://harbor.example/a.json", { body: "{}", mediaType: "application/json" })
    await server.show("https://harbor.example/gone", { body: "Not found", status: 404 })
    const ask = (path: string) => () =>
      server.client.brand.retrieve({ type: "by_direct_url", direct_url: `https://harbor.example/${path}` })
    assert.include(await refuses(server, ask("a.pdf"), 415, "UNSUPPORTED_CONTENT"), "a file")
    await refuses(server, ask("a.json"), 415, "UNSUPPORTED_CONTENT")
    await refuses(server, ask("gone"), 400, "WEBSITE_ACCESS_ERROR")
  })

  rows.hold(
    ["logos that fail"],
    "keeps for an hour what lacks pictures that failed, and not in the place of what has them",
    async (server) => {
      await open(server)
      const told = async (domain: string, given: object = {}) => {
        const { brand, cache_metadata } = await server.client.brand.retrieve({ type: "by_domain", domain, ...given })
        return [cache_metadata?.status, brand?.logos?.map(({ colors, resolution, type }) => [type, resolution, colors])]
      }
      const [, whole] = await told("harbor.example")
      await server.show("https://harbor.example/bright.png", { body: "busy", status: 503 })
      const [status, lacking] = await told("harbor.example", { maxAgeMs: 0 })
      assert.strictEqual(status, "miss")
      assert.notDeepEqual(lacking, whole)
      assert.deepStrictEqual(await told("harbor.example"), ["hit", whole], "what has its pictures stays")
      await server.show("https://flaky.example/", front.replaceAll("harbor.example", "flaky.example"))
      for (const name of ["logo.png", "logo.svg", "bright.png", "tile.png", "scene.png"]) {
        await server.show(`https://flaky.example/${name}`, { body: "busy", status: 503 })
      }
      assert.deepStrictEqual(await told("flaky.example"), ["miss", []])
      await showPictures(server, "flaky.example")
      assert.deepStrictEqual(await told("flaky.example"), ["hit", []])
      await server.advance("61 minutes")
      assert.deepStrictEqual(await told("flaky.example"), ["miss", whole])
      await server.advance("61 minutes")
      assert.deepStrictEqual(await told("flaky.example"), ["hit", whole])
      // A picture that is not there is not missed.
      await server.show("https://plain.example/", front.replaceAll("harbor.example", "plain.example"))
      await told("plain.example")
      await server.advance("61 minutes")
      assert.strictEqual((await told("plain.example"))[0], "hit")
    },
    withPictures
  )

  rows.hold(["nothing said"], "refuses a site that shows nothing before its scripts have run", async (server) => {
    const shell = `<!doctype html><html><head></head><body><div id="root"></div><script src="/app.js"></script></body></html>`
    await server.show("https://shell.example/", shell)
    const ask = () => server.client.brand.retrieve({ type: "by_domain", domain: "shell.example" })
    await refuses(server, ask, 400, "WEBSITE_ACCESS_ERROR")
  })

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
    ["mark of mail"],
    "shows the mark that its owner publishes with its name before other icons, unless he declined",
    async (server) => {
      await open(server)
      const iconOf = async () => {
        const { brand } = await server.client.brand.retrieve({
          type: "by_domain",
          domain: "harbor.example",
          maxAgeMs: 0
        })
        const [icon] = (brand?.logos ?? []).filter(({ type }) => type === "icon")
        return icon?.resolution?.width
      }
      const publish = (name: string, ...records: ReadonlyArray<string>) =>
        server.run(ScriptedWeb.use((web) => web.texts(`default._bimi.${name}`, records)))
      await server.show("https://cdn.example/mark.svg", picture("mark"))
      await publish("harbor.example", "v=BIMI1; l=https://cdn.example/mark.svg; a=")
      assert.strictEqual(await iconOf(), 96)
      await publish("harbor.example", "v=BIMI1; l=; a=")
      assert.strictEqual(await iconOf(), 180)
      for (const hostile of [
        "v=BIMI1; l=https://nowhere.example/mark.svg",
        `v=BIMI1; l=https://x/${"x".repeat(9_000)}`
      ]) {
        await publish("harbor.example", hostile)
        assert.strictEqual(await iconOf(), 180)
      }
    },
    withPictures
  )

  rows.hold(
    ["margins"],
    "cuts logos out of the paper around them",
    async (server) => {
      await open(server)
      const printed = '<header><a href="/"><img class="logo" src="/printed.png" alt=""></a>'
      await server.show("https://harbor.example/", front.replace("<header>", printed))
      await server.show("https://harbor.example/printed.png", picture("printed"))
      const { brand } = await server.client.brand.retrieve({ type: "by_domain", domain: "harbor.example" })
      assert.deepStrictEqual(
        (brand?.logos ?? []).map(({ mode, resolution }) => [mode, resolution?.width]),
        [
          ["light", 240],
          ["has_opaque_background", 200],
          ["dark", 200],
          ["has_opaque_background", 180]
        ]
      )
    },
    withPictures
  )

  rows.hold(["industries"], "names the industries that its site shows, and none that it does not", async (server) => {
    const dental = `<html lang="en"><head><title>Bright Smile Dental</title><meta name="description" content="Dentists in Tulsa">
      </head><body><h1>Dental care</h1><p>Our dentists: cleanings, crowns and dental implants for patients.</p></body></html>`
    await server.show("https://smile.example/", dental)
    await server.show("https://silent.example/", page("Silent", "Words."))
    const told = (domain: string, given: object = {}) =>
      server.client.brand.retrieve({ type: "by_domain", domain, ...given }).then(({ brand }) => brand?.industries)
    const eic = [{ industry: "Healthcare", subindustry: "Healthcare Providers & Services" } as const]
    assert.strictEqual(await told("smile.example", { maxSpeed: true }), undefined)
    assert.deepStrictEqual(await told("smile.example"), { eic })
    assert.deepStrictEqual(await told("smile.example"), { eic })
    assert.strictEqual(await told("silent.example"), undefined)
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
    ["cold and a short deadline", "fail", "return-partial", "by_direct_url: a deadline"],
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
      await server.show("https://harbor.example/bright.png", { body: "late", latency: "1 minute" })
      const page = (given: object) =>
        server.client.brand.retrieve({ type: "by_direct_url", direct_url: "https://harbor.example/", ...given })
      await within(refuses(server, () => page({ timeoutMS: 4_000 }), 408, "REQUEST_TIMEOUT"))
      const opts = { milliseconds: 4_000, behavior: "return-partial" } as const
      const some = await within(Promise.resolve(page({ timeoutOpts: opts })))
      assert.deepStrictEqual([some.partial, some.brand?.title], [true, "Harborlight"])
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
      // Who sends others there says nothing of who is there.
      const indexed = () => server.client.brand.search({ query: "harborlight" }).then(({ results }) => results)
      assert.deepStrictEqual(await indexed(), [])
      await server.client.brand.retrieve({ type: "by_domain", domain: "harbor.example" })
      assert.deepStrictEqual(
        (await indexed())?.map((one) => one.domain),
        ["harbor.example"]
      )
      const { body } = await server.call("GET", "/brand/retrieve?domain=harbor.example&maxAgeMs=")
      assert.strictEqual(Object(body.brand).title, "Harborlight")
      for (const query of ["", "?domain=harbor.example&name=Harborlight", "?ticker=HRB&ticker_exchange=MOON"]) {
        const reply = await server.call("GET", `/brand/retrieve${query}`)
        assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "INPUT_VALIDATION_ERROR"], query)
      }
    }
  )

  rows.hold(["country_gl", "city, mcc, phone"], "means the brand of the country that is asked for", async (server) => {
    await open(server)
    const nord = front.replaceAll("Harborlight", "Harbor Nord")
    await server.show("https://harbor.example/", nord)
    await server.show("https://harbor-bremen.example/", nord.replace('"addressCountry":"US"', '"addressCountry":"DE"'))
    await known(server, { name: "Harbor Nord", country: "US", rank: 10 })
    await known(server, { domain: "harbor-bremen.example", name: "Harbor Nord", country: "DE", rank: 20 })
    const domainOf = async (body: object) =>
      Object(Object(await server.client.post("/brand/retrieve", { body })).brand).domain
    const paid = {
      ...{ type: "by_transaction", transaction_info: "HARBOR NORD 0421 BREMEN", country_gl: "de" },
      ...{ city: "Bremen", mcc: "5551", phone: 421_555_010 }
    }
    assert.strictEqual(await domainOf(paid), "harbor-bremen.example")
    assert.strictEqual(await domainOf({ type: "by_name", name: "Harbor Nord" }), "harbor.example")
    const german = { type: "by_name", name: "Harbor Nord", country_gl: "DE" }
    assert.strictEqual(await domainOf(german), "harbor-bremen.example")
    for (const wrong of [{ mcc: "12" }, { phone: "1".repeat(33) }, { city: "x".repeat(201) }, { country_gl: "zz" }]) {
      const ask = () => server.client.post("/brand/retrieve", { body: { ...paid, ...wrong } }) as PromiseLike<unknown>
      await refuses(server, ask, 400, "INPUT_VALIDATION_ERROR")
    }
  })

  rows.hold(
    ["request_id", "401", "403 USAGE_EXCEEDED", "429"],
    "answers whom it may, and names each request",
    async (server) => {
      await open(server)
      const body = { type: "by_domain", domain: "harbor.example" }
      const reply = await server.call("POST", "/brand/retrieve", body)
      assert.match(String(reply.body.request_id), /\S/)
      assert.strictEqual(reply.headers.get("x-request-id"), reply.body.request_id)
      const nobody = server.client.withOptions({ apiKey: "ctxt_secret_nobody" })
      const unknown = await Promise.resolve(nobody.post("/brand/retrieve", { body })).catch((cause: unknown) =>
        Object(cause)
      )
      assert.deepStrictEqual([Object(unknown).status, Object(Object(unknown).error).error_code], [401, "UNAUTHORIZED"])
      const poor = await server.stranger({ credits: 9 })
      const short = await poor.call("POST", "/brand/retrieve", body)
      assert.deepStrictEqual([short.status, short.body.error_code], [403, "USAGE_EXCEEDED"])
      assert.deepStrictEqual(short.body.key_metadata, { credits_consumed: 0, credits_remaining: 9 })
      const { call } = await server.stranger({ plan: "free" })
      const replies: Array<string> = []
      const cold = { ...body, domain: "unread.example", timeoutMS: 1_000 }
      for (let n = 0; n < 200 && replies.at(-1) !== "RATE_LIMITED"; n++)
        replies.push(String((await call("POST", "/brand/retrieve", cold)).body.error_code))
      assert.deepStrictEqual([replies[0], replies.at(-1)], ["COLD_DOMAIN_TIMEOUT_TOO_LOW", "RATE_LIMITED"])
    }
  )

  rows.complete()
})

describe("GET /brand/retrieve-simplified", () => {
  const rows = rowsOf("brand/retrieve-simplified", [
    ...([
      "domain",
      "maxAgeMs",
      "theme",
      "tags",
      "answer",
      "timeoutOpts",
      "timeoutMS",
      "404 NOT_FOUND",
      "no email codes"
    ] as const)
  ])

  rows.hold(
    ["timeoutOpts", "timeoutMS", "404 NOT_FOUND", "no email codes"],
    "takes a deadline however it is written, and says that nobody is there",
    async (server) => {
      await open(server)
      await server.show("https://parked.example/", page("parked.example", "This domain is for sale."))
      const ask = async (query: string) => {
        const { body, status } = await server.call("GET", `/brand/retrieve-simplified?${query}`)
        return [status, body.error_code ?? Object(body.brand).title]
      }
      const cold = [422, "COLD_DOMAIN_TIMEOUT_TOO_LOW"]
      const bracketed = "timeoutOpts%5Bmilliseconds%5D=9000&timeoutOpts%5Bbehavior%5D=fail"
      assert.deepStrictEqual(await ask(`domain=harbor.example&${bracketed}`), cold)
      const json = encodeURIComponent(JSON.stringify({ milliseconds: 9_000, behavior: "return-partial" }))
      assert.deepStrictEqual(await ask(`domain=harbor.example&timeoutOpts=${json}`), cold)
      assert.deepStrictEqual(await ask("domain=harbor.example&timeoutMS=9000"), cold)
      assert.deepStrictEqual(await ask("domain=harbor.example&timeoutMS=300001"), [400, "TIMEOUT_EXCEEDS_MAXIMUM"])
      const both = `domain=harbor.example&timeoutMS=20000&${bracketed}`
      assert.deepStrictEqual(await ask(both), [400, "INPUT_VALIDATION_ERROR"])
      assert.deepStrictEqual(await ask("domain=harbor.example&timeoutMS=20000&maxAgeMs="), [200, "Harborlight"])
      assert.deepStrictEqual(await ask("domain=parked.example"), [404, "NOT_FOUND"])
      assert.deepStrictEqual(await ask("domain=gmail.com"), [400, "WEBSITE_NOT_FOUND"])
    }
  )

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
