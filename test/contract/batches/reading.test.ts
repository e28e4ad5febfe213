/** How batches are listed, looked at, and what came of their pages (contract/batches.md §4 to §6, §10). */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import {
  crawlOf,
  ended,
  invalid,
  listOf,
  needs,
  notFound,
  read,
  receiver,
  recordsIn,
  refuses,
  saying,
  settleBatches,
  showPages,
  site,
  timestamp,
  urlOf
} from "./submitted.ts"

const told = [
  "id",
  "status",
  "mode",
  "format",
  "formats",
  "tags",
  "crawl",
  "input",
  "progress",
  "credits",
  "timing",
  "page_errors",
  "failure",
  "results"
]

describe("GET /batch/list", () => {
  const rows = rowsOf("4", ["limit", "cursor", "status", "q", "search_type", "tags", "order", "response", "errors"])

  rows.hold(["response", "order", "limit", "cursor"], "goes through all of them, newest first", async (server) => {
    await showPages(server, 1)
    const made: Array<string> = []
    for (let n = 0; n < 5; n++) {
      const { id } = await server.client.batch.submit(listOf([urlOf(1)]))
      made.unshift(id)
      await ended(server, id)
    }
    const first = await server.client.batch.list({ limit: 2 })
    assert.hasAllKeys(first, ["data", "has_more", "next_cursor", "request_id", "key_metadata"])
    for (const batch of first.data ?? []) assert.hasAllKeys(batch, told)
    const seen = (first.data ?? []).map(({ id }) => id)
    for (let { next_cursor } = first; next_cursor !== null; ) {
      const page = await server.client.batch.list({ limit: 2, cursor: String(next_cursor) })
      seen.push(...(page.data ?? []).map(({ id }) => id))
      assert.strictEqual(page.has_more, page.next_cursor !== null)
      next_cursor = page.next_cursor
    }
    assert.deepStrictEqual(seen, made)
    const { next_cursor } = await server.client.batch.list({ limit: 2, status: "completed" })
    await refuses(server.client.batch.list({ limit: 2, cursor: String(next_cursor) }), invalid)
    await refuses(server.client.batch.list({ cursor: "x" }), invalid)
    for (const limit of [0, 101]) await refuses(server.client.batch.list({ limit }), invalid)
  })

  rows.hold(
    ["status", "q", "search_type", "tags"],
    "finds those that are meant",
    async (server) => {
      await server.show(`${site}/docs/`, { body: saying("Docs"), latency: "20 seconds" })
      await showPages(server, 1)
      const list = await read(server, 1, { tags: ["Nightly", "shop"] })
      const crawl = await server.client.batch.submit(crawlOf({ type: "start_url", url: `${site}/docs/` }))
      await server.advance("1 second")
      const found = async (query: object) => ((await server.client.batch.list(query)).data ?? []).map(({ id }) => id)
      assert.deepStrictEqual(await found({ status: "completed" }), [list.id])
      assert.deepStrictEqual(await found({ status: "running" }), [crawl.id])
      assert.deepStrictEqual(await found({ q: list.id }), [list.id])
      assert.deepStrictEqual(await found({ q: "DOCS" }), [crawl.id])
      assert.deepStrictEqual(await found({ q: "night" }), [list.id])
      assert.deepStrictEqual(await found({ q: "night", search_type: "exact" }), [])
      assert.deepStrictEqual(await found({ q: "nightly shop", search_type: "exact" }), [list.id])
      assert.deepStrictEqual(await found({ q: "nightly docs" }), [])
      assert.deepStrictEqual(await found({ tags: "shop,other" }), [list.id])
      assert.deepStrictEqual(await found({ tags: "sho" }), [])
      assert.deepStrictEqual(await found({ q: "nightly", tags: "shop", status: "running" }), [])
      for (const query of [{ status: "done" }, { search_type: "some" }, { q: "x".repeat(201) }]) {
        await refuses(server.client.batch.list(query as object), invalid)
      }
    },
    { plan: "enterprise" }
  )

  rows.hold(["errors"], "needs the right to read, and shows nobody else's", async (server) => {
    await read(server, 1)
    await needs(server, "batches:read", (client) => client.batch.list())
    const stranger = await server.stranger()
    assert.deepStrictEqual((await stranger.client.batch.list()).data, [])
  })

  rows.complete()
})

