/** What each service is asked in its own words, and what its own mistakes mean. */
import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { SearchQuestion } from "@kittiwake/core/search/domain/SearchQuestion"
import { DateTime, Effect, Redacted } from "effect"
import { readQuery } from "../../../core/src/search/domain/readQuery.ts"
import * as Brave from "../src/Brave.ts"
import * as Searxng from "../src/Searxng.ts"
import * as Wikipedia from "../src/Wikipedia.ts"
import { answers, key, made, type Reply, serve } from "./searchServer.ts"

const turn = {
  organizationId: OrganizationId.make("org_00000000000000000000000000000001"),
  leftMillis: 20_000,
  zeroRetention: false
}

const asks = (
  text: string,
  more: Partial<SearchQuestion> = {},
  named?: Parameters<typeof readQuery>[1]
): SearchQuestion => ({
  ...{ query: readQuery(text, named), publishedSince: null, country: null, count: 10 },
  ...more
})

const json = (value: unknown): Reply => answers(200, JSON.stringify(value))

const result = (index: number) => ({
  url: `https://a.example/${index}`,
  title: `T${index}`,
  content: "",
  description: ""
})

const ago = (days: number) => DateTime.subtract(DateTime.makeUnsafe(Date.now()), { days })

describe("SearXNG", () => {
  const search = Effect.fnUntraced(function* (
    question: SearchQuestion,
    ...replies: readonly [Reply, ...ReadonlyArray<Reply>]
  ) {
    const { asked, url } = yield* serve(...replies)
    const { search } = yield* made(Searxng.make({ url: `${url}/search/` }))
    return { asked, found: yield* Effect.result(search(question, turn)) }
  })

  it.live("takes an answer without results whose engines did not answer for none", () =>
    Effect.gen(function* () {
      const blocked = (why: string) => json({ results: [], unresponsive_engines: [["google", why]] })
      const reasons = []
      for (const why of ["Suspended: CAPTCHA", "too many requests", "HTTP error", "timeout"]) {
        const { found } = yield* search(asks("tea"), blocked(why))
        reasons.push(found._tag === "Failure" ? found.failure.reason : "answered")
      }
      assert.deepStrictEqual(reasons, ["throttled", "throttled", "unavailable", "unavailable"])
      const { found } = yield* search(
        asks("tea"),
        json({ results: [result(1)], unresponsive_engines: [["google", "timeout"]] }),
        json({ results: [] })
      )
      assert.strictEqual(found._tag === "Success" ? found.success.length : -1, 1)
    }).pipe(Effect.scoped)
  )

  it.live("reads odd answers as answers: engines named by a nest of lists, and more results than anybody wants", () =>
    Effect.gen(function* () {
      const nest = `${"[".repeat(100_000)}"captcha"${"]".repeat(100_000)}`
      const { found } = yield* search(
        asks("tea"),
        answers(200, `{"results":[],"unresponsive_engines":[${nest},7,null,{"a":1}]}`)
      )
      assert.strictEqual(found._tag === "Failure" ? found.failure.reason : "answered", "unavailable")
      const many = json({ results: Array.from({ length: 120_000 }, () => ({ url: "https://a.example/" })) })
      const second = yield* search(asks("tea", { count: 800 }), many, many)
      assert.strictEqual(second.found._tag === "Success" ? second.found.success.length : -1, 800)
    }).pipe(Effect.scoped)
  )

  it.live("asks by a form, so that no log holds the question, with time, language and domains", () =>
    Effect.gen(function* () {
      const question = asks(
        "green tea -bags",
        { publishedSince: ago(6), country: "de" },
        { includeDomains: ["a.example", "b.example"], excludeDomains: ["c.example"] }
      )
      const { asked } = yield* search(question, json({ results: [] }))
      assert.deepStrictEqual(
        asked.map(({ method, parameters, path }): object => ({ method, path, ...parameters })),
        [
          {
            ...{ method: "POST", path: "/search", format: "json", pageno: "1", time_range: "week", language: "de-DE" },
            q: "green tea -bags site:a.example OR site:b.example -site:c.example"
          }
        ]
      )
    }).pipe(Effect.scoped)
  )

  it.live("asks for the range that a window is, though some time has passed since it was taken", () =>
    Effect.gen(function* () {
      const ranges = []
      for (const days of [1, 7, 31, 366, 400]) {
        const { asked } = yield* search(
          asks("tea", { publishedSince: DateTime.subtract(ago(days), { minutes: 5 }) }),
          json({ results: [] })
        )
        ranges.push(asked[0]?.parameters["time_range"])
      }
      assert.deepStrictEqual(ranges, ["day", "week", "month", "year", undefined])
    }).pipe(Effect.scoped)
  )

  it.live("asks for more pages until there are enough or none comes, and keeps what there is when one fails", () =>
    Effect.gen(function* () {
      const page = (from: number) => json({ results: Array.from({ length: 20 }, (_, index) => result(from + index)) })
      const enough = yield* search(asks("tea", { count: 30 }), page(0), page(20), page(40))
      assert.deepStrictEqual(
        [enough.asked.length, enough.found._tag === "Success" && enough.found.success.length],
        [2, 30]
      )
      const cut = yield* search(asks("tea", { count: 30 }), page(0), answers(429, ""))
      assert.deepStrictEqual([cut.asked.length, cut.found._tag === "Success" && cut.found.success.length], [2, 20])
    }).pipe(Effect.scoped)
  )

  it.live("refuses an answer that holds more than one can, before any of it is made", () =>
    Effect.gen(function* () {
      const wide = (most: number) => answers(200, `{"results":[${"{},".repeat(most)}{}]}`)
      const { found } = yield* search(asks("tea"), wide(1_300_000))
      assert(found._tag === "Failure")
      assert.deepStrictEqual(
        [found.failure.reason, found.failure.message],
        ["malformed", "Its answer holds more than one can."]
      )
      assert.strictEqual((yield* search(asks("tea"), wide(1_000))).found._tag, "Success")
    }).pipe(Effect.scoped)
  )

  it.live("reads marks, entities and days", () =>
    Effect.gen(function* () {
      const { found } = yield* search(
        asks("tea"),
        json({
          results: [
            {
              ...{ url: "https://a.example/", title: "Tea &amp; <b>more</b>", content: "1 &lt; 2 &#8212; \n x < y" },
              publishedDate: "2026-03-04T05:06:07"
            },
            { url: 7 },
            null
          ]
        }),
        json({ results: [] })
      )
      assert(found._tag === "Success")
      const [hit] = found.success
      assert.deepStrictEqual([hit?.title, hit?.description], ["Tea & more", "1 < 2 — x < y"])
      assert.strictEqual(DateTime.formatIso(hit!.publishedAt!), "2026-03-04T05:06:07.000Z")
      assert.strictEqual(found.success.length, 1)
    }).pipe(Effect.scoped)
  )
})

