import { assert, describe, it } from "@effect/vitest"
import { CurrentLease, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { defaultPdf, wholePage } from "@kittiwake/core/pages/domain/ScrapeRequest"
import { Pages } from "@kittiwake/core/pages/Pages"
import type { CrawlRequest } from "@kittiwake/core/sites/domain/Crawl"
import { FrontierStore } from "@kittiwake/core/sites/FrontierStore"
import { ObeysRobots } from "@kittiwake/core/sites/ObeysRobots"
import { maxSitemapEntries } from "@kittiwake/core/sites/SitemapReader"
import { Sites } from "@kittiwake/core/sites/Sites"
import { flicker } from "@kittiwake/core/testing/PageScript"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { MayBeLed } from "@kittiwake/core/web/HttpFetcher"
import { DateTime, type Duration, Effect, Fiber, Logger, Result } from "effect"
import { TestClock } from "effect/testing"
import { addressPattern } from "../../src/sites/addressPattern.ts"
import { sitemapAddresses } from "../../src/sites/sitemapAddresses.ts"
import {
  callOf,
  crawlOf,
  creditsLeft,
  layer,
  markdownOf,
  newReader,
  pageWith,
  ScriptedBrowser,
  sourceOf
} from "../reading.ts"

const site = "https://site.example"

const at = (path: string) => `${site}${path}`

const links = (...paths: ReadonlyArray<string>) => paths.map((path) => `<a href="${path}">${path}</a>`).join(" ")

/** A site of pages by path, each with the paths it links to. */
const build = Effect.fnUntraced(function* (pages: Readonly<Record<string, ReadonlyArray<string>>>) {
  const web = yield* ScriptedWeb
  for (const [path, to] of Object.entries(pages)) yield* web.page(at(path), pageWith(`Page ${path}`, links(...to)))
})

const crawl = Effect.fnUntraced(function* (
  reader: Effect.Success<ReturnType<typeof newReader>>,
  given: Partial<CrawlRequest> = {},
  call: Parameters<typeof callOf>[1] = {}
) {
  const sites = yield* Sites
  return yield* sites.crawl(yield* callOf(reader, call), crawlOf(at("/"), given))
})

/** Seconds that pass one by one, with time for everybody to do what they bring. */
const pass = (seconds: number) =>
  Effect.repeat(Effect.andThen(Effect.repeat(Effect.yieldNow, { times: 200 }), TestClock.adjust("1 second")), {
    times: seconds - 1
  })

const pathsOf = (pages: ReadonlyArray<{ readonly url: string; readonly depth: number }>) =>
  pages.map(({ depth, url }) => `${depth} ${new URL(url).pathname}`)

/** What the log says of it while something is done. */
const logged = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>, of: RegExp) {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => void (of.test(String(message)) && lines.push(String(message))))
  return { done: yield* Effect.provide(work, Logger.layer([logger])), lines }
})

const endsEarly = /^a crawl ended early: its pages have as many bytes/

