/** Stretches of lines that differ: which of them two looks share, and what they make of a text. */
import { isSameLine, type Lines } from "./Lines.ts"
import type { Hunk } from "./matchLines.ts"

/** A later text with what it has in the place of earlier lines. */
export interface Seen {
  readonly lines: Lines
  readonly hunks: ReadonlyArray<Hunk>
}

/** Hunks of more lines are agreed on as a whole or not at all. */
const maxSplitLines = 1_000_000

/** Those hunks of the second look that the first one shows in the same place. */
export const agreedHunks = (was: Lines, first: Seen, second: Seen): ReadonlyArray<Hunk> => {
  const once = lineByLine(was, first)
  return lineByLine(was, second).filter(
    atSameStart(once, (hunk, other) => isAgreed(hunk, second.lines, other, first.lines))
  )
}

/** Both lists rise, so that each is gone through once. */
const atSameStart = (others: ReadonlyArray<Hunk>, isEqual: (hunk: Hunk, other: Hunk) => boolean) => {
  let at = 0
  return (hunk: Hunk): boolean => {
    while (at < others.length && others[at]!.start < hunk.start) at += 1
    const other = others[at]
    return other !== undefined && other.start === hunk.start && isEqual(hunk, other)
  }
}

const isAgreed = (hunk: Hunk, lines: Lines, other: Hunk, otherLines: Lines): boolean => {
  if (hunk.end !== other.end || hunk.to - hunk.from !== other.to - other.from) return false
  for (let line = hunk.from; line < hunk.to; line++) {
    if (!isSameLine(lines, line, otherLines, other.from + line - hunk.from)) return false
  }
  return true
}

/** As many lines for as many are told line by line, so that one that flickers does not hide the one beside it. */
const lineByLine = (was: Lines, { hunks, lines }: Seen): ReadonlyArray<Hunk> => {
  const split: Array<Hunk> = []
  for (const hunk of hunks) {
    const count = hunk.end - hunk.start
    if (count !== hunk.to - hunk.from || count > maxSplitLines) {
      split.push(hunk)
      continue
    }
    for (let index = 0; index < count; index++) {
      const [start, from] = [hunk.start + index, hunk.from + index]
      // A hunk that was not searched to its end may hold lines that did not change.
      if (!isSameLine(was, start, lines, from)) split.push({ start, end: start + 1, from, to: from + 1 })
    }
  }
  return split
}

/** Hunks that touch each other, as one. */
export const joined = (hunks: ReadonlyArray<Hunk>): ReadonlyArray<Hunk> => {
  const all: Array<Hunk> = []
  for (const hunk of hunks) {
    const last = all.at(-1)
    if (last?.end === hunk.start && last.to === hunk.from) all[all.length - 1] = { ...last, end: hunk.end, to: hunk.to }
    else all.push(hunk)
  }
  return all
}

export const isAll = (some: ReadonlyArray<Hunk>, all: ReadonlyArray<Hunk>): boolean =>
  some.length === all.length &&
  some.every(({ end, from, start, to }, index) => {
    const other = all[index]!
    return start === other.start && end === other.end && from === other.from && to === other.to
  })

const lineFeed = 10

/** The earlier text with lines of the later one in the place of its own. */
export const patchText = (was: Lines, now: Lines, hunks: ReadonlyArray<Hunk>): Uint8Array => {
  const added = hunks.reduce((sum, { from, to }) => sum + now.starts[to]! - now.starts[from]!, 0)
  const bytes = new Uint8Array(was.bytes.length + 1 + added)
  let at = 0
  const add = ({ bytes: source, starts }: Lines, from: number, to: number) => {
    if (from === to) return
    bytes.set(source.subarray(starts[from], starts[to]), at)
    at += starts[to]! - starts[from]!
    bytes[at - 1] = lineFeed
  }
  let line = 0
  for (const hunk of hunks) {
    add(was, line, hunk.start)
    add(now, hunk.from, hunk.to)
    line = hunk.end
  }
  add(was, line, was.count)
  return bytes.slice(0, Math.max(at - 1, 0))
}
