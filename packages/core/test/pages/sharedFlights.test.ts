/** Processes that share flights: two instances of `Pages` over one storage, one web and one keeper of places. */
import { assert, describe, it } from "@effect/vitest"
import { Pages } from "@kittiwake/core/pages/Pages"
import type { PageContent } from "@kittiwake/core/testing/PageScript"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { Context, Effect, Fiber, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { layer as memoryKeeper } from "../../src/memory/PlaceKeeper.ts"
import { callOf, layer, markdownOf, newReader, pageWith } from "../reading.ts"

const url = "https://site.example/page"

const shared = layer.pipe(Layer.provideMerge(memoryKeeper))

/** Another process over the same ports. */
const startOther = Effect.map(Layer.build(Layer.fresh(Pages.layer)), (context) => Context.get(context, Pages))

const scene = Effect.gen(function* () {
  const reader = yield* newReader()
  const processes = [yield* Pages, yield* startOther]
  const begin = (process: number) =>
    Effect.flatMap(callOf(reader), (call) =>
      Effect.forkChild(Effect.result(processes[process]!.scrape(call, markdownOf(url))))
    )
  let begun = 0
  /** Shows these one after the other, and counts the requests when they begin. */
  const show = (...pages: readonly [PageContent, ...ReadonlyArray<PageContent>]) =>
    ScriptedWeb.use((web) =>
      web.page(url, (_at, look) => {
        begun = look + 1
        return pages[look % pages.length]!
      })
    )
  return { begin, show, looks: Effect.sync(() => begun) }
})

/** Lets what does not wait for the clock go on: pages are read in threads. */
const turns = Effect.promise(async () => {
  for (let n = 0; n < 50; n++) await new Promise((resolve) => setImmediate(resolve))
})

const until = (looks: Effect.Effect<number>, count: number) =>
  Effect.repeat(Effect.andThen(turns, looks), { until: (n) => n === count })

type Answer = Result.Result<{ readonly value: { readonly markdown: string | null } }, { readonly _tag: string }>

const told = (answer: Answer): string =>
  Result.isSuccess(answer) ? (answer.success.value.markdown ?? "") : answer.failure._tag

describe("a page that two processes want at once", () => {
  it.effect("is fetched by one, and read by the other from what that kept", () =>
    Effect.gen(function* () {
      const { begin, looks, show } = yield* scene
      yield* show({ body: pageWith("Prices"), latency: "3 seconds" })
      const one = yield* begin(0)
      yield* until(looks, 1)
      const other = yield* begin(1)
      yield* turns
      yield* TestClock.adjust("3 seconds")
      assert.include(told(yield* Fiber.join(one)), "# Prices")
      yield* TestClock.adjust("1 second")
      assert.include(told(yield* Fiber.join(other)), "# Prices")
      assert.strictEqual(yield* looks, 1)
    }).pipe(Effect.provide(shared))
  )

  it.effect("is fetched by the other itself when the first could not", () =>
    Effect.gen(function* () {
      const { begin, looks, show } = yield* scene
      yield* show({ status: 404, body: "", latency: "3 seconds" }, { body: pageWith("Prices") })
      const one = yield* begin(0)
      yield* until(looks, 1)
      const other = yield* begin(1)
      yield* turns
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual((yield* Fiber.join(one))._tag, "Failure")
      yield* TestClock.adjust("1 second")
      assert.include(told(yield* Fiber.join(other)), "# Prices")
      assert.strictEqual(yield* looks, 2)
    }).pipe(Effect.provide(shared))
  )

  it.effect("is fetched by both when the first takes too long", () =>
    Effect.gen(function* () {
      const { begin, looks, show } = yield* scene
      yield* show({ body: pageWith("Prices"), latency: "20 seconds" })
      const one = yield* begin(0)
      yield* until(looks, 1)
      const other = yield* begin(1)
      yield* turns
      yield* TestClock.adjust("11 seconds")
      yield* until(looks, 2)
      yield* Fiber.interruptAll([one, other])
    }).pipe(Effect.provide(shared))
  )

  it.effect("is fetched by both where nobody keeps places", () =>
    Effect.gen(function* () {
      const { begin, looks, show } = yield* scene
      yield* show({ body: pageWith("Prices"), latency: "3 seconds" })
      const both = [yield* begin(0), yield* begin(1)]
      yield* until(looks, 2)
      yield* Fiber.interruptAll(both)
    }).pipe(Effect.provide(layer))
  )
})
