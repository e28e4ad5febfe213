/** What a submission may say, what becomes of it, and what it is answered (contract/batches.md §3). */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import {
  crawlOf,
  credits,
  ended,
  invalid,
  listOf,
  needs,
  type read,
  receiver,
  refused,
  refuses,
  saying,
  showPages,
  site,
  timestamp,
  urlOf
} from "./submitted.ts"

const entry = { url: urlOf(1) }

describe("the request of POST /batch/submit", () => {
  const rows = rowsOf("3 request", [
    "Idempotency-Key",
    "input",
    "webhook",
    "webhookUrl",
    "tags",
    "input.mode",
    "input.data",
    "input.data.format",
    "input.data.urls",
    "input.data.urls[].url",
    "input.data.urls[].itemId",
    "input.data.urls[].meta",
    "input.data.options",
    "input.data.source",
    "source.type",
    "source.url",
    "source.domain",
    "source.controls.maxUrls",
    "source.controls.maxDepth",
    "source.controls.followSubdomains",
    "source.controls.regex"
  ])

  rows.hold(["Idempotency-Key"], "is a word of 1 to 200 characters", async (server) => {
    await showPages(server, 1)
    const submit = (key: string) => server.client.batch.submit(listOf([entry]), { headers: { "idempotency-key": key } })
    await refuses(submit("x".repeat(201)), invalid)
    assert.match((await submit("x".repeat(200))).id, /^batch_[0-9a-f]{32}$/)
  })

  rows.hold(["input", "input.mode", "input.data", "input.data.format"], "says what is read", async (server) => {
    await showPages(server, 1)
    const data = { format: "markdown", urls: [entry] }
    for (const body of [
      undefined,
      {},
      { input: null },
      { input: [] },
      { input: { data } },
      { input: { mode: "scan", data } },
      { input: { mode: "scrape", type: "scrape", data } },
      { input: { mode: "scrape" } },
      { input: { mode: "scrape", data: { ...data, format: "text" } } },
      { input: { mode: "scrape", data: { ...data, formats: ["html"] } } },
      { input: { mode: "scrape", data: { urls: [entry], formats: [] } } },
      { input: { mode: "scrape", data: { urls: [entry], formats: ["html", "markdown"] } } },
      { input: { mode: "scrape", data, other: 1 } },
      { input: { mode: "scrape", data: { ...data, source: { type: "sitemap", domain: "shop.example" } } } },
      { input: { mode: "crawl", data: { format: "markdown" } } },
      { input: { mode: "crawl", data } },
      { input: { mode: "crawl", data: { format: "markdown", source: { type: "page", url: site } } } }
    ]) {
      await refused(server, body, invalid)
    }
    const formatsOf = async (given: object) => {
      const { body } = await server.call("POST", "/batch/submit", given)
      return Object(body).formats?.map(({ type }: { readonly type: string }) => type)
    }
    assert.deepStrictEqual(await formatsOf({ input: { mode: "scrape", data: { urls: [entry] } } }), ["markdown"])
    assert.deepStrictEqual(
      await formatsOf({ input: { type: "scrape", data: { urls: [urlOf(1)], formats: ["html"] } } }),
      ["html"]
    )
    assert.deepStrictEqual(
      await formatsOf({
        other: "at the top is passed over",
        input: { mode: "scrape", data: { urls: [entry], formats: [{ type: "markdown", options: {} }, "html"] } }
      }),
      ["markdown", "html"]
    )
  })

  rows.hold(
    ["input.data.urls", "input.data.urls[].url", "input.data.urls[].itemId", "input.data.urls[].meta"],
    "has entries with a name and data of the caller's",
    async (server) => {
      await showPages(server, 2)
      const named = { url: urlOf(1), itemId: "é".repeat(200), meta: { a: [1, { b: null }] } }
      const { id } = await server.client.batch.submit(listOf([named, urlOf(2)]))
      await ended(server, id)
      const { data } = await server.client.batch.getResults(id)
      const [first, second] = (data ?? []).map((record) => Object(record))
      assert.deepStrictEqual([first.url, first.itemId, first.meta], [named.url, named.itemId, named.meta])
      assert.notProperty(second, "itemId")
      assert.notProperty(second, "meta")
      const wrong: ReadonlyArray<readonly [unknown, string]> = [
        [{}, "url"],
        [{ url: "" }, "url"],
        [{ url: 7 }, "url"],
        [7, ""],
        [{ ...entry, itemId: "" }, "itemId"],
        [{ ...entry, itemId: "x".repeat(201) }, "itemId"],
        [{ ...entry, itemId: 7 }, "itemId"],
        [{ ...entry, meta: [] }, "meta"],
        [{ ...entry, meta: { text: "x".repeat(4_096) } }, "meta"],
        [{ ...entry, other: 1 }, "other"],
        [{ ...entry, itemId: "a\u0000b" }, "itemId"]
      ]
      for (const [bad, name] of wrong) {
        const message = await refused(server, listOf([entry, Object(bad)]), invalid)
        assert.include(message, `urls[1]${name === "" ? "" : `.${name}`}`)
      }
      await refused(server, listOf([]), invalid)
      await refused(server, { input: { mode: "scrape", data: { urls: "all" } } }, invalid)
    }
  )

  rows.hold(["input.data.options"], "is checked by name and kind", async (server) => {
    const withOptions = (options: object, format = "markdown") => ({
      input: { mode: "scrape", data: { format, urls: [entry], options } }
    })
    for (const options of [{ other: 1 }, { includeLinks: "yes" }, { waitForMs: 15_001 }, { country: "xx" }]) {
      await refused(server, withOptions(options), invalid)
    }
    for (const options of [{ includeLinks: true }, { includeHTML: true }, { includeImages: true }]) {
      await refused(server, withOptions(options, "html"), invalid)
    }
  })

  rows.hold(["tags"], "labels the batch", async (server) => {
    await showPages(server, 1)
    const { id, tags } = await server.client.batch.submit(listOf([entry], { tags: ["a", "b", "a"] }))
    assert.deepStrictEqual(tags, ["a", "b"])
    assert.deepStrictEqual((await server.client.batch.retrieve(id)).tags, ["a", "b"])
    await refused(server, listOf([entry], { tags: Array.from({ length: 21 }, (_, n) => `${n}`) }), invalid)
    await refused(server, listOf([entry], { tags: ["x".repeat(51)] }), invalid)
    await refused(server, listOf([entry], { tags: [""] }), invalid)
  })

  rows.hold(["webhook", "webhookUrl"], "is one of two forms", async (server) => {
    await showPages(server, 1)
    const webhook = { url: receiver }
    await refused(server, listOf([entry], { webhook, webhookUrl: receiver }), invalid)
    for (const url of ["ftp://receiver.example/", `${receiver}#part`, ""]) {
      await refused(server, listOf([entry], { webhook: { url } }), invalid)
      await refused(server, listOf([entry], { webhookUrl: url }), invalid)
    }
    await refused(server, listOf([entry], { webhook: { ...webhook, retry: { delays_seconds: [259_201] } } }), invalid)
    for (const given of [{ webhook }, { webhookUrl: receiver }]) {
      const { id, webhook_secret } = await server.client.batch.submit(listOf([entry], given))
      assert.match(String(webhook_secret), /^whsec_[0-9a-f]{64}$/)
      await ended(server, id)
      assert.notInclude(JSON.stringify(await server.client.batch.retrieve(id)), String(webhook_secret))
    }
  })

  rows.hold(
    [
      "input.data.source",
      "source.type",
      "source.url",
      "source.domain",
      "source.controls.maxUrls",
      "source.controls.maxDepth",
      "source.controls.followSubdomains",
      "source.controls.regex"
    ],
    "names a site and its bounds",
    async (server) => {
      await server.show(`${site}/`, saying("Home"))
      const start = { type: "start_url", url: `${site}/` }
      for (const controls of [
        { maxUrls: 0 },
        { maxUrls: 100_001 },
        { maxDepth: -1 },
        { maxDepth: 51 },
        { followSubdomains: "no" },
        { regex: "x".repeat(257) },
        { regex: "(" },
        { other: 1 }
      ]) {
        await refused(server, crawlOf({ ...start, controls }), invalid)
      }
      await refused(server, crawlOf({ type: "start_url" }), invalid)
      await refused(server, crawlOf({ type: "sitemap", domain: "x" }), invalid)
      await refused(server, crawlOf({ type: "sitemap", domain: "shop.example", controls: { maxDepth: 1 } }), invalid)
      const { crawl, input } = await server.client.batch.submit(
        crawlOf({ ...start, controls: { maxUrls: 7, maxDepth: 2, followSubdomains: true, regex: "/page" } })
      )
      assert.deepStrictEqual(Object(crawl), {
        source: start,
        max_pages: 7,
        max_depth: 2,
        follow_subdomains: true,
        url_pattern: "/page"
      })
      assert.deepStrictEqual(Object(input), {
        reserved: 7,
        reserved_is_ceiling: true,
        submitted: null,
        duplicates: 0,
        invalid: null
      })
    },
    { plan: "enterprise" }
  )

  rows.complete()
})

