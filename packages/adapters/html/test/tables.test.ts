/** Where values of tables stand, and what is left out of large ones. Observed: Markdown. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { doInline } from "../src/PageWork.ts"
import { everything, markdownOf } from "./reading.ts"

interface Cell {
  readonly text: string
  readonly columns: string
  readonly rows: string
}

interface Group {
  readonly name: "thead" | "tbody" | "tfoot" | ""
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
}

/** A number as the standard reads it from an attribute; undefined when it is none, or below zero. */
const numberOf = (written: string): number | undefined => {
  const [, sign, digits] = /^\s*([+-]?)(\d+)/.exec(written) ?? []
  return digits === undefined || (sign === "-" && Number(digits) > 0) ? undefined : Number(digits)
}

/**
 * The algorithm of the standard for forming a table, step by step: which text stands in which slot. Columns are `x`, rows are `y`.
 * A cell of which nothing says how far it reaches grows downward until its group ends.
 */
const slotsOf = (groups: ReadonlyArray<Group>): ReadonlyArray<ReadonlyArray<string>> => {
  const assigned = new Set<string>()
  const texts = new Map<string, string>()
  let width = 0
  let height = 0
  let current = 0
  let growing: Array<{ readonly x: number; readonly width: number }> = []
  const grow = () => {
    for (const { width: columns, x } of growing) {
      for (let at = x; at < x + columns; at += 1) assigned.add(`${at} ${current}`)
    }
  }
  const endGroup = () => {
    // The standard grows after it has counted on, which would be into the first row of the next group.
    while (current < height) {
      grow()
      current += 1
    }
    growing = []
  }
  const processRow = (row: ReadonlyArray<Cell>) => {
    if (height === current) height += 1
    let x = 0
    grow()
    for (const cell of row) {
      while (x < width && assigned.has(`${x} ${current}`)) x += 1
      if (x === width) width += 1
      const columns = Math.min(numberOf(cell.columns) || 1, 1_000)
      const said = numberOf(cell.rows)
      const growsDownward = said === 0
      const rows = growsDownward ? 1 : Math.min(said ?? 1, 65_534)
      width = Math.max(width, x + columns)
      height = Math.max(height, current + rows)
      for (let across = x; across < x + columns; across += 1) {
        for (let down = current; down < current + rows; down += 1) assigned.add(`${across} ${down}`)
      }
      texts.set(`${x} ${current}`, cell.text)
      if (growsDownward) growing.push({ x, width: columns })
      x += columns
    }
    current += 1
  }
  const processGroup = ({ rows }: Group) => {
    for (const row of rows) processRow(row)
    endGroup()
  }
  for (const group of groups) {
    if (group.name === "") {
      for (const row of group.rows) processRow(row)
      continue
    }
    endGroup()
    if (group.name !== "tfoot") processGroup(group)
  }
  endGroup()
  for (const group of groups) if (group.name === "tfoot") processGroup(group)
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => texts.get(`${x} ${y}`) ?? ""))
}

/** What is left of the slots in Markdown: rows and columns that say something. */
const expected = (groups: ReadonlyArray<Group>): ReadonlyArray<ReadonlyArray<string>> => {
  const rows = slotsOf(groups).filter((row) => row.some((text) => text !== ""))
  return rows.map((row) => row.filter((_, x) => rows.some((other) => other[x] !== "")))
}

const htmlOf = (groups: ReadonlyArray<Group>): string => {
  const attribute = (name: string, value: string) => (value === "" ? "" : ` ${name}="${value}"`)
  const rowOf = (row: ReadonlyArray<Cell>) =>
    `<tr>${row.map(({ columns, rows, text }) => `<th${attribute("colspan", columns)}${attribute("rowspan", rows)}>${text}</th>`).join("")}</tr>`
  return `<table>${groups
    .map(({ name, rows }) =>
      name === "" ? rows.map(rowOf).join("") : `<${name}>${rows.map(rowOf).join("")}</${name}>`
    )
    .join("")}</table>`
}

