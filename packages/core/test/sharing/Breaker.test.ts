import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Metric } from "effect"
import { TestClock } from "effect/testing"
import { StoreUnavailable } from "../../src/StoreUnavailable.ts"
import { makeBreaker } from "../../src/sharing/makeBreaker.ts"

const unavailable = new StoreUnavailable({ operation: "ask", cause: "away" })

/** Something that is asked, may be away, and counts how often it was asked. */
const openOutside = () => {
  const outside = { isAway: false, asked: 0 }
  const breaker = makeBreaker({ use: "limits", lost: "lost", found: "found" })
  const ask = Effect.suspend(() => {
    outside.asked += 1
    return outside.isAway ? Effect.fail(unavailable) : Effect.succeed("answer" as const)
  })
  const call = breaker(ask, (wasAsked) => Effect.succeed(wasAsked ? ("in vain" as const) : ("without" as const)))
  return { outside, breaker, call, calls: (count: number) => Effect.all(Array.from({ length: count }, () => call)) }
}

describe("a breaker", () => {
  it.effect("asks always while there are answers, and forgives a failure or two", () =>
    Effect.gen(function* () {
      const { call, calls, outside } = openOutside()
      for (let round = 0; round < 5; round++) {
        outside.isAway = true
        assert.deepStrictEqual(yield* calls(2), ["in vain", "in vain"])
        outside.isAway = false
        assert.strictEqual(yield* call, "answer")
      }
      assert.strictEqual(outside.asked, 15)
    })
  )

  it.effect("asks nobody for a second after three failures in a row, then by one, and rests longer each time", () =>
    Effect.gen(function* () {
      const { calls, outside } = openOutside()
      outside.isAway = true
      assert.deepStrictEqual(yield* calls(5), ["in vain", "in vain", "in vain", "without", "without"])
      for (const seconds of [1, 2, 4, 5, 5]) {
        yield* TestClock.adjust(seconds * 1_000 - 1)
        assert.deepStrictEqual(yield* calls(1), ["without"], `${seconds} s`)
        yield* TestClock.adjust(1)
        assert.deepStrictEqual(yield* calls(2), ["in vain", "without"], `${seconds} s`)
      }
      assert.strictEqual(outside.asked, 8)
      outside.isAway = false
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* calls(3), ["answer", "answer", "answer"])
    })
  )

  it.effect("shows while it is open, to who collects metrics", () => {
    const shown = Effect.map(Metric.snapshot, (all) => all.map(({ attributes, id, state }) => [id, attributes, state]))
    const as = (value: number) => [["kittiwake_breaker_open", { use: "limits" }, { value }]]
    return Effect.gen(function* () {
      const { call, calls, outside } = openOutside()
      yield* call
      assert.deepStrictEqual(yield* shown, [], "it never opened")
      outside.isAway = true
      yield* calls(3)
      assert.deepStrictEqual(yield* shown, as(1))
      outside.isAway = false
      yield* TestClock.adjust("1 second")
      yield* call
      assert.deepStrictEqual(yield* shown, as(0))
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  })

  it.effect("lets another try when who tried went away, and only one at a time", () =>
    Effect.gen(function* () {
      const { breaker, call, calls, outside } = openOutside()
      outside.isAway = true
      yield* calls(3)
      yield* TestClock.adjust("1 second")
      const trying = yield* Effect.forkChild(breaker(Effect.never, () => Effect.void))
      yield* Effect.yieldNow
      assert.strictEqual(yield* call, "without")
      yield* Fiber.interrupt(trying)
      outside.isAway = false
      assert.strictEqual(yield* call, "answer")
    })
  )

  it.effect("rests no longer for failures of those who asked before it opened", () =>
    Effect.gen(function* () {
      const { breaker, calls, outside } = openOutside()
      const late = yield* Effect.forkChild(
        breaker(Effect.andThen(Effect.sleep("900 millis"), Effect.fail(unavailable)), () => Effect.void)
      )
      yield* Effect.yieldNow
      outside.isAway = true
      yield* calls(3)
      yield* TestClock.adjust("900 millis")
      yield* Fiber.join(late)
      outside.isAway = false
      yield* TestClock.adjust("100 millis")
      assert.deepStrictEqual(yield* calls(1), ["answer"])
    })
  )
})
