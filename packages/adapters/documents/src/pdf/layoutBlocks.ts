/** Blocks of a page that is not tagged: headings by size, paragraphs, lists and code by how the lines stand. */
import { table } from "../reading/Markup.ts"
import { type Block, runsHtml } from "./Block.ts"
import { codeHtml } from "./codeHtml.ts"
import { columnsOf } from "./columnsOf.ts"
import type { FontSizes } from "./FontSizes.ts"
import type { Piece } from "./Piece.ts"
import { joinRuns, type Row, type Run, rowsOf, runsOfRow, type Stretch, stretchesOf, textOfRuns } from "./Row.ts"
import { partsOf } from "./tablesOf.ts"

/** Reads the pieces of a page as a person would: column by column, from the top. */
export const layoutBlocks = (pieces: ReadonlyArray<Piece>, sizes: FontSizes): ReadonlyArray<Block> =>
  columnsOf(stretchesOf(pieces)).flatMap((column) => columnBlocks(column, sizes))

const columnBlocks = (column: ReadonlyArray<Stretch>, sizes: FontSizes): ReadonlyArray<Block> =>
  partsOf(rowsOf(column)).flatMap((part): ReadonlyArray<Block> => {
    if (part.kind === "rows") return rowBlocks(part.rows, sizes)
    return [{ kind: "html", html: table(part.cells.map((row) => row.map(runsHtml))) }]
  })

interface Line {
  readonly row: Row
  readonly runs: ReadonlyArray<Run>
  readonly text: string
  readonly level: number | null
  readonly isCode: boolean
  readonly marker: Marker | null
}

interface Marker {
  /** Null for a dot or a dash. */
  readonly number: number | null
  readonly length: number
}

const markerOf = (text: string): Marker | null => {
  const dot = /^[•◦▪‣·●○■□✓–—-]\s+(?=\S)/.exec(text)
  if (dot !== null) return { number: null, length: dot[0].length }
  const number = /^\(?(\d{1,3})[.)]\s+(?=\S)/.exec(text)
  return number === null ? null : { number: Number(number[1]), length: number[0].length }
}

const lineOf = (row: Row, sizes: FontSizes): Line => {
  const runs = runsOfRow(row)
  const text = textOfRuns(runs).trim()
  const pieces = row.stretches.flatMap((one) => one.pieces)
  return {
    row,
    runs,
    text,
    level: /\p{L}/u.test(text) ? sizes.levelOf(row.size) : null,
    isCode: pieces.every(({ isMonospace }) => isMonospace) && !sizes.isBodyMonospace,
    marker: markerOf(text)
  }
}

/** Blocks of lines below each other, none of them a row of a table. */
const rowBlocks = (rows: ReadonlyArray<Row>, sizes: FontSizes): ReadonlyArray<Block> => {
  const lines = rows.map((row) => lineOf(row, sizes))
  const right = Math.max(...rows.map((row) => row.right))
  const blocks: Array<Block> = []
  const isParted = areSentences(lines)
  for (let at = 0; at < lines.length; ) {
    let end = at + 1
    const first = lines[at]
    const isAlone = isParted && first?.level === null && !first.isCode
    while (!isAlone && end < lines.length && belongs(lines.slice(at, end), lines[end]!, right)) end += 1
    blocks.push(blockOf(lines.slice(at, end), lines[at - 1], lines[end], sizes))
    at = end
  }
  return listsJoined(blocks)
}

