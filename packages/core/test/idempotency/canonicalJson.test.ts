import { assert, describe, it } from "@effect/vitest"
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import { Schema } from "effect"
import { canonicalJson } from "../../src/idempotency/domain/canonicalJson.ts"

/** The same value with the fields of every object in another order. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, item]) => [name, turned(item)])
  )
}

describe("the canonical text of JSON", () => {
  it.prop("is one text for every order of fields, and reads as the same value", [Schema.Json], ([value]) => {
    const text = canonicalJson(value)
    assert.strictEqual(canonicalJson(turned(value)), text)
    assert.deepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
  })

  it("differs for values that differ", () => {
    const values = [{}, [], null, "", 0, false, { a: 1 }, { a: "1" }, { a: [1] }, { b: 1 }, { a: 1, b: 1 }, { a: null }]
    const more = [
      [1, 2],
      [2, 1],
      [[1], 2],
      { a: { b: 1 } },
      { "a.b": 1 },
      "é",
      "e\u0301",
      JSON.parse('{"__proto__":1}')
    ]
    const texts = [...values, ...more].map(canonicalJson)
    assert.strictEqual(new Set(texts).size, texts.length)
  })

  it("does not see white space, order or fields that are not there", () => {
    assert.strictEqual(canonicalJson(JSON.parse('{ "b" : 1,\n "a": {"2":0, "10":1} }')), '{"a":{"2":0,"10":1},"b":1}')
    assert.strictEqual(canonicalJson({ a: undefined, b: 1 }), canonicalJson({ b: 1 }))
  })
})

describe("an idempotency key", () => {
  const isKey = Schema.is(IdempotencyKey)

  it("is 1 to 200 printable ASCII characters", () => {
    const taken = [
      "x",
      "x".repeat(200),
      "5fe9b0a4-0c0e-4f0e-9d3e-0c6f3b0e7a11",
      "order 17",
      '"quoted"',
      "a,b",
      "~!{}'\\"
    ]
    for (const key of taken) assert.isTrue(isKey(key), key)
    for (const key of ["", "x".repeat(201), "é", "a\tb", "a\nb", "a\u0000b", "\u007f", "😀", "one, two", 1, null]) {
      assert.isFalse(isKey(key), String(key))
    }
  })
})
