/** Services that are asked for news of a company: what they know is kept and found, at their pace, and they rest when they fail. */
import { assert, layer as withLayer } from "@effect/vitest"
import * as Memory from "@kittiwake/core/memory/Memory"
import { type NewsBackend, NewsBackends, type NewsFinding } from "@kittiwake/core/news/NewsBackends"
import { NewsStore } from "@kittiwake/core/news/NewsStore"
import { BackendFailed } from "@kittiwake/core/search/SearchBackends"
import * as Names from "@kittiwake/fetch/DomainNames"
import { Clock, DateTime, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { makeAskBackends } from "../../src/news/askBackends.ts"
import { keyOf } from "../../src/news/domain/mentionsOf.ts"
import { keepArticles } from "../../src/news/keepArticles.ts"
import { whileAhead } from "../../src/testing/arrangements.ts"

const start = Date.parse("2026-03-01T12:00:00Z")

const finding = (given: Partial<NewsFinding> = {}): NewsFinding => ({
  ...{ url: "https://www.paper.co.uk/a?utm_source=x", title: "A colony grows on the northern cliffs", imageUrl: null },
  ...{ publishedAtMillis: start - 60_000, language: "en", country: null },
  ...given
})

/** A service that answers as it is told, and notes when it was asked. */
const scripted = () => {
  const asked: Array<{ readonly names: ReadonlyArray<string>; readonly at: number }> = []
  const script = { reply: Effect.succeed([finding()]) as Effect.Effect<ReadonlyArray<NewsFinding>, BackendFailed> }
  const backend: NewsBackend = {
    name: "gdelt",
    apartMillis: 5_000,
    find: ({ names }) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        asked.push({ names, at })
        return script.reply
      })
  }
  return { asked, backend, script }
}

const fresh = Effect.gen(function* () {
  yield* TestClock.setTime(start)
  const service = scripted()
  const ask = yield* makeAskBackends.pipe(Effect.provideService(NewsBackends, { backends: [service.backend] }))
  return { ...service, ask }
})

const foundBy = (key: number) =>
  NewsStore.use((store) =>
    store.search({
      keys: [{ key, factor: 1_000 }],
      filter: { sourceDomains: [], sourceCountries: [], languages: [], types: [], from: null, to: null },
      ...{ order: "newest" as const, limit: 10, after: null }
    })
  )

