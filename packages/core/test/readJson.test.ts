import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { countJsonValues, hasMoreJsonValues } from "../src/jsonValues.ts"
import { readJson } from "../src/readJson.ts"

const counted = (json: string, most = 1_000_000) => {
  const counting = countJsonValues(json, most)
  let stops = 0
  let piece = counting.next()
  for (; piece.done !== true; piece = counting.next()) stops += 1
  return { stops, values: piece.value }
}

/** All values that a reader of JSON makes. */
const madeOf = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce((sum: number, one) => sum + madeOf(one), 1)
    : 1

describe("values of JSON", () => {
  it("are never counted as fewer than are made, nor as more than twice as many", () => {
    for (const json of [
      "[]",
      "{}",
      "1",
      '"a,b,[c],{d}"',
      '"a\\",[,[,["',
      '"\\\\",',
      '["\\\\\\"",1,{"a":[1,2],"b":{"c,d":"e[f"}}]',
      `[${"{},".repeat(500)}0]`,
      JSON.stringify({ text: 'He said "no", [twice] \\', list: [[], [[]], {}, ""] })
    ]) {
      const made = Result.try(() => madeOf(JSON.parse(json)))
      if (Result.isFailure(made)) continue
      const { values } = counted(json)
      assert.isAtLeast(values, made.success, json)
      assert.isAtMost(values, 2 * made.success + 1, json)
    }
  })

  it("are counted in pieces, and no further than it matters", () => {
    assert.strictEqual(counted(`["${"x".repeat(1024 * 1024)}"]`).stops, 4)
    for (const indent of ["", " "]) {
      assert.strictEqual(counted(`${indent}"${"\\\\".repeat(512 * 1024)}"`).stops, 4, "whatever a backslash skips")
    }
    assert.deepStrictEqual(counted("[,".repeat(1_000_000), 100), { stops: 0, values: 101 })
    assert.isTrue(hasMoreJsonValues(`[${"0,".repeat(50)}0]`, 50))
    assert.isFalse(hasMoreJsonValues(`["${"0,".repeat(50_000)}"]`, 50))
  })

  it("are counted in text that a backslash ends, and in text that never ends", () => {
    assert.strictEqual(counted('"\\').values, 1)
    assert.strictEqual(counted('"[[[[').values, 1)
  })
})

describe("JSON that others write", () => {
  it.effect("is read, or told to be none, or to hold too much", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readJson('{"a":[1,"2"]}'), Result.succeed({ a: [1, "2"] }))
      assert.deepStrictEqual(yield* readJson("{a}"), Result.fail("malformed"))
      assert.deepStrictEqual(yield* readJson("[1,2,3]", 3), Result.fail("too_many_values"))
      assert.deepStrictEqual(yield* readJson(`[${"{},".repeat(300_000)}{}]`), Result.fail("too_many_values"))
      assert.isTrue(Result.isSuccess(yield* readJson(`["${"[,".repeat(600_000)}"]`)))
    })
  )
})
