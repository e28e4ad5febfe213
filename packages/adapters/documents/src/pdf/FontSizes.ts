/** Which sizes of letters are headings: those larger than what most of the document is set in. */
import type { Piece } from "./Piece.ts"

export interface FontSizes {
  /** The size and the font that most text has. */
  readonly body: number
  readonly bodyFont: string
  /** Whether all of the document is set like code, so that no part of it is set apart by that. */
  readonly isBodyMonospace: boolean
  /** The level of a heading of this size, from 1; null for a size that is no heading's. */
  readonly levelOf: (size: number) => number | null
}

const deepestLevel = 5

/** Counts the letters of each size over all pages that are read. */
export const fontSizesOf = (pages: ReadonlyArray<ReadonlyArray<Piece>>): FontSizes => {
  const sizes = new Map<number, number>()
  const fonts = new Map<string, number>()
  let all = 0
  for (const piece of pages.flat()) {
    const size = Math.round(piece.size * 2) / 2
    sizes.set(size, (sizes.get(size) ?? 0) + piece.text.length)
    fonts.set(piece.font, (fonts.get(piece.font) ?? 0) + piece.text.length)
    all += piece.text.length
  }
  const monospace = pages.flat().reduce((sum, piece) => sum + (piece.isMonospace ? piece.text.length : 0), 0)
  const mostOf = <K>(counts: ReadonlyMap<K, number>, none: K): K =>
    [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [none, 0] as [K, number])[0]
  const body = mostOf(sizes, 10)
  const larger = [...sizes]
    .filter(([size, letters]) => size > body * 1.12 && letters < Math.max(all * 0.3, 200))
    .map(([size]) => size)
    .sort((a, b) => b - a)
  // Sizes that the eye does not tell apart are one level.
  const steps = larger.filter((size, at) => at === 0 || (larger[at - 1] ?? 0) - size > 0.6)
  return {
    body,
    bodyFont: mostOf(fonts, ""),
    isBodyMonospace: monospace > all * 0.95,
    levelOf: (size) => {
      if (size <= body * 1.1 || larger.length === 0) return null
      const rounded = Math.round(size * 2) / 2
      if (!larger.includes(rounded)) return null
      const at = steps.findLastIndex((step) => rounded <= step + 0.01)
      return Math.min(Math.max(at, 0) + 1, deepestLevel)
    }
  }
}
