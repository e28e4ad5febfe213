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

/** A drawing that the font itself says is none: letters of another script than its own are often written as this one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it stands for what has no drawing.
const noDrawing = /^[\u0000\ufffd\s]+$/
const privateWord = /[\p{Co}\p{Cn}]{3}/u

/** A bullet is one sign, over and over; text has some different letters. */
const leastDifferent = 4
/** So few signs that are lost are no text. */
const mostLostUnsaid = 3

type Texts = ReadonlyArray<Pick<Piece, "text">>

/** Whether the letters of one font are the numbers of its drawings, or for private use and more than signs. */
const isNamelessFont = (pieces: Texts): boolean =>
  countOf(pieces, numbered) > lettersOf(pieces) * mostNumbered ||
  (countOf(pieces, unnamed) > lettersOf(pieces) * mostUnnamed && pieces.some(({ text }) => privateWord.test(text)))

const isText = (pieces: Texts): boolean => new Set(pieces.flatMap(({ text }) => [...text])).size >= leastDifferent

/** The pieces of a page that are text as its readers see it, and whether other text of it is missing. */
export const legiblePieces = (
  pieces: ReadonlyArray<Piece>
): { readonly pieces: ReadonlyArray<Piece>; readonly isMissing: boolean } => {
  const fonts = new Map<string, Array<Piece>>()
  let undrawn = 0
  for (const piece of pieces) {
    const own = fonts.get(piece.font)
    if (noDrawing.test(piece.text)) undrawn += lettersOf([piece])
    else if (own === undefined) fonts.set(piece.font, [piece])
    else own.push(piece)
  }
  const nameless = new Map([...fonts].filter(([, own]) => isNamelessFont(own)))
  if (undrawn === 0 && nameless.size === 0) return { pieces, isMissing: false }
  return {
    pieces: pieces.filter(({ font, text }) => !nameless.has(font) && !noDrawing.test(text)),
    isMissing: undrawn > mostLostUnsaid || [...nameless.values()].some(isText)
  }
}
