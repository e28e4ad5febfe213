/** Texts read piece by piece: the same text as at once, with the thread left to others. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { textInPieces } from "../src/textInPieces.ts"

const encoder = new TextEncoder()

describe("a text of megabytes", () => {
  it.effect("is what its bytes say, whatever stands where a piece ends", () =>
    Effect.gen(function* () {
      for (const letter of ["a", "é", "字", "🐦"]) {
        for (const before of ["", "x", "xy", "xyz"]) {
          const text = `${before}${letter.repeat(1_200_000)}`
          assert.isTrue((yield* textInPieces(encoder.encode(text))) === text, `${before}${letter}`)
        }
      }
      assert.strictEqual(yield* textInPieces(new Uint8Array()), "")
    })
  )

  it.effect("keeps its first mark where that is asked for, however long it is", () =>
    Effect.gen(function* () {
      for (const length of [3, 2_000_000]) {
        const text = `\ufeff${"a".repeat(length)}`
        assert.isTrue((yield* textInPieces(encoder.encode(text), { ignoreBOM: true })) === text)
        assert.isTrue((yield* textInPieces(encoder.encode(text))) === text.slice(1))
      }
    })
  )

  it.effect("says where bytes are none of UTF-8, as a reader of all of them does", () =>
    Effect.gen(function* () {
      const bytes = encoder.encode("字".repeat(800_000)).subarray(0, -1)
      assert.isTrue((yield* textInPieces(bytes)) === new TextDecoder().decode(bytes))
    })
  )

  it.effect("leaves the thread to others in between", () =>
    Effect.gen(function* () {
      let turns = 0
      const other = yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            Effect.sync(() => (turns += 1)),
            Effect.yieldNow
          )
        )
      )
      yield* Effect.yieldNow
      const before = turns
      yield* textInPieces(encoder.encode("a".repeat(5_000_000)))
      assert.isAbove(turns, before)
      yield* Fiber.interrupt(other)
    })
  )
})
