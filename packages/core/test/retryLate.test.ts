import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber, Schedule } from "effect"
import { TestClock } from "effect/testing"
import { retryLate } from "../src/retryLate.ts"

const schedule = Schedule.max([Schedule.exponential("1 second"), Schedule.recurs(3)])

/** When each attempt was made, of which so many fail with `error`, and how it ended. */
const attempts = (failing: number, error: string) =>
  Effect.gen(function* () {
    const seconds: Array<number> = []
    const began = yield* Clock.currentTimeMillis
    const attempt = Effect.flatMap(Clock.currentTimeMillis, (millis) => {
      seconds.push((millis - began) / 1_000)
      return seconds.length > failing ? Effect.succeed("done") : Effect.fail(error)
    })
    const trying = yield* Effect.forkChild(retryLate(attempt, { schedule, while: (error) => error === "away" }))
    yield* TestClock.adjust("1 hour")
    return { seconds, exit: yield* Fiber.await(trying) }
  })

describe("trying again what hardly ever fails", () => {
  it.effect("waits as the schedule says from the first failure on", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* attempts(2, "away"), { seconds: [0, 1, 3], exit: Exit.succeed("done") })
    })
  )

  it.effect("ends with the schedule", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* attempts(9, "away"), { seconds: [0, 1, 3, 7], exit: Exit.fail("away") })
    })
  )

  it.effect("leaves be what succeeds, and what it is not for", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* attempts(0, "away"), { seconds: [0], exit: Exit.succeed("done") })
      assert.deepStrictEqual(yield* attempts(9, "wrong"), { seconds: [0], exit: Exit.fail("wrong") })
    })
  )
})
