/** Headers and footers that run through a document, which are no part of its text. */
import type { PageText, Piece } from "./Piece.ts"

/** How much of the height of a page its upper and lower margin are. */
const margin = 0.11

/** The text of a line of the margin, with every number made the same. */
const maskedLines = ({ height, pieces }: PageText): ReadonlyMap<string, ReadonlyArray<Piece>> => {
  const lines = new Map<string, Array<Piece>>()
  for (const piece of pieces) {
    if (piece.baseline > height * margin && piece.baseline < height * (1 - margin)) continue
    const key = String(Math.round(piece.baseline / 3))
    const line = lines.get(key)
    if (line === undefined) lines.set(key, [piece])
    else line.push(piece)
  }
  const masked = new Map<string, ReadonlyArray<Piece>>()
  for (const line of lines.values()) {
    const text = line.map((piece) => piece.text).join(" ")
    const position = (line[0]?.baseline ?? 0) < height / 2 ? "top" : "bottom"
    masked.set(
      `${position} ${text
        .replace(/\d+|\b[ivxl]+\b/gi, "#")
        .replace(/\s+/g, " ")
        .trim()}`,
      line
    )
  }
  return masked
}

/** Pages without the lines of their margins that come back on three pages or more. */
export const withoutRunningText = (pages: ReadonlyArray<PageText>): ReadonlyArray<PageText> => {
  const lines = pages.map(maskedLines)
  const counts = new Map<string, number>()
  for (const own of lines) for (const key of own.keys()) counts.set(key, (counts.get(key) ?? 0) + 1)
  const least = Math.max(3, Math.min(pages.length * 0.25, 8))
  return pages.map((page, at) => {
    const running = new Set<Piece>()
    for (const [key, line] of lines[at] ?? []) {
      if ((counts.get(key) ?? 0) >= least) for (const piece of line) running.add(piece)
    }
    return running.size === 0 ? page : { ...page, pieces: page.pieces.filter((piece) => !running.has(piece)) }
  })
}