describe("GET /batch/{batch_id}", () => {
  const rows = rowsOf("5", [
    "200",
    "invalid_urls",
    "webhook_delivery_id",
    "results",
    "progress",
    "timing",
    "page_errors",
    "errors"
  ])

  rows.hold(["200", "invalid_urls", "progress", "timing"], "tells how far it has come", async (server) => {
    for (const n of [1, 2, 3]) await server.show(urlOf(n), { body: saying(`Page ${n}`), latency: "20 seconds" })
    const submitted = await server.client.batch.submit(listOf([urlOf(1), urlOf(2), urlOf(3), "ftp://x.example/"]))
    await server.advance("1 second")
    const running = await server.client.batch.retrieve(submitted.id)
    assert.hasAllKeys(running, [...told, "invalid_urls", "request_id", "key_metadata"])
    assert.deepStrictEqual(
      [running.status, running.progress, running.credits, running.results, running.failure],
      [
        "running",
        { succeeded: 0, failed: 0, pending: 3 },
        { reserved: 3, refunded: 0, ocr_charged: 0, net: 3 },
        null,
        null
      ]
    )
    assert.isNull(running.timing.completed_at)
    const batch = await ended(server, submitted.id)
    assert.deepStrictEqual(
      [batch.status, batch.progress, batch.invalid_urls],
      ["completed", { succeeded: 3, failed: 0, pending: 0 }, submitted.invalid_urls]
    )
    const { completed_at, created_at, started_at } = batch.timing
    for (const at of [created_at, started_at, completed_at]) assert.match(String(at), timestamp)
    assert.isTrue(created_at <= String(started_at) && String(started_at) <= String(completed_at))
    assert.notProperty(batch, "webhook_delivery_id")
  })

  rows.hold(["page_errors"], "counts why pages failed, and pays them back", async (server) => {
    await showPages(server, 1)
    await server.show(urlOf(2), { body: "gone", status: 404 })
    await server.show(urlOf(3), { body: "gone", status: 404 })
    await server.outage("https://away.example/")
    const { id } = await server.client.batch.submit(listOf([...[1, 2, 3].map(urlOf), "https://away.example/"]))
    const batch = await ended(server, id)
    assert.deepStrictEqual(batch.progress, { succeeded: 1, failed: 3, pending: 0 })
    assert.deepStrictEqual(batch.page_errors[0], { code: "NOT_FOUND", count: 2 })
    assert.deepStrictEqual(
      batch.page_errors.map(({ count }) => count),
      [2, 1]
    )
    assert.deepStrictEqual(batch.credits, { reserved: 4, refunded: 3, ocr_charged: 0, net: 1 })
    assert.strictEqual(batch.status, "completed")
  })

  rows.hold(["webhook_delivery_id"], "names the delivery of its end", async (server) => {
    const { webhook_delivery_id } = await read(server, 1, { webhook: { url: receiver } })
    assert.match(String(webhook_delivery_id), /^whd_[0-9a-f]{32}$/)
    const { data } = await server.client.batch.list()
    assert.notProperty(data?.[0], "webhook_delivery_id")
  })

  rows.hold(["results"], "has links to files, made anew each time", async (server) => {
    const batch = await read(server, 3)
    const { expires_at, files } = batch.results!
    assert.strictEqual(Date.parse(expires_at) - Date.parse(await server.now()), 3_600_000)
    assert.deepStrictEqual(
      files.map(({ items }) => items),
      [3]
    )
    await server.advance("1 minute")
    const again = (await server.client.batch.retrieve(batch.id)).results!
    assert.notStrictEqual(again.files[0]!.url, files[0]!.url)
    const bytes = new Uint8Array(await (await fetch(files[0]!.url)).arrayBuffer())
    assert.strictEqual(bytes.length, files[0]!.bytes)
    const { data } = await server.client.batch.getResults(batch.id)
    assert.sameDeepMembers([...recordsIn(bytes)], [...(data ?? [])] as Array<never>)
  })

  rows.hold(["errors"], "knows nobody else's", async (server) => {
    const { id } = await read(server, 1)
    await needs(server, "batches:read", (client) => client.batch.retrieve(id))
    const { client: stranger } = await server.stranger()
    for (const unknown of ["batch_none", "batch_00000000000000000000000000000000"]) {
      await refuses(server.client.batch.retrieve(unknown), notFound)
    }
    await refuses(stranger.batch.retrieve(id), notFound)
    await refuses(stranger.batch.getResults(id), notFound)
    await refuses(stranger.batch.cancel(id), notFound)
    await refuses(stranger.batch.delete(id), notFound)
  })

  rows.complete()
})

