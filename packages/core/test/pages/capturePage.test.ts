/** What becomes of a page beside its answer: who is told of it, what is kept, who shares it, and what of it stays in memory. */
import { assert, describe, it } from "@effect/vitest"
import { CurrentLease, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { BackgroundWork } from "@kittiwake/core/pages/BackgroundWork"
import { BrowserUnavailable } from "@kittiwake/core/pages/Browser"
import { wholePage } from "@kittiwake/core/pages/domain/ScrapeRequest"
import { Pages } from "@kittiwake/core/pages/Pages"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { HttpFetcher } from "@kittiwake/core/web/HttpFetcher"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { CaptureFlights } from "../../src/pages/CaptureFlights.ts"
import { capturePage } from "../../src/pages/capturePage.ts"
import { nothing } from "../../src/pages/domain/ScrapeRequest.ts"
import { type PageReading, PageReadings } from "../../src/pages/PageReadings.ts"
import { callOf, layer, markdownOf, newReader, pageWith, ScriptedBrowser, sourceOf } from "../reading.ts"

const url = "https://site.example/page"

const turns = Effect.repeat(Effect.yieldNow, { times: 100 })

const page = (script: Parameters<ScriptedWeb["Service"]["page"]>[1]) =>
  Effect.flatMap(ScriptedWeb, (web) => web.page(url, script))

const looks = Effect.flatMap(ScriptedWeb, (web) => web.looks(url))

const scrape = Effect.fnUntraced(function* (
  reader: Effect.Success<ReturnType<typeof newReader>>,
  request = markdownOf(url),
  maxAgeMillis = 3 * 86_400_000
) {
  const call = yield* callOf(reader, { freshness: { maxAgeMillis, zeroRetention: false } })
  return (yield* (yield* Pages).scrape(call, request)).value
})

/** A page whose markup says nothing, of one that scripts would fill. */
const loading = `<div id="app">Loading…</div><script src="/app.js"></script>`

describe("who listens for pages that were read", () => {
  const listening = () => {
    const told: Array<PageReading> = []
    const tell = (reading: PageReading) => Effect.sync(() => void told.push(reading))
    const hears = Effect.provideService(PageReadings, { tell, tellGone: () => Effect.void })
    return { told, hears }
  }

  it.effect("is told of none that only a browser would show", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const { hears, told } = listening()
      yield* page(loading)
      for (const wants of [{}, { markdown: null, html: true }]) {
        const refused = yield* hears(Effect.flip(scrape(reader, markdownOf(url, {}, wants))))
        assert.strictEqual(refused._tag, "CapabilityMissing")
      }
      assert.deepStrictEqual(told, [])
      yield* page(`<p>Tea costs 10 €.</p><script src="/count.js"></script>`)
      yield* hears(scrape(reader))
      assert.deepStrictEqual(
        told.map(({ text }) => text),
        ["Tea costs 10 €."]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("is told what robots are asked now, of a page that is as it was", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const { hears, told } = listening()
      yield* page({ body: pageWith("Steady"), etag: true })
      yield* hears(scrape(reader))
      yield* page({ body: pageWith("Steady"), etag: true, robots: "noindex" })
      yield* TestClock.adjust("1 hour")
      yield* hears(scrape(reader, markdownOf(url), 60_000))
      yield* hears(scrape(reader))
      assert.deepStrictEqual(
        (yield* looks).map(({ outcome }) => outcome),
        [200, 304]
      )
      assert.deepStrictEqual(
        told.map(({ robots }) => robots),
        [undefined, "noindex", "noindex"]
      )
    }).pipe(Effect.provide(layer))
  )
})

describe("a page that only a browser shows, where there is none", () => {
  it.effect("is refused where nothing is left of it that was asked for, and given where something is", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page(`<p>Our prices need scripts.</p><a href="/a"></a><script src="/app.js"></script>`)
      assert.strictEqual((yield* scrape(reader)).markdown?.split("\n")[0], "Our prices need scripts.")
      const regions = { ...wholePage, includeSelectors: ["#prices"] }
      const refused = yield* Effect.flip(scrape(reader, markdownOf(url, {}, { regions })))
      assert.strictEqual(refused._tag, "CapabilityMissing")
    }).pipe(Effect.provide(layer))
  )

  it.effect("gives the links of its markup to who asks for them beside its HTML", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page(`<a href="/a"></a><div id="app"></div><script src="/app.js"></script>`)
      const html = { markdown: null, html: true }
      const { links } = yield* scrape(reader, markdownOf(url, {}, { ...html, links: true }))
      assert.deepStrictEqual(
        links?.map((link) => link.url),
        ["https://site.example/a"]
      )
      assert.strictEqual((yield* Effect.flip(scrape(reader, markdownOf(url, {}, html))))._tag, "CapabilityMissing")
    }).pipe(Effect.provide(layer))
  )

  it.effect("takes the place of none that a browser showed", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const browser = yield* ScriptedBrowser
      yield* page(`<p>Tea costs 10 €.</p><script src="/count.js"></script>`)
      browser.show = () => Effect.succeed({ html: pageWith("Rendered") })
      assert.match((yield* scrape(reader)).markdown ?? "", /^# Rendered/)
      browser.show = () => Effect.fail(new BrowserUnavailable({ message: "It is away." }))
      assert.strictEqual((yield* scrape(reader, markdownOf(url), 0)).markdown, "Tea costs 10 €.")
      const { cache, markdown } = yield* scrape(reader)
      assert.match(markdown ?? "", /^# Rendered/)
      assert.strictEqual(cache.status, "hit")
    }).pipe(Effect.provide(layer))
  )
})

