/** Pages that are kept, of a host that throttles. Observed: when they are given, whether they are asked for, and how the host is known then. */
import { assert, describe, it } from "@effect/vitest"
import { Pages } from "@kittiwake/core/pages/Pages"
import { Sites } from "@kittiwake/core/sites/Sites"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { GivesWay } from "../../src/organizations/GivesWay.ts"
import { HostPauses } from "../../src/sharing/HostPauses.ts"
import { callOf, crawlOf, layer, markdownOf, newReader, pageWith } from "../reading.ts"

const host = "busy.example"
const site = `https://${host}`
const paths = ["/", "/p0", "/p1"]

const freshness = { maxAgeMillis: 3_600_000, zeroRetention: false }

const build = Effect.gen(function* () {
  const web = yield* ScriptedWeb
  const links = paths.map((path) => `<a href="${path}">${path}</a>`).join(" ")
  for (const path of paths) yield* web.page(`${site}${path}`, pageWith(`Page ${path}`, links))
  yield* web.page(`${site}/robots.txt`, { body: "", status: 404 })
})

const scrape = Effect.fnUntraced(function* (url: string, maxAgeMillis = freshness.maxAgeMillis) {
  const call = yield* callOf(yield* newReader(), { freshness: { ...freshness, maxAgeMillis } })
  return (yield* (yield* Pages).scrape(call, markdownOf(url))).value
})

const throttles = (times = 1) =>
  HostPauses.use((pauses) =>
    Effect.repeat(
      Effect.andThen(TestClock.adjust("5 minutes"), pauses.throttled(host, { status: 429, retryAfterSeconds: 300 })),
      { times: times - 1 }
    )
  )

const pagesAsked = ScriptedWeb.use((web) => web.looks()).pipe(
  Effect.map((looks) => looks.filter(({ url }) => !url.endsWith("robots.txt")).length)
)

const inBackground = Effect.provideService(GivesWay, true)

/** What is done before any time passes. */
const atOnce = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const fiber = yield* Effect.forkChild(work)
  yield* Effect.repeat(Effect.yieldNow, { times: 2_000 })
  const done = fiber.pollUnsafe()
  if (done === undefined) {
    yield* Fiber.interrupt(fiber)
    return assert.fail("it waits")
  }
  return yield* done
})

const kept = Effect.gen(function* () {
  yield* build
  for (const path of paths) yield* scrape(`${site}${path}`)
})

describe("a page that is kept, of a host that throttles", () => {
  for (const [what, times] of [
    ["rests", 1],
    ["is given up", 4]
  ] as const)
    it.effect(`is given at once while its host ${what}`, () =>
      Effect.gen(function* () {
        yield* kept
        const asked = yield* pagesAsked
        yield* throttles(times)
        const before = yield* HostPauses.use((pauses) => pauses.restOf(host))
        const page = yield* inBackground(atOnce(scrape(`${site}/p0`)))
        assert.strictEqual(page.cache.status, "hit")
        assert.strictEqual(yield* pagesAsked, asked)
        assert.deepStrictEqual(yield* HostPauses.use((pauses) => pauses.restOf(host)), before)
      }).pipe(Effect.provide(layer))
    )

  it.effect("says nothing of how its host does: the next rest is the longer one", () =>
    Effect.gen(function* () {
      yield* kept
      const says = { status: 429, retryAfterSeconds: null }
      yield* HostPauses.use((pauses) => pauses.throttled(host, says))
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* inBackground(atOnce(scrape(`${site}/p0`)))).cache.status, "hit")
      yield* HostPauses.use((pauses) => pauses.throttled(host, says))
      assert.strictEqual((yield* HostPauses.use((pauses) => pauses.restOf(host)))?.restMillis, 4_000)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is found by who waited for the rest while somebody else fetched it", () =>
    Effect.gen(function* () {
      yield* kept
      yield* TestClock.adjust("1 hour")
      yield* HostPauses.use((pauses) => pauses.throttled(host, { status: 429, retryAfterSeconds: 10 }))
      const waiting = yield* inBackground(Effect.forkChild(scrape(`${site}/p0`, 60_000)))
      yield* Effect.repeat(Effect.yieldNow, { times: 500 })
      // Somebody waits for this one.
      yield* scrape(`${site}/p0`, 0)
      const asked = yield* pagesAsked
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(waiting)).cache.status, "hit")
      assert.strictEqual(yield* pagesAsked, asked)
    }).pipe(Effect.provide(layer))
  )

  for (const [what, times, after] of [
    ["rests", 1, "0 seconds"],
    ["is given up", 4, "0 seconds"],
    ["is asked once a second", 1, "5 minutes"]
  ] as const)
    it.effect(`is a page of a crawl that waits for nothing while its host ${what}`, () =>
      Effect.gen(function* () {
        yield* kept
        const asked = yield* pagesAsked
        yield* throttles(times)
        yield* TestClock.adjust(after)
        const atMillis = (yield* Clock.currentTimeMillis) + 60_000
        const call = yield* callOf(yield* newReader(), { freshness, deadline: { atMillis, acceptsPart: false } })
        const { value } = yield* atOnce((yield* Sites).crawl(call, crawlOf(`${site}/`)))
        assert.deepInclude(value, { succeeded: 3, failed: 0 })
        assert.strictEqual(yield* pagesAsked, asked)
      }).pipe(Effect.provide(layer))
    )

  it.effect("is too old for a crawl: that leaves its host alone", () =>
    Effect.gen(function* () {
      yield* kept
      const asked = yield* pagesAsked
      yield* throttles()
      yield* TestClock.adjust("1 minute")
      const atMillis = (yield* Clock.currentTimeMillis) + 60_000
      const call = yield* callOf(yield* newReader(), {
        freshness: { ...freshness, maxAgeMillis: 60_000 },
        deadline: { atMillis, acceptsPart: false }
      })
      const refused = yield* atOnce(Effect.flip((yield* Sites).crawl(call, crawlOf(`${site}/`))))
      assert.strictEqual(refused._tag, "WebsiteBlocked")
      assert.strictEqual(yield* pagesAsked, asked)
    }).pipe(Effect.provide(layer))
  )
})