/** The rows of the only table in Markdown, without the line under its head. */
const rowsIn = (markdown: string): ReadonlyArray<ReadonlyArray<string>> =>
  markdown
    .split("\n")
    .filter((_, at) => at !== 1)
    .map((line) =>
      line
        .slice(2, -2)
        .split(" | ")
        .map((text) => text.trim())
    )

const spans = fc.constantFrom("", "", "", "1", "2", "3", "0", "9", "-1", "x", " 2", "+2", "1.9", "2px")

const groupsArbitrary = fc
  .array(
    fc.record({
      name: fc.constantFrom("thead", "tbody", "tbody", "tfoot", "" as const),
      rows: fc.array(
        fc.array(fc.record({ isSaid: fc.boolean(), columns: spans, rows: spans }), { minLength: 0, maxLength: 4 }),
        { maxLength: 4 }
      )
    }),
    { minLength: 1, maxLength: 4 }
  )
  .map((groups) => {
    let count = 0
    return groups.map(
      ({ name, rows }): Group => ({
        name: name as Group["name"],
        rows: rows.map((row) =>
          row.map(({ columns, isSaid, rows }) => ({ columns, rows, text: isSaid ? `c${count++}` : "" }))
        )
      })
    )
  })

/** At once, for many small pages. */
const markdownAtOnce = (html: string): string => {
  const answer = doInline({ kind: "shape", request: { ...everything, html } })
  return answer.kind === "done" && answer.page !== null && "markdown" in answer.page
    ? (answer.page.markdown ?? "")
    : answer.kind
}

const numbered = (count: number, of: (at: number) => string, between = "") =>
  Array.from({ length: count }, (_, at) => of(at)).join(between)

const leftOut = "\n\nFurther rows or columns are left out."

