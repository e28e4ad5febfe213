import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { exactly } from "../../src/credits/domain/PriceRange.ts"
import type { TraceStep } from "../../src/monitors/domain/Run.ts"
import { traced } from "../../src/monitors/traced.ts"
import { charged } from "../../src/web/charged.ts"
import { DeadlinePassed } from "../../src/web/errors.ts"
import { makeTurnTally, steadyMillis, TurnWaits, waitBesideOthers } from "../../src/web/TurnWaits.ts"
import { callOf, layer, newReader } from "../reading.ts"

/** Waits for a turn at a host, as a fetcher does, and says what it waited. */
const wait = (host: string, others: number, seconds: number) =>
  Effect.clockWith((clock) =>
    Effect.flatMap(TurnWaits, (tally) => {
      const end = tally?.begin(host, others, steadyMillis(clock))
      return Effect.andThen(
        Effect.sleep(seconds * 1_000),
        Effect.sync(() => end?.(steadyMillis(clock)))
      )
    })
  )

describe("what work waited for its turns", () => {
  it("adds up what came one after the other, and counts once what was at the same time", () => {
    const whole = makeTurnTally(0, null)
    const part = makeTurnTally(0, whole)
    const first = part.begin("a.example", 3, 0)
    const second = part.begin("b.example", 5, 2_000)
    first(4_000)
    assert.deepStrictEqual(part.waited(9_000), { host: "b.example", others: 5, seconds: 9 })
    second(9_000)
    second(20_000)
    part.begin("a.example", 0, 30_000)(31_000)
    assert.deepStrictEqual(part.waited(40_000), { host: "b.example", others: 5, seconds: 10 })
    assert.deepStrictEqual(whole.waited(40_000), part.waited(40_000))
    assert.isNull(makeTurnTally(0, null).waited(40_000))
  })

  it.effect("is told in the step of a run that waited, whatever came of it", () =>
    Effect.gen(function* () {
      const trace: Array<TraceStep> = []
      const step = <A, E>(work: Effect.Effect<A, E>) => work.pipe(traced(trace, "fetch")(() => "status 200"))
      const running = yield* Effect.forkChild(
        Effect.all([
          step(wait("shop.example", 9, 71)),
          step(Effect.void),
          Effect.flip(step(Effect.andThen(wait("shop.example", 9, 3), Effect.fail("gone"))))
        ])
      )
      yield* TestClock.adjust("2 minutes")
      yield* Fiber.join(running)
      assert.deepStrictEqual(
        trace.map(({ outcome }) => outcome),
        [
          "status 200; waited 71 s for a turn at shop.example",
          "status 200",
          "failed; waited 3 s for a turn at shop.example"
        ]
      )
    })
  )

  it.effect("is said of a deadline that passed when it was most of the time", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const late = Effect.fnUntraced(function* (waiting: number, reading: number) {
        const work = Effect.andThen(
          Effect.andThen(wait("shop.example", 44, waiting), Effect.sleep(reading * 1_000)),
          Effect.fail(new DeadlinePassed())
        )
        const asking = yield* Effect.forkChild(Effect.flip(charged(yield* callOf(reader), exactly(1))(() => work)))
        yield* TestClock.adjust((waiting + reading) * 1_000)
        const error = yield* Fiber.join(asking)
        return error._tag === "DeadlinePassed" ? error.waited : assert.fail(error._tag)
      })
      const waited = yield* late(15, 10)
      assert.deepStrictEqual(waited, { host: "shop.example", others: 44, seconds: 15 })
      assert.strictEqual(
        waited === undefined ? null : waitBesideOthers(waited),
        "waited 15 s for a turn at shop.example, which 44 other requests of this server had or awaited"
      )
      assert.isUndefined(yield* late(5, 20))
    }).pipe(Effect.provide(layer))
  )
})
