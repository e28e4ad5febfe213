/** How often looks have the lines that differ. */
import { readCharacters } from "./flickeringLine.ts"
import type { Seen } from "./hunks.ts"
import { hashOf, type Lines, textOf } from "./Lines.ts"
import type { Hunk } from "./matchLines.ts"

/** A line, by what it says. */
export interface Line {
  readonly key: string
  readonly number: number
  /** By how many each look has more of it than the earlier text. */
  readonly nets: Int32Array
}

export const numberOf = ({ bytes, starts }: Lines, line: number): number =>
  hashOf(bytes, starts[line]!, starts[line + 1]! - 1)

/** The text of a line, of a long one its beginning and what tells it from others. */
export const keyOf = (lines: Lines, line: number): string => {
  const length = lines.starts[line + 1]! - lines.starts[line]!
  const text = textOf(lines, line, readCharacters)
  return length > readCharacters ? `${text}\n${length} ${numberOf(lines, line)}` : text
}

export const isBlank = (key: string): boolean => key.trim() === ""

export const sizeOf = ({ end, from, start, to }: Hunk): number => end - start + to - from

/** How often each look has the lines that differ, against the earlier text. */
export const countLines = (was: Lines, looks: ReadonlyArray<Seen>): ReadonlyMap<string, Line> => {
  const all = new Map<string, Line>()
  const count = (lines: Lines, line: number, look: number, by: number) => {
    const key = keyOf(lines, line)
    const known = all.get(key) ?? { key, number: numberOf(lines, line), nets: new Int32Array(looks.length) }
    all.set(key, known)
    known.nets[look]! += by
  }
  for (const [look, { hunks, lines }] of looks.entries()) {
    for (const { end, from, start, to } of hunks) {
      for (let line = start; line < end; line++) count(was, line, look, -1)
      for (let line = from; line < to; line++) count(lines, line, look, 1)
    }
  }
  return all
}

/** By how many all looks have more of a line than so many more, or less. */
export const steadyNet = ({ nets }: Line, told = 0): number => {
  const [least, most] = [Math.min(...nets) - told, Math.max(...nets) - told]
  if (least > 0) return least
  return Math.min(most, 0)
}
