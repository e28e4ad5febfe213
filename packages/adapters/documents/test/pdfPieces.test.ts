/** What pieces of text on a page are to each other, without any file. */
import { assert, describe, it } from "@effect/vitest"
import { fontSizesOf } from "../src/pdf/FontSizes.ts"
import { legiblePieces } from "../src/pdf/legibility.ts"
import type { Piece } from "../src/pdf/Piece.ts"
import { withScripts } from "../src/pdf/scripts.ts"
import { taggedBlocks } from "../src/pdf/taggedBlocks.ts"

const piece = (text: string, left: number, baseline: number, more: Partial<Piece> = {}): Piece => ({
  text,
  left,
  right: left + text.length * 5,
  baseline,
  size: 10,
  font: "f1",
  isMonospace: false,
  isRightToLeft: false,
  href: null,
  mark: null,
  isArtifact: false,
  isSpaced: false,
  ...more
})

const small = { size: 7 }

describe("withScripts", () => {
  const scripts = (...pieces: ReadonlyArray<Piece>) => withScripts(pieces).map(({ script = "" }) => script)
  it("names what is smaller and off the line of what it stands beside, and puts it on that line", () => {
    const pieces = [piece("10", 0, 100), piece("6", 10, 96, small), piece("units", 18, 100)]
    assert.deepStrictEqual(scripts(...pieces), ["", "sup", ""])
    assert.deepStrictEqual(
      withScripts(pieces).map(({ baseline }) => baseline),
      [100, 100, 100]
    )
    assert.deepStrictEqual(scripts(piece("H", 0, 100), piece("2", 5, 102, small), piece("O", 10, 100)), ["", "sub", ""])
    assert.deepStrictEqual(scripts(piece("1", 0, 96, small), piece("A note", 5, 100)), ["sup", ""])
  })
  it("names nothing that is on the line, as large, apart, much larger or long", () => {
    assert.deepStrictEqual(scripts(piece("A", 0, 100), piece("CME", 5, 100, small)), ["", ""])
    assert.deepStrictEqual(scripts(piece("10", 0, 100), piece("6", 10, 96)), ["", ""])
    assert.deepStrictEqual(scripts(piece("10", 0, 100), piece("6", 30, 96, small)), ["", ""])
    assert.deepStrictEqual(scripts(piece("A", 0, 100, { size: 40 }), piece("t first", 5, 80, small)), ["", ""])
    assert.deepStrictEqual(scripts(piece("Pro", 0, 100), piece("with everything in it", 15, 96, small)), ["", ""])
  })
})

describe("legiblePieces", () => {
  const kept = (...pieces: ReadonlyArray<Piece>) => {
    const { isMissing, pieces: legible } = legiblePieces(pieces)
    return [legible.map(({ text }) => text).join("|"), isMissing]
  }
  it("keeps the words of a font beside letters that it has no drawing for", () => {
    const undrawn = Array.from({ length: 5 }, (_, at) => piece("\u0000", at * 5, 120))
    assert.deepStrictEqual(kept(piece("Latin words", 0, 100), ...undrawn), ["Latin words", true])
    assert.deepStrictEqual(kept(piece("Latin words", 0, 100), ...undrawn.slice(2)), ["Latin words", false])
  })
  it("leaves out a font whose letters are numbers of drawings, and says so where they are text", () => {
    const words = piece("Latin words", 0, 100)
    assert.deepStrictEqual(kept(words, piece("\u0003$%\u0003DE", 0, 120, { font: "f2" })), ["Latin words", true])
    assert.deepStrictEqual(kept(words, piece("\u0003", 0, 120, { font: "f2" })), ["Latin words", false])
    assert.deepStrictEqual(kept(words, piece("\uf0b7", 0, 120, { font: "f2" })), ["Latin words|\uf0b7", false])
  })
})

describe("taggedBlocks", () => {
  it("puts the cells of a row that has fewer under the columns they stand in", () => {
    const texts = [
      ["Item", 0, 20],
      ["Qty", 100, 20],
      ["Sum", 200, 20],
      ["Total", 0, 40],
      ["25", 200, 40]
    ] as const
    const pieces = texts.map(([text, left, baseline], at) => piece(text, left, baseline, { mark: `m${at}` }))
    const cell = (at: number) => ({ role: "TD", children: [{ type: "content", id: `m${at}` }] })
    const row = (...cells: ReadonlyArray<number>) => ({ role: "TR", children: cells.map(cell) })
    const tree = { role: "Root", children: [{ role: "Table", children: [row(0, 1, 2), row(3, 4)] }] }
    const blocks = taggedBlocks(tree as Parameters<typeof taggedBlocks>[0], pieces, fontSizesOf([pieces]))
    const html = (blocks ?? []).map((block) => (block.kind === "html" ? block.html : "")).join("")
    assert.include(html, "<tr><td>Total</td><td></td><td>25</td></tr>")
  })
})