describe("values of a table", () => {
  const examples: Readonly<Record<string, readonly [string, string]>> = {
    "a row without cells under one that reaches down": [
      "<table><tr><th>A<th>B<tr><td rowspan=2>1<td>2<tr><tr><td>3<td>4</table>",
      "| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"
    ],
    "a head that would reach into the body": [
      "<table><thead><tr><th rowspan=2>A<th>B<tbody><tr><td>1<td>2</table>",
      "| A | B |\n| --- | --- |\n| 1 | 2 |"
    ],
    "bodies of which one would reach into the next": [
      "<table><tr><th>A<th>B<tbody><tr><td rowspan=9>1<td>2<tbody><tr><td>3<td>4</table>",
      "| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"
    ],
    "cells that reach to the end of their group": [
      "<table><tr><th>A<th>B<tbody><tr><td rowspan=0>1<td>2<tr><td>3<tr><td>4<tbody><tr><td>5<td>6</table>",
      "| A | B |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |\n|  | 4 |\n| 5 | 6 |"
    ],
    "a foot that is written first": [
      "<table><tfoot><tr><td>Sum<td>3</tfoot><thead><tr><th>A<th>B<tbody><tr><td>1<td>2</table>",
      "| A | B |\n| --- | --- |\n| 1 | 2 |\n| Sum | 3 |"
    ],
    "a cell that reaches down three rows": [
      "<table><tr><th>A<th>B<tr><td rowspan=3>1<td>2<tr><td>3<tr><td>4<tr><td>5<td>6</table>",
      "| A | B |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |\n|  | 4 |\n| 5 | 6 |"
    ],
    "a wide cell beside one that reaches farther down": [
      "<table><tr><th>A<th>B<th>C<tr><td>1<td rowspan=3>2<td>3<tr><td colspan=2>4<td>5<tr><td>6<td>7</table>",
      "| A | B | C |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n| 4 |  | 5 |\n| 6 |  | 7 |"
    ],
    "a cell that reaches over rows that are not shown": [
      "<table><tr><th>A<th>B<tr><td rowspan=2>1<td>2<tr hidden><td>x<tr><td>3<tr><td>4<td>5</table>",
      "| A | B |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |\n| 4 | 5 |"
    ],
    "a group of rows that is not shown": [
      "<table><tr><th>A<th>B<tbody hidden><tr><td>x<td>y<tbody><tr><td>1<td>2</table>",
      "| A | B |\n| --- | --- |\n| 1 | 2 |"
    ],
    "cells that are not shown": [
      "<table><tr><th>A<th hidden>X<th>B<tr><td hidden>x<td>1<td>2</table>",
      "| A | B |\n| --- | --- |\n| 1 | 2 |"
    ],
    "without columns that say nothing": [
      "<table><tr><th>A<th><th>B<tr><td>1<td><td>2</table>",
      "| A | B |\n| --- | --- |\n| 1 | 2 |"
    ],
    "by the alignment of the first cell of a column": [
      "<table><tr><th align=right>A<th>B<tr><td align=left>1<td align=center>2</table>",
      "| A | B |\n| --: | --- |\n| 1 | 2 |"
    ]
  }

  for (const [what, [html, markdown]] of Object.entries(examples)) {
    it.effect(`stand in their columns: ${what}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* markdownOf(html), markdown)
      })
    )
  }

  it("stand where the standard places them", () => {
    const rowsWithCells = (groups: ReadonlyArray<Group>) =>
      groups.flatMap(({ rows }) => rows).filter((row) => row.length > 0)
    fc.assert(
      fc.property(groupsArbitrary, (groups) => {
        // One row alone, or one column, may be there for looks.
        fc.pre(rowsWithCells(groups).length > 1)
        const rows = expected(groups)
        const markdown = markdownAtOnce(htmlOf(groups))
        if (rows.length === 0) assert.strictEqual(markdown, "")
        else assert.deepStrictEqual(rowsIn(markdown), rows, htmlOf(groups))
      }),
      { numRuns: 2_000 }
    )
  })
})

describe("a large table", () => {
  const tableOf = (rows: number, columns: number) =>
    `<table>${numbered(rows, (row) => `<tr>${numbered(columns, (column) => (row === 0 ? `<th>h${column}` : `<td>${row}.${column}`))}`)}</table>`

  const markdownTable = (rows: number, columns: number) => {
    const line = (of: (column: number) => string) => `| ${numbered(columns, of, " | ")} |`
    const lines = [line((column) => `h${column}`), line(() => "---")]
    for (let row = 1; row < rows; row += 1) lines.push(line((column) => `${row}.${column}`))
    return lines.join("\n")
  }

  it.effect("is whole with 500 columns and with 240,000 cells", () =>
    Effect.gen(function* () {
      for (const [rows, columns] of [
        [3, 500],
        [3, 201],
        [2_400, 100]
      ] as const) {
        const markdown = yield* markdownOf(tableOf(rows, columns), { wantsHtml: false })
        assert.isTrue(markdown === markdownTable(rows, columns), `${rows} rows of ${columns}`)
      }
    })
  )

  it.effect("stands as its styles align it, and is none where it says that it lays out parts of a page", () =>
    Effect.gen(function* () {
      const head = `<tr><th>A</th><th style="text-align: right">B</th><th style="color:red;text-align:CENTER">C</th></tr>`
      const table = (role: string) => `<table${role}>${head}<tr><td>1</td><td>2</td><td>3</td></tr></table>`
      assert.include(yield* markdownOf(table("")), "| --- | --: | :-: |")
      for (const role of ["none", "presentation"])
        assert.notInclude(yield* markdownOf(table(` role="${role}"`)), "|", role)
    })
  )

  it.effect("says that columns are left out", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* markdownOf(tableOf(3, 501)), markdownTable(3, 500) + leftOut)
    })
  )

  it.effect("says that rows are left out", () =>
    Effect.gen(function* () {
      // A row of 500 cells, and as many rows with one as make 2,000,000 cells with it, and one more.
      const html = (rows: number) =>
        `<table><tr>${"<th>h".repeat(500)}${numbered(rows - 1, (row) => `<tr><td>${row + 1}`)}</table>`
      for (const [rows, shown] of [
        [4_000, 4_000],
        [4_001, 4_000]
      ] as const) {
        const markdown = (yield* markdownOf(html(rows), { wantsHtml: false })) ?? ""
        const lines = markdown.replace(leftOut, "").split("\n")
        assert.deepStrictEqual([lines.length, lines.at(-1)?.slice(0, 10)], [shown + 1, `| ${shown - 1} | `.padEnd(10)])
        assert.strictEqual(markdown.endsWith(leftOut), rows > shown)
      }
    })
  )
})