describe("GET /batch/{batch_id}/results", () => {
  const rows = rowsOf("6", [
    "limit",
    "cursor",
    "ok",
    "error",
    "metadata",
    "order",
    "8 MB",
    "not final",
    "retention",
    "errors"
  ])

  rows.hold(["ok", "error", "metadata"], "tells what came of each page", async (server) => {
    await server.show(
      urlOf(1),
      `<!doctype html><html lang="en"><head><title>One</title><meta name="description" content="First"></head><main><h1>Head</h1></main></html>`
    )
    await server.show(urlOf(2), { body: "", redirectTo: urlOf(1) })
    await server.show(urlOf(3), { body: "no", status: 404 })
    const { id } = await server.client.batch.submit(listOf([1, 2, 3].map(urlOf)))
    await ended(server, id)
    const [one, moved, gone] = ((await server.client.batch.getResults(id)).data ?? []).map(Object)
    assert.hasAllKeys(one, ["status", "url", "http_status", "final_url", "markdown", "metadata", "cache_metadata"])
    assert.deepStrictEqual([one.status, one.url, one.http_status, one.final_url], ["ok", urlOf(1), 200, urlOf(1)])
    assert.include(one.markdown, "Head")
    assert.deepStrictEqual(
      [
        one.metadata.title,
        one.metadata.description,
        one.metadata.language,
        one.metadata.sourceUrl,
        one.metadata.finalUrl
      ],
      ["One", "First", "en", urlOf(1), urlOf(1)]
    )
    assert.deepStrictEqual([moved.url, moved.final_url], [urlOf(2), urlOf(1)])
    assert.hasAllKeys(gone, ["status", "url", "error_code", "message"])
    assert.deepStrictEqual([gone.status, gone.url, gone.error_code], ["error", urlOf(3), "NOT_FOUND"])
  })

  rows.hold(["limit", "cursor", "order"], "goes through them in the order of the list", async (server) => {
    const { id } = await read(server, 23)
    const seen: Array<string> = []
    let cursor: string | null = null
    do {
      const query: object = cursor === null ? { limit: 5 } : { limit: 5, cursor }
      const page = Object(await server.client.batch.getResults(id, query))
      seen.push(...page.data.map(({ url }: { readonly url: string }) => url))
      assert.strictEqual(page.has_more, page.next_cursor !== null)
      cursor = page.next_cursor
    } while (cursor !== null)
    assert.deepStrictEqual(
      seen,
      Array.from({ length: 23 }, (_, n) => urlOf(n + 1))
    )
    await refuses(server.client.batch.getResults(id, { cursor: "x" }), invalid)
    for (const limit of [0, 101]) await refuses(server.client.batch.getResults(id, { limit }), invalid)
    assert.lengthOf((await server.client.batch.getResults(id)).data ?? [], 23)
  })

  /** How many records there are in each page of results of a batch of pages with this text. */
  const recordsOf = async (server: Server, pages: ReadonlyArray<number>, text: string) => {
    for (const n of pages) await server.show(urlOf(n), `<title>${n}</title><main><p>${text}</p></main>`)
    const { id } = await server.client.batch.submit(listOf(pages.map(urlOf)))
    // No time passes, since reading megabytes takes time of its own.
    for (let { status } = await server.client.batch.retrieve(id); status !== "completed"; ) {
      ;({ status } = await server.client.batch.retrieve(id))
    }
    const counts: Array<number | undefined> = []
    for (let cursor: string | null | undefined = ""; typeof cursor === "string"; ) {
      const page = await server.client.batch.getResults(id, cursor === "" ? {} : { cursor })
      assert.strictEqual(page.has_more, page.next_cursor !== null)
      counts.push(page.data?.length)
      cursor = page.next_cursor
    }
    return counts
  }

  rows.hold(["8 MB"], "ends a page early rather than have it larger", async (server) => {
    const latin = "lorem ipsum dolor sit amet "
    assert.deepStrictEqual(await recordsOf(server, [1, 2, 3], latin.repeat(120_000)), [2, 1])
    // As many bytes, in letters of three.
    assert.deepStrictEqual(await recordsOf(server, [4, 5, 6], "鳥の手紙。".repeat(216_000)), [2, 1])
    // One is told, however large it is.
    assert.deepStrictEqual(await recordsOf(server, [7, 8], latin.repeat(330_000)), [1, 1])
  })

  rows.hold(["not final"], "is refused until it has ended", async (server) => {
    await server.show(urlOf(1), { body: saying("Page 1"), latency: "20 seconds" })
    const { id } = await server.client.batch.submit(listOf([urlOf(1)]))
    await refuses(server.client.batch.getResults(id), [409, "BATCH_NOT_COMPLETED"])
  })

  rows.hold(["retention"], "is over after 180 days", async (server) => {
    const { id } = await read(server, 1)
    await server.advance("179 days")
    assert.lengthOf((await server.client.batch.getResults(id)).data ?? [], 1)
    await server.advance("2 days")
    await refuses(server.client.batch.getResults(id), notFound)
    const { results, status } = await server.client.batch.retrieve(id)
    assert.deepStrictEqual([status, results], ["completed", null])
  })

  rows.hold(["errors"], "needs the right to read", async (server) => {
    const { id } = await read(server, 1)
    await needs(server, "batches:read", (client) => client.batch.getResults(id))
    await refuses(server.client.batch.getResults("batch_none"), notFound)
  })

  rows.complete()
})

