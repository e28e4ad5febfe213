import { assert, describe, it } from "@effect/vitest"
import { Clock, Data, Duration, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { whileOutdated } from "../src/whileOutdated.ts"

class Outdated extends Data.TaggedError("Outdated")<{}> {}
class Refused extends Data.TaggedError("Refused")<{}> {}

const again = whileOutdated("Outdated", () => new Refused())

/** Something that is written only by who read its newest revision; reading and writing take a while. */
const contended = (takesMillis: number) => {
  const state = { revision: 0, tries: 0 }
  const attempt = Effect.gen(function* () {
    state.tries += 1
    const read = state.revision
    yield* Effect.sleep(Duration.millis(takesMillis))
    if (read !== state.revision) return yield* new Outdated()
    state.revision += 1
    return state.revision
  })
  return { attempt, state }
}

describe("what many change at the same time", () => {
  for (const writers of [2, 30, 120]) {
    it.effect(`is changed by each of ${writers}, once`, () =>
      Effect.gen(function* () {
        const { attempt, state } = contended(10)
        const all = Array.from({ length: writers }, () => again(attempt))
        const writing = yield* Effect.forkChild(Effect.all(all, { concurrency: "unbounded" }))
        yield* TestClock.adjust("10 seconds")
        const written = yield* Fiber.join(writing)
        assert.strictEqual(new Set(written).size, writers)
        assert.strictEqual(state.revision, writers)
        // Trying again is work of the store: who lost waits longer each time.
        assert.isAtMost(state.tries, writers * 30)
      })
    )
  }

  it.effect("is read again at once by who lost once", () =>
    Effect.gen(function* () {
      const { attempt } = contended(1)
      const began = yield* Clock.currentTimeMillis
      const two = Effect.all([attempt, again(attempt)], { concurrency: 2 })
      const writing = yield* Effect.forkChild(Effect.andThen(two, Clock.currentTimeMillis))
      yield* TestClock.adjust("1 second")
      assert.isAtMost((yield* Fiber.join(writing)) - began, 12)
    })
  )

  it.effect("all the time is left as it is after ten seconds, and it can be tried again", () =>
    Effect.gen(function* () {
      let tries = 0
      const attempt = Effect.suspend(() => {
        tries += 1
        return Effect.fail(new Outdated())
      })
      const trying = yield* Effect.forkChild(Effect.flip(again(attempt)))
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined(trying.pollUnsafe())
      yield* TestClock.adjust("2 seconds")
      const error = yield* Fiber.join(trying)
      assert.strictEqual(error._tag, "Refused")
      assert.isAtMost(tries, 100)
    })
  )

  it.effect("is not tried again for any other reason", () =>
    Effect.gen(function* () {
      let tries = 0
      const attempt = Effect.suspend((): Effect.Effect<void, Outdated | Refused> => {
        tries += 1
        return Effect.fail(new Refused())
      })
      const exit = yield* Effect.exit(again(attempt))
      assert.deepStrictEqual(exit, Exit.fail(new Refused()))
      assert.strictEqual(tries, 1)
    })
  )
})
