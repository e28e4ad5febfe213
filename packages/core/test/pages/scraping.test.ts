import { assert, describe, it } from "@effect/vitest"
import { CurrentLease, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import type { InvalidInput } from "@kittiwake/core/InvalidInput"
import type { WebError } from "@kittiwake/core/pages/errors"
import { Pages } from "@kittiwake/core/pages/Pages"
import { Profiles } from "@kittiwake/core/profiles/Profiles"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Clock, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { plainSource } from "../../src/pages/domain/ScrapeRequest.ts"
import { fetchCapture } from "../../src/pages/fetchCapture.ts"
import { captureKeys, keepCapture } from "../../src/pages/keepCapture.ts"
import { whileAhead } from "../../src/testing/arrangements.ts"
import { openSession } from "../../src/web/openSession.ts"
import { callOf, creditsLeft, layer, markdownOf, newReader, pageWith, ScriptedBrowser, sourceOf } from "../reading.ts"

/** As long as what is counted before it is read, of few elements: of many it would be read in a thread. */
const longText = `<p>${"word ".repeat(17)}</p>`.repeat(900)

const url = "https://site.example/page"

const turns = Effect.repeat(Effect.yieldNow, { times: 100 })

const page = (script: Parameters<ScriptedWeb["Service"]["page"]>[1], at = url) =>
  Effect.flatMap(ScriptedWeb, (web) => web.page(at, script))

const looksAt = (at = url) => Effect.flatMap(ScriptedWeb, (web) => web.looks(at))

/** The page as its server sends it, before anybody asks whether a browser must look. */
const fetchedOf = Effect.fnUntraced(function* (at: string) {
  const atMillis = (yield* Clock.currentTimeMillis) + 10_000
  const fetched = yield* fetchCapture(yield* openSession, plainSource(at), null, { atMillis, acceptsPart: false })
  return fetched._tag === "Page" ? [fetched.capture] : []
})

const show = (html: string) =>
  Effect.map(ScriptedBrowser, (browser) => {
    browser.show = () => Effect.succeed({ html })
  })

/** What a scrape of the page gives, or the tag of its error. */
const scrape = Effect.fnUntraced(function* (
  reader: Effect.Success<ReturnType<typeof newReader>>,
  request = markdownOf(url),
  given: Parameters<typeof callOf>[1] = {}
) {
  const pages = yield* Pages
  const done = yield* Effect.result(pages.scrape(yield* callOf(reader, given), request))
  return done._tag === "Success" ? done.success : done.failure._tag
})

const read = Effect.fnUntraced(function* (...args: Parameters<typeof scrape>) {
  const done = yield* scrape(...args)
  return typeof done === "string" ? assert.fail(`was refused: ${done}`) : done
})

describe("a page", () => {
  it.effect("is read, charged once, and told with what its author says of it", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page(pageWith("Prices", `<a href="/more">More</a>`))
      const { credits, value } = yield* read(reader)
      assert.strictEqual(credits, 1)
      assert.match(value.markdown ?? "", /^# Prices\n\nWords of the page/)
      assert.include(value.markdown ?? "", "[More](https://site.example/more)")
      assert.deepInclude(value, { url, finalUrl: url, statusCode: 200, type: "html", renderedBecause: null })
      assert.strictEqual(value.metadata.title, "Prices")
      assert.deepStrictEqual(value.cache, { status: "miss", ageMillis: 0 })
      assert.deepStrictEqual(yield* creditsLeft(reader), { balance: 999, held: 0, available: 999 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("that is long and in another encoding is read as it says, and kept in UTF-8", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const bytes = Buffer.alloc(1_200_000, Uint8Array.of(0x82, 0xa0))
      bytes.write("<meta charset=shift_jis><title>xy</title><p>")
      yield* page({ bytes, body: "", mediaType: "text/html" })
      const fresh = yield* read(reader)
      assert.match(fresh.value.markdown?.slice(0, 40) ?? "", /^あ+$/)
      assert.isAbove(fresh.value.markdown!.length, 599_000)
      const kept = yield* read(reader, markdownOf(url, {}, { html: true }))
      assert.strictEqual(kept.value.cache.status, "hit")
      // What is kept is read as UTF-8.
      assert.isTrue(kept.value.markdown === fresh.value.markdown)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is kept, and read anew in other ways from what was kept, until it is too old", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page(pageWith("One"))
      yield* read(reader)
      yield* page(pageWith("Two"))
      yield* TestClock.adjust("1 hour")
      const kept = yield* read(reader, markdownOf(url, {}, { html: true }))
      assert.deepStrictEqual(kept.value.cache, { status: "hit", ageMillis: 3_600_000 })
      assert.include(kept.value.html ?? "", "One")
      const younger = { freshness: { maxAgeMillis: 3_599_999, zeroRetention: false } }
      const fresh = yield* read(reader, markdownOf(url), younger)
      assert.strictEqual(fresh.value.metadata.title, "Two")
      assert.deepStrictEqual(fresh.value.cache, { status: "miss", ageMillis: 0 })
      assert.strictEqual((yield* looksAt()).length, 2)
      assert.strictEqual((yield* creditsLeft(reader)).balance, 997)
    }).pipe(Effect.provide(layer))
  )

  it.effect("that a clock which was ahead kept is read anew, and kept from then on", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page({ body: pageWith("Old"), etag: true })
      yield* whileAhead("30 days")(read(reader))
      yield* page({ body: pageWith("New"), etag: true })
      yield* TestClock.adjust("2 days")
      const dayOld = { freshness: { maxAgeMillis: 86_400_000, zeroRetention: false } }
      const fresh = yield* read(reader, markdownOf(url), dayOld)
      assert.deepStrictEqual([fresh.value.metadata.title, fresh.value.cache.status], ["New", "miss"])
      yield* TestClock.adjust("1 hour")
      const kept = yield* read(reader, markdownOf(url), dayOld)
      assert.strictEqual(kept.value.metadata.title, "New")
      assert.deepStrictEqual(kept.value.cache, { status: "hit", ageMillis: 3_600_000 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("that is too old is only asked for again when its server says that it changed", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page({ body: pageWith("Steady"), etag: true })
      yield* read(reader)
      yield* TestClock.adjust("1 hour")
      const hourOld = { freshness: { maxAgeMillis: 60_000, zeroRetention: false } }
      assert.strictEqual((yield* read(reader, markdownOf(url), hourOld)).value.metadata.title, "Steady")
      assert.deepStrictEqual(
        (yield* looksAt()).map(({ outcome }) => outcome),
        [200, 304]
      )
      const next = yield* read(reader, markdownOf(url), hourOld)
      assert.deepStrictEqual(next.value.cache, { status: "hit", ageMillis: 0 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("that is led to since is told, though its server takes it for the one that was kept", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const at = (path: string) => new URL(path, url).href
      yield* page({ body: pageWith("One"), etag: "same" }, at("/v1"))
      yield* page({ body: pageWith("Two"), etag: "same" }, at("/v2"))
      yield* page({ body: "", redirectTo: "/v1" })
      yield* read(reader)
      const tooOld = { freshness: { maxAgeMillis: 60_000, zeroRetention: false } }
      const titles: Array<unknown> = []
      for (const redirectTo of ["/v1", "/v2", "/v2"]) {
        yield* page({ body: "", redirectTo })
        yield* TestClock.adjust("1 hour")
        const { finalUrl, metadata } = (yield* read(reader, markdownOf(url), tooOld)).value
        titles.push([metadata.title, finalUrl === at(redirectTo)])
      }
      assert.deepStrictEqual(titles, [
        ["One", true],
        ["Two", true],
        ["Two", true]
      ])
      assert.deepStrictEqual(
        (yield* looksAt()).map(({ outcome }) => outcome),
        [200, 304, 200, 304]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("whose frames are wanted has them as they are now, also where it is as it was", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const said = "Words of the page. ".repeat(10)
      const frame = new URL("/frame", url).href
      yield* page({ body: `<title>Shop</title><p>${said}</p><iframe src="/frame"></iframe>`, etag: true })
      yield* page("<p>The price is 10 EUR.</p>", frame)
      const framed: ReturnType<typeof markdownOf> = {
        ...markdownOf(url),
        source: { ...sourceOf(url), includeFrames: true }
      }
      const tooOld = { freshness: { maxAgeMillis: 60_000, zeroRetention: false } }
      const markdown = Effect.map(read(reader, framed, tooOld), ({ value }) => value.markdown ?? "")
      assert.include(yield* markdown, "10 EUR")
      yield* page("<p>The price is 99 EUR.</p>", frame)
      yield* TestClock.adjust("1 hour")
      const newer = yield* markdown
      assert.include(newer, "99 EUR")
      assert.notInclude(newer, "10 EUR")
      assert.include(yield* markdown, "99 EUR", "as it was kept")
      yield* page({ body: "", status: 404 }, frame)
      yield* TestClock.adjust("1 hour")
      assert.notInclude(yield* markdown, "EUR", "a frame that is gone")
      assert.deepStrictEqual(
        (yield* looksAt()).map(({ outcome }) => outcome),
        [200, 304, 304]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("is kept once for all fragments of its address when the server's bytes are the page", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page(pageWith("One"))
      assert.strictEqual((yield* read(reader, markdownOf(`${url}#a`))).value.cache.status, "miss")
      for (const fragment of ["#b", "", "#a"]) {
        const { cache, finalUrl } = (yield* read(reader, markdownOf(`${url}${fragment}`))).value
        assert.deepStrictEqual([cache.status, finalUrl], ["hit", url], "of nobody else's fragment")
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("is never kept for others when it was asked for with headers, or when nothing may be kept", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page(pageWith("Mine"))
      yield* read(reader, markdownOf(url, { headers: { cookie: "sid=1" } }))
      const nothingKept = { freshness: { maxAgeMillis: 86_400_000, zeroRetention: true } }
      assert.deepStrictEqual((yield* read(reader, markdownOf(url), nothingKept)).value.cache.status, "zdr")
      assert.deepStrictEqual((yield* read(reader)).value.cache.status, "miss")
      assert.strictEqual((yield* looksAt()).length, 3)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is fetched once for all of an organization who ask for it at the same time, and charged to each", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* newReader(), yield* newReader()]
      yield* page({ body: pageWith("Busy"), latency: "2 seconds" })
      const asking = yield* Effect.forEach([one, other, one, one], (reader) => Effect.forkChild(read(reader)))
      yield* turns
      yield* TestClock.adjust("3 seconds")
      for (const { value } of yield* Effect.forEach(asking, Fiber.join))
        assert.strictEqual(value.metadata.title, "Busy")
      assert.strictEqual((yield* looksAt()).length, 2)
      assert.deepStrictEqual([(yield* creditsLeft(one)).balance, (yield* creditsLeft(other)).balance], [997, 999])
    }).pipe(Effect.provide(layer))
  )

  it.effect(
    "is fetched for whoever has a little more time than who asked before him, though that one has too little",
    () =>
      Effect.gen(function* () {
        const reader = yield* newReader()
        yield* page({ body: pageWith("Slow"), latency: "25 seconds" })
        const asking = yield* Effect.forEach([20_900, 29_900, 31_000, 32_000], (millis) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            Effect.forkChild(
              scrape(reader, markdownOf(url), { deadline: { atMillis: now + millis, acceptsPart: false } })
            )
          )
        )
        yield* turns
        yield* TestClock.adjust("26 seconds")
        const done = yield* Effect.forEach(asking, Fiber.join)
        assert.deepStrictEqual(
          done.map((one) => (typeof one === "string" ? one : one.value.metadata.title)),
          ["DeadlinePassed", "Slow", "Slow", "Slow"]
        )
        // The second did with what the first had begun, the third had more time than that, and the last did with what he began.
        assert.strictEqual((yield* looksAt()).length, 2)
      }).pipe(Effect.provide(layer))
  )

  it.effect("that takes long is not fetched with less time for one exchange than its caller gives", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page({ body: pageWith("Slow"), latency: "10 seconds" })
      const asking = yield* Effect.forEach([{ exchangeMillis: 5_000 }, {}, { exchangeMillis: 5_000 }], (given) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.forkChild(
            scrape(reader, markdownOf(url), { deadline: { atMillis: now + 30_000, acceptsPart: false, ...given } })
          )
        )
      )
      yield* turns
      yield* TestClock.adjust("11 seconds")
      const done = yield* Effect.forEach(asking, Fiber.join)
      assert.deepStrictEqual(
        done.map((one) => (typeof one === "string" ? one : one.value.metadata.title)),
        ["DeadlinePassed", "Slow", "DeadlinePassed"]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("that has no room with one organization is read for another that asks at the same time", () =>
    Effect.gen(function* () {
      const large = pageWith("Large", longText)
      const memory = new MemoryCounter({ capacityBytes: 12 * large.length })
      memory.open("full").keep(8 * large.length)
      yield* page({ body: large, latency: "2 seconds" })
      const asking = yield* Effect.forEach(["full", "other"], (owner) =>
        Effect.flatMap(newReader(), (reader) =>
          Effect.forkChild(scrape(reader).pipe(Effect.provideService(CurrentLease, memory.open(owner))))
        )
      )
      yield* turns
      yield* TestClock.adjust("3 seconds")
      const done = yield* Effect.forEach(asking, Fiber.join)
      assert.deepStrictEqual(
        done.map((one) => (typeof one === "string" ? one : one.value.metadata.title)),
        ["TooBusy", "Large"]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect(
    "that is large is counted for everybody who waits for it, and refused without a charge where there is no room",
    () =>
      Effect.gen(function* () {
        const large = pageWith("Large", longText)
        const memory = new MemoryCounter({ capacityBytes: 8 * large.length })
        const reader = yield* newReader()
        yield* page({ body: large, latency: "2 seconds" })
        const asking = yield* Effect.forEach([1, 2, 3, 4], () =>
          Effect.forkChild(scrape(reader).pipe(Effect.provideService(CurrentLease, memory.open("one owner"))))
        )
        yield* turns
        yield* TestClock.adjust("3 seconds")
        const done = yield* Effect.forEach(asking, Fiber.join)
        assert.deepStrictEqual(
          done.map((one) => (typeof one === "string" ? one : one.value.metadata.title)),
          ["Large", "Large", "TooBusy", "TooBusy"]
        )
        assert.strictEqual((yield* looksAt()).length, 1)
        assert.strictEqual((yield* creditsLeft(reader)).balance, 998)
      }).pipe(Effect.provide(layer))
  )

  it.effect(
    "that is larger than all memory is too large, whoever else holds some, and is told which setting it needs",
    () =>
      Effect.gen(function* () {
        const reader = yield* newReader()
        const pages = yield* Pages
        const large = pageWith("Large", longText)
        yield* page({ body: large })
        const outcome = Effect.fnUntraced(function* (memory: MemoryCounter) {
          const work = pages.scrape(yield* callOf(reader), markdownOf(url))
          return yield* Effect.flip(Effect.provideService(work, CurrentLease, memory.open("one owner")))
        })
        const small = new MemoryCounter({ capacityBytes: large.length - 1 })
        const refused = yield* outcome(small)
        assert.strictEqual(refused._tag, "ContentTooLarge")
        assert.include("message" in refused ? refused.message : "", "KITTIWAKE_MEMORY_BUDGET")
        const enough = new MemoryCounter({ capacityBytes: large.length })
        enough.open("another").keep(1)
        assert.strictEqual((yield* outcome(enough))._tag, "TooBusy")
        assert.strictEqual((yield* creditsLeft(reader)).balance, 1_000)
      }).pipe(Effect.provide(layer))
  )

  it.effect("that is kept and large is read once for all who want it, and each counts for his own answer", () =>
    Effect.gen(function* () {
      const large = pageWith("Large", longText)
      const memory = new MemoryCounter({ capacityBytes: 12 * large.length + 100 })
      const reader = yield* newReader()
      yield* page({ body: large })
      yield* read(reader)
      const leases = [1, 2, 3, 4, 5].map(() => memory.open("one owner"))
      const asking = yield* Effect.forEach(leases, (lease) =>
        Effect.forkChild(scrape(reader).pipe(Effect.provideService(CurrentLease, lease)))
      )
      const done = yield* Effect.forEach(asking, Fiber.join)
      // The first takes three times the page, and those who join it the page.
      assert.deepStrictEqual(
        done.map((one) => (typeof one === "string" ? one : one.value.cache.status)),
        ["hit", "hit", "hit", "hit", "TooBusy"]
      )
      for (const lease of leases) lease.close()
      assert.strictEqual(memory.usedBytes, 0)
    }).pipe(Effect.provide(layer))
  )

  it.effect("that is kept is read anew for whoever has more time than those who read it already", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page({ body: "", bytes: new TextEncoder().encode("%PDF-1.7 SLOW"), mediaType: "application/pdf" })
      const asking = Effect.fnUntraced(function* (seconds: number) {
        const now = yield* Clock.currentTimeMillis
        const deadline = { atMillis: now + seconds * 1_000, acceptsPart: false }
        return yield* Effect.forkChild(scrape(reader, markdownOf(url), { deadline }))
      })
      const first = yield* asking(60)
      yield* turns
      yield* TestClock.adjust("21 seconds")
      yield* Fiber.join(first)
      const [hasty, patient] = [yield* asking(9), yield* asking(60)]
      yield* turns
      yield* TestClock.adjust("21 seconds")
      assert.isString(yield* Fiber.join(hasty))
      const done = yield* Fiber.join(patient)
      assert.strictEqual(typeof done === "string" ? done : done.value.cache.status, "hit")
      assert.lengthOf(yield* looksAt(), 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("that is kept is read for each as he asked, though all ask at once", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const later = markdownOf(url, { waitMillis: 100 })
      yield* page(pageWith("One"))
      yield* read(reader)
      yield* show(pageWith("Two"))
      yield* read(reader, later)
      yield* page(pageWith("Three"))
      yield* TestClock.adjust("1 hour")
      const younger = { freshness: { maxAgeMillis: 3_599_999, zeroRetention: false } }
      const asking = yield* Effect.forEach(
        [
          read(reader),
          read(reader, markdownOf(url, {}, { html: true })),
          read(reader, later),
          read(reader, markdownOf(url), younger)
        ],
        (one) => Effect.forkChild(one)
      )
      const done = yield* Effect.forEach(asking, Fiber.join)
      assert.deepStrictEqual(
        done.map(({ value }) => [value.metadata.title, value.html !== null, value.cache.status]),
        [
          ["One", false, "hit"],
          ["One", true, "hit"],
          ["Two", false, "hit"],
          ["Three", false, "miss"]
        ]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("that is kept is refused for want of room to whoever has none, and to nobody who waited with him", () =>
    Effect.gen(function* () {
      const large = pageWith("Large", longText)
      const memory = new MemoryCounter({ capacityBytes: 12 * large.length })
      memory.open("full").keep(8 * large.length)
      const reader = yield* newReader()
      yield* page({ body: large })
      yield* read(reader)
      const asking = yield* Effect.forEach(["full", "other"], (owner) =>
        Effect.forkChild(scrape(reader).pipe(Effect.provideService(CurrentLease, memory.open(owner))))
      )
      const done = yield* Effect.forEach(asking, Fiber.join)
      assert.deepStrictEqual(
        done.map((one) => (typeof one === "string" ? one : one.value.cache.status)),
        ["TooBusy", "hit"]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect.each([
    ["https://user:secret@site.example/", /user name or a password.*header Authorization.*browser profile/],
    ["https://exam ple.example/", /white space/],
    ["ftp://site.example/", /must begin with http/]
  ] as const)("at %s is refused for how its address is written", ([wrong, why]) =>
    Effect.gen(function* () {
      const pages = yield* Pages
      const call = yield* callOf(yield* newReader())
      const picture = { url: wrong, country: null, viewport: { width: 800, height: 600 }, colorScheme: null }
      const source = { ...picture, handlesCookieBanner: false, clearsPopups: false, waitMillis: 0, profile: null }
      const asked = [
        pages.scrape(call, markdownOf(wrong)),
        pages.bytes(call, { url: wrong, headers: {}, country: null }),
        pages.screenshot(call, { source, part: { _tag: "Window" } })
      ]
      for (const one of asked) {
        const error = yield* Effect.flip(Effect.asVoid<unknown, WebError, never>(one))
        assert.deepInclude(error, { _tag: "InvalidInput", field: "url" })
        assert.match((error as InvalidInput).message, why)
      }
      assert.lengthOf(yield* (yield* ScriptedWeb).looks(), 0)
    }).pipe(Effect.provide(layer))
  )

  it.effect("that cannot be read is an error that says why, and costs nothing", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const outcome = Effect.fnUntraced(function* (script: Parameters<typeof page>[0]) {
        yield* page(script)
        const fresh = { freshness: { maxAgeMillis: 0, zeroRetention: false } }
        const done = yield* scrape(reader, markdownOf(url), fresh)
        return typeof done === "string" ? done : done.value.markdown
      })
      assert.strictEqual(yield* outcome({ body: "gone", status: 404 }), "TargetNotFound")
      assert.strictEqual(yield* outcome("<title>Page not found</title><p>Sorry.</p>"), "TargetNotFound")
      assert.strictEqual(yield* outcome({ body: "broken", status: 500 }), "WebsiteInaccessible")
      assert.strictEqual(yield* outcome({ body: "no", status: 403 }), "WebsiteBlocked")
      assert.strictEqual(yield* outcome("<title>Just a moment...</title>"), "WebsiteBlocked")
      assert.strictEqual(yield* outcome({ body: "", status: 202, isChallenge: true }), "WebsiteBlocked")
      assert.strictEqual(yield* outcome({ body: "", unreachable: "unknown_host" }), "WebsiteNotFound")
      assert.strictEqual(yield* outcome({ body: "", unreachable: "forbidden_address" }), "WebsiteInaccessible")
      assert.strictEqual(yield* outcome({ body: "", unreachable: "too_large" }), "ContentTooLarge")
      assert.strictEqual(yield* outcome({ body: "", unreachable: "timeout" }), "DeadlinePassed")
      const film = new Uint8Array([0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x6d, 0x70, 0x34, 0x32, 0, 0, 0, 0])
      assert.strictEqual(yield* outcome({ body: "", bytes: film, mediaType: "video/mp4" }), "ContentUnsupported")
      const picture = new Uint8Array([
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52
      ])
      assert.strictEqual(yield* outcome({ body: "", bytes: picture, mediaType: "image/png" }), "ContentUnsupported")
      assert.strictEqual((yield* creditsLeft(reader)).balance, 1_000)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is of a kind that pages have, whatever is read of a file", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const kindOf = Effect.fnUntraced(function* (mediaType: string) {
        yield* page({ body: "a\tb", mediaType })
        const fresh = { freshness: { maxAgeMillis: 0, zeroRetention: false } }
        const done = yield* scrape(reader, markdownOf(url), fresh)
        return typeof done === "string" ? done : done.value.type
      })
      assert.strictEqual(yield* kindOf("text/csv"), "csv")
      assert.strictEqual(yield* kindOf("text/tab-separated-values"), "text")
      assert.strictEqual(yield* kindOf("application/x-ndjson"), "text")
      assert.strictEqual(yield* kindOf("application/yaml"), "html")
    }).pipe(Effect.provide(layer))
  )

  it.effect("fails when its deadline passes, and costs nothing", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page({ body: pageWith("Slow"), latency: "1 minute" })
      const asking = yield* Effect.forkChild(scrape(reader))
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(yield* Fiber.join(asking), "DeadlinePassed")
      assert.deepStrictEqual(yield* creditsLeft(reader), { balance: 1_000, held: 0, available: 1_000 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("costs nothing when nobody waits for it any more, and its credits are free again", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page({ body: pageWith("Slow"), latency: "5 seconds" })
      const asking = yield* Effect.forkChild(scrape(reader))
      yield* turns
      assert.strictEqual((yield* creditsLeft(reader)).held, 1)
      yield* Fiber.interrupt(asking)
      assert.deepStrictEqual(yield* creditsLeft(reader), { balance: 1_000, held: 0, available: 1_000 })
      const unwanted = yield* Effect.forkChild(scrape(reader, markdownOf(url), { isWanted: () => false }))
      yield* turns
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* Fiber.join(unwanted), "CallAbandoned")
      assert.strictEqual((yield* creditsLeft(reader)).balance, 1_000)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is not begun for who has no credits", () =>
    Effect.gen(function* () {
      const reader = yield* newReader(1)
      yield* page(pageWith("Dear"))
      const wait = { do: "wait", timeMs: 1 } as const
      assert.strictEqual(yield* scrape(reader, markdownOf(url, { actions: [wait] })), "OutOfCredits")
      assert.strictEqual((yield* looksAt()).length, 0)
    }).pipe(Effect.provide(layer))
  )
})

describe("a page that needs a browser", () => {
  const empty = `<title>App</title><div id="root"></div><script src="/app.js"></script>`

  it.effect("is rendered, and the reason is told and kept", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page(empty)
      yield* show(pageWith("Rendered"))
      const { value } = yield* read(reader)
      assert.match(value.markdown ?? "", /^# Rendered/)
      assert.strictEqual(value.renderedBecause, "the element that scripts fill is empty")
      const again = yield* read(reader)
      assert.deepInclude(again.value, { renderedBecause: value.renderedBecause })
      assert.strictEqual(again.value.cache.status, "hit")
      assert.strictEqual((yield* ScriptedBrowser).asked.length, 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is another one for each fragment, which scripts may read", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page(empty, "https://app.example/")
      const browser = yield* ScriptedBrowser
      browser.show = ({ url: shown }) => Effect.succeed({ html: pageWith(`At ${new URL(shown).hash || "the front"}`) })
      const at = (fragment: string) => read(reader, markdownOf(`https://app.example/${fragment}`))
      for (const fragment of ["", "#/pricing", "#/docs"]) {
        const { value } = yield* at(fragment)
        assert.isTrue(value.markdown?.startsWith(`# At ${fragment || "the front"}\n`), value.markdown ?? "")
        assert.strictEqual(value.cache.status, "miss")
      }
      const again = (yield* at("#/docs")).value
      assert.match(again.markdown ?? "", /^# At #\/docs/)
      assert.strictEqual(again.cache.status, "hit")
      assert.strictEqual((yield* at("")).value.cache.status, "hit")
    }).pipe(Effect.provide(layer))
  )

  const filled = `<div id=root></div><script>document.getElementById("root").innerHTML = "<h1>Tea</h1>"</script>`

  it.effect("says what is missing where there is none, costs nothing, and is no answer once there is one", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const pages = yield* Pages
      for (const body of [empty, filled, `<div id="app">Loading…</div><script src="/app.js"></script>`]) {
        yield* page({ body, etag: true })
        for (const request of [markdownOf(url), markdownOf(url, {}, { markdown: null, html: true })]) {
          const refused = yield* Effect.flip(pages.scrape(yield* callOf(reader), request))
          assert.deepInclude(refused, {
            _tag: "CapabilityMissing",
            message: "Only a browser shows this page. Pages cannot be rendered: KITTIWAKE_BROWSER is off."
          })
        }
      }
      const enrichment = { resolution: false, hostedUrl: false, classification: false, maxTimePerMillis: 0 }
      const images = { source: sourceOf(url), dedupe: false, enrichment }
      assert.strictEqual((yield* Effect.flip(pages.images(yield* callOf(reader), images)))._tag, "CapabilityMissing")
      assert.deepStrictEqual(yield* creditsLeft(reader), { balance: 1_000, held: 0, available: 1_000 })
      yield* show(pageWith("Rendered"))
      const { value } = yield* read(reader)
      assert.match(value.markdown ?? "", /^# Rendered/)
      assert.strictEqual(value.cache.status, "miss")
    }).pipe(Effect.provide(layer))
  )

  it.effect("is read as it came where there is none and it says something, and is not kept like that", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page({ body: `<p>Tea costs 10 €.</p><script src="/count.js"></script>`, etag: true })
      assert.deepInclude((yield* read(reader)).value, { markdown: "Tea costs 10 €.", renderedBecause: null })
      yield* show(pageWith("Rendered"))
      assert.match((yield* read(reader)).value.markdown ?? "", /^# Rendered/)
    }).pipe(Effect.provide(layer))
  )

  it.effect("gives what is asked for and stands in its markup, without a browser", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const pages = yield* Pages
      yield* page(`<title>App</title><meta name=price content=10><img src=/tea.png><script src=/app.js></script>`)
      const rule = {
        selector: "meta[name=price]",
        type: "item",
        output: { _tag: "Attribute", name: "content" }
      } as const
      const request = markdownOf(url, {}, { markdown: null, html: true, extract: new Map([["price", rule]]) })
      assert.deepStrictEqual((yield* read(reader, request)).value.extracted, { price: "10" })
      const enrichment = { resolution: false, hostedUrl: false, classification: false, maxTimePerMillis: 0 }
      const images = { source: sourceOf(url), dedupe: false, enrichment }
      const found = yield* pages.images(yield* callOf(reader), images)
      assert.deepStrictEqual(
        found.value.images.map(({ src }) => src),
        ["https://site.example/tea.png"]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("fails as its browser fails where its markup says nothing", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const browser = yield* ScriptedBrowser
      yield* page(empty)
      browser.show = () => Effect.fail(new PageUnreachable({ reason: "busy", message: "Too many pages wait." }))
      assert.strictEqual(yield* scrape(reader), "TooBusy")
      assert.strictEqual((yield* creditsLeft(reader)).balance, 1_000)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is no answer as an older version kept it, nor when its server says that it is as it was", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page({ body: empty, etag: true })
      const [fetched] = yield* fetchedOf(url)
      yield* keepCapture(yield* captureKeys(sourceOf(url)), fetched!)
      yield* show(pageWith("Rendered"))
      const { value } = yield* read(reader)
      assert.match(value.markdown ?? "", /^# Rendered/)
      assert.strictEqual(value.cache.status, "miss")
      assert.deepStrictEqual(
        (yield* looksAt()).map(({ outcome }) => outcome),
        [200, 304]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("has nothing to do with one that is empty without scripts", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page("<title>Nothing</title><main></main>")
      const { credits, value } = yield* read(reader)
      assert.deepEqual([value.markdown, credits], ["", 1])
      assert.strictEqual((yield* read(reader)).value.cache.status, "hit")
    }).pipe(Effect.provide(layer))
  )

  it.effect("is rendered at once when the caller asks for what only a browser does, or is told what is missing", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const request = markdownOf(url, { waitMillis: 500 })
      assert.strictEqual(yield* scrape(reader, request), "CapabilityMissing")
      yield* show(pageWith("Waited"))
      assert.match((yield* read(reader, request)).value.markdown ?? "", /^# Waited/)
      assert.strictEqual((yield* looksAt()).length, 0)
    }).pipe(Effect.provide(layer))
  )

  it.effect("may let a browser in where it refuses programs", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page({ body: "no", status: 403 })
      yield* show(pageWith("Behind"))
      assert.match((yield* read(reader)).value.markdown ?? "", /^# Behind/)
    }).pipe(Effect.provide(layer))
  )

  it.effect("with actions costs two, tells what became of each, and is not kept when one failed", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const browser = yield* ScriptedBrowser
      const actions = [{ do: "click", selector: "#more" }] as const
      browser.show = () =>
        Effect.succeed({ html: pageWith("Acted"), actionsApplied: [{ instruction: "click #more", status: "failed" }] })
      const first = yield* read(reader, markdownOf(url, { actions }))
      assert.strictEqual(first.credits, 2)
      assert.deepStrictEqual(first.value.actionsApplied, [{ instruction: "click #more", status: "failed" }])
      browser.show = () =>
        Effect.succeed({ html: pageWith("Acted"), actionsApplied: [{ instruction: "click #more", status: "applied" }] })
      assert.strictEqual((yield* read(reader, markdownOf(url, { actions }))).value.cache.status, "miss")
      assert.strictEqual((yield* read(reader, markdownOf(url, { actions }))).value.cache.status, "hit")
    }).pipe(Effect.provide(layer))
  )

  it.effect("that is only partly there costs one credit and is not kept, for who accepts a part", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const browser = yield* ScriptedBrowser
      browser.show = () => Effect.succeed({ html: pageWith("Half"), finalDomState: "still-loading" })
      const request = markdownOf(url, { waitMillis: 100, actions: [{ do: "wait", timeMs: 1 }] })
      const part = { deadline: { atMillis: 20_000, acceptsPart: true } }
      const done = yield* read(reader, request, part)
      assert.deepInclude(done.value, { finalDomState: "still-loading" })
      assert.strictEqual(done.credits, 1)
      browser.show = () => Effect.fail(new PageUnreachable({ reason: "timeout", message: "too slow" }))
      assert.strictEqual(yield* scrape(reader, request, part), "DeadlinePassed")
    }).pipe(Effect.provide(layer))
  )
})

describe("a file at an address", () => {
  const pdf = (text: string) => ({
    body: "",
    bytes: new TextEncoder().encode(`%PDF-1.7 ${text}`),
    mediaType: "application/pdf"
  })

  it.effect("is read into Markdown with its title", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page(pdf("Report"))
      const { credits, value } = yield* read(reader)
      assert.deepInclude(value, { type: "pdf", metadata: { sourceUrl: url, finalUrl: url, title: "File" } })
      assert.match(value.markdown ?? "", /^# File\n\n.*Report/)
      assert.strictEqual(credits, 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is skipped when the caller wants no PDF", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page(pdf("Report"))
      const request = markdownOf(url, {}, { pdf: { shouldParse: false, start: null, end: null, ocr: false } })
      assert.strictEqual(yield* scrape(reader, request), "PdfSkipped")
    }).pipe(Effect.provide(layer))
  )

  it.effect(
    "costs one more for every page whose text was recovered from its picture, and only when that was asked for",
    () =>
      Effect.gen(function* () {
        const reader = yield* newReader()
        yield* page(pdf("PICTURES"))
        assert.strictEqual(yield* scrape(reader), "PdfImagesOnly")
        const withOcr = markdownOf(url, {}, { pdf: { shouldParse: true, start: null, end: null, ocr: true } })
        assert.strictEqual((yield* read(reader, withOcr)).credits, 3)
        assert.strictEqual((yield* creditsLeft(reader)).balance, 997)
      }).pipe(Effect.provide(layer))
  )
})

describe("a browser profile", () => {
  const session = {
    cookies: [
      {
        ...{ name: "sid", value: "1", domain: "site.example", path: "/", expires: -1 },
        ...{ httpOnly: true, secure: true, sameSite: "Lax" as const }
      }
    ],
    origins: []
  }

  it.effect("gives the page its session, keeps what became of it, and serves one call at a time", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const profiles = yield* Profiles
      const browser = yield* ScriptedBrowser
      const profile = yield* profiles.create(reader, { description: "me", session })
      const request = markdownOf(url, { profile: { organizationId: reader, id: profile.id } })
      const gate = yield* Deferred.make<void>()
      const renewed = { ...session, cookies: [{ ...session.cookies[0]!, value: "2" }] }
      browser.show = () => Effect.as(Deferred.await(gate), { html: pageWith("Mine"), session: renewed })
      const first = yield* Effect.forkChild(read(reader, request))
      yield* turns
      assert.strictEqual(yield* scrape(reader, request), "ProfileBusy")
      yield* Deferred.succeed(gate, undefined)
      assert.match((yield* Fiber.join(first)).value.markdown ?? "", /^# Mine/)
      yield* read(reader, request)
      assert.deepStrictEqual(
        browser.asked.map((asked) => asked.session?.cookies[0]?.value),
        ["1", "2"]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("says why it does not open the page", () =>
    Effect.gen(function* () {
      const [reader, stranger] = [yield* newReader(), yield* newReader()]
      const profiles = yield* Profiles
      const browser = yield* ScriptedBrowser
      const outcome = Effect.fnUntraced(function* (kept: unknown, at: string, owner = reader) {
        const { id } = yield* profiles.create(reader, { description: null, session: kept })
        const request = markdownOf(at, { profile: { organizationId: owner, id } })
        const done = yield* Effect.flip((yield* Pages).scrape(yield* callOf(owner), request))
        return done._tag === "ProfileUnusable" ? done.reason : done._tag
      })
      assert.strictEqual(yield* outcome(session, url, stranger), "ProfileNotFound")
      assert.strictEqual(yield* outcome(null, url), "missing_credentials")
      assert.strictEqual(yield* outcome(session, "https://elsewhere.example/"), "origin_blocked")
      const past = { ...session, cookies: [{ ...session.cookies[0]!, expires: 1 }] }
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* outcome(past, url), "session_expired")
      browser.show = () =>
        Effect.succeed({
          url: "https://site.example/login",
          html: `<title>Sign in</title><form><input type="password"></form>`
        })
      assert.strictEqual(yield* outcome(session, url), "reauthentication_required")
      browser.show = () => Effect.succeed({ html: "<title>Just a moment...</title>" })
      assert.strictEqual(yield* outcome(session, url), "interaction_required")
      browser.show = () => Effect.succeed({ status: 403, html: "no" })
      assert.strictEqual(yield* outcome(session, url), "authentication_unknown")
      const malformed = yield* Effect.flip(profiles.create(reader, { description: null, session: { cookies: 1 } }))
      assert.deepInclude(malformed, { _tag: "ProfileUnusable", reason: "invalid_session" })
      const long = { ...session, origins: [{ origin: "x".repeat(1_100_000), localStorage: [] }] }
      assert.strictEqual(
        (yield* Effect.flip(profiles.create(reader, { description: null, session: long })))._tag,
        "ProfileSessionTooLarge"
      )
      assert.strictEqual((yield* creditsLeft(reader)).balance, 1_000)
    }).pipe(Effect.provide(layer))
  )
})
