import { assert, describe, it } from "@effect/vitest"
import { pickPage } from "@kittiwake/core/sites/domain/PageKind"
import { isInScope, siteHost } from "../../src/sites/domain/SiteScope.ts"
import { rankingUrls } from "../../src/sites/domain/UrlSearch.ts"

/** The work of a ranking, which lets others have the thread between its addresses. */
const ranked = (urls: ReadonlyArray<string>, phrase: string): ReadonlyArray<string> => {
  const work = rankingUrls(urls, phrase)
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

describe("what belongs to a site", () => {
  it("is its host, with www or without, and its subdomains when they are asked for", () => {
    const alone = { host: "example.com", registrable: null }
    const all = { host: "blog.example.com", registrable: "example.com" }
    assert.deepStrictEqual(
      ["example.com", "www.example.com", "blog.example.com", "notexample.com"].map((host) => isInScope(host, alone)),
      [true, true, false, false]
    )
    assert.deepStrictEqual(
      ["example.com", "shop.example.com", "example.com.evil.test"].map((host) => isInScope(host, all)),
      [true, true, false]
    )
  })

  it("is named by a domain, a host or a whole address", () => {
    const names = [
      "Example.COM",
      "https://www.example.com/a?b#c",
      "example.com.",
      "intranet:8080",
      "10.0.0.1:8080",
      "x"
    ]
    assert.deepStrictEqual(names.map(siteHost), [
      ...["example.com", "example.com", "example.com", null, "10.0.0.1:8080", null]
    ])
  })

  it("is searched by the words of its addresses", () => {
    const urls = [
      "https://a.example/",
      "https://a.example/blog/our-new-prices",
      "https://a.example/pricing",
      "https://a.example/docs/api"
    ]
    assert.deepStrictEqual(ranked(urls, "pricing"), [urls[2]!, urls[1]!])
    assert.deepStrictEqual(ranked(urls, "api documentation"), [urls[3]!])
    assert.deepStrictEqual(ranked(urls, "zebra"), [])
    const equal = ["https://a.example/b/a/pricing", "https://a.example/z/pricing", "https://a.example/y/pricing"]
    assert.deepStrictEqual(ranked(equal, "pricing"), [equal[1]!, equal[2]!, equal[0]!])
    const long = `https://a.example/${"a/".repeat(1_023)}pricing`
    assert.deepStrictEqual(ranked([long, urls[1]!, "https://a.example/api-docs"], "pricing api docs"), [
      "https://a.example/api-docs",
      urls[1]!
    ])
  })

  it("has pages that nearly every site has, in any language", () => {
    const link = (url: string, text: string) => ({ url, text, nofollow: false })
    const links = [
      link("https://a.example/x1", "Preise"),
      link("https://a.example/kontakt", "Schreiben Sie uns"),
      link("https://login.other.example/", "Anmelden"),
      link("https://a.example/x2", "お問い合わせ"),
      link("https://a.example/legal/privacy", "Legal")
    ]
    assert.strictEqual(pickPage("pricing", links, "https://www.a.example/"), "https://a.example/x1")
    assert.strictEqual(pickPage("contact", links, "https://a.example/"), "https://a.example/x2")
    assert.strictEqual(pickPage("login", links, "https://a.example/"), "https://login.other.example/")
    assert.strictEqual(pickPage("privacy", links, "https://a.example/"), "https://a.example/legal/privacy")
    assert.strictEqual(pickPage("careers", links, "https://a.example/"), null)
  })
})
