/** News, by the public client (contract/news.md, POST /news/search). */
import { assert, describe } from "@effect/vitest"
import { NewsStore } from "@kittiwake/core/news/NewsStore"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect } from "effect"
import { credits, known, refuses } from "../industries/companies.ts"
import { ticking } from "../people/someone.ts"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import {
  ask,
  byDomain,
  chosen,
  company,
  type Found,
  feedOf,
  gather,
  open,
  options,
  pathsOf,
  publishers,
  releases
} from "./publishers.ts"

const named = { searchBy: { type: "entity", entity: { type: "name", name: "Petrelis" } } } as const

const refused = (server: Server, body: object, status: number, code: string) =>
  refuses(server, () => server.client.news.search(body as never), status, code)

const invalid = async (server: Server, body: object, field: string) =>
  assert.include(await refused(server, body, 400, "INPUT_VALIDATION_ERROR"), field, JSON.stringify(body).slice(0, 200))

/** Puts another search of the index in the place of its own. */
const patched = (server: Server, search: NewsStore["Service"]["search"]) =>
  server.run(Effect.map(NewsStore, (store) => void Object.assign(store, { search })))

/** All pages of a search, and the paths of what they have. */
const whole = async (server: Server, body: object) => {
  const pages: Array<Found> = [await ask(server, body)]
  for (let cursor = pages[0]!.next_cursor; cursor !== null; cursor = pages.at(-1)!.next_cursor) {
    pages.push(await ask(server, { ...body, cursor }))
  }
  return { pages, paths: pages.flatMap(pathsOf) }
}

const day = (date: number) => Date.UTC(2025, 11, date, 10)

