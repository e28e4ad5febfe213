/** The sheets of an OpenDocument, and as much of its content as is looked at. */
import { Parser } from "htmlparser2"
import { sheets as limit, repeatedCells, tableNodes } from "../reading/limits.ts"
import { nodesOfRow } from "../reading/RowsThatFit.ts"
import { tooComplex } from "../reading/Unreadable.ts"

/** A sheet, in the order in which the content has them. */
export interface OdsTable {
  readonly isHidden: boolean
  /** How many rows are taken out for which no page that is read has room. */
  readonly rowsLeftOut: number
}

/** What a sheet has at most, as hucre takes it. */
const most = { rows: 1_048_576, columns: 16_384 } as const

const timesOf = (said: string | undefined, largest: number): number =>
  Math.min(Math.max(Math.trunc(Number(said ?? 1)) || 0, 0), largest)

const filling = [
  "office:value-type",
  "calcext:value-type",
  "table:formula",
  "table:style-name",
  "table:number-columns-spanned",
  "table:number-rows-spanned"
]

type Attributes = Readonly<Record<string, string>>

/** Whether a cell surely shows something where its line has a text. */
const isToldWithText = (attributes: Attributes): boolean =>
  attributes["office:value"] !== undefined || (attributes["office:value-type"] ?? "string") === "string"

const localName = (name: string) => name.slice(name.indexOf(":") + 1)

/** Counts the cells of all sheets: a cell or a row may say that it stands there so many times over, and hucre makes all of them. */
class CountedCells {
  #cells = 0
  #blankRows = 0
  #row = { times: 0, filled: 0, pending: 0, texts: 0 }
  #cell = { times: 0, column: 0, isFilled: false, hasTold: false, isTold: false }
  /** Of the open sheet: what is told of it at least, and how many rows stand where there is no room. */
  #rows = 0
  #nodes = 0
  #rowsLeftOut = 0

  beginTable(): void {
    this.#blankRows = 0
    this.#rows = 0
    this.#nodes = 0
    this.#rowsLeftOut = 0
  }

  /** Whether what follows in the open sheet has surely no room. */
  get isFull(): boolean {
    return this.#rows > limit.rows || this.#nodes > tableNodes
  }

  get rowsLeftOut(): number {
    return this.#rowsLeftOut
  }

  beginRow(attributes: Attributes): void {
    const times = timesOf(attributes["table:number-rows-repeated"], most.rows)
    this.#row = { times, filled: 0, pending: 0, texts: 0 }
  }

  beginCell(attributes: Attributes): void {
    const times = timesOf(attributes["table:number-columns-repeated"], most.columns)
    const isFilled = filling.some((key) => attributes[key] !== undefined)
    const column = this.#row.filled + this.#row.pending
    this.#cell = { times, column, isFilled, hasTold: false, isTold: isToldWithText(attributes) }
    this.#row.pending += times
  }

  fillCell(): void {
    this.#cell.isFilled = true
  }

  /** Text of a line of the open cell. */
  text(): void {
    this.#cell.hasTold = this.#cell.isTold
  }

  endCell(): void {
    if (!this.#cell.isFilled) return
    this.#row.filled += this.#row.pending
    this.#row.pending = 0
    const { column, hasTold, times } = this.#cell
    if (hasTold) this.#row.texts += Math.max(Math.min(times, limit.columns - column), 0)
  }

  endRow(): void {
    const { filled, texts, times } = this.#row
    if (filled === 0) {
      this.#blankRows += times
      return
    }
    const blankRows = Math.min(this.#blankRows, most.rows)
    this.#blankRows = 0
    if (this.isFull) {
      this.#rowsLeftOut += blankRows + times
      return
    }
    this.#cells += times * filled + blankRows
    if (this.#cells > repeatedCells) throw tooComplex(`The sheets hold more than ${repeatedCells} cells.`)
    if (texts === 0) return
    this.#rows += times
    this.#nodes += times * (nodesOfRow + 2 * texts)
  }
}

/**
 * What hucre need not look at is taken out: hidden sheets, and rows for which there is surely no room. It keeps a kilobyte and more of each
 * cell, so that a long sheet ended the process that reads it.
 */
export const odsTables = (content: string): { readonly kept: string; readonly tables: ReadonlyArray<OdsTable> } => {
  const tables: Array<OdsTable> = []
  const kept: Array<string> = []
  const counted = new CountedCells()
  const hiddenStyles = new Set<string>()
  let style = ""
  let isHidden = false
  /** How many elements are open, and how many where sheets and the lines of the open cell are. */
  let depth = 0
  let depthOfTables = 0
  let depthOfLines = 0
  let isInLine = false
  /** Up to where the content is kept or taken out, and where what is taken out of the open sheet begins. */
  let from = 0
  let cutFrom: number | null = null
  const openTable = (attributes: Attributes) => {
    isHidden = hiddenStyles.has(attributes["table:style-name"] ?? "")
    counted.beginTable()
    if (isHidden) cutFrom = parser.endIndex + 1
  }
  const closeTable = () => {
    tables.push({ isHidden, rowsLeftOut: counted.rowsLeftOut })
    if (cutFrom === null) return
    kept.push(content.slice(from, cutFrom))
    from = Math.max(parser.startIndex, cutFrom)
    cutFrom = null
    isHidden = false
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1
        if (isHidden) return
        const local = localName(name)
        if (local === "style") style = attributes["style:name"] ?? ""
        else if (local === "table-properties" && attributes["table:display"] === "false") hiddenStyles.add(style)
        else if (local === "spreadsheet") depthOfTables = depth + 1
        else if (local === "table" && depth === depthOfTables) openTable(attributes)
        else if (local === "table-row") counted.beginRow(attributes)
        else if (local === "table-cell" || local === "covered-table-cell") {
          counted.beginCell(attributes)
          depthOfLines = depth + 1
        } else {
          counted.fillCell()
          if (local === "p" && depth === depthOfLines) isInLine = true
        }
      },
      ontext: (text) => {
        if (isInLine && /\S/.test(text)) counted.text()
      },
      onclosetag: (name) => {
        const local = localName(name)
        if (local === "table" && depth === depthOfTables) closeTable()
        else if (local === "p" && depth === depthOfLines) isInLine = false
        else if (local === "table-cell" && !isHidden) counted.endCell()
        else if (local === "table-row" && !isHidden) {
          counted.endRow()
          // A row of a table in a cell is none of the sheet.
          if (counted.isFull && depth === depthOfTables + 1) cutFrom ??= parser.endIndex + 1
        }
        depth -= 1
      }
    },
    { xmlMode: true }
  )
  parser.end(content)
  return { kept: from === 0 ? content : kept.join("") + content.slice(from), tables }
}
