/** Differences between texts, line by line: what looks agree on, and how it is told. */
import type { KeptState } from "./Baseline.ts"
import { type KnownFlicker, rememberedLines, type SeenFlicker } from "./Flicker.ts"
import { aloneNumber } from "./flickeringLine.ts"
import { hashesOf, joined, sharedHunks } from "./hunks.ts"
import { isSameLine, type Lines, linesOf, numberLines, textBetween, textOf } from "./Lines.ts"
import { type Hunk, type Matching, matchLines } from "./matchLines.ts"
import { isEmpty, stateDifference, urlChange } from "./sitemapDifference.ts"
import { steadyAnywhere } from "./steadyAnywhere.ts"
import { keptTexts } from "./storedState.ts"
import type { TextChange } from "./TextChange.ts"
import { tellChange } from "./tellChange.ts"
import type { SteadyLine } from "./tellLines.ts"
import { shapeOf, unstableLimits } from "./Unstable.ts"
import type { UrlChange } from "./UrlChange.ts"

/** Texts in UTF-8: the page as it was, and as each look saw it. Looks that saw the same are the same bytes. */
export interface Looks {
  readonly before: Uint8Array
  readonly seen: ReadonlyArray<Uint8Array>
  readonly known: KnownFlicker
}

/** What all looks agree on, told as the first of them shows it. */
export interface Agreement {
  /** It is all that the first look shows. */
  readonly isWhole: boolean
  /** Lines of it have flickered, or stand where others did: more looks should show it. */
  readonly isDoubtful: boolean
  /** The looks do not agree on which lines there are: many more should show it. */
  readonly isVaried?: true
  readonly change: TextChange
  /** The earlier text with what they agree on and nothing else; there where that is not whole. */
  readonly text?: string
}

export interface Comparison {
  /** Null when the looks agree on nothing that is to be told. */
  readonly agreed: Agreement | null
  readonly flicker: SeenFlicker
  /** Within its steps the search did not find the smallest difference. */
  readonly isCoarse: boolean
  /** Of two sitemaps that were kept, which addresses came and went: in another order they are the same. */
  readonly urls?: UrlChange
}

/** Steps that a comparison may take, of some 20 ns each. @internal */
export const comparisonSteps = 10_000_000

/** Lines of all texts that are told apart. Of more, what is alike at both ends stays, and the rest is replaced. */
const maxLines = 4_000_000

/** What the looks at a page agree on, and how it is told. */
export const compareLooks = ({ before, known, seen }: Looks, steps: number = comparisonSteps): Comparison => {
  const was = linesOf(before)
  const distinct = [...new Set(seen)]
  const texts = distinct.map(linesOf)
  const found = matchAll(was, texts, steps / texts.length)
  const now = texts[0]!
  const isMatchedCoarsely = found.some((matching) => matching.isCoarse)
  const looks = texts.map((lines, index) => ({ lines, hunks: found[index]!.hunks }))
  // Nothing is to be split where there is nothing to tell apart.
  const isPlain = looks.length === 1 && knowsNothing(known)
  const shared = isPlain ? { agreed: looks[0]!.hunks, own: [], all: looks } : sharedHunks(was, looks)
  const differing = { was, looks: shared.all, agreed: shared.agreed }
  const anywhere = isPlain ? null : steadyAnywhere(differing, known, { count: seen.length, steps })
  const { agreed = shared.agreed, flickering = [], lines: somewhere = [], moved = [] } = anywhere ?? {}
  const { doubtful, held, isPinned, told } = judged(was, now, agreed, known, moved[0])
  // Whoever has more steps reads more.
  const isCoarse = isMatchedCoarsely || anywhere?.isUnread === true
  const judgedLines = judgedSomewhere(somewhere, known, anywhere?.isUnsure === true)
  const isTold = told.length + judgedLines.told.length > 0
  // What only the last look shows was not taken back: it may be a change that was made between the looks.
  const isTakenBack = (_: unknown, index: number) => distinct[index] !== seen.at(-1)
  const takenBack = shared.own.flatMap(({ hunks, lines }, index) =>
    isTakenBack(lines, index) ? linesOfHunks(was, lines, hunks, known.freed, moved[index]) : []
  )
  const words = flickering.filter(isTakenBack).flat().slice(0, rememberedWords)
  const toldNumbers = [...linesOfHunks(was, now, told), ...judgedLines.told.flatMap(({ numbers }) => numbers)]
  const flicker = {
    // What flickers within lines is remembered longer: a line with a clock never comes again.
    lines: [...takenBack.slice(0, rememberedLines - rememberedWords), ...words],
    held: isTold ? [] : [...held, ...judgedLines.held],
    told: known.lines.length === 0 ? [] : toldNumbers,
    ...(isPinned || judgedLines.isPinned ? { isPinned: true } : {})
  }
  if (!isTold) return { agreed: null, flicker, isCoarse }
  const isDoubtful = doubtful + judgedLines.told.length > 0
  if (somewhere.length > 0 || agreed.length < shared.agreed.length) {
    const telling = (hunks: ReadonlyArray<Hunk>, lines: ReadonlyArray<SteadyLine>) =>
      tellText(was, withSomewhere(was, now, hunks, lines), steps)
    const isAll = told.length === agreed.length && judgedLines.told.length === somewhere.length
    const all = telling(agreed, somewhere)
    const change = isAll ? all.change : { ...telling(told, judgedLines.told).change, diff: all.change.diff }
    const varied = anywhere?.isVaried === true && judgedLines.told.length > 0 ? { isVaried: true as const } : {}
    return { agreed: { isWhole: false, isDoubtful, ...varied, change, text: all.text }, flicker, isCoarse }
  }
  const isWhole = (shared.own[0]?.hunks.length ?? 0) === 0
  const telling = (hunks: ReadonlyArray<Hunk>) =>
    tellChange(was, now, isPlain ? hunks : joined(hunks), isMatchedCoarsely)
  // What was held back is in the text that is stored now: it stands in the difference, or nobody would ever be told.
  const change = told.length === agreed.length ? telling(told) : { ...telling(told), diff: telling(agreed).diff }
  const isLeftOut = known.leavesOutHeld === true && told.length < agreed.length
  const text = isWhole && !isLeftOut ? {} : { text: replacedIn(was, now, isLeftOut ? told : agreed) }
  return { agreed: { isWhole, isDoubtful, change, ...text }, flicker, isCoarse }
}

