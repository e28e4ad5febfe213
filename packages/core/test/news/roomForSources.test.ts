import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { newSource } from "../../src/news/domain/NewsSource.ts"
import { whoYields } from "../../src/news/domain/roomForSources.ts"

const held = (counts: Readonly<Record<string, number>>) => new Map(Object.entries(counts))

describe("the site of a source", () => {
  const siteOf = (url: string, foundFor: string | null) =>
    newSource({ url, origin: "found", foundFor, title: null, country: null, addedAt: DateTime.makeUnsafe(0) }).site

  it("is whose it was found for, at any port, and else its host", () => {
    assert.strictEqual(siteOf("https://feeds.example/a", "Petrel.example:8443"), "petrel.example")
    assert.strictEqual(siteOf("https://feeds.example:8443/a", null), "feeds.example")
    assert.strictEqual(siteOf("http://[::1]:8080/a", null), "[::1]")
  })
})

describe("whose source makes room", () => {
  it("is of whoever brought most, for those who have less and for what an operator chooses", () => {
    assert.deepStrictEqual(whoYields(held({ a: 9, b: 3 }), "b"), [{ broughtBy: "a", isBarrenOnly: false }])
    assert.deepStrictEqual(whoYields(held({ a: 9, b: 3 }), "c"), [{ broughtBy: "a", isBarrenOnly: false }])
    assert.deepStrictEqual(whoYields(held({ b: 3, a: 3 }), null), [{ broughtBy: "a", isBarrenOnly: false }])
  })

  it("is a barren one of nobody's, then of whoever brought most, and for an operator any of them", () => {
    const nobodys = { broughtBy: "", isBarrenOnly: true }
    assert.deepStrictEqual(whoYields(held({ "": 9, b: 3 }), "b"), [nobodys, { broughtBy: "b", isBarrenOnly: true }])
    assert.deepStrictEqual(whoYields(held({ "": 9 }), "c"), [nobodys])
    assert.deepStrictEqual(whoYields(held({ "": 9, a: 5, b: 3 }), "b"), [
      nobodys,
      { broughtBy: "a", isBarrenOnly: false }
    ])
    assert.deepStrictEqual(whoYields(held({ "": 9, a: 5 }), ""), [nobodys])
    assert.deepStrictEqual(whoYields(held({ "": 9, b: 3 }), null), [{ broughtBy: "", isBarrenOnly: false }])
    assert.deepStrictEqual(whoYields(held({ "": 3, a: 9 }), "b"), [{ broughtBy: "a", isBarrenOnly: false }])
    assert.deepStrictEqual(whoYields(held({ "": 3, a: 9 }), ""), [{ broughtBy: "a", isBarrenOnly: false }])
  })

  it("is a barren one of his own who has as many as anybody", () => {
    assert.deepStrictEqual(whoYields(held({ a: 9, b: 3 }), "a"), [{ broughtBy: "a", isBarrenOnly: true }])
    assert.deepStrictEqual(whoYields(held({ a: 9, b: 8 }), "b"), [{ broughtBy: "b", isBarrenOnly: true }])
    assert.deepStrictEqual(whoYields(held({ a: 9, b: 7 }), "b"), [{ broughtBy: "a", isBarrenOnly: false }])
  })

  it("is nobody's where all have one or nothing was found", () => {
    assert.deepStrictEqual(whoYields(held({ a: 1, b: 1 }), "c"), [])
    assert.deepStrictEqual(whoYields(held({}), "c"), [])
    assert.deepStrictEqual(whoYields(held({ a: 0 }), null), [])
  })

  it("comes to an end: two who ask in turn take no room from each other for ever", () => {
    const counts = held({ a: 10, b: 0 })
    let moved = 0
    for (let turn = 0; turn < 100; turn++) {
      const who = turn % 2 === 0 ? "b" : "a"
      const [yielding] = whoYields(counts, who)
      if (yielding === undefined || yielding.isBarrenOnly) continue
      counts.set(yielding.broughtBy, counts.get(yielding.broughtBy)! - 1)
      counts.set(who, counts.get(who)! + 1)
      moved += 1
    }
    assert.strictEqual(moved, 5)
  })
})
