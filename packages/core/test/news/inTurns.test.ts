import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { inTurns } from "../../src/news/inTurns.ts"

it.live("lets others have a turn while much is made, and keeps the order", () =>
  Effect.gen(function* () {
    const until = (millis: number) => {
      while (performance.now() < millis);
    }
    const seen: Array<string> = []
    const made = yield* Effect.forkChild(
      inTurns(["a", "b", "c"], (item) => {
        until(performance.now() + 12)
        seen.push(item)
        return item.toUpperCase()
      })
    )
    yield* Effect.yieldNow
    seen.push("others")
    assert.deepStrictEqual(yield* Fiber.join(made), ["A", "B", "C"])
    assert.notStrictEqual(seen.at(-1), "others")
    assert.deepStrictEqual(yield* inTurns([], () => 1), [])
  })
)
