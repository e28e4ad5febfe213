/** Addresses of strangers with hosts that are longer than any name. Observed: what is made of them, and what parsers are given. */
import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { fontFacesOf } from "../../src/pages/domain/fontFaces.ts"
import { hostOfUrl, sortedUrls } from "../../src/people/domain/pageRecord.ts"
import { readProfile } from "../../src/people/domain/profileAddress.ts"
import { addressOf } from "../../src/products/domain/Thing.ts"
import { hostOfDomain, portOfDomain } from "../../src/search/domain/domains.ts"
import { robotsAt } from "../../src/sites/readRobots.ts"
import { SitemapReader, type SitemapText } from "../../src/sites/SitemapReader.ts"
import { newWalk, walkSitemaps } from "../../src/sites/walkSitemaps.ts"
import { checkLocation, checkUrl, readUrl } from "../../src/web/domain/Egress.ts"
import { publicOnly } from "../../src/web/domain/EgressPolicy.ts"
import { Answer } from "../../src/web/HttpFetcher.ts"

/** As many letters, of which few are alike. */
const letters = (count: number): string =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000))).join("")

const base = "https://shop.example/a"

/** Fails when a parser is given a host that is too long while `work` goes on. */
const unparsed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => [vi.spyOn(URL, "parse"), vi.spyOn(URL, "canParse")] as const),
    (spies) =>
      Effect.map(work, (value) => {
        const long = spies.flatMap(({ mock }) => mock.calls).filter(([address]) => String(address).length > 600)
        assert.deepStrictEqual(
          long.map(([address]) => String(address).slice(0, 60)),
          []
        )
        return value
      }),
    (spies) => Effect.sync(() => spies.forEach((spy) => void spy.mockRestore()))
  )

const textOf = (text: SitemapText): string =>
  typeof text === "string" ? text : new TextDecoder(text.charset).decode(text.bytes)

const answering = (body: string) => ({
  fetch: ({ url }: { readonly url: string }) =>
    Effect.succeed(
      Answer.cases.Fetched.make({ url, status: 200, mediaType: "text/plain", body, etag: null, lastModified: null })
    ),
  fetchEncoded: ({ url }: { readonly url: string }) => {
    const head = { _tag: "Fetched" as const, url, status: 200, mediaType: "text/plain", etag: null, lastModified: null }
    return Effect.succeed({ ...head, body: { bytes: new TextEncoder().encode(body), charset: "utf-8" } })
  },
  download: () => Effect.die("Nothing is downloaded.")
})

const deadline = { atMillis: 60_000, acceptsPart: false }

describe("a host that is longer than any name", () => {
  it.effect("is refused before it is parsed, by the words for what is no name", () =>
    Effect.gen(function* () {
      const said = "The URL holds a host that is not a valid name."
      for (const url of [`http://${letters(2_030)}`, `https://${encodeURIComponent(letters(200))}/x`]) {
        const [read, checked] = yield* unparsed(Effect.sync(() => [readUrl(url), checkUrl(url, publicOnly)] as const))
        for (const one of [read, checked]) {
          assert.deepStrictEqual(Result.isFailure(one) ? one.failure : null, { reason: "malformed", message: said })
        }
      }
      for (const location of [`//${letters(8_000)}`, `http://${encodeURIComponent(letters(800))}`]) {
        const located = yield* unparsed(Effect.sync(() => checkLocation(location, new URL(base), publicOnly)))
        assert.isTrue(Result.isFailure(located))
      }
    })
  )

  it.effect("is none in what pages say", () =>
    Effect.gen(function* () {
      const long = `https://${letters(2_000)}`
      const told = yield* unparsed(
        Effect.sync(() => ({
          address: addressOf(long, base),
          host: hostOfUrl(long),
          sorted: sortedUrls([long, "https://example.com/me"]),
          profile: readProfile(long),
          domain: hostOfDomain(long),
          port: portOfDomain(`${long}:81`),
          faces: fontFacesOf(`@font-face{font-family:A;src:url(${long}/a.woff2),url(b.woff2)}`, base).map(
            ({ url }) => url
          )
        }))
      )
      assert.deepStrictEqual(told, {
        ...{ address: null, host: null, profile: null, domain: null, port: null },
        sorted: { socialUrls: [], websiteUrls: ["https://example.com/me"] },
        faces: ["https://shop.example/b.woff2"]
      })
    })
  )

  it.effect("is none in a sitemap and in rules for robots", () =>
    Effect.gen(function* () {
      const long = `https://${letters(300_000)}/`
      const reads = Layer.mock(SitemapReader, {
        read: (text) =>
          Effect.succeed({
            entries: [long, "https://shop.example/b"].map((url) => ({ url, lastModified: null })),
            children: textOf(text) === "index" ? [`//${letters(100_000)}/`] : [],
            childrenBeyond: 0,
            beyond: 0
          })
      })
      const walk = newWalk({ session: answering("index"), headers: {}, deadline, accepts: () => true, enough: 10 })
      const walked = unparsed(walkSitemaps(walk, ["https://shop.example/sitemap.xml"], false))
      yield* Effect.provide(walked, reads)
      assert.deepStrictEqual([...walk.urls], ["https://shop.example/b"])
      assert.deepStrictEqual([walk.fetched, walk.skipped], [1, 0])
      const rules = `User-agent: *\nDisallow: /x\nSitemap: ${long.slice(0, 150_000)}\nSitemap: /own.xml\n`
      const robots = yield* unparsed(robotsAt(answering(rules), base, deadline))
      assert.deepStrictEqual(robots.sitemaps, ["https://shop.example/own.xml"])
    })
  )
})
