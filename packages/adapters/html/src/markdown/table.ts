/** Tables of values as rows of cells; what only lays out a page is no table. */
import { collapsedText } from "../innerText.ts"
import { attributeOf, PageElement, type PageNode, PageText } from "../PageTree.ts"
import { isHidden } from "../visibility.ts"

type Alignment = "left" | "right" | "center" | ""

interface Cell {
  readonly element: PageElement
  readonly columns: number
  readonly rows: number
}

export interface Table {
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  readonly captions: ReadonlyArray<PageElement>
  /** The code, when the table only puts numbers beside its lines. */
  readonly code: PageElement | undefined
}

/** Cells that a table of Markdown may have, empty ones for spans included, and its most columns. */
const maxCells = 200_000
const maxColumns = 200
const maxRowSpan = 1_000

/** A table of values; undefined when the element lays out parts of a page. */
export const readTable = (table: PageElement): Table | undefined => {
  const trs = rowsOf(table)
  const code = codeOf(trs)
  if (code !== undefined) return { rows: [], captions: [], code }
  const role = attributeOf(table, "role")
  if (role === "presentation" || role === "none") return undefined
  const rows = trs.map((row) => cellsOf(row)).filter((cells) => cells.length > 0)
  if (rows.length === 0 || isLayout(rows)) return undefined
  const captions = elementsOf(table).filter((one) => one.name === "caption" && !isHidden(one))
  return { rows, captions, code: undefined }
}

/** The rows with padding for spans, the first one as header. */
export const writeTable = (table: Table, write: (cell: PageElement) => string): string => {
  const grid: Array<Array<string>> = []
  const alignments: Array<Alignment> = []
  /** Rows that a cell above still covers, by column. */
  const covered: Array<number> = []
  let cells = 0
  for (const row of table.rows) {
    const line: Array<string> = []
    const skip = () => {
      while ((covered[line.length] ?? 0) > 0 && line.length < maxColumns) {
        covered[line.length]! -= 1
        line.push("")
      }
    }
    for (const cell of row) {
      skip()
      if (line.length >= maxColumns) break
      alignments[line.length] ??= alignmentOf(cell.element)
      for (let column = 0; column < cell.columns && line.length < maxColumns; column += 1) {
        covered[line.length] = cell.rows - 1
        line.push(column === 0 ? write(cell.element) : "")
      }
    }
    skip()
    cells += line.length
    if (cells > maxCells) break
    grid.push(line)
  }
  const width = grid.reduce((most, line) => Math.max(most, line.length), 0)
  const filled = grid.filter((line) => line.some((cell) => cell !== ""))
  if (filled.length === 0) return ""
  const used = Array.from({ length: width }, (_, column) => filled.some((line) => (line[column] ?? "") !== ""))
  const print = (line: ReadonlyArray<string>) =>
    `| ${used.flatMap((isUsed, column) => (isUsed ? [line[column] ?? ""] : [])).join(" | ")} |`
  const [header, ...body] = filled
  return [print(header!), print(used.map((_, column) => rules[alignments[column] ?? ""])), ...body.map(print)].join(
    "\n"
  )
}

const rules: { readonly [alignment in Alignment]: string } = {
  "": "---",
  left: ":--",
  right: "--:",
  center: ":-:"
}

const elementsOf = (element: PageElement): ReadonlyArray<PageElement> =>
  element.children.filter((child): child is PageElement => child instanceof PageElement)

const rowsOf = (table: PageElement): ReadonlyArray<PageElement> => {
  const rows: Array<PageElement> = []
  for (const part of elementsOf(table)) {
    if (part.name === "tr") rows.push(part)
    else if (part.name === "thead" || part.name === "tbody" || part.name === "tfoot") {
      // One by one: a page may have more of them than a call takes arguments.
      if (!isHidden(part)) for (const one of elementsOf(part)) if (one.name === "tr") rows.push(one)
    }
  }
  return rows.filter((row) => !isHidden(row))
}

const cellsOf = (row: PageElement): ReadonlyArray<Cell> =>
  elementsOf(row)
    .filter((cell) => (cell.name === "td" || cell.name === "th") && !isHidden(cell))
    .map((element) => ({
      element,
      columns: spanOf(element, "colspan", maxColumns),
      rows: spanOf(element, "rowspan", maxRowSpan)
    }))

const spanOf = (cell: PageElement, name: string, most: number): number => {
  const span = Number.parseInt(attributeOf(cell, name) ?? "1", 10)
  return Number.isSafeInteger(span) && span > 1 ? Math.min(span, most) : 1
}

const alignmentOf = (cell: PageElement): Alignment => {
  const align =
    attributeOf(cell, "align")?.toLowerCase() ??
    /text-align:\s*(left|right|center)/i.exec(attributeOf(cell, "style") ?? "")?.[1]?.toLowerCase()
  return align === "left" || align === "right" || align === "center" ? align : ""
}

/** Rows and cells looked at to tell values from layout. */
const maxLooked = 400

const isLayout = (rows: ReadonlyArray<ReadonlyArray<Cell>>): boolean => {
  const width = Math.max(...rows.slice(0, maxLooked).map((row) => row.length))
  const cells = rows
    .slice(0, maxLooked)
    .flatMap((row) => row.map(({ element }) => element))
    .slice(0, maxLooked)
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

/** The cell with the code, where the one before it has the numbers of its lines. */
const codeOf = (rows: ReadonlyArray<PageElement>): PageElement | undefined => {
  if (rows.length !== 1) return undefined
  const cells = elementsOf(rows[0]!).filter((cell) => cell.name === "td")
  const last = cells.at(-1)
  if (cells.length !== 2 || last === undefined || !holds(last, new Set(["pre", "code"]))) return undefined
  const numbers = collapsedText(cells[0]!, 20_000)
  return /^[\d\s]+$/.test(numbers) ? last : undefined
}