describe("the intake of POST /batch/submit", () => {
  const rows = rowsOf("3 intake", [
    "Bad entries",
    "What makes an entry bad",
    "Missing scheme in a list entry",
    "Duplicates",
    "Normalization",
    "Nothing usable left",
    "Sitemap crawl",
    "Sitemap unreachable",
    "start_url crawl",
    "Regex",
    "Shorthand"
  ])

  rows.hold(
    ["Bad entries", "What makes an entry bad", "Duplicates", "Normalization"],
    "drops what cannot be fetched and what stands twice, and charges neither",
    async (server) => {
      await showPages(server, 2)
      const before = await credits(server)
      const bad = [
        "http://",
        "ftp://shop.example/a",
        "https://me:secret@shop.example/",
        "http://shop.example:22/",
        "https://%%%/",
        "https://me@shop.example/",
        "javascript:alert(1)"
      ]
      const same = [
        urlOf(1),
        "HTTPS://SHOP.example:443/page-1#part",
        { url: urlOf(1), itemId: "own" },
        { url: `${urlOf(1)}#x`, itemId: "own" },
        `${urlOf(1)}?q`,
        urlOf(2)
      ]
      const { credits: cost, id, input, invalid_urls } = await server.client.batch.submit(listOf([...bad, ...same]))
      assert.deepStrictEqual(Object(input), {
        reserved: 4,
        reserved_is_ceiling: false,
        submitted: 13,
        duplicates: 2,
        invalid: 7
      })
      assert.deepStrictEqual(cost, { reserved: 4 })
      assert.deepStrictEqual(
        invalid_urls.map(({ url }) => url),
        bad
      )
      for (const { reason } of invalid_urls) assert.isAbove(reason.length, 5)
      assert.strictEqual(await credits(server), before - 4)
      assert.deepStrictEqual((await server.client.batch.retrieve(id)).invalid_urls, invalid_urls)
    }
  )

  rows.hold(["Bad entries"], "tells the first hundred of them", async (server) => {
    await showPages(server, 1)
    const bad = Array.from({ length: 150 }, (_, n) => `ftp://shop.example/${n}`)
    const { input, invalid_urls } = await server.client.batch.submit(listOf([...bad, urlOf(1)]))
    assert.strictEqual(input.invalid, 150)
    assert.deepStrictEqual(
      invalid_urls.map(({ url }) => url),
      bad.slice(0, 100)
    )
  })

  rows.hold(["Missing scheme in a list entry"], "reads it as https", async (server) => {
    await showPages(server, 1)
    const { id } = await server.client.batch.submit(listOf(["shop.example/page-1"]))
    await ended(server, id)
    const [record] = ((await server.client.batch.getResults(id)).data ?? []).map(Object)
    assert.deepStrictEqual([record.url, record.final_url], ["shop.example/page-1", urlOf(1)])
  })

  rows.hold(["Nothing usable left"], "is a bad request that costs nothing", async (server) => {
    const before = await credits(server)
    await refused(server, listOf(["http://", "ftp://x.example/"]), invalid)
    assert.strictEqual(await credits(server), before)
    assert.deepStrictEqual((await server.client.batch.list()).data, [])
  })

  rows.hold(["start_url crawl"], "reserves as many pages as it may read", async (server) => {
    await server.show(`${site}/`, saying("Home"))
    const { credits: cost, input } = await server.client.batch.submit(
      crawlOf({ type: "start_url", url: "shop.example" })
    )
    assert.deepStrictEqual(
      [input.reserved, input.reserved_is_ceiling, input.duplicates, cost.reserved],
      [100, true, 0, 100]
    )
  })

  rows.hold(["Sitemap crawl"], "reads the sitemap before it answers", async (server) => {
    const locations = [1, 2, 3, 2].map((n) => `<url><loc>${urlOf(n)}</loc></url>`).join("")
    await server.show(`${site}/robots.txt`, { body: `Sitemap: ${site}/sitemap.xml`, mediaType: "text/plain" })
    await server.show(`${site}/sitemap.xml`, { body: `<urlset>${locations}</urlset>`, mediaType: "application/xml" })
    await showPages(server, 3)
    const batch = await server.client.batch.submit(crawlOf({ type: "sitemap", domain: "https://shop.example/x" }))
    assert.deepStrictEqual([batch.input.reserved, batch.input.reserved_is_ceiling], [3, false])
    assert.deepStrictEqual(Object(batch.crawl), {
      source: { type: "sitemap", domain: "shop.example" },
      max_pages: 100,
      max_depth: 0,
      follow_subdomains: false,
      url_pattern: null
    })
    const { progress } = await ended(server, batch.id)
    assert.deepStrictEqual(progress, { succeeded: 3, failed: 0, pending: 0 })
  })

  rows.hold(["Sitemap unreachable"], "is told as what it is, and costs nothing", async (server) => {
    const before = await credits(server)
    const { body, status } = await server.call(
      "POST",
      "/batch/submit",
      crawlOf({ type: "sitemap", domain: "gone.example" })
    )
    assert.strictEqual(status, 400)
    assert.include(["WEBSITE_ACCESS_ERROR", "WEBSITE_NOT_FOUND"], body.error_code)
    assert.strictEqual(await credits(server), before)
  })

  rows.hold(["Regex"], "is refused when it is none", async (server) => {
    for (const regex of ["(", "[", "a{2"]) {
      await refused(server, crawlOf({ type: "start_url", url: site, controls: { regex } }), invalid)
    }
  })

  rows.hold(["Shorthand"], "takes addresses alone", async (server) => {
    await showPages(server, 2)
    const { body, status } = await server.call("POST", "/batch/submit", {
      input: { type: "scrape", data: { urls: [urlOf(1), { url: urlOf(2) }] } }
    })
    assert.deepStrictEqual([status, Object(body.input).reserved], [200, 2])
  })

  rows.complete()
})

