import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { notHeldUp } from "../src/notHeldUp.ts"

const isWritten = (answer: boolean | null): answer is boolean => answer !== null

/** Answers `null` so many times, and then that it is written; counts how often it was asked. */
const heldFor = (times: number) => {
  let asked = 0
  let first = 0
  const again = Effect.sync((): boolean | null => (asked++ < times ? null : true))
  const write = Effect.suspend(() => {
    first += 1
    return again
  })
  return { asked: () => asked, first: () => first, written: notHeldUp("write", write, again, isWritten) }
}

it.effect("what is held up is written again each second, beside others, until it is not", () =>
  Effect.gen(function* () {
    const { asked, first, written } = heldFor(3)
    const fiber = yield* Effect.forkChild(written)
    yield* TestClock.adjust("2 seconds")
    assert.isUndefined(fiber.pollUnsafe())
    yield* TestClock.adjust("1 second")
    assert.isTrue(yield* Fiber.join(fiber))
    assert.strictEqual(asked(), 4)
    assert.strictEqual(first(), 1)
  })
)

it.effect("what stays held up is given up, as if the store did not answer", () =>
  Effect.gen(function* () {
    const { written } = heldFor(1_000)
    const fiber = yield* Effect.forkChild(Effect.flip(written))
    yield* TestClock.adjust("1 minute")
    assert.strictEqual((yield* Fiber.join(fiber))._tag, "StoreUnavailable")
  })
)
