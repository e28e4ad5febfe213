/** Lines of a page: pieces that stand side by side, and the stretches of them that belong together. */
import { atHyphen } from "./hyphens.ts"
import type { Piece } from "./Piece.ts"
import type { Script } from "./scripts.ts"

/** Pieces that follow each other without a wide gap. */
export interface Stretch {
  readonly pieces: ReadonlyArray<Piece>
  readonly left: number
  readonly right: number
  readonly baseline: number
  readonly size: number
  /** Where the file writes it, among the stretches of its page. */
  readonly order: number
}

/** Stretches on one line, from left to right. */
export interface Row {
  readonly stretches: ReadonlyArray<Stretch>
  readonly left: number
  readonly right: number
  readonly baseline: number
  readonly size: number
}

/** Text of a link, or text that is none. */
export interface Run {
  readonly text: string
  readonly href: string | null
  readonly script?: Script
}

/** Gaps wider than this many letter sizes are between cells or columns, not between words. */
export const gapBetweenStretches = 1.1

const sizeOf = (pieces: ReadonlyArray<Piece>): number => {
  let size = 0
  let longest = 0
  for (const piece of pieces) {
    if (piece.text.length <= longest) continue
    longest = piece.text.length
    size = piece.size
  }
  return size
}

const stretchOf = (pieces: ReadonlyArray<Piece>, order: number): Stretch => {
  const size = sizeOf(pieces)
  return {
    pieces,
    left: pieces.reduce((least, piece) => Math.min(least, piece.left), Number.POSITIVE_INFINITY),
    right: pieces.reduce((most, piece) => Math.max(most, piece.right), Number.NEGATIVE_INFINITY),
    // Of raised and lowered letters beside a word, the word says where the line is.
    baseline: pieces.find((piece) => piece.size === size)?.baseline ?? 0,
    size,
    order
  }
}

/** Draws together what the file writes one after the other on one line, then what stands together whatever the order. */
export const stretchesOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Stretch> => {
  const found: Array<Stretch> = []
  let open: Array<Piece> = []
  const close = () => {
    if (open.length > 0) found.push(stretchOf(open, found.length))
    open = []
  }
  for (const piece of pieces) {
    const last = open.at(-1)
    if (last !== undefined && !follows(last, piece)) close()
    open.push(piece)
  }
  close()
  return drawTogether(found)
}

const follows = (last: Piece, piece: Piece): boolean => {
  const size = Math.max(last.size, piece.size)
  const gap = piece.isRightToLeft && last.isRightToLeft ? last.left - piece.right : piece.left - last.right
  return Math.abs(piece.baseline - last.baseline) < size * 0.5 && gap > -size && gap < size * gapBetweenStretches
}

const drawTogether = (found: ReadonlyArray<Stretch>): ReadonlyArray<Stretch> => {
  const sorted = [...found].sort((a, b) => a.baseline - b.baseline || a.left - b.left)
  const kept: Array<Stretch> = []
  for (const stretch of sorted) {
    const at = kept.findLastIndex(
      (one, index) =>
        index >= kept.length - 8 &&
        Math.abs(one.baseline - stretch.baseline) < Math.min(one.size, stretch.size) * 0.3 &&
        stretch.left - one.right < Math.max(one.size, stretch.size) * 0.6 &&
        stretch.left - one.right > -one.size * 0.5
    )
    const before = kept[at]
    if (before === undefined) kept.push(stretch)
    else kept[at] = stretchOf([...before.pieces, ...stretch.pieces], Math.min(before.order, stretch.order))
  }
  return kept
}

/** Puts the stretches of one column into rows, from the top. */
export const rowsOf = (stretches: ReadonlyArray<Stretch>): ReadonlyArray<Row> => {
  const sorted = [...stretches].sort((a, b) => a.baseline - b.baseline)
  const rows: Array<Array<Stretch>> = []
  for (const stretch of sorted) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row !== undefined && first !== undefined && isBeside(first, stretch)) row.push(stretch)
    else rows.push([stretch])
  }
  return rows.map(rowOf)
}

