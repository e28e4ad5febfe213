/**
 * Headers and footers that run through a document, which are no part of its text: lines of its margins that are the same on several pages,
 * or differ by the number of the page alone. What differs by any other number is told, since it may be a row of a list or a balance that
 * is carried forward: a footer that is told once too often does less harm than a row that is lost.
 */
import type { PageText, Piece } from "./Piece.ts"
import { type CountedLine, countedLines, isNumberOfPage } from "./pageNumbers.ts"
import { gapBetweenStretches } from "./Row.ts"

/** How much of the height of a page its upper and lower margin are. */
const margin = 0.11

/** Letters that are larger than those of the text by so much are a heading's. */
const headingShare = 1.2

/** A number that the page counts is on that many pages or more. */
const leastCounted = 3

interface Line {
  readonly pieces: ReadonlyArray<Piece>
  readonly baseline: number
  readonly edge: "top" | "bottom" | null
}

interface MarginLine {
  readonly pieces: ReadonlyArray<Piece>
  /** Begins with the edge, as all keys do. */
  readonly text: string
  /** The text with every number made the same. */
  readonly masked: string
  /** The same with the size of its letters, wherever on a page it stands. */
  readonly sized: string
  /** What it is on each of the pages that a number in it counts. */
  readonly counted: ReadonlyArray<CountedLine>
  /** Whether it is nothing but the number of a page, whichever it is. */
  readonly isNumber: boolean
  /** Whether it may be a row of a table: has cells, or an amount. */
  readonly isRow: boolean
  readonly size: number
  /** Whether the next line stands as close below or above it as the one after that. */
  readonly isClose: boolean
}

/** The lines of a page, from the top. */
const linesOf = ({ height, pieces }: PageText): ReadonlyArray<Line> => {
  const lines = new Map<number, Array<Piece>>()
  for (const piece of pieces) {
    const key = Math.round(piece.baseline / 3)
    const line = lines.get(key)
    if (line === undefined) lines.set(key, [piece])
    else line.push(piece)
  }
  return [...lines.values()]
    .map((line): Line => {
      const baseline = line[0]?.baseline ?? 0
      const edge = baseline <= height * margin ? "top" : baseline >= height * (1 - margin) ? "bottom" : null
      return { pieces: line.toSorted((a, b) => a.left - b.left), baseline, edge }
    })
    .sort((a, b) => a.baseline - b.baseline)
}

/** Its texts, parted where wide gaps stand between them. */
const cellsOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<string> => {
  const cells: Array<string> = []
  let last: Piece | undefined
  for (const piece of pieces) {
    const isNext = last === undefined || piece.left - last.right > piece.size * gapBetweenStretches
    if (isNext) cells.push(piece.text)
    else cells[cells.length - 1] += ` ${piece.text}`
    last = piece
  }
  return cells.flatMap((cell) => cell.split(/\s{3,}/)).map((cell) => cell.replace(/\s+/g, " ").trim())
}

const maskedText = (text: string): string => text.replace(/\d+|\b[ivxl]+\b/gi, "#")

const sizeOf = (pieces: ReadonlyArray<Piece>): number => pieces.reduce((most, { size }) => Math.max(most, size), 0)

const sizedKey = (pieces: ReadonlyArray<Piece>, text: string): string =>
  `${Math.round(sizeOf(pieces))} ${maskedText(text)}`

const textOf = (pieces: ReadonlyArray<Piece>): string => cellsOf(pieces).join(" ")

