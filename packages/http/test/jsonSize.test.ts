import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { jsonSize } from "../src/jsonSize.ts"

const none = { depth: Number.MAX_SAFE_INTEGER, items: Number.MAX_SAFE_INTEGER }

const sizeOf = (text: string, max = none) => jsonSize(new TextEncoder().encode(text), max)

/** The same, told from the value. */
const measured = (value: unknown): { readonly depth: number; readonly items: number } => {
  if (typeof value !== "object" || value === null) return { depth: 0, items: 0 }
  const inside = Object.values(value).map(measured)
  return {
    depth: 1 + Math.max(0, ...inside.map(({ depth }) => depth)),
    items: Math.max(1, inside.length) + inside.reduce((sum, { items }) => sum + items, 0)
  }
}

describe("the size of JSON, told from its bytes", () => {
  it.prop("is what a parser finds", [Schema.Json], ([value]) => {
    assert.deepStrictEqual(sizeOf(JSON.stringify(value)), measured(value))
    assert.deepStrictEqual(sizeOf(JSON.stringify(value, null, 2)), measured(value))
  })

  it("counts nothing that stands in a string", () => {
    assert.deepStrictEqual(sizeOf('{"[[,{\\"":"]],\\\\"}'), { depth: 1, items: 1 })
    assert.deepStrictEqual(sizeOf('["\\\\","\\\\\\"[[["]'), { depth: 1, items: 2 })
    assert.deepStrictEqual(sizeOf('["é😀[","\\u0022["]'), { depth: 1, items: 2 })
  })

  it("is told of what is no JSON, too", () => {
    assert.deepStrictEqual(sizeOf('"[[['), { depth: 0, items: 0 })
    assert.deepStrictEqual(sizeOf("]]]["), { depth: 0, items: 1 })
  })

  it("is not told further than it is too much", () => {
    const max = { depth: 32, items: 10_000 }
    assert.strictEqual(sizeOf("[".repeat(1_000_000), max).depth, 33)
    assert.strictEqual(sizeOf(`[${"[],".repeat(1_000_000)}[]]`, max).items, 10_001)
  })
})