/** A difference between the earlier text and another. */
const tellText = (was: Lines, text: string, steps: number) => {
  const lines = linesOf(encoder.encode(text))
  const { hunks, isCoarse } = matchAll(was, [lines], steps)[0]!
  return { text, change: tellChange(was, lines, hunks, isCoarse) }
}

/** The earlier text with what looks share in the same place, and what they share wherever it stands. */
const withSomewhere = (
  was: Lines,
  now: Lines,
  hunks: ReadonlyArray<Hunk>,
  somewhere: ReadonlyArray<SteadyLine>
): string => {
  const inPlace = hunks.map(({ end, from, start, to }) => ({
    start,
    end,
    from,
    text: to > from ? textBetween(now, from, to) : null
  }))
  const elsewhere = somewhere.map(({ at, come, from, isGone }) => ({
    start: at,
    end: isGone ? at + 1 : at,
    from,
    text: come
  }))
  const pieces = [...inPlace, ...elsewhere].toSorted(
    (one, other) => one.start - other.start || one.end - other.end || one.from - other.from
  )
  const stretches: Array<string> = []
  let at = 0
  for (const { end, start, text } of pieces) {
    if (start > at) stretches.push(textBetween(was, at, start))
    if (text !== null) stretches.push(text)
    at = Math.max(at, end)
  }
  if (was.count > at) stretches.push(textBetween(was, at, was.count))
  return stretches.join("\n")
}

/** The earlier text with the lines of the later one in the place of those that the hunks name. */
const replacedIn = (was: Lines, now: Lines, hunks: ReadonlyArray<Hunk>): string => {
  const stretches: Array<string> = []
  let at = 0
  for (const { end, from, start, to } of hunks) {
    if (start > at) stretches.push(textBetween(was, at, start))
    if (to > from) stretches.push(textBetween(now, from, to))
    at = end
  }
  if (was.count > at) stretches.push(textBetween(was, at, was.count))
  return stretches.join("\n")
}

interface Judged {
  readonly told: ReadonlyArray<Hunk>
  /** Of those, how many have or replace a line that is known to flicker: more looks should show them. */
  readonly doubtful: number
  /** Differences that are held back, because all their lines are known to flicker. */
  readonly held: ReadonlyArray<number>
  /** Whether a difference is not told because all its lines are pinned, or known to flicker beside some that are. */
  readonly isPinned: boolean
}

/**
 * A line that only stands elsewhere has its place known to flicker, and not itself: that it is gone one day is told like any
 * other change.
 */
