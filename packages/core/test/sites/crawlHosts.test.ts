/** What is kept of the hosts of a crawl. Observed: how often each is asked for its robots.txt, what is known of it, and bytes. */
import { assert, describe, it } from "@effect/vitest"
import { Answer, type FetchSession } from "@kittiwake/core/web/HttpFetcher"
import { Effect, Layer } from "effect"
import { makeCrawlHosts } from "../../src/sites/crawlHosts.ts"
import { isAllowed, onlyFor, parseRobots, robotsBytes } from "../../src/sites/domain/Robots.ts"
import { HostsRoom, SharedHostsRoom } from "../../src/sites/keptHosts.ts"
import { layer } from "../reading.ts"

const deadline = { atMillis: 60_000_000, acceptsPart: false }

/** As many rules as are read, each short. */
const manyRules = `User-agent: *\nDisallow: /private\n${Array.from({ length: 40_000 }, (_, index) => `Allow: /${index}\n`).join("")}`

const urlOf = (index: number, path = "/") => `https://host${index}.example${path}`

/** A session with hosts that all have this robots.txt, and how often each was asked for it. */
const sessionWith = (body: string) => {
  const asked = new Map<string, number>()
  const session: FetchSession = {
    fetch: ({ url }) =>
      Effect.sync(() => {
        asked.set(url, (asked.get(url) ?? 0) + 1)
        return Answer.cases.Fetched.make({
          ...{ url, status: 200, mediaType: "text/plain", etag: null, lastModified: null },
          body
        })
      }),
    fetchEncoded: () => Effect.die("nothing is read elsewhere"),
    download: () => Effect.die("nothing is downloaded")
  }
  return { session, askedOf: (index: number) => asked.get(urlOf(index, "/robots.txt")) ?? 0 }
}

const withRoom = (bytes = Number.MAX_SAFE_INTEGER) => {
  const room = new HostsRoom(bytes)
  return { room, provided: Layer.merge(layer, Layer.succeed(SharedHostsRoom, room)) }
}

const indexes = (length: number) => Array.from({ length }, (_, index) => index)

describe("the hosts of a crawl", () => {
  it("have their rules kept in a few bytes each, those for us alone", () => {
    const text = `${manyRules}User-agent: other\nDisallow: /\n${Array.from({ length: 999 }, (_, index) => `Sitemap: https://a.example/${index}\n`).join("")}`
    const kept = onlyFor(parseRobots(text), "Kittiwake")
    assert.isBelow(robotsBytes(kept), 300_000)
    assert.deepStrictEqual([[...kept.groups.keys()], kept.sitemaps], [["kittiwake"], []])
    assert.isFalse(isAllowed(kept, "Kittiwake", urlOf(0, "/private/a")))
    assert.isTrue(isAllowed(kept, "Kittiwake", urlOf(0, "/19000")))
  })

  it.effect("are asked for their rules once each, where those are as long as most are", () => {
    const { provided } = withRoom()
    return Effect.gen(function* () {
      const { askedOf, session } = sessionWith(`User-agent: *\n${"Disallow: /private/things\nAllow: /\n".repeat(50)}`)
      const hosts = yield* makeCrawlHosts(session, deadline)
      for (let round = 0; round < 2; round++)
        for (const index of indexes(1_000)) assert.isTrue(yield* hosts.mayFetch(urlOf(index)))
      assert.deepStrictEqual(new Set(indexes(1_000).map(askedOf)), new Set([1]))
    }).pipe(Effect.provide(provided))
  })

  it.effect("have the pause that they ask for, and no longer one than half a minute", () => {
    const { provided } = withRoom()
    const pauseOf = (delay: string) =>
      Effect.flatMap(makeCrawlHosts(sessionWith(`User-agent: *\nCrawl-delay: ${delay}\n`).session, deadline), (hosts) =>
        hosts.pauseMillis(urlOf(0))
      )
    return Effect.gen(function* () {
      assert.strictEqual(yield* pauseOf("2"), 2_000)
      assert.strictEqual(yield* pauseOf("86400"), 30_000)
    }).pipe(Effect.provide(provided))
  })

  it.effect("take no more than so many bytes; one that comes back is asked again, and heeded as before", () => {
    const { provided, room } = withRoom()
    return Effect.gen(function* () {
      const { askedOf, session } = sessionWith(manyRules)
      const hosts = yield* makeCrawlHosts(session, deadline)
      for (const index of indexes(40)) {
        assert.isTrue(yield* hosts.mayFetch(urlOf(index)))
        // What is asked for now and then stays.
        assert.isFalse(yield* hosts.mayFetch(urlOf(0, "/private/a")))
        assert.isAtMost(room.bytes, 4 * 1024 * 1024)
      }
      assert.deepStrictEqual([0, 1, 38, 39].map(askedOf), [1, 1, 1, 1])
      assert.isAbove(room.bytes, 3 * 1024 * 1024)
      assert.isFalse(yield* hosts.mayFetch(urlOf(1, "/private/a")))
      assert.isFalse(yield* hosts.mayFetch(urlOf(39, "/private/a")))
      assert.deepStrictEqual([1, 39].map(askedOf), [2, 1])
      hosts.forget()
      assert.strictEqual(room.bytes, 0)
    }).pipe(Effect.provide(provided))
  })

  it.effect("keep the rules that were asked for last, however large they are and however little room there is", () => {
    const { provided } = withRoom(1_000)
    return Effect.gen(function* () {
      const { askedOf, session } = sessionWith(manyRules)
      const hosts = yield* makeCrawlHosts(session, deadline)
      for (const path of ["/a", "/b", "/private/c"]) yield* hosts.mayFetch(urlOf(0, path))
      assert.strictEqual(askedOf(0), 1)
    }).pipe(Effect.provide(provided))
  })

  it.effect("share their room with those of other works, of which the oldest give way", () => {
    const { provided, room } = withRoom(1024 * 1024)
    return Effect.gen(function* () {
      const { askedOf, session } = sessionWith(manyRules)
      const [one, other] = [yield* makeCrawlHosts(session, deadline), yield* makeCrawlHosts(session, deadline)]
      for (const index of indexes(3)) yield* one.mayFetch(urlOf(index))
      for (const index of indexes(4)) yield* other.mayFetch(urlOf(10 + index))
      assert.isAtMost(room.bytes, 1024 * 1024)
      yield* other.mayFetch(urlOf(13))
      yield* one.mayFetch(urlOf(0))
      assert.deepStrictEqual([13, 0].map(askedOf), [1, 2])
      one.forget()
      other.forget()
      assert.strictEqual(room.bytes, 0)
    }).pipe(Effect.provide(provided))
  })
})
