/** Searching with backends that answer, fail, throttle and hang. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { OrganizationId } from "../../src/organizations/domain/Organization.ts"
import { readQuery } from "../../src/search/domain/readQuery.ts"
import type { SearchHit, SearchQuestion } from "../../src/search/domain/SearchQuestion.ts"
import { BackendFailed, type SearchBackend } from "../../src/search/SearchBackends.ts"
import { SearchRounds } from "../../src/search/SearchRounds.ts"
import { searchWeb } from "../../src/search/searchWeb.ts"

const hit = (url: string): SearchHit => ({ url, title: url, description: "", publishedAt: null })

const organizationId = OrganizationId.make("0199d0a0-0000-7000-8000-000000000001")

const failed = (reason: BackendFailed["reason"], retryAfterSeconds: number | null = null) =>
  new BackendFailed({ reason, retryAfterSeconds, message: "It failed." })

interface Scripted extends SearchBackend {
  readonly asked: Array<SearchQuestion>
}

const backend = (name: string, answer: SearchBackend["search"]): Scripted => {
  const asked: Array<SearchQuestion> = []
  return {
    name,
    asked,
    keepsNothing: true,
    search: (question, turn) =>
      Effect.suspend(() => {
        asked.push(question)
        return answer(question, turn)
      })
  }
}

const finds = (name: string, ...urls: ReadonlyArray<string>) => backend(name, () => Effect.succeed(urls.map(hit)))

const find = (text: string, given: { fanOut?: boolean; zeroRetention?: boolean; millis?: number } = {}) =>
  Effect.gen(function* () {
    const atMillis = (yield* Clock.currentTimeMillis) + (given.millis ?? 30_000)
    return yield* searchWeb({
      question: { query: readQuery(text), publishedSince: null, country: null, count: 10 },
      organizationId,
      deadline: { atMillis, acceptsPart: false },
      zeroRetention: given.zeroRetention ?? false,
      fanOut: given.fanOut ?? false
    })
  })

const urls = (text: string) => Effect.map(find(text), ({ hits }) => hits.map(({ url }) => url))

const given = (...backends: ReadonlyArray<SearchBackend>) =>
  Effect.provide(SearchRounds.layerOf(Effect.succeed(backends)))

describe("searching the web", () => {
  it.effect("asks only who keeps nothing where nothing of the question may be kept, and says who was not asked", () => {
    const engine = { ...finds("engine", "https://b.example/"), keepsNothing: false }
    return Effect.gen(function* () {
      const { asked, hits } = yield* find("tea", { zeroRetention: true })
      assert.deepStrictEqual(
        hits.map(({ url }) => url),
        ["https://a.example/"]
      )
      assert.deepStrictEqual(asked, [
        { name: "own", outcome: "answered" },
        { name: "engine", outcome: "withheld" }
      ])
      assert.deepStrictEqual(engine.asked, [])
      assert.deepStrictEqual(yield* urls("tea"), ["https://a.example/", "https://b.example/"])
    }).pipe(given(finds("own", "https://a.example/"), engine))
  })

  it.effect("says why nobody answers where everybody would keep the question", () => {
    const engine = { ...finds("engine", "https://b.example/"), keepsNothing: false }
    return Effect.gen(function* () {
      const error = yield* Effect.flip(find("tea", { zeroRetention: true }))
      assert.strictEqual(error._tag, "SearchUnavailable")
      assert.match(String("message" in error ? error.message : ""), /would keep the question/)
      assert.deepStrictEqual(engine.asked, [])
    }).pipe(given(engine))
  })

  it.effect("answers with what the others found when one fails, and says which", () => {
    const broken = backend("broken", () => Effect.fail(failed("malformed")))
    return Effect.gen(function* () {
      const { asked, hits } = yield* find("tea")
      assert.deepStrictEqual(hits, [{ ...hit("https://a.example/"), backends: ["own"] }])
      assert.deepStrictEqual(asked, [
        { name: "own", outcome: "answered" },
        { name: "broken", outcome: "malformed" }
      ])
    }).pipe(given(finds("own", "https://a.example/"), broken))
  })

  it.effect("leaves one that throttles alone for as long as it asks, and then asks it again", () => {
    const shy = backend("shy", () => Effect.fail(failed("throttled", 90)))
    return Effect.gen(function* () {
      yield* find("tea")
      yield* TestClock.adjust("89 seconds")
      assert.deepStrictEqual((yield* find("tea")).asked[1], { name: "shy", outcome: "cooling" })
      assert.strictEqual(shy.asked.length, 1)
      yield* TestClock.adjust("1 second")
      yield* find("tea")
      assert.strictEqual(shy.asked.length, 2)
    }).pipe(given(finds("own"), shy))
  })

  it.effect("forgets failures of one that answers again", () => {
    let fails = true
    const moody = backend("moody", () => (fails ? Effect.fail(failed("unavailable")) : Effect.succeed([])))
    return Effect.gen(function* () {
      for (const pause of ["5 seconds", "10 seconds"] as const) {
        yield* Effect.flip(find("tea"))
        yield* TestClock.adjust(pause)
      }
      fails = false
      yield* find("tea")
      fails = true
      const { _tag } = yield* Effect.flip(find("tea"))
      assert.strictEqual(_tag, "SearchUnavailable")
      yield* TestClock.adjust("5 seconds")
      yield* Effect.flip(find("tea"))
      assert.strictEqual(moody.asked.length, 5)
    }).pipe(given(moody))
  })

  it.effect("says that nobody answers, and when to ask again, only when nobody does", () => {
    const shy = backend("shy", () => Effect.fail(failed("throttled", 90)))
    const rude = backend("rude", () => Effect.fail(failed("rejected")))
    return Effect.gen(function* () {
      const first = yield* Effect.flip(find("tea"))
      assert.deepInclude(first, { _tag: "SearchUnavailable", retryAfterSeconds: 60 })
      yield* TestClock.adjust("20 seconds")
      assert.deepInclude(yield* Effect.flip(find("tea")), { _tag: "SearchUnavailable", retryAfterSeconds: 40 })
    }).pipe(given(shy, rude))
  })

  it.effect("answers without hits when nobody found any", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* urls("tea"), [])
    }).pipe(given(finds("own")))
  )

  it.effect("does not wait for one that hangs longer than the call has", () => {
    const stuck = backend("stuck", () => Effect.never)
    return Effect.gen(function* () {
      const asking = yield* Effect.forkChild(find("tea", { millis: 3_000 }))
      yield* TestClock.adjust("3 seconds")
      const { asked, hits } = yield* Fiber.join(asking)
      assert.strictEqual(hits.length, 1)
      assert.deepStrictEqual(asked[1], { name: "stuck", outcome: "deadline" })
      const again = yield* Effect.forkChild(find("tea", { millis: 30_000 }))
      yield* TestClock.adjust("15 seconds")
      yield* Fiber.join(again)
      assert.strictEqual(stuck.asked.length, 2, "a hurried caller makes no backend rest")
      assert.deepStrictEqual((yield* find("tea")).asked[1]?.outcome, "cooling")
    }).pipe(given(finds("own", "https://a.example/"), stuck))
  })

  it.effect("never makes the installation itself rest: who hurries it, or hangs there, leaves it to others", () => {
    let answer: Effect.Effect<ReadonlyArray<SearchHit>, BackendFailed> = Effect.never
    const own = { ...backend("own", () => answer), isHere: true }
    return Effect.gen(function* () {
      for (let round = 1; round <= 3; round++) {
        const asking = yield* Effect.forkChild(Effect.result(find("tea")))
        yield* TestClock.adjust("15 seconds")
        yield* Fiber.join(asking)
      }
      answer = Effect.fail(failed("unavailable"))
      yield* Effect.flip(find("tea"))
      answer = Effect.succeed([hit("https://a.example/")])
      assert.deepStrictEqual(yield* urls("tea"), ["https://a.example/"])
      assert.strictEqual(own.asked.length, 5)
    }).pipe(given(own))
  })

  it.effect("makes none rest for a slow question that answered another meanwhile", () => {
    const engine = backend("engine", ({ query }) =>
      query.text === "slow" ? Effect.never : Effect.succeed([hit("https://a.example/")])
    )
    return Effect.gen(function* () {
      const slow = yield* Effect.forkChild(Effect.result(find("slow")))
      yield* TestClock.adjust("10 seconds")
      yield* find("tea")
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(slow)
      assert.deepStrictEqual(yield* urls("tea"), ["https://a.example/"])
    }).pipe(given(engine))
  })

  it.effect("takes what a backend stumbles over for a failure of that backend, and lets it rest", () => {
    const stumbles = {
      dies: backend("dies", () => Effect.die(new RangeError("Maximum call stack size exceeded"))),
      throws: backend("throws", () => {
        throw new URIError("URI malformed")
      }),
      lies: backend("lies", () => Effect.succeed([{ url: "https://b.example/" } as SearchHit, null as never]))
    }
    return Effect.gen(function* () {
      const { asked, hits } = yield* find("tea")
      assert.deepStrictEqual(
        hits.map(({ url }) => url),
        ["https://a.example/"]
      )
      assert.deepStrictEqual(
        asked.map(({ outcome }) => outcome),
        ["answered", "malformed", "malformed", "malformed"]
      )
      assert.deepStrictEqual((yield* find("tea")).asked[1], { name: "dies", outcome: "cooling" })
    }).pipe(given(finds("own", "https://a.example/"), ...Object.values(stumbles)))
  })

  it.effect("asks once for equal questions at the same time, and for each that nothing may be kept of", () => {
    const gate = Deferred.makeUnsafe<void>()
    const slow = backend("slow", () => Effect.as(Deferred.await(gate), [hit("https://a.example/")]))
    return Effect.gen(function* () {
      const same = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(find("tea")))
      const others = yield* Effect.forEach(["coffee", "tea site:a.example"], (text) => Effect.forkChild(find(text)))
      const own = yield* Effect.forEach([1, 2], () => Effect.forkChild(find("tea", { zeroRetention: true })))
      yield* Effect.yieldNow
      yield* TestClock.adjust(0)
      yield* Deferred.succeed(gate, undefined)
      const answers = yield* Effect.forEach([...same, ...others, ...own], Fiber.join)
      assert.isTrue(answers.every(({ hits }) => hits.length === 1))
      assert.strictEqual(slow.asked.length, 5)
    }).pipe(given(slow))
  })

  it.effect("asks other wordings beside the query where that is wanted", () => {
    const wordy = backend("wordy", ({ query }) =>
      Effect.succeed([
        hit(`https://${query.words.length + query.phrases.length}.example/`),
        hit("https://all.example/")
      ])
    )
    return Effect.gen(function* () {
      const alone = yield* find("what is the price of tea")
      assert.strictEqual(wordy.asked.length, 1)
      assert.strictEqual(alone.hits.length, 2)
      const { hits } = yield* find("what is the price of tea", { fanOut: true })
      assert.isAbove(wordy.asked.length, 3)
      assert.strictEqual(hits[0]?.url, "https://all.example/")
      assert.strictEqual(new Set(hits.map(({ url }) => url)).size, hits.length)
    }).pipe(given(wordy))
  })

  it.effect("tells nothing that does not fit, and nothing without end", () => {
    const loud = backend("loud", () =>
      Effect.succeed([
        { ...hit("https://b.example/"), title: "Other" },
        { ...hit("https://a.example/1"), title: `T\u0000\n${"a".repeat(5_000)}`, description: "b ".repeat(100_000) },
        { ...hit("https://a.example/2"), publishedAt: DateTime.makeUnsafe(0) },
        ...Array.from({ length: 1_000 }, (_, index) => hit(`https://a.example/more/${index}`))
      ])
    )
    return Effect.gen(function* () {
      const { hits } = yield* find("tea site:a.example")
      assert.strictEqual(hits.length, 10)
      assert.strictEqual(hits[0]?.url, "https://a.example/1")
      assert.isAtMost(hits[0]!.title.length, 300)
      assert.isTrue(hits[0]!.title.startsWith("T aaa"))
      assert.isAtMost(hits[0]!.description.length, 1_000)
    }).pipe(given(loud))
  })

  it.effect("says what is missing where no backend is set", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(find("tea"))
      assert.deepInclude(error, { _tag: "SearchUnavailable", retryAfterSeconds: null })
    }).pipe(given())
  )
})
