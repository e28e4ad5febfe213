/** What pieces of text on a page are to each other, without any file. */
import { assert, describe, it } from "@effect/vitest"
import { runsHtml } from "../src/pdf/Block.ts"
import { fontSizesOf } from "../src/pdf/FontSizes.ts"
import { fieldPieces } from "../src/pdf/fields.ts"
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

  const field = (text: string, left: number, baseline: number, mark: string | null = null) =>
    piece(text, left, baseline, { isField: true, font: "field", right: left + 10, mark })
  const content = (id: string) => ({ type: "content", id })
  const form = [
    piece("Members", 0, 20, { mark: "m0" }),
    piece("I agree", 20, 40, { mark: "m1" }),
    piece("Newsletter", 20, 60, { mark: "m2" })
  ]
  const formTree = {
    role: "Root",
    children: [
      { role: "H1", children: [content("m0")] },
      { role: "P", children: [content("m1")] },
      { role: "P", children: [content("m2"), { role: "Form", children: [{ type: "annotation", id: "a2" }] }] }
    ]
  }
  const blocksOf = (...fields: ReadonlyArray<Piece>) => {
    const pieces = [...form, ...fields]
    const blocks = taggedBlocks(formTree as Parameters<typeof taggedBlocks>[0], pieces, fontSizesOf([pieces]))
    return (
      blocks?.map(
        (block) => `${block.kind}: ${block.kind === "html" ? block.html : "runs" in block ? runsHtml(block.runs) : ""}`
      ) ?? null
    )
  }

  it("keeps headings of a form with boxes, each beside its text or where the tree has it", () => {
    assert.deepStrictEqual(blocksOf(field("☐", 5, 41), field("☒", 90, 61, "a2")), [
      "heading: Members",
      "paragraph: ☐ I agree",
      "paragraph: Newsletter ☒"
    ])
    assert.deepStrictEqual(blocksOf(field("☒", 80, 40, "a9"), field("☐", 95, 40)), [
      "heading: Members",
      "paragraph: I agree ☒ ☐",
      "paragraph: Newsletter"
    ])
  })

  it("is by place where somebody wrote into a field, or ticked a box that stands beside nothing", () => {
    assert.isNull(blocksOf(field("Ada", 90, 40)))
    assert.isNull(blocksOf(field("☒", 5, 90)))
    assert.strictEqual(blocksOf(field("☐", 5, 90))?.length, 3)
    const text = piece("☒ by the author", 0, 80)
    assert.isNull(blocksOf(text, field("☒", 5, 120)))
  })
})

describe("fieldPieces", () => {
  const area = { left: 0, right: 10, top: 0, bottom: 10 }
  const said = (field: object) =>
    fieldPieces([{ subtype: "Widget", fieldType: "Btn", ...field }], () => area, []).map(({ piece }) => piece.text)

  it("ticks the box that was chosen, and none without drawings that nobody chose", () => {
    const radio = (fieldValue: string | null, buttonValue: string | null) =>
      said({ radioButton: true, fieldValue, buttonValue })
    assert.deepStrictEqual(radio("a", "a"), ["☒"])
    assert.deepStrictEqual(radio("a", "b"), ["☐"])
    assert.deepStrictEqual(radio(null, null), ["☐"])
    assert.deepStrictEqual(radio("Off", null), ["☐"])
    assert.deepStrictEqual(radio("a", null), [])
    const box = (fieldValue: string | null, exportValue?: string) => said({ checkBox: true, fieldValue, exportValue })
    assert.deepStrictEqual(box("Yes", "Yes"), ["☒"])
    assert.deepStrictEqual(box("Off", "Yes"), ["☐"])
    assert.deepStrictEqual(box(null), ["☐"])
  })
})
