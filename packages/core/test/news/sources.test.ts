/** Sources that an operator chooses: taken, asked politely, shown and taken away. */
import { assert, layer as withLayer } from "@effect/vitest"
import { listedFeed, sourceRecord } from "@kittiwake/core/news/domain/ListedFeed"
import { newSource } from "@kittiwake/core/news/domain/NewsSource"
import { NewsSourceStore } from "@kittiwake/core/news/NewsSourceStore"
import { NewsSources } from "@kittiwake/core/news/NewsSources"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { DateTime, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { GatheringBounds } from "../../src/news/GatheringBounds.ts"
import { gatherDue } from "../../src/news/gatherSource.ts"
import { layer, rssOf, Shelf } from "./gathering.ts"

const everything = { origin: null, kind: null } as const

let hosts = 0
const freshHost = () => `tern${++hosts}.com`

const recordOf = (url: string) =>
  Effect.map(
    NewsSourceStore.use((store) => store.get(url)),
    (source) => sourceRecord(Option.getOrThrow(source))
  )

/** Asks all that are due, of however many hosts. */
const gatherAll = Effect.gen(function* () {
  while (yield* gatherDue(4));
})

const sitemapOf = (link: string, published: string) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
  <url><loc>${link}</loc><news:news><news:publication><news:name>Tern Post</news:name><news:language>en</news:language></news:publication>
  <news:publication_date>${published}</news:publication_date><news:title>Terns return to the cliffs</news:title></news:news></url></urlset>`

withLayer(NewsSources.layer.pipe(Layer.provideMerge(layer)))("sources that an operator chooses", (it) => {
  it.effect("takes those that can be asked, and tells of each other why it is none", () =>
    Effect.gen(function* () {
      const sources = yield* NewsSources
      const [one, other] = [freshHost(), freshHost()]
      const taken = yield* sources.add([
        listedFeed(`feed://${one}/rss#top`, { title: " Terns ", language: "DE", country: "at", line: 3 }),
        listedFeed(`https://${one}/rss`, { line: 4 }),
        listedFeed(`https://user:secret@${one}/rss`, { line: 5, title: "Mine" }),
        listedFeed("ftp://tern.example/", { line: 6 }),
        listedFeed("", { line: 7, title: "Nothing", problem: "It names no feed: xmlUrl is missing." }),
        listedFeed(`https://${other}/news.xml`, { language: "deutsch", homeUrl: "javascript:alert(1)" })
      ])
      const address =
        "It is no address that can be asked: write one that begins with http:// or https://, without a password."
      assert.deepStrictEqual(taken, {
        added: 2,
        known: 1,
        refused: [],
        bad: [
          { line: 5, title: "Mine", url: `https://user:secret@${one}/rss`, message: address },
          { line: 6, title: null, url: "ftp://tern.example/", message: address },
          { line: 7, title: "Nothing", url: null, message: "It names no feed: xmlUrl is missing." }
        ]
      })
      assert.deepInclude(yield* recordOf(`https://${one}/rss`), {
        ...{
          origin: "list",
          title: "Terns",
          language: "de",
          country: "at",
          state: "waiting",
          read_at: null,
          articles: 0
        }
      })
      assert.deepInclude(yield* recordOf(`https://${other}/news.xml`), { title: null, language: null, country: null })
      assert.deepInclude(yield* sources.add([listedFeed(`https://${one}/rss`)]), { added: 0, known: 1 })
    })
  )

  it.effect("keeps what a source brought that was found before, and what it calls itself unless told otherwise", () =>
    Effect.gen(function* () {
      const [sources, store] = [yield* NewsSources, yield* NewsSourceStore]
      const [url, gone] = [`https://${freshHost()}/rss`, `https://${freshHost()}/rss`]
      const addedAt = yield* DateTime.now
      const found = { origin: "found", foundFor: "tern.example", country: null, addedAt } as const
      const read = { title: "Own", form: "rss", readAt: addedAt, articles: 7 } as const
      const known = [
        newSource({ ...found, ...read, url, failures: 3, failingSince: addedAt, etag: '"1"' }),
        newSource({ ...found, ...read, url: gone, goneAt: addedAt, removedAt: addedAt })
      ]
      yield* store.put({ sources: known, most: 100, look: null })
      yield* TestClock.adjust("1 day")
      yield* sources.add([listedFeed(url), listedFeed(gone, { title: "Ours" })])
      const kept = {
        origin: "list",
        state: "answering",
        articles: 7,
        read_at: DateTime.formatIso(addedAt),
        failures: 0
      } as const
      assert.deepInclude(yield* recordOf(url), { ...kept, title: "Own" })
      assert.deepInclude(yield* recordOf(gone), { ...kept, title: "Ours" })
    })
  )

  it.effect("takes no more than there is room for", () =>
    Effect.gen(function* () {
      const sources = yield* NewsSources
      const url = `https://${freshHost()}/`
      const taken = yield* Effect.provideService(sources.add([listedFeed(url)]), GatheringBounds, { sources: 0 })
      assert.deepStrictEqual(taken, { added: 0, known: 0, refused: [url], bad: [] })
    })
  )

  it.effect("asks chosen feeds and sitemaps of news, only for what is new, and those of a host apart", () =>
    Effect.gen(function* () {
      const [web, shelf, sources] = [yield* ScriptedWeb, yield* Shelf, yield* NewsSources]
      const host = freshHost()
      const [feed, map, third] = ["feed", "news.xml", "third"].map((path) => `https://${host}/${path}`) as [
        string,
        string,
        string
      ]
      const published = DateTime.formatIso(yield* DateTime.now)
      yield* web.page(feed, { body: rssOf(`https://${host}/1`), mediaType: "application/rss+xml", etag: true })
      yield* web.page(map, {
        body: sitemapOf(`https://${host}/2`, published),
        mediaType: "application/xml",
        etag: true
      })
      yield* web.page(third, { body: rssOf(`https://${host}/1`), mediaType: "application/rss+xml", etag: true })
      yield* sources.add([feed, map, third].map((url) => listedFeed(url, { language: "nl" })))
      yield* gatherAll
      assert.deepStrictEqual([shelf.kept.has(`https://${host}/1`), shelf.kept.has(`https://${host}/2`)], [true, false])
      yield* TestClock.adjust("10 seconds")
      yield* gatherAll
      assert.deepInclude(shelf.kept.get(`https://${host}/2`), { language: "en", title: "Terns return to the cliffs" })
      assert.strictEqual(shelf.kept.get(`https://${host}/1`)?.language, "nl", "nothing but the list says it")
      assert.lengthOf(yield* web.looks(third), 0)
      yield* TestClock.adjust("10 seconds")
      yield* gatherAll
      assert.deepInclude(yield* recordOf(feed), {
        state: "answering",
        form: "rss",
        articles: 1,
        interval_seconds: 1_800
      })
      assert.deepInclude(yield* recordOf(map), { form: "sitemap", articles: 1 })
      assert.deepInclude(yield* recordOf(third), { articles: 0, interval_seconds: 7_200 })
      yield* TestClock.adjust("31 minutes")
      yield* gatherAll
      assert.deepStrictEqual(
        (yield* web.looks(feed)).map(({ outcome }) => outcome),
        [200, 304]
      )
    })
  )

  it.effect("asks one that fails less, and shows why", () =>
    Effect.gen(function* () {
      const [web, sources] = [yield* ScriptedWeb, yield* NewsSources]
      const url = `https://${freshHost()}/feed`
      yield* web.page(url, { status: 500, body: "no" })
      yield* sources.add([listedFeed(url)])
      const gaps: Array<number> = []
      for (let turn = 0; turn < 4; turn++) {
        yield* gatherAll
        const { next_at } = yield* recordOf(url)
        gaps.push(Math.round((Date.parse(next_at!) - (yield* DateTime.now).epochMilliseconds) / 60_000))
        yield* TestClock.setTime(Date.parse(next_at!))
      }
      for (const [index, most] of [15, 30, 60, 120].entries()) {
        assert.isAtMost(gaps[index]!, most)
        assert.isAtLeast(gaps[index]!, most * 0.9 - 1)
      }
      assert.deepInclude(yield* recordOf(url), { state: "failing", failures: 4, problem: "It answered 500." })
      const failing = yield* sources.list({ filter: { origin: "list", kind: "failing" }, after: null, limit: 100 })
      assert.include(
        failing.sources.map((source) => source.url),
        url
      )
    })
  )

  it.effect("takes the site that a list names as the publisher's own", () =>
    Effect.gen(function* () {
      const [web, shelf, sources] = [yield* ScriptedWeb, yield* Shelf, yield* NewsSources]
      const [home, feeds] = [freshHost(), freshHost()]
      const body = (path: string) =>
        `<rss><channel><title>t</title><link>https://${feeds}/</link><item><title>One</title><link>https://${home}/${path}</link></item></channel></rss>`
      yield* web.page(`https://${feeds}/a`, { body: body("a") })
      yield* web.page(`https://${feeds}/b`, { body: body("b") })
      yield* sources.add([
        listedFeed(`https://${feeds}/a`, { homeUrl: `https://www.${home}/` }),
        listedFeed(`https://${feeds}/b`)
      ])
      yield* gatherAll
      yield* TestClock.adjust("10 seconds")
      yield* gatherAll
      assert.isTrue(shelf.kept.get(`https://${home}/a`)?.source.isDirect)
      assert.isFalse(shelf.kept.get(`https://${home}/b`)?.source.isDirect)
    })
  )

  it.effect("asks one that was taken away no more, finds it not again, and takes it back when it is chosen", () =>
    Effect.gen(function* () {
      const [web, sources, store] = [yield* ScriptedWeb, yield* NewsSources, yield* NewsSourceStore]
      const url = `https://${freshHost()}/feed`
      yield* web.page(url, { body: rssOf(`${url}/1`) })
      yield* sources.add([listedFeed(url)])
      assert.strictEqual((yield* sources.remove(`feed:${url}`)).url, url)
      yield* sources.remove(url)
      yield* gatherAll
      assert.lengthOf(yield* web.looks(url), 0)
      assert.deepInclude(yield* recordOf(url), { state: "removed", next_at: null })
      const addedAt = yield* DateTime.now
      const found = newSource({ url, origin: "found", foundFor: "tern.com", title: null, country: null, addedAt })
      assert.deepInclude(yield* store.put({ sources: [found], most: 1_000, look: null }), { added: [], known: 1 })
      assert.deepInclude(yield* sources.add([listedFeed(url)]), { added: 1 })
      assert.strictEqual((yield* recordOf(url)).state, "waiting")
      yield* gatherAll
      assert.lengthOf(yield* web.looks(url), 1)
      const nobody = yield* Effect.flip(sources.remove("https://nobody.example/"))
      assert.strictEqual(nobody._tag, "NewsSourceNotFound")
    })
  )

  it.effect("lists a part, and where the next begins", () =>
    Effect.gen(function* () {
      const sources = yield* NewsSources
      const host = freshHost()
      const urls = [1, 2, 3].map((path) => `https://${host}/${path}`)
      yield* sources.add(urls.map((url) => listedFeed(url)))
      const first = yield* sources.list({ filter: everything, after: `https://${host}/`, limit: 2 })
      assert.deepStrictEqual([first.sources.map(({ url }) => url), first.next], [urls.slice(0, 2), urls[1]])
      const rest = yield* sources.list({ filter: everything, after: first.next, limit: 1_000 })
      assert.deepStrictEqual([rest.sources[0]?.url, rest.next], [urls[2], null])
    })
  )
})
