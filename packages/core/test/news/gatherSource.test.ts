import { assert, layer as withLayer } from "@effect/vitest"
import { newSource } from "@kittiwake/core/news/domain/NewsSource"
import { NewsSourceStore } from "@kittiwake/core/news/NewsSourceStore"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { gatherDue } from "../../src/news/gatherSource.ts"
import { layer, rssOf, Shelf } from "./gathering.ts"

let hosts = 0

/** Puts in a source, and gives its address; earlier ones are left behind. */
const chosen = Effect.fnUntraced(function* (origin: "found" | "list" = "list") {
  const store = yield* NewsSourceStore
  for (const left of yield* store.list({ filter: { origin: null, kind: null }, after: null, limit: 1_000 })) {
    yield* store.replace({ ...left, goneAt: yield* DateTime.now })
  }
  const url = `https://petrel${++hosts}.com/feed`
  const addedAt = yield* DateTime.now
  const source = newSource({ url, origin, foundFor: null, title: null, country: null, addedAt })
  yield* store.put({ sources: [source], most: 1_000, look: null })
  return url
})

const stateOf = Effect.fnUntraced(function* (url: string) {
  const source = Option.getOrThrow(yield* (yield* NewsSourceStore).get(url))
  return {
    ...source,
    inMinutes: Math.round((source.dueAt.epochMilliseconds - (yield* DateTime.now).epochMilliseconds) / 60_000)
  }
})

