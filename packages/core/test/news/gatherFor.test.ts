import { assert, layer as withLayer } from "@effect/vitest"
import { NewsSourceStore } from "@kittiwake/core/news/NewsSourceStore"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { mostOfSite } from "../../src/news/domain/roomForSources.ts"
import { GatheringBounds } from "../../src/news/GatheringBounds.ts"
import { makeGatherFor } from "../../src/news/gatherFor.ts"
import { gatherDue } from "../../src/news/gatherSource.ts"
import { pageWith } from "../reading.ts"
import { layer, rssOf, Shelf } from "./gathering.ts"

const half = 30_000

const sourcesOf = Effect.fnUntraced(function* (domain: string) {
  const all = yield* (yield* NewsSourceStore).list({ filter: { origin: null, kind: null }, after: null, limit: 1_000 })
  return all.filter(({ foundFor }) => foundFor === domain).map(({ url }) => url)
})

const alternate = (href: string, title = "News") =>
  `<link rel="alternate" type="application/rss+xml" title="${title}" href="${href}">`

const page = (head: string, body = "") => pageWith("Petrel", body).replace("<title>", `${head}<title>`)

withLayer(layer)("the news of a company", (it) => {
  it.effect("come from the feeds that its site names, at once", () =>
    Effect.gen(function* () {
      const [web, shelf] = [yield* ScriptedWeb, yield* Shelf]
      yield* web.page(
        "https://named.com/",
        page(alternate("/feed.xml") + alternate("/comments/feed", "Comments"), '<a href="/newsroom">Newsroom</a>')
      )
      yield* web.page("https://named.com/newsroom", page(alternate("/newsroom/rss")))
      yield* web.page("https://named.com/feed.xml", rssOf("https://named.com/blog/1"))
      yield* web.page(
        "https://named.com/newsroom/rss",
        rssOf("https://named.com/newsroom/1", "https://named.com/newsroom/2")
      )
      const gatherFor = yield* makeGatherFor
      assert.strictEqual(yield* gatherFor("named.com", half), 3)
      assert.deepStrictEqual(yield* sourcesOf("named.com"), [
        "https://named.com/feed.xml",
        "https://named.com/newsroom/rss"
      ])
      const { source, type } = shelf.kept.get("https://named.com/newsroom/1")!
      assert.deepInclude(source, { domain: "named.com", isDirect: true })
      assert.strictEqual(type, "press_release")
      assert.lengthOf(yield* web.looks("https://named.com/comments/feed"), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("are looked for once a day, by one of however many ask", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page("https://once.com/", page(alternate("/feed.xml")))
      yield* web.page("https://once.com/feed.xml", rssOf("https://once.com/1"))
      const gatherFor = yield* makeGatherFor
      const all = yield* Effect.all(
        Array.from({ length: 5 }, () => gatherFor("once.com", half)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(all, [1, 1, 1, 1, 1])
      assert.strictEqual(yield* gatherFor("once.com", half), 0)
      assert.lengthOf(yield* web.looks("https://once.com/feed.xml"), 1)
      yield* TestClock.adjust("25 hours")
      yield* gatherFor("once.com", half)
      assert.lengthOf(yield* web.looks("https://once.com/feed.xml"), 2)
    }).pipe(Effect.scoped)
  )

  it.effect("come from where feeds usually stand, when the site names none, and from none that is none", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page("https://guessed.com/", page(""))
      yield* web.page("https://guessed.com/rss.xml", rssOf("https://guessed.com/1"))
      const gatherFor = yield* makeGatherFor
      assert.strictEqual(yield* gatherFor("guessed.com", half), 1)
      assert.deepStrictEqual(yield* sourcesOf("guessed.com"), ["https://guessed.com/rss.xml"])
      assert.lengthOf(yield* web.looks("https://guessed.com/atom.xml"), 0)
      yield* web.page("https://none.com/", page(""))
      assert.strictEqual(yield* gatherFor("none.com", half), 0)
      const looks = (yield* web.looks()).filter(({ url }) => url.startsWith("https://none.com/")).length
      assert.isAtMost(looks, 12)
      assert.strictEqual(yield* gatherFor("none.com", half), 0)
      assert.lengthOf(
        (yield* web.looks()).filter(({ url }) => url.startsWith("https://none.com/")),
        looks
      )
    }).pipe(Effect.scoped)
  )

  it.effect("come from sitemaps of news that robots.txt names, and from nothing that it forbids", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page("https://mapped.com/", page(alternate("/secret/feed")))
      yield* web.page("https://mapped.com/robots.txt", {
        body: "User-agent: *\nDisallow: /secret\nSitemap: https://mapped.com/sitemap.xml\nSitemap: https://mapped.com/news-sitemap.xml",
        mediaType: "text/plain"
      })
      yield* web.page("https://mapped.com/secret/feed", rssOf("https://mapped.com/secret/1"))
      yield* web.page(
        "https://mapped.com/news-sitemap.xml",
        `<urlset><url><loc>https://mapped.com/n/1</loc><news:news><news:publication><news:name>Mapped</news:name>
        <news:language>en</news:language></news:publication><news:title>Storm</news:title></news:news></url></urlset>`
      )
      const gatherFor = yield* makeGatherFor
      assert.strictEqual(yield* gatherFor("mapped.com", half), 1)
      assert.deepStrictEqual(yield* sourcesOf("mapped.com"), ["https://mapped.com/news-sitemap.xml"])
      assert.lengthOf(yield* web.looks("https://mapped.com/secret/feed"), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("leave what is not read in time to be asked later", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page("https://slow.com/", page(alternate("/fast.xml") + alternate("/slow.xml")))
      yield* web.page("https://slow.com/fast.xml", rssOf("https://slow.com/1"))
      yield* web.page("https://slow.com/slow.xml", { body: rssOf("https://slow.com/2"), latency: "15 seconds" })
      const gatherFor = yield* makeGatherFor
      const fiber = yield* Effect.forkChild(gatherFor("slow.com", 5_000))
      const { kept } = yield* Shelf
      while (!kept.has("https://slow.com/1")) yield* Effect.yieldNow
      yield* TestClock.adjust("6 seconds")
      assert.isDefined(fiber.pollUnsafe())
      assert.deepStrictEqual(yield* sourcesOf("slow.com"), ["https://slow.com/fast.xml", "https://slow.com/slow.xml"])
      assert.isTrue((yield* Shelf).kept.has("https://slow.com/1"))
    }).pipe(Effect.scoped)
  )

  it.effect("come from no feed of somebody else that only a link of a page leads to", () =>
    Effect.gen(function* () {
      const [web, shelf] = [yield* ScriptedWeb, yield* Shelf]
      const linked = ["https://evil.com/feed.xml", "https://blog.board.com/rss"]
      yield* web.page(
        "https://board.com/",
        page(
          alternate("https://hosted.com/board/rss"),
          linked.map((url) => `<p><a href="${url}">Read this</a></p>`).join("")
        )
      )
      yield* web.page("https://evil.com/feed.xml", rssOf("https://board.com/forged"))
      yield* web.page("https://blog.board.com/rss", rssOf("https://blog.board.com/1"))
      yield* web.page("https://hosted.com/board/rss", rssOf("https://board.com/1"))
      const gatherFor = yield* makeGatherFor
      assert.strictEqual(yield* gatherFor("board.com", half), 2)
      assert.isFalse(shelf.kept.has("https://board.com/forged"))
      assert.deepStrictEqual(yield* sourcesOf("board.com"), [
        "https://blog.board.com/rss",
        "https://hosted.com/board/rss"
      ])
      assert.isTrue(shelf.kept.get("https://board.com/1")?.source.isDirect)
    }).pipe(Effect.scoped)
  )

  it.effect("count for who asked, and for one site at any of its ports and names", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const gatherFor = yield* makeGatherFor
      const store = yield* NewsSourceStore
      for (const site of ["many.com:8001", "many.com:8002", "news.many.com"]) {
        yield* web.page(`https://${site}/`, page(Array.from({ length: 8 }, (_, n) => alternate(`/f${n}.xml`)).join("")))
        for (let n = 0; n < 8; n++) yield* web.page(`https://${site}/f${n}.xml`, rssOf())
        const fiber = yield* Effect.forkChild(gatherFor(site, half, "org_a"))
        for (let turn = 0; turn < 30 && fiber.pollUnsafe() === undefined; turn++) yield* TestClock.adjust("1 second")
        assert.isDefined(fiber.pollUnsafe())
      }
      const all = yield* store.list({ filter: { origin: "found", kind: null }, after: null, limit: 1_000 })
      const many = all.filter(({ site }) => site === "many.com")
      assert.lengthOf(many, mostOfSite)
      assert.deepStrictEqual([...new Set(many.map(({ broughtBy }) => broughtBy))], ["org_a"])
    }).pipe(Effect.scoped)
  )

  it.effect("are the first of a long feed while somebody waits, and then the others", () =>
    Effect.gen(function* () {
      const [web, shelf, store] = [yield* ScriptedWeb, yield* Shelf, yield* NewsSourceStore]
      const links = Array.from({ length: 450 }, (_, n) => `https://long.com/${n}`)
      yield* web.page("https://long.com/", page(alternate("/feed.xml")))
      yield* web.page("https://long.com/feed.xml", { body: rssOf(...links), etag: '"a"' })
      const gatherFor = yield* makeGatherFor
      assert.strictEqual(yield* gatherFor("long.com", half), 200)
      assert.deepStrictEqual([shelf.kept.has(links[199]!), shelf.kept.has(links[200]!)], [true, false])
      const source = Option.getOrThrow(yield* store.get("https://long.com/feed.xml"))
      assert.isNull(source.etag)
      const fiber = yield* Effect.forkChild(gatherDue(100))
      for (let turn = 0; turn < 30; turn++) yield* TestClock.adjust("1 second")
      yield* Fiber.join(fiber)
      assert.isTrue(links.every((link) => shelf.kept.has(link)))
    }).pipe(Effect.scoped)
  )

  it.effect("are none where the site cannot be read, or where an operator wants none", () =>
    Effect.gen(function* () {
      const gatherFor = yield* makeGatherFor
      assert.strictEqual(yield* gatherFor("nowhere.com", half), 0)
      const web = yield* ScriptedWeb
      yield* web.page("https://off.com/", page(alternate("/feed.xml")))
      yield* web.page("https://off.com/feed.xml", rssOf("https://off.com/1"))
      const off = Effect.provideService(gatherFor("off.com", half), GatheringBounds, { sources: 0 })
      assert.strictEqual(yield* off, 0)
      assert.lengthOf(yield* web.looks("https://off.com/"), 0)
    }).pipe(Effect.scoped)
  )
})
