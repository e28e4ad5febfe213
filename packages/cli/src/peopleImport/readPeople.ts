/** A list of people as a file: a table with a heading (CSV), or an object in JSON a line. Read piece by piece, however long it is, as lists of brands are. */
import { isUtf8 } from "node:buffer"
import type { ImportedRecord } from "@kittiwake/core/people/domain/ImportedRecord"
import { parse } from "csv-parse/sync"
import { isRow, lineRows, notUtf8, type RowForm } from "../brandLists/lineRows.ts"
import { type ListBytes, listBytes } from "../brandLists/listBytes.ts"
import { type Line, linesOf, type TableLine, tableLines } from "../brandLists/listLines.ts"
import { columns, personOfRow, unread } from "./personRow.ts"

/** People that go to the database together. */
const together = 200

/** Longest row, in bytes. */
const longestRow = 262_144

/** A row that is of nobody, and why. */
export interface PersonProblem {
  readonly row: number
  readonly message: string
}

/** The next rows of a list. */
export interface PeoplePart {
  readonly people: ReadonlyArray<ImportedRecord>
  readonly problems: ReadonlyArray<PersonProblem>
  /** Rows up to here. */
  readonly rows: number
  /** Columns that say nothing here, of what was read so far. */
  readonly unread: ReadonlySet<string>
}

/** The file is no list of people. `message` says why. */
export class NoPeople extends Error {}

interface Row {
  readonly row: number
  /** Undefined where it cannot be read, as `problem` says. */
  readonly value?: unknown
  readonly problem?: string
}

const tooLong = `The line is longer than ${longestRow} bytes.`

const jsonRow = (row: number, { text }: Line): Row => {
  if (text === null) return { row, problem: tooLong }
  if (!isUtf8(text)) return { row, problem: notUtf8 }
  try {
    return { row, value: JSON.parse(text.toString("utf8")) }
  } catch {
    return { row, problem: "The line is not JSON." }
  }
}

async function* jsonRows(input: AsyncIterable<Buffer>): AsyncGenerator<Row> {
  let row = 0
  for await (const line of linesOf(input, 0, longestRow)) {
    row += 1
    if (line.text === null || line.text.toString("utf8").trim() !== "") yield jsonRow(row, line)
  }
}

const delimiters = [",", ";", "\t"]

/** How the rows of a table are divided, and what its columns are called. */
interface Heading {
  readonly delimiter: string
  readonly columns: ReadonlyArray<string>
  /** Columns that say something here. */
  readonly known: number
  /** Whether the first one does, as in most lists. */
  readonly isFirstKnown: boolean
}

const isKnown = (name: string): boolean => unread({ [name]: "" }).length === 0

const dividedBy = (text: Buffer, delimiter: string): Heading => {
  try {
    const [columns = []] = parse(text, { delimiter }) as ReadonlyArray<ReadonlyArray<string>>
    const [first = ""] = columns
    return { delimiter, columns, known: columns.filter(isKnown).length, isFirstKnown: isKnown(first) }
  } catch {
    return { delimiter, columns: [], known: 0, isFirstKnown: false }
  }
}

/**
 * Reads a heading by the delimiter with which it names most of what is known here. What divides it divides all rows, so that the others may
 * stand in cells: *Head of Sales, Europe*.
 */
const headingOf = ({ text }: TableLine): Heading => {
  if (!(text instanceof Buffer)) throw new NoPeople("its first line is no heading")
  const [best] = delimiters
    .map((delimiter) => dividedBy(text, delimiter))
    .sort(
      (a, b) =>
        b.known - a.known || Number(b.isFirstKnown) - Number(a.isFirstKnown) || b.columns.length - a.columns.length
    )
  if (best === undefined || best.columns.length === 0) throw new NoPeople("its first line is no heading")
  if (best.known > 0) return best
  throw new NoPeople(
    isUtf8(text) && !text.includes(0)
      ? `its heading has none of the columns ${columns.join(", ")}`
      : "its heading is not UTF-8: save it as CSV in UTF-8"
  )
}

/** Rows of a table that are parsed together. */
const parsedTogether = 200

async function* tableRows(input: AsyncIterable<Buffer>): AsyncGenerator<Row> {
  let form: RowForm | null = null
  let lines: Array<TableLine> = []
  let row = 0
  function* flushed(how: RowForm): Generator<Row> {
    for (const read of lineRows(lines, how)) {
      row += 1
      yield { row, ...read }
    }
    lines = []
  }
  const isOneRow = (text: Buffer) =>
    (form === null ? delimiters : [form.delimiter]).some((delimiter) => isRow(text, delimiter))
  for await (const line of tableLines(linesOf(input, 0, longestRow), isOneRow)) {
    if (line.text instanceof Buffer && line.text.length === 0) continue
    if (form === null) {
      const { columns, delimiter } = headingOf(line)
      form = { columns, delimiter, isLoose: true, longest: longestRow, tooLong }
    } else if (lines.push(line) >= parsedTogether) yield* flushed(form)
  }
  if (form !== null) yield* flushed(form)
}

/** Line ends of an old Mac, which spreadsheets still write, as those of all others. */
async function* withLineEnds({ from, head }: ListBytes): AsyncGenerator<Buffer> {
  const isOld = head.includes("\r") && !head.includes("\n")
  for await (const piece of from(0))
    yield isOld ? Buffer.from(piece.map((byte) => (byte === 0x0d ? 0x0a : byte))) : piece
}

/** The people of a file, or of standard input, some at a time; rows that are of nobody with the reason. */
export async function* readPeople(path: string | null): AsyncGenerator<PeoplePart> {
  const list = await listBytes(path)
  try {
    yield* peopleOf(list)
  } finally {
    list.close()
  }
}

async function* peopleOf(list: ListBytes): AsyncGenerator<PeoplePart> {
  const isJson = /^\ufeff?\s*\{/.test(list.head.subarray(0, 1_024).toString("utf8"))
  const whole = withLineEnds(list)
  const left = new Set<string>()
  let [people, problems]: [Array<ImportedRecord>, Array<PersonProblem>] = [[], []]
  let rows = 0
  const part = (): PeoplePart => ({ people, problems, rows, unread: left })
  for await (const { problem, row, value } of isJson ? jsonRows(whole) : tableRows(whole)) {
    rows = row
    if (typeof value === "object" && value !== null) {
      for (const name of left.size < 100 ? unread(value as Readonly<Record<string, unknown>>) : []) left.add(name)
    }
    const person = problem ?? personOfRow(value)
    if (typeof person === "string") problems.push({ row, message: person })
    else people.push(person)
    if (people.length < together && problems.length < together) continue
    yield part()
    ;[people, problems] = [[], []]
  }
  yield part()
}
