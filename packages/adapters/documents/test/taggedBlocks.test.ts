/** Pages whose structure tree says what their text is. Observed: the blocks that are made of them. */
import { assert, describe, it } from "@effect/vitest"
import { runsHtml } from "../src/pdf/Block.ts"
import { type FontSizes, fontSizesOf } from "../src/pdf/FontSizes.ts"
import type { Piece } from "../src/pdf/Piece.ts"
import { taggedBlocks } from "../src/pdf/taggedBlocks.ts"

type Tree = NonNullable<Parameters<typeof taggedBlocks>[0]>

/** An element with its role, or a text that the page has in this order. */
type Said = Tagged | string
interface Tagged extends ReadonlyArray<Said> {
  readonly 0: string
}

interface Page {
  readonly tree: Tree
  readonly pieces: ReadonlyArray<Piece>
}

const pieceOf = (text: string, at: number, more: Partial<Piece> = {}): Piece => ({
  text,
  left: 0,
  right: text.length * 5,
  baseline: 20 * (at + 1),
  size: 10,
  font: "f1",
  isMonospace: false,
  isRightToLeft: false,
  href: null,
  mark: `m${at}`,
  isArtifact: false,
  isSpaced: false,
  ...more
})

/** A page with a text on each line; `more` says what is special about one. */
const pageOf = (said: ReadonlyArray<Said>, more: Readonly<Record<string, Partial<Piece>>> = {}): Page => {
  const pieces: Array<Piece> = []
  const nodeOf = (one: Said): unknown => {
    if (typeof one !== "string") {
      return { role: one[0], children: one.slice(1).map(nodeOf) }
    }
    pieces.push(pieceOf(one, pieces.length, more[one]))
    return { type: "content", id: `m${pieces.length - 1}` }
  }
  return { tree: { role: "Root", children: said.map(nodeOf) } as unknown as Tree, pieces }
}

const read = ({ pieces, tree }: Page, sizes: Partial<FontSizes> = {}) =>
  taggedBlocks(tree, pieces, { ...fontSizesOf([pieces]), ...sizes })?.map((block) => {
    if (block.kind === "html") return block.html.replaceAll("\n", "")
    const level = block.kind === "heading" ? ` ${block.level}` : ""
    return `${block.kind}${level}: ${"runs" in block ? runsHtml(block.runs) : ""}`
  }) ?? null

const text = "A text that is long enough to be most of what stands on this page of ours."

describe("a structure tree", () => {
  it("is believed that names all but a little of the text, decoration left out", () => {
    const named = pageOf([["P", text]])
    const withMore = (more: string, isArtifact: boolean): Page => ({
      ...named,
      pieces: [...named.pieces, pieceOf(more, 5, { mark: null, isArtifact })]
    })
    assert.deepStrictEqual(read(withMore("Page 1", false)), [`paragraph: ${text}`])
    assert.deepStrictEqual(read(withMore(text, true)), [`paragraph: ${text}`])
    assert.isNull(read(withMore(text, false)))
    assert.isNull(read(pageOf([])))
  })

  it("is not believed that names its text as parts of nothing", () => {
    const long = `${text} ${text}`
    assert.isNull(
      read(
        pageOf([
          ["Sect", long],
          ["P", "Short."]
        ])
      )
    )
    assert.deepStrictEqual(
      read(
        pageOf([
          ["Sect", "Short."],
          ["P", long]
        ])
      ),
      ["paragraph: Short.", `paragraph: ${long}`]
    )
  })

  it("is read no deeper than a page is made, however deep it is", () => {
    const deep = Array.from({ length: 1_000 }).reduce<Said>((inside) => ["Sect", inside], ["P", "Below."])
    assert.deepStrictEqual(read(pageOf([["P", text], deep])), [`paragraph: ${text}`])
  })
})