describe("Brave", () => {
  const search = Effect.fnUntraced(function* (question: SearchQuestion, reply: Reply, zeroRetention = false) {
    const { asked, url } = yield* serve(reply)
    const { search } = yield* made(Brave.make({ url, key: Redacted.make(key) }))
    return { asked, found: yield* Effect.result(search(question, { ...turn, zeroRetention })) }
  })

  it.live("sends its key in a header alone, and a country only where it knows it", () =>
    Effect.gen(function* () {
      const { asked } = yield* search(
        asks("tea", { country: "de", publishedSince: ago(1) }),
        json({ web: { results: [] } }),
        true
      )
      assert.strictEqual(asked[0]?.headers["x-subscription-token"], key)
      assert.strictEqual(asked[0]?.headers["cache-control"], "no-store")
      assert.notInclude(JSON.stringify(asked[0]?.parameters), key)
      assert.strictEqual(asked[0]?.parameters["country"], "DE")
      assert.strictEqual(asked[0]?.parameters["freshness"], "pd")
      const other = yield* search(asks("tea", { country: "lu" }), json({ type: "search" }))
      assert.notProperty(other.asked[0]?.parameters, "country")
      assert.deepStrictEqual(other.found._tag === "Success" && other.found.success, [])
    }).pipe(Effect.scoped)
  )

  it.live("asks for windows by its names, and for a longer one by its days", () =>
    Effect.gen(function* () {
      const ranges = []
      for (const days of [1, 7, 31, 366]) {
        const { asked } = yield* search(asks("tea", { publishedSince: ago(days) }), json({ web: { results: [] } }))
        ranges.push(asked[0]?.parameters["freshness"])
      }
      assert.deepStrictEqual(ranges.slice(0, 3), ["pd", "pw", "pm"])
      assert.match(ranges[3] ?? "", /^\d{4}-\d\d-\d\dto\d{4}-\d\d-\d\d$/)
    }).pipe(Effect.scoped)
  )

  it.live("reads when its allowance comes back from headers of its own", () =>
    Effect.gen(function* () {
      const headers = {
        "x-ratelimit-limit": "1, 2000",
        "x-ratelimit-remaining": "0, 1999",
        "x-ratelimit-reset": "1, 86400"
      }
      const second = yield* search(asks("tea"), answers(429, "{}", headers))
      assert.deepInclude(Object(second.found).failure, { reason: "throttled", retryAfterSeconds: 1 })
      const month = yield* search(asks("tea"), answers(429, "{}", { ...headers, "x-ratelimit-remaining": "0, 0" }))
      assert.deepInclude(Object(month.found).failure, { reason: "throttled", retryAfterSeconds: 86_400 })
      const refused = yield* search(asks("tea"), answers(422, `{"error":{"code":"SUBSCRIPTION_TOKEN_INVALID"}}`))
      assert.deepInclude(Object(refused.found).failure, { reason: "rejected" })
    }).pipe(Effect.scoped)
  )

  it.live("asks in as many words and characters as it takes", () =>
    Effect.gen(function* () {
      const { asked } = yield* search(asks("tea ".repeat(120)), json({ web: { results: [] } }))
      const { q = "" } = asked[0]?.parameters ?? {}
      assert.strictEqual(q.split(" ").length, 50)
      assert.isAtMost(q.length, 400)
    }).pipe(Effect.scoped)
  )
})

