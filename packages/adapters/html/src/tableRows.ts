/**
 * Where the cells of a table stand, by the table model of the HTML standard.
 *
 * **Details** Rows are counted as they are shown: hidden ones are none, and a row without cells is one. Those of a `<tfoot>` come last, wherever
 * it is written. A cell reaches down to the end of its group at most; one whose `rowspan` is zero reaches that far. A cell stands in the first
 * column that none above reaches down into.
 */
import { attributeOf, PageElement } from "./PageTree.ts"
import { isHidden } from "./visibility.ts"

export interface PlacedCell {
  readonly element: PageElement
  readonly column: number
  /** Columns that it covers, none of them beyond the most that are looked at. */
  readonly columns: number
  /** The row in which it no longer stands, counted from the first of the table. */
  readonly rowsUntil: number
}

export interface TableRow {
  readonly element: PageElement
  readonly isInHead: boolean
  readonly cells: ReadonlyArray<PlacedCell>
  /** Whether cells beyond the most columns are not among them. */
  readonly isCut: boolean
}

const groups = new Set(["thead", "tbody", "tfoot"])

/** Rows that cells reach down in together. Those that are written outside of any group have a body of their own in the tree. */
interface RowGroup {
  readonly isHead: boolean
  readonly rows: ReadonlyArray<PageElement>
}

/** The rows of a table, those of its feet last, without hidden ones. */
const groupsOf = (table: PageElement): ReadonlyArray<RowGroup> => {
  const shown: Array<RowGroup> = []
  const feet: Array<RowGroup> = []
  for (const part of table.children) {
    if (!(part instanceof PageElement) || !groups.has(part.name) || isHidden(part)) continue
    const rows = part.children.filter(
      (one): one is PageElement => one instanceof PageElement && one.name === "tr" && !isHidden(one)
    )
    const ofPart = part.name === "tfoot" ? feet : shown
    ofPart.push({ isHead: part.name === "thead", rows })
  }
  return [...shown, ...feet]
}

/** All rows of a table with their cells, which are looked at up to so many columns. */
export function* tableRows(table: PageElement, maxColumns: number): Generator<TableRow, void, void> {
  /** The row until which a cell above covers each column. */
  const covered: Array<number> = []
  let row = 0
  for (const { isHead, rows } of groupsOf(table)) {
    const end = row + rows.length
    for (const element of rows) {
      yield { element, isInHead: isHead, ...place(element, { row, end, covered, maxColumns }) }
      row += 1
    }
  }
}

interface Place {
  readonly row: number
  /** The row after the last one of the group. */
  readonly end: number
  readonly covered: Array<number>
  readonly maxColumns: number
}

const place = (row: PageElement, { covered, end, maxColumns, row: at }: Place): Pick<TableRow, "cells" | "isCut"> => {
  const cells: Array<PlacedCell> = []
  let column = 0
  for (const element of row.children) {
    if (!(element instanceof PageElement) || !isCell(element) || isHidden(element)) continue
    while ((covered[column] ?? 0) > at) column += 1
    if (column >= maxColumns) return { cells, isCut: true }
    const columns = Math.min(Math.max(spanOf(element, "colspan"), 1), maxColumns - column)
    const down = spanOf(element, "rowspan")
    const rowsUntil = down === 0 ? end : Math.min(at + down, end)
    // One that is wide may meet one from above that reaches farther down.
    for (let next = column; next < column + columns; next += 1) {
      covered[next] = Math.max(covered[next] ?? 0, rowsUntil)
    }
    cells.push({ element, column, columns, rowsUntil })
    column += columns
  }
  return { cells, isCut: false }
}

const isCell = ({ name }: PageElement): boolean => name === "td" || name === "th"

/** A whole number as the standard reads it, whatever follows it; one for what is none. */
const spanOf = (cell: PageElement, name: string): number => {
  const digits = /^[\t\n\f\r ]*\+?(\d+)/.exec(attributeOf(cell, name) ?? "")?.[1]
  return digits === undefined ? 1 : Number(digits)
}
