/** Scenarios: watching the sitemap of a site. */
import { assert, describe } from "@effect/vitest"
import type { SitemapTarget } from "@kittiwake/core/monitors/domain/Target"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import type { PageScript } from "@kittiwake/core/testing/PageScript"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { hourly } from "@kittiwake/core/testing/WatchedPage"
import { Effect } from "effect"
import {
  advance,
  changesOf,
  lastRun,
  monitorOf,
  runNow,
  runsOf,
  scenario,
  settle,
  stored,
  traceOf
} from "../watching.ts"

const site = "https://shop.example"
const sitemap = `${site}/sitemap.xml`

const urlset = (...paths: ReadonlyArray<string>) =>
  `<urlset>${paths.map((path) => `<url><loc>${path.startsWith("/") ? site + path : path}</loc></url>`).join("")}</urlset>`

const index = (...paths: ReadonlyArray<string>) =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${site}${path}</loc></sitemap>`).join("")}</sitemapindex>`

const serve = (path: string, script: PageScript) => ScriptedWeb.use((web) => web.page(`${site}${path}`, script))

const list = (...paths: ReadonlyArray<string>) => serve("/sitemap.xml", urlset(...paths))

const watchSitemap = Effect.fnUntraced(function* (given: Partial<SitemapTarget> = {}) {
  const { organization } = yield* TestInstallation
  const target = { type: "sitemap" as const, url: sitemap, include: [], exclude: [], maxUrls: 5_000, ...given }
  const { monitor } = yield* Monitors.use((monitors) =>
    monitors.create(organization, { name: "Shop", target, schedule: hourly })
  )
  yield* settle
  return monitor.id
})

const urlsOf = Effect.fnUntraced(function* (id: Parameters<typeof stored>[0]) {
  const { baseline } = yield* stored(id)
  return baseline?.type === "sitemap" ? baseline.urls.map((url) => url.replace(site, "")) : null
})

const titlesOf = (id: Parameters<typeof stored>[0]) => Effect.map(changesOf(id), (all) => all.map(({ title }) => title))

/** Has it looked once more, with all that a look waits for. */
const look = (id: Parameters<typeof stored>[0]) => Effect.andThen(runNow(id), advance("1 minute"))

const errorOf = (id: Parameters<typeof stored>[0]) => Effect.map(lastRun(id), ({ error }) => error?.code ?? null)

