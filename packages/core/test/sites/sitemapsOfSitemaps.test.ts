import { assert, describe, it } from "@effect/vitest"
import { SitemapReader } from "@kittiwake/core/sites/SitemapReader"
import { Answer } from "@kittiwake/core/web/HttpFetcher"
import { Effect, Layer } from "effect"
import { maxSitemaps, newWalk, walkSitemaps } from "../../src/sites/walkSitemaps.ts"

/** A site of which every sitemap is an index of as many more as one may list. */
const each = 50_000

/** Below the address of their index, so that all are different. */
const children = Array.from({ length: each }, (_, index) => `${index}/`)

const endless = Layer.succeed(SitemapReader, { read: () => Effect.succeed({ entries: [], children }) })

const page = (url: string) =>
  Answer.cases.Fetched.make({ url, status: 200, mediaType: "", body: "", etag: null, lastModified: null })

describe("sitemaps that list sitemaps without end", () => {
  it.effect("are read up to their number, and those beyond it are counted and not held", () =>
    Effect.gen(function* () {
      const walk = newWalk({
        session: {
          fetch: ({ url }) => Effect.succeed(page(url)),
          download: () => Effect.die("Nothing is downloaded.")
        },
        headers: {},
        deadline: { atMillis: 60_000, acceptsPart: false },
        accepts: () => true,
        enough: 10_000
      })
      yield* walkSitemaps(walk, ["https://example.com/sitemaps/"], false)
      assert.strictEqual(walk.fetched, maxSitemaps)
      assert.strictEqual(walk.fetched + walk.skipped, 1 + maxSitemaps * each)
    }).pipe(Effect.provide(endless))
  )
})
