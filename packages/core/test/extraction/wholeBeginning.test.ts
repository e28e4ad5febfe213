import { assert, describe, it } from "@effect/vitest"
import { wholeBeginning } from "../../src/extraction/domain/wholeBeginning.ts"

/** What is left where a text is cut so many characters into its last part. */
const cut = (before: string, last: string, into: number): string =>
  wholeBeginning(`${before}${last} and more`, before.length + into)

describe("the beginning of a long text", () => {
  it("is all of one that is short", () => {
    for (const text of ["", "call +49 30 1234567", "a@b.example"])
      assert.strictEqual(wholeBeginning(text, text.length), text)
  })

  it("has no half of a mailbox, an address or a number, wherever that is cut", () => {
    const before = `${"word ".repeat(100)}ask `
    const parts = [
      "anna.weber@kiln.example.com",
      "https://kiln.example/a/b?c=1",
      "+49 (0)30 / 123 45-67",
      "030 1234567",
      "2026-05-01"
    ]
    for (const last of parts) {
      for (let into = 0; into <= last.length; into += 1) {
        assert.strictEqual(cut(before, last, into).trimEnd(), before.trimEnd(), last.slice(0, into))
      }
    }
  })

  it("keeps what stands whole before it, and texts without spaces", () => {
    const said = cut(`${"word ".repeat(100)}a@kiln.example or 030 1234567, or `, "b@kiln.example", 5)
    assert.match(said, /a@kiln\.example or 030 1234567, or$/)
    assert.isAtLeast(wholeBeginning("語".repeat(3_000), 1_000).length, 700)
  })

  it("costs little, whatever the text is made of", () => {
    const began = performance.now()
    for (const piece of ["1 ", "(", "+1", "a", " ", "1-"]) {
      for (let time = 0; time < 200; time += 1) wholeBeginning(piece.repeat(2_000), 1_500)
    }
    assert.isBelow(performance.now() - began, 3_000)
  })
})
