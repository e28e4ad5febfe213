/** What an owner says of lines that change by themselves: which are never told, and which always are. */
import { normalized } from "../../paging/domain/normalized.ts"
import { hashOf } from "./Lines.ts"

/** @internal */
export const unstableLimits = { lines: 50, characters: 500 } as const

/**
 * Lines as the owner gave them. A line is meant whatever its numbers are: "Visitor 12 of today" is "Visitor 13 of today" too.
 */
export interface Unstable {
  /** A difference of these lines alone is never told. */
  readonly pinnedLines?: ReadonlyArray<string>
  /** These are told like any other, however often they come and go. */
  readonly freedLines?: ReadonlyArray<string>
}

/** A line whatever its numbers are. */
export const shapeOf = (line: string): string =>
  normalized(line, "NFC")
    .trim()
    .replace(/\p{Nd}+(?:[.,:/’' ]?\p{Nd}+)*/gu, "0")

const encoder = new TextEncoder()

/** The number under which a flicker of a line is remembered. */
const numberOf = (line: string): number => {
  const bytes = encoder.encode(line)
  return hashOf(bytes, 0, bytes.length)
}

/** As much of a text as is looked at for lines that are known: no more than some 30 ms of lines of one letter. */
const searchedCharacters = 64 * 1024

/** The lines of `text` that are remembered to flicker, or that the owner pinned; of many, the first ones. */
export const unstableLines = (
  text: string,
  remembered: ReadonlyArray<number>,
  pinned: ReadonlyArray<string>
): ReadonlyArray<string> => {
  if (remembered.length === 0 && pinned.length === 0) return []
  const [numbers, shapes] = [new Set(remembered), new Set(pinned.map(shapeOf))]
  const lines = new Set<string>()
  for (const line of text.slice(0, searchedCharacters).split("\n")) {
    if (lines.size >= unstableLimits.lines) break
    if (line !== "" && (numbers.has(numberOf(line)) || (shapes.size > 0 && shapes.has(shapeOf(line))))) lines.add(line)
  }
  return [...lines]
}
