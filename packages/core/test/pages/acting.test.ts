/** Pages that a call acts on. Observed: what the call is told, so that it knows whether it may be repeated. */
import { assert, describe, it } from "@effect/vitest"
import { CurrentLease, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { Pages } from "@kittiwake/core/pages/Pages"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { BrowserAction } from "../../src/pages/domain/BrowserAction.ts"
import { callOf, layer, markdownOf, newReader, pageWith, ports, ScriptedBrowser } from "../reading.ts"

const url = "https://site.example/page"
const press = { do: "click", selector: "button" } as const
const scroll = { do: "scroll", direction: "down", amount: "max", maxScrolls: 1, container: null } as const

const large = pageWith("Large", `<p>${"word ".repeat(17)}</p>`.repeat(900))

const turns = Effect.repeat(Effect.yieldNow, { times: 100 })

const shows = (show: ScriptedBrowser["Service"]["show"]) =>
  Effect.map(ScriptedBrowser, (browser) => {
    browser.show = show
  })

const scrape = Effect.fnUntraced(function* (actions: ReadonlyArray<BrowserAction>) {
  const call = yield* callOf(yield* newReader())
  const done = yield* Effect.result(Pages.use((pages) => pages.scrape(call, markdownOf(url, { actions }))))
  return done._tag === "Success" ? "read" : done.failure._tag
})

/** The same while there is room for no page. */
const scrapeInNoRoom = (actions: ReadonlyArray<BrowserAction>) => {
  const memory = new MemoryCounter({ capacityBytes: 12 * large.length })
  memory.open("full").keep(8 * large.length)
  return Effect.provideService(scrape(actions), CurrentLease, memory.open("full"))
}

describe("a call that acts on its page", () => {
  it.effect("is told that it may have acted where the browser ended then", () =>
    Effect.gen(function* () {
      yield* shows(() => Effect.fail(new PageUnreachable({ reason: "may_have_acted", message: "It ended." })))
      assert.strictEqual(yield* scrape([press]), "MayHaveActed")
    }).pipe(Effect.provide(layer))
  )

  it.effect(
    "is told so where there is no room for what came of it, and may be repeated where it only looked around",
    () =>
      Effect.gen(function* () {
        yield* shows(() => Effect.succeed({ html: large }))
        assert.strictEqual(yield* scrapeInNoRoom([press]), "MayHaveActed")
        assert.strictEqual(yield* scrapeInNoRoom([scroll]), "TooBusy")
      }).pipe(Effect.provide(layer))
  )

  it.effect("may be repeated where there was no turn for it", () =>
    Effect.gen(function* () {
      yield* shows(() => Effect.fail(new PageUnreachable({ reason: "no_turn", message: "Others are rendered." })))
      assert.strictEqual(yield* scrape([press]), "TooBusy")
    }).pipe(Effect.provide(layer))
  )

  it.effect("is told so where it only joined another that acted, and there is no room for what came of that", () =>
    Effect.gen(function* () {
      const browser = yield* ScriptedBrowser
      yield* shows(() => Effect.delay(Effect.succeed({ html: large }), "1 second"))
      const reader = yield* newReader()
      const memory = new MemoryCounter({ capacityBytes: 12 * large.length })
      memory.open("full").keep(8 * large.length)
      const asking = yield* Effect.forEach([1, 2], () =>
        Effect.gen(function* () {
          const call = yield* callOf(reader)
          return yield* Effect.flip(Pages.use((pages) => pages.scrape(call, markdownOf(url, { actions: [press] }))))
        }).pipe(Effect.provideService(CurrentLease, memory.open("full")), Effect.forkChild)
      )
      for (let seconds = 0; seconds < 20; seconds += 1) yield* Effect.andThen(turns, TestClock.adjust("1 second"))
      const tags = (yield* Effect.forEach(asking, Fiber.join)).map(({ _tag }) => _tag)
      assert.lengthOf(browser.asked, 1)
      assert.deepStrictEqual(tags, ["MayHaveActed", "MayHaveActed"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("is told so where it only joined another that acted, and the charge cannot be written", () => {
    const away = Layer.effect(
      CreditLedger,
      Effect.map(CreditLedger, (ledger) =>
        CreditLedger.of({
          ...ledger,
          settle: () => Effect.fail(new StoreUnavailable({ operation: "settle", cause: "it is away" }))
        })
      )
    )
    return Effect.gen(function* () {
      const browser = yield* ScriptedBrowser
      yield* shows(() => Effect.delay(Effect.succeed({ html: pageWith("Shop") }), "1 second"))
      const reader = yield* newReader()
      const asking = yield* Effect.forEach([1, 2], () =>
        Effect.forkChild(
          Effect.gen(function* () {
            const call = yield* callOf(reader)
            return yield* Effect.flip(Pages.use((pages) => pages.scrape(call, markdownOf(url, { actions: [press] }))))
          })
        )
      )
      for (let seconds = 0; seconds < 20; seconds += 1) yield* Effect.andThen(turns, TestClock.adjust("1 second"))
      const tags = (yield* Effect.forEach(asking, Fiber.join)).map(({ _tag }) => _tag)
      assert.lengthOf(browser.asked, 1)
      assert.deepStrictEqual(tags, ["MayHaveActed", "MayHaveActed"])
    }).pipe(Effect.provide(Pages.layer.pipe(Layer.provideMerge(away), Layer.provideMerge(ports))))
  })
})
