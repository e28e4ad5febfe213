/** What is told of refused entries: as much as has room as JSON. */
import { assert, describe, it } from "vitest"
import { tellingEntries, toldLimits } from "../../src/batches/domain/toldEntry.ts"

/** What a text takes as JSON, without its quotes. */
const jsonBytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length - 2

describe("a refused entry", () => {
  it("is told whole where it is as long as an address may be, in any script", () => {
    for (const letter of ["a", "é", "字", "%"]) {
      const entry = `ftp://${letter.repeat(2_042)}`
      assert.strictEqual(tellingEntries()(entry), entry)
    }
    assert.strictEqual(tellingEntries()(""), "")
  })

  it("is cut by what it takes as JSON", () => {
    for (const letter of ["a", "é", "字", "🐦", '"', "\\", "\n", "\u0001", "\u007f", "\u2028"]) {
      const entry = letter.repeat(10_000)
      const told = tellingEntries()(entry)
      const bytes = jsonBytes(told)
      assert.isAtMost(bytes, toldLimits.each, letter)
      assert.isAbove(bytes, toldLimits.each - 6, letter)
      assert.isTrue(entry.startsWith(told))
    }
  })

  it("ends between two characters", () => {
    const told = tellingEntries()(`ab${"🐦".repeat(10_000)}`)
    assert.isTrue(told.isWellFormed())
    assert.isTrue(told.endsWith("🐦"))
  })

  it("is told by its beginning where those before it took the room of all", () => {
    const toldOf = tellingEntries()
    const entries = Array.from({ length: 100 }, (_, n) => `${n}:${"\u0001".repeat(2_040)}`)
    const told = entries.map(toldOf)
    const bytes = told.reduce((sum, text) => sum + jsonBytes(text), 0)
    assert.isAtMost(bytes, toldLimits.together + toldLimits.each + 100 * toldLimits.least)
    told.forEach((text, n) => {
      assert.isTrue(text.startsWith(`${n}:`))
      assert.isAbove(jsonBytes(text), toldLimits.least - 6)
    })
    assert.strictEqual(toldOf("ftp://short.example/"), "ftp://short.example/")
  })
})
