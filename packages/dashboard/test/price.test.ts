import { assert, describe, it } from "@effect/vitest"
import { modes } from "@kittiwake/core/answers/domain/Mode"
import { planTerms } from "@kittiwake/core/organizations/domain/Plan"
import { defaultCrawlPages } from "@kittiwake/core/sites/domain/Crawl"
import { brandPrice, brandSearchPrice } from "../../core/src/brands/domain/Price.ts"
import { competitorsPrice } from "../../core/src/competitors/domain/Price.ts"
import { fontsPrice, styleGuidePrice } from "../../core/src/design/domain/Price.ts"
import { extractPrice } from "../../core/src/extraction/domain/Price.ts"
import { parsePrice } from "../../core/src/files/domain/Price.ts"
import { industryPrice } from "../../core/src/industries/domain/Price.ts"
import { newsPrice } from "../../core/src/news/domain/Price.ts"
import { bytesPrice, imagesPrice, scrapePrice, screenshotPrice } from "../../core/src/pages/domain/Price.ts"
import { personPrice } from "../../core/src/people/domain/Price.ts"
import { productPrice } from "../../core/src/products/domain/Price.ts"
import { searchPrice } from "../../core/src/search/domain/Price.ts"
import { crawlPrice, sitemapPrice, siteScreenshotPrice } from "../../core/src/sites/domain/Price.ts"
import { priceOf } from "../app/screens/playground/price.ts"

const click = { do: "click", selector: "a" } as const

const rangeOf = (...args: Parameters<typeof priceOf>) => {
  const { atLeast, atMost } = priceOf(...args)
  return { atLeast, atMost }
}

const most = (...args: Parameters<typeof priceOf>) => priceOf(...args).atMost

describe("what the playground says a call costs", () => {
  it("is what the core charges where the price is one number", () => {
    const prices = {
      "web.bytes": bytesPrice,
      "web.screenshot": screenshotPrice,
      "web.siteScreenshot": siteScreenshotPrice,
      "extraction.extract": extractPrice,
      "brands.retrieve": brandPrice,
      "brands.retrieveByQuery": brandPrice,
      "brands.retrieveSimplified": brandPrice,
      "people.enrich": personPrice,
      "products.product": productPrice,
      "products.products": productPrice,
      "industry.naics": industryPrice,
      "industry.sic": industryPrice,
      "competitors.competitors": competitorsPrice,
      "design.styleguide": styleGuidePrice,
      "design.fonts": fontsPrice
    }
    for (const [operation, price] of Object.entries(prices)) {
      assert.deepStrictEqual(rangeOf(operation, {}), { atLeast: price, atMost: price }, operation)
    }
  })

  it("follows actions, recovered text and what is looked at in a page or a file", () => {
    for (const operation of ["web.markdown", "web.html"]) {
      assert.deepStrictEqual(rangeOf(operation, {}), scrapePrice([], false))
      assert.deepStrictEqual(rangeOf(operation, { query: { actions: [click] } }), scrapePrice([click], false))
      assert.deepStrictEqual(rangeOf(operation, { query: { pdf: { ocr: true } } }), scrapePrice([], true))
    }
    assert.strictEqual(most("web.images", {}), imagesPrice([], false))
    assert.strictEqual(most("web.images", { query: { actions: [click] } }), imagesPrice([click], false))
    assert.strictEqual(most("web.images", { query: { enrichment: { resolution: true } } }), imagesPrice([], true))
    assert.deepStrictEqual(rangeOf("web.parse", {}), parsePrice(false))
    assert.deepStrictEqual(rangeOf("web.parse", { query: { ocr: true } }), parsePrice(true))
    assert.strictEqual(most("web.sitemap", {}), sitemapPrice(false))
    assert.strictEqual(most("web.sitemap", { query: { search: "tea" } }), sitemapPrice(true))
  })

  it("is at most what a crawl, a search, an answer or news can come to", () => {
    assert.deepStrictEqual(rangeOf("web.crawl", { payload: {} }), crawlPrice(defaultCrawlPages, false))
    assert.deepStrictEqual(rangeOf("web.crawl", { payload: { maxPages: 7, pdf: { ocr: true } } }), crawlPrice(7, true))
    assert.strictEqual(most("search.search", { payload: { numResults: 25 } }), searchPrice(25, 0))
    assert.strictEqual(
      most("search.search", { payload: { numResults: 25, markdownOptions: { enabled: true } } }),
      searchPrice(25, 25)
    )
    assert.strictEqual(most("answers.answers", { payload: { mode: "fast" } }), modes.fast.credits)
    assert.strictEqual(most("answers.answers", { payload: {} }), modes.ultra.credits)
    assert.strictEqual(most("news.search", { payload: { limit: 11 } }), newsPrice(11))
  })

  it("is that of a run for what looks at once, and spans all kinds where the monitor alone says which", () => {
    const targets = [
      { type: "page", url: "https://example.com/" },
      { type: "page", url: "https://example.com/", actions: [click] },
      { type: "sitemap", url: "https://example.com/" },
      { type: "extract", url: "https://example.com/" }
    ]
    const prices = targets.map((target) => most("monitors.preview", { payload: { target } }))
    assert.deepStrictEqual(prices, [1, 2, 1, 10])
    assert.deepStrictEqual(rangeOf("monitors.run", {}), { atLeast: Math.min(...prices), atMost: Math.max(...prices) })
  })

  it("holds the price of a search of brands on every plan", () => {
    const { atLeast, atMost } = priceOf("brands.search", {})
    const prices = (Object.keys(planTerms) as Array<keyof typeof planTerms>).map(brandSearchPrice)
    assert.deepStrictEqual([Math.min(...prices), Math.max(...prices)], [atLeast, atMost])
  })
})
