/** What lines of a table say. They are parsed together while all is well; where one is bad, it is named, and costs no other. */
import { isUtf8 } from "node:buffer"
import type { TableRow } from "@kittiwake/core/internal/brands/domain/listRows"
import { parse } from "csv-parse/sync"
import { openQuotes, type TableLine } from "./listLines.ts"
import type { RowValue } from "./listRecords.ts"

/** How the rows of a table are written. */
export interface RowForm {
  /** Names of its columns, by their places; false is one that nobody reads. */
  readonly columns: ReadonlyArray<string | false>
  /** What stands between its cells. */
  readonly delimiter: string
  /** Whether a row may have more or fewer cells than the heading. */
  readonly isLoose: boolean
  /** Characters of a row, which has lines within quotes. */
  readonly longest: number
  /** What is said of a line that is too long. */
  readonly tooLong: string
}

const parsed = (text: string, { columns, delimiter, isLoose, longest }: RowForm): ReadonlyArray<TableRow> =>
  parse(text, {
    columns: [...columns],
    delimiter,
    relax_column_count: isLoose,
    max_record_size: longest,
    record_delimiter: "\n"
  }) as ReadonlyArray<TableRow>

const problemOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replace(/ (?:on|at) line \d+.*$/, "").slice(0, 200)

/** What is said of bytes that are no text. */
export const notUtf8 = "It is not UTF-8."

const rowOf = ({ text }: TableLine, form: RowForm): RowValue => {
  if (text === openQuotes) return { problem: "Quotes are open." }
  if (text === null) return { problem: form.tooLong }
  if (!isUtf8(text)) return { problem: notUtf8 }
  try {
    const [value] = parsed(text.toString("utf8"), form)
    return value === undefined ? { problem: "The row is empty." } : { value }
  } catch (cause) {
    return { problem: problemOf(cause) }
  }
}

/** The row of each line. */
export const lineRows = (lines: ReadonlyArray<TableLine>, form: RowForm): ReadonlyArray<RowValue> => {
  const texts = lines.flatMap(({ text }) => (text instanceof Buffer && isUtf8(text) ? [text.toString("utf8")] : []))
  try {
    const rows = texts.length < lines.length ? [] : parsed(texts.join("\n"), form)
    if (rows.length === lines.length) return rows.map((value) => ({ value }))
  } catch {
    // Which of them it is, each by itself tells.
  }
  return lines.map((line) => rowOf(line, form))
}

/** Whether lines that quotes hold together are one row. Where they are none, a quote was open by mistake. */
export const isRow = (text: Buffer, delimiter: string): boolean => {
  try {
    return parse(text, { delimiter, record_delimiter: "\n" }).length === 1
  } catch {
    return false
  }
}
