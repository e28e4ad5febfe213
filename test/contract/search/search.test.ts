/** The search of the web by the public client (contract/crawl-search.md §2). */
import { assert, describe } from "@effect/vitest"
import type ContextDev from "context.dev"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import { credits, day, failed, hit, pageOf, refuses, scripted, ticking } from "./web.ts"

type Given = Parameters<ContextDev["web"]["search"]>[0]

const search = (server: Server, given: Partial<Given> = {}) =>
  server.client.web.search({ query: "green tea prices", ...given })

const urlsOf = ({ results }: Awaited<ReturnType<typeof search>>) => (results ?? []).map(({ url }) => url)

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => hit(`https://shop.example/tea/${index}`))

describe("POST /web/search", () => {
  const rows = rowsOf("2", [
    "query",
    "numResults",
    "includeDomains",
    "excludeDomains",
    "freshness",
    "country",
    "queryFanout",
    "markdownOptions",
    "markdownOptions.enabled",
    "markdownOptions.includeLinks",
    "markdownOptions.includeImages",
    "markdownOptions.shortenBase64Images",
    "markdownOptions.useMainContentOnly",
    "markdownOptions.includeFrames",
    "markdownOptions.pdf",
    "markdownOptions.pdf.shouldParse",
    "markdownOptions.pdf.start / .end",
    "markdownOptions.maxAgeMs",
    "markdownOptions.waitForMs",
    "markdownOptions.timeoutOpts",
    "timeoutOpts",
    "tags, zdr",
    "query of the answer",
    "results",
    "results[].url",
    "results[].title",
    "results[].description",
    "results[].relevance",
    "results[].markdown",
    "results[].markdown.code",
    "results[].markdown.markdown",
    "results[].markdown.finalDOMState",
    "partial",
    "cache_metadata",
    "request_id, key_metadata",
    "credits",
    "Backend missing or failing",
    "Fewer hits than numResults",
    "No hits",
    "includeDomains with excludeDomains",
    "Domain entries given as URLs",
    "Duplicate URLs (fanout)",
    "relevance",
    "Blocked, 404 or unsupported hit",
    "finalDOMState with a cut scrape",
    "Deadline with scraping on",
    "cache_metadata without markdown",
    "Country letter case",
    "Parallel scrapes"
  ])

  const tea = scripted({
    hits: [
      hit("https://shop.example/tea", { description: "" }),
      hit("https://news.example/", { title: "Green houses", description: "Nothing else." }),
      hit("https://other.example/", { title: "Boats" })
    ]
  })

  rows.hold(
    [
      "query",
      "query of the answer",
      "results",
      "results[].url",
      "results[].title",
      "results[].description",
      "results[].relevance",
      "relevance",
      "results[].markdown",
      "results[].markdown.code",
      "results[].markdown.markdown",
      "cache_metadata without markdown",
      "request_id, key_metadata",
      "credits",
      "Fewer hits than numResults"
    ],
    "finds pages for one credit, in their order, and says how well each fits",
    async (server) => {
      const before = await credits(server)
      tea.script.hits = tea.script.hits.map((one) => ({
        ...one,
        description: one.title === "Boats" ? "" : one.description
      }))
      const { data, response } = await search(server).withResponse()
      const { key_metadata, request_id, ...rest } = data
      const markdown = { code: "NOT_REQUESTED", markdown: null }
      assert.deepStrictEqual<unknown>(rest, {
        query: "green tea prices",
        results: [
          { url: "https://shop.example/tea", title: "Green tea prices", description: "", relevance: "high", markdown },
          {
            ...{ url: "https://news.example/", title: "Green houses", description: "Nothing else." },
            ...{ relevance: "medium", markdown }
          },
          { url: "https://other.example/", title: "Boats", description: "", relevance: "low", markdown }
        ],
        cache_metadata: { status: "miss", age_ms: 0 }
      })
      assert.strictEqual(request_id, response.headers.get("x-request-id"))
      assert.deepStrictEqual(key_metadata, { credits_consumed: 1, credits_remaining: before - 1 })
      for (const query of ["", "   ", "x".repeat(501)]) {
        await refuses(server, () => search(server, { query }), 400, "INPUT_VALIDATION_ERROR")
      }
      const reader = await server.callerWith(["logs:read"])
      const refused = await reader.call("POST", "/web/search", { query: "tea" })
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "INSUFFICIENT_PERMISSIONS"])
    },
    tea.options
  )

  const many = scripted({ hits: numbered(120) })

  rows.hold(
    ["numResults"],
    "gives as many as are wanted, for one credit for each ten begun",
    async (server) => {
      for (const [numResults, price] of [
        [10, 1],
        [11, 2],
        [100, 10]
      ] as const) {
        const found = await search(server, { numResults })
        assert.strictEqual(found.results?.length, numResults)
        assert.strictEqual(found.key_metadata?.credits_consumed, price)
      }
      assert.strictEqual((await search(server)).results?.length, 10)
      for (const numResults of [9, 101, 10.5]) {
        await refuses(server, () => search(server, { numResults }), 400, "INPUT_VALIDATION_ERROR")
      }
    },
    many.options
  )

  const domains = scripted({
    hits: ["https://shop.example/", "https://a.shop.example/", "https://old.shop.example/", "https://b.example/"].map(
      (url) => hit(url)
    )
  })

  rows.hold(
    ["includeDomains", "excludeDomains", "includeDomains with excludeDomains", "Domain entries given as URLs"],
    "keeps to domains and what is below them, and exclusion wins",
    async (server) => {
      const given = async (more: Partial<Given>) => urlsOf(await search(server, more))
      assert.deepStrictEqual(await given({ includeDomains: ["https://Shop.example/x"] }), [
        "https://shop.example/",
        "https://a.shop.example/",
        "https://old.shop.example/"
      ])
      assert.deepStrictEqual(await given({ includeDomains: ["shop.example"], excludeDomains: ["old.shop.example"] }), [
        "https://shop.example/",
        "https://a.shop.example/"
      ])
      assert.deepStrictEqual(await given({ query: "tea -site:shop.example" }), ["https://b.example/"])
      const none = ["not a domain", " "]
      for (const one of none) {
        await refuses(server, () => search(server, { includeDomains: [one] }), 400, "INPUT_VALIDATION_ERROR")
      }
      const tooMany = Array.from({ length: 101 }, (_, index) => `a${index}.example`)
      await refuses(server, () => search(server, { excludeDomains: tooMany }), 400, "INPUT_VALIDATION_ERROR")
    },
    domains.options
  )

  const dated = scripted()

  rows.hold(
    ["freshness"],
    "drops what is known to be older; what has no date stays",
    async (server) => {
      const at = (days: number) => server.run(day(days))
      dated.script.hits = [
        hit("https://a.example/", { publishedAt: await at(0.5) }),
        hit("https://b.example/", { publishedAt: await at(6) }),
        hit("https://m.example/", { publishedAt: await at(30.5) }),
        hit("https://c.example/", { publishedAt: await at(300) }),
        hit("https://d.example/")
      ]
      const found = async (freshness: NonNullable<Given["freshness"]>) =>
        urlsOf(await search(server, { freshness })).map((url) => url.slice(8, 9))
      assert.deepStrictEqual(await found("last_24_hours"), ["a", "d"])
      assert.deepStrictEqual(await found("last_week"), ["a", "b", "d"])
      assert.deepStrictEqual(await found("last_month"), ["a", "b", "m", "d"])
      assert.deepStrictEqual(await found("last_year"), ["a", "b", "m", "c", "d"])
      await refuses(server, () => search(server, { freshness: "last_hour" as never }), 400, "INPUT_VALIDATION_ERROR")
    },
    dated.options
  )

  const countries = scripted({ hits: [hit("https://a.example/"), hit("https://tee.de/")] })

  rows.hold(
    ["country", "Country letter case"],
    "moves pages of the country up, however it is written",
    async (server) => {
      assert.deepStrictEqual(urlsOf(await search(server)), ["https://a.example/", "https://tee.de/"])
      for (const country of ["de", "DE"]) {
        assert.deepStrictEqual(urlsOf(await search(server, { country: country as never })), [
          "https://tee.de/",
          "https://a.example/"
        ])
      }
      assert.strictEqual(countries.script.asked.at(-1)?.question.country, "de")
      await search(server, { country: "an" as never })
      for (const country of ["me", "xx", "deu"]) {
        await refuses(server, () => search(server, { country: country as never }), 400, "INPUT_VALIDATION_ERROR")
      }
    },
    countries.options
  )

  const fanned = scripted({
    hits: [hit("https://a.example/"), hit("http://www.a.example"), hit("https://a.example/?utm_source=x#y")]
  })

  rows.hold(
    ["queryFanout", "Duplicate URLs (fanout)"],
    "asks for other wordings where that is wanted, and tells each page once",
    async (server) => {
      const query = "what is the price of green tea"
      await search(server, { query })
      assert.strictEqual(fanned.script.asked.length, 1)
      assert.deepStrictEqual(urlsOf(await search(server, { query, queryFanout: true })), ["https://a.example/"])
      const texts = fanned.script.asked.slice(1).map(({ question }) => question.query.text)
      assert.isAbove(new Set(texts).size, 2)
    },
    fanned.options
  )

  const read = scripted()

  const open = async (server: Server) => {
    await server.show(
      "https://a.example/",
      pageOf("Tea", `Green tea. <a href="/more">More tea</a> <img src="/tea.png" alt="leaf">`)
    )
    await server.show("https://b.example/", { status: 404, body: pageOf("Not found", "There is nothing.") })
    await server.outage("https://c.example/")
    await server.show("https://d.example/", { body: pageOf("Slow", "Slow tea."), latency: "2 minutes" })
  }

  rows.hold(
    [
      "markdownOptions",
      "markdownOptions.enabled",
      "markdownOptions.maxAgeMs",
      "markdownOptions.timeoutOpts",
      "Blocked, 404 or unsupported hit",
      "cache_metadata",
      "results[].markdown.finalDOMState",
      "Parallel scrapes"
    ],
    "reads what was found, says how each ended, and charges what was read",
    async (server) => {
      await open(server)
      read.script.hits = ["a", "b", "c", "d"].map((name) => hit(`https://${name}.example/`))
      const markdownOptions = { enabled: true, timeoutOpts: { milliseconds: 3_000 } } as const
      const found = await ticking(server, search(server, { markdownOptions }))
      assert.deepStrictEqual(
        found.results?.map(({ markdown }) => markdown?.code),
        ["SUCCESS", "WEBSITE_ACCESS_ERROR", "WEBSITE_ACCESS_ERROR", "TIMEOUT"]
      )
      const [first, ...others] = found.results ?? []
      assert.include(first?.markdown?.markdown ?? "", "Green tea")
      assert.strictEqual(first?.markdown?.finalDOMState, "loaded")
      assert.isTrue(others.every(({ markdown }) => markdown?.markdown === null && !("finalDOMState" in markdown)))
      assert.strictEqual(found.key_metadata?.credits_consumed, 2)
      assert.strictEqual(found.cache_metadata?.status, "miss")
      assert.notProperty(found, "partial")
      const looks = await server.looks("https://a.example/")
      const again = await ticking(server, search(server, { markdownOptions, includeDomains: ["a.example"] }))
      assert.deepInclude(again.cache_metadata, { status: "hit" })
      assert.strictEqual(await server.looks("https://a.example/"), looks)
      // One page that was read for this call makes it none of the cache's.
      await server.show("https://new.example/", "<html><body><p>New tea.</p></body></html>")
      read.script.hits = [hit("https://a.example/"), hit("https://new.example/")]
      const some = await ticking(server, search(server, { markdownOptions }))
      assert.deepStrictEqual(some.cache_metadata, { status: "miss", age_ms: 0 })
      read.script.hits = [hit("https://a.example/")]
      const fresh = { ...markdownOptions, maxAgeMs: 0 }
      await ticking(server, search(server, { markdownOptions: fresh, includeDomains: ["a.example"] }))
      assert.strictEqual(await server.looks("https://a.example/"), looks + 1)
      for (const wrong of [
        { enabled: true, maxAgeMs: -1 },
        { enabled: true, ocr: true },
        { enabled: true, pdf: { ocr: true } },
        { timeoutOpts: { milliseconds: 4_999, behavior: "return-partial" } }
      ]) {
        await refuses(server, () => search(server, { markdownOptions: wrong as never }), 400, "INPUT_VALIDATION_ERROR")
      }
    },
    read.options
  )

  const shaped = scripted({ hits: [hit("https://a.example/")] })

  rows.hold(
    [
      "markdownOptions.includeLinks",
      "markdownOptions.includeImages",
      "markdownOptions.shortenBase64Images",
      "markdownOptions.useMainContentOnly",
      "markdownOptions.includeFrames"
    ],
    "writes Markdown as a scrape does",
    async (server) => {
      await open(server)
      const data = `data:image/png;base64,${"A".repeat(400)}`
      await server.show(
        "https://a.example/",
        `<html><body><nav>Menu of all</nav><main><h1>Tea</h1><p>Green tea with <a href="/more">more tea</a> <img src="${data}" alt="leaf"></p></main><iframe src="/frame"></iframe></body></html>`
      )
      await server.show("https://a.example/frame", "<html><body><p>Framed tea</p></body></html>")
      for (const options of [
        {},
        { includeLinks: false },
        { includeImages: true },
        { includeImages: true, shortenBase64Images: false },
        { useMainContentOnly: true },
        { includeFrames: true }
      ]) {
        const [found] =
          (await search(server, { markdownOptions: { enabled: true, maxAgeMs: 0, ...options } })).results ?? []
        const scraped = await server.client.web.webScrapeMd({ url: "https://a.example/", maxAgeMs: 0, ...options })
        assert.strictEqual(found?.markdown?.markdown, scraped.markdown, JSON.stringify(options))
      }
    },
    shaped.options
  )

  const files = scripted({ hits: [hit("https://a.example/list.pdf")] })

  rows.hold(
    ["markdownOptions.pdf", "markdownOptions.pdf.shouldParse", "markdownOptions.pdf.start / .end"],
    "leaves PDF files out where that is wanted",
    async (server) => {
      await server.show("https://a.example/list.pdf", { body: "%PDF-1.4\n", mediaType: "application/pdf" })
      const found = await search(server, { markdownOptions: { enabled: true, pdf: { shouldParse: false } } })
      assert.strictEqual(found.results?.[0]?.markdown?.code, "WEBSITE_ACCESS_ERROR")
      assert.strictEqual(found.key_metadata?.credits_consumed, 1)
      for (const pdf of [{ start: 0 }, { start: 3, end: 2 }, { ocr: true }]) {
        await refuses(
          server,
          () => search(server, { markdownOptions: { enabled: true, pdf: pdf as never } }),
          400,
          "INPUT_VALIDATION_ERROR"
        )
      }
    },
    files.options
  )

  const waited = scripted({ hits: [hit("https://a.example/"), hit("https://d.example/")] })

  rows.hold(
    ["markdownOptions.waitForMs"],
    "takes a wait of up to half a minute",
    async (server) => {
      await open(server)
      for (const waitForMs of [-1, 30_001]) {
        await refuses(
          server,
          () => search(server, { markdownOptions: { enabled: true, waitForMs } }),
          400,
          "INPUT_VALIDATION_ERROR"
        )
      }
      // Only a browser waits, and there is none here: the hit says so, and the search is answered.
      const markdownOptions = { enabled: true, waitForMs: 10 }
      const found = await ticking(server, search(server, { markdownOptions, includeDomains: ["a.example"] }))
      assert.strictEqual(found.results?.[0]?.markdown?.code, "ERROR")
      assert.strictEqual(found.key_metadata?.credits_consumed, 1)
    },
    waited.options
  )

  const late = scripted({ hits: [hit("https://a.example/"), hit("https://d.example/")] })

  rows.hold(
    ["timeoutOpts", "partial", "Deadline with scraping on", "finalDOMState with a cut scrape"],
    "answers in time, in part where that is wanted",
    async (server) => {
      await open(server)
      const ask = (behavior: "fail" | "return-partial") =>
        search(server, { markdownOptions: { enabled: true }, timeoutOpts: { milliseconds: 6_000, behavior } })
      const found = await ticking(server, ask("return-partial"))
      assert.deepStrictEqual(
        found.results?.map(({ markdown }) => markdown?.code),
        ["SUCCESS", "TIMEOUT"]
      )
      assert.strictEqual(found.partial, true)
      assert.strictEqual(found.key_metadata?.credits_consumed, 2)
      const before = await credits(server)
      const error = await ticking(
        server,
        Promise.resolve(ask("fail")).then(
          () => assert.fail("It was answered."),
          (cause: unknown) => cause
        )
      )
      assert.deepInclude(Object(error), { status: 408 })
      assert.strictEqual(await credits(server), before)
      late.script.hangs = true
      const hung = await ticking(
        server,
        Promise.resolve(search(server, { timeoutOpts: { milliseconds: 1_000 } })).catch((cause: unknown) => cause)
      )
      assert.deepInclude(Object(hung), { status: 408 })
      await refuses(
        server,
        () => search(server, { timeoutOpts: { milliseconds: 300_001 } }),
        400,
        "TIMEOUT_EXCEEDS_MAXIMUM"
      )
    },
    late.options
  )

  const secret = scripted({ hits: [hit("https://a.example/")] })

  rows.hold(
    ["tags, zdr"],
    "keeps nothing of a call that asks for it, and tells backends",
    async (server) => {
      await open(server)
      await refuses(server, () => search(server, { zdr: "enabled" }), 403, "ZDR_NOT_ENABLED")
      await search(server, { tags: ["spring"] })
      assert.isFalse(secret.script.asked.at(-1)?.turn.zeroRetention)
      const unknown = await server.call("POST", "/web/search", { query: "tea", queries: ["tea"] })
      assert.deepStrictEqual([unknown.status, unknown.body.error_code], [400, "INPUT_VALIDATION_ERROR"])
    },
    secret.options
  )

  const broken = scripted({ failure: failed("throttled", 45) })

  rows.hold(
    ["Backend missing or failing"],
    "says that nobody answers, free of charge, and when to ask again",
    async (server) => {
      const error = await refuses(server, () => search(server), 503, "SEARCH_UNAVAILABLE")
      assert.strictEqual(error.headers?.get("retry-after"), "45")
      await server.advance("45 seconds")
      broken.script.failure = null
      assert.deepStrictEqual(urlsOf(await search(server)), [])
    },
    broken.options
  )

  const empty = scripted({ failure: failed("malformed"), ownPlace: 0 })

  rows.hold(
    ["No hits"],
    "answers nothing for nothing, as long as anybody answers",
    async (server) => {
      const found = await search(server)
      assert.deepStrictEqual(found.results, [])
      assert.strictEqual(found.key_metadata?.credits_consumed, 0)
    },
    empty.options
  )

  rows.hold(["credits"], "does not begin what cannot be paid", async (server) => {
    const poor = await server.stranger({ plan: "free", credits: 0 })
    const refused = await poor.call("POST", "/web/search", { query: "tea" })
    assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "USAGE_EXCEEDED"])
  })

  rows.hold(["query"], "finds pages of a site that the query names, on the site itself", async (server) => {
    await server.show("https://tea.example/robots.txt", {
      body: "User-agent: *\nDisallow: /secret",
      mediaType: "text/plain"
    })
    const links = ["prices", "about", "secret/prices"].map((path) => `<a href="/${path}">${path}</a>`).join(" ")
    await server.show("https://tea.example/", pageOf("Tea house", links))
    await server.show("https://tea.example/prices", pageOf("Prices of green tea", "A tin of green tea is 12 euros."))
    await server.show("https://tea.example/about", pageOf("About", "A family of sailors."))
    await server.show("https://tea.example/secret/prices", pageOf("Secret prices of green tea", "Green tea prices."))
    const found = await ticking(server, search(server, { query: "green tea prices site:tea.example" }))
    assert.strictEqual(urlsOf(found)[0], "https://tea.example/prices")
    assert.notInclude(urlsOf(found), "https://tea.example/secret/prices")
    assert.strictEqual(found.results?.[0]?.relevance, "high")
    const looks = await server.looks("https://tea.example/prices")
    // What was read is found again without a site in the query.
    assert.include(urlsOf(await search(server, { query: "tin of green tea" })), "https://tea.example/prices")
    assert.strictEqual(await server.looks("https://tea.example/prices"), looks)
    const other = await server.stranger()
    assert.deepStrictEqual((await other.client.web.search({ query: "tin of green tea" })).results, [])
  })

  rows.complete()
})
