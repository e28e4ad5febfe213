import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, type Layer, Option, Schema } from "effect"
import { type CachedPage, PageCache } from "../pages/PageCache.ts"
import { epoch, freshDigest, freshId } from "./builders.ts"
import { noise, packedStart } from "./noise.ts"
import { buildTimeout, longTestMillis } from "./Stores.ts"

const textBytes = (text: string) => new TextEncoder().encode(text)

const at = (minutes: number) => DateTime.add(epoch, { minutes })

const pageOf = (given: Partial<CachedPage> = {}): CachedPage => ({
  space: "shared",
  key: freshDigest(),
  capturedAt: epoch,
  facts: '{"status":200,"title":"été \\u0000 ☂"}',
  body: textBytes("<p>10 €</p>"),
  ...given
})

/** Puts a page, an hour after the first. */
const put = (page: CachedPage) => PageCache.use((cache) => cache.put(page, at(60)))

/** The page under a key, at the moment at which it was captured. */
const kept = Effect.fnUntraced(function* (page: Pick<CachedPage, "capturedAt" | "key" | "space">) {
  return yield* (yield* PageCache).find(page.space, page.key, at(-1_000_000), page.capturedAt)
})

const assertKept = Effect.fnUntraced(function* (page: CachedPage) {
  const found = Option.getOrThrow(yield* kept(page))
  assert.strictEqual(DateTime.formatIso(found.capturedAt), DateTime.formatIso(page.capturedAt))
  assert.strictEqual(found.facts, page.facts)
  assert.deepStrictEqual([found.space, found.key], [page.space, page.key])
  assert.strictEqual(found.bodyBytes, page.body.length)
  const body = found.body!
  assert.strictEqual(body.length, page.body.length)
  // Compared by hand: an assertion would take seconds for megabytes, and print them.
  let index = 0
  while (index < page.body.length && body[index] === page.body[index]) index += 1
  assert.strictEqual(index, page.body.length, "the body is as it was put")
})

const all = { keepSince: at(-1_000_000), maxBytes: Number.MAX_SAFE_INTEGER }

/** Drops what is beyond the limits, in small steps. */
const prune = Effect.fnUntraced(function* (limits: Partial<typeof all>, limit = 3) {
  const cache = yield* PageCache
  for (;;) {
    const found = yield* cache.prune({ ...all, ...limits }, limit)
    assert.isAtMost(found, limit)
    if (found < limit) return
  }
})

const empty = prune({ keepSince: at(1_000_000), maxBytes: 0 }, 1_000)

const keptOf = Effect.fnUntraced(function* (pages: ReadonlyArray<CachedPage>) {
  const found = yield* Effect.forEach(pages, kept)
  return pages.map((_, index) => index).filter((index) => Option.isSome(found[index]!))
})

const bodies: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["nothing", new Uint8Array()],
  ["one byte", Uint8Array.of(0)],
  ["every byte", Uint8Array.from({ length: 256 }, (_, index) => index)],
  ["a page", textBytes("<li>été ☂ 𝄞</li>".repeat(2_000))],
  ["a large page", textBytes("<li>été ☂ 𝄞</li>".repeat(50_000))],
  ["a picture", packedStart(noise(90_000))],
  ["a part of something larger", noise(10_000).subarray(100, 5_000)],
  ["20 MB", noise(20_000_000)]
]

// Few keys and moments, so that callers meet.
const few = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))
const Puts = Schema.Array(Schema.Struct({ key: few, minute: few })).check(Schema.isMaxLength(10))

