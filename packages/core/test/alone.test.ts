/** Work that may be what ends its process. Observed: when it begins, and for how long its claim is kept. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { alone, makeSuspects } from "../src/alone.ts"

const lease = Duration.seconds(60)

describe("work that was lost before", () => {
  it.effect("begins when no other such is under way, and gives its claim back where its turn does not come", () =>
    Effect.gen(function* () {
      const suspects = makeSuspects()
      const renewed: Array<string> = []
      const begin = (name: string, work: Effect.Effect<boolean>) =>
        alone(suspects, "one", lease, (time) => {
          renewed.push(`${name} ${Duration.toSeconds(time)}`)
          return Effect.succeed(true)
        })(work)
      const end = yield* Deferred.make<boolean>()
      const first = yield* Effect.forkChild(begin("first", Deferred.await(end)))
      yield* Effect.yieldNow
      const second = yield* Effect.forkChild(begin("second", Effect.die("must not begin")))
      yield* TestClock.adjust("31 seconds")
      assert.isTrue(yield* Fiber.join(second))
      assert.deepStrictEqual(renewed, ["first 60", "second 0"])
      yield* Deferred.succeed(end, true)
      assert.isTrue(yield* Fiber.join(first))
      assert.isFalse(yield* begin("third", Effect.succeed(false)))
      assert.deepStrictEqual(renewed.at(-1), "third 60")
    })
  )

  it.effect("does not begin where its claim is lost by then", () =>
    Effect.gen(function* () {
      const lost = alone(makeSuspects(), "one", lease, () => Effect.succeed(false))
      assert.isFalse(yield* lost(Effect.die("must not begin")))
    })
  )
})
