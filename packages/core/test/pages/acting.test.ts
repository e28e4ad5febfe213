/** Pages that a call acts on. Observed: what the call is told, so that it knows whether it may be repeated. */
import { assert, describe, it } from "@effect/vitest"
import { CurrentLease, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Pages } from "@kittiwake/core/pages/Pages"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { DeadlinePassed, MayHaveActed, SlowDown, TooBusy, WebsiteInaccessible } from "@kittiwake/core/web/errors"
import { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { CurrentActing, newActing } from "../../src/budget/CurrentActing.ts"
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
    const around = newActing()
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
      const around = { ...newActing(), hasActed: true }
      yield* Effect.provideService(actingOnce(Effect.void), CurrentActing, around)
      assert.isTrue(around.hasActed)
    })
  )

  /** What is known around a call that is left while the page is rendered. */
  const leaving = Effect.fnUntraced(function* (actions: ReadonlyArray<BrowserAction>) {
    yield* shows(() => Effect.never)
    const around = newActing()
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
      const around = newActing()
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
        const around = newActing()
        const rendering = renderCapture(sourceOf(url, { actions }), deadline, "it acts")
        const fiber = yield* Effect.forkChild(Effect.provideService(rendering, CurrentActing, around))
        yield* turns
        yield* Fiber.interrupt(fiber)
        assert.strictEqual(around.hasActed, mayHaveActed)
      }
    }).pipe(Effect.provide(layer))
  )
})

describe("whoever leaves a page", () => {
  /** A browser that has a turn for nobody until it is told, asks then, and notes what it does on the page. */
  const waiting = Effect.gen(function* () {
    const turn = yield* Deferred.make<void>()
    const done: Array<string> = []
    const browser = yield* ScriptedBrowser
    browser.asksBeforeActing = true
    browser.show = ({ beforeActing = Effect.void, url: at }) =>
      Deferred.await(turn).pipe(
        Effect.andThen(beforeActing),
        Effect.andThen(Effect.sync(() => done.push(at))),
        Effect.andThen(Effect.delay(Effect.succeed({ html: pageWith("Shop") }), "20 seconds"))
      )
    return { turn: Deferred.succeed(turn, undefined), done, asked: browser.asked }
  })

  /** A call that asks for the page, and what is known of it. */
  const ask = Effect.fnUntraced(function* (reader: OrganizationId, actions: ReadonlyArray<BrowserAction> = [press]) {
    const acting = newActing()
    const call = yield* callOf(reader)
    const fiber = yield* Pages.use((pages) => pages.scrape(call, markdownOf(url, { actions }))).pipe(
      Effect.provideService(CurrentActing, acting),
      Effect.result,
      Effect.forkChild
    )
    yield* Effect.repeat(turns, { times: 10 })
    return { acting, fiber }
  })

  const ending = (fiber: Fiber.Fiber<{ readonly _tag: string; readonly failure?: unknown }>) =>
    Effect.map(Fiber.join(fiber), (done) => (done._tag === "Failure" ? done.failure : done._tag))

  it.effect("before it has its turn knows that nothing was done, and nothing is then", () =>
    Effect.gen(function* () {
      const { asked, done, turn } = yield* waiting
      const { acting, fiber } = yield* ask(yield* newReader())
      assert.lengthOf(asked, 1)
      yield* Fiber.interrupt(fiber)
      assert.isFalse(acting.hasActed)
      yield* turn
      yield* turns
      // Also where its rendering had not heard of it yet.
      const { message, reason } = yield* Effect.flip(asked[0]?.beforeActing ?? Effect.die("It is not asked."))
      assert.deepStrictEqual([reason, message.includes("left")], ["no_turn", true])
      assert.deepStrictEqual([done, acting.hasActed], [[], false])
    }).pipe(Effect.provide(layer))
  )

  it.effect("once it was asked before knows that it may have been acted on", () =>
    Effect.gen(function* () {
      const { done, turn } = yield* waiting
      const { acting, fiber } = yield* ask(yield* newReader())
      yield* turn
      yield* turns
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual([done, acting.hasActed], [[url], true])
    }).pipe(Effect.provide(layer))
  )

  it.effect("that others wait for counts it as acted on, and they get it", () =>
    Effect.gen(function* () {
      const { done, turn } = yield* waiting
      const reader = yield* newReader()
      const [leaver, other] = [yield* ask(reader), yield* ask(reader)]
      yield* Fiber.interrupt(leaver.fiber)
      assert.deepStrictEqual([leaver.acting.hasActed, other.acting.hasActed], [true, false])
      yield* turn
      yield* turns
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual([yield* ending(other.fiber), done], ["Success", [url]])
    }).pipe(Effect.provide(layer))
  )

  it.effect("with all others knows that nothing was done on it", () =>
    Effect.gen(function* () {
      const { asked, done, turn } = yield* waiting
      const reader = yield* newReader()
      const both = [yield* ask(reader), yield* ask(reader)]
      assert.lengthOf(asked, 1)
      yield* Effect.forEach(both, ({ fiber }) => Fiber.interrupt(fiber))
      yield* turn
      yield* turns
      assert.deepStrictEqual([done, both[1]?.acting.hasActed], [[], false])
    }).pipe(Effect.provide(layer))
  )

  it.effect("that he came to when it was acted on already counts it as such too", () =>
    Effect.gen(function* () {
      const { asked, turn } = yield* waiting
      const reader = yield* newReader()
      const first = yield* ask(reader)
      yield* turn
      yield* turns
      const late = yield* ask(reader)
      assert.lengthOf(asked, 1)
      yield* Fiber.interrupt(first.fiber)
      yield* Fiber.interrupt(late.fiber)
      assert.deepStrictEqual([first.acting.hasActed, late.acting.hasActed], [true, true])
    }).pipe(Effect.provide(layer))
  )

  it.effect("that only scrolls has done nothing, whoever waits for it", () =>
    Effect.gen(function* () {
      const { turn } = yield* waiting
      const { acting, fiber } = yield* ask(yield* newReader(), [scroll])
      yield* turn
      yield* turns
      yield* Fiber.interrupt(fiber)
      assert.isFalse(acting.hasActed)
    }).pipe(Effect.provide(layer))
  )

  for (const [when, hasTurn] of [
    ["says so where it may have been acted on", true],
    ["says nothing of it while it waited for its turn", false]
  ] as const)
    it.effect(`because its time is over ${when}`, () =>
      Effect.gen(function* () {
        const { turn } = yield* waiting
        const { acting, fiber } = yield* ask(yield* newReader())
        yield* TestClock.adjust("15 seconds")
        if (hasTurn) yield* turn
        yield* turns
        yield* TestClock.adjust("15 seconds")
        const error = yield* ending(fiber)
        assert.instanceOf(error, DeadlinePassed)
        assert.strictEqual((error as DeadlinePassed).mayHaveActed, hasTurn ? true : undefined)
        assert.strictEqual(acting.hasActed, hasTurn)
      }).pipe(Effect.provide(layer))
    )
})