const asMoved = (line: number): number => line ^ 0x5bd1e995

/** So many of what flickers within lines are learned of a run. */
const rememberedWords = 64

const knowsNothing = ({ lines, pinned = [] }: KnownFlicker): boolean => lines.length + pinned.length === 0

/** A difference by the lines of it, as it is followed while it is held back. */
const differenceOf = (gone: ReadonlyArray<number>, come: ReadonlyArray<number>): number =>
  [...gone, 0, ...come].reduce((sum, line) => (Math.imul(sum, 31) + line) | 0, 7)

/** The same of what looks share wherever it stands. */
const judgedSomewhere = (lines: ReadonlyArray<SteadyLine>, known: KnownFlicker, isUnsure: boolean) => {
  const [isKnown, isDue] = [new Set(known.lines), new Set(known.due)]
  const [pinned, freed] = [new Set(known.pinned), new Set(known.freed)]
  const held: Array<number> = []
  let isPinned = false
  const told = lines.filter(({ numbers, texts }) => {
    const shapes = pinned.size + freed.size === 0 ? [] : texts.map(shapeOf)
    if (shapes.some((shape) => freed.has(shape))) return true
    if (shapes.length > 0 && shapes.every((shape) => pinned.has(shape))) {
      isPinned = true
      return false
    }
    const difference = differenceOf(numbers, [])
    if (isDue.has(difference) || numbers.some((number) => !isKnown.has(number))) return true
    // Of what a page draws anew, nine of ten things are there at most looks, and have not come to stay.
    if (!isUnsure) held.push(difference)
    return false
  })
  return { told, held, isPinned }
}

const judged = (
  was: Lines,
  now: Lines,
  hunks: ReadonlyArray<Hunk>,
  known: KnownFlicker,
  moved: ReadonlySet<number> = new Set()
): Judged => {
  if (knowsNothing(known)) return { told: hunks, doubtful: 0, held: [], isPinned: false }
  const [isRemembered, isDue] = [new Set(known.lines), new Set(known.due)]
  const isLine = {
    has: (line: number) => isRemembered.has(line) || (moved.has(line) && isRemembered.has(asMoved(line)))
  }
  const [pinned, freed] = [new Set(known.pinned), new Set(known.freed)]
  const held: Array<number> = []
  let doubtful = 0
  let isPinned = false
  const told = hunks.filter((hunk) => {
    const { come, gone } = hashesOf(was, now, hunk, rememberedLines)
    const lines = [...gone, ...come]
    // Behind so many lines, which may be one that comes again and again, anything may stand.
    const isRead = hunk.end - hunk.start <= rememberedLines && hunk.to - hunk.from <= rememberedLines
    if (pinned.size + freed.size > 0) {
      const shapes = shapesOf(was, now, hunk)
      if (shapes.some((shape) => freed.has(shape))) return true
      const isQuiet = (shape: string, index: number) => pinned.has(shape) || isLine.has(lines[index]!)
      if (isRead && shapes.some((shape) => pinned.has(shape)) && shapes.every(isQuiet)) {
        isPinned = true
        return false
      }
    }
    const isAlone = gone.length === 0 || come.length === 0
    const isKnown = (line: number, index: number): boolean => {
      if (!isAlone) return isLine.has(line)
      const text =
        come.length === 0 ? textOf(was, hunk.start + index, shapedBytes) : textOf(now, hunk.from + index, shapedBytes)
      const alone = aloneNumber(text)
      return alone === null ? isLine.has(line) : isRemembered.has(alone)
    }
    if (!lines.some(isKnown)) return true
    const difference = differenceOf(gone, come)
    if (isDue.has(difference)) return true
    if (isRead && lines.every(isKnown)) {
      held.push(difference)
      return false
    }
    doubtful += 1
    return true
  })
  return { told, doubtful, held, isPinned }
}

/** Bytes of a line that are looked at for its shape; an owner's line is shorter. */
const shapedBytes = 4 * unstableLimits.characters

/** The shapes of the lines that went and of those that came; of many, those of the first ones. */
const shapesOf = (was: Lines, now: Lines, { end, from, start, to }: Hunk): ReadonlyArray<string> => {
  const shapes = (lines: Lines, first: number, behind: number) =>
    Array.from({ length: Math.min(behind - first, rememberedLines) }, (_, index) =>
      shapeOf(textOf(lines, first + index, shapedBytes))
    )
  return [...shapes(was, start, end), ...shapes(now, from, to)]
}