withLayer(layer)("asking sources of news", (it) => {
  it.effect("keeps what a source reports, and asks then only for what is new", () =>
    Effect.gen(function* () {
      const [web, shelf] = [yield* ScriptedWeb, yield* Shelf]
      const url = yield* chosen()
      const first = new URL("/1", url).href
      yield* web.page(url, { body: rssOf(first), mediaType: "application/rss+xml", etag: true })
      assert.isTrue(yield* gatherDue(4))
      assert.isTrue(shelf.kept.has(first))
      const state = yield* stateOf(url)
      assert.deepInclude(state, { title: "Petrel News", form: "rss", articles: 1, failures: 0, problem: null })
      assert.include([27, 28, 29, 30], state.inMinutes, "half an hour after news")
      assert.isFalse(yield* gatherDue(4), "it is not due")
      yield* TestClock.adjust("30 minutes")
      assert.isTrue(yield* gatherDue(4))
      assert.deepStrictEqual(
        (yield* web.looks(url)).map(({ outcome }) => outcome),
        [200, 304]
      )
      assert.isAtLeast((yield* stateOf(url)).inMinutes, 54)
      const second = new URL("/2", url).href
      yield* web.page(url, { body: rssOf(second, first), mediaType: "application/rss+xml", etag: true })
      yield* TestClock.adjust("1 hour")
      yield* gatherDue(4)
      assert.strictEqual((yield* stateOf(url)).articles, 2)
      assert.isTrue(shelf.kept.has(second))
    })
  )

  it.effect("reads the feed that a source leads to since, though its server takes it for the one before", () =>
    Effect.gen(function* () {
      const [web, shelf] = [yield* ScriptedWeb, yield* Shelf]
      const url = yield* chosen()
      const at = (path: string) => new URL(path, url).href
      yield* web.page(at("/old.xml"), { body: rssOf(at("/1")), mediaType: "application/rss+xml", etag: "same" })
      yield* web.page(at("/new.xml"), { body: rssOf(at("/2")), mediaType: "application/rss+xml", etag: "same" })
      for (const redirectTo of ["/old.xml", "/old.xml", "/new.xml"]) {
        yield* web.page(url, { body: "", redirectTo })
        yield* gatherDue(4)
        yield* TestClock.adjust("2 hours")
      }
      assert.isTrue(shelf.kept.has(at("/2")))
      assert.deepStrictEqual(
        (yield* web.looks(url)).map(({ outcome }) => outcome),
        [200, 304, 200]
      )
    })
  )

  it.effect("loses no article and counts none twice when it ends between keeping and noting", () =>
    Effect.gen(function* () {
      const [web, shelf] = [yield* ScriptedWeb, yield* Shelf]
      const url = yield* chosen()
      const article = new URL("/1", url).href
      yield* web.page(url, { body: rssOf(article), etag: true })
      shelf.afterwards = Effect.interrupt
      yield* Effect.exit(gatherDue(4))
      shelf.afterwards = Effect.void
      assert.isTrue(shelf.kept.has(article))
      assert.deepInclude(yield* stateOf(url), { readAt: null, etag: null })
      assert.isFalse(yield* gatherDue(4), "its lease has not ended")
      yield* TestClock.adjust("2 minutes")
      assert.isTrue(yield* gatherDue(4))
      assert.deepInclude(yield* stateOf(url), { articles: 0, failures: 0 })
      assert.isNotNull((yield* stateOf(url)).etag)
    })
  )

  it.effect("asks again when what was reported could not be kept", () =>
    Effect.gen(function* () {
      const [web, shelf] = [yield* ScriptedWeb, yield* Shelf]
      const url = yield* chosen()
      yield* web.page(url, { body: rssOf(new URL("/1", url).href), etag: true })
      shelf.isDown = true
      assert.isTrue(yield* gatherDue(4))
      shelf.isDown = false
      assert.isNull((yield* stateOf(url)).readAt)
      yield* TestClock.adjust("2 minutes")
      yield* gatherDue(4)
      assert.strictEqual((yield* stateOf(url)).articles, 1)
    })
  )

  it.effect("leaves a host alone that asks for it, and hears how long its news last", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const url = yield* chosen()
      yield* web.page(url, { body: "later", status: 429, retryAfter: "7200" })
      yield* gatherDue(4)
      assert.deepInclude(yield* stateOf(url), { failures: 1, problem: "It answered 429." })
      yield* TestClock.adjust("119 minutes")
      assert.isFalse(yield* gatherDue(4))
      yield* web.page(url, { body: rssOf(new URL("/1", url).href), cacheControl: "public, max-age=21600" })
      yield* TestClock.adjust("1 minute")
      assert.isTrue(yield* gatherDue(4))
      const state = yield* stateOf(url)
      assert.deepInclude(state, { failures: 0, failingSince: null })
      assert.isAtLeast(state.inMinutes, 324)
    })
  )

  it.effect("gives up what is gone, and says why something fails", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const url = yield* chosen()
      const problems: Array<string | null> = []
      const look = Effect.fnUntraced(function* () {
        yield* TestClock.adjust("1 day")
        yield* gatherDue(4)
        problems.push((yield* stateOf(url)).problem)
      })
      yield* web.page(url, { body: "<html><body>Not here</body></html>" })
      yield* look()
      yield* web.page(url, { body: "no", status: 404 })
      yield* look()
      yield* web.outage(url, { reason: "connection_failed", lasting: "2 days" })
      yield* look()
      yield* web.mend(url)
      yield* web.page(url, { body: "gone", status: 410 })
      yield* look()
      assert.deepStrictEqual(problems, [
        "What stands there is no feed.",
        "It answered 404.",
        "The scripted web answers connection_failed.",
        "It answered 410: it is there no more."
      ])
      assert.isNotNull((yield* stateOf(url)).goneAt)
      yield* TestClock.adjust("30 days")
      assert.isFalse(yield* gatherDue(4))
    })
  )

  it.effect("hears robots.txt of what nobody chose", () =>
    Effect.gen(function* () {
      const [web, shelf] = [yield* ScriptedWeb, yield* Shelf]
      const url = yield* chosen("found")
      const article = new URL("/1", url).href
      yield* web.page(url, rssOf(article))
      yield* web.page(new URL("/robots.txt", url).href, {
        body: "User-agent: *\nDisallow: /feed",
        mediaType: "text/plain"
      })
      yield* gatherDue(4)
      assert.isFalse(shelf.kept.has(article))
      assert.match((yield* stateOf(url)).problem!, /robots\.txt/)
      assert.lengthOf(yield* web.looks(url), 0)
      yield* web.page(new URL("/robots.txt", url).href, { body: "User-agent: *\nAllow: /", mediaType: "text/plain" })
      yield* TestClock.adjust("15 minutes")
      yield* gatherDue(4)
      assert.isTrue(shelf.kept.has(article))
    })
  )
})
