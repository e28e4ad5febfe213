import { assert, describe, it } from "@effect/vitest"
import { Sites } from "@kittiwake/core/sites/Sites"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { WorkedBatch } from "../../src/batches/BatchWorkStore.ts"
import { makeCrawlRules } from "../../src/batches/crawlRules.ts"
import { addressPattern, anyAddress } from "../../src/sites/addressPattern.ts"
import { Patterns } from "../../src/sites/Patterns.ts"
import { callOf, crawlOf, creditsLeft, layer, newReader, pageWith } from "../reading.ts"

/** A clock on which each look takes so long: so long a match takes. */
const ticking = (millis: number) =>
  Effect.map(Clock.Clock, (clock) => {
    let nanos = 0n
    const look = () => {
      nanos += BigInt(Math.round(millis * 1_000_000))
      return nanos
    }
    return { ...clock, monotonicTimeNanosUnsafe: look, monotonicTimeNanos: Effect.sync(look) } satisfies Clock.Clock
  })

/** Work in which a match takes so long. */
const taking =
  (millis: number) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.flatMap(ticking(millis), (clock) => Effect.provideService(work, Clock.Clock, clock))

const patterns = Patterns.of({ compile: (pattern) => Effect.succeed((text) => text.includes(pattern)) })

const compiled = addressPattern("/docs/", "urlRegex").pipe(Effect.provideService(Patterns, patterns))

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `https://site.example/docs/${index}`)

describe("the time that a pattern may take", () => {
  it.effect("ends after seconds, for the class of patterns that were made to be slow", () =>
    Effect.gen(function* () {
      const pattern = yield* compiled
      const matched = addresses(1_000).filter(pattern.matches)
      assert.isAbove(matched.length, 20)
      assert.isBelow(matched.length, 60)
      assert.isTrue(pattern.isSpent())
      const error = yield* Effect.flip(pattern.whole)
      assert.strictEqual(error.field, "urlRegex")
      assert.include(error.message, "takes too long to match the addresses of this site")
    }).pipe(taking(60))
  )

  it.effect("is never over for honest patterns, however many addresses a site has", () =>
    Effect.gen(function* () {
      const pattern = yield* compiled
      assert.strictEqual(addresses(100_000).filter(pattern.matches).length, 100_000)
      assert.isFalse(pattern.matches("https://site.example/shop/"))
      yield* pattern.whole
    }).pipe(taking(0.1))
  )

  it.effect("is not spent on addresses that nobody can ask for", () =>
    Effect.gen(function* () {
      const pattern = yield* compiled
      assert.isFalse(pattern.matches(`https://site.example/docs/${"a".repeat(2_048)}`))
      assert.isTrue(anyAddress.matches(`https://site.example/docs/${"a".repeat(2_048)}`))
    }).pipe(taking(60))
  )
})

describe("a pattern that takes too long", () => {
  const links = (count: number) => addresses(count).map((url) => `<a href="${url}">x</a>`)

  it.effect("fails a crawl, which says so, costs nothing and leaves nothing out unsaid", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      yield* web.page("https://site.example/", pageWith("Start", links(2_000).join(" ")))
      const crawl = (yield* Sites).crawl(
        yield* callOf(reader),
        crawlOf("https://site.example/", { pattern: "/docs/", maxPages: 3 })
      )
      const error = yield* Effect.flip(crawl)
      assert.deepInclude(error, { _tag: "InvalidInput", field: "urlRegex" })
      assert.deepStrictEqual(yield* creditsLeft(reader), { balance: 1_000, held: 0, available: 1_000 })
    }).pipe(Effect.provide(layer), taking(1.4))
  )

  const ofBatch = (urlPattern: string) => {
    const source = { type: "start_url", url: "https://site.example/" } as const
    const crawl = { source, maxPages: 20, maxDepth: null, followSubdomains: false, urlPattern }
    return { id: urlPattern, scopeUrl: "https://site.example/", crawl } as unknown as WorkedBatch
  }

  const linksTo = (urls: ReadonlyArray<string>) => urls.map((url) => ({ url }))

  it.effect(
    "fails the page of a batch whose links it was held against, and so does one that is no pattern any more",
    () =>
      Effect.gen(function* () {
        const rulesOf = makeCrawlRules()
        const failing = Effect.fnUntraced(function* (urlPattern: string) {
          const rules = yield* rulesOf(ofBatch(urlPattern), "https://site.example/")
          return yield* Effect.flip(rules.follow(linksTo(addresses(2_000)), 0))
        })
        const slow = yield* failing("/docs/")
        assert.strictEqual(slow.reason, "too_slow")
        assert.include(slow.message, "regex: takes too long to match")
        const broken = yield* failing("[ab]*a[ab]{999}[ab]{999}[ab]{999}c")
        assert.strictEqual(broken.reason, "no_pattern")
        assert.include(broken.message, "too large")
      }).pipe(Effect.provide(layer), taking(1.4))
  )

  it.effect("fails no other page of the batch that has nothing to match", () =>
    Effect.gen(function* () {
      const rulesOf = makeCrawlRules()
      for (const urlPattern of ["/docs/", "[ab]*a[ab]{999}[ab]{999}[ab]{999}c"]) {
        const rules = yield* rulesOf(ofBatch(urlPattern), "https://site.example/")
        yield* Effect.flip(rules.follow(linksTo(addresses(2_000)), 0))
        assert.deepStrictEqual(yield* rules.follow([], 1), [])
        assert.deepStrictEqual(yield* rules.follow(linksTo(["https://other.example/docs/1"]), 1), [])
        yield* Effect.flip(rules.follow(linksTo(["https://other.example/docs/1", ...addresses(1)]), 1))
      }
    }).pipe(Effect.provide(layer), taking(1.4))
  )

  it.effect("fails no page whose last link took the rest of its time", () =>
    Effect.gen(function* () {
      const rulesOf = makeCrawlRules()
      const rules = yield* rulesOf(ofBatch("/docs/"), "https://site.example/")
      const first = yield* Effect.forkChild(rules.follow(linksTo(addresses(1)), 0))
      // Others have the thread for as long as it had it.
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(yield* Fiber.join(first), 1)
      const second = yield* Effect.forkChild(Effect.flip(rules.follow(linksTo(addresses(1)), 0)))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* Fiber.join(second)).reason, "too_slow")
    }).pipe(Effect.provide(layer), taking(3_000))
  )

  it.effect("goes on in a batch with what was taken when it was larger", () =>
    Effect.gen(function* () {
      const rulesOf = makeCrawlRules()
      const rules = yield* rulesOf(ofBatch("[^/]{1,500}/[^/]{1,490}$"), "https://site.example/")
      assert.lengthOf(yield* rules.follow(linksTo(addresses(2)), 0), 2)
    }).pipe(Effect.provide(layer))
  )

  it.effect("fails a listing of sitemaps", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const web = yield* ScriptedWeb
      const body = `<urlset>${addresses(2_000)
        .map((url) => `<url><loc>${url}</loc></url>`)
        .join("")}</urlset>`
      yield* web.page("https://site.example/sitemap.xml", { body, mediaType: "application/xml" })
      const listing = (yield* Sites).sitemap(yield* callOf(reader), {
        ...{ domain: "site.example", sitemapUrl: null, maxLinks: 5_000, pattern: "/docs/", search: null },
        ...{ includeSubdomains: false, headers: {} }
      })
      assert.deepInclude(yield* Effect.flip(listing), { _tag: "InvalidInput", field: "urlRegex" })
    }).pipe(Effect.provide(layer), taking(1.4))
  )
})
