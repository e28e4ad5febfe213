/** Rows of tables: which cell of one changed, and what the table calls it. */
import type { Lines } from "../Lines.ts"
import { readableLine } from "../readable.ts"
import { isHeading } from "../surroundings.ts"
import type { Outline } from "./outline.ts"
import { valuesOf } from "./values.ts"

/** Bytes that are read of a row, rows that are looked at above one, groups of rows that are passed on the way, and columns that cells may shift. */
const limits = { bytes: 1_200, rows: 400, groups: 12, shift: 2 } as const

/** Cells of a row, the empty ones too: a corner that says nothing holds the place of the first column. */
const cellsOf = (line: string): ReadonlyArray<string> =>
  /[|\t]/.test(line) ? line.split(/[|\t]/).map((cell) => cell.trim()) : []

/** The cells of a row that changed, and which; other lines whole. */
export const columnOf = (before: string, after: string) => {
  const [was, now] = [cellsOf(before), cellsOf(after)]
  const whole = { before, after, column: null as number | null }
  if (was.length < 2 || was.length !== now.length) return whole
  const changed = now.flatMap((cell, index) => (cell === was[index] ? [] : [index]))
  const [only] = changed
  if (only === undefined || changed.length > 1) return whole
  return { before: was[only]!, after: now[only]!, column: only as number | null }
}

/** A year is the name of a column. */
const year = /^(?:19|20)\d{2}$/

/** A row of names alone, of which the first may be missing. */
const isHeadRow = ([first, ...cells]: ReadonlyArray<string>): boolean =>
  first === "" || cells.every((cell) => cell !== "" && (year.test(cell) || valuesOf(cell).length === 0))

/** What a row is called, and what the head of the first column says that it is: "43", a "Size". */
export interface RowLabel {
  readonly name: string
  readonly kind: string
  /** Its cells, each with what the head of its column says. */
  readonly cells: ReadonlyArray<RowCell>
}

export interface RowCell {
  readonly head: string
  readonly text: string
}

/** Makes what tells, of the cell of a row, the other cells that name it and the name of its column, and of a row its label. */
export const makeRows = (lines: Lines, { levels }: Outline) => {
  const known = new Map<number, ReadonlyArray<string>>()
  const cellsAt = (line: number): ReadonlyArray<string> => {
    const found = known.get(line) ?? cellsOf(readableLine(lines, line, limits.bytes))
    known.set(line, found)
    return found
  }
  /** The first row of the table; a line of its own names the rows below it, unless those have a head of their own. */
  const topOf = (line: number, count: number): number => {
    const least = Math.max(0, line - limits.rows)
    const isRow = (at: number) => at >= least && cellsAt(at).length === count
    const firstFrom = (from: number): number => {
      let top = from
      while (isRow(top - 1)) top -= 1
      return top
    }
    let top = firstFrom(line)
    for (let groups = 0; groups < limits.groups; groups++) {
      const isGroup = isRow(top - 2) && !levels.has(top - 1) && isHeading(readableLine(lines, top - 1, limits.bytes))
      if (!isGroup || (top < line && isHeadRow(cellsAt(top)))) return top
      top = firstFrom(top - 2)
    }
    return top
  }
  /** What a column is called, and the rows that a row stands in beside it; cells that reach down or across shift those behind them. */
  const namesAt = (line: number, count: number, column: number, shifts = 0): ReadonlyArray<string> => {
    const top = topOf(line, count)
    const own = top < line ? [cellsAt(top)[column] ?? ""] : []
    const above = top > 0 && !levels.has(top - 1) ? cellsAt(top - 1) : []
    const by = above.length - count
    const isShifted = above.length >= 2 && Math.abs(by) <= limits.shift && shifts < limits.shift
    if ((top < line && isHeadRow(cellsAt(top))) || !isShifted || column + by < 0) return own
    if (isHeadRow(above)) return [above[column + by]!]
    return by < 0 ? own : [above[0]!, ...namesAt(top - 1, above.length, column + by, shifts + 1)]
  }
  const names = (line: number, column: number | null): ReadonlyArray<string> => {
    const cells = cellsAt(line)
    if (cells.length < 2) return []
    const first = cells.findIndex((cell) => cell !== "")
    const own = column === first ? [] : [cells[first] ?? ""]
    return [...own, ...(column === null ? [] : namesAt(line, cells.length, column))].filter((cell) => cell !== "")
  }
  const label = (line: number): RowLabel | undefined => {
    const cells = cellsAt(line)
    const [name = ""] = cells
    if (cells.length < 2 || name === "") return undefined
    const top = topOf(line, cells.length)
    const heads = top < line && isHeadRow(cellsAt(top)) ? cellsAt(top) : []
    const [kind = ""] = heads
    return kind === "" ? undefined : { name, kind, cells: heads.map((head, at) => ({ head, text: cells[at]! })) }
  }
  return { names, label }
}