describe("an element", () => {
  const blocks = (...said: ReadonlyArray<Said>) => read(pageOf([["P", text], ...said]))?.slice(1)

  it("is a heading by its role", () => {
    assert.deepStrictEqual(blocks(["Title", "Tea"], ["H", "Green"], ["H3", "Sencha"]), [
      "heading 1: Tea",
      "heading 1: Green",
      "heading 3: Sencha"
    ])
  })

  it("is a list by its role, and so is a table of contents", () => {
    for (const [list, item] of [
      ["L", "LI"],
      ["TOC", "TOCI"]
    ] as const)
      assert.deepStrictEqual(blocks([list, [item, "One"], [item, "Two"]]), ["<ul><li>One</li><li>Two</li></ul>"])
  })

  it("that is a paragraph and holds a list is both", () => {
    assert.deepStrictEqual(blocks(["P", "Before", ["L", ["LI", "One"]]]), [
      "paragraph: Before",
      "<ul><li>One</li></ul>"
    ])
    assert.deepStrictEqual(blocks(["P", "Before ", ["Span", "behind"]]), ["paragraph: Before behind"])
  })

  it("without a name is one paragraph, unless it holds blocks", () => {
    for (const role of ["NonStruct", "Span", "Div"]) {
      assert.deepStrictEqual(blocks([role, "Tea ", ["Span", "and cake"]]), ["paragraph: Tea and cake"], role)
      assert.deepStrictEqual(blocks([role, "Tea", ["P", "Cake"]]), ["paragraph: Tea", "paragraph: Cake"], role)
    }
  })

  it("of a figure is what stands in it, as one", () => {
    assert.deepStrictEqual(blocks(["Figure", "Steep ", ["P", "and pour"]]), ["paragraph: Steep and pour"])
  })

  it("keeps the items of a list with the lists in them or beside them, and their labels", () => {
    const label = (one: string): Said => ["Lbl", one]
    const inner: Said = ["L", ["LI", label("2."), ["LBody", "Hot"]]]
    const nested = '<ol><li>Brew<ol start="2"><li>Hot</li></ol></li></ol>'
    assert.deepStrictEqual(blocks(["L", ["LI", label("1."), ["LBody", "Brew", inner]]]), [nested])
    assert.deepStrictEqual(blocks(["L", ["LI", label("1."), ["LBody", "Brew"]], inner]), [nested])
    // A letter alone is a drawing of a symbol font.
    assert.deepStrictEqual(blocks(["L", ["LI", label("n"), ["LBody", "Tea"]], ["LI", "• Cake"]]), [
      "<ul><li>Tea</li><li>Cake</li></ul>"
    ])
  })

  it("of a table leaves out rows without text", () => {
    const rows = blocks(["Table", ["TR", ["TD", "A"], ["TD", "B"]], ["TR", ["TD", " "], ["TD"]], ["TR", ["TD", "C"]]])
    assert.strictEqual(rows?.[0]?.split("<tr>").length, 3)
  })
})

describe("a paragraph", () => {
  const large = { size: 20 }

  it("whose letters are larger is a heading, unless it is long, has no letters, or not all of it is large", () => {
    const blocks = (said: string, more: Readonly<Record<string, Partial<Piece>>> = { [said]: large }) =>
      read(
        pageOf(
          [
            ["P", text],
            ["P", ...said.split("|")]
          ],
          more
        ),
        { levelOf: (size) => (size > 15 ? 2 : null) }
      )?.[1]
    assert.strictEqual(blocks("Tea"), "heading 2: Tea")
    assert.strictEqual(blocks("12 – 14"), "paragraph: 12 – 14")
    const long = "Tea and ".repeat(30).trim()
    assert.strictEqual(blocks(long), `paragraph: ${long}`)
    assert.strictEqual(blocks("Tea|and cake", { Tea: large }), "paragraph: Tea and cake")
  })

  it("is code where all of it is set like code, and not all of the document is", () => {
    const page = pageOf(
      [
        ["P", text],
        ["P", "let a = 1"]
      ],
      { "let a = 1": { isMonospace: true } }
    )
    assert.include(read(page)?.[1], "<pre>")
    assert.strictEqual(read(page, { isBodyMonospace: true })?.[1], "paragraph: let a = 1")
  })
})