withLayer(Layer.merge(Memory.layer, Names.layer))("backends of news", (it) => {
  it.effect("have what they know kept, found by whom they were asked about, and once beside what sources report", () =>
    Effect.gen(function* () {
      const { ask, asked } = yield* fresh
      assert.strictEqual(yield* ask({ names: ["Fulmar Systems", "fulmar systems", "Fulmar"] }, 8_000), 1)
      assert.deepStrictEqual(asked[0]?.names, ["fulmar systems", "Fulmar"])
      const [article, ...rest] = yield* foundBy(keyOf.name("fulmar"))
      assert.deepStrictEqual(rest, [])
      assert.deepInclude(article, { level: "secondary", confidence: 0.4 })
      assert.deepInclude(article?.record, { publishedAt: start - 60_000, language: "en", type: "editorial" })
      assert.deepStrictEqual(article?.record.source, {
        ...{ name: "paper.co.uk", domain: "paper.co.uk", country: "gb", isDirect: false }
      })
      const own = {
        ...{ url: "https://www.paper.co.uk/a", title: "A colony grows on the northern cliffs", excerpt: "Fulmars." },
        ...{ language: "en", imageUrl: null, authors: ["Ann"], publishedAt: DateTime.makeUnsafe(start), labels: [] },
        ...{ type: "editorial" as const, linkedDomains: [] },
        source: { name: "The Paper", domain: "paper.co.uk", country: "gb", isDirect: true }
      }
      assert.deepStrictEqual(yield* keepArticles([own]), { added: 0, filled: 1 })
      const plain = { ...own, url: own.url.replace("https:", "http:") }
      assert.strictEqual((yield* keepArticles([plain])).added, 0)
      const [filled] = yield* foundBy(keyOf.name("fulmar"))
      assert.deepInclude(filled?.record, { excerpt: "Fulmars.", authors: ["Ann"] })
      assert.isTrue(filled?.record.source.isDirect)
    })
  )

  it.effect("are asked about a company once in six hours, and by however many at once", () =>
    Effect.gen(function* () {
      const { ask, asked } = yield* fresh
      const wanted = { names: ["Petrel Ltd"] }
      yield* Effect.all([ask(wanted, 8_000), ask(wanted, 8_000), ask(wanted, 8_000)], { concurrency: "unbounded" })
      yield* TestClock.adjust("5 hours")
      yield* ask(wanted, 8_000)
      assert.lengthOf(asked, 1)
      yield* TestClock.adjust("1 hour")
      yield* ask(wanted, 8_000)
      assert.lengthOf(asked, 2)
      assert.strictEqual(yield* ask({ names: ["?!"] }, 8_000), 0)
      assert.lengthOf(asked, 2, "nobody is called so")
    })
  )

  it.effect("are asked as far apart as they want, and not for whom that is too late", () =>
    Effect.gen(function* () {
      const { ask, asked } = yield* fresh
      const all = yield* Effect.forkChild(
        Effect.all(
          ["Tern A", "Tern B", "Tern C"].map((name) => ask({ names: [name] }, 8_000)),
          { concurrency: "unbounded" }
        )
      )
      yield* TestClock.adjust("20 seconds")
      yield* Fiber.join(all)
      assert.deepStrictEqual(
        asked.map(({ at }) => at - start),
        [0, 5_000]
      )
    })
  )

  it.effect("are asked after the same pauses and rests when the clock was ahead", () =>
    Effect.gen(function* () {
      const { ask, asked, script } = yield* fresh
      yield* whileAhead("30 days")(ask({ names: ["Puffin"] }, 8_000))
      assert.strictEqual(yield* ask({ names: ["Skua"] }, 5_000), 0, "no turn comes in this time")
      yield* TestClock.adjust("5 seconds")
      yield* ask({ names: ["Guillemot"] }, 8_000)
      assert.lengthOf(asked, 2)
      script.reply = Effect.fail(new BackendFailed({ reason: "throttled", retryAfterSeconds: 60, message: "" }))
      yield* TestClock.adjust("5 seconds")
      yield* whileAhead("30 days")(ask({ names: ["Tern"] }, 8_000))
      yield* TestClock.adjust("59 seconds")
      yield* ask({ names: ["Auk"] }, 8_000)
      assert.lengthOf(asked, 3)
      yield* TestClock.adjust("1 second")
      yield* ask({ names: ["Gannet"] }, 8_000)
      assert.lengthOf(asked, 4)
    })
  )

  it.effect("rest after they failed, longer each time, and as long as they ask for", () =>
    Effect.gen(function* () {
      const { ask, asked, script } = yield* fresh
      let names = 0
      const askOnce = () => ask({ names: [`Gull ${++names}`] }, 8_000)
      script.reply = Effect.fail(new BackendFailed({ reason: "throttled", retryAfterSeconds: 90, message: "no" }))
      assert.strictEqual(yield* askOnce(), 0)
      yield* TestClock.adjust("89 seconds")
      yield* askOnce()
      assert.lengthOf(asked, 1)
      yield* TestClock.adjust("1 second")
      yield* askOnce()
      assert.lengthOf(asked, 2)
      script.reply = Effect.succeed([])
      yield* TestClock.adjust("90 seconds")
      yield* ask({ names: ["Gull 1"] }, 8_000)
      assert.lengthOf(asked, 3, "what was not answered is not known")
      script.reply = Effect.never
      yield* TestClock.adjust("10 seconds")
      const short = yield* Effect.forkChild(ask({ names: ["Gull late"] }, 3_000))
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(yield* Fiber.join(short), 0)
      yield* TestClock.adjust("5 seconds")
      script.reply = Effect.succeed([])
      yield* askOnce()
      assert.lengthOf(asked, 5, "who had hardly time did not make it rest")
    })
  )

  it.effect("do no harm with a bug of theirs", () =>
    Effect.gen(function* () {
      const { ask, script } = yield* fresh
      script.reply = Effect.die("bug")
      assert.strictEqual(yield* ask({ names: ["Skua"] }, 8_000), 0)
      script.reply = Effect.succeed([
        finding({ url: "javascript:alert(1)" }),
        finding({ url: "https://paper.example/s" })
      ])
      yield* TestClock.adjust("15 seconds")
      assert.strictEqual(yield* ask({ names: ["Skua"] }, 8_000), 1)
    })
  )
})