describe("the key of a submission", () => {
  const rows = rowsOf("3 idempotency", [
    "Same key + same body",
    "Same key + other body",
    "Key scope",
    "Body comparison",
    "Replay body",
    "Lifetime",
    "Failed submission",
    "Two at once",
    "Empty or >200 chars",
    "Weight on replay"
  ])
  const key = { headers: { "idempotency-key": "once" } }

  rows.hold(
    ["Same key + same body", "Replay body", "Body comparison", "Lifetime"],
    "stands for one batch as long as that exists",
    async (server) => {
      await showPages(server, 2)
      const body = listOf([{ ...entry, meta: { a: 1, b: 2 } }, urlOf(2)], { webhook: { url: receiver } })
      const first = await server.client.batch.submit(body, key)
      await ended(server, first.id)
      await server.advance("40 days")
      const left = await credits(server)
      const turned = {
        webhook: { url: receiver },
        input: {
          data: { urls: [{ meta: { b: 2, a: 1 }, ...entry }, { url: urlOf(2) }], format: "markdown" },
          mode: "scrape"
        }
      }
      const again = await server.client.batch.submit(turned as typeof body, key)
      const { key_metadata: paid, request_id, ...kept } = first
      const { key_metadata: unpaid, request_id: another, ...same } = again
      assert.deepStrictEqual(same, kept)
      assert.notStrictEqual(another, request_id)
      assert.deepStrictEqual([paid?.credits_consumed, unpaid?.credits_consumed], [2, 0])
      assert.strictEqual(await credits(server), left)
      await server.client.batch.delete(first.id)
      assert.notStrictEqual((await server.client.batch.submit(body, key)).id, first.id)
    }
  )

  rows.hold(["Same key + other body"], "is refused with another body", async (server) => {
    await showPages(server, 2)
    await server.client.batch.submit(listOf([urlOf(1)]), key)
    await refuses(server.client.batch.submit(listOf([urlOf(2)]), key), [409, "IDEMPOTENCY_KEY_CONFLICT"])
    await refuses(server.client.batch.submit(listOf([urlOf(1)], { tags: ["a"] }), key), [
      409,
      "IDEMPOTENCY_KEY_CONFLICT"
    ])
  })

  rows.hold(
    ["Key scope", "Failed submission"],
    "is the organization's, and of a submission that was taken",
    async (server) => {
      await showPages(server, 1)
      await refuses(server.client.batch.submit(listOf(["ftp://x.example/"]), key), invalid)
      const { id } = await server.client.batch.submit(listOf([entry]), key)
      const stranger = await server.stranger()
      assert.notStrictEqual((await stranger.client.batch.submit(listOf([entry]), key)).id, id)
      const made = await server.client.monitors.create({ name: "M", target: { type: "page", url: urlOf(1) } }, key)
      assert.match(made.id, /^mon_/)
    }
  )

  rows.hold(["Two at once"], "makes one batch of two that come together", async (server) => {
    await showPages(server, 1)
    const before = await credits(server)
    const made = await Promise.all(Array.from({ length: 5 }, () => server.client.batch.submit(listOf([entry]), key)))
    assert.lengthOf([...new Set(made.map(({ id }) => id))], 1)
    assert.strictEqual(await credits(server), before - 1)
  })

  rows.hold(["Empty or >200 chars"], "is not empty", async (server) => {
    const headers = { "idempotency-key": "" }
    await refuses(server.client.batch.submit(listOf([entry]), { headers }), invalid)
  })

  rows.hold(["Weight on replay"], "draws as much again", async (server) => {
    await showPages(server, 1)
    for (const left of ["950", "900"]) {
      const { response } = await server.client.batch.submit(listOf([entry]), key).withResponse()
      assert.strictEqual(response.headers.get("x-ratelimit-remaining"), left)
    }
  })

  rows.complete()
})