/** What `PageCache` promises, run against any adapter. */
export const suite = (name: string, caches: Layer.Layer<PageCache, unknown>) =>
  layer(caches, { timeout: buildTimeout })(`PageCache (${name})`, (it) => {
    it.effect.each(bodies)(
      "gives back what was put, byte for byte: %s",
      ([, body]) =>
        Effect.gen(function* () {
          const page = pageOf({ body })
          yield* put(page)
          yield* assertKept(page)
        }),
      { timeout: longTestMillis }
    )

    it.effect("finds a page under its own space and key alone, and only if it is young enough", () =>
      Effect.gen(function* () {
        const cache = yield* PageCache
        const page = pageOf({ capturedAt: at(10) })
        yield* put(page)
        assert.isTrue(Option.isNone(yield* kept({ ...page, space: "org_1" })))
        assert.isTrue(Option.isNone(yield* kept({ ...page, key: freshDigest() })))
        assert.isTrue(Option.isSome(yield* cache.find(page.space, page.key, at(10), at(20))))
        const since = DateTime.add(at(10), { milliseconds: 1 })
        assert.isTrue(Option.isNone(yield* cache.find(page.space, page.key, since, at(20))))
      })
    )

    it.effect.each(bodies)("tells the length of a body, and loads none that is longer than asked: %s", ([, body]) =>
      Effect.gen(function* () {
        const cache = yield* PageCache
        const page = pageOf({ body })
        yield* put(page)
        const found = (maxBytes: number) =>
          Effect.map(cache.find(page.space, page.key, epoch, epoch, maxBytes), (one) =>
            Option.getOrThrow(Option.map(one, ({ body, bodyBytes, facts }) => [body?.length ?? null, bodyBytes, facts]))
          )
        assert.deepStrictEqual(yield* found(body.length), [body.length, body.length, page.facts])
        if (body.length > 0) assert.deepStrictEqual(yield* found(body.length - 1), [null, body.length, page.facts])
      })
    )

    it.effect("finds what has no body by its moment, to the millisecond, and by the newest one", () =>
      Effect.gen(function* () {
        const cache = yield* PageCache
        const mark = pageOf({ capturedAt: at(10), body: new Uint8Array() })
        const isFound = (since: DateTime.Utc) =>
          Effect.map(cache.find(mark.space, mark.key, since, at(20), 0), Option.isSome)
        const after = (moment: DateTime.Utc) => DateTime.add(moment, { milliseconds: 1 })
        assert.isFalse(yield* isFound(at(0)))
        yield* put(mark)
        assert.deepStrictEqual([yield* isFound(at(10)), yield* isFound(after(at(10)))], [true, false])
        yield* put({ ...mark, capturedAt: at(11) })
        yield* put({ ...mark, capturedAt: at(9) })
        assert.deepStrictEqual([yield* isFound(at(11)), yield* isFound(after(at(11)))], [true, false])
      })
    )

    it.effect("tells which of many keys have a page that is young enough", () =>
      Effect.gen(function* () {
        const cache = yield* PageCache
        const [older, newer, elsewhere] = [pageOf({ capturedAt: at(10) }), pageOf({ capturedAt: at(11) }), pageOf()]
        yield* Effect.forEach([older, newer, { ...elsewhere, space: "org_1" }], put)
        const keys = [older.key, freshDigest(), newer.key, elsewhere.key]
        assert.deepStrictEqual(yield* cache.present("shared", keys, at(10), at(11)), new Set([older.key, newer.key]))
        assert.deepStrictEqual(yield* cache.present("shared", keys, at(11), at(11)), new Set([newer.key]))
        assert.deepStrictEqual(yield* cache.present("shared", [], at(0), at(11)), new Set<string>())
      })
    )

    it.effect("keeps many pages put at once, each with its own body, and those that share one", () =>
      Effect.gen(function* () {
        const shared = noise(3_000)
        const pages = Array.from({ length: 100 }, (_, index) =>
          pageOf({
            facts: `${index}`,
            body: index % 3 === 0 ? shared : index === 7 ? new Uint8Array() : noise(index * 40)
          })
        )
        yield* Effect.forEach(pages, put, { concurrency: "unbounded" })
        yield* Effect.forEach(pages, assertKept)
      })
    )

    it.effect(
      "finds many pages that are looked for at once: each for who asked for it, whether short, long or absent",
      () =>
        Effect.gen(function* () {
          const cache = yield* PageCache
          const pages = Array.from({ length: 60 }, (_, index) =>
            pageOf({
              facts: `${index}`,
              body: noise(index % 20 === 0 ? 200_000 + index : index),
              capturedAt: at(index)
            })
          )
          yield* Effect.forEach(pages, put, { concurrency: "unbounded" })
          // Every page twice, and a key that has none after each.
          const asked = [...pages, ...pages].flatMap((page) => [page, pageOf()])
          const found = yield* Effect.forEach(asked, ({ key, space }) => cache.find(space, key, at(30), at(100)), {
            concurrency: "unbounded"
          })
          for (const [index, page] of found.entries()) {
            const expected = index % 2 === 0 ? (index / 2) % 60 : -1
            const facts = Option.map(page, (one) => [one.facts, one.body!.length])
            const isThere = expected >= 30
            assert.deepStrictEqual(
              facts,
              isThere ? Option.some([`${expected}`, pages[expected]!.body.length]) : Option.none()
            )
          }
        })
    )

    it.effect("keeps the newest of the pages put under a key", () =>
      Effect.gen(function* () {
        const first = pageOf({ capturedAt: at(10) })
        const newer = { ...first, capturedAt: at(11), facts: "{}", body: textBytes("newer") }
        yield* put(first)
        yield* put(newer)
        yield* put({ ...first, capturedAt: at(9), body: textBytes("older") })
        yield* assertKept(newer)
      })
    )

    it.effect.each(bodies.slice(0, 5))(
      "finds nothing that a clock which was ahead captured, and puts the next in its place: %s",
      ([, body]) =>
        Effect.gen(function* () {
          const cache = yield* PageCache
          const page = pageOf({ capturedAt: at(10_000), body: textBytes("ahead") })
          const right = { ...page, capturedAt: at(10), facts: "{}", body }
          yield* put(page)
          const found = (now: DateTime.Utc) => Effect.map(cache.find(page.space, page.key, at(0), now), Option.isSome)
          const isPresent = (now: DateTime.Utc) =>
            Effect.map(cache.present(page.space, [page.key], at(0), now), (keys) => keys.has(page.key))
          // Clocks of processes differ by as much as a minute.
          assert.deepStrictEqual([yield* found(at(9_999)), yield* isPresent(at(9_999))], [true, true])
          assert.deepStrictEqual([yield* found(at(9_998)), yield* isPresent(at(9_998))], [false, false])
          yield* put(right)
          yield* assertKept(right)
          yield* cache.put({ ...right, capturedAt: at(9), facts: '{"older":1}' }, at(10))
          yield* assertKept(right)
        })
    )

    it.effect("drops by its last use also a page that took the place of one which was ahead", () =>
      Effect.gen(function* () {
        const cache = yield* PageCache
        yield* empty
        const pages = [0, 1, 2].map((minute) => pageOf({ capturedAt: at(minute), body: noise(1_000) }))
        yield* put({ ...pages[0]!, capturedAt: at(10_000) })
        yield* cache.find("shared", pages[0]!.key, epoch, at(10_000))
        yield* Effect.forEach(pages, put)
        yield* prune({ maxBytes: 2_500 })
        assert.deepStrictEqual(yield* keptOf(pages), [1, 2])
      })
    )

    it.effect("drops pages that are too old, no more at a time than asked", () =>
      Effect.gen(function* () {
        const cache = yield* PageCache
        yield* empty
        const pages = [1, 2, 3, 4, 5].map((minute) => pageOf({ capturedAt: at(minute), body: noise(500) }))
        yield* Effect.forEach(pages, put)
        yield* cache.prune({ ...all, keepSince: at(5) }, 2)
        assert.isAtLeast((yield* keptOf(pages)).length, 3)
        yield* prune({ keepSince: at(5) })
        assert.deepStrictEqual(yield* keptOf(pages), [4])
        yield* assertKept(pages[4]!)
      })
    )

    it.effect("drops what was used longest ago once there are too many bytes", () =>
      Effect.gen(function* () {
        const cache = yield* PageCache
        yield* empty
        const pages = Array.from({ length: 8 }, (_, minute) => pageOf({ capturedAt: at(minute), body: noise(1_000) }))
        yield* Effect.forEach(pages, put)
        for (const index of [0, 3]) yield* cache.find("shared", pages[index]!.key, epoch, at(60 + index))
        yield* prune({ maxBytes: 8_000 })
        assert.deepStrictEqual(yield* keptOf(pages), [0, 1, 2, 3, 4, 5, 6, 7])
        yield* prune({ maxBytes: 4_500 })
        assert.deepStrictEqual(yield* keptOf(pages), [0, 3, 6, 7])
        yield* prune({ maxBytes: 0 })
        assert.deepStrictEqual(yield* keptOf(pages), [])
      })
    )

    it.effect("stores equal bodies once, until the last page that has them goes", () =>
      Effect.gen(function* () {
        yield* empty
        const body = noise(1_000)
        const pages = Array.from({ length: 10 }, (_, minute) => pageOf({ capturedAt: at(minute), body }))
        yield* Effect.forEach(pages, put)
        yield* prune({ maxBytes: 1_000 })
        assert.strictEqual((yield* keptOf(pages)).length, 10)
        yield* prune({ keepSince: at(9) })
        yield* assertKept(pages[9]!)
        // A body that another one took the place of counts no more.
        yield* put({ ...pages[9]!, capturedAt: at(10), body: noise(1_000) })
        yield* prune({ maxBytes: 1_000 })
        assert.deepStrictEqual(yield* keptOf(pages), [9])
      })
    )

    it.effect("keeps one whole page when fifty callers put under one key at once, the newest", () =>
      Effect.gen(function* () {
        const pages = Array.from({ length: 50 }, (_, index) => ({
          ...pageOf({ key: "a".repeat(64) }),
          capturedAt: at((index * 7) % 50),
          facts: `${(index * 7) % 50}`,
          body: textBytes(`page ${(index * 7) % 50} `.repeat(100))
        }))
        yield* Effect.forEach(pages, put, { concurrency: "unbounded" })
        yield* assertKept(pages.find(({ facts }) => facts === "49")!)
      })
    )

    it.effect.prop(
      "loses no page while callers put at once and others drop what no page has any more",
      [Puts, Puts, Puts],
      (callers) =>
        Effect.gen(function* () {
          const space = freshId("space")
          const newest = new Map<string, CachedPage>()
          const pages = callers.map((puts) =>
            puts.map(({ key, minute }): CachedPage => {
              // Which of two pages of one moment stays is left open, so those are alike; bodies are shared by keys.
              const page = pageOf({
                space,
                key: `${key}`,
                capturedAt: at(minute),
                facts: `${minute}`,
                body: textBytes(`body ${minute} of four`)
              })
              const known = newest.get(page.key)
              if (known === undefined || known.facts < page.facts) newest.set(page.key, page)
              return page
            })
          )
          const finding = Effect.forEach(
            ["0", "1", "2", "3"],
            (key) =>
              Effect.map(kept({ space, key, capturedAt: at(3) }), (found) => {
                if (Option.isNone(found)) return
                const { body, facts } = found.value
                assert.strictEqual(
                  new TextDecoder().decode(body!).split(" ")[1],
                  facts,
                  "facts and body belong together"
                )
              }),
            { discard: true }
          )
          yield* Effect.all(
            [...pages.map((some) => Effect.forEach(some, put)), prune({}, 2), finding, prune({}, 1), finding],
            { concurrency: "unbounded" }
          )
          yield* prune({})
          yield* Effect.forEach(newest.values(), assertKept)
        }),
      { timeout: longTestMillis, arbitrary: { runs: 25 } }
    )
  })
