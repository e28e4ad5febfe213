/** Calls that are broken off while their work is under way, as a server that stops does. Observed: whether they count as ones that acted. */
import { assert, describe, it } from "@effect/vitest"
import { MemoryBudget } from "@kittiwake/core/budget/MemoryBudget"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import type { Rendered, RenderRequest } from "@kittiwake/core/pages/Browser"
import { TooBusy } from "@kittiwake/core/web/errors"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { HttpServerError, HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { CurrentActing, noteMayAct } from "../../core/src/budget/CurrentActing.ts"
import { noteActing, renderActing } from "../../core/src/pages/acting.ts"
import { organizationOf } from "../../core/src/testing/builders.ts"
import { Exchange, newExchange } from "../src/Exchange.ts"
import { type CallInput, WebCalls } from "../src/web/call.ts"

const press = { do: "click", selector: "#order" } as const
const scroll = { do: "scroll" } as const

const caller = { id: "key_1", organization: organizationOf({ plan: "scale" }) } as unknown as Principal

const turns = Effect.repeat(Effect.yieldNow, { times: 50 })

/** A call that begins `work`, or joins what a call with the same input has begun. */
const begin = Effect.fnUntraced(function* (
  input: CallInput,
  work: Effect.Effect<{ value: string; credits: number }, TooBusy>,
  headers: Record<string, string> = {}
) {
  const exchange = newExchange("req_1", 0, yield* MemoryBudget)
  const request = HttpServerRequest.fromWeb(new Request("http://kittiwake.test/", { headers }))
  const fiber = yield* WebCalls.use((calls) =>
    calls.run(request, caller, input, { partialNeedsTime: false }, () => work)
  ).pipe(
    Effect.provideService(Exchange, exchange),
    Effect.provideService(CurrentActing, exchange.acting),
    Effect.forkChild
  )
  yield* turns
  return { fiber, acted: () => exchange.acting.hasActed }
})

const joins = { "x-stainless-retry-count": "1" }
const acted = noteActing({ actions: [press] })
const mayAct = Effect.map(CurrentActing, (acting) => {
  if (acting !== null) noteMayAct(acting)
})

/** Work that waits for its turn at a browser, and how often it pressed what it should. */
const waitingWork = Effect.gen(function* () {
  const turn = yield* Deferred.make<void>()
  let presses = 0
  const browser = {
    asksBeforeActing: true,
    render: ({ beforeActing = Effect.die("It cannot be asked.") }: RenderRequest) =>
      Deferred.await(turn).pipe(
        Effect.andThen(beforeActing),
        Effect.andThen(
          Effect.sync(() => {
            presses += 1
            return {} as Rendered
          })
        )
      )
  }
  const work = renderActing(browser, { actions: [press] } as unknown as RenderRequest).pipe(
    Effect.as({ value: "page", credits: 1 }),
    Effect.mapError(() => new TooBusy({ message: "No turn." }))
  )
  const has = Effect.andThen(Deferred.succeed(turn, undefined), turns)
  return { work, hasTurn: has, presses: () => presses }
})

describe("a call that is broken off", () => {
  const named: ReadonlyArray<readonly [string, CallInput, boolean]> = [
    ["names actions on a page", { actions: [scroll, press] }, true],
    ["tries a monitor with such", { target: { type: "page", actions: [press] } }, true],
    ["only scrolls", { actions: [scroll] }, false],
    ["names none", {}, false],
    ["tries a monitor without", { target: { type: "sitemap" } }, false]
  ]
  for (const [what, input, mayHaveActed] of named)
    it.effect(`${mayHaveActed ? "may have" : "has not"} acted where it ${what}`, () =>
      Effect.gen(function* () {
        const { acted, fiber } = yield* begin(input, Effect.andThen(mayAct, Effect.never))
        yield* Fiber.interrupt(fiber)
        assert.strictEqual(acted(), mayHaveActed)
      }).pipe(Effect.provide(WebCalls.layer))
    )

  it.effect("may have acted where it joined one that goes on", () =>
    Effect.gen(function* () {
      const first = yield* begin({ actions: [press] }, Effect.andThen(mayAct, Effect.never))
      const repetition = yield* begin({ actions: [press] }, Effect.die("It is joined."), joins)
      yield* Fiber.interrupt(repetition.fiber)
      assert.deepStrictEqual([first.acted(), repetition.acted()], [false, true])
    }).pipe(Effect.provide(WebCalls.layer))
  )
})

describe("a call that is broken off while its page waits for the browser", () => {
  it.effect("has not acted, and does not when its turn comes", () =>
    Effect.gen(function* () {
      const { hasTurn, presses, work } = yield* waitingWork
      const { acted, fiber } = yield* begin({ actions: [press] }, work)
      yield* Fiber.interrupt(fiber)
      yield* hasTurn
      assert.deepStrictEqual([presses(), acted()], [0, false])
    }).pipe(Effect.provide(WebCalls.layer))
  )

  it.effect("may have where another waits for the same", () =>
    Effect.gen(function* () {
      const { hasTurn, presses, work } = yield* waitingWork
      const first = yield* begin({ actions: [press] }, work)
      const repetition = yield* begin({ actions: [press] }, Effect.die("It is joined."), joins)
      yield* Fiber.interrupt(first.fiber)
      yield* hasTurn
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(repetition.fiber)))
      assert.deepStrictEqual([presses(), first.acted()], [1, true])
    }).pipe(Effect.provide(WebCalls.layer))
  )

  it.effect("acts when its client only went away, who may come back for it", () =>
    Effect.gen(function* () {
      const { hasTurn, presses, work } = yield* waitingWork
      const { fiber } = yield* begin({ actions: [press] }, work)
      fiber.interruptUnsafe(undefined, HttpServerError.ClientAbort.annotation)
      yield* turns
      yield* hasTurn
      assert.strictEqual(presses(), 1)
    }).pipe(Effect.provide(WebCalls.layer))
  )
})

describe("a call that joined another", () => {
  const endings: ReadonlyArray<readonly [string, Effect.Effect<{ value: string; credits: number }, TooBusy>]> = [
    ["ended well", Effect.succeed({ value: "page", credits: 1 })],
    ["failed", Effect.fail(new TooBusy({ message: "No room." }))],
    ["broke", Effect.die("bug")]
  ]
  for (const [how, ending] of endings)
    it.effect(`has acted where that acted and ${how}`, () =>
      Effect.gen(function* () {
        const work = Effect.sleep("1 milli").pipe(Effect.andThen(acted), Effect.andThen(ending))
        const both = [yield* begin({}, work), yield* begin({}, Effect.die("It is joined."), joins)]
        yield* TestClock.adjust("1 milli")
        yield* Effect.forEach(both, ({ fiber }) => Fiber.await(fiber))
        assert.deepStrictEqual(
          both.map((one) => one.acted()),
          [true, true]
        )
      }).pipe(Effect.provide(WebCalls.layer))
    )

  it.effect("has not where that only read", () =>
    Effect.gen(function* () {
      const { acted, fiber } = yield* begin({ actions: [press] }, Effect.succeed({ value: "kept", credits: 1 }))
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(fiber)))
      assert.isFalse(acted())
    }).pipe(Effect.provide(WebCalls.layer))
  )
})
