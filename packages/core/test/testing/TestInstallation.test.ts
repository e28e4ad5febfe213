import { assert, describe, it } from "@effect/vitest"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Clock, Duration, Effect, Layer } from "effect"

/** A clock of a machine that is so busy that any time is over before the next piece of work is done. */
const hurried = Layer.effect(
  Clock.Clock,
  Effect.map(Clock.Clock, (clock) => {
    const sleep: Clock.Clock["sleep"] = (duration) => (Duration.isFinite(duration) ? Effect.yieldNow : Effect.never)
    return Object.assign(Object.create(clock) as Clock.Clock, { sleep })
  })
)

describe("the installation of a test", () => {
  it.effect("stands at the moment that woke some work until that is done, however long it really takes", () =>
    Effect.gen(function* () {
      const { advance } = yield* TestInstallation
      const began = yield* Clock.currentTimeMillis
      const done: Array<number> = []
      const work = Effect.gen(function* () {
        yield* Effect.sleep("1 second")
        for (let piece = 0; piece < 100; piece++) yield* Effect.yieldNow
        done.push((yield* Clock.currentTimeMillis) - began)
      })
      yield* Effect.forkScoped(Effect.all([work, work, Effect.sleep("2 seconds")], { concurrency: "unbounded" }))
      yield* advance("1 minute")
      assert.deepStrictEqual(done, [1000, 1000])
    }).pipe(Effect.provide(TestInstallation.layer().pipe(Layer.provide(hurried))), Effect.scoped)
  )
})
