/** Stretches of lines that differ, and which of them looks share. */
import { hashOf, isSameLine, type Lines } from "./Lines.ts"
import type { Hunk } from "./matchLines.ts"
import { steadyParts } from "./steadyLines.ts"

/** A later text with what it has in the place of earlier lines. */
export interface Seen {
  readonly lines: Lines
  readonly hunks: ReadonlyArray<Hunk>
}

/** Hunks of more lines are agreed on as a whole or not at all. */
const maxSplitLines = 1_000_000

/** Which differences the looks share, and which of each look are its own. */
export interface Shared {
  /** Hunks of the first look that every look shows in the same place. */
  readonly agreed: ReadonlyArray<Hunk>
  /** The others, look by look. */
  readonly own: ReadonlyArray<Seen>
  /** All of them, look by look. */
  readonly all: ReadonlyArray<Seen>
}

export const sharedHunks = (was: Lines, looks: ReadonlyArray<Seen>): Shared => {
  const split = looks.map((seen) => ({ lines: seen.lines, hunks: lineByLine(was, seen) }))
  const [first, ...others] = split
  const sharedWith = (seen: Seen) => (hunks: ReadonlyArray<Hunk>) =>
    hunks.filter(atSameStart(seen.hunks, (hunk, other) => isAgreed(hunk, first!.lines, other, seen.lines)))
  const agreed = others.reduce((hunks, seen) => sharedWith(seen)(hunks), first!.hunks)
  const own = split.map(({ hunks, lines }) => {
    const isShared = atSameStart(agreed, (hunk, other) => isAgreed(hunk, lines, other, first!.lines))
    return { lines, hunks: hunks.filter((hunk) => !isShared(hunk)) }
  })
  return { ...withSteadyParts(agreed, own), all: split }
}

/** Of the stretches that all looks rewrote, each a little otherwise, what they share is agreed on too. */
const withSteadyParts = (agreed: ReadonlyArray<Hunk>, [first, ...others]: ReadonlyArray<Seen>): Omit<Shared, "all"> => {
  const whole = { agreed, own: [first!, ...others] }
  // As many lines for as many were told apart line by line.
  const isRewritten = ({ end, from, start, to }: Hunk) => end - start !== to - from
  if (others.length === 0 || !first!.hunks.some(isRewritten)) return whole
  const byStart = others.map(({ hunks, lines }) => ({ lines, at: new Map(hunks.map((hunk) => [hunk.start, hunk])) }))
  const found = first!.hunks.map((hunk) => {
    const stretches = byStart.flatMap(({ at, lines }) => {
      const other = at.get(hunk.start)
      return other === undefined || other.end !== hunk.end ? [] : [{ lines, hunk: other }]
    })
    const isShared = isRewritten(hunk) && stretches.length === others.length
    return { hunk, parts: isShared ? steadyParts({ lines: first!.lines, hunk }, stretches) : null }
  })
  const steady = found.flatMap(({ parts }) => parts?.steady ?? [])
  if (steady.length === 0) return whole
  const left = found.flatMap(({ hunk, parts }) => parts?.own ?? [hunk])
  const all = [...agreed, ...steady].toSorted((one, other) => one.start - other.start || one.from - other.from)
  // Of the other looks' stretches nothing is learned: most of what they say is agreed on.
  const shared = new Set(found.flatMap(({ hunk, parts }) => (parts === null ? [] : [hunk.start])))
  const rest = others.map(({ hunks, lines }) => ({ lines, hunks: hunks.filter(({ start }) => !shared.has(start)) }))
  return { agreed: all, own: [{ lines: first!.lines, hunks: left }, ...rest] }
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

/** The lines of a hunk as numbers that are equal where lines are: those that went, and those that came. */
export const hashesOf = (was: Lines, now: Lines, { end, from, start, to }: Hunk, most: number) => {
  const hashes = (lines: Lines, first: number, last: number) =>
    Array.from({ length: Math.min(last - first, most) }, (_, index) => {
      const line = first + index
      return hashOf(lines.bytes, lines.starts[line]!, lines.starts[line + 1]! - 1)
    })
  return { gone: hashes(was, start, end), come: hashes(now, from, to) }
}
