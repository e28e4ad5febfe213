/** The pages of a batch as a person has them: lines of a file, lines of JSON, or a column of a table. */
import { createReadStream } from "node:fs"
import type { Readable } from "node:stream"
import { Console, Effect } from "effect"
import { type CommandFailed, failed, wrongUsage } from "../CommandFailed.ts"
import { fileProblem } from "./fileProblem.ts"
import { forOutput, harmless } from "./terminal.ts"
import { withScheme } from "./webFlags.ts"

/** A page to fetch, as the API takes it. */
export interface Entry {
  readonly url: string
  readonly itemId?: string
  readonly meta?: { readonly [name: string]: unknown }
}

export interface EntrySource {
  /** Null reads standard input. */
  readonly path: string | null
  /** Column of the addresses; null when the lines are no table. */
  readonly column: string | null
  /** Column of the caller's own names; null when the table has none. */
  readonly idColumn: string | null
}

/** More cannot be submitted at once. */
const most = 100_000

/** No line of addresses is that long. */
const longestLine = 1_048_576

/** Characters of a list: more is more than a batch takes. */
const longestList = 256 * 1_048_576

/** A workbook or another archive, and what has the zeros of UTF-16 or of a program's own file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const isNoText = /^PK\u0003\u0004|\u0000/

async function* textOf(input: Readable): AsyncGenerator<string> {
  let length = 0
  for await (const piece of input.setEncoding("utf8") as AsyncIterable<string>) {
    if (length === 0 && isNoText.test(piece)) {
      throw wrongUsage("The list is no text in UTF-8. Of a workbook, save its sheet as CSV in UTF-8.")
    }
    length += piece.length
    if (length > longestList) throw wrongUsage("The list has more than 256 MB.")
    yield piece
  }
}

/** An address as every command takes it. One of another kind, such as `mailto:`, is left to be told as it stands. */
const addressOf = (written: string): string =>
  /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(written) ? written : withScheme(written)

