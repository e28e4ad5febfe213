/** Facts out of tables: rows under a head, columns beside a head, labels with their values. */
import { type FactSet, maxQuoteLength } from "@kittiwake/core/extraction/domain/FactSheet"
import type { Addresses } from "../Addresses.ts"
import { PageElement } from "../PageTree.ts"
import { tableRows } from "../tableRows.ts"
import { isHidden } from "../visibility.ts"
import { FactCollector, maxItems, maxNameLength } from "./FactCollector.ts"
import { firstUrl, linkName } from "./firstUrl.ts"
import { currentText, shownText } from "./shownText.ts"

/** Rows and columns of one table that are read. */
const most = { rows: maxItems, columns: 60 } as const

interface Cell {
  readonly text: string
  readonly isHead: boolean
  readonly url: string | undefined
}

interface Row {
  readonly cells: ReadonlyArray<Cell>
  readonly isInHead: boolean
  /** Whether one cell reaches over all columns, so that it says something of the rows around it and is no row itself. */
  readonly isAcross: boolean
}

const blank: Cell = { text: "", isHead: false, url: undefined }

/** The rows of a table itself, without those of tables inside it. A cell stands in every row and column that it spans. */
const rowsOf = (
  table: PageElement,
  addresses: Addresses
): { readonly rows: ReadonlyArray<Row>; readonly caption: string; readonly isCut: boolean } => {
  const rows: Array<Row> = []
  /** The last cell of each column, and the row in which it no longer stands. */
  const above: Array<{ readonly cell: Cell; readonly rowsUntil: number }> = []
  let at = 0
  let isCut = false
  for (const row of tableRows(table, most.columns)) {
    isCut = at === most.rows
    if (isCut) break
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
    const [first] = cells
    const isAcross = cells.length > 1 && cells.every((cell) => cell === first)
    rows.push({ cells, isInHead: row.isInHead, isAcross })
    at += 1
  }
  const caption = table.children.findLast(
    (part): part is PageElement => part instanceof PageElement && part.name === "caption" && !isHidden(part)
  )
  return {
    rows: rows.filter(({ cells }) => cells.some(({ text }) => text !== "")),
    caption: caption === undefined ? "" : shownText(caption),
    isCut
  }
}

const isHeadRow = ({ cells, isInHead }: Row): boolean =>
  isInHead || (cells.length > 1 && cells.every(({ isHead }) => isHead))

/** As much of a row as is quoted: one cell may stand in all columns of all rows. */
const quoteOf = (cells: ReadonlyArray<Cell>): string => {
  let quote = ""
  for (const { text } of cells) {
    if (quote.length >= maxQuoteLength) break
    if (text !== "") quote += (quote === "" ? "" : " | ") + text.slice(0, maxQuoteLength)
  }
  return quote
}

