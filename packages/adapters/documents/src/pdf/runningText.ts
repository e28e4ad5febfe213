/** Headers and footers that run through a document, which are no part of its text. */
import type { PageText, Piece } from "./Piece.ts"

/** How much of the height of a page its upper and lower margin are. */
const margin = 0.11

interface MarginLine {
  readonly pieces: ReadonlyArray<Piece>
  /** The text, with every number made the same, and as it is. */
  readonly masked: string
  readonly text: string
  readonly size: number
}

/** Letters that are larger than those of the text by so much are a heading's. */
const headingShare = 1.2

/** The lines of the margins of a page, from its edges inwards. */
const marginLines = ({ height, pieces }: PageText): ReadonlyArray<MarginLine> => {
  const lines = new Map<string, Array<Piece>>()
  for (const piece of pieces) {
    if (piece.baseline > height * margin && piece.baseline < height * (1 - margin)) continue
    const key = String(Math.round(piece.baseline / 3))
    const line = lines.get(key)
    if (line === undefined) lines.set(key, [piece])
    else line.push(piece)
  }
  const fromEdge = (line: ReadonlyArray<Piece>) => Math.min(line[0]?.baseline ?? 0, height - (line[0]?.baseline ?? 0))
  return [...lines.values()]
    .sort((a, b) => fromEdge(a) - fromEdge(b))
    .map((line) => {
      const position = (line[0]?.baseline ?? 0) < height / 2 ? "top" : "bottom"
      const text = line.map((piece) => piece.text).join(" ")
      const masked = text
        .replace(/\d+|\b[ivxl]+\b/gi, "#")
        .replace(/\s+/g, " ")
        .trim()
      return {
        pieces: line,
        masked: `${position} ${masked}`,
        text: `${position} ${text}`,
        size: line.reduce((most, { size }) => Math.max(most, size), 0)
      }
    })
}

const counted = (keys: Iterable<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

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

/** Pages without the lines of their margins that come back on three pages or more, up to a heading of each page that has another number. */
export const withoutRunningText = (pages: ReadonlyArray<PageText>): ReadonlyArray<PageText> => {
  const lines = pages.map(marginLines)
  const masked = counted(lines.flatMap((own) => [...new Set(own.map((line) => line.masked))]))
  const same = counted(lines.flatMap((own) => [...new Set(own.map((line) => line.text))]))
  const least = Math.max(3, Math.min(pages.length * 0.25, 8))
  const body = sizeOfMost(pages)
  return pages.map((page, at) => {
    const running = new Set<Piece>()
    const ended = new Set<string>()
    for (const line of lines[at] ?? []) {
      const edge = line.masked.slice(0, 3)
      if ((masked.get(line.masked) ?? 0) < least || ended.has(edge)) continue
      if (line.size > body * headingShare && (same.get(line.text) ?? 0) < least) ended.add(edge)
      else for (const piece of line.pieces) running.add(piece)
    }
    return running.size === 0 ? page : { ...page, pieces: page.pieces.filter((piece) => !running.has(piece)) }
  })
}
