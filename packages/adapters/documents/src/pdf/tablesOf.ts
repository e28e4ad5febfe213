/** Tables that nothing marks as such: rows whose parts stand below each other. */
import type { Row, Run, Stretch } from "./Row.ts"
import { joinRuns, runsOf, textOfRuns } from "./Row.ts"

/** Rows of text, or a table. */
export type Part =
  | { readonly kind: "rows"; readonly rows: ReadonlyArray<Row> }
  | { readonly kind: "table"; readonly cells: ReadonlyArray<ReadonlyArray<ReadonlyArray<Run>>> }

interface Interval {
  readonly left: number
  readonly right: number
}

/** Marks of list items, which stand in a column of their own without being one. */
const isMarker = (stretch: Stretch | undefined): boolean =>
  stretch !== undefined &&
  /^([•◦▪‣·●○■□*–—-]|\(?(\d{1,3}|[a-zA-Z])[.)]|\[\d+\])$/.test(textOfRuns(runsOf(stretch.pieces)).trim())

/** Cuts the rows of a column into tables and what stands between them. */
export const partsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let plain: Array<Row> = []
  const closePlain = () => {
    if (plain.length > 0) parts.push({ kind: "rows", rows: plain })
    plain = []
  }
  for (let at = 0; at < rows.length; ) {
    const end = endOfGrid(rows, at)
    const cells = end - at >= 2 ? cellsOf(rows.slice(at, end)) : null
    if (cells === null) {
      const row = rows[at]
      if (row !== undefined) plain.push(row)
      at += 1
    } else {
      closePlain()
      parts.push({ kind: "table", cells })
      at = end
    }
  }
  closePlain()
  return parts
}

/** Whether a row is set up by other means than a table: code, or an entry of a table of contents. */
const isNoRow = (row: Row): boolean => {
  const pieces = row.stretches.flatMap((one) => one.pieces)
  return pieces.every(({ isMonospace }) => isMonospace) || / … \S{0,8}$/.test(textOfRuns(runsOf(pieces)).trimEnd())
}

/** The row after the last that can belong to a grid which begins here. */
const endOfGrid = (rows: ReadonlyArray<Row>, start: number): number => {
  const first = rows[start]
  if (first === undefined || first.stretches.length < 2 || isNoRow(first)) return start
  let end = start + 1
  let lastFull = end
  while (end < rows.length) {
    const [before, row] = [rows[end - 1], rows[end]]
    if (before === undefined || row === undefined || isNoRow(row)) break
    if (row.baseline - before.baseline > row.size * 3.2) break
    if (row.stretches.length >= 2) lastFull = end + 1
    // A row of one part can be the second line of a cell, when it is close and starts where a cell does.
    else if (row.baseline - before.baseline > row.size * 1.45 || !startsLikeCell(row, rows.slice(start, lastFull)))
      break
    end += 1
    if (end > lastFull + 4) break
  }
  return startsLikeCell(rows[end - 1], rows.slice(start, lastFull)) ? end : lastFull
}

const startsLikeCell = (row: Row | undefined, full: ReadonlyArray<Row>): boolean =>
  row !== undefined &&
  full.some(({ left, right, stretches }) =>
    stretches.some(
      (one) => Math.abs(one.left - row.left) < row.size * 0.4 && row.right - row.left < (right - left) * 0.7
    )
  )

const cellsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<ReadonlyArray<ReadonlyArray<Run>>> | null => {
  const full = rows.filter(({ stretches }) => stretches.length >= 2)
  const columns = mergedIntervals(full.flatMap(({ stretches }) => stretches))
  if (full.length < 2 || columns.length < 2 || columns.length > 40) return null
  if (full.every(({ stretches }) => stretches.length === 2 && isMarker(stretches[0]))) return null
  const apart = full.filter(
    ({ stretches }) => new Set(stretches.map((one) => columnAt(columns, one))).size === stretches.length
  )
  const filled = full.reduce((sum, { stretches }) => sum + stretches.length, 0) / (full.length * columns.length)
  if (apart.length < full.length * 0.8 || filled < 0.5) return null
  const cells: Array<Array<ReadonlyArray<Run>>> = []
  let before: Row | undefined
  for (const row of rows) {
    const own = columns.map((_, at) =>
      runsOf(row.stretches.filter((one) => columnAt(columns, one) === at).flatMap(({ pieces }) => pieces))
    )
    const last = cells.at(-1)
    const isClose = before !== undefined && row.baseline - before.baseline < row.size * 1.45
    const isContinued = row.stretches.length < columns.length && own[0]?.length === 0
    if (last !== undefined && isClose && (isContinued || row.stretches.length === 1)) {
      own.forEach((runs, at) => {
        last[at] = joinRuns(last[at] ?? [], runs)
      })
    } else cells.push(own)
    before = row
  }
  return cells.length < 2 ? null : cells
}

const mergedIntervals = (stretches: ReadonlyArray<Stretch>): ReadonlyArray<Interval> => {
  const merged: Array<Interval> = []
  for (const { left, right } of [...stretches].sort((a, b) => a.left - b.left)) {
    const last = merged.at(-1)
    if (last !== undefined && left < last.right - 1) {
      merged[merged.length - 1] = { left: last.left, right: Math.max(last.right, right) }
    } else merged.push({ left, right })
  }
  return merged
}

const columnAt = (columns: ReadonlyArray<Interval>, stretch: Stretch): number => {
  const middle = (stretch.left + stretch.right) / 2
  const inside = columns.findIndex(({ left, right }) => middle >= left && middle <= right)
  return inside >= 0 ? inside : columns.findLastIndex(({ left }) => stretch.left >= left - 1)
}
