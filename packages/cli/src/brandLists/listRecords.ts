/** The rows of a list, each with its place, whatever the list is written in. */

import type { TableRow } from "@kittiwake/core/internal/brands/domain/listRows"
import { JSONParser } from "@streamparser/json"
import { parse } from "csv-parse/sync"
import { type ListBytes, ListUnreadable } from "./listBytes.ts"
import type { ListFormat } from "./listKind.ts"
import { linesOf, openQuotes, type TableLine, tableLines } from "./listLines.ts"

/** A row as it was read. `null` is one that cannot be about a brand, which nobody looked at closer. */
export type RowValue = { readonly value: unknown } | { readonly problem: string } | null

export interface ListRecord {
  /** Rows up to and with this one. */
  readonly row: number
  /** Bytes of the unpacked list up to its end; 0 where rows alone tell the place. */
  readonly bytes: number
  readonly read: RowValue
}

/** Where a list was left. */
export interface ListPlace {
  readonly rows: number
  readonly bytes: number
}

const tooLong = { problem: "The line is longer than 32 MB." }

/** Items, one a line, as a dump has them: in an array, or alone. Those without `mark` are not read. */
async function* items(list: ListBytes, place: ListPlace, mark: Buffer): AsyncGenerator<ListRecord> {
  let row = place.rows
  for await (const { bytes, text } of linesOf(list.from(place.bytes), place.bytes)) {
    // The brackets of the array stand alone.
    if (text !== null && text.length < 3) continue
    row += 1
    yield { row, bytes, read: text === null ? tooLong : text.includes(mark) ? itemOf(text) : null }
  }
}

const itemOf = (line: Buffer): RowValue => {
  try {
    return { value: JSON.parse(line.toString("utf8").replace(/,\s*$/, "")) }
  } catch {
    return { problem: "The line is not JSON." }
  }
}

/** Rows of a table that are parsed together. */
const together = 200

/** Names that are kept of a heading, by their places. */
type Columns = ReadonlyArray<string | false>

const longestRow = 4_194_304

const parsed = (text: string, columns: Columns): ReadonlyArray<TableRow> =>
  parse(text, { columns: columns.map((name) => name), max_record_size: longestRow }) as ReadonlyArray<TableRow>

const problemOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replace(/ (?:on|at) line \d+.*$/, "").slice(0, 200)

const rowOf = (text: string, columns: Columns): RowValue => {
  try {
    const [value] = parsed(text, columns)
    return value === undefined ? { problem: "The row is empty." } : { value }
  } catch (cause) {
    return { problem: problemOf(cause) }
  }
}

/** Rows that were read together, or each by itself where one of them is bad. */
const rowsOf = (lines: ReadonlyArray<TableLine>, columns: Columns): ReadonlyArray<RowValue> => {
  const texts = lines.map(({ text }) => (text instanceof Buffer ? text.toString("utf8") : null))
  try {
    const rows = texts.includes(null) ? [] : parsed(texts.join("\n"), columns)
    if (rows.length === texts.length) return rows.map((value) => ({ value }))
  } catch {
    // Which of them it is, each by itself tells.
  }
  return lines.map(({ text }, n) =>
    text === openQuotes ? { problem: "Quotes are open." } : text === null ? tooLong : rowOf(texts[n]!, columns)
  )
}

const headingOf = (head: Buffer): { readonly names: ReadonlyArray<string>; readonly bytes: number } => {
  const end = head.indexOf("\n")
  if (end < 0) throw new ListUnreadable("Its heading is longer than 64 KB.")
  const [names = []] = parse(head.subarray(0, end), { bom: true, to: 1 }) as ReadonlyArray<ReadonlyArray<string>>
  return { names, bytes: end + 1 }
}

/** Rows of a table. Columns that nobody reads are not made. */
async function* tableRows(
  list: ListBytes,
  place: ListPlace,
  hasHeading: boolean,
  wanted: ReadonlySet<string>
): AsyncGenerator<ListRecord> {
  const { bytes: start, names } = hasHeading ? headingOf(list.head) : { bytes: 0, names: ["rank", "domain"] }
  const columns = names.map((name) => (wanted.has(name) ? name : (false as const)))
  const from = Math.max(place.bytes, start)
  let row = place.rows
  let lines: Array<TableLine> = []
  function* flushed(): Generator<ListRecord> {
    for (const [n, read] of rowsOf(lines, columns).entries()) {
      row += 1
      yield { row, bytes: lines[n]!.bytes, read }
    }
    lines = []
  }
  for await (const line of tableLines(linesOf(list.from(from), from))) {
    if (line.text instanceof Buffer && line.text.length === 0) continue
    lines.push(line)
    if (lines.length >= together) yield* flushed()
  }
  yield* flushed()
}

/** Names of the rows of a document that is a list of lists. */
const fieldsPlace = "$.fields"

const asRow = (value: unknown, fields: ReadonlyArray<string>): TableRow => {
  const entries: ReadonlyArray<readonly [string, unknown]> = Array.isArray(value)
    ? fields.map((name, n) => [name, value[n]])
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : []
  return Object.fromEntries(
    entries.flatMap(([name, one]) => {
      // The query service wraps each value in what it is.
      const plain = typeof one === "object" && one !== null && "value" in one ? one.value : one
      return typeof plain === "string" || typeof plain === "number" ? [[name, String(plain)]] : []
    })
  )
}

/** Rows of one document, as it comes. */
async function* documentRows(list: ListBytes, place: ListPlace, path: string): AsyncGenerator<ListRecord> {
  const parser = new JSONParser({ paths: [fieldsPlace, path], keepStack: false })
  let fields: ReadonlyArray<string> = []
  let values: Array<unknown> = []
  parser.onValue = ({ key, stack, value }) => {
    if (stack.length === 1 && key === "fields" && Array.isArray(value)) fields = value.map(String)
    else values.push(value)
  }
  parser.onError = (cause) => {
    throw new ListUnreadable(`It is not JSON: ${cause.message}`)
  }
  let row = 0
  for await (const chunk of list.from(0)) {
    parser.write(chunk)
    for (const value of values) {
      row += 1
      if (row > place.rows) yield { row, bytes: 0, read: { value: asRow(value, fields) } }
    }
    values = []
  }
  if (!parser.isEnded) throw new ListUnreadable("It ends too early.")
}

/** How rows of a list are picked before they are read. */
export interface RowWants {
  /** Bytes that an item must have. */
  readonly mark: string
  /** Columns that are read. */
  readonly columns: ReadonlySet<string>
}

/** The rows after `place`. */
export const listRecords = (
  list: ListBytes,
  format: ListFormat,
  wants: RowWants,
  place: ListPlace
): AsyncIterable<ListRecord> => {
  switch (format._tag) {
    case "Items":
      return items(list, place, Buffer.from(wants.mark))
    case "Table":
      return tableRows(list, place, format.heading, wants.columns)
    case "Document":
      return documentRows(list, place, format.place)
  }
}
