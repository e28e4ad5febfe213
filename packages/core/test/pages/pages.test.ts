import { assert, describe, it } from "@effect/vitest"
import type { PageFacts } from "@kittiwake/core/pages/domain/PageFacts"
import { answerProblem, contentProblem } from "@kittiwake/core/pages/domain/PageProblem"
import { renderReason } from "@kittiwake/core/pages/domain/Rendering"
import { holdsFor } from "@kittiwake/core/profiles/domain/BrowserSession"
import { pickPage } from "@kittiwake/core/sites/domain/PageKind"
import { isInScope, siteHost } from "@kittiwake/core/sites/domain/SiteScope"
import { rankUrls } from "@kittiwake/core/sites/domain/UrlSearch"

const facts = (given: Partial<PageFacts> = {}): PageFacts => ({
  textLength: 5_000,
  scripts: 0,
  hasEmptyRoot: false,
  asksForScripts: false,
  refreshUrl: null,
  frameUrls: [],
  hasPasswordField: false,
  ...given
})

describe("whether a page is what was asked for", () => {
  it("is decided by its status first", () => {
    const kinds = [200, 204, 301, 401, 403, 404, 408, 410, 429, 451, 500, 503].map(
      (status) => answerProblem(status, "<p>text</p>")?.kind ?? null
    )
    assert.deepStrictEqual(kinds, [
      ...[null, null, "unusable", "blocked", "blocked", "not_found", "timeout", "not_found", "blocked", "blocked"],
      ...["unusable", "unusable"]
    ])
  })

  it("is denied by a check for robots behind a status of 200, and not by a page that writes about one", () => {
    assert.strictEqual(answerProblem(200, "<title>Just a moment...</title>")?.wall, "robots")
    assert.strictEqual(answerProblem(200, "<title>How checks for robots work</title>Just a moment"), null)
  })

  const page = (title: string, given: Partial<PageFacts> = {}, finalUrl = "https://a.example/x") => ({
    title,
    facts: facts(given),
    sourceUrl: "https://a.example/x",
    finalUrl
  })

  it("is denied by a short page that says it is not found, and not by a long one about that", () => {
    for (const title of [
      "404 Not Found",
      "Page not found | Shop",
      "Error 404",
      "Seite nicht gefunden",
      "Page introuvable"
    ]) {
      assert.strictEqual(contentProblem(page(title, { textLength: 80 }))?.kind, "not_found", title)
      assert.strictEqual(contentProblem(page(title)), null, title)
    }
    assert.strictEqual(contentProblem(page("Peugeot 404", { textLength: 80 })), null)
  })

  it("is denied by a form to sign in that one was sent to, and not by one that was asked for", () => {
    const login = "https://a.example/login?next=/x"
    assert.strictEqual(
      contentProblem(page("Members", { textLength: 60, hasPasswordField: true }, login))?.wall,
      "sign_in"
    )
    const asked = { ...page("Log in", { textLength: 60, hasPasswordField: true }), sourceUrl: login, finalUrl: login }
    assert.strictEqual(contentProblem(asked), null)
  })
})

describe("whether a browser must look too", () => {
  it("is decided by what the markup lacks", () => {
    const reasons = [
      facts(),
      facts({ scripts: 20 }),
      facts({ textLength: 20, scripts: 3 }),
      facts({ textLength: 20 }),
      facts({ textLength: 150, hasEmptyRoot: true, scripts: 1 }),
      facts({ textLength: 5_000, hasEmptyRoot: true, scripts: 1 }),
      facts({ textLength: 90, asksForScripts: true }),
      facts({ textLength: 10, refreshUrl: "https://a.example/next" })
    ].map((one) => renderReason(one) !== null)
    assert.deepStrictEqual(reasons, [false, false, true, false, true, false, true, true])
  })
})

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
    assert.deepStrictEqual(rankUrls(urls, "pricing"), [urls[2]!, urls[1]!])
    assert.deepStrictEqual(rankUrls(urls, "api documentation"), [urls[3]!])
    assert.deepStrictEqual(rankUrls(urls, "zebra"), [])
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

describe("what a session holds for a site", () => {
  const cookie = (domain: string, expires: number) =>
    ({ name: "sid", value: "1", domain, path: "/", expires, httpOnly: true, secure: true, sameSite: "Lax" }) as const
  const url = new URL("https://app.example.com/x")
  const now = 1_800_000_000_000

  it("is cookies of its host and of the domains above it that have not expired, or what it stored", () => {
    const holds = (...cookies: ReadonlyArray<ReturnType<typeof cookie>>) => holdsFor({ cookies, origins: [] }, url, now)
    assert.strictEqual(holds(), "nothing")
    assert.strictEqual(holds(cookie("other.example", -1)), "nothing")
    assert.strictEqual(holds(cookie(".example.com", -1)), "valid")
    assert.strictEqual(holds(cookie("app.example.com", 1_799_999_999)), "expired")
    assert.strictEqual(holds(cookie("app.example.com", 1_800_000_001)), "valid")
    assert.strictEqual(holds(cookie("ample.com", -1)), "nothing")
    const stored = { cookies: [], origins: [{ origin: url.origin, localStorage: [{ name: "token", value: "1" }] }] }
    assert.strictEqual(holdsFor(stored, url, now), "valid")
  })
})
