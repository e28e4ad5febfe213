/** Pages that a call acts on. Observed: what the call is told, so that it knows whether it may be repeated. */
import { assert, describe, it } from "@effect/vitest"
import { CurrentLease, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { Pages } from "@kittiwake/core/pages/Pages"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { MayHaveActed, SlowDown, TooBusy, WebsiteInaccessible } from "@kittiwake/core/web/errors"
import { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { type Acting, CurrentActing } from "../../src/budget/CurrentActing.ts"
import { actingOnce, noteActing } from "../../src/pages/acting.ts"
import type { BrowserAction } from "../../src/pages/domain/BrowserAction.ts"
import { renderCapture } from "../../src/pages/renderCapture.ts"
import { ProfileBusy } from "../../src/profiles/errors.ts"
import { callOf, layer, markdownOf, newReader, pageWith, ports, ScriptedBrowser, sourceOf } from "../reading.ts"

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

describe("whoever asked for work that acts", () => {
  const noted = noteActing({ actions: [press] })

  /** What the work ends with, and what is known around it then. */
  const ending = Effect.fnUntraced(function* <E>(work: Effect.Effect<unknown, E>) {
    const around: Acting = { hasActed: false }
    const exit = yield* Effect.exit(Effect.provideService(actingOnce(work), CurrentActing, around))
    return { exit, hasActed: around.hasActed }
  })

  for (const error of [
    new ProfileBusy(),
    new SlowDown({ message: "Later.", retryAfterSeconds: 5 }),
    new StoreUnavailable({ operation: "settle", cause: "away" }),
    new TooBusy({ message: "No room." })
  ])
    it.effect(`is not told to come again with ${error._tag} once it has acted`, () =>
      Effect.gen(function* () {
        assert.instanceOf(yield* Effect.flip(actingOnce(Effect.andThen(noted, Effect.fail(error)))), MayHaveActed)
        assert.strictEqual(yield* Effect.flip(actingOnce(Effect.fail(error))), error)
      })
    )

  it.effect("is told what it failed for where that does not pass by itself", () =>
    Effect.gen(function* () {
      const error = new WebsiteInaccessible({ message: "It answers 500." })
      assert.strictEqual(yield* Effect.flip(actingOnce(Effect.andThen(noted, Effect.fail(error)))), error)
    })
  )

  it.effect("knows that it acted, however it ended, and nothing where it did not", () =>
    Effect.gen(function* () {
      for (const end of [Effect.void, Effect.fail("failed"), Effect.die("bug"), Effect.interrupt]) {
        assert.isTrue((yield* ending(Effect.andThen(noted, end as Effect.Effect<void, string>))).hasActed)
        assert.isFalse((yield* ending(end as Effect.Effect<void, string>)).hasActed)
      }
      const scrolled = noteActing({ actions: [scroll] })
      assert.isFalse((yield* ending(scrolled)).hasActed)
      // What was known before stays.
      const around: Acting = { hasActed: true }
      yield* Effect.provideService(actingOnce(Effect.void), CurrentActing, around)
      assert.isTrue(around.hasActed)
    })
  )

  /** What is known around a call that is left while the page is rendered. */
  const leaving = Effect.fnUntraced(function* (actions: ReadonlyArray<BrowserAction>) {
    yield* shows(() => Effect.never)
    const around: Acting = { hasActed: false }
    const call = yield* callOf(yield* newReader())
    const scraping = Pages.use((pages) => pages.scrape(call, markdownOf(url, { actions })))
    const fiber = yield* Effect.forkChild(Effect.provideService(scraping, CurrentActing, around))
    const { asked } = yield* ScriptedBrowser
    for (let turn = 0; turn < 50 && asked.length === 0; turn += 1) yield* turns
    yield* Fiber.interrupt(fiber)
    assert.lengthOf(asked, 1)
    return around.hasActed
  })

  it.effect("and leaves while its page is rendered knows that it may have acted", () =>
    Effect.map(leaving([press]), assert.isTrue).pipe(Effect.provide(layer))
  )

  it.effect("and leaves a page that is only scrolled knows that it has not", () =>
    Effect.map(leaving([scroll]), assert.isFalse).pipe(Effect.provide(layer))
  )

  it.effect("knows it where the browser ended, also who renders a page alone", () =>
    Effect.gen(function* () {
      yield* shows(() => Effect.fail(new PageUnreachable({ reason: "may_have_acted", message: "It ended." })))
      const around: Acting = { hasActed: false }
      yield* Effect.provideService(scrape([press]), CurrentActing, around)
      assert.isTrue(around.hasActed)
    }).pipe(Effect.provide(layer))
  )

  it.effect("and stops a rendering knows that it may have acted", () =>
    Effect.gen(function* () {
      yield* shows(() => Effect.never)
      const { deadline } = yield* callOf(yield* newReader())
      for (const [actions, mayHaveActed] of [
        [[press], true],
        [[scroll], false]
      ] as const) {
        const around: Acting = { hasActed: false }
        const rendering = renderCapture(sourceOf(url, { actions }), deadline, "it acts")
        const fiber = yield* Effect.forkChild(Effect.provideService(rendering, CurrentActing, around))
        yield* turns
        yield* Fiber.interrupt(fiber)
        assert.strictEqual(around.hasActed, mayHaveActed)
      }
    }).pipe(Effect.provide(layer))
  )
})