const addCell = (collector: FactCollector, cell: Cell, name: string, context: string, quote: string): void => {
  if (cell.text !== "") collector.add({ name, value: cell.text, source: "table", context, quote })
  if (cell.url !== undefined && name !== "" && name !== "title")
    collector.add({ name: linkName(name), value: cell.url, source: "table", context, quote })
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
const itemsOfColumns = (
  names: ReadonlyArray<string>,
  body: ReadonlyArray<Row>,
  context: string,
  budget: FactCollector["budget"]
) =>
  names.slice(1).map((named, index) => {
    const item = new FactCollector(budget)
    if (named !== "") item.add({ name: "title", value: named, source: "table", context, quote: named })
    for (const { cells } of body) {
      const [label = blank, cell = blank] = [cells[0], cells[index + 1]]
      addCell(item, cell, label.text, context, `${named} | ${label.text} | ${cell.text}`)
    }
    return item.set
  })

const addPairs = (rows: ReadonlyArray<Row>, context: string, collector: FactCollector): void => {
  for (const { cells } of rows) {
    const [label, value] = cells
    if (label === undefined || value === undefined || label.text === "" || label.text.length > 80) continue
    const [name, quote] = [label.text.replace(/(?<!\s)\s*[:：]\s*$/u, ""), quoteOf(cells)]
    collector.add({ name, value: value.text, source: "pair", context, quote })
    if (value.url !== undefined)
      collector.add({ name: linkName(name), value: value.url, source: "pair", context, quote })
  }
}

/** Rows with the heads that stand right above them, one for each level. */
interface Section {
  readonly heads: ReadonlyArray<Row>
  readonly body: ReadonlyArray<Row>
}

/** What parts the levels of heads in the name of a column. */
const level = " › "

/** What columns are called: by all heads above them, the widest first. */
const namesOf = (heads: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const width = heads.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  return Array.from({ length: width }, (_, column) => {
    let name = ""
    let last = ""
    for (const { cells } of heads) {
      const text = cells[column]?.text ?? ""
      if (text === "" || text === last) continue
      name += (name === "" ? "" : level) + text.slice(0, maxNameLength)
      last = text
      if (name.length >= maxNameLength) break
    }
    return name
  })
}

/** Each row with its heads: those that stand above it together, or the first of the table where none does. */
const sectionsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Section> => {
  const sections: Array<{ heads: Array<Row>; body: Array<Row> }> = []
  for (const row of rows) {
    const last = sections.at(-1)
    if (!isHeadRow(row)) {
      if (last === undefined) sections.push({ heads: [], body: [row] })
      else last.body.push(row)
    } else if (last === undefined || last.body.length > 0) sections.push({ heads: [row], body: [] })
    else last.heads.push(row)
  }
  const heads = sections.find((one) => one.heads.length > 0)?.heads ?? []
  return sections.map((one) => (one.heads.length > 0 ? one : { ...one, heads }))
}

/** Rows under what reaches over all columns: `Europe` above those of its countries. */
const partsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<{ readonly part: string; readonly row: Row }> => {
  let part = ""
  return rows.flatMap((row) => {
    if (row.isAcross) part = row.cells[0]!.text
    return row.isAcross ? [] : [{ part, row }]
  })
}

/** Adds what a table says. `heading` stands above it. */
export const addTable = (table: PageElement, heading: string, addresses: Addresses, collector: FactCollector): void => {
  const { caption, isCut, rows: all } = rowsOf(table, addresses)
  if (isCut) collector.budget.leaveOut()
  const parts = new Map(partsOf(all).map(({ part, row }) => [row, part]))
  const rows = [...parts.keys()]
  if (rows.length === 0) return
  const name = caption === "" ? heading : caption
  const context = caption === "" ? "" : heading
  const around = (row: Row) => `${name} ${parts.get(row) ?? ""}`.trim()
  const sections = sectionsOf(rows).filter(({ body }) => body.length > 0)
  const body = sections.flatMap((one) => one.body)
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const { budget } = collector
  if (sections.every(({ heads }) => heads.length === 0) || body.length === 0) {
    if (width === 2) addPairs(rows, name, collector)
    const isBare = rows.every(({ cells }) => !cells[0]?.isHead)
    if (isBare && width > 1) {
      const items = rows.map((row) => itemOfRow(row, [], around(row), budget))
      collector.addGroup({ name, source: "table", context, items })
    }
    return
  }
  const items = sections.flatMap((section) => {
    const names = namesOf(section.heads)
    return section.body.map((row) => itemOfRow(row, names, around(row), budget))
  })
  for (const section of sections) {
    const names = namesOf(section.heads)
    const isMatrix =
      width > 2 && ((names[0] ?? "") === "" || section.body.every(({ cells }) => cells[0]?.isHead === true))
    if (isMatrix)
      collector.addGroup({
        ...{ name, source: "table", context },
        items: itemsOfColumns(names, section.body, name, budget)
      })
  }
  collector.addGroup({ name, source: "table", context, items })
  const names = namesOf(sections[0]!.heads)
  if (width === 2) addPairs(body, `${name} ${names.join(" ")}`, collector)
  if (body.length === 1)
    for (const [column, cell] of body[0]!.cells.entries())
      addCell(collector, cell, names[column] ?? "", name, quoteOf(body[0]!.cells))
}
