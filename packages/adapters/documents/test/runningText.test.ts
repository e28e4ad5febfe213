import { assert, it } from "@effect/vitest"
import type { PageText, Piece } from "../src/pdf/Piece.ts"
import { withoutRunningText } from "../src/pdf/runningText.ts"

const height = 800

const piece = (text: string, left: number, baseline: number, size = 10): Piece => ({
  ...{ text, left, right: left + text.length * size * 0.5, baseline, size },
  ...{ font: "F1", isMonospace: false, isRightToLeft: false, href: null, mark: null, isArtifact: false, isSpaced: true }
})

/** The cells of a line, parted by a bar with spaces. */
const line = (text: string, baseline: number, size = 10): ReadonlyArray<Piece> =>
  text.split(" ¦ ").map((cell, at) => piece(cell, 60 + at * 200, baseline, size))

/** Lines below each other. */
const column = (lines: ReadonlyArray<string>, baseline: number, leading = 14): ReadonlyArray<Piece> =>
  lines.flatMap((text, at) => line(text, baseline + at * leading))

const page = (...pieces: ReadonlyArray<ReadonlyArray<Piece>>): PageText => ({ pieces: pieces.flat(), height })

/** What is told, as the texts of the pieces. */
const toldOf = (pages: ReadonlyArray<PageText>): ReadonlyArray<string> =>
  withoutRunningText(pages).flatMap(({ pieces }) => pieces.map(({ text }) => text))

const times = <A>(count: number, make: (at: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, at) => make(at))

const body = (at: number) =>
  column([`The ${"abcdefghijklmnop".charAt(at)} part of the text`, "goes on for lines."], 300)

/** Pages with a line at the edge, and those of them that are told. */
const toldAtEdge = (count: number, edge: (at: number) => string, baseline = 40): number => {
  const told = new Set(toldOf(times(count, (at) => page(line(edge(at), baseline), body(at)))))
  return times(count, edge).filter((text) => text.split(" ¦ ").some((cell) => told.has(cell))).length
}

/** Pages filled from edge to edge with the lines of one list. */
const listed = (pages: number, ofPage: number, row: (at: number) => string, head: ReadonlyArray<string> = []) =>
  times(pages, (at) => page(column([...head, ...times(ofPage, (own) => row(at * ofPage + own))], 24, 16)))

const lists: ReadonlyArray<readonly [string, (at: number) => string]> = [
  ["statement", (at) => `${1 + (at % 28)}.03.2026 Card payment ${10 + at}.10 GBP balance ${9000 - at}.00`],
  ["meter", (at) => `Meter reading ${at + 1}: ${1000 + at * 7} kWh`],
  ["prices", (at) => `Bracket B-${100 + at} ¦ ${10 + (at % 40)}.50 EUR`],
  ["tickets", (at) => `Ticket ${1000 + at} sold to customer number ${(at * 7919) % 10_007}`],
  ["numbers", (at) => `${(at * 13) % 97} ${(at * 17) % 89} ${at}`],
  ["one number", (at) => `${(at * 37) % 101}`],
  ["few words", (at) => `Gate ${"ABC".charAt(at % 3)}: ${["open", "closed"][at % 2]}`]
]

for (const [name, row] of lists) {
  it(`keeps all lines of a list that differ in figures alone (${name})`, () => {
    for (const pages of [2, 3, 6, 40]) {
      const all = times(pages * 47, row).flatMap((text) => text.split(" ¦ "))
      assert.deepStrictEqual(toldOf(listed(pages, 47, row)), all)
    }
  })
}

it("keeps lines at the edges that differ by another number than that of the page", () => {
  const edges: ReadonlyArray<(at: number) => string> = [
    (at) => `Balance carried forward ¦ ${5000 - at * 13}.00`,
    (at) => `Balance carried forward 5,${100 + at}.00 ¦ Page ${at + 1} of 6`,
    (at) => `Invoice no. ¦ ${1003 + at}`,
    (at) => `Ticket ${at + 1}`,
    (at) => `Plate ${at + 1}`,
    (at) => `Side ${[4, 9, 2, 7, 5, 8][at]}`,
    (at) => `Menu – ${at + 1} March 2026`,
    (at) => `00${at + 1}`,
    (at) => `Room ${at * 3}`,
    (at) => `Price in 2026: ${at + 10}.50`,
    (at) => `Temperature -${at + 1}`,
    (at) => `Wages ¦ ${at + 1}/2024`
  ]
  for (const edge of edges) {
    for (const baseline of [40, 770]) assert.strictEqual(toldAtEdge(6, edge, baseline), 6, edge(0))
  }
})

