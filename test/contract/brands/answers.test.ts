/** What is answered of a brand, field by field (contract/brand.md, response), by the public client. */
import { assert, describe, it } from "@effect/vitest"
import { employeeRanges } from "@kittiwake/core/brands/domain/BrandProfile"
import { known } from "../industries/companies.ts"
import { type Server, withServer } from "../Server.ts"
import { credits, open, refuses, withPictures } from "./sites.ts"

const year = 31_536_000_000

const show = (server: Server, domain: string, linked: object | null, head = "", text = "Rockets.") =>
  server.show(
    `https://${domain}/`,
    `<html><head><title>Acme</title>${head}${
      linked === null ? "" : `<script type="application/ld+json">${JSON.stringify(linked)}</script>`
    }</head><body><p>${text}</p></body></html>`
  )

const told = async ({ client }: Server, domain: string, given: object = {}) =>
  client.brand.retrieve({ type: "by_domain", domain, ...given })

/** Lets time pass until the work is done. */
const ticking = async <A>(server: Server, work: PromiseLike<A>): Promise<A> => {
  let isOver = false
  const done = Promise.resolve(work).finally(() => (isOver = true))
  done.catch(() => undefined)
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    await server.advance("500 millis")
  }
  return done
}

describe("a brand that is told", () => {
  it(
    "has null where the contract has it for what nobody knows, and nothing otherwise",
    withServer(async (server) => {
      await show(server, "acme.example", null)
      const { brand } = await told(server, "acme.example")
      assert.deepStrictEqual<unknown>(brand, {
        domain: "acme.example",
        title: "Acme",
        colors: [],
        logos: [],
        backdrops: [],
        socials: [],
        stock: null,
        employees: null,
        links: { careers: null, blog: null, pricing: null, contact: null, terms: null, privacy: null },
        primary_language: null,
        is_nsfw: false
      })
    })
  )

  it(
    "has every part of an address, and says what is for adults",
    withServer(async (server) => {
      const address = {
        ...{ streetAddress: "1 Rua das Flores", addressLocality: "Recife", addressRegion: "Pernambuco" },
        ...{ postalCode: "50030-000", addressCountry: "BR" }
      }
      const rating = '<meta name="rating" content="adult">'
      await show(server, "acme.example", { "@type": "Organization", name: "Acme", address }, rating)
      const { brand } = await told(server, "acme.example")
      assert.deepStrictEqual(brand?.address, {
        ...{ street: "1 Rua das Flores", city: "Recife", state_province: "Pernambuco" },
        ...{ postal_code: "50030-000", country: "Brazil", country_code: "BR" }
      })
      assert.isTrue(brand?.is_nsfw)
    })
  )

  it(
    "has its employees in each range of the contract, by the number at its end",
    withServer(async (server) => {
      for (const [at, exact] of [10, 50, 200, 500, 1_000, 5_000, 10_000, 10_001].entries()) {
        const domain = `acme-${exact}.example`
        await show(server, domain, { "@type": "Organization", name: "Acme", numberOfEmployees: exact })
        const { brand } = await told(server, domain)
        assert.deepStrictEqual<unknown>(brand?.employees, { exact, range: employeeRanges[at] })
      }
      const range = { "@type": "QuantitativeValue", minValue: 11, maxValue: 50 }
      await show(server, "acme.example", { "@type": "Organization", name: "Acme", numberOfEmployees: range })
      assert.deepStrictEqual<unknown>((await told(server, "acme.example")).brand?.employees, { range: "11 to 50" })
    })
  )

  it(
    "has pictures with their size and colours, kept where it is answered",
    withServer(async (server) => {
      await open(server)
      const { brand } = await told(server, "harbor.example")
      const colors = [{ hex: "#0a4d8c", name: "Cobalt" }]
      const [logo, ...others] = brand?.logos ?? []
      assert.deepStrictEqual<unknown>(
        { ...logo, url: "" },
        {
          url: "",
          mode: "light",
          type: "logo",
          resolution: { width: 240, height: 60, aspect_ratio: 4 },
          colors
        }
      )
      assert.deepStrictEqual<unknown>(
        { ...brand?.backdrops?.[0], url: "" },
        { url: "", resolution: { width: 1_200, height: 600, aspect_ratio: 2 }, colors }
      )
      for (const { url = "" } of [...others, ...(brand?.backdrops ?? [])]) {
        assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/assets\//)
        assert.strictEqual((await fetch(url)).status, 200)
      }
      // The index tells of the same picture, at an address of each request's own host.
      const { results = [] } = await server.client.brand.search({ query: "harborlight" })
      assert.match(results[0]?.logo ?? "", /^http:\/\/127\.0\.0\.1:\d+\/assets\//)
      assert.strictEqual((await fetch(results[0]?.logo ?? "")).status, 200)
    }, withPictures)
  )

  it(
    "is kept for ninety days or as long as is said, a year at most, and needs no time then",
    withServer(async (server) => {
      await show(server, "acme.example", null)
      const status = async (given: object = {}) => (await told(server, "acme.example", given)).cache_metadata
      assert.deepStrictEqual(await status(), { status: "miss", age_ms: 0 })
      assert.strictEqual((await status({ timeoutMS: 1_000 }))?.status, "hit")
      const simple = await server.client.brand.retrieveSimplified({
        domain: "www.acme.example",
        timeoutOpts: { milliseconds: 1_000, behavior: "return-partial" }
      })
      assert.strictEqual(simple.cache_metadata?.status, "hit")
      await server.advance("89 days")
      const hit = await status()
      assert.deepStrictEqual([hit?.status, Math.round((hit?.age_ms ?? 0) / 86_400_000)], ["hit", 89])
      await server.advance("2 days")
      assert.strictEqual((await status({ maxAgeMs: year })).status, "hit")
      assert.strictEqual((await status({ maxAgeMs: year * 9 })).status, "hit")
      // Too old for who says nothing, so that it must be read first, which takes time whichever answer is wanted.
      for (const behavior of ["fail", "return-partial"] as const) {
        const timeoutOpts = { milliseconds: 9_999, behavior }
        await refuses(server, () => told(server, "acme.example", { timeoutOpts }), 422, "COLD_DOMAIN_TIMEOUT_TOO_LOW")
      }
      assert.strictEqual((await status({ timeoutOpts: { milliseconds: 10_000 } })).status, "miss")
      assert.strictEqual((await status({ maxAgeMs: 0 })).status, "miss")
      assert.strictEqual((await status({ maxAgeMs: null })).status, "hit")
    })
  )

  it(
    "in part has nothing that might have been found in time, simply or not",
    withServer(async (server) => {
      const links = `<a href="/contact">Contact</a><a href="/terms">Terms</a>`
      await show(server, "acme.example", null, "", `Rockets. ${links}`)
      await server.show("https://acme.example/contact", { body: "late", latency: "1 minute" })
      const timeoutOpts = { milliseconds: 12_000, behavior: "return-partial" } as const
      const site = "https://acme.example"
      const found = { domain: "acme.example", title: "Acme" }
      const whole = await ticking(server, told(server, "acme.example", { timeoutOpts }))
      assert.isTrue(whole.partial)
      assert.deepStrictEqual<unknown>(whole.brand, {
        ...found,
        links: { contact: `${site}/contact`, terms: `${site}/terms` }
      })
      const simple = await ticking(
        server,
        server.client.brand.retrieveSimplified({ domain: "acme.example", timeoutOpts })
      )
      assert.deepStrictEqual<unknown>([simple.partial, simple.brand], [true, found])
      const asked = `domain=acme.example&timeoutOpts=${encodeURIComponent(JSON.stringify(timeoutOpts))}`
      const { body } = await ticking(server, server.call("GET", `/brand/retrieve?${asked}`))
      assert.deepStrictEqual([body.partial, body.brand], [true, whole.brand])
    })
  )

  it(
    "is told within 55 seconds to who names no deadline, or not at all",
    withServer(async (server) => {
      await server.show("https://slow.example/", { body: "<title>Slow</title>", latency: "2 minutes" })
      const began = Date.parse(await server.now())
      await ticking(
        server,
        refuses(server, () => told(server, "slow.example"), 408, "REQUEST_TIMEOUT")
      )
      const took = Date.parse(await server.now()) - began
      assert.isTrue(took >= 55_000 && took < 58_000, `${took} ms`)
    })
  )

  it(
    "simply has the same items, those for the ground first, for the same price",
    withServer(async (server) => {
      await open(server)
      const { brand } = await told(server, "harbor.example")
      const before = await credits(server)
      const { data: simple, response } = await server.client.brand
        .retrieveSimplified({ domain: "HTTPS://www.Harbor.example/x", theme: "light", maxAgeMs: null })
        .withResponse()
      assert.deepStrictEqual(Object.keys(simple).sort(), [
        ...["brand", "cache_metadata", "code", "key_metadata", "request_id", "status"]
      ])
      assert.deepStrictEqual([simple.status, simple.code], ["ok", 200])
      assert.strictEqual(Object(simple).request_id, response.headers.get("x-request-id"))
      assert.deepStrictEqual(simple.key_metadata, { credits_consumed: 10, credits_remaining: before - 10 })
      assert.deepStrictEqual(simple.brand?.colors, brand?.colors)
      assert.strictEqual(simple.brand?.logos?.length, brand?.logos?.length)
      assert.deepStrictEqual(
        simple.brand?.logos?.map(({ mode }) => mode),
        ["light", "has_opaque_background", "dark"]
      )
      const ask = (query: object) => () =>
        server.client.get("/brand/retrieve-simplified", { query: query as never }) as PromiseLike<unknown>
      for (const query of [
        {},
        { domain: "ab" },
        { domain: "no domain" },
        { domain: "harbor.example", theme: "sepia" },
        { domain: "harbor.example", maxAgeMs: "old" }
      ]) {
        await refuses(server, ask(query), 400, "INPUT_VALIDATION_ERROR")
      }
      // What it does not have is passed over, as in every query.
      await server.client.get("/brand/retrieve-simplified?domain=harbor.example&force_language=klingon&maxSpeed=x")
    }, withPictures)
  )
})

describe("a search for brands", () => {
  it(
    "gives ten at most, each once, names before domains and the popular first",
    withServer(async (server) => {
      for (let rank = 1; rank <= 12; rank++) {
        await known(server, { domain: `quuxly-${rank}.example`, name: rank > 8 ? `Quuxly ${rank}` : null, rank })
      }
      // Found by its name and by its domain.
      await known(server, { domain: "quuxly.example", name: "Quuxly", rank: 50 })
      const { results = [] } = await server.client.brand.search({ query: "quuxly" })
      assert.deepStrictEqual(
        results.map(({ domain = "" }) => domain.replace(/^quuxly-?|\.example$/g, "")),
        ["9", "10", "11", "12", "", "1", "2", "3", "4", "5"]
      )
    })
  )
})