const isBeside = (one: Stretch, other: Stretch) =>
  Math.abs(one.baseline - other.baseline) < Math.max(Math.min(one.size, other.size) * 0.5, 1)

const rowOf = (stretches: ReadonlyArray<Stretch>): Row => {
  const widest = stretches.reduce((a, b) => (b.right - b.left > a.right - a.left ? b : a))
  const isRightToLeft = widest.pieces.some((piece) => piece.isRightToLeft)
  return {
    stretches: [...stretches].sort((a, b) => (isRightToLeft ? b.left - a.left : a.left - b.left)),
    left: Math.min(...stretches.map(({ left }) => left)),
    right: Math.max(...stretches.map(({ right }) => right)),
    baseline: widest.baseline,
    size: widest.size
  }
}

/** The text of pieces with its links, spaces where the page shows them, and dots that lead to a page number drawn together. */
export const runsOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  let last: Piece | undefined
  for (const piece of pieces) {
    // A space between a link and what stands beside it belongs to neither.
    if (last !== undefined && isApart(last, piece) && !/\s$/.test(last.text) && !/^\s/.test(piece.text)) {
      pushRun(runs, { text: " ", href: last.href === piece.href ? piece.href : null })
    }
    const { href, script, text } = piece
    pushRun(runs, { text, href, ...(script === undefined ? {} : { script }) })
    last = piece
  }
  return runs.map((run) => ({ ...run, text: run.text.replace(/(?:\s?\.){5,}\s*/g, " … ") }))
}

const isApart = (last: Piece, piece: Piece): boolean => {
  if (Math.abs(piece.baseline - last.baseline) >= Math.max(last.size, piece.size) * 0.5) return true
  const gap = piece.isRightToLeft ? last.left - piece.right : piece.left - last.right
  return gap > Math.min(last.size, piece.size) * 0.18 || (piece.isSpaced && gap > 0.4)
}

/** Adds a run to the last one when both lead to the same place. */
export const pushRun = (runs: Array<Run>, run: Run): void => {
  const last = runs.at(-1)
  if (last !== undefined && last.href === run.href && last.script === run.script)
    runs[runs.length - 1] = { ...last, text: last.text + run.text }
  else runs.push(run)
}

/** Runs of a line added to those before it: with a space, unless a hyphen at its end goes on with what it is part of. */
export const joinRuns = (before: ReadonlyArray<Run>, after: ReadonlyArray<Run>): ReadonlyArray<Run> => {
  const joined = [...before]
  const last = joined.at(-1)
  const [first, ...rest] = after
  if (last === undefined || first === undefined) return [...before, ...after]
  // What stands above the line ends no word.
  if (last.script !== undefined) {
    if (!/^\s/.test(first.text)) pushRun(joined, { text: " ", href: null })
  } else if (last.text.endsWith("\u00ad")) joined[joined.length - 1] = { ...last, text: last.text.slice(0, -1) }
  else if (/[\p{L}\p{N}][-‐]$/u.test(last.text) && /^[\p{L}\p{N}]/u.test(first.text)) {
    const kept = { word: last.text.slice(0, -1), hyphen: last.text, "hyphen and space": `${last.text} ` }
    joined[joined.length - 1] = { ...last, text: kept[atHyphen(last.text, first.text)] }
  } else if (!/\s$/.test(last.text) && !/^\s/.test(first.text)) {
    // Between two links to the same place the space belongs to the link, else to what is outside of one.
    if (last.href === first.href || last.href === null) joined[joined.length - 1] = { ...last, text: `${last.text} ` }
    else pushRun(joined, { text: " ", href: null })
  }
  for (const run of [first, ...rest]) pushRun(joined, run)
  return joined
}

/** The plain text of runs. */
export const textOfRuns = (runs: ReadonlyArray<Run>): string => runs.map(({ text }) => text).join("")

/** All runs of a row. */
export const runsOfRow = (row: Row): ReadonlyArray<Run> => runsOf(row.stretches.flatMap(({ pieces }) => pieces))