it("leaves out lines at the edges that are the same, or count the pages", () => {
  const edges: ReadonlyArray<(at: number) => string> = [
    () => "Annual report of the company",
    () => "Printed on 01.03.2026 ¦ Acme Ltd",
    () => "Share capital 25.000,00 EUR",
    (at) => `Page ${at + 1} of 12`,
    (at) => `Seite ${at + 1}`,
    (at) => `${at + 1} / 12`,
    (at) => `${at + 1}`,
    (at) => `- ${at + 345} -`,
    (at) => `第 ${at + 1} 页`,
    (at) => `Pagina ${["i", "ii", "iii", "iv", "v", "vi"][at]} ¦ Rapporto`,
    (at) => ["i", "ii", "iii", "iv", "v", "vi"][at]!,
    (at) => `Report 2024 | ${at + 3}`,
    (at) => `Report 2024, page ${at + 3} of 9`,
    (at) => `${at + 3} – Report 2024`,
    (at) => `Report 2024 ¦ ${at + 3}`,
    (at) => `01.03.2026, 10:02 ¦ Report ¦ ${at + 1}/6`,
    // Each part of the file begins anew.
    (at) => `Page ${(at % 2) + 1} of 2`
  ]
  for (const edge of edges) {
    for (const baseline of [40, 770]) assert.strictEqual(toldAtEdge(6, edge, baseline), 0, edge(0))
  }
  assert.strictEqual(
    toldAtEdge(8, (at) => (at % 2 === 0 ? `${at + 12} ¦ The works of Ada` : `Part one ¦ ${at + 12}`)),
    0,
    "left and right pages"
  )
  const journal = (at: number) => (at % 2 === 0 ? `Byron and Babbage ¦ ${at + 345}` : `${at + 345} ¦ On engines`)
  assert.strictEqual(toldAtEdge(8, journal), 0, "pages of a journal")
})

it("tells what two pages have, and what others have in their midst", () => {
  assert.strictEqual(
    toldAtEdge(2, () => "Annual report"),
    2
  )
  const closed = times(6, (at) => page(column(["Closed", `Hall ${"abcdef".charAt(at)}`, "Closed"], 60, 60)))
  assert.strictEqual(toldOf(closed).filter((text) => text === "Closed").length, 12)
  // A cover has the title in large letters, and a letter ends with who wrote it.
  const signed = times(4, (at) =>
    page(line("Acme Ltd", 40), body(at), at === 0 ? line("Acme Ltd", 400, 24) : at === 3 ? line("Acme Ltd", 500) : [])
  )
  assert.strictEqual(toldOf(signed).filter((text) => text === "Acme Ltd").length, 2)
})

it("keeps the heading of a table on each page, and no header that stands above it", () => {
  const heads = ["Date ¦ Text ¦ Amount"]
  const rows = listed(5, 40, (at) => `Day ${at} ¦ Coffee ¦ 2.50`, heads)
  assert.strictEqual(toldOf(rows).filter((text) => text === "Amount").length, 5)
  const letters = times(5, (at) =>
    page(column(["Acme Ltd ¦ Telephone 555 01 20", "Main Street 5 ¦ Fax 555 01 21"], 30, 12), body(at))
  )
  assert.notInclude(toldOf(letters).join(), "5 0")
  const both = times(5, (at) =>
    page(
      line("Acme Ltd ¦ 2026", 24),
      column(["Date ¦ Amount", ...times(40, (own) => `Day ${own} ¦ ${at}${own}.50`)], 52, 16)
    )
  )
  assert.notInclude(toldOf(both).join(), "Acme")
  assert.strictEqual(toldOf(both).filter((text) => text === "Amount").length, 5)
})