describe("a page that two want at the same time", () => {
  const begin = (reader: Effect.Success<ReturnType<typeof newReader>>, isBackground: boolean) =>
    scrape(reader).pipe(Effect.provideService(BackgroundWork, isBackground), Effect.forkChild)

  for (const [told, first, fetches] of [
    ["stands behind others for nobody who waits for an answer, though background work is about to fetch it", true, 2],
    ["is fetched once where background work only joins who waits for an answer", false, 1]
  ] as const)
    it.effect(told, () =>
      Effect.gen(function* () {
        const reader = yield* newReader()
        yield* page({ body: pageWith("Busy"), latency: "2 seconds" })
        const asking = [yield* begin(reader, first), yield* begin(reader, !first)]
        yield* turns
        yield* TestClock.adjust("3 seconds")
        for (const { markdown } of yield* Effect.forEach(asking, Fiber.join)) assert.match(markdown ?? "", /^# Busy/)
        assert.lengthOf(yield* looks, fetches)
      }).pipe(Effect.provide(layer))
    )
})

describe("a long page in another encoding", () => {
  it.effect("takes no memory any more when it is refused", () =>
    Effect.gen(function* () {
      const bytes = new Uint8Array(1_200_000).fill(0x61)
      bytes.set(new TextEncoder().encode("<meta charset=shift_jis><p>"))
      bytes.set([0x82, 0xa0], 600_000)
      yield* page({ bytes, body: "", mediaType: "text/html" })
      const { openSession } = yield* HttpFetcher
      const sent: Array<Uint8Array> = []
      const memory = new MemoryCounter({ capacityBytes: 1.5 * bytes.length })
      const noting = Effect.map(openSession, (session) => ({
        ...session,
        download: (request: Parameters<typeof session.download>[0]) =>
          Effect.tap(session.download(request), (download) =>
            Effect.sync(() => {
              sent.push(download.bytes)
              // Between the fetch and the reading.
              memory.open("another").keep(bytes.length)
            })
          )
      }))
      const reading = {
        sourceUrl: url,
        regions: wholePage,
        pdf: markdownOf(url).pdf,
        wants: { ...nothing, html: true }
      }
      const fresh = { maxAgeMillis: 0, zeroRetention: false }
      const deadline = { atMillis: (yield* Clock.currentTimeMillis) + 30_000, acceptsPart: false }
      const refused = yield* capturePage(sourceOf(url), reading, fresh, deadline).pipe(
        Effect.provideService(CurrentLease, memory.open("one owner")),
        Effect.provideService(HttpFetcher, { openSession: noting }),
        Effect.provide(CaptureFlights.layer),
        Effect.flip
      )
      assert.strictEqual(refused._tag, "TooBusy")
      assert.deepStrictEqual(
        sent.map(({ byteLength }) => byteLength),
        [0]
      )
    }).pipe(Effect.provide(layer))
  )
})
