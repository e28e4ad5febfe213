import { assert, describe, it } from "@effect/vitest"
import { SitemapReader } from "@kittiwake/core/sites/SitemapReader"
import { Answer } from "@kittiwake/core/web/HttpFetcher"
import { Clock, Effect, Fiber, Layer } from "effect"
import { maxLinkLength } from "../../src/security/domain/parseUrl.ts"
import { maxSitemaps, newWalk, walkSitemaps } from "../../src/sites/walkSitemaps.ts"

/** A site of which every sitemap is an index of as many more as one may list. */
const each = 50_000

/** Below the address of their index, so that all are different. */
const children = Array.from({ length: each }, (_, index) => `${index}/`)

const endless = Layer.mock(SitemapReader, {
  read: () =>
    Effect.succeed({
      entries: [],
      children: children.slice(0, maxSitemaps),
      childrenBeyond: each - maxSitemaps,
      beyond: 0
    })
})

/** One sitemap of many pages. */
const long = Layer.mock(SitemapReader, {
  read: () =>
    Effect.succeed({
      entries: children.map((url) => ({ url, lastModified: null })),
      children: [],
      childrenBeyond: 0,
      beyond: 0
    })
})

const page = (url: string) => {
  const head = Answer.cases.Fetched.make({ url, status: 200, mediaType: "", body: "", etag: null, lastModified: null })
  return { ...head, body: { bytes: new Uint8Array(), charset: "utf-8" } }
}

const sitemap = "https://example.com/sitemaps/"

describe("sitemaps that list sitemaps without end", () => {
  it.effect("are read up to their number, and those beyond it are counted and not held", () =>
    Effect.gen(function* () {
      const walk = newWalk({
        session: {
          fetch: () => Effect.die("Texts are read elsewhere."),
          fetchEncoded: ({ url }) => Effect.succeed(page(url)),
          download: () => Effect.die("Nothing is downloaded.")
        },
        headers: {},
        deadline: { atMillis: 60_000, acceptsPart: false },
        accepts: () => true,
        enough: 10_000
      })
      yield* walkSitemaps(walk, [sitemap], false)
      assert.strictEqual(walk.fetched, maxSitemaps)
      assert.strictEqual(walk.fetched + walk.skipped, 1 + maxSitemaps * each)
    }).pipe(Effect.provide(endless))
  )

  it.effect("are left where their addresses are long, before as many are held as are wanted", () =>
    Effect.gen(function* () {
      const entries = Array.from({ length: 5_000 }, (_, index) => ({
        url: String(index).padEnd(maxLinkLength - sitemap.length, "x"),
        lastModified: null
      }))
      const walk = newWalk({
        session: {
          fetch: () => Effect.die("Texts are read elsewhere."),
          fetchEncoded: ({ url }) => Effect.succeed(page(url)),
          download: () => Effect.die("Nothing is downloaded.")
        },
        headers: {},
        deadline: { atMillis: 60_000, acceptsPart: false },
        accepts: () => true,
        enough: 10_000
      })
      yield* walkSitemaps(walk, [sitemap], false).pipe(
        Effect.provide(
          Layer.mock(SitemapReader, {
            read: () => Effect.succeed({ entries, children: [], childrenBeyond: 0, beyond: 0 })
          })
        )
      )
      assert.strictEqual(walk.urls.size * maxLinkLength, 32 * 1024 * 1024)
      assert.isTrue(walk.isFull())
      // The rest of it had no room, so that it is known that there is more.
      assert.deepStrictEqual([walk.fetched, walk.skipped, walk.cut], [1, 0, 1])
    })
  )

  it.effect("leave the thread to others after some milliseconds of looking at their addresses", () =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      let nanos = 0n
      /** Addresses that were looked at since others had the thread, and most of them. */
      let [since, most] = [0, 0]
      const walk = newWalk({
        session: {
          fetch: () => Effect.die("Texts are read elsewhere."),
          fetchEncoded: ({ url }) => Effect.succeed(page(url)),
          download: () => Effect.die("Nothing is downloaded.")
        },
        headers: {},
        deadline: { atMillis: 60_000, acceptsPart: false },
        // Each takes a hundredth of a millisecond, however quick the machine is.
        accepts: () => {
          nanos += 10_000n
          since += 1
          most = Math.max(most, since)
          return true
        },
        enough: each
      })
      const others = yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            Effect.yieldNow,
            Effect.sync(() => {
              since = 0
            })
          )
        )
      )
      yield* Effect.provideService(walkSitemaps(walk, [sitemap], false), Clock.Clock, {
        ...clock,
        monotonicTimeNanosUnsafe: () => nanos,
        monotonicTimeNanos: Effect.sync(() => nanos)
      })
      yield* Fiber.interrupt(others)
      assert.deepStrictEqual([walk.urls.size, walk.cut], [each, 0])
      assert.isAtMost(most, 1_000)
    }).pipe(Effect.provide(long))
  )
})
