import { assert, describe, it } from "@effect/vitest"
import { heldBytes } from "../../src/budget/domain/heldBytes.ts"

describe("what a value takes in memory", () => {
  it("is that of all texts, objects and lists in it", () => {
    const link = { url: "https://shop.example/", text: "Shop" }
    assert.strictEqual(heldBytes("a".repeat(1_000)), 1_024)
    assert.isAbove(heldBytes(link), 21 + 4)
    assert.strictEqual(heldBytes([link, link]) - heldBytes([]), 2 * (heldBytes(link) + 16))
    assert.isAbove(heldBytes({ a: link, b: { c: [link] } }), 2 * heldBytes(link))
    assert.isAtLeast(heldBytes(new Uint8Array(5_000)), 5_000)
    for (const nothing of [null, undefined, 5, true]) assert.strictEqual(heldBytes(nothing), 0)
  })

  it("is no less than V8 takes for many small objects and lists", () => {
    const many = Array.from({ length: 10_000 }, () => ({}))
    assert.isAtLeast(heldBytes(many), 10_000 * 56)
    const lists = Array.from({ length: 10_000 }, () => [1])
    assert.isAtLeast(heldBytes(lists), 10_000 * 40)
  })

  it("is told of values of any depth", () => {
    let deep: unknown = "end"
    for (let level = 0; level < 100_000; level++) deep = level % 2 === 0 ? [deep] : { deep }
    assert.isAbove(heldBytes(deep), 100_000 * 32)
  })
})
