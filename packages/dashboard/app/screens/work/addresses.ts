/** Addresses out of what somebody pasted, or out of a file: a line each, or a column of a table. */
import { listedAddress } from "../../parts/typedAddress.ts"

/** Most entries of a batch. */
export const entriesMax = 100_000

/** An entry of a batch. */
export interface Entry {
  readonly url: string
  readonly itemId?: string
  readonly meta?: Readonly<Record<string, unknown>>
}

/** The rows of a table whose cells are parted by commas, semicolons or tabs, and may stand in quotes. */
export const rowsOf = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const [head = ""] = text.split(/\r?\n/, 1)
  const by = [",", ";", "\t"].toSorted((one, other) => head.split(other).length - head.split(one).length)[0] ?? ","
  const rows: Array<Array<string>> = []
  let row: Array<string> = []
  let cell = ""
  let isQuoted = false
  const endCell = () => {
    row.push(cell.trim())
    cell = ""
  }
  const endRow = () => {
    endCell()
    if (row.some((one) => one !== "")) rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ""
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (letter === '"' && cell.trim() === "") isQuoted = true
    else if (letter === by) endCell()
    else if (letter === "\n") endRow()
    else if (letter !== "\r") cell += letter
  }
  endRow()
  return rows
}

/** The column whose cells most look like addresses. */
export const likelyColumn = (rows: ReadonlyArray<ReadonlyArray<string>>): number => {
  const some = rows.slice(0, 20)
  const score = (column: number) =>
    some.filter((row) => /^(https?:\/\/|[\w-]+(\.[\w-]+)+)/i.test(row[column] ?? "")).length
  const columns = [...(rows[0] ?? []).keys()]
  return columns.toSorted((one, other) => score(other) - score(one))[0] ?? 0
}

const isAddress = (line: string): boolean => /^\s*https?:\/\/[^\s"]+\s*$/i.test(line)

/**
 * Whether a file is a table, and no list of one address a line. Addresses may have commas: lines that all begin with their scheme are a list,
 * and so are lines of which most have one cell.
 */
export const isTable = (text: string): boolean => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "")
  if (lines.every(isAddress)) return false
  const rows = rowsOf(text)
  return 2 * rows.filter((row) => row.length > 1).length > rows.length
}

/** The cells of a column, without its heading. */
export const cellsOf = (rows: ReadonlyArray<ReadonlyArray<string>>, column: number): ReadonlyArray<string> =>
  rows.map((row) => row[column] ?? "").filter((cell, at) => at > 0 || /[.:]/.test(cell))

/** Each once, in their order: what is no address is told by whoever takes the batch. Lines of notes begin with `#`, as for the command. */
export const entriesOf = (lines: ReadonlyArray<string>): ReadonlyArray<Entry> => {
  const written = lines.map((one) => one.trim()).filter((one) => one !== "" && !one.startsWith("#"))
  return [...new Set(written)].map((one) => ({ url: listedAddress(one) }))
}
