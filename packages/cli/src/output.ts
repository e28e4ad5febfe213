/** How commands print: tables and lines for people, JSON for programs. */
import { Console } from "effect"
import { Flag } from "effect/cli"

/** The flag of every command that prints a result. */
export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print the result as JSON and nothing else"),
  Flag.withDefault(false)
)

/** Prints a value as JSON for programs, or as text for people. */
export const print = (asJson: boolean, value: unknown, text: () => string) =>
  Console.log(asJson ? JSON.stringify(value, null, 2) : text())

/** A row of a table, as wide as its columns need. */
type Row = ReadonlyArray<string>

const padded = (row: Row, widths: ReadonlyArray<number>): string =>
  row
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join("  ")
    .trimEnd()

/** Rows under a heading, or `none` when there are no rows. */
export const table = (heading: Row, rows: ReadonlyArray<Row>, none: string): string => {
  if (rows.length === 0) return none
  const all = [heading.map((name) => name.toUpperCase()), ...rows]
  const widths = heading.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all.map((row) => padded(row, widths)).join("\n")
}

/** Names with their values, one a line. */
export const fields = (entries: ReadonlyArray<readonly [string, string | null]>): string => {
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${value ?? "-"}`).join("\n")
}