const linesOfHunks = (
  was: Lines,
  now: Lines,
  hunks: ReadonlyArray<Hunk>,
  freed: ReadonlyArray<string> = [],
  moved: ReadonlySet<number> = new Set()
): ReadonlyArray<number> => {
  const lines = new Set<number>()
  const isFree = new Set(freed)
  for (const hunk of hunks) {
    if (isFree.size > 0 && shapesOf(was, now, hunk).some((shape) => isFree.has(shape))) continue
    const { come, gone } = hashesOf(was, now, hunk, rememberedLines)
    for (const line of [...gone, ...come]) lines.add(moved.has(line) ? asMoved(line) : line)
    if (lines.size >= rememberedLines) break
  }
  return [...lines]
}

/** Matches the lines of each text with those of the earlier one. */
const matchAll = (was: Lines, others: ReadonlyArray<Lines>, steps: number): ReadonlyArray<Matching> => {
  const texts = [was, ...others]
  const least = texts.reduce((count, lines) => Math.min(count, lines.count), was.count)
  const alike = (most: number, lineOf: (lines: Lines, index: number) => number): number => {
    const isAlike = (index: number) =>
      others.every((lines) => isSameLine(was, lineOf(was, index), lines, lineOf(lines, index)))
    let index = 0
    while (index < most && isAlike(index)) index += 1
    return index
  }
  const ahead = alike(least, (_, index) => index)
  const behind = alike(least - ahead, ({ count }, index) => count - 1 - index)
  const total = texts.reduce((sum, { count }) => sum + count - ahead - behind, 0)
  const numbers = total > maxLines ? undefined : numberLines(texts, ahead, behind)
  return others.map((lines, index) => {
    if (numbers === undefined) return replaced(was, lines, ahead, behind)
    const { hunks, isCoarse } = matchLines(numbers[0]!, numbers[index + 1]!, steps)
    return { hunks: hunks.map((hunk) => moved(hunk, ahead)), isCoarse }
  })
}

const moved = ({ end, from, start, to }: Matching["hunks"][number], by: number) => ({
  start: start + by,
  end: end + by,
  from: from + by,
  to: to + by
})

const replaced = (was: Lines, lines: Lines, ahead: number, behind: number): Matching => {
  const hunk = { start: ahead, end: was.count - behind, from: ahead, to: lines.count - behind }
  return { hunks: hunk.start < hunk.end || hunk.from < hunk.to ? [hunk] : [], isCoarse: true }
}

const encoder = new TextEncoder()

/** The page as it was, and as each look saw it. */
export interface LookedTexts {
  readonly before: string
  readonly seen: ReadonlyArray<string>
  readonly known: KnownFlicker
}

/** `compareLooks` of texts. */
export const compareTexts = ({ before, seen, ...asked }: LookedTexts, steps?: number): Comparison => {
  const bytes = new Map(seen.map((text) => [text, undefined as Uint8Array | undefined]))
  for (const text of bytes.keys()) bytes.set(text, encoder.encode(text))
  const looked = { before: encoder.encode(before), seen: seen.map((text) => bytes.get(text)!) }
  return compareLooks({ ...asked, ...looked }, steps)
}

/** Nothing is known to flicker of what was kept long ago. */
const nothingKnown: KnownFlicker = { lines: [], due: [] }

/** What differs between two states that were kept, which may be of different kinds. */
export const compareKeptStates = (before: KeptState, after: KeptState, steps?: number): Comparison => {
  const { sitemaps, ...texts } = keptTexts(before, after)
  const compared = compareLooks({ before: texts.before, seen: [texts.after], known: nothingKnown }, steps)
  if (sitemaps === null) return compared
  const difference = stateDifference(...sitemaps)
  return isEmpty(difference) ? { ...compared, agreed: null } : { ...compared, urls: urlChange(difference, []) }
}

/** Two texts as lines, and where they differ. */
export interface LineDifference extends Matching {
  readonly was: Lines
  readonly now: Lines
}

/** Where the lines of two texts differ. */
export const lineDifference = (before: string, after: string, steps: number = comparisonSteps): LineDifference => {
  const [was, now] = [linesOf(encoder.encode(before)), linesOf(encoder.encode(after))]
  return { was, now, ...matchAll(was, [now], steps)[0]! }
}

/** What changed from `before` to `after`. */
export const textChange = (before: string, after: string): TextChange => {
  const { hunks, isCoarse, now, was } = lineDifference(before, after)
  return tellChange(was, now, hunks, isCoarse)
}