describe("a monitor of a sitemap", () => {
  scenario(
    "keeps the addresses at its first look, and tells which came and went, once",
    Effect.gen(function* () {
      yield* list("/b/", "/a#top", "/a", "https://other.example/x")
      const id = yield* watchSitemap()
      assert.deepStrictEqual(yield* urlsOf(id), ["/a", "/b"])
      assert.deepInclude(yield* lastRun(id), { status: "completed", baselineCreated: true, creditsCharged: 1 })
      yield* look(id)
      assert.deepStrictEqual(yield* titlesOf(id), [])
      yield* list("/a", "/c")
      yield* look(id)
      assert.deepStrictEqual(yield* titlesOf(id), ["Shop – 1 added, 1 removed"])
      const [change] = yield* changesOf(id)
      const { organization } = yield* TestInstallation
      const whole = yield* Monitors.use((monitors) => monitors.change(organization.id, change!.id))
      assert.deepInclude(whole, {
        targetType: "sitemap",
        changeDetectionType: "exact",
        addedUrls: [`${site}/c`],
        addedUrlCount: 1,
        removedUrls: [`${site}/b`],
        removedUrlCount: 1
      })
      assert.notProperty(whole, "diff")
      yield* look(id)
      yield* look(id)
      assert.strictEqual((yield* titlesOf(id)).length, 1)
      assert.deepStrictEqual(yield* urlsOf(id), ["/a", "/c"])
    })
  )

  scenario(
    "tells nothing when addresses are written another way, and goes on knowing their pages",
    Effect.gen(function* () {
      yield* list("/caf%C3%A9", "/%7Euser", "/a|b", "/c")
      const id = yield* watchSitemap()
      const before = yield* urlsOf(id)
      for (const paths of [
        ["/café", "/~user", "/a%7Cb", "/c"],
        ["/caf%c3%a9", "/~user", "/a|b?utm_source=map", "/c"]
      ]) {
        yield* list(...paths)
        yield* look(id)
        assert.strictEqual(yield* errorOf(id), null)
      }
      assert.deepStrictEqual(yield* titlesOf(id), [])
      assert.deepStrictEqual(yield* urlsOf(id), before)
      yield* list("/caf%c3%a9", "/~user", "/new")
      yield* look(id)
      assert.deepStrictEqual(yield* titlesOf(id), ["Shop – 1 added, 2 removed"])
      assert.deepStrictEqual(yield* urlsOf(id), ["/%7Euser", "/caf%C3%A9", "/new"])
    })
  )

  scenario(
    "tells only what a second reading in the same run shows too",
    Effect.gen(function* () {
      const halves = [urlset("/a", "/b", "/new"), urlset("/a", "/other")]
      yield* list("/a", "/b")
      const id = yield* watchSitemap()
      assert.include(traceOf(yield* lastRun(id)), "fetch: 1 sitemap: 2 addresses", "of a first look all is new")
      yield* serve("/sitemap.xml", (_, look) => halves[look % 2]!)
      yield* look(id)
      assert.deepStrictEqual(yield* titlesOf(id), [])
      assert.deepStrictEqual(yield* urlsOf(id), ["/a", "/b"])
      assert.deepStrictEqual(traceOf(yield* lastRun(id)), [
        "fetch: 1 sitemap: 2 known addresses and 1 new one",
        "compare: 1 added, 0 removed",
        "fetch: 1 sitemap: 1 known address and 1 new one",
        "confirm: the readings agree on nothing",
        "decide: Unchanged"
      ])
      yield* list("/a", "/b", "/new")
      yield* look(id)
      assert.deepStrictEqual(yield* titlesOf(id), ["Shop – Added: /new"])
    })
  )

  scenario(
    "reads what an index lists, also what that lists, and keeps the paths that are asked for",
    Effect.gen(function* () {
      yield* serve("/sitemap.xml", index("/shop.xml", "/more.xml", "/gone.xml"))
      yield* serve("/shop.xml", urlset("/blog/1", "/blog/draft-2", "/about"))
      yield* serve("/more.xml", index("/deep.xml"))
      yield* serve("/deep.xml", urlset("/blog/3", "/blog/1"))
      const id = yield* watchSitemap({ include: ["/blog/*"], exclude: ["*/draft-*"] })
      assert.deepStrictEqual(yield* urlsOf(id), ["/blog/1", "/blog/3"])
      yield* serve("/deep.xml", urlset("/blog/3", "/blog/4", "/about/us"))
      yield* look(id)
      assert.deepStrictEqual(yield* titlesOf(id), ["Shop – Added: /blog/4"])
    })
  )

  scenario(
    "finds the sitemaps of a site in its robots.txt, or where they usually stand",
    Effect.gen(function* () {
      yield* serve("/robots.txt", { body: "User-agent: *\nSitemap: /maps/one.xml", mediaType: "text/plain" })
      yield* serve("/maps/one.xml", urlset("/a"))
      yield* serve("/sitemap.xml", urlset("/b"))
      const named = yield* watchSitemap({ url: `${site}/` })
      assert.deepStrictEqual(yield* urlsOf(named), ["/a"])
      yield* serve("/robots.txt", { body: "", status: 404 })
      const usual = yield* watchSitemap({ url: site })
      assert.deepStrictEqual(yield* urlsOf(usual), ["/b"])
      yield* serve("/sitemap.xml", { body: "", status: 404 })
      const none = yield* watchSitemap({ url: site })
      assert.strictEqual(yield* errorOf(none), "not_found")
    })
  )

  scenario(
    "keeps its baseline when the sitemap cannot be read, is empty or is something else",
    Effect.gen(function* () {
      yield* list("/a", "/b")
      const id = yield* watchSitemap()
      const broken: ReadonlyArray<readonly [PageScript, string]> = [
        [{ body: "gone", status: 404 }, "not_found"],
        [{ body: "down", status: 503 }, "fetch_failed"],
        [{ body: "", unreachable: "connection_failed" }, "fetch_failed"],
        ["<html><body>Sign in</body></html>", "fetch_failed"],
        [urlset(), "empty_content"],
        [urlset("https://other.example/a"), "empty_content"],
        [index("/part.xml"), "fetch_failed"]
      ]
      yield* serve("/part.xml", { body: "down", status: 500 })
      for (const [script, code] of broken) {
        yield* serve("/sitemap.xml", script)
        yield* look(id)
        assert.strictEqual(yield* errorOf(id), code)
        assert.deepStrictEqual(yield* urlsOf(id), ["/a", "/b"])
        assert.deepInclude(yield* lastRun(id), { status: "failed", creditsCharged: 0 })
      }
      yield* list("/b", "/a")
      yield* look(id)
      assert.strictEqual((yield* monitorOf(id)).status, "active")
      assert.deepStrictEqual(yield* titlesOf(id), [])
    })
  )

  scenario(
    "takes a part that fails for no removal, and a part that was never there for none of its own",
    Effect.gen(function* () {
      yield* serve("/sitemap.xml", index("/one.xml", "/two.xml"))
      yield* serve("/one.xml", urlset("/a"))
      yield* serve("/two.xml", { body: "down", status: 500 })
      const id = yield* watchSitemap()
      assert.deepStrictEqual(yield* urlsOf(id), ["/a"])
      yield* serve("/one.xml", urlset("/a", "/new"))
      yield* look(id)
      assert.deepStrictEqual(yield* titlesOf(id), ["Shop – Added: /new"])
      yield* serve("/two.xml", urlset("/b", "/c"))
      yield* look(id)
      assert.deepStrictEqual(yield* urlsOf(id), ["/a", "/b", "/c", "/new"])
      yield* serve("/one.xml", { body: "down", status: 500 })
      yield* look(id)
      assert.strictEqual(yield* errorOf(id), "fetch_failed")
      assert.strictEqual((yield* titlesOf(id)).length, 1)
    })
  )

  scenario(
    "takes a part that is not there for a moment for no removal, until three runs in a row have found it so",
    Effect.gen(function* () {
      const gone = { body: "gone", status: 404 }
      yield* serve("/sitemap.xml", index("/one.xml", "/two.xml", "/dead.xml"))
      yield* serve("/one.xml", urlset("/a", "/z"))
      yield* serve("/two.xml", urlset("/b", "/c"))
      yield* serve("/dead.xml", gone)
      const id = yield* watchSitemap()
      yield* serve("/two.xml", gone)
      yield* look(id)
      assert.strictEqual(yield* errorOf(id), "not_found")
      yield* serve("/two.xml", urlset("/b", "/c"))
      yield* look(id)
      assert.deepStrictEqual(yield* titlesOf(id), [], "it was there again")
      yield* serve("/one.xml", urlset("/a"))
      yield* look(id)
      assert.deepStrictEqual(
        yield* titlesOf(id),
        ["Shop – Removed: /z"],
        "a part that never was there holds nothing up"
      )
      yield* serve("/two.xml", gone)
      yield* look(id)
      yield* look(id)
      assert.deepStrictEqual(yield* urlsOf(id), ["/a", "/b", "/c"])
      yield* look(id)
      assert.deepStrictEqual(yield* urlsOf(id), ["/a"])
      assert.strictEqual((yield* titlesOf(id)).length, 2)
      yield* serve("/two.xml", urlset("/b", "/c"))
      yield* look(id)
      assert.strictEqual((yield* titlesOf(id)).length, 3, "what comes back is told")
    })
  )

  scenario(
    "doubts a listing that lost nearly all it had, until three runs in a row have found it so",
    Effect.gen(function* () {
      const paths = Array.from({ length: 30 }, (_, n) => `/p${n}`)
      yield* list(...paths)
      const id = yield* watchSitemap()
      yield* list("/p1", "/new")
      yield* look(id)
      yield* look(id)
      assert.strictEqual(yield* errorOf(id), "empty_content")
      assert.deepStrictEqual(yield* titlesOf(id), [])
      assert.strictEqual((yield* urlsOf(id))!.length, 30)
      yield* look(id)
      assert.deepStrictEqual(yield* titlesOf(id), ["Shop – 1 added, 29 removed"])
      assert.strictEqual((yield* monitorOf(id)).status, "active")
    })
  )

  scenario(
    "counts to those three no run that failed otherwise",
    Effect.gen(function* () {
      yield* list(...Array.from({ length: 30 }, (_, n) => `/p${n}`))
      const id = yield* watchSitemap()
      const shrunken = urlset("/p1", "/new")
      // An empty listing fails with the same code, and a server that is away with another one.
      for (const script of [
        urlset(),
        urlset(),
        shrunken,
        shrunken,
        { body: "down", status: 503 },
        shrunken,
        shrunken
      ]) {
        yield* serve("/sitemap.xml", script)
        yield* look(id)
        assert.deepStrictEqual(yield* titlesOf(id), [])
      }
      yield* look(id)
      assert.deepStrictEqual(yield* titlesOf(id), ["Shop – 1 added, 29 removed"])
    })
  )

  scenario(
    "fails by no newly listed part that cannot be read, as long as all is listed that was",
    Effect.gen(function* () {
      yield* serve("/sitemap.xml", index("/one.xml"))
      yield* serve("/one.xml", urlset("/a", "/b"))
      const id = yield* watchSitemap()
      yield* serve("/sitemap.xml", index("/one.xml", "/two.xml"))
      yield* serve("/two.xml", { body: "down", status: 500 })
      yield* serve("/one.xml", urlset("/a", "/b", "/c"))
      yield* look(id)
      assert.deepStrictEqual(yield* titlesOf(id), ["Shop – Added: /c"])
      // What it lists may have been there all along.
      yield* serve("/two.xml", urlset("/d"))
      yield* look(id)
      assert.lengthOf(yield* titlesOf(id), 1)
      assert.deepStrictEqual(yield* urlsOf(id), ["/a", "/b", "/c", "/d"])
      yield* serve("/two.xml", { body: "down", status: 500 })
      yield* look(id)
      assert.strictEqual(yield* errorOf(id), "fetch_failed")
    })
  )

  scenario(
    "takes nothing for gone that a listing which ends too early does not list",
    Effect.gen(function* () {
      const cut = (...paths: ReadonlyArray<string>) => urlset(...paths).replace("</urlset>", "")
      yield* list("/a", "/b", "/c")
      const id = yield* watchSitemap()
      yield* serve("/sitemap.xml", cut("/a", "/b"))
      yield* look(id)
      assert.strictEqual(yield* errorOf(id), "extraction_failed")
      // All is there that was, whatever else it would have listed.
      yield* serve("/sitemap.xml", cut("/a", "/b", "/c", "/d"))
      yield* look(id)
      assert.deepStrictEqual(yield* titlesOf(id), ["Shop – Added: /d"])
      assert.include(traceOf(yield* lastRun(id))[0], "1 not to its end")
      // One that never has an end is watched as far as it goes.
      yield* serve("/sitemap.xml", cut("/a", "/b", "/d"))
      yield* look(id)
      assert.deepStrictEqual(yield* titlesOf(id), ["Shop – Added: /d", "Shop – Removed: /c"])
    })
  )

  scenario(
    "tracks as many as it may, and takes what stood beyond them for nothing new",
    Effect.gen(function* () {
      yield* list("/a", "/b", "/c", "/d")
      const id = yield* watchSitemap({ maxUrls: 3 })
      assert.deepStrictEqual(yield* urlsOf(id), ["/a", "/b", "/c"])
      yield* list("/0", "/a", "/b", "/c", "/d")
      yield* look(id)
      assert.deepStrictEqual(yield* titlesOf(id), [])
      yield* list("/0", "/a", "/c", "/d")
      yield* look(id)
      assert.deepStrictEqual(yield* titlesOf(id), ["Shop – Removed: /b"])
      yield* look(id)
      assert.strictEqual((yield* titlesOf(id)).length, 1)
      assert.strictEqual((yield* urlsOf(id))!.length, 3)
    })
  )

  for (const maxUrls of [8, 10, 100]) {
    scenario(
      `tells all that came where as much went at once, with room for ${maxUrls}`,
      Effect.gen(function* () {
        yield* list(..."abcdefgh".split("").map((name) => `/${name}`))
        const id = yield* watchSitemap({ maxUrls })
        const after = "abcvwxyz".split("").map((name) => `/${name}`)
        yield* list(...after)
        yield* look(id)
        assert.deepStrictEqual(yield* titlesOf(id), ["Shop – 5 added, 5 removed"])
        assert.deepStrictEqual(yield* urlsOf(id), after)
        // What comes after it is new, too: nothing was left out.
        yield* list(...after.slice(1), "/new")
        yield* look(id)
        assert.deepStrictEqual((yield* titlesOf(id)).slice(1), ["Shop – 1 added, 1 removed"])
      })
    )
  }

  scenario(
    "tells of more that came than there is room for what it tracks from now on, and no more",
    Effect.gen(function* () {
      yield* list("/a", "/b", "/c")
      const id = yield* watchSitemap({ maxUrls: 4 })
      yield* list("/a", "/v", "/w", "/x", "/y", "/z")
      yield* look(id)
      assert.deepStrictEqual(yield* urlsOf(id), ["/a", "/v", "/w", "/x"])
      const told = (yield* titlesOf(id)).length
      yield* look(id)
      assert.strictEqual((yield* titlesOf(id)).length, told)
    })
  )

  scenario(
    "says of how much it leaves out that it is not watched",
    Effect.gen(function* () {
      yield* serve("/sitemap.xml", index("/one.xml", ...Array.from({ length: 501 }, (_, n) => `/none${n}.xml`)))
      yield* serve("/one.xml", urlset("/a", "/b", "/c", "/d", "/d/"))
      const id = yield* watchSitemap({ maxUrls: 3 })
      assert.strictEqual(
        (yield* lastRun(id)).trace.find(({ step }) => step === "filter")?.outcome,
        "left out, and does not watch, 1 address beyond max_urls (3); 3 sitemaps beyond 500 or the fifth level"
      )
      yield* list("/a", "/b")
      const whole = yield* watchSitemap({ maxUrls: 3 })
      assert.notInclude(traceOf(yield* lastRun(whole)).join("\n"), "left out")
    })
  )

  scenario(
    "begins anew when it watches other paths, and then tells nothing",
    Effect.gen(function* () {
      yield* list("/a", "/b/1")
      const id = yield* watchSitemap()
      const { organization } = yield* TestInstallation
      const { target } = yield* monitorOf(id)
      yield* Monitors.use((monitors) =>
        monitors.update(organization, id, { target: { ...(target as SitemapTarget), include: ["/b/*"] } })
      )
      yield* settle
      assert.deepStrictEqual(yield* urlsOf(id), ["/b/1"])
      assert.strictEqual((yield* runsOf(id)).at(-1)?.runType, "baseline")
      assert.deepStrictEqual(yield* titlesOf(id), [])
    })
  )
})

