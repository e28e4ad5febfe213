import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { reads } from "../src/embed/input.ts"

const readInput = reads(
  Schema.Struct({
    name: Schema.String,
    age: Schema.optionalKey(Schema.Int),
    list: Schema.optionalKey(Schema.Array(Schema.Unknown)),
    inner: Schema.optionalKey(Schema.Struct({ unit: Schema.optionalKey(Schema.String) }))
  })
)

const messageOf = (given: unknown) =>
  Effect.map(Effect.flip(readInput(given)), ({ field, message }) => [field, message])

describe("what a program hands over", () => {
  it.effect("leaves out what is undefined, as JSON does", () =>
    Effect.gen(function* () {
      const given = { name: "a", age: undefined, list: [undefined, { x: undefined }], inner: { unit: undefined } }
      assert.deepStrictEqual(yield* readInput(given), { name: "a", list: [undefined, { x: undefined }], inner: {} })
      assert.deepStrictEqual(yield* messageOf({ name: undefined }), ["name", "is required"])
      assert.deepStrictEqual(yield* messageOf({ name: "a", other: undefined, more: 1 }), [
        "more",
        "is not a known field"
      ])
      assert.deepStrictEqual(yield* messageOf({ name: "a", age: null }), ["age", "must be an integer"])
    })
  )

  it.effect("is told how an object begins that needs no field, by whoever hands over an id instead", () =>
    Effect.gen(function* () {
      const readList = reads(
        Schema.Struct({ monitor_id: Schema.optionalKey(Schema.String), limit: Schema.optionalKey(Schema.Int) })
      )
      for (const given of ["mon_1", null, 5]) {
        const { field, message } = yield* Effect.flip(readList(given))
        assert.deepStrictEqual([field, message], ["", "The input must be an object, such as { monitor_id: … }."])
      }
      assert.deepStrictEqual(yield* readList({}), {})
      assert.strictEqual((yield* Effect.flip(readList({ monitorId: "mon_1" }))).field, "monitorId")
    })
  )

  it.effect("is what it was where it is no plain object", () =>
    Effect.gen(function* () {
      const endless: { inner?: unknown } = {}
      endless.inner = endless
      assert.deepStrictEqual(yield* messageOf({ name: "a", inner: endless }), ["inner.inner", "is not a known field"])
      assert.match(String((yield* messageOf(undefined))[1]), /^The input must be an object with name/)
      assert.match(String((yield* messageOf([]))[1]), /^The input must be an object with name/)
      const forged = JSON.parse('{"name":"a","__proto__":{"age":1}}')
      assert.deepStrictEqual(yield* messageOf(forged), ["__proto__", "is not a known field"])
    })
  )
})
