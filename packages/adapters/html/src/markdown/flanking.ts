/** What stands beside a delimiter, as CommonMark tells whether it can start or end a part. */
import { isDelimiter, kindsOfPieces, type Piece } from "./inlinePieces.ts"

export type Beside = "space" | "punctuation" | "word" | "symbol"

/**
 * The class of the last or first character that a piece shows to its neighbour.
 *
 * **Details** A symbol beyond ASCII is punctuation to some renderers and part of a word to others.
 */
export const besideOf = (piece: Piece | undefined, isBefore: boolean): Beside => {
  if (piece === undefined || piece.kind === kindsOfPieces.lineEnd) return "space"
  return piece.kind === kindsOfPieces.text ? classOf(piece.text, isBefore) : "punctuation"
}

const classOf = (text: string, last: boolean): Beside => {
  const character = last ? lastCharacter(text) : String.fromCodePoint(text.codePointAt(0) ?? 0x20)
  if (word.test(character)) return "word"
  if (space.test(character)) return "space"
  if (!punctuation.test(character)) return "word"
  return character.length > 1 || (character > "\u007f" && symbol.test(character)) ? "symbol" : "punctuation"
}

const lastCharacter = (text: string): string => {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xdc00 && last <= 0xdfff && text.length > 1 ? text.slice(-2) : text.slice(-1)
}

const word = /^[\p{L}\p{N}]/u
const space = /^[\p{Zs}\s]/u
const punctuation = /^[\p{P}\p{S}]/u
const symbol = /^\p{S}/u

/** Whether a delimiter between `inside`, what it marks, and `outside` is read as an edge of it by all renderers. */
export const flanks = (outside: Beside, inside: Beside): boolean =>
  inside === "word" || (inside !== "space" && (outside === "space" || outside === "punctuation"))

/** Whether a delimiter could be read as an edge of what stands on this side of it, by any renderer. */
export const mayFlank = (outside: Beside, inside: Beside): boolean =>
  inside !== "space" && (inside !== "punctuation" || outside !== "word")

/** Characters of white space or punctuation that a text starts with, as a length. */
export const leadingLength = (text: string, isMoved: (one: Beside) => boolean): number => {
  let at = 0
  while (at < text.length && isMoved(classOf(text.slice(at, at + 2), false)))
    at += text.codePointAt(at)! > 0xffff ? 2 : 1
  return at
}

/** The same at its end. */
export const trailingLength = (text: string, isMoved: (one: Beside) => boolean): number => {
  let end = text.length
  while (end > 0) {
    const before = text.slice(Math.max(0, end - 2), end)
    if (!isMoved(classOf(before, true))) break
    end -= lastCharacter(before).length
  }
  return text.length - end
}

/** The character that an edge is written with; empty for links and elements. */
export const delimiterOf = (piece: Piece | undefined): string => (isDelimiter(piece) ? piece.span.marker[0]! : "")
