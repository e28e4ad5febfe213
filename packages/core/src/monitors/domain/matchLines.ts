/**
 * Which lines of two texts are the same, in order. The one place of core that uses an experimental module of Effect
 * (docs/decisions/0007).
 */
import * as TextDiff from "effect/TextDiff"
import { longestRise } from "./longestRise.ts"

/** A stretch of the earlier lines, and the stretch of the later ones that stands in its place. */
export interface Hunk {
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
}

export interface Matching {
  readonly hunks: ReadonlyArray<Hunk>
  /** The search was ended early: lines that both texts have may be told as removed and added. */
  readonly isCoarse: boolean
}

/** Fewer lines than this are searched as they are; more are first cut where a line stands once in both texts. */
const plainLines = 1_000

/** Edits that are looked for in any case, whatever they cost. */
const leastEdits = 8

/**
 * Matches lines by their numbers (`Lines.ts`) within so many steps. Lines that the other text has nowhere are left out
 * first, so that new text costs nothing, and long texts are cut at the lines that stand once in both; `TextDiff` searches
 * what is left, with a limit on its edits. Past it the matching stays right and stops being the longest.
 */
export const matchLines = (before: Int32Array, after: Int32Array, steps: number): Matching => {
  const partners = new Int32Array(before.length).fill(none)
  const texts = { before, after, kinds: Math.max(greatest(before), greatest(after)) + 1 }
  const common = makeCommon(texts)
  const whole = common({ before: placesOf(before), after: placesOf(after) })
  const gaps = cut(texts, takeEnds(texts, whole, partners), partners).map(common)
  const left = gaps.reduce((sum, gap) => sum + gap.before.length + gap.after.length, 0)
  const maxEdits = Math.max(Math.floor(steps / Math.max(left, 1)), leastEdits)
  let isCoarse = false
  for (const gap of gaps) isCoarse = search(texts, gap, maxEdits, partners) > maxEdits || isCoarse
  return { hunks: hunksOf(partners, after.length), isCoarse }
}

const none = -1

/** Two texts as the numbers of their lines, of which there are so many. */
interface Numbered {
  readonly before: Int32Array
  readonly after: Int32Array
  readonly kinds: number
}

/** Places of lines that may still match, in order. */
interface Gap {
  readonly before: Int32Array
  readonly after: Int32Array
}

const greatest = (numbers: Int32Array): number => numbers.reduce((most, number) => Math.max(most, number), 0)

const placesOf = (numbers: Int32Array): Int32Array => numbers.map((_, place) => place)

/** Of a gap, the lines that both of its sides have. */
const makeCommon = ({ after, before, kinds }: Numbered) => {
  const [inBefore, inAfter] = [new Int32Array(kinds), new Int32Array(kinds)]
  let round = 0
  return (gap: Gap): Gap => {
    round += 1
    for (const line of gap.before) inBefore[before[line]!] = round
    for (const line of gap.after) inAfter[after[line]!] = round
    return {
      before: gap.before.filter((line) => inAfter[before[line]!] === round),
      after: gap.after.filter((line) => inBefore[after[line]!] === round)
    }
  }
}

/** Matches what is alike at both ends of a gap, and gives what is left. */
const takeEnds = ({ after, before }: Numbered, gap: Gap, partners: Int32Array): Gap => {
  const most = Math.min(gap.before.length, gap.after.length)
  const match = (line: number, other: number): boolean => {
    if (before[line] !== after[other]) return false
    partners[line] = other
    return true
  }
  let ahead = 0
  while (ahead < most && match(gap.before[ahead]!, gap.after[ahead]!)) ahead += 1
  let behind = 0
  while (behind < most - ahead && match(gap.before.at(-1 - behind)!, gap.after.at(-1 - behind)!)) behind += 1
  return {
    before: gap.before.subarray(ahead, gap.before.length - behind),
    after: gap.after.subarray(ahead, gap.after.length - behind)
  }
}

/** By number, where the line stands that stands only once. */
const makeOnce = (numbers: Int32Array, lines: Int32Array, kinds: number): Int32Array => {
  const places = new Int32Array(kinds).fill(none)
  for (const line of lines) places[numbers[line]!] = places[numbers[line]!] === none ? line : several
  return places
}

const several = -2

/** The gaps between the lines that stand once in both texts and in the same order; those lines are matched here. */
const cut = ({ after, before, kinds }: Numbered, whole: Gap, partners: Int32Array): ReadonlyArray<Gap> => {
  if (whole.before.length + whole.after.length <= plainLines) return [whole]
  const [places, otherPlaces] = [makeOnce(before, whole.before, kinds), makeOnce(after, whole.after, kinds)]
  const lines = whole.before.filter((line) => places[before[line]!] === line && otherPlaces[before[line]!]! >= 0)
  const others = lines.map((line) => otherPlaces[before[line]!]!)
  const gaps: Array<Gap> = []
  let [at, otherAt] = [0, 0]
  const closeGap = (line: number, other: number) => {
    const [start, from] = [at, otherAt]
    while (at < whole.before.length && whole.before[at]! < line) at += 1
    while (otherAt < whole.after.length && whole.after[otherAt]! < other) otherAt += 1
    // A gap with nothing on one side has nothing to match.
    if (at > start && otherAt > from) {
      gaps.push({ before: whole.before.subarray(start, at), after: whole.after.subarray(from, otherAt) })
    }
    at += 1
    otherAt += 1
  }
  for (const index of longestRise(others)) {
    partners[lines[index]!] = others[index]!
    closeGap(lines[index]!, others[index]!)
  }
  closeGap(before.length, after.length)
  return gaps
}

/** Matches the lines of a gap; tells how many edits that leaves. */
const search = ({ after, before }: Numbered, gap: Gap, maxEdits: number, partners: Int32Array): number => {
  const isSame = (line: number, other: number) => before[line] === after[other]
  let [at, otherAt, count] = [0, 0, 0]
  const edits = TextDiff.diffWith(isSame)(Array.from(gap.before), Array.from(gap.after), { maxEdits })
  for (const { _tag, items } of edits) {
    if (_tag === "Equal") {
      for (let index = 0; index < items.length; index++) partners[gap.before[at + index]!] = gap.after[otherAt + index]!
    } else count += items.length
    if (_tag !== "Insert") at += items.length
    if (_tag !== "Delete") otherAt += items.length
  }
  return count
}

const hunksOf = (partners: Int32Array, count: number): ReadonlyArray<Hunk> => {
  const hunks: Array<Hunk> = []
  let [line, other] = [0, 0]
  while (line < partners.length || other < count) {
    const start = line
    while (line < partners.length && partners[line] === none) line += 1
    const to = line < partners.length ? partners[line]! : count
    if (line > start || to > other) hunks.push({ start, end: line, from: other, to })
    if (line === partners.length) break
    line += 1
    other = to + 1
  }
  return hunks
}
