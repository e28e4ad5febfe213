import { assert, describe, it } from "@effect/vitest"
import type { ReportedFeed, ReportedItem } from "../../src/news/domain/ReportedFeed.ts"
import { type FeedOrigin, toReport } from "../../src/news/domain/toReport.ts"

const at = Date.UTC(2026, 10, 24)
const domainOf = (host: string) => host.split(".").slice(-2).join(".")

const item: ReportedItem = {
  ...{ url: "https://news.petrel.example/1", title: "Petrel grows", excerpt: null, language: null, imageUrl: null },
  ...{ authors: [], publishedAtMillis: at - 1_000, labels: [], linkedHosts: [], publication: null }
}

const feed: ReportedFeed = {
  ...{ form: "rss", title: "Petrel News", homeUrl: "https://petrel.example/", language: null, country: null },
  ...{ ttlMinutes: null, items: [item] }
}

const chosen: FeedOrigin = {
  feedUrl: "https://petrel.example/feed",
  ...{ foundFor: null, title: null, country: null, language: null, homeUrl: null }
}

const reported = (given: Partial<ReportedItem>, origin: Partial<FeedOrigin> = {}, of: Partial<ReportedFeed> = {}) =>
  toReport({ ...item, ...given }, { ...feed, ...of }, { ...chosen, ...origin }, domainOf, at)

describe("what a feed reports, as articles", () => {
  it("comes from the publisher where it stands on the site of the feed, and from elsewhere otherwise", () => {
    assert.deepStrictEqual(reported({}).source, {
      ...{ name: "Petrel News", domain: "petrel.example", country: null, isDirect: true }
    })
    const other = reported({ url: "https://times.example/1" }, { title: "Planet", country: "de" })
    assert.deepStrictEqual(other.source, {
      name: "times.example",
      domain: "times.example",
      country: null,
      isDirect: false
    })
    assert.strictEqual(reported({}, { title: "By its operator", country: "ch" }).source.name, "By its operator")
  })

  it("is the company's, though somebody else keeps its feed", () => {
    const hosted = { feedUrl: "https://petrel.rooms.example/feed", foundFor: "petrel.test" }
    const { source, type } = reported({ url: "https://petrel.rooms.example/1" }, hosted, { homeUrl: null })
    assert.deepInclude(source, { domain: "petrel.test", isDirect: true })
    assert.strictEqual(type, "press_release")
    assert.strictEqual(reported({}, { foundFor: "petrel.example" }, { form: "sitemap" }).type, "editorial")
    assert.strictEqual(reported({}, {}).type, "editorial")
  })

  it("is no publisher's own because a feed calls that one's site its home, but where an operator chose it", () => {
    const forged = { feedUrl: "https://evil.example/feed", foundFor: "evil.example" }
    assert.deepStrictEqual(reported({}, forged).source, {
      ...{ name: "petrel.example", domain: "petrel.example", country: null, isDirect: false }
    })
    assert.strictEqual(reported({ publication: "Petrel Press" }, forged).source.name, "petrel.example")
    assert.strictEqual(reported({ publication: "Petrel Press" }).source.name, "Petrel Press")
    assert.isTrue(reported({}, { feedUrl: "https://feeds.example/petrel" }).source.isDirect)
    // A feed that the company's site names may be kept anywhere.
    const burnt = { feedUrl: "https://feeds.example/petrel", foundFor: "petrel.example" }
    assert.isTrue(reported({}, burnt).source.isDirect)
  })

  it("is never of the future", () => {
    assert.isNull(reported({ publishedAtMillis: at + 16 * 60_000 }).publishedAt)
    assert.strictEqual(reported({ publishedAtMillis: at + 60_000 }).publishedAt?.epochMilliseconds, at)
    assert.isNull(reported({ publishedAtMillis: null }).publishedAt)
  })

  it("names the other sites that it leads to, and the country that names say", () => {
    const { linkedDomains } = reported({
      linkedHosts: ["www.fulmar.example", "fulmar.example", "petrel.example", "a.petrel.example"]
    })
    // `fulmar.example` and `petrel.example` are what is registered here.
    assert.deepStrictEqual(linkedDomains, ["fulmar.example"])
    const uk = reported(
      { url: "https://petrel.uk/1" },
      { feedUrl: "https://petrel.uk/feed" },
      { homeUrl: null, country: "us" }
    )
    assert.strictEqual(uk.source.country, "gb")
    const io = reported(
      { url: "https://petrel.io/1" },
      { feedUrl: "https://petrel.io/feed" },
      { homeUrl: null, country: "us" }
    )
    assert.strictEqual(io.source.country, "us")
  })

  it("has the language that it says, or the one that it is written in", () => {
    const excerpt = "The company said that it will open a new factory after the summer."
    assert.strictEqual(reported({ excerpt }).language, "en")
    assert.strictEqual(reported({ excerpt, language: "de" }).language, "de")
  })
})
