import { assert, describe, it } from "@effect/vitest"
import { levelsOf, levelsThen, outlineOf } from "../../../src/monitors/domain/judging/outline.ts"
import type { TextMarks } from "../../../src/pages/domain/TextMarks.ts"

const marks: TextMarks = {
  headings: [
    { text: "Terms", nth: 0, level: 1 },
    { text: "Refunds", nth: 1, level: 2 },
    { text: "Exceptions", nth: 0, level: 3 },
    { text: "Liability", nth: 0, level: 2 }
  ],
  struck: []
}

const lines = "Terms\nRefunds\nRefunds\n14 days\nExceptions\nVouchers\nLiability\nNone".split("\n")

describe("the outline of a text", () => {
  const levels = levelsOf(lines, marks)
  const outline = outlineOf(levels)
  const above = (line: number) => outline.above(line).map((at) => lines[at])

  it("has the lines that are headings, and not those that say the same", () => {
    assert.deepStrictEqual(
      [...levels],
      [
        [0, 1],
        [2, 2],
        [4, 3],
        [6, 2]
      ]
    )
    assert.strictEqual(outlineOf(levelsOf(lines, undefined)).levels.size, 0)
    assert.deepStrictEqual(outlineOf(levelsOf([], marks)).above(0), [])
  })

  it("puts a line below the headings that are open there, and a heading below those of a higher level", () => {
    assert.deepStrictEqual(above(1), ["Terms"])
    assert.deepStrictEqual(above(5), ["Exceptions", "Refunds", "Terms"])
    assert.deepStrictEqual(above(7), ["Liability", "Terms"])
    assert.deepStrictEqual(above(6), ["Terms"])
    assert.deepStrictEqual(above(0), [])
    assert.strictEqual(outline.nearest(5), 4)
    assert.isUndefined(outline.nearest(0))
  })

  it("does not mind levels that are left out, or a page that begins with a low one", () => {
    const odd = outlineOf(
      new Map([
        [0, 4],
        [2, 2],
        [4, 4]
      ])
    )
    assert.deepStrictEqual(odd.above(1), [0])
    assert.deepStrictEqual(odd.above(3), [2])
    assert.deepStrictEqual(odd.above(5), [4, 2])
  })

  it("takes a title that went with all below it for a heading as the next one is, and no entry of a list", () => {
    const then = "Terms\nRefunds\nRefunds\n14 days\nReturns\nBy post only.\nLiability\nNone".split("\n")
    assert.strictEqual(levelsThen(then, marks, [{ start: 4, end: 6 }]).get(4), 2)
    assert.isFalse(levelsThen(then, undefined, [{ start: 4, end: 6 }]).has(4))
    assert.isFalse(levelsThen(then, marks, [{ start: 4, end: 5 }]).has(4), "one line alone is no section")
    const list = "Terms\nRefunds\nRefunds\nVouchers\nSoftware\nLiability\nNone".split("\n")
    assert.isFalse(levelsThen(list, marks, [{ start: 3, end: 5 }]).has(3))
  })
})