describe("the answer of POST /batch/submit", () => {
  const rows = rowsOf("3 response", ["200", "errors", "cap"])

  rows.hold(["200"], "is the batch as it was accepted", async (server) => {
    await showPages(server, 1)
    const { data, response } = await server.client.batch.submit(listOf([entry])).withResponse()
    assert.strictEqual(response.status, 200)
    assert.hasAllKeys(data, [
      "id",
      "status",
      "mode",
      "format",
      "formats",
      "tags",
      "crawl",
      "input",
      "credits",
      "created_at",
      "invalid_urls",
      "cache_metadata",
      "request_id",
      "key_metadata"
    ])
    const { cache_metadata, created_at, crawl, format, formats, mode, status, tags } = Object(data)
    assert.deepStrictEqual(
      { cache_metadata, crawl, format, formats, mode, status, tags },
      {
        cache_metadata: { status: "miss", age_ms: 0 },
        crawl: null,
        format: "markdown",
        formats: [{ type: "markdown", options: {} }],
        mode: "scrape",
        status: "queued",
        tags: []
      }
    )
    assert.match(created_at, timestamp)
    assert.strictEqual(data.key_metadata?.credits_consumed, 1)
    assert.strictEqual(response.headers.get("x-request-id"), data.request_id)
    assert.deepStrictEqual(
      ["limit", "remaining"].map((name) => response.headers.get(`x-ratelimit-${name}`)),
      ["1000", "950"]
    )
  })

  rows.hold(
    ["errors"],
    "names what is missing",
    async (server) => {
      await needs(server, "batches:write", (client) => client.batch.submit(listOf([entry])))
      await refused(server, listOf([urlOf(1), urlOf(2), urlOf(3)]), [403, "USAGE_EXCEEDED"])
      const twenty = Array.from({ length: 20 }, () => server.call("POST", "/batch/submit", {}))
      const statuses = (await Promise.all(twenty)).map(({ status }) => status)
      assert.include(statuses, 429)
    },
    { credits: 2, plan: "scale" }
  )

  rows.hold(
    ["cap"],
    "is refused while as many batches as the plan allows have not ended",
    async (server) => {
      for (const n of [1, 2, 3]) await server.show(urlOf(n), { body: saying(`Page ${n}`), latency: "20 seconds" })
      const { id } = await server.client.batch.submit(listOf([urlOf(1)]))
      await server.client.batch.submit(listOf([urlOf(2)]))
      await refuses(server.client.batch.submit(listOf([urlOf(3)])), [403, "BATCH_LIMIT_EXCEEDED"])
      await ended(server, id)
      await server.client.batch.submit(listOf([urlOf(3)]))
    },
    { plan: "developer" }
  )

  rows.complete()
})

