/** Industries of a company by the public client (contract/design-industry.md §4). */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import { credits, dentist, known, open, pageOf, refuses } from "./companies.ts"

describe("GET /web/naics", () => {
  const rows = rowsOf("4", [
    "input",
    "minResults",
    "maxResults",
    "timeoutOpts",
    "tags",
    "zdr",
    "scope and price",
    "status, type, domain",
    "codes",
    "partial",
    "request_id, key_metadata",
    "minResults > maxResults",
    "minResults above good matches",
    "what is a domain",
    "a name",
    "company unknown",
    "domain does not resolve",
    "site unreadable",
    "no model configured",
    "caching"
  ])

  rows.hold(
    ["input", "status, type, domain", "codes", "request_id, key_metadata", "scope and price", "no model configured"],
    "names the codes of a company for ten credits",
    async (server) => {
      await open(server)
      const before = await credits(server)
      const { data, response } = await server.client.industry
        .retrieveNaics({ input: "https://www.smile.example/team" })
        .withResponse()
      const { codes = [], key_metadata, request_id, ...rest } = data
      assert.deepStrictEqual(rest, { status: "ok", domain: "smile.example", type: "naics" })
      assert.deepStrictEqual(Object.keys(codes[0] ?? {}).sort(), ["code", "confidence", "name"])
      assert.deepStrictEqual([codes[0]?.code, codes[0]?.name], ["621210", "Offices of Dentists"])
      for (const { code, confidence } of codes) {
        assert.match(code, /^\d{6}$/)
        assert.include(["medium", "low"], confidence)
      }
      assert.strictEqual(request_id, response.headers.get("x-request-id"))
      assert.deepStrictEqual(key_metadata, { credits_consumed: 10, credits_remaining: before - 10 })
      const reader = await server.callerWith(["logs:read"])
      const refused = await reader.call("GET", "/web/naics?input=smile.example")
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "INSUFFICIENT_PERMISSIONS"])
    }
  )

  rows.hold(
    ["minResults", "maxResults", "minResults above good matches", "minResults > maxResults"],
    "gives as many codes as are wanted, the rest as low",
    async (server) => {
      await open(server)
      const codesOf = async (given: object) =>
        (await server.client.industry.retrieveNaics({ input: "smile.example", ...given })).codes ?? []
      assert.isTrue([1, 2, 3, 4, 5].includes((await codesOf({})).length))
      assert.strictEqual((await codesOf({ maxResults: 1 })).length, 1)
      await server.show(
        "https://both.example/",
        pageOf("Offices", "Offices of dentists. Law offices of lawyers, attorneys.")
      )
      const filled = await codesOf({ input: "both.example", minResults: 2, maxResults: 2 })
      assert.deepStrictEqual(
        filled.map(({ confidence }) => confidence),
        ["low", "low"]
      )
      const ask = (given: object) => () => server.client.industry.retrieveNaics({ input: "smile.example", ...given })
      const message = await refuses(server, ask({ minResults: 4, maxResults: 3 }), 400, "INPUT_VALIDATION_ERROR")
      assert.include(message, "minResults")
      for (const wrong of [
        { minResults: 0 },
        { minResults: 11 },
        { maxResults: 0 },
        { maxResults: 11 },
        { input: "a.b" }
      ]) {
        await refuses(server, ask(wrong), 400, "INPUT_VALIDATION_ERROR")
      }
    }
  )

  rows.hold(["timeoutOpts", "partial"], "answers in time, in part where that is wanted", async (server) => {
    await open(server)
    await server.show("https://smile.example/services", { body: dentist, latency: "2 minutes" })
    const ask = (behavior: "fail" | "return-partial") =>
      server.client.industry.retrieveNaics({ input: "smile.example", timeoutOpts: { milliseconds: 5_000, behavior } })
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
    assert.deepStrictEqual([part.partial, part.codes?.[0]?.code], [true, "621210"])
    await refuses(server, () => ticking(ask("fail")), 408, "REQUEST_TIMEOUT")
    await refuses(
      server,
      () => server.client.industry.retrieveNaics({ input: "smile.example", timeoutOpts: { milliseconds: 300_001 } }),
      400,
      "TIMEOUT_EXCEEDS_MAXIMUM"
    )
  })

  rows.hold(["tags"], "labels the call in its log", async (server) => {
    await open(server)
    const { request_id } = await server.client.industry.retrieveNaics({ input: "smile.example", tags: ["crm", "eu"] })
    await server.settle()
    const { body } = await server.call("GET", `/logs/${request_id}`)
    assert.include(JSON.stringify(body), '"tags":["crm","eu"]')
  })

  rows.hold(["zdr", "caching"], "keeps pages for ninety days, and none where nothing may be kept", async (server) => {
    await open(server)
    const ask = (given: object = {}) => server.client.industry.retrieveNaics({ input: "smile.example", ...given })
    await ask({ zdr: "disabled" })
    await ask()
    assert.strictEqual(await server.looks("https://smile.example/"), 1)
    await server.advance("91 days")
    await ask()
    assert.strictEqual(await server.looks("https://smile.example/"), 2)
    const strangers = await server.stranger({ plan: "free" })
    const refused = await strangers.call("GET", "/web/naics?input=smile.example&zdr=enabled")
    assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "ZDR_NOT_ENABLED"])
  })

  rows.hold(
    ["what is a domain", "company unknown", "domain does not resolve", "site unreadable"],
    "says what is wrong, and charges nothing",
    async (server) => {
      const ask = (input: string) => () => server.client.industry.retrieveNaics({ input })
      const unknown = await refuses(server, ask("Acme Industries"), 404, "NOT_FOUND")
      assert.include(unknown, "domain")
      for (const nobody of ["Acme Inc.", "no-dot-in-it", "????", "x ".repeat(1_000)]) {
        await refuses(server, ask(nobody), 404, "NOT_FOUND")
      }
      await refuses(server, ask("nowhere.example"), 400, "WEBSITE_NOT_FOUND")
      await server.show("https://silent.example/", pageOf("1234", "…"))
      await refuses(server, ask("silent.example"), 400, "WEBSITE_ACCESS_ERROR")
      await server.show("https://gone.example/", { status: 404, body: pageOf("Not found", "Nothing is here.") })
      await refuses(server, ask("gone.example"), 400, "WEBSITE_ACCESS_ERROR")
      await server.outage("https://away.example/")
      await refuses(server, ask("away.example"), 400, "WEBSITE_ACCESS_ERROR")
    }
  )

  rows.hold(
    ["a name", "input", "what is a domain"],
    "takes the name of a company, which the index of brands leads to its site",
    async (server) => {
      await open(server)
      await known(server, { domain: "smile.example", name: "Bright Smile Dental", aliases: ["BSD"], rank: 900 })
      await known(server, { domain: "smile-fans.example", name: "Bright Smile Dental" })
      const domainOf = async (input: string) => {
        const { codes, domain } = await server.client.industry.retrieveNaics({ input })
        return [domain, codes?.[0]?.code]
      }
      for (const name of [
        "Bright Smile Dental",
        "bright-smile DENTAL",
        "Bright Smile Dental, Inc.",
        "smile bright",
        // Three letters are too few, with their legal form they are not.
        "BSD LLC"
      ]) {
        assert.deepStrictEqual(await domainOf(name), ["smile.example", "621210"], name)
      }
      // Of those that ship.
      const spotify = `<title>Spotify</title><main><h1>Dentists</h1><p>Offices of dentists.</p></main>`
      await server.show("https://spotify.com/", spotify)
      assert.strictEqual((await domainOf("Spotify"))[0], "spotify.com")
      // A site that was read lately is known by the name that it gives itself.
      await server.show("https://quillon.example/", `<title>Quillon | Dentists</title>${dentist}`)
      await server.client.brand.retrieve({ type: "by_domain", domain: "quillon.example" })
      assert.strictEqual((await domainOf("Quillon"))[0], "quillon.example")
      // A dot makes a domain of what has a public suffix and no space.
      await refuses(
        server,
        () => server.client.industry.retrieveNaics({ input: "bright.example" }),
        400,
        "WEBSITE_NOT_FOUND"
      )
    }
  )

  rows.complete()
})