const entryOf = (line: string, number: number): Entry => {
  // An address may begin with that of its host in IPv6.
  if (/^\[\s*(?:[{"\]]|$)/.test(line)) {
    throw wrongUsage(`Line ${number} begins a list in JSON: write an object a line, as jq -c '.[]' does.`)
  }
  if (!line.startsWith("{")) return { url: addressOf(line) }
  const entry = parsed(line, number)
  if (typeof entry.url !== "string") {
    throw wrongUsage(`Line ${number} names no address: write {"url": "https://…"}, with itemId and meta if you like.`)
  }
  return { ...entry, url: entry.url }
}

/** What an object a line is, whose address nobody has looked at. */
type WrittenEntry = Omit<Entry, "url"> & { readonly url?: unknown }

const parsed = (line: string, number: number): WrittenEntry => {
  try {
    return JSON.parse(line) as WrittenEntry
  } catch {
    throw wrongUsage(`Line ${number} is not JSON: an object stands on one line.`)
  }
}

async function* linesOf(input: Readable): AsyncGenerator<string> {
  let rest = ""
  for await (const piece of textOf(input)) {
    const lines = (rest + piece).split("\n")
    rest = lines.pop() ?? ""
    if (rest.length > longestLine) throw wrongUsage("A line of the list is longer than a megabyte.")
    yield* lines
  }
  yield rest
}

/** What was read, and rows of a table that have no address, by what they are called. */
interface ReadList {
  readonly entries: ReadonlyArray<Entry>
  readonly without: ReadonlyArray<string>
}

const tableName = /\.(?:csv|tsv)$/i

/** A heading or a row, and no address: these have no commas before their scheme and host are over. */
const isOfTable = (line: string): boolean => /^(?!https?:\/\/)[^,;\t]*[,;\t]/i.test(line)

const readLines = async (input: Readable, path: string | null): Promise<ReadList> => {
  const entries: Array<Entry> = []
  let number = 0
  for await (const written of linesOf(input)) {
    number += 1
    const line = (number === 1 ? written.replace(/^\ufeff/, "") : written).trim()
    if (line === "" || line.startsWith("#")) continue
    if (entries.length === 0 && path !== null && tableName.test(path) && isOfTable(line)) {
      throw wrongUsage(`${path} is a table: name the column of its addresses with --csv-column.`)
    }
    entries.push(entryOf(line, number))
    if (entries.length > most) throw wrongUsage(`A batch takes ${most} pages at most; send several.`)
  }
  return { entries, without: [] }
}

const wholeText = async (input: Readable): Promise<string> => {
  const pieces: Array<string> = []
  for await (const piece of textOf(input)) pieces.push(piece)
  return pieces.join("")
}

/** Of a file of others: nothing that a terminal obeys. */
const shownName = (name: string): string => harmless(name).slice(0, 100)

/** What stands between the names of the columns; what is in quotes belongs to a name. */
const delimiterOf = (text: string): string => {
  const heading = (text.slice(0, 20_000).split("\n", 1)[0] ?? "").replace(/"[^"]*"/g, "")
  const count = (delimiter: string) => heading.split(delimiter).length
  return [",", ";", "\t", "|"].sort((a, b) => count(b) - count(a))[0] ?? ","
}

const readTable = async (input: Readable, column: string, idColumn: string | null): Promise<ReadList> => {
  const { parse } = await import("csv-parse/sync")
  const text = await wholeText(input)
  const checked = (names: ReadonlyArray<string>) => {
    for (const name of [column, idColumn ?? column]) {
      if (names.includes(name)) continue
      throw wrongUsage(`The table has no column "${name}"; it has ${names.slice(0, 20).map(shownName).join(", ")}.`)
    }
    return [...names]
  }
  const rows: ReadonlyArray<Readonly<Record<string, string>>> = parse(text, {
    bom: true,
    columns: checked,
    delimiter: delimiterOf(text),
    skip_empty_lines: true,
    max_record_size: longestLine,
    to: most + 1
  })
  if (rows.length > most) throw wrongUsage(`A batch takes ${most} pages at most; send several.`)
  const entries: Array<Entry> = []
  const without: Array<string> = []
  for (const [index, row] of rows.entries()) {
    const written = row[column]?.trim() ?? ""
    const itemId = idColumn === null ? "" : (row[idColumn]?.trim() ?? "")
    if (written === "") without.push(itemId === "" ? `row ${index + 1}` : itemId)
    else entries.push({ url: addressOf(written), ...(itemId === "" ? {} : { itemId }) })
  }
  return { entries, without }
}

/** A row that cannot be parsed, as the parser tells of it. */
interface TableError {
  readonly code: string
  readonly lines?: number
}

/** Codes of the parser, not all of which say that they are. */
const tableCode = /^CSV_|^INVALID_OPENING_QUOTE$/

/** Why the rows are none, in words for whoever wrote them. */
const tableProblem = ({ code, lines }: TableError): string => {
  const line = lines === undefined ? "a line" : `line ${lines}`
  if (code === "CSV_QUOTE_NOT_CLOSED") return "a quotation mark is open until its end"
  if (code === "CSV_MAX_RECORD_SIZE") return `the row that reaches ${line} is longer than a megabyte`
  if (/COLUMNS|LENGTH/.test(code)) return `${line} has not as many cells as its heading`
  if (/QUOTE/.test(code))
    return `${line} has a quotation mark that begins or ends no cell; one within a cell is written twice`
  return `${line} cannot be read as a row`
}

const problemOf =
  ({ path }: EntrySource) =>
  (cause: unknown): CommandFailed => {
    if (typeof cause === "object" && cause !== null && "_tag" in cause) return cause as CommandFailed
    const name = path ?? "standard input"
    const code = (cause as { readonly code?: unknown }).code
    return typeof code === "string" && tableCode.test(code)
      ? wrongUsage(`${name} is not a table: ${tableProblem(cause as TableError)}.`)
      : failed(`Cannot read ${name}: ${fileProblem(cause)}.`)
  }

/** Rows that are named when they are left out. */
const mostNamed = 10

const leftOut = (without: ReadonlyArray<string>): string => {
  const named = without.slice(0, mostNamed).map(forOutput).join(", ")
  const more = without.length > mostNamed ? ` and ${without.length - mostNamed} more` : ""
  return `Left out, as the table has no address for them: ${named}${more}.`
}

/**
 * The entries of a list: an address a line, or an object with `url`, `itemId` and `meta` as JSON a line; empty lines and lines
 * that begin with `#` are left out. With a column, the rows of a table with a heading.
 */
export const readEntries = (source: EntrySource): Effect.Effect<ReadonlyArray<Entry>, CommandFailed> =>
  Effect.tryPromise({
    try: () => {
      const input = source.path === null ? process.stdin : createReadStream(source.path)
      return source.column === null ? readLines(input, source.path) : readTable(input, source.column, source.idColumn)
    },
    catch: problemOf(source)
  }).pipe(
    Effect.tap(({ without }) => (without.length === 0 ? Effect.void : Console.error(leftOut(without)))),
    Effect.map(({ entries }) => entries)
  )
