import { assert, describe, it } from "@effect/vitest"
import { watchesOf } from "../app/screens/playground/watches.ts"

const offered = (...call: Parameters<typeof watchesOf>) => watchesOf(...call).map(({ search }) => search)

describe("what of a call is made a monitor", () => {
  it("is the page that was read, with the parts of it that were", () => {
    const query = {
      url: "https://tern.example/pricing",
      includeSelectors: ["main", ".plan"],
      excludeSelectors: [".ad"]
    }
    for (const operation of ["web.markdown", "web.html", "web.images", "web.screenshot", "web.bytes"])
      assert.deepStrictEqual(offered(operation, { query }, { markdown: "" }), [
        { type: "page", url: query.url, keep: "main\n.plan", drop: ".ad" }
      ])
    assert.deepStrictEqual(offered("web.siteScreenshot", { query: { domain: "tern.example" } }, {}), [
      { type: "page", url: "https://tern.example" }
    ])
  })

  it("is a site's addresses after a sitemap or a crawl, or a page of it", () => {
    const urls = ["https://tern.example/", "https://tern.example/blog", "https://tern.example/blog"]
    const sitemap = { type: "sitemap", url: "https://tern.example" }
    const pages = urls.slice(0, 2).map((url) => ({ type: "page", url }))
    assert.deepStrictEqual(offered("web.sitemap", { query: { domain: "tern.example" } }, { urls }), [sitemap, ...pages])
    const results = urls.map((url) => ({ markdown: "", metadata: { url, title: `Of ${url}` } }))
    assert.deepStrictEqual(offered("web.crawl", { payload: { url: "https://tern.example/blog" } }, { results }), [
      sitemap,
      ...pages.map((page) => ({ ...page, name: `Of ${page.url}` }))
    ])
  })

  it("is a site's data with its schema and words after an extraction", () => {
    const schema = { type: "object", properties: { price: { type: "number" }, stock: { type: "integer" } } }
    const url = "https://tern.example/"
    const payload = { url, schema, instructions: "what Pro costs", maxPages: 200, maxDepth: 2, followSubdomains: true }
    const more = { pages: "50", depth: "2", subdomains: "yes" }
    const extract = { type: "extract" as const, url, words: "what Pro costs", ...more, schema }
    assert.deepStrictEqual(offered("extraction.extract", { payload }, { urls_analyzed: [`${url}a`] }), [
      extract,
      { type: "page", url: `${url}a` }
    ])
    // Without words it is asked for by the names of its fields.
    const [unasked] = offered("extraction.extract", { payload: { url, schema } }, {})
    assert.strictEqual(unasked?.words, "price, stock")
    const long = { type: "object", description: "x".repeat(5_000) }
    const [cut] = watchesOf("extraction.extract", { payload: { url, schema: long, instructions: "all" } }, {})
    assert.deepStrictEqual([cut?.lacksSchema, cut?.search.schema], [true, undefined])
  })

  it("is a page of a hit, a source of an answer, a product or an article", () => {
    const url = "https://tern.example/a"
    const rows = [{ url, title: "  A title ", name: "A name" }]
    const page = { type: "page" as const, url }
    assert.deepStrictEqual(offered("search.search", {}, { results: rows }), [{ ...page, name: "A title" }])
    assert.deepStrictEqual(offered("news.search", {}, { data: rows }), [{ ...page, name: "A title" }])
    assert.deepStrictEqual(offered("products.products", {}, { products: [{ url, name: "A name" }] }), [
      { ...page, name: "A name" }
    ])
    assert.deepStrictEqual(
      offered("answers.answers", { payload: { task: "Who leads it?" } }, { sources: [url, url] }),
      [{ ...page, words: "Who leads it?" }]
    )
  })

  it("is nothing that is no address of the web, and never more than can be chosen from", () => {
    const urls = ["javascript:alert(1)", "https://user@tern.example/", "ftp://tern.example/", "", null, 7, { url: 1 }]
    assert.deepStrictEqual(offered("answers.answers", {}, { sources: urls }), [])
    assert.deepStrictEqual(offered("search.search", {}, { results: urls.map((url) => ({ url })) }), [])
    for (const value of [null, "text", [], { results: "no list" }, { results: [null, [], 7] }])
      assert.deepStrictEqual(offered("search.search", {}, value), [])
    assert.deepStrictEqual(offered("monitors.list", {}, { data: [{ url: "https://tern.example/" }] }), [])
    const many = Array.from({ length: 5_000 }, (_, at) => `https://tern.example/${at}`)
    assert.strictEqual(offered("web.sitemap", { query: { domain: "tern.example" } }, { urls: many }).length, 60)
  })
})
