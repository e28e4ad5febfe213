import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { forEachInTurns, inThreadTurns, mapInTurns } from "../src/inThreadTurns.ts"

/** A clock on which looking at it takes so long. */
const ticking = (millis: number) =>
  Effect.map(Clock.Clock, (clock) => {
    let nanos = 0n
    const look = () => {
      nanos += BigInt(millis * 1_000_000)
      return nanos
    }
    return { ...clock, monotonicTimeNanosUnsafe: look, monotonicTimeNanos: Effect.sync(look) } satisfies Clock.Clock
  })

/** Counts the turns of the thread until the work is over. */
const turnsOf = <A>(work: Effect.Effect<A>) =>
  Effect.gen(function* () {
    let turns = 0
    let isOver = false
    const next = () => {
      turns += 1
      if (!isOver) setImmediate(next)
    }
    setImmediate(next)
    const value = yield* work
    isOver = true
    return { turns, value }
  })

const numbers = Array.from({ length: 20 }, (_, index) => index)

describe("work in turns of the thread", () => {
  it.live("lets others have the thread after milliseconds, and gives what it made", () =>
    Effect.gen(function* () {
      const clock = yield* ticking(1)
      const { turns, value } = yield* turnsOf(
        Effect.provideService(
          mapInTurns(numbers, (number) => number * 2),
          Clock.Clock,
          clock
        )
      )
      assert.deepStrictEqual(
        value,
        numbers.map((number) => number * 2)
      )
      assert.isAtLeast(turns, 10)
    })
  )

  it.live("does one piece of all works between two turns of others", () =>
    Effect.gen(function* () {
      const clock = yield* ticking(1)
      let [inTurn, most] = [0, 0]
      const each = () => {
        if (inTurn === 0) {
          setImmediate(() => {
            most = Math.max(most, inTurn)
            inTurn = 0
          })
        }
        inTurn += 1
      }
      const works = numbers.map(() => forEachInTurns(numbers.slice(0, 5), each))
      yield* Effect.provideService(Effect.all(works, { concurrency: "unbounded" }), Clock.Clock, clock)
      assert.isAtMost(most, 4)
    })
  )

  it.effect("leaves the thread to others for as long as a long piece took", () =>
    Effect.gen(function* () {
      const clock = yield* ticking(30)
      const done: Array<number> = []
      const work = forEachInTurns([1, 2], (number) => {
        done.push(number)
      })
      const fiber = yield* Effect.forkChild(Effect.provideService(work, Clock.Clock, clock))
      yield* Effect.yieldNow
      yield* TestClock.adjust("80 millis")
      assert.deepStrictEqual(done, [1])
      yield* TestClock.adjust("20 millis")
      assert.deepStrictEqual(done, [1, 2])
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(fiber)
    })
  )

  it.live("is done at once where it is slight, and hands its place on where it fails or is left", () =>
    Effect.gen(function* () {
      const clock = yield* ticking(0)
      const slight = mapInTurns(numbers, (number) => number)
      assert.isBelow((yield* turnsOf(Effect.provideService(slight, Clock.Clock, clock))).turns, 3)
      const failure = yield* Effect.exit(
        forEachInTurns([1], () => {
          throw new Error("broken")
        })
      )
      assert.strictEqual(failure._tag, "Failure")
      const endless = inThreadTurns(
        (function* () {
          for (;;) yield
        })()
      )
      assert.strictEqual((yield* Effect.timeoutOption(endless, "20 millis"))._tag, "None")
      assert.deepStrictEqual(yield* slight, numbers)
    })
  )
})
