/** Facts out of tables: rows under a head, columns beside a head, labels with their values. */
import type { FactSet } from "@kittiwake/core/extraction/domain/FactSheet"
import type { Addresses } from "../Addresses.ts"
import { attributeOf, PageElement } from "../PageTree.ts"
import { tableRows } from "../tableRows.ts"
import { isHidden } from "../visibility.ts"
import { FactCollector } from "./FactCollector.ts"
import { currentText, shownText } from "./shownText.ts"

/** Rows and columns of one table that are read. */
const most = { rows: 2_000, columns: 60 } as const

interface Cell {
  readonly text: string
  readonly isHead: boolean
  readonly url: string | undefined
}

interface Row {
  readonly cells: ReadonlyArray<Cell>
  readonly isInHead: boolean
}

const blank: Cell = { text: "", isHead: false, url: undefined }

const firstUrl = (cell: PageElement, addresses: Addresses): string | undefined => {
  for (const child of cell.children) {
    if (!(child instanceof PageElement)) continue
    const href = child.name === "a" ? attributeOf(child, "href") : undefined
    const url = href === undefined ? firstUrl(child, addresses) : addresses.page(href)
    if (url !== undefined) return url
  }
  return undefined
}

/** The rows of a table itself, without those of tables inside it. A cell stands in every row and column that it spans. */
const rowsOf = (
  table: PageElement,
  addresses: Addresses
): { readonly rows: ReadonlyArray<Row>; readonly caption: string } => {
  const rows: Array<Row> = []
  /** The last cell of each column, and the row in which it no longer stands. */
  const above: Array<{ readonly cell: Cell; readonly rowsUntil: number }> = []
  let at = 0
  for (const row of tableRows(table, most.columns)) {
    if (at === most.rows) break
    for (const { column, columns, element, rowsUntil } of row.cells) {
      const cell = {
        text: currentText(element),
        isHead: element.name === "th",
        url: firstUrl(element, addresses)
      }
      for (let next = column; next < column + columns; next++) {
        // What a wider cell below meets stands there first.
        if ((above[next]?.rowsUntil ?? 0) <= at) above[next] = { cell, rowsUntil }
      }
    }
    const width = above.findLastIndex(({ rowsUntil }) => rowsUntil > at) + 1
    const cells = above.slice(0, width).map(({ cell, rowsUntil }) => (rowsUntil > at ? cell : blank))
    rows.push({ cells, isInHead: row.isInHead })
    at += 1
  }
  const caption = table.children.findLast(
    (part): part is PageElement => part instanceof PageElement && part.name === "caption" && !isHidden(part)
  )
  return {
    rows: rows.filter(({ cells }) => cells.some(({ text }) => text !== "")),
    caption: caption === undefined ? "" : shownText(caption)
  }
}

const isHeadRow = ({ cells, isInHead }: Row): boolean =>
  isInHead || (cells.length > 1 && cells.every(({ isHead }) => isHead))

const quoteOf = (cells: ReadonlyArray<Cell>): string =>
  cells
    .map(({ text }) => text)
    .filter((text) => text !== "")
    .join(" | ")

const addCell = (collector: FactCollector, cell: Cell, name: string, context: string, quote: string): void => {
  if (cell.text !== "") collector.add({ name, value: cell.text, source: "table", context, quote })
}

/** A row as a thing: what its first cell says is also what it is called. */
const itemOfRow = (
  { cells }: Row,
  names: ReadonlyArray<string>,
  context: string,
  budget: FactCollector["budget"]
): FactSet => {
  const item = new FactCollector(budget)
  const quote = quoteOf(cells)
  for (const [column, cell] of cells.entries()) addCell(item, cell, names[column] ?? "", context, quote)
  const url = cells.find((cell) => cell.url !== undefined)?.url
  if (url !== undefined) item.add({ name: "url", value: url, source: "table", context, quote })
  if (names.length > 0) addCell(item, cells[0] ?? blank, "title", context, quote)
  return item.set
}

/** A column as a thing, where every row says something of each. */
const itemsOfColumns = (head: Row, body: ReadonlyArray<Row>, context: string, budget: FactCollector["budget"]) =>
  head.cells.slice(1).map((named, index) => {
    const item = new FactCollector(budget)
    addCell(item, named, "title", context, named.text)
    for (const { cells } of body) {
      const [label = blank, cell = blank] = [cells[0], cells[index + 1]]
      addCell(item, cell, label.text, context, `${named.text} | ${label.text} | ${cell.text}`)
    }
    return item.set
  })

const addPairs = (rows: ReadonlyArray<Row>, context: string, collector: FactCollector): void => {
  for (const { cells } of rows) {
    const [label, value] = cells
    if (label === undefined || value === undefined || label.text === "" || label.text.length > 80) continue
    collector.add({
      name: label.text.replace(/\s*[:：]\s*$/u, ""),
      value: value.text,
      source: "pair",
      context,
      quote: quoteOf(cells)
    })
  }
}

/** Adds what a table says. `heading` stands above it. */
export const addTable = (table: PageElement, heading: string, addresses: Addresses, collector: FactCollector): void => {
  const { caption, rows } = rowsOf(table, addresses)
  if (rows.length === 0) return
  const name = caption === "" ? heading : caption
  const context = caption === "" ? "" : heading
  const heads = rows.filter(isHeadRow)
  const body = rows.filter((row) => !isHeadRow(row))
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const { budget } = collector
  if (heads.length === 0 || body.length === 0) {
    if (width === 2) addPairs(rows, name, collector)
    const isBare = rows.every(({ cells }) => !cells[0]?.isHead)
    if (isBare && width > 1) {
      collector.addGroup({ name, source: "table", context, items: rows.map((row) => itemOfRow(row, [], name, budget)) })
    }
    return
  }
  const head = heads.at(-1)!
  const names = head.cells.map(({ text }) => text)
  const items = body.map((row) => itemOfRow(row, names, name, budget))
  const isMatrix = width > 2 && ((names[0] ?? "") === "" || body.every(({ cells }) => cells[0]?.isHead === true))
  if (isMatrix) {
    collector.addGroup({ name, source: "table", context, items: itemsOfColumns(head, body, name, budget) })
  }
  collector.addGroup({ name, source: "table", context, items })
  if (width === 2) addPairs(body, `${name} ${names.join(" ")}`, collector)
  if (body.length === 1)
    for (const [column, cell] of body[0]!.cells.entries())
      addCell(collector, cell, names[column] ?? "", name, quoteOf(body[0]!.cells))
}