describe("options of a batch", () => {
  const rows = rowsOf("3 options", [
    "includeHTML",
    "useMainContentOnly",
    "selectors",
    "maxAgeMs",
    "html",
    "links and images"
  ])
  const page = `<!doctype html><title>T</title><nav>Menu</nav><main><h1>Head</h1><p class="a">One <a href="/x">link</a></p><p class="b">Two <img src="/i.png" alt="pic"></p></main>`
  const recordOf = async (server: Parameters<typeof read>[0], options: object, format = "markdown") => {
    await server.show(urlOf(1), page)
    const body = { input: { mode: "scrape", data: { format, urls: [entry], options } } } as ReturnType<typeof listOf>
    const { id } = await server.client.batch.submit(body)
    await ended(server, id)
    return Object((await server.client.batch.getResults(id)).data?.[0])
  }

  rows.hold(["includeHTML", "html"], "gives HTML beside Markdown, or alone", async (server) => {
    const both = await recordOf(server, { includeHTML: true })
    assert.include(both.markdown, "Head")
    assert.include(both.html, "<h1>Head</h1>")
    const html = await recordOf(server, {}, "html")
    assert.include(html.html, "<h1>Head</h1>")
    assert.notProperty(html, "markdown")
    assert.notProperty(await recordOf(server, {}), "html")
  })

  rows.hold(["useMainContentOnly", "selectors"], "keeps what is asked for", async (server) => {
    assert.include((await recordOf(server, {})).markdown, "Menu")
    assert.notInclude((await recordOf(server, { useMainContentOnly: true })).markdown, "Menu")
    const chosen = (await recordOf(server, { includeSelectors: ["p"], excludeSelectors: [".b"] })).markdown
    assert.include(chosen, "One")
    assert.notInclude(chosen, "Two")
    assert.notInclude(chosen, "Head")
    await refused(
      server,
      { input: { mode: "scrape", data: { urls: [entry], options: { includeSelectors: [">>"] } } } },
      invalid
    )
    assert.include((await recordOf(server, { includeSelectors: null })).markdown, "Head")
  })

  rows.hold(["links and images"], "are kept as asked for", async (server) => {
    const usual = (await recordOf(server, {})).markdown
    assert.include(usual, "](")
    assert.notInclude(usual, "i.png")
    assert.notInclude((await recordOf(server, { includeLinks: false })).markdown, "](")
    assert.include((await recordOf(server, { includeImages: true })).markdown, "i.png")
  })

  rows.hold(["maxAgeMs"], "takes pages that were kept", async (server) => {
    const first = await recordOf(server, {})
    assert.strictEqual(first.cache_metadata.status, "miss")
    const second = await recordOf(server, {})
    assert.strictEqual(second.cache_metadata.status, "hit")
    assert.isAtLeast(second.cache_metadata.age_ms, 0)
    assert.strictEqual((await recordOf(server, { maxAgeMs: 0 })).cache_metadata.status, "miss")
    assert.strictEqual((await recordOf(server, { maxAgeMs: null })).cache_metadata.status, "hit")
  })

  rows.complete()
})
