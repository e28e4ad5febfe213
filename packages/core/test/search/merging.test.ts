/** What fits a question, in which order, and how well. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { afterFailure, warm } from "../../src/search/domain/Cooldown.ts"
import { fitsQuestion } from "../../src/search/domain/fitsQuestion.ts"
import { mergeHits } from "../../src/search/domain/mergeHits.ts"
import { readQuery } from "../../src/search/domain/readQuery.ts"
import { relevanceOf } from "../../src/search/domain/relevance.ts"
import { searchFailures } from "../../src/search/domain/SearchFailure.ts"
import type { SearchHit, SearchQuestion } from "../../src/search/domain/SearchQuestion.ts"

const hit = (url: string, more: Partial<SearchHit> = {}): SearchHit => ({
  ...{ url, title: "Tea", description: "", publishedAt: null },
  ...more
})

const asks = (text: string, more: Partial<SearchQuestion> = {}): SearchQuestion => ({
  ...{ query: readQuery(text), publishedSince: null, country: null, count: 10 },
  ...more
})

describe("what fits", () => {
  it("is of the domains that are asked for or below them, and of none that is excluded", () => {
    const question = asks("tea site:shop.example -site:old.shop.example")
    const urls = ["shop.example", "a.shop.example", "old.shop.example", "x.old.shop.example", "notshop.example"]
    assert.deepStrictEqual(
      urls.filter((host) => fitsQuestion(question, hit(`https://${host}/`))),
      ["shop.example", "a.shop.example"]
    )
  })

  it("is not known to be older; what has no date stays", () => {
    const since = DateTime.makeUnsafe("2026-01-02T00:00:00Z")
    const question = asks("tea", { publishedSince: since })
    const fits = (publishedAt: DateTime.Utc | null) =>
      fitsQuestion(question, hit("https://a.example/", { publishedAt }))
    assert.deepStrictEqual(
      [fits(null), fits(since), fits(DateTime.subtract(since, { milliseconds: 1 }))],
      [true, true, false]
    )
  })

  it("shows nothing that must not be there, and has its titles and addresses", () => {
    const fits = (text: string, one: SearchHit) => fitsQuestion(asks(text), one)
    assert.isFalse(fits("tea -bags", hit("https://a.example/", { description: "Tea in BAGS." })))
    assert.isTrue(fits("tea -bags", hit("https://a.example/", { description: "Teabags." })))
    assert.isFalse(fits("intitle:coffee", hit("https://a.example/")))
    assert.isTrue(fits("intitle:coffee", hit("https://a.example/", { title: "Tea and …" })))
    assert.isTrue(fits("inurl:/Guides", hit("https://a.example/guides/1")))
    assert.isFalse(fits("inurl:/guides", hit("https://a.example/notes")))
  })

  it("is on the web", () => {
    for (const url of ["javascript:alert(1)", "ftp://a.example/", "tea", `https://a.example/${"a".repeat(3_000)}`]) {
      assert.isFalse(fitsQuestion(asks("tea"), hit(url)), url)
    }
  })
})

const list = (backend: string, urls: ReadonlyArray<string>, weight = 1) => ({
  backend,
  weight,
  hits: urls.map((url) => hit(url))
})

const urlsOf = (hits: ReadonlyArray<SearchHit>) => hits.map(({ url }) => url)

describe("merging", () => {
  it("puts what several found before what one found first", () => {
    const merged = mergeHits(
      [
        list("a", ["https://one.example/", "https://both.example/"]),
        list("b", ["https://two.example/", "http://www.both.example"])
      ],
      null,
      10
    )
    assert.deepStrictEqual(merged[0]!.backends, ["a", "b"])
    assert.deepStrictEqual(urlsOf(merged), ["https://both.example/", "https://one.example/", "https://two.example/"])
  })

  it("moves pages of the country up and leaves none out", () => {
    const lists = [list("a", ["https://tea.example/", "https://tee.de/", "https://tea.example/de/tee"])]
    assert.deepStrictEqual(urlsOf(mergeHits(lists, "de", 10)), [
      "https://tee.de/",
      "https://tea.example/de/tee",
      "https://tea.example/"
    ])
  })

  it("takes either ending of the United Kingdom for its own", () => {
    const lists = [list("a", ["https://tea.example/", "https://tea.co.uk/", "https://tea.gb/"])]
    assert.deepStrictEqual(urlsOf(mergeHits(lists, "gb", 10)), [
      "https://tea.co.uk/",
      "https://tea.gb/",
      "https://tea.example/"
    ])
  })

  it("takes the day from whoever knows it", () => {
    const publishedAt = DateTime.makeUnsafe("2026-01-02T00:00:00Z")
    const other = DateTime.makeUnsafe("2025-01-02T00:00:00Z")
    const of = (...days: ReadonlyArray<DateTime.Utc | null>) =>
      mergeHits(
        days.map((day, at) => ({
          ...{ backend: `b${at}`, weight: 1 },
          hits: [...(at === 0 ? [] : [hit("https://x.example/")]), hit("https://a.example/", { publishedAt: day })]
        })),
        null,
        1
      )[0]?.publishedAt
    assert.deepStrictEqual(of(null, publishedAt), publishedAt)
    assert.deepStrictEqual(of(publishedAt, null), publishedAt)
    assert.deepStrictEqual(of(publishedAt, other), publishedAt)
  })

  it("tells of a page what the better place says, and what only the other knows", () => {
    const [merged] = mergeHits(
      [
        {
          backend: "a",
          weight: 1,
          hits: [hit("https://x.example/"), hit("https://a.example/", { description: "later" })]
        },
        { backend: "b", weight: 1, hits: [hit("https://a.example", { title: "First", description: "" })] }
      ],
      null,
      1
    )
    assert.deepStrictEqual([merged?.title, merged?.description], ["First", "later"])
  })

  it("has the title of whoever knows one", () => {
    const of = (...titles: ReadonlyArray<string>) =>
      mergeHits(
        titles.map((title, index) => ({
          ...{ backend: `b${index}`, weight: 1 },
          hits: [hit("https://a.example/", { title })]
        })),
        null,
        1
      )[0]?.title
    assert.deepStrictEqual([of("", "Second"), of("First", ""), of("First", "Second")], ["Second", "First", "First"])
  })

  const Lists = Schema.Array(
    Schema.Array(Schema.Literals(["a", "b", "c", "d", "e", "f", "a/", "a#x", "a?utm_source=y"]))
  )

  it.prop("tells each page once, none that nobody found, and the same for the same", [Lists], ([paths]) => {
    const lists = paths.map((some, index) =>
      list(
        String(index),
        some.map((path) => `https://x.example/${path}`)
      )
    )
    const merged = mergeHits(lists, null, 100)
    const names = urlsOf(merged).map((url) => new URL(url).pathname.replace(/\/$/, ""))
    assert.strictEqual(new Set(names).size, names.length)
    assert.deepStrictEqual(new Set(names), new Set(paths.flat().map((path) => `/${path[0]}`)))
    assert.deepStrictEqual(mergeHits(lists, null, 100), merged)
    assert.deepStrictEqual(mergeHits(lists, null, 2), merged.slice(0, 2))
  })

  it.prop("keeps the order of a single list", [Schema.Array(Schema.Int)], ([numbers]) => {
    const urls = [...new Set(numbers)].map((number) => `https://x.example/${number}`)
    assert.deepStrictEqual(urlsOf(mergeHits([list("a", urls)], null, 1_000)), urls)
  })
})

describe("relevance", () => {
  const query = readQuery("the price of green tea")
  const of = (title: string, description = "", url = "https://a.example/") =>
    relevanceOf(query, hit(url, { title, description }))

  it("is a third of what title, passage and address say of the query", () => {
    assert.strictEqual(of("Green tea: prices"), "high")
    assert.strictEqual(of("Shop", "All our green tea has a price."), "high")
    assert.strictEqual(of("Green houses"), "medium")
    assert.strictEqual(
      relevanceOf(readQuery("green tea"), hit("https://a.example/", { title: "Green houses" })),
      "medium"
    )
    assert.strictEqual(of("The house of the rising sun"), "low")
    assert.strictEqual(of("Shop", "", "https://greentea.example/green/tea/price"), "high")
  })

  it("takes words of a phrase together, and any of those that OR joins", () => {
    const phrase = readQuery('"green tea"')
    assert.strictEqual(relevanceOf(phrase, hit("https://a.example/", { title: "Tea from green hills" })), "low")
    assert.strictEqual(relevanceOf(phrase, hit("https://a.example/", { title: "Green teas" })), "high")
    assert.strictEqual(relevanceOf(readQuery("mug OR cup"), hit("https://a.example/", { title: "A cup" })), "high")
    assert.strictEqual(relevanceOf(readQuery("site:a.example"), hit("https://a.example/")), "high")
    assert.strictEqual(
      relevanceOf(readQuery("東京大学"), hit("https://a.example/", { title: "東京大学の歴史" })),
      "high"
    )
  })
})

describe("rest after failures", () => {
  it("is longer each time, bounded, and as long as it was asked for", () => {
    for (const reason of searchFailures) {
      const first = afterFailure(warm, reason, null, 1_000)
      let state = first
      for (let failures = 1; failures < 40; failures++) {
        const next = afterFailure(state, reason, null, 1_000)
        assert.isAtLeast(next.untilMillis, state.untilMillis)
        state = next
      }
      assert.isAbove(first.untilMillis, 1_000)
      assert.isAbove(state.untilMillis, first.untilMillis)
      assert.isAtMost(state.untilMillis, 3_601_000)
    }
    assert.strictEqual(afterFailure(warm, "throttled", 120, 0).untilMillis, 120_000)
    assert.strictEqual(afterFailure(warm, "throttled", 10_000_000, 0).untilMillis, 3_600_000)
  })
})
