/** Tables and data in text: CSV, TSV, JSON and lines of JSON. */
import { CsvError, parse } from "csv-parse/sync"
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { GatheredText } from "../reading/GatheredText.ts"
import { sheets as limit, tableNodes } from "../reading/limits.ts"
import { escapeHtml, paragraph, tableOf } from "../reading/Markup.ts"
import { RowsThatFit } from "../reading/RowsThatFit.ts"
import { indentedCharacters } from "./indentedCharacters.ts"
import { readCode } from "./readPlain.ts"

const parsedRows = (text: string, delimiter: string, hasQuotes: boolean): TableRows => {
  const rows = new TableRows()
  try {
    parse(text, {
      ...{ bom: true, delimiter, quote: hasQuotes ? '"' : false },
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: limit.rows + 1,
      max_record_size: 1_000_000,
      on_record: (row: Array<string>) => {
        if (!rows.takes(row)) throw noRoom
        return null
      }
    })
  } catch (cause) {
    if (cause !== noRoom) throw cause
  }
  return rows
}

/** Ends the parser at the row for which there is no room: what follows is not even looked at. */
const noRoom = Symbol("no room for a row")

const isOpenQuote = (cause: unknown): boolean => cause instanceof CsvError && cause.code === "CSV_QUOTE_NOT_CLOSED"

/** Rows between tabs, where a quotation mark may be one of inches that stands at the beginning of a cell. */
const rowsBetweenTabs = (text: string): TableRows => {
  try {
    return parsedRows(text, "\t", true)
  } catch (cause) {
    if (!isOpenQuote(cause)) throw cause
    return parsedRows(text, "\t", false)
  }
}

/** Reads a table whose cells stand between commas, semicolons, tabs or bars: whichever divides the first lines most evenly. */
export const readDelimited = (text: string, type: "csv" | "tsv"): Fragment => {
  const said = separatorLine.exec(text.slice(0, longestSeparatorLine))
  const delimiter = said?.[1] ?? (type === "tsv" ? "\t" : delimiterOf(text))
  const table = said === null ? text : text.slice(said[0].length)
  const rows = delimiter === "\t" ? rowsBetweenTabs(table) : parsedRows(table, delimiter, true)
  return fragment(rows.table() + (rows.isCut ? paragraph("Further rows or columns are left out.") : ""))
}

/** A line by which a table tells Excel what stands between its cells; it is none of its rows. */
const separatorLine = /^\ufeff?"?sep=([^\w\s"]|\t)"?[ \t]*(?:\r\n|\n|\r)/i
const longestSeparatorLine = 64

/** Stand in no cell: HTML may not hold them. */
const betweenCells = "\u0001"
const betweenRows = "\u0002"
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const between = /[\u0001\u0002]/

/**
 * Rows of a table as they come, as one text: as a list and a string of each cell a table of half a megabyte took forty. Those that are
 * more than is read of a page are left out.
 */
class TableRows {
  readonly #text = new GatheredText()
  readonly #fit = new RowsThatFit(tableNodes)
  #isCut = false

  /** Whether the row has room, and those after it may. */
  takes(row: ReadonlyArray<string>): boolean {
    const length = Math.min(row.length, limit.columns)
    let texts = 0
    for (let at = 0; at < length; at += 1) if (row[at]?.trim() !== "") texts += 1
    if (this.#fit.rows === limit.rows || !this.#fit.takes(length, texts)) {
      this.#isCut = true
      return false
    }
    if (row.length > length) this.#isCut = true
    let cells = ""
    for (let at = 0; at < length; at += 1) {
      const cell = row[at]!.trim()
      cells += (at === 0 ? "" : betweenCells) + withoutBetween(cell)
    }
    this.#text.add(cells + betweenRows)
    return true
  }

  /** Whether rows or columns are left out. */
  get isCut(): boolean {
    return this.#isCut
  }

