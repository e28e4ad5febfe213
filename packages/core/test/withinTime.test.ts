/** Observed: when work in a thread is ended. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { withinTime } from "../src/withinTime.ts"

const deadline = Duration.seconds(10)

/** After how many seconds work is ended that never comes to an end, where the process gets so much of the processor. */
const endedAfter = (processorPerSecond: number, atWork = 1) =>
  Effect.gen(function* () {
    let seconds = 0
    const limit = { deadline, processorMillis: () => seconds * processorPerSecond * 1_000, atWork: () => atWork }
    const fiber = yield* Effect.forkChild(withinTime(limit, Effect.fail("overdue"))(Effect.never), {
      startImmediately: true
    })
    while (fiber.pollUnsafe() === undefined && seconds < 1_000) {
      seconds += 1
      yield* TestClock.adjust("1 second")
    }
    assert.strictEqual(yield* Effect.flip(Fiber.join(fiber)), "overdue")
    return seconds
  })

describe("work in a thread", () => {
  it.effect("is ended after its deadline, when it had a processor for all of it", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* endedAfter(1), 10)
      assert.strictEqual(yield* endedAfter(3), 10)
    })
  )

  it.effect("is ended later where others had the processor", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* endedAfter(0.5), 20)
      assert.strictEqual(yield* endedAfter(1, 3), 30)
    })
  )

  it.effect("is ended in any case", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* endedAfter(0), 60)
    })
  )

  it.effect("gives what it came to", () =>
    Effect.gen(function* () {
      const limit = { deadline, processorMillis: () => 0, atWork: () => 1 }
      assert.strictEqual(yield* withinTime(limit, Effect.fail("overdue"))(Effect.succeed(1)), 1)
    })
  )
})
