/** For how long whoever was held up is taken for it. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { settable } from "../../../core/src/testing/arrangements.ts"
import { makeHeldUp, writeApart } from "../src/lockPatience.ts"

describe("what somebody holds", () => {
  it.effect.each([
    ["ahead", "1 hour"],
    ["back", "-1 hour"]
  ] as const)("is taken for held for five seconds that passed, however the clock is set (%s)", ([, step]) =>
    Effect.gen(function* () {
      const set = yield* settable
      const held = makeHeldUp()
      yield* held.note("a")
      yield* set(step)
      yield* held.note("b")
      yield* TestClock.adjust("4999 millis")
      assert.deepStrictEqual([...(yield* held.names)], ["a", "b"])
      // Others alone, and together, while it is.
      const writes: Array<ReadonlyArray<string>> = []
      const write = (some: ReadonlyArray<string>) =>
        Effect.as(
          Effect.sync(() => writes.push(some)),
          some
        )
      const all = writeApart(held, ["a", "c", "d"], (owner) => owner, write, "")
      yield* all
      yield* set(0)
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual([...(yield* held.names)], [])
      yield* all
      assert.deepStrictEqual(writes, [
        ["c", "d"],
        ["c", "d"]
      ])
      yield* writeApart(held, ["a"], (owner) => owner, write, "")
      yield* all
      assert.deepStrictEqual(writes.slice(2), [["a"], ["a", "c", "d"]])
    })
  )

  it.effect("rests for twice as long each time that it is tried in vain, and no longer when it was written", () =>
    Effect.gen(function* () {
      const held = makeHeldUp(Duration.seconds(12))
      const rests = Effect.fnUntraced(function* (seconds: number) {
        yield* held.note("a")
        // Two writes may find it at once.
        yield* held.note("a")
        yield* TestClock.adjust(Duration.millis(seconds * 1_000 - 1))
        assert.deepStrictEqual([...(yield* held.names)], ["a"])
        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual([...(yield* held.names)], [])
        assert.deepStrictEqual([...(yield* held.known)], ["a"])
      })
      for (const seconds of [5, 10, 12, 12]) yield* rests(seconds)
      yield* held.forget("a")
      assert.deepStrictEqual([...(yield* held.known)], [])
      yield* rests(5)
      yield* TestClock.adjust("12 seconds")
      assert.deepStrictEqual([...(yield* held.known)], [])
    })
  )

  it.effect("is renewed when it is known, however many are", () =>
    Effect.gen(function* () {
      const held = makeHeldUp(Duration.minutes(1))
      for (let n = 0; n < 1_001; n++) yield* held.note(`${n}`)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* held.known).size, 1_000)
      yield* held.note("0")
      assert.deepStrictEqual([...(yield* held.names)], ["0"])
    })
  )

  it.effect("is tried one by one for half a second at most, and what that does not reach is not noted", () =>
    Effect.gen(function* () {
      const held = makeHeldUp()
      const locked = new SqlError.SqlError({ reason: new SqlError.LockTimeoutError({ cause: new Error("held") }) })
      const written: Array<number> = []
      const write = Effect.fnUntraced(function* (some: ReadonlyArray<string>, wait: Duration.Duration) {
        written.push(some.length)
        yield* TestClock.adjust(wait)
        return yield* Effect.fail(locked)
      })
      const owners = Array.from({ length: 50 }, (_, n) => `${n}`)
      const answers = yield* writeApart(held, owners, (owner) => owner, write, "")
      assert.deepStrictEqual(new Set(answers), new Set([""]))
      assert.deepStrictEqual([...(yield* held.names)], owners.slice(0, 25))
      assert.deepStrictEqual(written, [50, ...Array.from({ length: 25 }, () => 1)])
    })
  )
})
