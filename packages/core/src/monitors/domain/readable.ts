/** Text of a page as it may be shown on one line of anything: a title, a notification, a terminal. */

import { type Lines, textOf } from "./Lines.ts"

/** Characters that turn the direction of what follows, or that nobody sees. Joiners stay: emoji and scripts need them. */
const unseen = /[\p{Cc}\u{AD}\u{61C}\u{200B}\u{200E}\u{200F}\u{2028}-\u{202E}\u{2060}\u{2066}-\u{2069}\u{FEFF}]/gu

/** No script puts more marks on a letter. */
const piledMarks = /(\p{M}{4})\p{M}+/gu

/** The text as people read it: one line, without what they do not see. */
export const readable = (text: string): string =>
  text.replace(/\s+/gu, " ").replace(unseen, "").replace(piledMarks, "$1").trim()

/** The beginning of a line as people read it, with a mark where it goes on. */
export const readableLine = (lines: Lines, line: number, bytes: number): string => {
  const text = readable(textOf(lines, line, bytes))
  return lines.starts[line + 1]! - 1 - lines.starts[line]! > bytes ? `${text}…` : text
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** What one reads as a character is of no more. */
const maxGraphemeLength = 64

/** At most so many characters as people count them, and units of UTF-16, with a mark where there were more. */
export const clip = (text: string, length: number, units: number = Number.POSITIVE_INFINITY): string => {
  if (text.length <= Math.min(length, units)) return text
  let end = 0
  let count = 0
  for (const { index, segment } of graphemes.segment(text.slice(0, length * maxGraphemeLength))) {
    if (count < length && index < units) end = index
    count += 1
    if (count > length || index + segment.length > units || segment.length > maxGraphemeLength)
      return `${text.slice(0, end || index).trimEnd()}…`
  }
  return text
}

/** Each character as people count them. */
export const charactersOf = (text: string): ReadonlyArray<string> =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)

const rightToLeft = /[\u{590}-\u{8FF}\u{FB1D}-\u{FDFF}\u{FE70}-\u{FEFC}\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Text of a page among words of ours: what is written from right to left keeps its order to itself. */
export const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)

/** A line of ours in which such text stands, read from left to right as our words and arrows are. */
export const leftToRight = (line: string): string => (line.includes("\u2068") ? `\u2066${line}\u2069` : line)
