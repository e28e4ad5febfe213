/** Whether the text of a page is what its readers see: a font may show letters and not say which ones they are. */
import type { Piece } from "./Piece.ts"

/** Stand for letters that nobody named: numbers of drawings in the font, places for private use, what was replaced. */
const unnamed = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/gu
const numbered = /\p{Cc}/gu

/** Bullets and signs of symbol fonts are for private use on many a page; the number of a drawing is on none. */
const mostUnnamed = 0.3
const mostNumbered = 0.03

const countOf = (pieces: ReadonlyArray<Pick<Piece, "text">>, pattern: RegExp): number =>
  pieces.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0)

/** How many letters a page has, without its blanks. */
export const lettersOf = (pieces: ReadonlyArray<Pick<Piece, "text">>): number => countOf(pieces, /\S/g)

/** Whether so many of a page's letters are not named that what is left is none of its text. */
export const isIllegible = (pieces: ReadonlyArray<Pick<Piece, "text">>): boolean => {
  const letters = lettersOf(pieces)
  return (
    letters > 0 &&
    (countOf(pieces, unnamed) > letters * mostUnnamed || countOf(pieces, numbered) > letters * mostNumbered)
  )
}