const amount = /(?<![\d.,/])\d{1,3}(?:[.,'\s]\d{3}){0,4}[.,]\d{2}(?![\d.,/])/

/** The lines of the margins of a page, from its edges inwards. */
const marginLines = (lines: ReadonlyArray<Line>, at: number, { height }: PageText): ReadonlyArray<MarginLine> => {
  const fromEdge = ({ baseline }: Line) => Math.min(baseline, height - baseline)
  return lines
    .flatMap((line, index) => (line.edge === null ? [] : [{ line, index }]))
    .sort((a, b) => fromEdge(a.line) - fromEdge(b.line))
    .map(({ index, line: { baseline, edge, pieces } }): MarginLine => {
      const inwards = edge === "top" ? 1 : -1
      const next = lines[index + inwards]?.baseline ?? Number.POSITIVE_INFINITY
      const after = lines[index + 2 * inwards]?.baseline ?? Number.POSITIVE_INFINITY
      const size = sizeOf(pieces)
      const cells = cellsOf(pieces)
      const text = cells.join(" ")
      const withEdge = (key: string) => `${edge} ${key}`
      return {
        pieces,
        text: withEdge(text),
        masked: withEdge(maskedText(text)),
        sized: sizedKey(pieces, text),
        counted: countedLines(cells, at).map(({ isAlone, key, unless }) => ({
          key: withEdge(key),
          unless: unless === null ? null : withEdge(unless),
          isAlone
        })),
        isNumber: isNumberOfPage(text),
        isRow: cells.length > 1 || amount.test(text),
        size,
        isClose: Math.abs(next - baseline) <= Math.min(size * 3, Math.abs(after - next) * 1.3)
      }
    })
}

const counted = (keys: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** On how many pages each key is. */
const onPages = (
  lines: ReadonlyArray<ReadonlyArray<MarginLine>>,
  keysOf: (line: MarginLine) => ReadonlyArray<string>
): ReadonlyMap<string, number> => counted(lines.flatMap((own) => [...new Set(own.flatMap(keysOf))]))

const sizeOfMost = (pages: ReadonlyArray<PageText>): number => {
  const letters = new Map<number, number>()
  for (const { pieces } of pages) {
    for (const { size, text } of pieces) {
      const rounded = Math.round(size * 2) / 2
      letters.set(rounded, (letters.get(rounded) ?? 0) + text.length)
    }
  }
  return [...letters].reduce((most, one) => (one[1] > most[1] ? one : most), [10, 0])[0]
}

/** How often lines that stand in no margin are as these, but for their numbers. */
const inside = (lines: ReadonlyArray<ReadonlyArray<Line>>, keys: ReadonlySet<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  if (keys.size === 0) return counts
  for (const { edge, pieces } of lines.flat()) {
    if (edge !== null) continue
    const key = sizedKey(pieces, textOf(pieces))
    if (keys.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Text of a cover or a signature may be that of a header; two lines are those of a list. */
const mostInside = 1

interface Running {
  readonly isSame: (line: MarginLine) => boolean
  /** Whether lines on as many pages differ by their numbers at most. */
  readonly isAlike: (line: MarginLine) => boolean
  readonly isRunning: (line: MarginLine) => boolean
}

/** Tells which lines of the margins come back on the pages, and stand nowhere else. */
const runningOf = (
  all: ReadonlyArray<ReadonlyArray<Line>>,
  lines: ReadonlyArray<ReadonlyArray<MarginLine>>
): Running => {
  const least = Math.max(3, Math.min(lines.length * 0.25, 8))
  const masked = onPages(lines, (line) => [line.masked])
  const same = onPages(lines, (line) => [line.text])
  const byNumber = onPages(lines, (line) => line.counted.map(({ key }) => key))
  const isSame = (line: MarginLine) => (same.get(line.text) ?? 0) >= least
  const isAlike = (line: MarginLine) => (masked.get(line.masked) ?? 0) >= least
  const isCounted = ({ key, unless }: CountedLine, fewest: number) =>
    (byNumber.get(key) ?? 0) >= fewest && (unless === null || !byNumber.has(unless))
  const comesBack = (line: MarginLine) =>
    isSame(line) || (line.isNumber && isAlike(line)) || line.counted.some((one) => isCounted(one, leastCounted))
  const within = inside(all, new Set(lines.flat().flatMap((line) => (comesBack(line) ? [line.sized] : []))))
  // Of a list of bare numbers, some are those of their pages by chance.
  const mostPages = Math.max(least, lines.length / 2)
  const isRunning = (line: MarginLine) =>
    comesBack(line) &&
    ((within.get(line.sized) ?? 0) <= mostInside ||
      line.counted.some((one) => one.isAlone && isCounted(one, mostPages)))
  return { isSame, isAlike, isRunning }
}

/** Pages without the lines of their margins that run through the document, up to a heading of each page that has another number. */
export const withoutRunningText = (pages: ReadonlyArray<PageText>): ReadonlyArray<PageText> => {
  if (pages.length < leastCounted) return pages
  const all = pages.map(linesOf)
  const lines = all.map((own, at) => marginLines(own, at, pages[at]!))
  const { isAlike, isRunning, isSame } = runningOf(all, lines)
  const rows = repeatedRows(lines, isSame, isRunning)
  const body = sizeOfMost(pages)
  return pages.map((page, at) => {
    const running = new Set<Piece>()
    const ended = new Set<string>()
    for (const line of lines[at] ?? []) {
      const edge = line.masked.slice(0, 3)
      if (ended.has(edge)) continue
      const isHeading = line.size > body * headingShare && !isSame(line)
      if (isHeading && isAlike(line)) ended.add(edge)
      if (isHeading || !isRunning(line) || rows.has(line.text)) continue
      for (const piece of line.pieces) running.add(piece)
    }
    return running.size === 0 ? page : { ...page, pieces: page.pieces.filter((piece) => !running.has(piece)) }
  })
}

/** Rows of a table that stand first or last on its pages, such as its heading: as close to the others as those are to each other. */
const repeatedRows = (
  lines: ReadonlyArray<ReadonlyArray<MarginLine>>,
  isSame: (line: MarginLine) => boolean,
  isRunning: (line: MarginLine) => boolean
): ReadonlySet<string> => {
  const all = counted(lines.flatMap((own) => own.map(({ text }) => text)))
  const rows = new Map<string, number>()
  for (const own of lines) {
    const apart = new Set<string>()
    for (const line of own.toReversed()) {
      const edge = line.text.slice(0, 3)
      // What is close to a header alone is a part of it.
      if (line.isRow && line.isClose && isSame(line) && !apart.has(edge)) {
        rows.set(line.text, (rows.get(line.text) ?? 0) + 1)
      } else if (isRunning(line)) apart.add(edge)
    }
  }
  return new Set([...rows].flatMap(([text, count]) => (count * 2 >= (all.get(text) ?? 0) ? [text] : [])))
}