describe("the files of results", () => {
  const rows = rowsOf("10", ["Content", "Link auth", "Link life", "HTTP", "Split", "Zero records", "Retention"])

  rows.hold(["Content", "Link auth", "HTTP"], "are read by who has the link, whole or in part", async (server) => {
    const { results } = await read(server, 3)
    const { bytes: size, url } = results!.files[0]!
    const whole = await fetch(url)
    const { headers } = whole
    assert.deepStrictEqual(
      ["content-type", "content-encoding", "accept-ranges", "content-length"].map((name) => headers.get(name)),
      ["application/gzip", null, "bytes", String(size)]
    )
    const bytes = new Uint8Array(await whole.arrayBuffer())
    const etag = String(headers.get("etag"))
    const part = await fetch(url, { headers: { range: "bytes=10-19" } })
    assert.deepStrictEqual([part.status, part.headers.get("content-range")], [206, `bytes 10-19/${size}`])
    assert.deepStrictEqual(new Uint8Array(await part.arrayBuffer()), bytes.subarray(10, 20))
    const last = await fetch(url, { headers: { range: "bytes=-5" } })
    assert.deepStrictEqual(new Uint8Array(await last.arrayBuffer()), bytes.subarray(-5))
    assert.strictEqual((await fetch(url, { headers: { range: `bytes=${size}-` } })).status, 416)
    assert.strictEqual((await fetch(url, { headers: { "if-none-match": etag } })).status, 304)
    const other = await fetch(url, { headers: { range: "bytes=0-1", "if-range": '"other"' } })
    assert.strictEqual(other.status, 200)
    assert.lengthOf(recordsIn(bytes), 3)
  })

  rows.hold(["Link life"], "are there for an hour, to nobody who changed the link", async (server) => {
    const { results } = await read(server, 1)
    const { url } = results!.files[0]!
    const at = url.lastIndexOf("/") + 1
    for (const token of [url.slice(at, -2), `${url.slice(at)}A`, `${url.slice(at)}=`, `A${url.slice(at + 1)}`, "x"]) {
      const answer = await fetch(url.slice(0, at) + token)
      assert.strictEqual(answer.status, 404, token)
      assert.include(await answer.text(), "GET /v1/batch/{batch_id} gives new ones")
    }
    await server.advance("59 minutes")
    assert.strictEqual((await fetch(url)).status, 200)
    await server.advance("2 minutes")
    assert.strictEqual((await fetch(url)).status, 404)
  })

  rows.hold(["Retention"], "are gone with the batch", async (server) => {
    const { id, results } = await read(server, 1)
    const { url } = results!.files[0]!
    await server.client.batch.delete(id)
    assert.strictEqual((await fetch(url)).status, 404)
  })

  rows.hold(
    ["Zero records"],
    "are none where nothing was read",
    async (server) => {
      const { id } = await server.client.batch.submit(listOf([urlOf(1)]))
      await server.client.batch.cancel(id)
      await settleBatches(server)
      const { results, status } = await server.client.batch.retrieve(id)
      assert.deepStrictEqual([status, results?.files], ["cancelled", []])
      assert.deepStrictEqual((await server.client.batch.getResults(id)).data, [])
    },
    { loops: false }
  )

  rows.hold(
    ["Split"],
    "have 5,000 records at most",
    async (server) => {
      const missing = Array.from({ length: 5_050 }, (_, n) => `https://gone.example/${n}`)
      const { id } = await server.client.batch.submit(listOf(missing))
      const { results } = await ended(server, id)
      const items = results!.files.map((file) => file.items)
      assert.strictEqual(
        items.reduce((sum, count) => sum + count, 0),
        5_050
      )
      assert.isAbove(items.length, 1)
      for (const count of items) assert.isAtMost(count, 5_000)
      const tagOf = async (url: string, headers = {}) => {
        const answer = await fetch(url, { headers: { range: "bytes=0-0", ...headers } })
        await answer.body?.cancel()
        return [answer.status, String(answer.headers.get("etag"))] as const
      }
      const tags = await Promise.all(results!.files.map(async ({ url }) => (await tagOf(url))[1]))
      assert.strictEqual(new Set(tags).size, items.length)
      assert.strictEqual((await tagOf(results!.files[0]!.url, { "if-none-match": tags[1] }))[0], 206)
    },
    { plan: "enterprise" }
  )

  rows.complete()
})
