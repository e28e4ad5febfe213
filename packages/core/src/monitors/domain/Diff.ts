/** Differences between texts, line by line: what two looks agree on, and how it is told. */
import { agreedHunks, isAll, joined, patchText } from "./hunks.ts"
import { isSameLine, type Lines, linesOf, numberLines } from "./Lines.ts"
import { type Matching, matchLines } from "./matchLines.ts"
import type { TextChange } from "./TextChange.ts"
import { tellChange } from "./tellChange.ts"

/** Texts in UTF-8: the page as it was, and as two looks saw it. Looks that saw the same are the same bytes. */
export interface Looks {
  readonly before: Uint8Array
  readonly first: Uint8Array
  readonly second: Uint8Array
}

/** What two looks agree on. */
export interface Agreement {
  /** The earlier text with only those differences that both looks show in the same place; null where those are all. */
  readonly text: Uint8Array | null
  readonly change: TextChange
}

export interface Comparison {
  /** Null when the looks agree on nothing. */
  readonly agreed: Agreement | null
  /** Within its steps the search did not find the smallest difference. */
  readonly isCoarse: boolean
}

/** Steps that a comparison may take, of some 20 ns each. */
export const comparisonSteps = 10_000_000

/** Lines of all texts that are told apart. Of more, what is alike at both ends stays, and the rest is replaced. */
const maxLines = 4_000_000

/** What two looks at a page agree on, and how it is told. */
export const compareLooks = ({ before, first, second }: Looks, steps: number = comparisonSteps): Comparison => {
  const [was, now] = [linesOf(before), linesOf(second)]
  if (first === second) {
    const { hunks, isCoarse } = matchAll(was, [now], steps)[0]!
    const agreed = hunks.length === 0 ? null : { text: null, change: tellChange(was, now, hunks, isCoarse) }
    return { agreed, isCoarse }
  }
  const once = linesOf(first)
  const [seen, again] = matchAll(was, [once, now], steps / 2)
  const isCoarse = seen!.isCoarse || again!.isCoarse
  const agreedOn = agreedHunks(was, { lines: once, hunks: seen!.hunks }, { lines: now, hunks: again!.hunks })
  if (agreedOn.length === 0) return { agreed: null, isCoarse }
  const hunks = joined(agreedOn)
  const text = isAll(hunks, again!.hunks) ? null : patchText(was, now, hunks)
  return { agreed: { text, change: tellChange(was, now, hunks, isCoarse) }, isCoarse }
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
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** The page as it was, and as two looks saw it. */
export interface ThreeTexts {
  readonly before: string
  readonly first: string
  readonly second: string
}

/** What two looks agree on, with the whole text. */
export interface AgreedChange {
  /** The earlier text with only those differences that both looks show in the same place. */
  readonly text: string
  /** Whether that is the text of the second look. */
  readonly isWhole: boolean
  readonly change: TextChange
}

/** `compareLooks` of texts. */
export const compareTexts = (
  { before, first, second }: ThreeTexts,
  steps?: number
): { readonly agreed: AgreedChange | null; readonly isCoarse: boolean } => {
  const seen = encoder.encode(second)
  const looks = { before: encoder.encode(before), first: first === second ? seen : encoder.encode(first), second: seen }
  const { agreed, isCoarse } = compareLooks(looks, steps)
  if (agreed === null) return { agreed, isCoarse }
  const isWhole = agreed.text === null
  const text = agreed.text === null ? second : decoder.decode(agreed.text)
  return { agreed: { text, isWhole, change: agreed.change }, isCoarse }
}

/** What changed from `before` to `after`. */
export const textChange = (before: string, after: string): TextChange => {
  const [was, now] = [linesOf(encoder.encode(before)), linesOf(encoder.encode(after))]
  const { hunks, isCoarse } = matchAll(was, [now], comparisonSteps)[0]!
  return tellChange(was, now, hunks, isCoarse)
}