describe("a crawl", () => {
  it.effect("follows links breadth first, fetches each page once, and charges for those that were read", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* build({
        "/": ["/a", "/b", "/", "/a#part", "https://elsewhere.example/"],
        "/a": ["/c", "/"],
        "/b": ["/c", "/missing"],
        "/c": ["/a"]
      })
      const { credits, value } = yield* crawl(reader)
      assert.deepStrictEqual(pathsOf(value.pages).sort(), ["0 /", "1 /a", "1 /b", "2 /c", "2 /missing"])
      assert.strictEqual(pathsOf(value.pages)[0], "0 /")
      const missing = value.pages.find(({ url }) => url === at("/missing"))
      assert.deepInclude(missing, { succeeded: false, markdown: "", statusCode: 404 })
      assert.deepInclude(value, { succeeded: 4, failed: 1, maxDepthReached: 2, isPart: false })
      assert.strictEqual(credits, 4)
      assert.deepStrictEqual(yield* creditsLeft(reader), { balance: 996, held: 0, available: 996 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("has a page over which a bug comes to light fail alone", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* build({ "/": ["/a", "/file.pdf", "/b"], "/a": [], "/b": ["/c"], "/c": [] })
      yield* web.page(at("/file.pdf"), { mediaType: "application/pdf", body: "%PDF-1.7 BUG" })
      const { value } = yield* crawl(reader)
      assert.deepInclude(value, { succeeded: 4, failed: 1 })
      const failed = value.pages.find(({ url }) => url === at("/file.pdf"))
      assert.deepInclude(failed, { succeeded: false, problem: "The page failed inside the server. Its log says why." })
    }).pipe(Effect.provide(layer))
  )

  it.effect("says of each page that failed what its server answered", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      const paths = ["/soft", "/wall", "/members", "/broken", "/gone", "/silent"]
      yield* build({ "/": paths })
      yield* web.page(at("/soft"), "<title>Page not found</title><h1>Page not found</h1>")
      yield* web.page(at("/wall"), { status: 203, body: "<title>Just a moment...</title>" })
      const form = '<title>Sign in</title><form><input type="password"></form>'
      yield* web.page(at("/members"), { redirectTo: at("/auth?next=members"), body: "" })
      yield* web.page(at("/auth?next=members"), form)
      yield* web.page(at("/broken"), { status: 500, body: "<p>broken</p>" })
      yield* web.page(at("/silent"), { unreachable: "connection_failed", body: "" })
      const { value } = yield* crawl(reader)
      const codes = value.pages.map(({ statusCode, succeeded, url }) => [new URL(url).pathname, succeeded, statusCode])
      assert.deepStrictEqual(codes.sort(), [
        ["/", true, 200],
        ["/broken", false, 500],
        ["/gone", false, 404],
        ["/members", false, 200],
        ["/silent", false, 0],
        ["/soft", false, 200],
        ["/wall", false, 203]
      ])
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps to its depth, its pattern and its number of pages", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* build({
        "/": ["/docs/a", "/docs/b", "/shop/x"],
        "/docs/a": ["/docs/c"],
        "/docs/b": [],
        "/docs/c": [],
        "/shop/x": []
      })
      const shallow = yield* crawl(reader, { maxDepth: 1 })
      assert.deepStrictEqual(pathsOf(shallow.value.pages).sort(), ["0 /", "1 /docs/a", "1 /docs/b", "1 /shop/x"])
      const docs = yield* crawl(reader, { pattern: "/docs/" })
      assert.deepInclude(docs.value, { succeeded: 4, skipped: 1 })
      const few = yield* crawl(reader, { maxPages: 2 })
      assert.strictEqual(few.value.pages.length, 2)
      const only = yield* crawl(reader, { maxDepth: 0 })
      assert.deepStrictEqual(pathsOf(only.value.pages), ["0 /"])
      const bad = yield* Effect.flip(crawl(reader, { pattern: "(" }))
      assert.deepInclude(bad, { _tag: "InvalidInput", field: "urlRegex" })
    }).pipe(Effect.provide(layer))
  )

  describe("of a site in which a slow page is the shorter way", () => {
    const slowly = Effect.fnUntraced(function* (latency: Duration.Input) {
      yield* build({ "/": ["/slow", "/fast"], "/fast": ["/mid"], "/mid": ["/x"], "/x": ["/y"], "/y": ["/z"], "/z": [] })
      yield* (yield* ScriptedWeb).page(at("/slow"), { body: pageWith("Slow", links("/x")), latency })
    })
    const crawled = Effect.fnUntraced(function* (latency: Duration.Input, maxDepth: number | null) {
      yield* slowly(latency)
      const asking = yield* Effect.forkChild(crawl(yield* newReader(), { maxDepth, stopAfterMillis: 25_000 }))
      yield* pass(30)
      return pathsOf((yield* Fiber.join(asking)).value.pages)
    })

    it.effect("finds all that is within its depth", () =>
      Effect.gen(function* () {
        const pages = yield* crawled("3 seconds", 3)
        assert.sameMembers(pages, ["0 /", "1 /fast", "1 /slow", "2 /mid", "2 /x", "3 /y"])
      }).pipe(Effect.provide(layer))
    )

    it.effect("begins its last level meanwhile", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* crawled("3 seconds", 2), ["0 /", "1 /fast", "2 /mid", "1 /slow", "2 /x"])
      }).pipe(Effect.provide(layer))
    )

    it.effect("waits for no page that hangs", () =>
      Effect.gen(function* () {
        const hanging = yield* crawled("20 seconds", 4)
        assert.deepStrictEqual(hanging.slice(0, 5), ["0 /", "1 /fast", "2 /mid", "3 /x", "4 /y"])
        assert.deepStrictEqual(hanging.slice(5), ["1 /slow"])
      }).pipe(Effect.provide(layer))
    )

    it.effect("waits for none where it may go as deep as it likes", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* crawled("3 seconds", null)).slice(-2), ["5 /z", "1 /slow"])
      }).pipe(Effect.provide(layer))
    )
  })

  it.effect("hands its pages to who watches, one after the other, and gives a report without them", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* build({ "/": ["/a", "/gone"], "/a": ["/b"], "/b": [] })
      const seen: Array<string> = []
      const sites = yield* Sites
      const { credits, value } = yield* sites.crawl(yield* callOf(reader), crawlOf(at("/")), (page, progress) =>
        Effect.sync(() => {
          seen.push(`${new URL(page.url).pathname} ${progress.succeeded} ${progress.failed}`)
        })
      )
      assert.deepStrictEqual([seen[0], seen.at(-1), seen.length], ["/ 1 0", "/b 3 1", 4])
      assert.deepInclude(value, { pages: [], succeeded: 3, failed: 1, maxDepthReached: 2 })
      assert.strictEqual(credits, 3)
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps every page for later callers, and fetches none of them again while they are fresh", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      const paths = Array.from({ length: 60 }, (_, index) => `/page/${index}`)
      yield* build({ "/": paths, ...Object.fromEntries(paths.map((path) => [path, ["/"]])) })
      assert.deepInclude((yield* crawl(reader)).value, { succeeded: 61, cache: { status: "miss", ageMillis: 0 } })
      const pageLooks = Effect.map(web.looks(), (looks) => looks.filter(({ url }) => !url.endsWith(".txt")).length)
      yield* TestClock.adjust("1 minute")
      const again = yield* crawl(reader)
      assert.deepInclude(again.value, { succeeded: 61, cache: { status: "hit", ageMillis: 60_000 } })
      assert.strictEqual(yield* pageLooks, 61)
      const anew = yield* crawl(reader, {}, { freshness: { maxAgeMillis: 0, zeroRetention: false } })
      assert.strictEqual(anew.value.cache.status, "miss")
      assert.strictEqual(yield* pageLooks, 122)
    }).pipe(Effect.provide(layer))
  )

  it.effect("waits for a page that somebody else is just fetching, instead of fetching it too", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* web.page(at("/"), { body: pageWith("Start"), latency: "5 seconds" })
      const scraping = yield* Effect.forkChild((yield* Pages).scrape(yield* callOf(reader), markdownOf(at("/"))))
      yield* pass(1)
      const crawling = yield* Effect.forkChild(crawl(reader))
      yield* pass(6)
      assert.strictEqual((yield* Fiber.join(scraping)).value.cache.status, "miss")
      assert.strictEqual((yield* Fiber.join(crawling)).value.succeeded, 1)
      assert.strictEqual((yield* web.looks(at("/"))).length, 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("reads only where pages lead when no Markdown is wanted", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* build({ "/": ["/a"], "/a": ["/b"], "/b": [] })
      const { value } = yield* crawl(reader, { markdown: null })
      assert.deepStrictEqual(pathsOf(value.pages), ["0 /", "1 /a", "2 /b"])
      assert.deepStrictEqual(
        value.pages.map(({ markdown, metadata }) => [markdown, metadata.title]),
        [
          ["", "Page /"],
          ["", "Page /a"],
          ["", "Page /b"]
        ]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("stops when the credits are used, and answers with what it has", () =>
    Effect.gen(function* () {
      const reader = yield* newReader(3)
      yield* build({ "/": ["/a", "/b", "/c", "/d"], "/a": [], "/b": [], "/c": [], "/d": [] })
      const { credits, value } = yield* crawl(reader)
      assert.deepStrictEqual([credits, value.succeeded], [3, 3])
      assert.deepStrictEqual(yield* creditsLeft(reader), { balance: 0, held: 0, available: 0 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps to robots.txt and its delay, names what it forbids, and ignores it where the operator says so", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* build({ "/": ["/private/a", "/b"], "/private/a": [], "/b": [] })
      yield* web.page(at("/robots.txt"), {
        body: "User-agent: *\nDisallow: /private/\nCrawl-delay: 2",
        mediaType: "text/plain"
      })
      const asking = yield* Effect.forkChild(crawl(reader))
      yield* pass(5)
      const polite = (yield* Fiber.join(asking)).value
      assert.deepStrictEqual(pathsOf(polite.pages), ["0 /", "1 /b"])
      assert.deepInclude(polite, { skipped: 0, forbiddenByRobots: 1 })
      const [first, second] = (yield* web.looks()).filter(({ url }) => !url.endsWith(".txt"))
      assert.strictEqual(DateTime.toEpochMillis(second!.at) - DateTime.toEpochMillis(first!.at), 2_000)

      yield* web.page(at("/robots.txt"), { body: "User-agent: *\nDisallow: /", mediaType: "text/plain" })
      const forbidden = yield* Effect.flip(crawl(reader))
      assert.strictEqual(forbidden._tag, "WebsiteInaccessible")
      assert.match("message" in forbidden ? forbidden.message : "", /robots\.txt/)
    }).pipe(Effect.provide(layer))
  )

  const forbidsPrivate = { body: "User-agent: *\nDisallow: /private/", mediaType: "text/plain" }

  it.effect("is led to no address that robots.txt of its host forbids, also where that is kept", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      const other = "https://other.site.example"
      yield* build({ "/": ["/go", "/kept", "/away", "/well", "/b"], "/private/a": [], "/b": [] })
      yield* web.page(`${other}/private/a`, pageWith("Other"))
      const leads = { "/go": "/private/a", "/kept": "/private/a", "/away": `${other}/private/a`, "/well": "/b" }
      for (const [path, redirectTo] of Object.entries(leads)) yield* web.page(at(path), { body: "", redirectTo })
      yield* web.page(at("/robots.txt"), forbidsPrivate)
      yield* web.page(`${other}/rules.txt`, forbidsPrivate)
      yield* web.page(`${other}/robots.txt`, { body: "", redirectTo: "/rules.txt" })
      // Who names a page may have it, and others may find it then.
      const pages = yield* Pages
      yield* pages.scrape(yield* callOf(reader), markdownOf(at("/kept")))
      const held = (yield* creditsLeft(reader)).balance
      const { value } = yield* crawl(reader, { followSubdomains: true })
      assert.deepStrictEqual(pathsOf(value.pages), ["0 /", "1 /well"])
      assert.deepInclude(value, { succeeded: 2, failed: 0, forbiddenByRobots: 3 })
      assert.strictEqual((yield* creditsLeft(reader)).balance, held - 2)
      const rules = (yield* web.looks()).filter(({ url }) => url.endsWith("/robots.txt"))
      assert.strictEqual(rules.length, 2, "each host is asked for its rules once")
    }).pipe(Effect.provide(layer))
  )

  /** Another host, with a robots.txt that does not come. */
  const silentHost = Effect.fnUntraced(function* (other: string, pages: ReadonlyArray<string>) {
    const web = yield* ScriptedWeb
    yield* web.page(`${other}/robots.txt`, { body: "", latency: "5 minutes" })
    for (const path of pages) yield* web.page(`${other}${path}`, pageWith(`Other ${path}`))
  })

  it.effect("leaves out a page that leads off its site, and asks the other host nothing", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      const other = "https://other.example"
      yield* build({ "/": ["/away", "/kept", "/round", "/www", "/b"], "/b": [] })
      yield* silentHost(other, ["/a"])
      yield* web.page(`${other}/back`, { body: "", redirectTo: at("/b") })
      yield* web.page("https://www.site.example/page", pageWith("The same site"))
      const leads = {
        ...{ "/away": `${other}/a`, "/kept": `${other}/a`, "/round": `${other}/back` },
        "/www": "https://www.site.example/page"
      }
      for (const [path, redirectTo] of Object.entries(leads)) yield* web.page(at(path), { body: "", redirectTo })
      // Who names a page may have it, and others may find it then.
      yield* (yield* Pages).scrape(yield* callOf(reader), markdownOf(at("/kept")))
      const before = (yield* web.looks()).length
      const held = (yield* creditsLeft(reader)).balance
      const asking = yield* Effect.forkChild(crawl(reader))
      yield* pass(3)
      const { value } = yield* Fiber.join(asking)
      assert.deepStrictEqual(pathsOf(value.pages).sort(), ["0 /", "1 /b", "1 /www"])
      assert.deepInclude(value, { succeeded: 3, failed: 0, skipped: 0, forbiddenByRobots: 0, doubles: 0 })
      assert.strictEqual((yield* creditsLeft(reader)).balance, held - 3)
      const after = (yield* web.looks()).slice(before)
      assert.deepStrictEqual(
        after.filter(({ url }) => url.startsWith(other)),
        []
      )
      const again = yield* Effect.forkChild(crawl(reader, { maxPages: 3 }))
      yield* pass(3)
      assert.strictEqual(
        (yield* Fiber.join(again)).value.succeeded,
        3,
        "pages that are left out take no place of others"
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("leaves out a page that a browser was led off its site by", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const other = "https://other.example"
      yield* silentHost(other, [])
      const browser = yield* ScriptedBrowser
      browser.show = ({ url }) =>
        Effect.succeed({ url: url === at("/go") ? `${other}/a` : url, html: pageWith(url, links("/go", "/b")) })
      const asking = yield* Effect.forkChild(crawl(reader, { source: { ...sourceOf(at("/")), waitMillis: 10 } }))
      yield* pass(3)
      const { value } = yield* Fiber.join(asking)
      assert.deepStrictEqual(pathsOf(value.pages), ["0 /", "1 /b"])
      assert.deepInclude(value, { failed: 0, forbiddenByRobots: 0 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps to where its start leads, whose rules it asks for", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      const moved = "https://moved.example"
      yield* web.page(at("/"), { body: "", redirectTo: `${moved}/` })
      yield* web.page(`${moved}/robots.txt`, forbidsPrivate)
      yield* web.page(`${moved}/`, pageWith("Moved", links("/a", "/back", "/go")))
      yield* web.page(`${moved}/a`, pageWith("A"))
      yield* web.page(`${moved}/back`, { body: "", redirectTo: at("/b") })
      yield* web.page(`${moved}/go`, { body: "", redirectTo: "/private/a" })
      yield* web.page(at("/b"), pageWith("B"))
      const { value } = yield* crawl(reader)
      assert.deepStrictEqual(pathsOf(value.pages), ["0 /", "1 /a"])
      assert.deepInclude(value, { failed: 0, forbiddenByRobots: 1 })
      assert.lengthOf(yield* web.looks(at("/b")), 0)
    }).pipe(Effect.provide(layer))
  )

  it.effect("shares no fetching with one of another scope", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      const other = "https://sub.site.example"
      yield* build({ "/": ["/sub"] })
      yield* web.page(at("/sub"), { body: "", redirectTo: `${other}/a`, latency: "1 second" })
      yield* web.page(`${other}/a`, pageWith("Sub"))
      const narrow = yield* Effect.forkChild(crawl(reader))
      yield* Effect.yieldNow
      const wide = yield* Effect.forkChild(crawl(reader, { followSubdomains: true }))
      yield* pass(5)
      assert.deepStrictEqual(pathsOf((yield* Fiber.join(narrow)).value.pages), ["0 /"])
      assert.deepStrictEqual(pathsOf((yield* Fiber.join(wide)).value.pages), ["0 /", "1 /sub"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("fails where its start leads to an address that robots.txt forbids", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* build({ "/private/a": [] })
      yield* web.page(at("/"), { body: "", redirectTo: "/private/a" })
      yield* web.page(at("/rules.txt"), forbidsPrivate)
      yield* web.page(at("/robots.txt"), { body: "", redirectTo: "/rules.txt" })
      const refused = yield* Effect.flip(crawl(reader))
      assert.deepInclude(refused, {
        _tag: "WebsiteBlocked",
        message: "The page leads to another address. robots.txt of the site forbids robots to see this address."
      })
      assert.strictEqual((yield* creditsLeft(reader)).balance, 1_000)
    }).pipe(Effect.provide(layer))
  )

  it.effect("takes no page of an address that robots.txt forbids and that a browser was led to", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* web.page(at("/robots.txt"), forbidsPrivate)
      const browser = yield* ScriptedBrowser
      browser.show = ({ url }) =>
        Effect.succeed({ url: url.replace("/go", "/private/a"), html: pageWith(url, links("/go", "/b")) })
      const { value } = yield* crawl(reader, { source: { ...sourceOf(at("/")), waitMillis: 10 } })
      assert.deepStrictEqual(pathsOf(value.pages), ["0 /", "1 /b"])
      assert.strictEqual(value.forbiddenByRobots, 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("shares no fetching with who named the page and may be led", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* build({ "/private/a": [] })
      yield* web.page(at("/"), { body: "", redirectTo: "/private/a", latency: "1 second" })
      const pages = yield* Pages
      const call = yield* callOf(reader)
      const read = Effect.result(pages.scrape(call, markdownOf(at("/"))))
      const refused = { reason: "robots" as const, message: "It is forbidden." }
      const mayBeLed = () => Effect.succeed(refused)
      const walking = yield* Effect.forkChild(Effect.provideService(read, MayBeLed, mayBeLed))
      yield* Effect.yieldNow
      const naming = yield* Effect.forkChild(read)
      yield* pass(5)
      assert.deepInclude((yield* Fiber.join(walking)).pipe(Result.flip, Result.getOrThrow), { _tag: "WebsiteBlocked" })
      assert.strictEqual(Result.getOrThrow(yield* Fiber.join(naming)).value.finalUrl, at("/private/a"))
    }).pipe(Effect.provide(layer))
  )

  it.effect("may ignore robots.txt on the operator's own sites", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* build({ "/": [] })
      yield* web.page(at("/robots.txt"), { body: "User-agent: *\nDisallow: /", mediaType: "text/plain" })
      assert.strictEqual((yield* crawl(reader)).value.succeeded, 1)
      yield* web.page(at("/"), { body: "", redirectTo: "/moved" })
      yield* web.page(at("/moved"), pageWith("Moved"))
      assert.strictEqual((yield* crawl(reader)).value.succeeded, 1)
    }).pipe(Effect.provide(layer), Effect.provideService(ObeysRobots, false))
  )

  it.effect("keeps one of pages that are the same whole page: by where they lead, or by all their bytes", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* build({ "/": ["/one", "/moved", "/copies/a", "/copies/b"] })
      yield* web.page(at("/one"), flicker(pageWith("One"), pageWith("One, a moment later")))
      yield* web.page(at("/moved"), { body: "", status: 301, redirectTo: "/one" })
      yield* web.page(at("/copies/a"), pageWith("Copy", '<a href="next">next</a>'))
      yield* web.page(at("/copies/b"), pageWith("Copy", '<a href="next">next</a>'))
      yield* web.page(at("/copies/next"), pageWith("Next"))
      const { value } = yield* crawl(reader)
      assert.deepInclude(value, { succeeded: 4, failed: 0, skipped: 0, doubles: 2 })
      assert.include(pathsOf(value.pages), "2 /copies/next")
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps pages that say nothing, each for itself", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* build({ "/": ["/a", "/b"] })
      for (const path of ["/a", "/b"]) yield* web.page(at(path), { body: "", status: 200 })
      const { value } = yield* crawl(reader)
      assert.strictEqual(value.doubles, 0)
      assert.strictEqual(value.pages.length, 3)
    }).pipe(Effect.provide(layer))
  )

  it.effect("tells pages that only a browser shows as failed where there is none, and charges nothing for them", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* build({ "/": ["/app"] })
      yield* web.page(at("/app"), "<div id=root></div><script src=/app.js></script>")
      const { credits, value } = yield* crawl(reader)
      assert.deepInclude(value, { succeeded: 1, failed: 1 })
      const app = value.pages.find((page) => !page.succeeded)
      assert.match(app?.problem ?? "", /^Only a browser shows this page\. [^\n]*KITTIWAKE_BROWSER is off\.$/)
      assert.strictEqual(credits, 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is fetched, and as new as now, where one of its pages had to be", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* build({ "/": ["/a"], "/a": [] })
      yield* crawl(reader, { maxDepth: 0 })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual((yield* crawl(reader)).value.cache, { status: "miss", ageMillis: 0 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("is as old as the oldest of its pages", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* build({ "/": ["/a"], "/a": ["/b"], "/b": [] })
      yield* crawl(reader, { maxDepth: 0 })
      yield* TestClock.adjust("1 minute")
      yield* crawl(reader)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual((yield* crawl(reader)).value.cache, { status: "hit", ageMillis: 120_000 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("tells pages apart that differ in their frames alone", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* build({ "/": ["/a/", "/b/"] })
      for (const chapter of ["a", "b"]) {
        yield* web.page(at(`/${chapter}/`), pageWith("Book", '<iframe src="text.html"></iframe>'))
        yield* web.page(at(`/${chapter}/text.html`), pageWith(`Chapter ${chapter}`))
      }
      const source = { ...crawlOf(at("/")).source, includeFrames: true }
      assert.deepInclude((yield* crawl(reader, { source })).value, { succeeded: 3, doubles: 0 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("loses no page whose selected part, text or canonical address is that of another", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      const product = (name: string, to: string) =>
        `<html><head><link rel="canonical" href="/"></head><body><h1>${name}</h1><p class="price">$20</p><a href="${to}">more</a></body></html>`
      yield* web.page(at("/"), product("All", "/p/1"))
      for (const number of [1, 2, 3])
        yield* web.page(at(`/p/${number}`), product(`Product ${number}`, `/p/${number + 1}`))
      yield* web.page(at("/p/4"), product("Product 4", "/"))
      const { value } = yield* crawl(reader, { regions: { ...wholePage, includeSelectors: [".price"] } })
      assert.deepStrictEqual(pathsOf(value.pages), ["0 /", "1 /p/1", "2 /p/2", "3 /p/3", "4 /p/4"])
      assert.deepInclude(value, { doubles: 0, skipped: 0 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("goes on from a page that is known by another address, whose links lead elsewhere", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* build({ "/": ["/a/", "/b/"] })
      for (const path of ["/a/", "/b/"]) yield* web.page(at(path), pageWith("Same", '<a href="item">item</a>'))
      yield* web.page(at("/a/item"), pageWith("Item of a"))
      yield* web.page(at("/b/item"), pageWith("Item of b"))
      const { value } = yield* crawl(reader)
      assert.includeMembers(pathsOf(value.pages), ["2 /a/item", "2 /b/item"])
      assert.strictEqual(value.doubles, 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("goes on below the registered name when it follows subdomains, and never beyond it", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      const other = "https://docs.site.example/"
      const far = "https://site.example.evil.test/"
      yield* build({ "/": [other, far] })
      yield* web.page(other, pageWith("Docs"))
      yield* web.page(far, pageWith("Evil"))
      assert.strictEqual((yield* crawl(reader)).value.succeeded, 1)
      const { value } = yield* crawl(reader, { followSubdomains: true })
      assert.deepStrictEqual(value.pages.map(({ url }) => url).sort(), [other, at("/")].sort())
    }).pipe(Effect.provide(layer))
  )

  it.effect("begins with the addresses of sitemaps where it is told to", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* build({ "/": [], "/hidden": [], "/deep": [] })
      const xml = (...parts: ReadonlyArray<string>) => ({ body: parts.join(""), mediaType: "application/xml" })
      yield* web.page(at("/robots.txt"), { body: `Sitemap: ${at("/index.xml")}`, mediaType: "text/plain" })
      yield* web.page(
        at("/index.xml"),
        xml("<sitemapindex>", `<sitemap><loc>${at("/part.xml")}</loc></sitemap>`, "</sitemapindex>")
      )
      yield* web.page(
        at("/part.xml"),
        xml("<urlset>", `<url><loc>${at("/hidden")}</loc></url><url><loc>${at("/deep")}</loc></url>`, "</urlset>")
      )
      assert.strictEqual((yield* crawl(reader)).value.succeeded, 1)
      const { value } = yield* crawl(reader, { followsSitemaps: true })
      assert.deepStrictEqual(pathsOf(value.pages).sort(), ["0 /", "1 /deep", "1 /hidden"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("begins no page after its soft budget, and answers well with what it has", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* web.page(at("/"), pageWith("Start", links(...Array.from({ length: 40 }, (_, index) => `/slow/${index}`))))
      for (let index = 0; index < 40; index++) {
        yield* web.page(at(`/slow/${index}`), { body: pageWith(`Slow ${index}`), latency: "4 seconds" })
      }
      const asking = yield* Effect.forkChild(crawl(reader, { stopAfterMillis: 10_000 }))
      yield* pass(20)
      const { credits, value } = yield* Fiber.join(asking)
      // Five pages of one host at once, begun at 0, 4 and 8 seconds.
      assert.strictEqual(value.succeeded, 16)
      assert.strictEqual(credits, 16)
      assert.isFalse(value.isPart)
    }).pipe(Effect.provide(layer))
  )

  it.effect(
    "answers with a part at its deadline for who accepts one, fails for who does not, and leaves no frontier",
    () =>
      Effect.gen(function* () {
        const reader = yield* newReader()
        const web = yield* ScriptedWeb
        yield* web.page(at("/"), pageWith("Start", links("/slow")))
        yield* web.page(at("/slow"), { body: pageWith("Slow"), latency: "1 minute" })
        const run = Effect.fnUntraced(function* (acceptsPart: boolean) {
          const now = yield* DateTime.now
          const requestId = `crawl-${acceptsPart}`
          const deadline = { atMillis: now.epochMilliseconds + 5_000, acceptsPart }
          const asking = yield* Effect.forkChild(Effect.result(crawl(reader, {}, { deadline, requestId })))
          yield* TestClock.adjust("5 seconds")
          const done = yield* Fiber.join(asking)
          const counts = yield* (yield* FrontierStore).counts(reader, requestId)
          assert.deepStrictEqual(counts, { waiting: 0, claimed: 0, done: 0 })
          return done._tag === "Success" ? done.success : done.failure._tag
        })
        const part = yield* run(true)
        assert.deepNestedInclude(part, { credits: 1, "value.isPart": true, "value.succeeded": 1 })
        assert.strictEqual(yield* run(false), "DeadlinePassed")
        assert.deepStrictEqual(yield* creditsLeft(reader), { balance: 999, held: 0, available: 999 })
      }).pipe(Effect.provide(layer))
  )

  it.effect(
    "charges for pages of files that were recovered from their pictures, but not where it answers with a part",
    () =>
      Effect.gen(function* () {
        const reader = yield* newReader()
        const web = yield* ScriptedWeb
        yield* web.page(at("/"), pageWith("Start", links("/scan.pdf")))
        yield* web.page(at("/scan.pdf"), { body: "%PDF PICTURES", mediaType: "application/pdf" })
        const asks = { pdf: { ...defaultPdf, ocr: true } }
        const whole = yield* crawl(reader, asks)
        assert.deepNestedInclude(whole, { credits: 4, "value.succeeded": 2, "value.isPart": false })

        yield* web.page(at("/"), pageWith("Start", links("/scan.pdf", "/slow")))
        yield* web.page(at("/slow"), { body: pageWith("Slow"), latency: "1 minute" })
        const { epochMilliseconds } = yield* DateTime.now
        const deadline = { atMillis: epochMilliseconds + 5_000, acceptsPart: true }
        const freshness = { maxAgeMillis: 0, zeroRetention: false }
        const asking = yield* Effect.forkChild(crawl(reader, asks, { deadline, freshness }))
        yield* pass(5)
        const part = yield* Fiber.join(asking)
        assert.deepNestedInclude(part, { credits: 2, "value.succeeded": 2, "value.isPart": true })
        assert.strictEqual((yield* creditsLeft(reader)).balance, 1_000 - 6)
      }).pipe(Effect.provide(layer))
  )

  it.effect("fails when its start cannot be read", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* web.page(at("/"), { body: "gone", status: 404 })
      assert.strictEqual((yield* Effect.flip(crawl(reader)))._tag, "TargetNotFound")
      assert.strictEqual((yield* creditsLeft(reader)).balance, 1_000)
    }).pipe(Effect.provide(layer))
  )
})

describe("the addresses of a site", () => {
  const listed = Effect.fnUntraced(function* (
    reader: Effect.Success<ReturnType<typeof newReader>>,
    given: object = {},
    call: Parameters<typeof callOf>[1] = {}
  ) {
    const sites = yield* Sites
    return yield* sites.sitemap(yield* callOf(reader, call), {
      domain: "site.example",
      sitemapUrl: null,
      maxLinks: 100,
      pattern: null,
      search: null,
      includeSubdomains: false,
      headers: {},
      ...given
    })
  })

  const listing = (given?: object) => Effect.flatMap(newReader(), (reader) => listed(reader, given))

  const sitemap = (...urls: ReadonlyArray<string>) => ({
    body: `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`,
    mediaType: "application/xml"
  })

  it.effect("are those its sitemaps list: on its host, that match, as many as are wanted", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(at("/"), pageWith("Start"))
      const listed = [at("/a"), at("/pricing"), "https://www.site.example/b", "https://blog.site.example/c"]
      yield* web.page(at("/sitemap.xml"), sitemap(...listed, "https://elsewhere.example/d", at("/a")))
      const all = yield* listing()
      assert.deepStrictEqual(all.value.urls, listed.slice(0, 3))
      assert.deepInclude(all.value, { domain: "site.example", discovered: 1, fetched: 1, skipped: 0, errors: 0 })
      assert.strictEqual(all.credits, 1)
      assert.deepStrictEqual((yield* listing({ includeSubdomains: true })).value.urls, listed)
      assert.deepStrictEqual((yield* listing({ maxLinks: 1 })).value.urls, listed.slice(0, 1))
      assert.deepStrictEqual((yield* listing({ pattern: "/[ab]$" })).value.urls, [listed[0]!, listed[2]!])
      const searched = yield* listing({ search: "prices" })
      assert.deepStrictEqual([searched.value.urls, searched.credits], [[listed[1]!], 2])
      assert.deepStrictEqual((yield* listing({ search: "zebra" })).value.urls, [])
    }).pipe(Effect.provide(layer))
  )

  it.effect("cost one credit where they are a part, although they were searched", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(at("/robots.txt"), {
        body: ["a", "b"].map((name) => `Sitemap: ${at(`/${name}.xml`)}`).join("\n"),
        mediaType: "text/plain"
      })
      yield* web.page(at("/a.xml"), sitemap(at("/tea"), at("/coffee")))
      for (const [name, next] of [
        ["b", "c"],
        ["c", "d"]
      ]) {
        const body = `<sitemapindex><sitemap><loc>${at(`/${next}.xml`)}</loc></sitemap></sitemapindex>`
        yield* web.page(at(`/${name}.xml`), { body, mediaType: "application/xml", latency: "3 seconds" })
      }
      const reader = yield* newReader()
      const { epochMilliseconds } = yield* DateTime.now
      const deadline = { atMillis: epochMilliseconds + 5_000, acceptsPart: true }
      const asking = yield* Effect.forkChild(listed(reader, { search: "tea" }, { deadline }))
      yield* pass(5)
      const { credits, value } = yield* Fiber.join(asking)
      assert.deepStrictEqual([value.urls, value.isPart, credits], [[at("/tea")], true, 1])
      assert.strictEqual((yield* creditsLeft(reader)).balance, 999)
    }).pipe(Effect.provide(layer))
  )

  it.effect(
    "count a sitemap as skipped of which not all entries were read, and one that is as long as may be not",
    () =>
      Effect.gen(function* () {
        const web = yield* ScriptedWeb
        yield* web.page(at("/"), pageWith("Start"))
        const pages = Array.from({ length: maxSitemapEntries }, (_, index) => at(`/${index}`))
        for (const [more, skipped] of [
          [[], 0],
          [[at("/more")], 1]
        ] as const) {
          yield* web.page(at("/sitemap.xml"), sitemap(...pages, ...more))
          for (const named of [null, at("/sitemap.xml")]) {
            const { value } = yield* listing({ maxLinks: 100_000, sitemapUrl: named })
            assert.lengthOf(value.urls, maxSitemapEntries)
            assert.deepInclude(value, { discovered: 1, fetched: 1, skipped, errors: 0, isPart: false })
          }
        }
      }).pipe(Effect.provide(layer))
  )

  it.effect("of a batch are told in the log to be fewer than the site lists, where more were wanted", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const pages = Array.from({ length: maxSitemapEntries + 1 }, (_, index) => at(`/${index}`))
      const left = Effect.fnUntraced(function* (enough: number) {
        const pattern = yield* addressPattern(null, "regex")
        const deadline = { atMillis: 60_000, acceptsPart: false }
        const all = sitemapAddresses({ host: "site.example", pattern, take: () => true, enough, deadline })
        return (yield* logged(all, /^a batch may have fewer pages than its site lists/)).lines.length
      })
      yield* web.page(at("/sitemap.xml"), sitemap(...pages))
      assert.deepStrictEqual([yield* left(100_000), yield* left(maxSitemapEntries)], [1, 0])
      const robots = ["sitemap", "gone"].map((name) => `Sitemap: ${at(`/${name}.xml`)}`).join("\n")
      yield* web.page(at("/sitemap.xml"), sitemap(...pages.slice(0, 10)))
      assert.strictEqual(yield* left(100_000), 0)
      yield* web.page(at("/robots.txt"), { body: robots, mediaType: "text/plain" })
      assert.deepStrictEqual([yield* left(100_000), yield* left(10)], [1, 0])
    }).pipe(Effect.provide(layer))
  )

  it.effect("are not told in part, nor paid for, where there was no room for a sitemap or for robots.txt", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* build({ "/": ["/a"] })
      const xml = (body: string) => ({ body, mediaType: "application/xml" })
      const robots = ["index", "other"].map((name) => `Sitemap: ${at(`/${name}.xml`)}`).join("\n")
      yield* web.page(at("/other.xml"), xml(`<urlset><url><loc>${at("/b")}</loc></url></urlset>`))
      yield* web.page(
        at("/index.xml"),
        xml(`<sitemapindex><sitemap><loc>${at("/part.xml")}</loc></sitemap></sitemapindex>`)
      )
      yield* web.page(at("/part.xml"), xml(`<urlset><url><loc>${at("/c")}</loc></url></urlset>`))
      const busy = { body: "", unreachable: "busy" } as const
      const calls = Effect.gen(function* () {
        const failures = [
          yield* Effect.flip(listed(reader)),
          yield* Effect.flip(crawl(reader, { followsSitemaps: true }))
        ]
        return failures.map(({ _tag }) => _tag)
      })
      const named = { body: robots, mediaType: "text/plain" }
      for (const path of ["/index.xml", "/part.xml"]) {
        yield* web.page(at("/robots.txt"), named)
        const page =
          path === "/index.xml"
            ? busy
            : xml(`<sitemapindex><sitemap><loc>${at("/part.xml")}</loc></sitemap></sitemapindex>`)
        yield* web.page(at("/index.xml"), page)
        yield* web.page(at("/part.xml"), busy)
        assert.deepStrictEqual(yield* calls, ["TooBusy", "TooBusy"], path)
      }
      assert.strictEqual((yield* Effect.flip(listed(reader, { sitemapUrl: at("/index.xml") })))._tag, "TooBusy")
      // One that stands nowhere but where they usually do.
      yield* web.page(at("/robots.txt"), { status: 404, body: "" })
      yield* web.page(at("/sitemap.xml"), busy)
      assert.deepStrictEqual(yield* calls, ["TooBusy", "TooBusy"])
      yield* web.page(at("/robots.txt"), busy)
      assert.strictEqual((yield* Effect.flip(listed(reader)))._tag, "TooBusy")
      assert.deepStrictEqual(yield* creditsLeft(reader), { balance: 1_000, held: 0, available: 1_000 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("are told without a sitemap that failed by itself, or whose host gave no turn", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* build({ "/": ["/a"] })
      const robots = ["good", "late"].map((name) => `Sitemap: ${at(`/${name}.xml`)}`).join("\n")
      yield* web.page(at("/robots.txt"), { body: robots, mediaType: "text/plain" })
      yield* web.page(at("/good.xml"), {
        body: `<urlset><url><loc>${at("/b")}</loc></url></urlset>`,
        mediaType: "application/xml"
      })
      for (const unreachable of ["no_turn", "too_large", "timeout"] as const) {
        yield* web.page(at("/late.xml"), { body: "", unreachable })
        const { value } = yield* listed(reader)
        assert.deepStrictEqual([value.urls, value.errors], [[at("/b")], 1], unreachable)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("and its pages are read where there was no room for its robots.txt for a moment", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* build({ "/": ["/a"], "/a": [] })
      yield* web.page(at("/robots.txt"), { body: "", unreachable: "busy" })
      const crawling = yield* Effect.forkChild(crawl(reader))
      yield* pass(3)
      assert.isUndefined(crawling.pollUnsafe())
      yield* web.page(at("/robots.txt"), { body: "User-agent: *\nDisallow: /private", mediaType: "text/plain" })
      yield* pass(3)
      assert.deepStrictEqual(pathsOf((yield* Fiber.join(crawling)).value.pages), ["0 /", "1 /a"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("are the links of the first page where it lists nothing", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(at("/"), pageWith("Start", links("/a", "https://elsewhere.example/")))
      const { value } = yield* listing()
      assert.deepStrictEqual(value.urls, [at("/a")])
      assert.deepInclude(value, { discovered: 0, fetched: 0, skipped: 0, errors: 0 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("are those of one sitemap alone when it is named, with what it lists, loops and broken ones left out", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const index = at("/maps/index.xml")
      yield* web.page(index, {
        body: `<sitemapindex><sitemap><loc>part.xml</loc></sitemap><sitemap><loc>${index}</loc></sitemap><sitemap><loc>gone.xml</loc></sitemap></sitemapindex>`,
        mediaType: "application/xml"
      })
      yield* web.page(at("/maps/part.xml"), sitemap(at("/a")))
      const { value } = yield* listing({ sitemapUrl: index })
      assert.deepStrictEqual(value.urls, [at("/a")])
      assert.deepInclude(value, { fetched: 2, skipped: 1 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("are refused for what is no domain, and for a host that is not there", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* Effect.flip(listing({ domain: "nodots" })), { _tag: "InvalidInput", field: "domain" })
      assert.strictEqual((yield* Effect.flip(listing({ domain: "absent.example" })))._tag, "WebsiteNotFound")
    }).pipe(Effect.provide(layer))
  )

  it.effect("counts its pages against the memory of all, waits for room, and leaves nothing counted", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      // No larger than what is read on this thread, whose time is the clock's.
      const large = "word ".repeat(40_000)
      const web = yield* ScriptedWeb
      yield* build({ "/": ["/a", "/b"] })
      yield* web.page(at("/a"), pageWith("Page /a", large))
      yield* web.page(at("/b"), pageWith("Page /b", `other ${large}`))
      const memory = new MemoryCounter({ capacityBytes: 1_600_000 })
      const others = memory.open("others")
      others.keep(1_550_000)
      const lease = memory.open(reader)
      const crawling = yield* Effect.forkChild(crawl(reader).pipe(Effect.provideService(CurrentLease, lease)))
      yield* pass(5)
      assert.isUndefined(crawling.pollUnsafe())
      others.close()
      yield* pass(3)
      const { value } = yield* Fiber.join(crawling)
      assert.deepStrictEqual(
        value.pages.map(({ problem }) => problem),
        [null, null, null]
      )
      // What is kept of the pages until they are sent.
      assert.isAtLeast(memory.usedBytes, 400_000)
      assert.isAtMost(memory.usedBytes, 450_000)
      lease.close()
      assert.strictEqual(memory.usedBytes, 0)
    }).pipe(Effect.provide(layer))
  )

  it.effect("ends well with the pages for which there is room", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      const paths = Array.from({ length: 20 }, (_, n) => `/${n}`)
      yield* build({ "/": paths })
      for (const path of paths) yield* web.page(at(path), pageWith(`Page ${path}`, `${path} ${"word ".repeat(10_000)}`))
      const memory = new MemoryCounter({ capacityBytes: 600_000 })
      const lease = memory.open(reader)
      const { value } = yield* crawl(reader).pipe(Effect.provideService(CurrentLease, lease))
      assert.isAtLeast(value.pages.length, 5)
      assert.isAtMost(value.pages.length, 17)
      assert.isAtMost(memory.usedBytes, 600_000 + 10 * 60_000)
    }).pipe(Effect.provide(layer))
  )

  /** Pages that are read one after the other: each leads to the next. */
  const chain = Effect.fnUntraced(function* (words: ReadonlyArray<number>) {
    const web = yield* ScriptedWeb
    const paths = words.map((_, n) => (n === 0 ? "/" : `/${n}`))
    for (const [n, path] of paths.entries()) {
      const said = `${path} ${"word ".repeat(words[n]!)} ${links(...paths.slice(n + 1, n + 2))}`
      yield* web.page(at(path), pageWith(`Page ${path}`, said))
    }
  })

  it.effect("ends at once where what it holds itself leaves no room for a page like those before", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* chain(Array.from({ length: 20 }, () => 20_000))
      const memory = new MemoryCounter({ capacityBytes: 1_000_000 })
      const lease = memory.open(reader)
      // Nobody moves the clock: a crawl that waited would never end.
      const { credits, value } = yield* crawl(reader).pipe(Effect.provideService(CurrentLease, lease))
      assert.deepInclude(value, { failed: 0, isPart: false, succeeded: credits })
      // Five of a hundred kilobytes are half.
      assert.deepStrictEqual(pathsOf(value.pages), ["0 /", "1 /1", "2 /2", "3 /3", "4 /4"])
      const { value: all } = yield* crawl(reader)
      assert.strictEqual(all.succeeded, 20)
    }).pipe(Effect.provide(layer))
  )

  it.effect("begins no page once those that it read have all bytes that it may read, and the log says so", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* chain(Array.from({ length: 8 }, () => 2_000))
      const { done, lines } = yield* logged(crawl(reader, { maxBytes: 25_000 }), endsEarly)
      assert.deepStrictEqual(pathsOf(done.value.pages), ["0 /", "1 /1", "2 /2"])
      assert.deepInclude(done.value, { failed: 0, isPart: false, skipped: 0, succeeded: 3 })
      assert.strictEqual(done.credits, 3)
      assert.lengthOf(lines, 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("says so too where what it may not begin was claimed, and not of its start alone", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const paths = Array.from({ length: 60 }, (_, n) => `/${n}`)
      yield* build({ "/": paths, ...Object.fromEntries(paths.map((path) => [path, []])) })
      for (const maxBytes of [1, 1_500]) {
        assert.lengthOf((yield* logged(crawl(reader, { maxBytes }), endsEarly)).lines, 1)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("says nothing of its bytes where nothing was left to read, or something else ended it", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* chain(Array.from({ length: 3 }, () => 2_000))
      for (const given of [
        // The last page is the one that is too many.
        { maxBytes: 25_000 },
        { maxBytes: 15_000, maxPages: 2 },
        { maxBytes: 15_000, maxDepth: 1 }
      ]) {
        assert.lengthOf((yield* logged(crawl(reader, given), endsEarly)).lines, 0)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("goes on past a single page for which what it holds leaves no room, and says why that one failed", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* chain(Array.from({ length: 8 }, () => 4_000))
      yield* web.page(at("/3"), pageWith("Page /3", `${"word ".repeat(4_000)} ${links("/large", "/4")}`))
      yield* web.page(at("/large"), pageWith("Large", "word ".repeat(45_000)))
      const memory = new MemoryCounter({ capacityBytes: 380_000 })
      const { value } = yield* crawl(reader).pipe(Effect.provideService(CurrentLease, memory.open(reader)))
      assert.deepInclude(value, { failed: 1, succeeded: 8 })
      const failed = value.pages.find(({ succeeded }) => !succeeded)
      assert.strictEqual(failed?.url, at("/large"))
      assert.match(failed?.problem ?? "", /KITTIWAKE_MEMORY_BUDGET/)
    }).pipe(Effect.provide(layer))
  )

  it.effect("counts what pages say of themselves as it counts their text", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      const paths = Array.from({ length: 20 }, (_, n) => `/${n}`)
      yield* build({ "/": paths })
      const said = Array.from({ length: 10 }, (_, n) => `<meta name="said-${n}" content="${"word ".repeat(900)}">`)
      for (const path of paths) {
        yield* web.page(at(path), pageWith(`Page ${path}`, path).replace("<title>", `${said.join("")}<title>`))
      }
      const memory = new MemoryCounter({ capacityBytes: 600_000 })
      const { value } = yield* crawl(reader).pipe(Effect.provideService(CurrentLease, memory.open(reader)))
      assert.isAtLeast(value.pages.length, 5)
      assert.isAtMost(value.pages.length, 17)
      const bytes = value.pages.reduce((sum, { metadata }) => sum + JSON.stringify(metadata).length, 0)
      assert.isAtLeast(memory.usedBytes, bytes)
    }).pipe(Effect.provide(layer))
  )
})
