/** What is said of data of a site whose host rests first: the start alone is no answer that lacks nothing. */
import { assert, describe, it } from "@effect/vitest"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Extraction } from "@kittiwake/core/extraction/Extraction"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import * as FactReader from "@kittiwake/html/FactReader"
import * as PageReader from "@kittiwake/html/PageReader"
import { Clock, Effect, Fiber, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { readDataSchema } from "../../src/extraction/domain/readDataSchema.ts"
import { defaultPdf, plainSource } from "../../src/pages/domain/ScrapeRequest.ts"

const site = "https://busy.example"

const words = "Words of the page. ".repeat(20)

const pageOf = (title: string, body = "") =>
  `<title>${title}</title><main><h1>${title}</h1><p>${words}</p>${body}</main>`

const paths = ["price-a", "price-b", "price-c", "price-d", "price-e", "price-f"]

const startPage = pageOf("Tea", paths.map((path) => `<a href="/${path}">The price</a>`).join(" "))

/** A site that answers 503 once, and asks to be left alone for so long. */
const build = Effect.fnUntraced(function* (restSeconds: number) {
  const web = yield* ScriptedWeb
  yield* web.page(`${site}/robots.txt`, { body: "", status: 404 })
  yield* web.page(`${site}/`, (_, look) =>
    look === 0 ? { body: "busy", status: 503, retryAfter: String(restSeconds) } : startPage
  )
  for (const [n, path] of paths.entries()) yield* web.page(`${site}/${path}`, pageOf(path, `<p>Price: $${n + 1}</p>`))
})

/** Time that passes in steps, with time for everybody to do what they bring. */
const passUntil = Effect.fnUntraced(function* <A, E>(fiber: Fiber.Fiber<A, E>, most: number) {
  for (let steps = 0; steps < most * 4 && fiber.pollUnsafe() === undefined; steps++) {
    yield* Effect.repeat(Effect.yieldNow, { times: 200 })
    yield* TestClock.adjust("250 millis")
  }
  return yield* Fiber.join(fiber)
})

const shape = Result.getOrThrow(readDataSchema({ type: "object", properties: { price: { type: "number" } } }))

const extract = Effect.fnUntraced(function* (stopAfterMillis: number) {
  const { organization } = yield* TestInstallation
  const now = yield* Clock.currentTimeMillis
  const call = {
    organizationId: organization.id,
    requestId: crypto.randomUUID(),
    ...{ route: "/web/extract", caller: "key", isWanted: () => true },
    deadline: { atMillis: now + stopAfterMillis + 60_000, acceptsPart: false },
    freshness: { maxAgeMillis: 0, zeroRetention: false }
  }
  const request = {
    ...{ source: plainSource(`${site}/`), pdf: defaultPdf, shape, instructions: "", factCheck: false },
    ...{ maxPages: 5, maxDepth: null, followSubdomains: false, stopAfterMillis }
  }
  const work = Effect.result((yield* Extraction).extractData(call, request))
  const done = yield* passUntil(yield* Effect.forkChild(work), 150)
  return { done, tookMillis: (yield* Clock.currentTimeMillis) - now }
})

const creditsLeft = Effect.gen(function* () {
  const { organization } = yield* TestInstallation
  return yield* (yield* Credits).account(organization.id)
})

/** The first call finds out that the site rests. */
const resting = Effect.fnUntraced(function* (restSeconds: number, stopAfterMillis: number) {
  yield* build(restSeconds)
  const first = yield* extract(20_000)
  assert.isTrue(Result.isFailure(first.done))
  return yield* extract(stopAfterMillis)
})

const inTest = Effect.provide(
  TestInstallation.layer({
    credits: 1_000,
    readers: Layer.mergeAll(PlainReaders.layer, FactReader.layer, PageReader.layer)
  })
)

const countsOf = ({ done }: Effect.Success<ReturnType<typeof extract>>) => Result.getOrThrow(done).value.counts

describe("data of a site that rests", () => {
  it.effect("is refused at once where the rest ends when no page may be begun any more, and costs nothing", () =>
    Effect.gen(function* () {
      const { done, tookMillis } = yield* resting(120, 80_000)
      assert.deepInclude(Result.getOrThrow(Result.flip(done)), {
        _tag: "WebsiteInaccessible",
        message: "The page was not asked for: busy.example answered 503, and is left alone for another 2 min.",
        status: 503
      })
      assert.isAtMost(tookMillis, 1_000)
      assert.deepInclude(yield* creditsLeft, { balance: 1_000, held: 0 })
    }).pipe(inTest)
  )

  it.effect("has all that is wanted where there is time for it after the rest", () =>
    Effect.gen(function* () {
      const all = yield* resting(30, 80_000)
      assert.deepInclude(countsOf(all), { succeeded: 5, skipped: 0, failed: 0, blocked: 0 })
      assert.isAtLeast(all.tookMillis, 29_000)
    }).pipe(inTest)
  )

  it.effect("says how many pages were left out because the time was over", () =>
    Effect.gen(function* () {
      // Turns after a rest are a second from each other.
      const part = countsOf(yield* resting(30, 32_000))
      assert.isTrue(part.succeeded >= 1 && part.succeeded < 5, String(part.succeeded))
      assert.deepInclude(part, { skipped: 5 - part.succeeded, failed: 0, blocked: 0 })
    }).pipe(inTest)
  )

  it.effect("leaves out no more than there is", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* build(30)
      yield* web.page(`${site}/`, (_, look) =>
        look === 0
          ? { body: "busy", status: 503, retryAfter: "30" }
          : pageOf("Tea", `<a href="/price-a">The price</a><a href="/tea.zip">Price</a>`)
      )
      yield* extract(20_000)
      const part = countsOf(yield* extract(31_000))
      assert.strictEqual(part.succeeded + part.skipped, 2)
    }).pipe(inTest)
  )
})