describe("Wikipedia", () => {
  const search = Effect.fnUntraced(function* (question: SearchQuestion, reply: Reply) {
    const { asked, url } = yield* serve(reply)
    const languages: Array<string> = []
    const backend = yield* made(
      Wikipedia.make({
        url: (language) => {
          languages.push(language)
          return url
        }
      })
    )
    return { asked, languages, found: yield* Effect.result(backend.search(question, turn)) }
  })

  const empty = json({ batchcomplete: true, query: { search: [] } })

  it.live("asks the edition of the country, or the one that is named", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* search(asks("Tee", { country: "de" }), empty)).languages, ["de"])
      assert.deepStrictEqual((yield* search(asks("thé site:fr.wikipedia.org"), empty)).languages, ["fr"])
      assert.deepStrictEqual((yield* search(asks("tea"), empty)).languages, ["en"])
    }).pipe(Effect.scoped)
  )

  it.live("takes titles that are no text, and more of them than it gives", () =>
    Effect.gen(function* () {
      const titles = [{ title: "Tea \ud800" }, { title: "Tea house" }, { title: 7 }, null]
      const { found } = yield* search(asks("tea"), json({ query: { search: titles } }))
      assert.deepStrictEqual(found._tag === "Success" ? found.success.map(({ url }) => url) : found.failure.reason, [
        "https://en.wikipedia.org/wiki/Tea_%EF%BF%BD",
        "https://en.wikipedia.org/wiki/Tea_house"
      ])
      const many = { search: Array.from({ length: 100_000 }, (_, index) => ({ title: `T${index}` })) }
      const second = yield* search(asks("tea"), json({ query: many }))
      assert.strictEqual(second.found._tag === "Success" ? second.found.success.length : -1, 50)
    }).pipe(Effect.scoped)
  )

  it.live("is not asked for other domains, nor for what is new", () =>
    Effect.gen(function* () {
      for (const question of [
        asks("tea site:a.example"),
        asks("tea -site:wikipedia.org"),
        asks("tea", { publishedSince: ago(1) }),
        asks("site:wikipedia.org")
      ]) {
        const { asked, found } = yield* search(question, empty)
        assert.deepStrictEqual([asked.length, Object(found).success], [0, []])
      }
    }).pipe(Effect.scoped)
  )

  it.live("takes an error that comes as an answer for one", () =>
    Effect.gen(function* () {
      const refused = (code: string) => json({ error: { code, info: "No." }, servedby: "mw" })
      assert.strictEqual(Object((yield* search(asks("tea"), refused("ratelimited"))).found).failure.reason, "throttled")
      assert.strictEqual(Object((yield* search(asks("tea"), refused("badvalue"))).found).failure.reason, "rejected")
    }).pipe(Effect.scoped)
  )

  it.live("writes addresses as its own links do", () =>
    Effect.gen(function* () {
      const title = "Tea: history/culture & café"
      const { found } = yield* search(asks("tea"), json({ query: { search: [{ title, snippet: "a" }] } }))
      assert.strictEqual(
        Object(found).success[0].url,
        "https://en.wikipedia.org/wiki/Tea:_history/culture_%26_caf%C3%A9"
      )
    }).pipe(Effect.scoped)
  )
})
