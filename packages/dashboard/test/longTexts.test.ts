/** Texts of strangers that would hold up the browser: observed is how much of them is looked through. */
import { afterEach, assert, describe, it } from "@effect/vitest"
import { vi } from "vitest"
import { diffRows } from "../app/parts/diffRows.ts"
import { inlineLimits, tokensOf } from "../app/parts/markdownTokens.ts"

/** Each look at the time finds it so much later. */
const timePasses = (millis: number) => {
  let now = 0
  vi.spyOn(performance, "now").mockImplementation(() => (now += millis))
}

afterEach(() => {
  vi.restoreAllMocks()
})

const lines = 300

const changed = (sign: string, word: string) =>
  Array.from({ length: lines }, (_, index) => `${sign}the price of line ${index} is ${word}\n`).join("")

const diff = `@@ -1,${lines} +1,${lines} @@\n${changed("-", "10")}${changed("+", "12")}`

const marked = () =>
  diffRows(diff).filter((row) => "pieces" in row && row.pieces.some(({ isMarked }) => isMarked)).length

describe("long texts of strangers", () => {
  it("show the words that differ, and lines alone once it took its time", () => {
    assert.strictEqual(marked(), 2 * lines)
    timePasses(10)
    const found = marked()
    assert.isAbove(found, 0)
    assert.isBelow(found, 2 * lines)
    assert.lengthOf(diffRows(diff), 2 * lines, "no line is missing")
  })

  const said = (text: string) => JSON.stringify(tokensOf(text))

  it("show emphasis where there is little of it, and what is written where a block is long", () => {
    assert.include(said("a **b** c"), '"type":"strong"')
    const long = "__a__b".repeat(Math.ceil(inlineLimits.characters / 6) + 1)
    assert.notInclude(said(long), '"type":"strong"')
    assert.include(said(long), long)
    assert.include(said(`${long}\n\n**b**`), '"type":"strong"', "other blocks are read all the same")
  })

  it("show what comes late as it is written", () => {
    timePasses(inlineLimits.millis + 1)
    assert.notInclude(said("a **b** c"), '"type":"strong"')
  })
})
