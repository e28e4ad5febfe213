import { assert, describe, it } from "@effect/vitest"
import { Pages } from "@kittiwake/core/pages/Pages"
import type { CrawlRequest } from "@kittiwake/core/sites/domain/Crawl"
import { Sites } from "@kittiwake/core/sites/Sites"
import type { PageContent } from "@kittiwake/core/testing/PageScript"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { Clock, DateTime, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { callOf, crawlOf, creditsLeft, layer, markdownOf, newReader, pageWith, ScriptedBrowser } from "../reading.ts"

const site = "https://busy.example"

const links = (count: number) => Array.from({ length: count }, (_, n) => `<a href="/p${n}">p${n}</a>`).join(" ")

/** Whether a site that takes `most` requests in `seconds`, those it refuses among them, takes one more. */
const makeLimit = (most: number, seconds: number) => {
  let asked: Array<number> = []
  return (at: DateTime.Utc): boolean => {
    const now = DateTime.toEpochMillis(at)
    asked = [...asked.filter((one) => one > now - seconds * 1_000), now]
    return asked.length <= most
  }
}

/** A site of so many pages, which refuses what is too much for it. */
const build = Effect.fnUntraced(function* (count: number, takes: (at: DateTime.Utc) => boolean, refusal: PageContent) {
  const web = yield* ScriptedWeb
  for (const path of ["", ...Array.from({ length: count }, (_, n) => `p${n}`)]) {
    yield* web.page(`${site}/${path}`, (at) => (takes(at) ? pageWith(`Page ${path}`, links(count)) : refusal))
  }
  yield* web.page(`${site}/robots.txt`, { body: "", status: 404 })
})

const refusal = { body: "slow", status: 429, retryAfter: "5" }

/** Time that passes in steps, with time for everybody to do what they bring. */
const passUntil = Effect.fnUntraced(function* <A, E>(fiber: Fiber.Fiber<A, E>, most: number) {
  for (let seconds = 0; seconds < most * 4 && fiber.pollUnsafe() === undefined; seconds++) {
    yield* Effect.repeat(Effect.yieldNow, { times: 200 })
    yield* TestClock.adjust("250 millis")
  }
  return yield* Fiber.join(fiber)
})

const crawl = Effect.fnUntraced(function* (given: Partial<CrawlRequest> = {}, lastsMillis = 120_000) {
  const reader = yield* newReader()
  const now = yield* Clock.currentTimeMillis
  const call = yield* callOf(reader, { deadline: { atMillis: now + lastsMillis, acceptsPart: false } })
  const crawling = (yield* Sites).crawl(call, crawlOf(`${site}/`, { stopAfterMillis: 110_000, ...given }))
  const { credits, value } = yield* passUntil(yield* Effect.forkChild(crawling), 150)
  assert.strictEqual((yield* creditsLeft(reader)).available, 1_000 - credits)
  return { credits, value, tookMillis: (yield* Clock.currentTimeMillis) - now }
})

const looksAt = (url?: string) =>
  Effect.map(
    ScriptedWeb.use((web) => web.looks(url)),
    (looks) => looks.filter((look) => !look.url.endsWith("robots.txt"))
  )

describe("a crawl of a site that takes so many requests", () => {
  it.effect("reads all of it, lets it rest as long as it asks, and pays for each page once", () =>
    Effect.gen(function* () {
      yield* build(20, makeLimit(6, 5), refusal)
      const { credits, value } = yield* crawl()
      assert.deepInclude(value, { succeeded: 21, failed: 0 })
      assert.strictEqual(credits, 21)
      const looks = yield* looksAt()
      const refused = looks.filter(({ outcome }) => outcome === 429)
      assert.isTrue(refused.length > 0 && refused.length <= 16, `${refused.length} refused of ${looks.length}`)
      // After each refusal of a request that was made after a rest, the site is left alone for the time that it asked for.
      const at = looks.map((look) => DateTime.toEpochMillis(look.at))
      for (const { at: refusedAt } of refused) {
        const refusedMillis = DateTime.toEpochMillis(refusedAt)
        assert.isFalse(at.some((one) => one > refusedMillis && one < refusedMillis + 5_000))
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("asks for its pages a second from each other after the rest, and no less often", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* build(6, () => true, refusal)
      yield* web.page(`${site}/p0`, (_, look) => (look === 0 ? refusal : pageWith("Page")))
      assert.deepInclude((yield* crawl()).value, { succeeded: 7, failed: 0 })
      const looks = yield* looksAt()
      const refused = looks.findIndex(({ outcome }) => outcome === 429)
      const rested = DateTime.toEpochMillis(looks[refused]!.at) + 5_000
      const after = looks.map((look) => DateTime.toEpochMillis(look.at)).filter((at) => at >= rested)
      assert.isAtLeast(after.length, 2)
      const gaps = after.slice(1).map((at, n) => at - after[n]!)
      assert.isTrue(
        gaps.every((gap) => gap >= 1_000 && gap < 1_500),
        gaps.join(" ")
      )
    }).pipe(Effect.provide(layer))
  )

  for (const [name, given] of [
    ["with 503", { body: "slow", status: 503, retryAfter: "5" }],
    ["with a date", { body: "slow", status: 429, retryAfter: "Thu, 01 Jan 1970 00:00:08 GMT" }],
    ["and does not say for how long", { body: "slow", status: 429 }],
    ["and says what is no time", { body: "slow", status: 429, retryAfter: "soon" }],
    ["and names a moment that has passed", { body: "slow", status: 429, retryAfter: "-1" }]
  ] as const) {
    it.effect(`comes again where it refuses ${name}`, () =>
      Effect.gen(function* () {
        yield* build(8, makeLimit(6, 3), given)
        assert.deepInclude((yield* crawl()).value, { succeeded: 9, failed: 0 })
      }).pipe(Effect.provide(layer))
    )
  }

  it.effect(
    "ends with what it has where the site refuses again and again, asks few times, and pays for no refusal",
    () =>
      Effect.gen(function* () {
        yield* build(20, makeLimit(6, 1e6), { ...refusal, retryAfter: "10" })
        const { credits, value } = yield* crawl()
        assert.deepInclude(value, { succeeded: 6, failed: 15 })
        assert.strictEqual(credits, 6)
        const refused = (yield* looksAt()).filter(({ outcome }) => outcome === 429)
        assert.isAtMost(refused.length, 15)
        assert.isTrue(value.pages.filter(({ succeeded }) => !succeeded).every(({ statusCode }) => statusCode === 429))
        const problems = new Set(value.pages.flatMap(({ problem }) => problem ?? []))
        assert.include(
          [...problems],
          "The page refused access with status 429. Its site asks to be asked again in 10 s."
        )
      }).pipe(Effect.provide(layer))
  )

  it.effect("waits for no rest that ends after it must, and keeps to its own time", () =>
    Effect.gen(function* () {
      yield* build(20, makeLimit(6, 1e6), { ...refusal, retryAfter: "3600" })
      const { tookMillis, value } = yield* crawl({}, 100_000)
      assert.strictEqual(value.succeeded, 6)
      assert.isAtMost(tookMillis, 1_000)
      assert.isAtMost((yield* looksAt()).length, 6 + 5)
      assert.include(value.pages.find(({ succeeded }) => !succeeded)?.problem, "asks to be asked again in 60 min")
    }).pipe(Effect.provide(layer))
  )

  it.effect("asks again for its start, too, and says what the site asks for where that does not help", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* build(2, makeLimit(100, 1), refusal)
      yield* web.page(`${site}/`, (_, look) => (look < 2 ? refusal : pageWith("Start", links(2))))
      assert.deepInclude((yield* crawl()).value, { succeeded: 3, failed: 0 })
      yield* web.page(`${site}/`, { ...refusal, retryAfter: "3600" })
      const again = { ...crawlOf(`${site}/`), maxPages: 1 }
      const call = yield* callOf(yield* newReader(), { freshness: { maxAgeMillis: 0, zeroRetention: false } })
      const crawling = yield* Effect.forkChild(Effect.flip((yield* Sites).crawl(call, again)))
      const failure = yield* passUntil(crawling, 20)
      assert.deepInclude(failure, { _tag: "WebsiteBlocked", status: 429, retryAfterSeconds: 3_600 })
    }).pipe(Effect.provide(layer))
  )
})

describe("a page of a site that takes so many requests", () => {
  const url = `${site}/`
  const scrape = Effect.fnUntraced(function* (millis = 30_000) {
    const now = yield* Clock.currentTimeMillis
    const call = yield* callOf(yield* newReader(), { deadline: { atMillis: now + millis, acceptsPart: false } })
    const reading = Effect.result((yield* Pages).scrape(call, markdownOf(url)))
    const done = yield* passUntil(yield* Effect.forkChild(reading), 60)
    const tookMillis = (yield* Clock.currentTimeMillis) - now
    return { outcome: done._tag === "Success" ? "read" : done.failure, tookMillis }
  })

  it.effect("is asked for once, and its error says when to come again", () =>
    Effect.gen(function* () {
      yield* build(0, () => false, { ...refusal, retryAfter: "42" })
      for (let times = 1; times <= 3; times++) {
        const { outcome, tookMillis } = yield* scrape()
        assert.deepInclude(outcome as object, {
          _tag: "WebsiteBlocked",
          message: "The page refused access with status 429. Its site asks to be asked again in 42 s.",
          status: 429,
          retryAfterSeconds: 42
        })
        assert.isAtMost(tookMillis, 250)
        // Somebody waits for it: it is asked for although the site rests.
        assert.lengthOf(yield* looksAt(url), times)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("is read after a moment where its site asks for no more, and there is time", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const briefly = { ...refusal, retryAfter: "2" }
      yield* web.page(url, (_, look) => (look === 0 ? briefly : pageWith("Page")))
      const { outcome, tookMillis } = yield* scrape()
      assert.strictEqual(outcome, "read")
      assert.isTrue(tookMillis >= 2_000 && tookMillis <= 2_500, String(tookMillis))
      yield* web.page(`${url}`, briefly)
    }).pipe(Effect.provide(layer))
  )

  for (const [name, given, millis, times] of [
    ["not twice more", { ...refusal, retryAfter: "1" }, 30_000, 2],
    ["not again where its call has no time for it", { ...refusal, retryAfter: "2" }, 2_900, 1],
    ["not again after three seconds", { ...refusal, retryAfter: "3" }, 30_000, 1],
    ["not again where its site does not say when", { body: "slow", status: 429 }, 30_000, 1]
  ] as const) {
    it.effect(`is asked for ${name}`, () =>
      Effect.gen(function* () {
        yield* ScriptedWeb.use((web) => web.page(url, given))
        assert.deepInclude((yield* scrape(millis)).outcome as object, { _tag: "WebsiteBlocked", status: 429 })
        assert.lengthOf(yield* looksAt(url), times)
      }).pipe(Effect.provide(layer))
    )
  }

  it.effect("is no more than refused where a check for robots stands before it", () =>
    Effect.gen(function* () {
      yield* ScriptedWeb.use((web) => web.page(url, { body: "<title>Vercel Security Checkpoint</title>", status: 429 }))
      const { outcome } = yield* scrape()
      assert.deepInclude(outcome as object, { _tag: "WebsiteBlocked", status: 429 })
      assert.notProperty(outcome as object, "retryAfterSeconds")
    }).pipe(Effect.provide(layer))
  )

  for (const [name, given, isShown] of [
    ["whose site asks for fewer requests", { body: "slow down", status: 429 }, false],
    ["whose site is down", { body: "down", status: 503 }, true],
    ["that says no", { body: "no", status: 403 }, true],
    ["before which a check for robots stands", { body: "<title>Just a moment...</title>", status: 429 }, true]
  ] as const) {
    it.effect(`${name} is ${isShown ? "asked for" : "never asked for"} by a browser`, () =>
      Effect.gen(function* () {
        yield* ScriptedWeb.use((web) => web.page(url, given))
        const browser = yield* ScriptedBrowser
        browser.show = () => Effect.succeed({ html: pageWith("Page") })
        assert.strictEqual((yield* scrape()).outcome === "read", isShown)
        assert.lengthOf(browser.asked, isShown ? 1 : 0)
      }).pipe(Effect.provide(layer))
    )
  }

  it.effect("that is down says so, where it does not say when to come again", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(url, { body: "down", status: 503 })
      const { outcome } = yield* scrape()
      assert.deepInclude(outcome as object, { _tag: "WebsiteInaccessible", message: "The page answered 503." })
      assert.notProperty(outcome as object, "retryAfterSeconds")
      yield* web.page(url, { body: "down", status: 503, retryAfter: "90" })
      assert.deepInclude((yield* scrape()).outcome as object, {
        _tag: "WebsiteInaccessible",
        message: "The page answered 503. Its site asks to be asked again in 90 s.",
        retryAfterSeconds: 90
      })
    }).pipe(Effect.provide(layer))
  )
})
