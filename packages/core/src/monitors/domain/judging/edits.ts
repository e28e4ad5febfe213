/** What differs between two texts, piece by piece, each with where it stands. */
import { entriesOf, outside, slid } from "../blocks.ts"
import { lineDifference } from "../Diff.ts"
import type { ChangeQuestion } from "../Judgement.ts"
import type { Lines } from "../Lines.ts"
import { type LineEdit, lineEdits } from "../lineEdits.ts"
import { lineWindow } from "../lineWindow.ts"
import type { Hunk } from "../matchLines.ts"
import { readable, readableLine } from "../readable.ts"
import { makeReader, type Surroundings } from "../surroundings.ts"
import type { TextLevels } from "../tellChange.ts"
import { type Context, makeContext } from "./context.ts"
import { meaningOf } from "./meaning.ts"
import { levelsOf, levelsThen, outlineOf } from "./outline.ts"
import { columnOf } from "./rows.ts"
import { cutIntoSentences } from "./sentences.ts"

/** One piece of a difference: a line that was written otherwise, or an entry that came, went or moved. */
export interface Edit {
  readonly kind: LineEdit["kind"]
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
  /** Of a changed row of a table, the cells that changed; otherwise the lines. */
  readonly focus: { readonly before: string; readonly after: string }
  readonly context: Context
  readonly hunk: Hunk
  /** What stands around it changed with it so that all together says the same as before, on other lines. */
  readonly isRearranged: boolean
  /** What the markup strikes out of the lines that there are now. */
  readonly struck: ReadonlyArray<string>
}

export interface Difference {
  readonly was: Lines
  readonly now: Lines
  readonly edits: ReadonlyArray<Edit>
  /** Levels of the lines of each that are headings. */
  readonly levels: TextLevels
  readonly isCoarse: boolean
  /** There are more edits than were read. */
  readonly isMore: boolean
}

/** Pieces that are judged, and bytes that are read of a line. */
const limits = { edits: 300, lineBytes: 2_400, entryLines: 40 } as const

/** Bytes that are read of a longer line beside another: ahead of where they begin to differ, and from there on. */
const windowBytes = { ahead: 800, behind: 1_600 } as const

const read = (lines: Lines, from: number, to: number): ReadonlyArray<string> =>
  Array.from({ length: Math.min(to - from, limits.entryLines) }, (_, index) =>
    readableLine(lines, from + index, limits.lineBytes)
  )

const lengthOf = ({ starts }: Lines, line: number): number => starts[line + 1]! - 1 - starts[line]!

/** Both sides of what was written otherwise. Of long lines that begin alike, where they differ. */
const sidesOf = (was: Lines, now: Lines, { end, from, start, to }: LineEdit) => {
  const isLong = Math.max(lengthOf(was, start), lengthOf(now, from)) > limits.lineBytes
  if (end - start !== 1 || to - from !== 1 || !isLong) return [read(was, start, end), read(now, from, to)] as const
  const { after, before } = lineWindow(was, start, now, from, windowBytes)
  return [[readable(before)], [readable(after)]] as const
}

/** Entries of a list are judged one by one. */
const stretches = (
  around: (line: number) => Surroundings,
  [from, to]: readonly [number, number]
): ReadonlyArray<readonly [number, number]> => {
  if (to - from === 1) return [[from, to]]
  const there = around(from)
  const all = Array.from({ length: Math.min(to - from, limits.entryLines) }, (_, index) => around(from + index))
  const entries = entriesOf(
    all.map(({ at, lines: near }) => near[at]!),
    outside(there, to - from)
  )
  if (entries.length === 0 || to - from > limits.entryLines) return [[from, to]]
  let at = from
  return entries.map((entry) => {
    at += entry.length
    return [at - entry.length, at] as const
  })
}

/** An entry of several lines names itself: the lines of the entry above are of another. */
const ofEntry = (context: Context, count: number): Context => (count > 1 ? { ...context, near: [] } : context)

/** What is struck out of lines. */
const struckBy = (marks: ChangeQuestion["marks"]) => {
  const parts = new Map<string, Array<string>>()
  for (const { line, text } of marks?.struck ?? []) {
    const known = parts.get(line)
    if (known === undefined) parts.set(line, [text])
    else known.push(text)
  }
  return (lines: ReadonlyArray<string>): ReadonlyArray<string> => lines.flatMap((line) => parts.get(line) ?? [])
}

/** Reads the difference between two texts. */
export const readDifference = (
  { after, before, marks }: Pick<ChangeQuestion, "after" | "before" | "marks">,
  steps?: number
): Difference => {
  const texts = { was: cutIntoSentences(before), now: cutIntoSentences(after) }
  const { hunks, isCoarse, now, was } = lineDifference(texts.was, texts.now, steps)
  const { edits, isAll } = lineEdits(was, now, hunks)
  const [aroundWas, aroundNow] = [makeReader(was), makeReader(now)]
  const levels = { was: levelsThen(texts.was.split("\n"), marks, hunks), now: levelsOf(texts.now.split("\n"), marks) }
  const contextWas = makeContext(was, aroundWas, outlineOf(levels.was))
  const contextNow = makeContext(now, aroundNow, outlineOf(levels.now))
  const rearranged = hunks.filter(({ end, from, start, to }) => {
    const lines = [end - start, to - from]
    if (Math.min(...lines) === 0 || Math.max(...lines) === 1 || Math.max(...lines) > limits.entryLines) return false
    return meaningOf(read(was, start, end).join(" "), read(now, from, to).join(" ")).kind === "same"
  })
  const isRearranged = ({ from, start }: Hunk) =>
    rearranged.some((hunk) => hunk.start <= start && start <= hunk.end && hunk.from <= from && from <= hunk.to)
  const struckIn = struckBy(marks)
  const read1 = (edit: LineEdit): ReadonlyArray<Edit> => {
    const { end, from, kind, start, to } = edit
    if (kind === "changed" || kind === "moved") {
      const [gone, come] = sidesOf(was, now, edit)
      const focus = columnOf(gone[0] ?? "", come[0] ?? "")
      return [
        {
          kind,
          before: gone,
          after: come,
          focus,
          context: contextNow(from, focus.column),
          hunk: edit,
          isRearranged: isRearranged(edit),
          struck: struckIn(come)
        }
      ]
    }
    const isFree = hunks.some(
      (hunk) => hunk.start === start && hunk.end === end && hunk.from === from && hunk.to === to
    )
    const isAdded = kind === "added"
    const [lines, around, context] = isAdded ? [now, aroundNow, contextNow] : [was, aroundWas, contextWas]
    const place = isAdded ? ([from, to] as const) : ([start, end] as const)
    return stretches(around, isFree ? slid(lines, ...place) : place).map(([first, last]) => {
      const text = read(lines, first, last)
      const hunk = isAdded ? { start, end, from: first, to: last } : { start: first, end: last, from, to }
      const whole = text.join("\n")
      return {
        kind,
        before: isAdded ? [] : text,
        after: isAdded ? text : [],
        focus: { before: isAdded ? "" : whole, after: isAdded ? whole : "" },
        context: ofEntry(context(first, null), last - first),
        hunk,
        isRearranged: isRearranged(edit),
        struck: isAdded ? struckIn(text) : []
      }
    })
  }
  const some = edits.slice(0, limits.edits).flatMap(read1).slice(0, limits.edits)
  return { was, now, levels, edits: some, isCoarse, isMore: !isAll || edits.length > limits.edits }
}
