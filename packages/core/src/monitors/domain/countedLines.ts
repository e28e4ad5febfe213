/** How often looks have the lines that differ, and which of what they share is a mere order of lines. */
import { readCharacters } from "./flickeringLine.ts"
import type { Seen } from "./hunks.ts"
import { hashOf, type Lines, textOf } from "./Lines.ts"
import type { Hunk } from "./matchLines.ts"

/** Hunks that are held against each other more than once or twice. */
const mostChecked = 1_000

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

/** By how many all looks have more of a line, or less. */
export const steadyNet = ({ nets }: Line): number => {
  const [least, most] = [Math.min(...nets), Math.max(...nets)]
  if (least > 0) return least
  return Math.min(most, 0)
}

export const keysOf = (lines: Lines, from: number, to: number): ReadonlyArray<string> =>
  Array.from({ length: to - from }, (_, index) => keyOf(lines, from + index))

/** How often lines stand in the later sides of hunks. */
const timesCome = (lines: Lines, hunks: ReadonlyArray<Hunk>): ReadonlyMap<string, number> => {
  const times = new Map<string, number>()
  for (const { from, to } of hunks) for (const key of keysOf(lines, from, to)) times.set(key, (times.get(key) ?? 0) + 1)
  return times
}

/** Whether a line that all looks have as often as the earlier text stands elsewhere, at one look otherwise than at another. */
const isReordered = (
  looks: ReadonlyArray<Seen>,
  inPlace: ReadonlyArray<Hunk>,
  all: ReadonlyMap<string, Line>
): boolean => {
  const shared = timesCome(looks[0]!.lines, inPlace)
  return looks.some(({ hunks, lines }) =>
    [...timesCome(lines, hunks)].some(
      ([key, times]) =>
        times !== (shared.get(key) ?? 0) && !isBlank(key) && all.get(key)!.nets.every((net) => net === 0)
    )
  )
}

/**
 * Of what looks share in the same place, what is no mere order of theirs: where each has its own, only what all have more or less
 * often. Nor is that one which says that a line went, while each look has it in another place.
 */
export const withoutOrder = (
  was: Lines,
  looks: ReadonlyArray<Seen>,
  inPlace: ReadonlyArray<Hunk>,
  all: ReadonlyMap<string, Line>
): ReadonlyArray<Hunk> => {
  const { lines } = looks[0]!
  const keysIn = ({ end, from, start, to }: Hunk) =>
    [...keysOf(was, start, end), ...keysOf(lines, from, to)].filter((key) => !isBlank(key))
  const isOrdered = !isReordered(looks, inPlace, all)
  const isSteady = (key: string) => steadyNet(all.get(key)!) !== 0
  let agreed = isOrdered ? inPlace : inPlace.filter((hunk) => keysIn(hunk).every(isSteady))
  for (;;) {
    const told = countLines(was, [{ lines, hunks: agreed }])
    const isTrue = (key: string) => {
      const net = told.get(key)!.nets[0]!
      return net === 0 || steadyNet(all.get(key)!) * net > 0
    }
    const left = agreed.filter((hunk) => keysIn(hunk).every(isTrue))
    if (left.length === agreed.length) return agreed
    // What one hunk takes another may give back: seldom more than once.
    agreed = left.length * 2 > agreed.length && agreed.length > mostChecked ? [] : left
  }
}