/** "Pool: closed", and "Adults 12.50 €": lines of running text begin and end so by chance alone, and not two below each other. */
const labelled = /^\p{Lu}[\p{L}\p{N} .'’&/()-]{0,30}:\s+\S/u
const amounting = /^\p{Lu}[^.!?;:]{0,38}\s[$€£¥]?\d[\d.,]{0,12}\s?(?:[$€£¥%°]|[A-Z]{3}|[a-z]{1,2})?$/u

/** Fewer lines may end with their sentences by chance. */
const fewestSentences = 3

/** Whether each line of a text is a sentence. */
const areSentences = (lines: ReadonlyArray<Line>): boolean => {
  const own = lines.filter(({ isCode, level }) => level === null && !isCode)
  return own.length >= fewestSentences && own.every(({ text }) => /^[\p{Lu}\p{N}].*[.!?]$/u.test(text))
}

/** Whether a line is an entry of its own, as the one above is. */
const isNextEntry = (first: Line, last: Line, next: Line): boolean =>
  (labelled.test(first.text) && labelled.test(next.text)) || (amounting.test(last.text) && amounting.test(next.text))

/** Whether a line goes on with the block of those before it. */
const belongs = (block: ReadonlyArray<Line>, next: Line | undefined, right: number): boolean => {
  const [first, last] = [block[0], block.at(-1)]
  if (first === undefined || last === undefined || next === undefined) return false
  const gap = (next.row.baseline - last.row.baseline) / Math.max(next.row.size, last.row.size)
  if (first.isCode || next.isCode) return first.isCode && next.isCode && gap < 3 && gap > 0
  if (first.level !== next.level || Math.abs(last.row.size - next.row.size) > 0.8 || gap <= 0) return false
  if (first.level !== null) return gap < 1.7 && block.length < 4
  if (next.marker !== null || / … \S*$/.test(last.text) || isNextEntry(first, last, next)) return false
  const before = block.at(-2)
  const leading = before === undefined ? 1.6 : (last.row.baseline - before.row.baseline) / last.row.size + 0.25
  if (gap > Math.min(leading, 2.2)) return false
  const indent = (next.row.left - last.row.left) / next.row.size
  // Lines of a list item stand right of its mark; the first line of a paragraph may be set in.
  if (first.marker !== null) return indent > -0.5 || block.length > 1
  if (indent > 0.8 && indent < 6 && block.length > 1 && Math.abs(last.row.left - first.row.left) < 40) return false
  return !(
    right - last.row.right > (right - last.row.left) * 0.25 &&
    /[.!?:]$/.test(last.text) &&
    indent < 0.8 &&
    indent > -0.8
  )
}

const blockOf = (
  lines: ReadonlyArray<Line>,
  before: Line | undefined,
  after: Line | undefined,
  sizes: FontSizes
): Block => {
  const first = lines[0]
  if (first === undefined) return { kind: "html", html: "" }
  if (first.isCode) return { kind: "html", html: codeHtml(lines.map(({ row }) => row)) }
  const runs = lines.slice(1).reduce((all, line) => joinRuns(all, line.runs), first.runs)
  const text = textOfRuns(runs).trim()
  if (first.level !== null && text.length <= 300) return { kind: "heading", level: first.level, runs }
  if (first.marker !== null) {
    return { kind: "list", start: first.marker.number, items: [withoutStart(runs, first.marker.length)] }
  }
  if (isTitleLine(lines, before, after, sizes))
    return { kind: "heading", level: sizes.levelOf(sizes.body + 100) ?? 3, runs }
  return { kind: "paragraph", runs, size: first.row.size }
}

/** Whether a single line in another font than the text is set apart like a heading of the same size. */
const isTitleLine = (
  lines: ReadonlyArray<Line>,
  before: Line | undefined,
  after: Line | undefined,
  sizes: FontSizes
): boolean => {
  const [line] = lines
  if (line === undefined || lines.length > 1 || after === undefined || line.text.length > 70) return false
  const pieces = line.row.stretches.flatMap((one) => one.pieces)
  const isOther = pieces.every((piece) => piece.font !== sizes.bodyFont && !piece.isMonospace)
  const fontOfText = after.row.stretches[0]?.pieces[0]?.font
  const isApart = before === undefined || (line.row.baseline - before.row.baseline) / line.row.size > 1.5
  return (
    isOther &&
    isApart &&
    line.row.size >= sizes.body - 0.3 &&
    fontOfText === sizes.bodyFont &&
    /^[\p{Lu}\d]/u.test(line.text) &&
    /[\p{L}\d)]$/u.test(line.text) &&
    /\p{L}{3}/u.test(line.text)
  )
}

const withoutStart = (runs: ReadonlyArray<Run>, length: number): ReadonlyArray<Run> => {
  const [first, ...rest] = runs
  if (first === undefined) return runs
  const text = first.text.trimStart()
  return text.length > length
    ? [{ ...first, text: text.slice(length) }, ...rest]
    : withoutStart(rest, Math.max(length - first.text.length, 0))
}

/** Items that follow each other are one list; a number that no other follows is none. */
const listsJoined = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  const joined: Array<Block> = []
  for (const block of blocks) {
    const last = joined.at(-1)
    const goesOn =
      block.kind === "list" &&
      last?.kind === "list" &&
      (last.start === null ? block.start === null : block.start === last.start + last.items.length)
    if (goesOn) joined[joined.length - 1] = { ...last, items: [...last.items, ...block.items] }
    else joined.push(block)
  }
  return joined
}