describe("the rows of a table", () => {
  /** Cells at these places, by row. */
  const rowsOf = (rows: ReadonlyArray<ReadonlyArray<readonly [text: string, left: number]>>) => {
    const pieces = [pieceOf(text, 0)]
    const cell = ([said, left]: readonly [string, number], row: number) => {
      if (said === "") return { role: "TD", children: [] }
      const right = left + said.length * 5
      pieces.push(pieceOf(said, pieces.length, { left, right, baseline: 100 + row * 20 }))
      return { role: "TD", children: [{ type: "content", id: `m${pieces.length - 1}` }] }
    }
    const table = rows.map((cells, row) => ({ role: "TR", children: cells.map((one) => cell(one, row)) }))
    const children = [
      { role: "P", children: [{ type: "content", id: "m0" }] },
      { role: "Table", children: table }
    ]
    const [, html = ""] = read({ tree: { role: "Root", children } as unknown as Tree, pieces }) ?? []
    return [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, cells]) =>
      [...cells!.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, one]) => one)
    )
  }
  const head = [
    ["Stop", 0],
    ["Early", 100],
    ["Late", 200]
  ] as const

  it("with fewer cells have them under the columns that they stand in, each under another", () => {
    assert.deepStrictEqual(
      rowsOf([
        head,
        [
          ["Quay", 0],
          ["9:00", 200]
        ]
      ]).at(-1),
      ["Quay", "", "9:00"]
    )
    assert.deepStrictEqual(
      rowsOf([
        head,
        [
          ["Quay", 0],
          ["", 0]
        ]
      ]).at(-1),
      ["Quay", "", ""]
    )
    // Two in one column stand beside each other as they come.
    assert.deepStrictEqual(
      rowsOf([
        head,
        [
          ["Quay", 0],
          ["east", 10]
        ]
      ]).at(-1),
      ["Quay", "east", ""]
    )
  })

  it("keep an empty cell where it is, in a row that has all of them and in one that has fewer", () => {
    const often = "Every hour, at the full hour"
    const full = [
      ["", 0],
      [often, 10],
      ["9:00", 200]
    ] as const
    assert.deepStrictEqual(rowsOf([head, full]).at(-1), ["", often, "9:00"])
    assert.deepStrictEqual(
      rowsOf([
        head,
        [
          ["", 0],
          ["9:00", 200]
        ]
      ]).at(-1),
      ["", "", "9:00"]
    )
  })

  it("stay as they come where the columns do not stand side by side", () => {
    const mixed = [
      head,
      [
        ["Quay", 200],
        ["8:00", 100],
        ["9:00", 0]
      ]
    ] as const
    assert.deepStrictEqual(
      rowsOf([
        ...mixed,
        [
          ["Pier", 200],
          ["10:00", 0]
        ]
      ]).at(-1),
      ["Pier", "10:00", ""]
    )
  })
})

describe("boxes", () => {
  const box = (sign: string, left: number, baseline: number) =>
    pieceOf(sign, 9, { left, right: left + 10, baseline, mark: null, isField: true })

  it("that stand before one text stay in their order, whichever was written first", () => {
    const page = pageOf(
      [
        ["P", text],
        ["P", "I agree"]
      ],
      { "I agree": { left: 60, right: 100 } }
    )
    for (const boxes of [
      [box("☐", 20, 40), box("☒", 40, 40)],
      [box("☒", 40, 40), box("☐", 20, 40)]
    ])
      assert.strictEqual(read({ ...page, pieces: [...page.pieces, ...boxes] })?.[1], "paragraph: ☐ ☒ I agree")
  })

  it("are more than are looked for on a page that has ten thousands of them and of texts", () => {
    const many = pageOf([["P", text, ...Array.from({ length: 2_000 }, (_, at) => `line ${at}`)]])
    const boxes = Array.from({ length: 1_100 }, (_, at) => box("☐", 0, 50_000 + at))
    assert.isNull(read({ ...many, pieces: [...many.pieces, ...boxes] }))
    assert.isNotNull(read({ ...many, pieces: [...many.pieces, ...boxes.slice(0, 10)] }))
  })
})
