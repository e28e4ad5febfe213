/** Tables of values as rows of cells; what only lays out a page is no table. */
import { collapsedText } from "../innerText.ts"
import { attributeOf, PageElement, type PageNode, PageText } from "../PageTree.ts"
import { type TableRow, tableRows } from "../tableRows.ts"
import { isHidden } from "../visibility.ts"
import { maxMarkdownLength, tooLong } from "./tooLong.ts"

type Alignment = "left" | "right" | "center" | ""

export interface Table {
  /** Each when it is asked for: all of them at once are several times the table. */
  readonly rows: Iterable<TableRow>
  readonly captions: ReadonlyArray<PageElement>
  /** The code, when the table only puts numbers beside its lines. */
  readonly code: PageElement | undefined
}

export interface WrittenTable {
  /** Nothing when no cell says anything. */
  readonly lines: string
  /** Whether rows or columns are left out. */
  readonly isCut: boolean
}

/**
 * Columns of a table of Markdown, and cells, empty ones for spans included: as many as are read of a sheet (`documents/src/reading/limits.ts`).
 */
const maxColumns = 500
const maxCells = 2_000_000

/** A table of values; undefined when the element lays out parts of a page. */
export const readTable = (table: PageElement): Table | undefined => {
  const rows = { [Symbol.iterator]: () => tableRows(table, maxColumns) }
  const beginning = beginningOf(rows)
  const code = codeOf(beginning)
  if (code !== undefined) return { rows: [], ...code }
  const role = attributeOf(table, "role")
  if (role === "presentation" || role === "none") return undefined
  const filled = beginning.filter(({ cells }) => cells.length > 0)
  if (filled.length === 0 || isLayout(filled)) return undefined
  const captions = elementsOf(table).filter((one) => one.name === "caption" && !isHidden(one))
  return { rows, captions, code: undefined }
}

/** The first rows, of which enough have cells to tell values from layout. */
const beginningOf = (rows: Iterable<TableRow>): ReadonlyArray<TableRow> => {
  const beginning: Array<TableRow> = []
  let filled = 0
  for (const row of rows) {
    beginning.push(row)
    if (row.cells.length > 0) filled += 1
    if (filled > maxLooked) break
  }
  return beginning
}

/** What a row says, and in which columns. */
interface Line {
  readonly columns: ReadonlyArray<number>
  readonly texts: ReadonlyArray<string>
}

/** The rows and columns that say something, with padding for spans, the first row as header. */
export const writeTable = (table: Table, write: (cell: PageElement) => string): WrittenTable => {
  const lines: Array<Line> = []
  const alignments: Array<Alignment> = []
  const used: Array<boolean> = []
  let width = 0
  let length = 0
  let isCut = false
  for (const row of table.rows) {
    // The width only grows: rows beyond this are left out whatever comes.
    if (lines.length * width > maxCells) break
    const columns: Array<number> = []
    const texts: Array<string> = []
    for (const { column, element } of row.cells) {
      alignments[column] ??= alignmentOf(element)
      const text = write(element)
      if (text === "") continue
      length += text.length
      if (length > maxMarkdownLength) throw tooLong()
      if (used[column] !== true) width += 1
      used[column] = true
      columns.push(column)
      texts.push(text)
    }
    if (row.isCut) isCut = true
    if (columns.length > 0) lines.push({ columns, texts })
  }
  if (lines.length === 0) return { lines: "", isCut }
  const places = [...used.keys()].filter((column) => used[column] === true)
  const height = Math.floor(maxCells / width)
  const print = ({ columns, texts }: Line) => {
    let at = 0
    const cells = places.map((column) => (columns[at] === column ? texts[at++]! : ""))
    return `| ${cells.join(" | ")} |`
  }
  const rule = `| ${places.map((column) => rules[alignments[column] ?? ""]).join(" | ")} |`
  const [header, ...body] = lines.slice(0, height)
  return { lines: [print(header!), rule, ...body.map(print)].join("\n"), isCut: isCut || lines.length > height }
}

const rules: { readonly [alignment in Alignment]: string } = {
  "": "---",
  left: ":--",
  right: "--:",
  center: ":-:"
}

const elementsOf = (element: PageElement): ReadonlyArray<PageElement> =>
  element.children.filter((child): child is PageElement => child instanceof PageElement)

const alignmentOf = (cell: PageElement): Alignment => {
  const align =
    attributeOf(cell, "align")?.toLowerCase() ??
    /text-align:\s*(left|right|center)/i.exec(attributeOf(cell, "style") ?? "")?.[1]?.toLowerCase()
  return align === "left" || align === "right" || align === "center" ? align : ""
}

/** Rows and cells looked at to tell values from layout. */
const maxLooked = 400

const isLayout = (rows: ReadonlyArray<TableRow>): boolean => {
  const looked = rows.slice(0, maxLooked)
  const width = Math.max(...looked.map(({ cells }) => cells.length))
  const cells = looked.flatMap((row) => row.cells.map(({ element }) => element)).slice(0, maxLooked)
  const headers = cells.filter((cell) => cell.name === "th").length
  if (width === 1) return headers === 0 || rows.length === 1
  if (headers > 0) return cells.some((cell) => holds(cell, nested) && collapsedText(cell, 2_000).length > 1_000)
  if (cells.some((cell) => holds(cell, structured))) return true
  return rows.length === 1 && cells.some((cell) => holds(cell, blocks) || collapsedText(cell, 400).length > 200)
}

const nested = new Set(["table"])
const structured = new Set(["table", "h1", "h2", "h3", "pre", "article", "section", "blockquote", "form"])
const blocks = new Set([...structured, "p", "div", "ul", "ol", "dl"])

const holds = (cell: PageElement, names: ReadonlySet<string>): boolean => {
  let left = 200
  const waiting: Array<PageNode> = [cell]
  for (let node = waiting.pop(); node !== undefined && left > 0; node = waiting.pop()) {
    left -= 1
    if (node instanceof PageText) continue
    if (node !== cell && names.has(node.name)) return true
    for (let index = node.children.length - 1; index >= 0; index -= 1) waiting.push(node.children[index]!)
  }
  return false
}

/** The cell with the code, where the one before it has the numbers of its lines; a row above them may name the file. */
const codeOf = (
  rows: ReadonlyArray<TableRow>
): (Pick<Table, "captions"> & { readonly code: PageElement }) | undefined => {
  const [last, ...above] = rows.toReversed()
  if (last === undefined || above.length > 1) return undefined
  const captions = above.flatMap(({ element }) => elementsOf(element))
  if (captions.length > 1 || captions.some(({ name }) => name !== "th")) return undefined
  const cells = elementsOf(last.element).filter((cell) => cell.name === "td")
  const code = cells.at(-1)
  if (cells.length !== 2 || code === undefined || !holds(code, new Set(["pre", "code"]))) return undefined
  const numbers = collapsedText(cells[0]!, 20_000)
  return /^[\d\s]+$/.test(numbers) ? { captions, code } : undefined
}
