/** Observed: how many bytes of sitemaps are held at once, what is read of them, and what is told where there is no room. */
import { assert, describe, it } from "@effect/vitest"
import { borrowing, CurrentLease, leaving, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { SitemapReader } from "@kittiwake/core/sites/SitemapReader"
import { type EncodedAnswer, type FetchSession, PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { newWalk, walkSitemaps } from "../../src/sites/walkSitemaps.ts"
import { organizationOf } from "../../src/testing/builders.ts"

const megabyte = 1024 * 1024

/** What was asked for, and the most that was held of it at once. */
interface Seen {
  readonly asked: Array<string>
  held: number
  mostHeld: number
}

const noRoom = (reason: "busy" | "too_large") => new PageUnreachable({ reason, message: "no room" })

/** A site whose sitemaps come in a tenth of a second, a megabyte in each step, and take as long to be read. */
const sessionOf = (seen: Seen, bytesOf: (url: string) => number): FetchSession => ({
  fetch: () => Effect.die("Texts are read elsewhere."),
  download: () => Effect.die("Nothing is downloaded."),
  fetchEncoded: ({ url }) =>
    Effect.gen(function* () {
      seen.asked.push(url)
      const lease = yield* CurrentLease
      for (let left = bytesOf(url); left > 0; left -= megabyte) {
        const step = Math.min(left, megabyte)
        if (!lease.take(step)) return yield* lease.fits(step) ? noRoom("busy") : noRoom("too_large")
        yield* Effect.sleep("10 millis")
      }
      seen.held += 1
      seen.mostHeld = Math.max(seen.mostHeld, seen.held)
      const head = { _tag: "Fetched" as const, url, status: 200, mediaType: "", etag: null, lastModified: null }
      return { ...head, body: { bytes: new TextEncoder().encode(url), charset: "utf-8" } }
    }).pipe(leaving<EncodedAnswer>(() => bytesOf(url)))
})

const reading = (seen: Seen) =>
  Layer.mock(SitemapReader, {
    read: (text) =>
      Effect.gen(function* () {
        yield* Effect.sleep("100 millis")
        seen.held -= 1
        const url = typeof text === "string" ? text : new TextDecoder().decode(text.bytes)
        return { entries: [{ url: `${url}/page`, lastModified: null }], children: [], childrenBeyond: 0, beyond: 0 }
      })
  })

const newSeen = (): Seen => ({ asked: [], held: 0, mostHeld: 0 })

const sitemapsOf = (host: string, count: number) =>
  Array.from({ length: count }, (_, index) => `https://${host}.example/${index}.xml`)

/** Walks through these sitemaps for an organization. */
const walking = Effect.fnUntraced(function* (
  memory: MemoryCounter,
  seen: Seen,
  urls: ReadonlyArray<string>,
  bytesOf: (url: string) => number,
  owner = organizationOf().id,
  millis = 60_000
) {
  const walk = newWalk({
    session: sessionOf(seen, bytesOf),
    headers: {},
    deadline: { atMillis: (yield* Clock.currentTimeMillis) + millis, acceptsPart: false },
    accepts: () => true,
    enough: 1_000
  })
  const lease = memory.open(owner)
  const walked = yield* Effect.result(walkSitemaps(walk, urls, false)).pipe(
    Effect.provideService(CurrentLease, lease),
    Effect.provideService(WorksFor, owner),
    Effect.provide(reading(seen))
  )
  lease.close()
  return { walk, walked }
})

/** Lets the time of all of it pass. */
const inTime = Effect.fnUntraced(function* <A, E>(work: Effect.Effect<A, E>) {
  const passing = Effect.forever(Effect.andThen(TestClock.adjust("10 millis"), Effect.yieldNow))
  return yield* Effect.raceFirst(work, passing)
})

describe("large sitemaps", () => {
  it.effect("are held two at once by all calls of an organization, and all of them are read", () =>
    Effect.gen(function* () {
      const memory = new MemoryCounter({ capacityBytes: 128 * megabyte })
      const seen = newSeen()
      const { id } = organizationOf()
      const calls = ["a", "b", "c"].map((host) => walking(memory, seen, sitemapsOf(host, 6), () => 12 * megabyte, id))
      const done = yield* inTime(Effect.all(calls, { concurrency: "unbounded" }))
      assert.deepStrictEqual(
        done.map(({ walk }) => [walk.fetched, walk.urls.size]),
        [
          [6, 6],
          [6, 6],
          [6, 6]
        ]
      )
      assert.strictEqual(seen.mostHeld, 2)
      // Once beside the others of its call, where there may be no room, and then in its turn.
      assert.isAtMost(seen.asked.length, 3 * 18)
      assert.strictEqual(memory.usedBytes, 0)
    })
  )

  it.effect("are asked for once where the one before was large too", () =>
    Effect.gen(function* () {
      const memory = new MemoryCounter({ capacityBytes: 128 * megabyte })
      const seen = newSeen()
      const { walk } = yield* inTime(walking(memory, seen, sitemapsOf("a", 30), () => 12 * megabyte))
      assert.strictEqual(walk.fetched, 30)
      assert.isAtMost(seen.asked.length, 30 + 6)
    })
  )

  it.effect("of one organization leave places to others", () =>
    Effect.gen(function* () {
      const memory = new MemoryCounter({ capacityBytes: 128 * megabyte })
      const [first, second] = [newSeen(), newSeen()]
      const another = organizationOf({ name: "Another" }).id
      const many = walking(memory, first, sitemapsOf("a", 40), () => 12 * megabyte)
      const one = walking(memory, second, sitemapsOf("b", 1), () => 12 * megabyte, another)
      const { walk } = yield* inTime(Effect.raceFirst(one, many))
      assert.strictEqual(walk.urls.size, 1)
      assert.deepStrictEqual(second.asked, sitemapsOf("b", 1))
    })
  )

  it.effect("those that are not large are read six at once", () =>
    Effect.gen(function* () {
      const memory = new MemoryCounter({ capacityBytes: 128 * megabyte })
      const seen = newSeen()
      const { walk } = yield* inTime(walking(memory, seen, sitemapsOf("a", 12), () => 3 * megabyte))
      assert.strictEqual(walk.fetched, 12)
      assert.lengthOf(seen.asked, 12)
      assert.strictEqual(seen.mostHeld, 6)
    })
  )

  it.effect(
    "are read one after the other where there is room for one alone, and none is refused for what the call holds",
    () =>
      Effect.gen(function* () {
        const memory = new MemoryCounter({ capacityBytes: 9 * megabyte })
        const seen = newSeen()
        const { walk } = yield* inTime(walking(memory, seen, sitemapsOf("a", 6), () => 4 * megabyte))
        assert.deepStrictEqual([walk.fetched, walk.failed.size, walk.noRoom], [6, 0, null])
        assert.strictEqual(memory.usedBytes, 0)
      })
  )

  it.effect("are refused where others hold the room, and that is told", () =>
    Effect.gen(function* () {
      const memory = new MemoryCounter({ capacityBytes: 9 * megabyte })
      memory.open("another").keep(7 * megabyte)
      const seen = newSeen()
      const { walked } = yield* inTime(walking(memory, seen, sitemapsOf("a", 6), () => 4 * megabyte))
      assert.strictEqual(walked._tag === "Failure" ? walked.failure._tag : null, "TooBusy")
      assert.isAtMost(seen.asked.length, 12)
      assert.strictEqual(memory.usedBytes, 7 * megabyte)
    })
  )

  it.effect("for which there was no place in time are told before their call is late", () =>
    Effect.gen(function* () {
      const memory = new MemoryCounter({ capacityBytes: 4_096 * megabyte })
      const { id } = organizationOf()
      const before = yield* Clock.currentTimeMillis
      // Two that take ten seconds, so that both places of the organization are theirs.
      const many = walking(memory, newSeen(), sitemapsOf("a", 2), () => 1_024 * megabyte, id)
      const late = walking(memory, newSeen(), sitemapsOf("b", 1), () => 12 * megabyte, id, 3_000)
      const { walked } = yield* inTime(
        Effect.raceFirst(Effect.delay(late, "500 millis"), Effect.andThen(many, Effect.never))
      )
      assert.strictEqual(walked._tag === "Failure" ? walked.failure._tag : null, "TooBusy")
      assert.isBelow((yield* Clock.currentTimeMillis) - before, 500 + 3_000)
    })
  )

  it.effect("that no memory would hold cost the others nothing", () =>
    Effect.gen(function* () {
      const memory = new MemoryCounter({ capacityBytes: 9 * megabyte })
      const seen = newSeen()
      const bytesOf = (url: string) => (url.endsWith("/0.xml") ? 8 * megabyte : megabyte)
      const { walk } = yield* inTime(walking(memory, seen, sitemapsOf("a", 3), bytesOf))
      assert.deepStrictEqual(
        [walk.fetched, [...walk.failed.values()].map(({ _tag }) => _tag)],
        [2, ["ContentTooLarge"]]
      )
    })
  )

  it.effect("give their place back when they are given up", () =>
    Effect.gen(function* () {
      const memory = new MemoryCounter({ capacityBytes: 128 * megabyte })
      const seen = newSeen()
      const many = walking(memory, seen, sitemapsOf("a", 6), () => 4 * megabyte)
      yield* inTime(Effect.timeoutOption(borrowing(many), "60 millis"))
      const { walk } = yield* inTime(walking(memory, newSeen(), sitemapsOf("b", 6), () => 4 * megabyte))
      assert.strictEqual(walk.fetched, 6)
    })
  )
})
