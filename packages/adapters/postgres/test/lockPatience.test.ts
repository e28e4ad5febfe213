/** For how long whoever was held up is taken for it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
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
      // Others first, and together, while it is.
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
      assert.deepStrictEqual(writes, [["c", "d"], ["a"], ["a", "c", "d"]])
    })
  )
})
