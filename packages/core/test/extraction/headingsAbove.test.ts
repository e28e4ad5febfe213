/** Under which headings a line stands. */
import { assert, describe, it } from "@effect/vitest"
import { contentTerms } from "../../src/extraction/domain/choosePassages.ts"
import type { SheetHeading } from "../../src/extraction/domain/FactSheet.ts"
import { headingsAbove } from "../../src/extraction/domain/headingsAbove.ts"

const above = (lines: ReadonlyArray<string>, headings: ReadonlyArray<SheetHeading>) => {
  const of = headingsAbove(lines, headings, contentTerms)
  return lines.map((_, line) => [...of(line)].join(" "))
}

describe("the headings above a line", () => {
  it("are those of its part, and none of what is another page", () => {
    const lines = ["Sails", "text", "Dates", "text", "Wrecks", "text", "of a frame", "Dates", "text"]
    const headings = [
      { line: 0, level: 2 },
      { line: 2, level: 3 },
      { line: 4, level: 2 },
      { line: 6, level: 0 },
      { line: 7, level: 3 }
    ]
    assert.deepStrictEqual(above(lines, headings), ["", "sail", "", "sail dat", "", "wreck", "", "", "dat"])
  })

  it("are read where the first line of a frame is one of them", () => {
    const headings = [
      { line: 0, level: 2 },
      { line: 2, level: 0 },
      { line: 2, level: 3 }
    ]
    assert.deepStrictEqual(above(["Sails", "text", "Dates", "text"], headings), ["", "sail", "", "dat"])
  })

  it("are few, and no long texts", () => {
    const lines = Array.from({ length: 50 }, (_, at) => `boat${at}x`)
    const deep = lines.map((_, line) => ({ line, level: line + 1 }))
    assert.strictEqual(
      above([...lines, "text"], deep)
        .at(-1)
        ?.split(" ").length,
      6
    )
    assert.deepStrictEqual(above(["sails ".repeat(40), "text"], [{ line: 0, level: 2 }]), ["", ""])
  })
})
