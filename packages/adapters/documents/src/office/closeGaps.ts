/**
 * Sheets of a workbook whose few cells lie far apart, without the rows and columns between them that hold nothing: hucre makes every cell up to the
 * last, which of one in the last row and column is seventeen thousand million.
 */
import type { Archive } from "../reading/Archive.ts"
import { sheets as limit, repeatedCells } from "../reading/limits.ts"
import { tooComplex } from "../reading/Unreadable.ts"
import { xmlText } from "../reading/XmlTree.ts"

/** A row, a cell or a link, by its attributes. */
const places = /<((?:\w{1,20}:)?)(row|c|hyperlink)(\s(?:[^"'<>]|"[^"<]*"|'[^'<]*')*)?>/g
const placeOf = /(\s(?:r|ref)\s*=\s*["']\s*)([A-Za-z&]{0,3})(\d{0,7})/

/** Of a sheet. */
const last = { column: 16_384, row: 1_048_576 } as const

/** Cells from the first to the last row and column, beyond which hucre refuses a sheet. */
const mostSpanned = 20_000_000

/** The number of a column by its letters; the largest where they are written so that nobody reads them. */
const columnOf = (letters: string): number =>
  letters.includes("&")
    ? last.column
    : Math.min(
        [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0),
        last.column
      )

const lettersOf = (column: number): string => {
  let letters = ""
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return letters
}

/** How much hucre makes of a sheet. */
class Extent {
  /** Up to the last of each row. */
  cells = 0
  private rowsSeen = 0
  private rows = 0
  private columns = 0
  private width = 0
  /** Whether each cell says where it stands. */
  isPlaced = true

  add(kind: string, letters: string, row: number): void {
    if (kind === "row") {
      this.width = 0
      this.rowsSeen += 1
      return
    }
    const column = letters === "" ? 1 : columnOf(letters)
    this.isPlaced &&= letters !== "" && !letters.includes("&") && row > 0
    this.cells += Math.max(column - this.width, 0)
    this.width = Math.max(column, this.width)
    // hucre looks at one row more than is told.
    if (this.rowsSeen > limit.rows + 1) return
    this.rows = Math.max(row, this.rows)
    this.columns = Math.max(column, this.columns)
  }

  get isTooLarge(): boolean {
    return this.cells > repeatedCells || this.rows * this.columns > mostSpanned
  }
}

const extentOf = (sheet: string): Extent => {
  const extent = new Extent()
  for (const [, , kind = "", attributes = ""] of sheet.matchAll(places)) {
    if (kind === "hyperlink") continue
    const [, , letters = "", row = ""] = placeOf.exec(attributes) ?? []
    extent.add(kind, letters, Math.min(Number(row), last.row))
  }
  return extent
}

/** New numbers for those that are used, one behind the other. */
const renumbered = (used: ReadonlySet<number>): ReadonlyMap<number, number> =>
  new Map([...used].toSorted((one, other) => one - other).map((one, at) => [one, at + 1]))

const isEmpty = (attributes: string): boolean => attributes.endsWith("/")

const withoutGaps = (sheet: string): string => {
  const [rows, columns] = [new Set<number>(), new Set<number>()]
  for (const [, , kind, attributes = ""] of sheet.matchAll(places)) {
    if (kind !== "c" || isEmpty(attributes)) continue
    const [, , letters = "", row = ""] = placeOf.exec(attributes) ?? []
    rows.add(Number(row))
    columns.add(columnOf(letters))
  }
  const [newRows, newColumns] = [renumbered(rows), renumbered(columns)]
  return sheet.replace(places, (whole: string, _prefix: string, kind: string, attributes = "") => {
    // One that holds nothing is there for its looks.
    if (kind !== "hyperlink" && isEmpty(attributes)) return ""
    return whole.replace(placeOf, (said: string, before: string, letters: string, row: string) => {
      const newRow = newRows.get(Number(row))
      if (kind === "row") return newRow === undefined ? said : before + newRow
      const newColumn = newColumns.get(columnOf(letters))
      return newRow === undefined || newColumn === undefined ? said : before + lettersOf(newColumn) + newRow
    })
  })
}

/** The parts of a workbook that are given to hucre, with those whose cells lie far apart written anew. Ends the reading where they hold too many. */
export const closeGaps = (
  archive: Archive,
  written: ReadonlyMap<string, Uint8Array>
): ReadonlyMap<string, Uint8Array> => {
  const parts = new Map(written)
  let cells = 0
  for (const name of archive.names) {
    const part = /\.xml$/i.test(name) ? (written.get(name) ?? archive.read(name)) : null
    if (part === null) continue
    const text = xmlText(part)
    const before = extentOf(text)
    const closed = before.isTooLarge && before.isPlaced ? withoutGaps(text) : null
    const extent = closed === null ? before : extentOf(closed)
    cells += extent.cells
    if (extent.isTooLarge || cells > repeatedCells)
      throw tooComplex(`The sheets hold more than ${repeatedCells} cells.`)
    if (closed !== null) parts.set(name, new TextEncoder().encode(closed))
  }
  return parts
}