describe("POST /news/search", () => {
  const rows = rowsOf("news", [
    ...(["Scope", "Credits", "Rounding", "Charge check", "Bucket", "Status"] as const),
    ...(["searchBy", "searchBy.type", "searchBy.entity", "entity name", "entity domain"] as const),
    ...(["entity ticker", "entity isin", "filterBy", "filterBy.sourceDomain", "filterBy.sourceCountry"] as const),
    ...(["filterBy.articleLanguage", "filterBy.articleType", "filterBy.date", "filterBy.date.from"] as const),
    ...(["filterBy.date.to", "sortBy", "sortBy.type", "limit", "cursor", "tags", "filters and sort"] as const),
    ...(["two list filters at once", "from > to", "empty filter array", "a bare string"] as const),
    ...(["cursor with a different query", "cursor with another limit", "unknown keys", "{}"] as const),
    ...(["unknown company", "data", "has_more", "next_cursor", "meta", "request_id, key_metadata"] as const),
    ...(["id", "story_id", "url", "title", "description", "language", "image_url", "authors"] as const),
    ...(["published_at", "type", "source", "match", "match.level", "match.confidence", "ordering"] as const),
    ...(["400", "401", "403", "408", "429", "500", "503", "gathered when first asked"] as const)
  ])

  rows.hold(
    [
      ...(["searchBy", "searchBy.type", "searchBy.entity", "entity domain", "gathered when first asked"] as const),
      ...(["data", "meta", "request_id, key_metadata", "Credits", "Status", "id", "url", "title"] as const)
    ],
    "reads the feeds of the company's site when somebody asks for it first, and asks them again by itself",
    async (server) => {
      await open(server, 2)
      const before = await credits(server)
      const { data: found, response } = await server.client.news.search({ ...byDomain }).withResponse()
      const { data, ...rest } = found
      assert.deepStrictEqual(rest as object, {
        has_more: false,
        next_cursor: null,
        meta: { count: 2 },
        request_id: response.headers.get("x-request-id"),
        key_metadata: { credits_consumed: 1, credits_remaining: before - 1 }
      })
      const [first, second] = data
      assert.match(first!.id, /^art_[0-9a-f]{32}$/)
      assert.notStrictEqual(first!.id, second!.id)
      assert.deepStrictEqual(first as object, {
        id: first!.id,
        story_id: first!.id,
        url: "https://petrelis.example/press/1",
        title: "Petrelis counts 1 colonies of auks a",
        description: null,
        language: "en",
        image_url: null,
        authors: [],
        published_at: "2025-12-30T10:00:00.000Z",
        type: "press_release",
        source: { name: "Petrelis", domain: "petrelis.example", direct: true },
        match: { level: "primary", confidence: 0.95 }
      })
      // However the domain is written; and its site is left alone for the day.
      const looks = await server.looks(company)
      for (const domain of ["https://www.petrelis.example/about", "PETRELIS.EXAMPLE"]) {
        const again = await ask(server, { searchBy: { type: "entity", entity: { type: "domain", domain } } })
        assert.deepStrictEqual(again.data, data)
      }
      assert.strictEqual(await server.looks(company), looks)
      await open(server, 3)
      await server.advance("2 hours")
      await gather(server)
      assert.deepStrictEqual(pathsOf(await ask(server, byDomain)), ["/press/1", "/press/2", "/press/3"])
      assert.strictEqual(await server.looks(company), looks)
      assert.strictEqual(await server.looks(`${company}press/feed.xml`), 2)
    },
    options
  )

  rows.hold(
    [
      ...(["entity name", "entity ticker", "entity isin", "description", "language", "image_url", "authors"] as const),
      ...(["published_at", "type", "source", "match", "match.level", "match.confidence"] as const)
    ],
    "finds who is meant by name, share and number, and tells what is known of each article",
    async (server) => {
      await open(server, 1, [
        { title: "Quarter of Petrelis (NASDAQ: PTRL)", path: "/q", day: 10, text: "US0378331005" }
      ])
      await publishers(server)
      const news = await ask(server)
      const at = (path: string) => news.data.find(({ url }) => url.endsWith(path))!
      assert.sameMembers([...pathsOf(news)], ["/a", "/b", "/c", "/advisories/1", "/d"])
      assert.deepInclude(at("/b") as object, {
        description: "The company said so.",
        language: "en",
        image_url: "https://post.example.uk/p.jpg",
        authors: ["Ann Reed"],
        published_at: "2025-12-22T10:00:00.000Z",
        type: "editorial",
        source: { name: "The Post", domain: "example.uk", direct: true }
      })
      assert.strictEqual(at("/a").language, "de")
      assert.deepInclude(at("/d") as object, { published_at: null, description: null, image_url: null, authors: [] })
      assert.strictEqual(at("/advisories/1").type, "advisory")
      assert.deepStrictEqual([at("/b").match.level, at("/c").match.level], ["primary", "secondary"])
      assert.isAbove(at("/b").match.confidence!, at("/c").match.confidence!)
      for (const { match } of news.data) assert.isTrue(match.confidence! > 0 && match.confidence! <= 1)
      // The index of brands joins what it is called, where it trades and where it is.
      const symbols = [
        { kind: "ticker", exchange: "NASDAQ", code: "PTRL" },
        { kind: "isin", exchange: null, code: "US0378331005" }
      ] as const
      await known(server, { domain: "petrelis.example", name: "Petrelis", symbols })
      for (const entity of [
        { type: "ticker", ticker: "ptrl", exchange: "NASDAQ" },
        { type: "ticker", ticker: "PTRL" },
        { type: "isin", isin: "US0378331005" },
        { type: "name", name: "Petrelis" },
        { type: "domain", domain: "petrelis.example" }
      ]) {
        const found = pathsOf(await ask(server, { searchBy: { type: "entity", entity } }))
        assert.sameMembers(
          [...found],
          ["/press/1", "/q", "/a", "/b", "/c", "/advisories/1", "/d"],
          JSON.stringify(entity)
        )
      }
      const other = { searchBy: { type: "entity", entity: { type: "ticker", ticker: "PTRL", exchange: "NYSE" } } }
      assert.deepStrictEqual(pathsOf(await ask(server, other)), [])
    },
    options
  )

  rows.hold(
    [
      ...(["filterBy", "filterBy.sourceDomain", "filterBy.sourceCountry", "filterBy.articleLanguage"] as const),
      ...(["filterBy.articleType", "filterBy.date", "filterBy.date.from", "filterBy.date.to"] as const),
      ...(["a bare string", "{}", "filters and sort"] as const)
    ],
    "narrows by publisher, country, language and kind, one at a time, and by the window",
    async (server) => {
      await publishers(server)
      const paths = async (filterBy: object) => pathsOf(await ask(server, { filterBy }))
      const all = ["/advisories/1", "/c", "/b", "/a", "/d"]
      assert.deepStrictEqual(await paths({}), all)
      assert.deepStrictEqual(await paths({ date: {} }), all)
      assert.deepStrictEqual(await paths({ sourceDomain: ["example.de"] }), ["/a"])
      assert.deepStrictEqual(await paths({ sourceDomain: "https://www.leaf.example.de/x" }), ["/a"])
      assert.deepStrictEqual(await paths({ sourceDomain: ["example.de", "post.example.uk", "none.example"] }), all)
      assert.deepStrictEqual(await paths({ sourceCountry: ["gb"] }), ["/advisories/1", "/c", "/b", "/d"])
      assert.deepStrictEqual(await paths({ sourceCountry: "de" }), ["/a"])
      assert.deepStrictEqual(await paths({ sourceCountry: ["us", "za"] }), [])
      assert.deepStrictEqual(await paths({ articleLanguage: ["de", "fr"] }), ["/a"])
      assert.deepStrictEqual(await paths({ articleLanguage: "en" }), ["/advisories/1", "/c", "/b", "/d"])
      assert.deepStrictEqual(await paths({ articleType: ["advisory"] }), ["/advisories/1"])
      assert.deepStrictEqual(await paths({ articleType: ["editorial", "press_release"] }), ["/c", "/b", "/a", "/d"])
      // Both ends are in the window, and what has no date is in none.
      assert.deepStrictEqual(await paths({ date: { from: day(22), to: day(23) } }), ["/c", "/b"])
      assert.deepStrictEqual(await paths({ date: { from: day(22) + 1, to: day(23) - 1 } }), [])
      assert.deepStrictEqual(await paths({ date: { to: day(22) } }), ["/b", "/a"])
      assert.deepStrictEqual(await paths({ date: { from: day(24) } }), ["/advisories/1"])
      assert.deepStrictEqual(await paths({ date: { from: day(22), to: day(22) } }), ["/b"])
      assert.deepStrictEqual(await paths({ articleLanguage: ["en"], date: { from: day(23) } }), ["/advisories/1", "/c"])
      const aliased = await ask(server, { filters: { sourceCountry: ["gb"] }, sort: { type: "relevance" } })
      assert.deepStrictEqual(
        aliased.data,
        (await ask(server, { filterBy: { sourceCountry: ["gb"] }, sortBy: { type: "relevance" } })).data
      )
      await invalid(server, { ...named, filters: {}, filterBy: {} }, "filters")
      await invalid(server, { ...named, sort: { type: "newest" }, sortBy: { type: "newest" } }, "sort")
    },
    options
  )

  rows.hold(
    ["sortBy", "sortBy.type", "ordering", "limit", "cursor", "has_more", "next_cursor", "cursor with another limit"],
    "gives each article once, newest first or what is most to the point, page by page",
    async (server) => {
      await open(server, 25)
      await publishers(server)
      await server.client.news.search({ ...byDomain })
      const all = await whole(server, { ...byDomain, limit: 10 })
      assert.deepStrictEqual(
        all.pages.map(({ data, has_more, meta, next_cursor }) => [
          data.length,
          meta.count,
          has_more,
          next_cursor === null
        ]),
        [
          [10, 10, true, false],
          [10, 10, true, false],
          [10, 10, false, true]
        ]
      )
      assert.strictEqual(new Set(all.paths).size, 30)
      const dates = all.pages.flatMap(({ data }) => data.map(({ published_at }) => published_at))
      assert.isNull(dates.at(-1))
      assert.deepStrictEqual(dates.slice(0, -1), dates.slice(0, -1).toSorted().toReversed())
      // Ten are usual, and nobody who asks for a page again gets another.
      const usual = await server.client.news.search({ ...byDomain, cursor: null })
      assert.deepStrictEqual(usual.data, all.pages[0]!.data)
      const next = await ask(server, { ...byDomain, limit: 4, cursor: usual.next_cursor })
      assert.deepStrictEqual(pathsOf(next), all.paths.slice(10, 14))
      const relevant = await whole(server, { ...byDomain, limit: 7, sortBy: { type: "relevance" } })
      assert.sameMembers([...relevant.paths], [...all.paths])
      const places = relevant.pages.flatMap(({ data }) =>
        data.map(({ match, published_at }) => [
          match.level === "primary" ? 1 : 0,
          match.confidence!,
          published_at === null ? 0 : Date.parse(published_at)
        ])
      )
      for (const [at, place] of places.slice(1).entries()) {
        const before = places[at]!
        const differs = place.findIndex((value, index) => value !== before[index])
        assert.isTrue(differs < 0 || before[differs]! > place[differs]!, `${before} before ${place}`)
      }
      assert.notDeepEqual(relevant.paths, all.paths)
    },
    options
  )

  rows.hold(
    ["story_id"],
    "tells copies of one report of a day by their story, and reports of other days apart",
    async (server) => {
      const title = "Petrelis opens a station on the island of Handa for counting birds"
      const copies: ReadonlyArray<readonly [string, number]> = [
        ["https://one.example/", 12],
        ["https://two.example/", 12],
        ["https://three.example/", 14]
      ]
      for (const [base, date] of copies) {
        await chosen(server, `${base}rss`, feedOf(base, "Paper", "en", [{ title, path: "/handa", day: date }]))
        await gather(server)
      }
      const { data } = await ask(server)
      const storyOf = (domain: string) => data.find(({ source }) => source.domain === domain)!.story_id
      assert.strictEqual(new Set(data.map(({ id }) => id)).size, 3)
      assert.strictEqual(storyOf("one.example"), storyOf("two.example"))
      assert.notStrictEqual(storyOf("one.example"), storyOf("three.example"))
    },
    options
  )

  rows.hold(
    ["Credits", "Rounding", "Charge check", "unknown company", "tags"],
    "takes a credit for ten articles of a page, when the balance covers a full one, and none for none",
    async (server) => {
      await open(server, 21)
      const spent = async (body: object) => {
        const before = await credits(server)
        const found = await ask(server, body)
        const { credits_consumed, credits_remaining } = found.key_metadata!
        assert.strictEqual(await credits(server), before - credits_consumed)
        assert.strictEqual(credits_remaining, before - credits_consumed)
        return [found.data.length, credits_consumed]
      }
      assert.deepStrictEqual(await spent({ ...byDomain, limit: 1 }), [1, 1])
      assert.deepStrictEqual(await spent({ ...byDomain, limit: 10 }), [10, 1])
      assert.deepStrictEqual(await spent({ ...byDomain, limit: 11 }), [11, 2])
      assert.deepStrictEqual(await spent({ ...byDomain, limit: 20 }), [20, 2])
      assert.deepStrictEqual(await spent({ ...byDomain, limit: 100 }), [21, 3])
      for (const entity of [
        { type: "name", name: "Nobody At All" },
        { type: "domain", domain: "nobody.example" },
        { type: "ticker", ticker: "NBDY" },
        { type: "isin", isin: "US0000000000" }
      ]) {
        assert.deepStrictEqual(await spent({ searchBy: { type: "entity", entity } }), [0, 0])
      }
      const poor = await server.stranger({ credits: 9 })
      const answer = async (limit: number) => {
        const reply = await poor.call("POST", "/news/search", { ...byDomain, limit })
        return [reply.status, reply.body.error_code ?? (reply.body.data as ReadonlyArray<unknown>).length]
      }
      assert.deepStrictEqual(await answer(100), [403, "USAGE_EXCEEDED"])
      assert.deepStrictEqual(await answer(90), [200, 21])
      assert.deepStrictEqual(await answer(61), [403, "USAGE_EXCEEDED"])
      // What is logged names the labels, and nobody who was asked for by name.
      const tagged = await ask(server, { tags: ["watch"] })
      const entry = JSON.stringify((await server.call("GET", `/logs/${tagged.request_id}`)).body.data)
      assert.include(entry, '"watch"')
      assert.notInclude(entry, "Petrelis")
    },
    options
  )

  rows.hold(
    [
      ...([
        "400",
        "two list filters at once",
        "from > to",
        "empty filter array",
        "cursor with a different query"
      ] as const),
      ...(["unknown keys", "searchBy.entity", "limit", "cursor", "tags"] as const)
    ],
    "says what is wrong, and charges nothing",
    async (server) => {
      const wrong = (more: object, field: string) => invalid(server, { ...named, ...more }, field)
      const entity = (said: object, field: string) => wrong({ searchBy: { type: "entity", entity: said } }, field)
      await invalid(server, {}, "searchBy")
      await wrong({ searchBy: { type: "topic", entity: { type: "name", name: "Petrelis" } } }, "searchBy.type")
      await wrong({ searchBy: { type: "entity" } }, "searchBy.entity")
      await entity({ type: "lei", lei: "x" }, "searchBy.entity")
      await entity({ type: "name" }, "name")
      await entity({ type: "name", name: "x" }, "name")
      await entity({ type: "name", name: " x " }, "name")
      await entity({ type: "name", name: "x".repeat(201) }, "name")
      await entity({ type: "name", name: "Petrelis", domain: "petrelis.example" }, "domain")
      await entity({ type: "domain", domain: "pe" }, "domain")
      await entity({ type: "domain", domain: "no domain" }, "domain")
      await entity({ type: "ticker", ticker: "BRK-B" }, "ticker")
      await entity({ type: "ticker", ticker: "x".repeat(16) }, "ticker")
      await entity({ type: "ticker", ticker: "PTRL", exchange: "MOON" }, "exchange")
      await entity({ type: "isin", isin: "us0378331005" }, "isin")
      await entity({ type: "isin", isin: "US03783310055" }, "isin")
      const filter = (filterBy: object, field: string) => wrong({ filterBy }, field)
      const lists = { sourceDomain: "example.uk", sourceCountry: "gb", articleLanguage: "en", articleType: "editorial" }
      for (const [name, value] of Object.entries(lists)) {
        await filter({ [name]: [] }, name)
        await filter({ [name]: [value, value, value, value] }, name)
        await filter({ [name]: [7] }, name)
        await filter({ [name]: null }, name)
        for (const [other, second] of Object.entries(lists)) {
          if (other !== name) await filter({ [name]: [value], [other]: second }, "filterBy")
        }
      }
      await filter({ sourceDomain: ["no domain"] }, "sourceDomain")
      await filter({ sourceCountry: ["at"] }, "sourceCountry")
      await filter({ sourceCountry: "GB" }, "sourceCountry")
      await filter({ articleLanguage: ["tlh"] }, "articleLanguage")
      await filter({ articleType: ["rumour"] }, "articleType")
      await filter({ date: { from: 2, to: 1 } }, "date.to")
      await filter({ date: { from: "2025-12-01" } }, "date.from")
      await filter({ date: { from: 1.5 } }, "date.from")
      await filter({ date: { to: 8.64e15 + 1 } }, "date.to")
      await filter({ date: { since: 1 } }, "date.since")
      await filter({ author: "Ann" }, "filterBy.author")
      await wrong({ sortBy: {} }, "sortBy.type")
      await wrong({ sortBy: { type: "oldest" } }, "sortBy.type")
      for (const limit of [0, 101, 1.5, "10", null]) await wrong({ limit }, "limit")
      for (const cursor of ["", "x".repeat(301), 7]) await wrong({ cursor }, "cursor")
      await wrong({ cursor: "nobodys" }, "cursor")
      await wrong({ timeoutMS: 1_000 }, "timeoutMS")
      await wrong({ query: "birds" }, "query")
      await wrong({ tags: Array(21).fill("a") }, "tags")
      await wrong({ tags: [""] }, "tags")
      await open(server, 3)
      const page = await ask(server, { ...byDomain, limit: 1 })
      const cursor = page.next_cursor!
      assert.isAtMost(cursor.length, 300)
      await invalid(server, { ...named, cursor }, "cursor")
      await invalid(server, { ...byDomain, cursor, sortBy: { type: "relevance" } }, "cursor")
      await invalid(server, { ...byDomain, cursor, filterBy: { articleLanguage: ["en"] } }, "cursor")
      await invalid(server, { ...byDomain, cursor, filterBy: { date: { from: 1 } } }, "cursor")
      await invalid(server, { ...byDomain, cursor: `${cursor.slice(0, -1)}x` }, "cursor")
      const other = await server.stranger()
      const stolen = await other.call("POST", "/news/search", { ...byDomain, cursor })
      assert.deepStrictEqual([stolen.status, stolen.body.error_code], [400, "INPUT_VALIDATION_ERROR"])
      // The same question, said in other words.
      const same = { ...byDomain, cursor, filters: { date: {} }, sort: { type: "newest" }, limit: 2 }
      assert.deepStrictEqual(pathsOf(await ask(server, same)), ["/press/2", "/press/3"])
    },
    options
  )

  rows.hold(
    ["Scope", "Bucket", "401", "403", "408", "429", "500", "503"],
    "refuses who may not ask, and says when it cannot answer, for nothing",
    async (server) => {
      const answered = async (caller: Pick<Server, "call">, body: object = named) => {
        const reply = await caller.call("POST", "/news/search", body)
        return [reply.status, reply.body.error_code]
      }
      const nobody = await fetch(`${server.client.baseURL}/news/search`, { method: "POST", body: "{}" })
      assert.strictEqual(nobody.status, 401)
      const reader = await server.callerWith(["logs:read"])
      assert.deepStrictEqual(await answered(reader), [403, "INSUFFICIENT_PERMISSIONS"])
      const executor = await server.callerWith(["data:execute"])
      assert.deepStrictEqual(await answered(executor), [200, undefined])
      assert.deepStrictEqual(await answered(await server.stranger({ credits: 0 })), [403, "USAGE_EXCEEDED"])
      const before = await credits(server)
      const down = new StoreUnavailable({ operation: "NewsStore.search", cause: "down" })
      await patched(server, () => Effect.fail(down))
      assert.deepStrictEqual(await answered(server), [503, "SEARCH_UNAVAILABLE"])
      await patched(server, () => Effect.die(new Error("bug")))
      assert.deepStrictEqual(await answered(server), [500, "INTERNAL_ERROR"])
      await patched(server, () => Effect.never)
      assert.deepStrictEqual(await ticking(server, answered(server)), [408, "REQUEST_TIMEOUT"])
      await patched(server, () => Effect.succeed([]))
      assert.strictEqual(await credits(server), before)
      const busy = await server.stranger({ plan: "free" })
      const replies: Array<unknown> = []
      for (let n = 0; n < 200 && replies.at(-1) !== "RATE_LIMITED"; n++) replies.push((await answered(busy))[1])
      assert.deepStrictEqual([replies[0], replies.at(-1)], [undefined, "RATE_LIMITED"])
    },
    options
  )

  rows.hold(
    ["gathered when first asked"],
    "answers with what there is when the site is slow or broken, and hears robots.txt",
    async (server) => {
      await open(server, 2)
      await server.show(`${company}robots.txt`, { body: "User-agent: *\nDisallow: /press", mediaType: "text/plain" })
      assert.deepStrictEqual(pathsOf(await ask(server, byDomain)), [])
      assert.strictEqual(await server.looks(`${company}press/feed.xml`), 0)
      const slow = { searchBy: { type: "entity", entity: { type: "domain", domain: "slow.example" } } }
      await server.show("https://slow.example/", { body: "<title>Slow</title>", latency: "40 seconds" })
      const began = Date.parse(await server.now())
      const answer = await ticking(server, ask(server, slow))
      assert.deepStrictEqual(answer.data, [])
      assert.isAtMost(Date.parse(await server.now()) - began, 10_000)
      const broken = { searchBy: { type: "entity", entity: { type: "domain", domain: "broken.example" } } }
      await server.show("https://broken.example/rss.xml", "<rss><channel><item><title>")
      await server.show("https://broken.example/", "<title>Broken</title>")
      assert.deepStrictEqual((await ask(server, broken)).data, [])
      assert.lengthOf(releases(2), 2)
    },
    options
  )

  rows.complete()
})
