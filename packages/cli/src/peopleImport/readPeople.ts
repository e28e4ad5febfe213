/** A list of people as a file: a table with a heading (CSV), or an object in JSON a line. Read piece by piece, however long it is. */
import { createReadStream } from "node:fs"
import type { ImportedRecord } from "@kittiwake/core/people/domain/ImportedRecord"
import { parse } from "csv-parse"
import { type Line, linesOf } from "../brandLists/listLines.ts"
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

const jsonRow = (row: number, { text }: Line): Row => {
  if (text === null) return { row, problem: `The line is longer than ${longestRow} bytes.` }
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

async function* tableRows(input: AsyncIterable<Buffer>): AsyncGenerator<Row> {
  const parser = parse({
    ...{ bom: true, delimiter: delimiters, skip_empty_lines: true, relax_column_count: true },
    max_record_size: longestRow,
    columns: (heading: ReadonlyArray<string>) => {
      if (heading.every((name) => unread({ [name]: "" }).length > 0))
        throw new NoPeople(`its heading has none of the columns ${columns.join(", ")}`)
      return [...heading]
    }
  })
  const feeding = (async () => {
    for await (const piece of input) {
      if (!parser.write(piece)) await new Promise<void>((resolve) => parser.once("drain", () => resolve()))
    }
    parser.end()
  })()
  feeding.catch((cause: Error) => parser.destroy(cause))
  let row = 0
  for await (const value of parser) {
    row += 1
    yield { row, value }
  }
}

/** The pieces of a file, and whether it begins as JSON does. */
const begun = async (path: string | null) => {
  const input = (path === null ? process.stdin : createReadStream(path)) as AsyncIterable<Buffer>
  const pieces = input[Symbol.asyncIterator]()
  const first = await pieces.next()
  const head = first.done === true ? Buffer.alloc(0) : Buffer.from(first.value)
  async function* whole(): AsyncGenerator<Buffer> {
    yield head
    for (;;) {
      const { done, value } = await pieces.next()
      if (done === true) return
      yield Buffer.from(value)
    }
  }
  return { whole: whole(), isJson: /^\ufeff?\s*\{/.test(head.subarray(0, 1_024).toString("utf8")) }
}

/** The people of a file, or of standard input, some at a time; rows that are of nobody with the reason. */
export async function* readPeople(path: string | null): AsyncGenerator<PeoplePart> {
  const { isJson, whole } = await begun(path)
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