  table(): string {
    return tableOf(rowsOf(this.#text.take(), this.#fit.rows), this.#fit.width)
  }
}

const withoutBetween = (cell: string): string =>
  between.test(cell) ? cell.replaceAll(betweenCells, "").replaceAll(betweenRows, "") : cell

function* rowsOf(text: string, count: number): Generator<ReadonlyArray<string>> {
  for (let row = 0, at = 0; row < count; row += 1) {
    const end = text.indexOf(betweenRows, at)
    yield text.slice(at, end).split(betweenCells).map(escapeHtml)
    at = end + 1
  }
}

/** Lines by which a table is told what stands between its cells. */
const mostSampleLines = 20

/** Stands in no text that is read here: the delimiter of a table of one column. */
const noDelimiter = "\ufffe"

/** A comma that may be of a number. */
const withoutDecimals = /(?<!\d),|,(?!\d)/g
/** One that is not, and after which no text goes on. */
const withoutTexts = /(?<!\d),(?! )|,(?![ \d])/g

/** What may stand between cells: wherever it does, where it is of no number, and where a text of one cell has it most seldom. */
const delimiters = [
  { delimiter: "\t", all: /\t/g, ofNoNumber: /\t/g, ofNoText: /\t/g },
  { delimiter: ",", all: /,/g, ofNoNumber: withoutDecimals, ofNoText: withoutTexts },
  { delimiter: ";", all: /;/g, ofNoNumber: /;/g, ofNoText: /;(?! )/g },
  { delimiter: "|", all: /\|/g, ofNoNumber: /\|/g, ofNoText: /\|/g }
] as const

/** How many lines have any of these marks, and how many of those as many as most others: what divides rows divides them alike. */
const evenness = (lines: ReadonlyArray<string>, mark: RegExp): number => {
  const alike = new Map<number, number>()
  let divided = 0
  for (const line of lines) {
    const count = line.match(mark)?.length ?? 0
    if (count === 0) continue
    divided += 1
    alike.set(count, (alike.get(count) ?? 0) + 1)
  }
  return divided + Math.max(0, ...alike.values())
}

/** A line that is one number with a decimal comma, whose currency may stand after it. */
const decimalNumber = /^\s*[-+]?\d[\d.]*,\d+\s*\D{0,4}$/

/** Whether commas stand in the cells of one column: its head has none, and below it are decimal numbers, or sentences as they come. */
const isOneColumn = ([head = "", ...rows]: ReadonlyArray<string>): boolean => {
  if (head.includes(",") || rows.length === 0) return false
  if (rows.every((row) => decimalNumber.test(row))) return true
  return rows.every((row) => !/,(?! )/.test(row)) && evenness(rows, /,/g) <= rows.length
}

const delimiterOf = (text: string): string => {
  // What stands in quotation marks is no delimiter, whatever it looks like.
  const sample = text.slice(0, 20_000).replace(/"[^"]*"/g, "")
  const lines = sample
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== "")
    .slice(0, mostSampleLines)
  const [head = ""] = lines
  const weighed = delimiters.map(({ all, delimiter, ofNoNumber, ofNoText }) => {
    const even = evenness(lines, all)
    // Where the head has none but those of numbers, all of them may be: each row of prices has as many.
    const weight = head.search(ofNoNumber) >= 0 ? even : (even + evenness(lines, ofNoNumber)) / 2
    return { delimiter, weight, ofNoText: evenness(lines, ofNoText), all: sample.split(delimiter).length }
  })
  const [first] = weighed.sort(
    (a, b) =>
      b.weight - a.weight ||
      b.ofNoText - a.ofNoText ||
      Number(b.delimiter === "\t") - Number(a.delimiter === "\t") ||
      b.all - a.all
  )
  if (first === undefined || first.weight === 0) return ","
  return first.delimiter === "," && isOneColumn(lines) ? noDelimiter : first.delimiter
}

/** Reads JSON: indented when it is sound and stays short enough, else as it is written. */
export const readJson = (text: string, markdownSuffices = false): Fragment =>
  readCode(text.length > indentedCharacters ? withoutMark(text) : indented(text), "json", markdownSuffices)

/** Reads lines of JSON, which stay a line each. */
export const readJsonLines = (text: string, markdownSuffices = false): Fragment =>
  readCode(text, "json", markdownSuffices)

const withoutMark = (text: string) => text.replace(/^\ufeff/, "")

/**
 * Indents JSON by its own marks. Read and written anew, large numbers would lose digits, keys that are named twice would be
 * lost, and deep nesting would overflow the stack.
 */
const indented = (text: string): string => {
  const source = withoutMark(text).trim()
  if (!isJson(source)) return source
  const out: Array<string> = []
  let depth = 0
  let length = 0
  const line = () => {
    const indent = "  ".repeat(Math.min(depth, 64))
    length += indent.length
    out.push("\n", indent)
  }
  for (const [token] of source.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === "{" || token === "[") {
      out.push(token)
      depth += 1
      line()
    } else if (token === "}" || token === "]") {
      depth -= 1
      // An empty object or list stays on its line.
      if (/^\n/.test(out.at(-2) ?? "") && /^[{[]$/.test(out.at(-3) ?? "")) out.length -= 2
      else line()
      out.push(token)
    } else if (token === ",") {
      out.push(token)
      line()
    } else out.push(token === ":" ? ": " : token)
    if (length > mostIndentation) return source
  }
  return out.join("")
}

/** Spaces that indenting adds: a list of numbers inside of many others would be sixty times as long. */
const mostIndentation = 16_000_000

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