describe("a page of a sitemap that moved", () => {
  const page = (topic: string) =>
    `<html><title>${topic}</title><main><h1>${topic}</h1><p>${`All that there is to say about ${topic}. `.repeat(12)}</p></main></html>`

  const movesOf = Effect.fnUntraced(function* (id: Parameters<typeof stored>[0]) {
    const { organization } = yield* TestInstallation
    const newest = (yield* changesOf(id)).at(-1)
    return yield* Monitors.use((monitors) => monitors.change(organization.id, newest!.id))
  })

  scenario(
    "is told as one line, known by what it said when it was first seen",
    Effect.gen(function* () {
      yield* list("/a", "/b")
      yield* serve("/a", page("tea"))
      yield* serve("/b", page("coffee"))
      const id = yield* watchSitemap()
      yield* list("/b", "/drinks/tea", "/new")
      yield* serve("/a", { body: "gone", status: 404 })
      yield* serve("/drinks/tea", page("tea"))
      yield* serve("/new", page("cocoa"))
      yield* look(id)
      const change = yield* movesOf(id)
      assert.strictEqual(change.title, "Shop – 1 moved, 1 added")
      assert.strictEqual(change.summary, "Moved /a → /drinks/tea. Added /new.")
      assert.deepStrictEqual(change.movedUrls, [{ from: `${site}/a`, to: `${site}/drinks/tea` }])
      assert.deepInclude(change, { addedUrlCount: 2, removedUrlCount: 1, movedUrlCount: 1 })
      yield* serve("/drinks/tea", { body: "gone", status: 404 })
      yield* serve("/tea", page("tea"))
      yield* list("/b", "/tea", "/new")
      yield* look(id)
      assert.strictEqual((yield* movesOf(id)).title, "Shop – Moved: /drinks/tea → /tea")
    })
  )

  scenario(
    "is known by where its old address leads, too",
    Effect.gen(function* () {
      yield* list("/a", "/b")
      const id = yield* watchSitemap()
      yield* serve("/a", { body: "", status: 301, redirectTo: "/c/" })
      yield* serve("/c/", page("tea"))
      yield* list("/b", "/c/")
      yield* look(id)
      assert.strictEqual((yield* movesOf(id)).title, "Shop – Moved: /a → /c")
    })
  )

  scenario(
    "is where its old address leads, and not what says the same elsewhere",
    Effect.gen(function* () {
      yield* list("/a", "/b")
      yield* serve("/a", page("tea"))
      yield* serve("/b", page("coffee"))
      const id = yield* watchSitemap()
      yield* serve("/a", { body: "", status: 301, redirectTo: "/c" })
      yield* serve("/c", page("cocoa"))
      yield* serve("/d", page("tea"))
      yield* list("/b", "/c", "/d")
      yield* look(id)
      const change = yield* movesOf(id)
      assert.deepStrictEqual(change.movedUrls, [{ from: `${site}/a`, to: `${site}/c` }])
      assert.deepInclude(change, { addedUrlCount: 2, removedUrlCount: 1, movedUrlCount: 1 })
    })
  )

  scenario(
    "is told as merged where another leads to the same page: none is gone while its address leads there",
    Effect.gen(function* () {
      yield* list("/a", "/b", "/c", "/d")
      const id = yield* watchSitemap()
      for (const path of ["/a", "/b"]) yield* serve(path, { body: "", status: 301, redirectTo: "/both" })
      yield* serve("/both", page("tea"))
      yield* serve("/c", { body: "", status: 301, redirectTo: "/e" })
      yield* serve("/e", page("cocoa"))
      yield* list("/both", "/d", "/e", "/f")
      yield* look(id)
      const change = yield* movesOf(id)
      assert.strictEqual(change.title, "Shop – 1 moved, 2 merged, 1 added")
      assert.strictEqual(change.summary, "Moved /c → /e. Merged /a → /both, /b → /both. Added /f.")
      const pairs = ["a both", "b both", "c e"].map((pair) => pair.split(" ").map((path) => `${site}/${path}`))
      assert.sameDeepMembers(
        [...(change.movedUrls ?? [])],
        pairs.map(([from, to]) => ({ from: from!, to: to! }))
      )
      assert.deepInclude(change, { addedUrlCount: 3, removedUrlCount: 3, movedUrlCount: 3 })
    })
  )

  scenario(
    "is known of as many pages as a list of a change shows, and no more are asked for",
    Effect.gen(function* () {
      const paths = (name: string) => Array.from({ length: 501 }, (_, n) => `/${name}${n + 1_000}`)
      for (const [name, places] of [
        ["old", paths("old")],
        ["new", paths("new")]
      ] as const) {
        for (const path of places) yield* serve(path, page(`tea ${path.replace(name, "")}`))
      }
      yield* list("/stays", ...paths("old"))
      const id = yield* watchSitemap()
      const read = "read 500 pages to know them when they move; 2 not read, beyond 500 pages, a minute or 32 MB"
      assert.include(traceOf(yield* lastRun(id)), `match: ${read}`)
      yield* list("/stays", ...paths("new"))
      for (let runs = 0; runs < 3; runs++) yield* look(id)
      const change = yield* movesOf(id)
      assert.strictEqual(change.title, "Shop – 500 moved, 1 added, 1 removed")
      const told = (yield* runsOf(id)).flatMap(traceOf).filter((step) => step.includes("not read"))
      assert.include(told.at(-1), "read 1000 pages: 500 moved; 2 not read")
    })
  )

  scenario(
    "is known as far as a minute goes where the site asks for pauses",
    Effect.gen(function* () {
      yield* serve("/robots.txt", { body: "User-agent: *\nCrawl-delay: 25", mediaType: "text/plain" })
      yield* list("/a", "/b", "/c", "/d")
      const id = yield* watchSitemap()
      yield* advance("2 minutes")
      const read = "read 3 pages to know them when they move; 1 not read, beyond 500 pages, a minute or 32 MB"
      assert.include(traceOf(yield* lastRun(id)), `match: ${read}`)
    })
  )

  scenario(
    "is known as far as 32 MB of what its pages send go",
    Effect.gen(function* () {
      const long = { body: " ".repeat(17 * 1024 * 1024), status: 404 }
      for (const path of ["/a", "/b", "/c", "/d"]) yield* serve(path, long)
      yield* list("/a", "/b", "/c", "/d")
      const id = yield* watchSitemap()
      const read = "read 2 pages to know them when they move; 2 not read, beyond 500 pages, a minute or 32 MB"
      assert.include(traceOf(yield* lastRun(id)), `match: ${read}`)
    })
  )

  scenario(
    "is not guessed where two pages say the same",
    Effect.gen(function* () {
      const paths = (name: string) => Array.from({ length: 40 }, (_, n) => `/${name}${n + 10}`)
      for (const path of [...paths("old"), ...paths("new")]) yield* serve(path, page("tea"))
      yield* list("/stays", ...paths("old"))
      const id = yield* watchSitemap()
      yield* list("/stays", ...paths("new"))
      for (let runs = 0; runs < 3; runs++) yield* look(id)
      const change = yield* movesOf(id)
      assert.strictEqual(change.title, "Shop – 40 added, 40 removed")
      assert.notProperty(change, "movedUrls")
    })
  )

  const titled = (title: string, topic: string) => page(topic).replace(`<title>${topic}`, `<title>${title}`)

  scenario(
    "is not known by a title or a text that all pages of its site have",
    Effect.gen(function* () {
      for (const [name, text] of [
        ["titles", (path: string) => titled("Acme Shop", path)],
        ["texts", () => titled("Acme Shop", "shell")]
      ] as const) {
        const paths = ["tea", "mugs", "pots", "gift-cards"].map((path) => `/${name}/${path}`)
        for (const path of paths) yield* serve(path, text(path))
        yield* list(...paths.slice(0, 3))
        const id = yield* watchSitemap()
        if (name === "titles") yield* serve(paths[2]!, { body: "gone", status: 404 })
        yield* list(...paths.slice(0, 2), paths[3]!)
        yield* look(id)
        const change = yield* movesOf(id)
        assert.strictEqual(change.title, "Shop – 1 added, 1 removed")
        assert.notProperty(change, "movedUrls")
      }
    })
  )

  scenario(
    "is known by its title where all pages of the site were read, and not where some were not",
    Effect.gen(function* () {
      for (const [delay, title] of [
        [1, "Shop – Moved: /a → /z"],
        [25, "Shop – 1 added, 1 removed"]
      ] as const) {
        yield* serve("/robots.txt", { body: `User-agent: *\nCrawl-delay: ${delay}`, mediaType: "text/plain" })
        yield* serve("/a", titled("Tea", "tea"))
        yield* serve("/z", titled("Tea", "green tea"))
        for (const path of ["/b", "/c", "/d"]) yield* serve(path, page(path))
        yield* list("/a", "/b", "/c", "/d")
        const id = yield* watchSitemap()
        yield* advance("2 minutes")
        yield* serve("/a", { body: "gone", status: 404 })
        yield* list("/b", "/c", "/d", "/z")
        yield* runNow(id)
        yield* advance("3 minutes")
        assert.strictEqual((yield* movesOf(id)).title, title)
      }
    })
  )

  scenario(
    "is not asked for where its site lets no robots see it",
    Effect.gen(function* () {
      yield* serve("/robots.txt", { body: "User-agent: *\nDisallow: /private", mediaType: "text/plain" })
      yield* list("/private/a", "/b")
      yield* serve("/private/a", page("tea"))
      const id = yield* watchSitemap()
      assert.deepStrictEqual(yield* urlsOf(id), ["/b", "/private/a"])
      assert.deepStrictEqual(yield* ScriptedWeb.use((web) => web.looks(`${site}/private/a`)), [])
    })
  )
})
