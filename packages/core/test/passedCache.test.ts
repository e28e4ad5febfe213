import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Option } from "effect"
import { TestClock } from "effect/testing"
import { cachedWhilePassed, makePassedCache } from "../src/passedCache.ts"
import { settable, whileAhead } from "../src/testing/arrangements.ts"

const lasts = { capacity: 2, timeToLive: () => Duration.seconds(4) }

/** Tells the time on the wall at which it was looked up. */
const look = () => Clock.currentTimeMillis

const start = 1_000_000_000_000

describe("what is kept for a while", () => {
  it.effect("is looked up by the clock on the wall, and kept until its time has passed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const { get } = yield* makePassedCache(look, lasts)
      const cached = yield* cachedWhilePassed(look(), () => Duration.seconds(4))
      assert.deepStrictEqual([yield* get("a"), yield* cached], [start, start])
      yield* TestClock.adjust("3999 millis")
      assert.deepStrictEqual([yield* get("a"), yield* cached], [start, start])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual([yield* get("a"), yield* cached], [start + 4_000, start + 4_000])
    })
  )

  it.effect("is kept no longer where the clock was ahead", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const { entries, get, getOption, set } = yield* makePassedCache(look, lasts)
      const cached = yield* cachedWhilePassed(look(), () => Duration.seconds(4))
      yield* whileAhead("30 days")(Effect.all([get("a"), cached, set("b", 7)]))
      assert.deepStrictEqual(yield* getOption("b"), Option.some(7))
      yield* TestClock.adjust("4 seconds")
      assert.deepStrictEqual(yield* getOption("b"), Option.none())
      assert.deepStrictEqual([...(yield* entries)], [])
      assert.deepStrictEqual([yield* get("a"), yield* cached], [start + 4_000, start + 4_000])
    })
  )

  it.effect("is kept no longer where it was put while the clock was ahead of the time that passes", () =>
    Effect.gen(function* () {
      const setAhead = yield* settable
      const { getOption, set } = yield* makePassedCache(look, lasts)
      yield* setAhead("30 days")
      yield* set("b", 7)
      assert.deepStrictEqual(yield* getOption("b"), Option.some(7))
      yield* TestClock.adjust("4 seconds")
      assert.deepStrictEqual(yield* getOption("b"), Option.none())
    })
  )

  it.effect("is not kept where its time is none, and a failure as long as is said", () =>
    Effect.gen(function* () {
      let looks = 0
      const { get } = yield* makePassedCache(
        (key: number) =>
          Effect.suspend(() =>
            Effect.andThen(
              Effect.sync(() => void looks++),
              Effect.fail(key)
            )
          ),
        { capacity: 9, timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.seconds(30)) }
      )
      assert.deepStrictEqual([yield* Effect.flip(get(1)), yield* Effect.flip(get(1))], [1, 1])
      assert.strictEqual(looks, 1)
      yield* TestClock.adjust("30 seconds")
      yield* Effect.flip(get(1))
      assert.strictEqual(looks, 2)
      const never = yield* makePassedCache(look, { capacity: 9, timeToLive: () => Duration.zero })
      const before = yield* never.get("a")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* never.get("a"), before + 1)
    })
  )
})
