/** A unified difference as rows to show: numbered lines, with the words that differ. */
import { diffWordsWithSpace, parsePatch } from "diff"

/** A piece of a line; `isMarked` where it differs from the other side. */
export interface Piece {
  readonly text: string
  readonly isMarked: boolean
}

export type DiffRow =
  | { readonly type: "alike"; readonly before: number; readonly after: number; readonly text: string }
  | { readonly type: "removed"; readonly before: number; readonly pieces: ReadonlyArray<Piece> }
  | { readonly type: "added"; readonly after: number; readonly pieces: ReadonlyArray<Piece> }
  /** Lines that are alike and were left out: null where it is not known how many. */
  | { readonly type: "gap"; readonly lines: number | null }

/** Longest lines whose words are compared, in characters of both together. */
const wordsWithin = 8_000

/** For how long the words of lines are compared, in milliseconds: of one pair, and of a whole difference. What comes later is shown as lines. */
const comparing = { pair: 50, all: 250 } as const

/** What is left of the time for comparing words. */
interface Clock {
  readonly until: number
}

const whole = (text: string): ReadonlyArray<Piece> => [{ text, isMarked: false }]

/** Two lines word by word; as they are where hardly anything is common to them. */
const pairOf = (
  before: string,
  after: string,
  { until }: Clock
): readonly [ReadonlyArray<Piece>, ReadonlyArray<Piece>] => {
  const left = until - performance.now()
  if (left < 1 || before.length + after.length > wordsWithin) return [whole(before), whole(after)]
  const parts = diffWordsWithSpace(before, after, { timeout: Math.min(comparing.pair, left) })
  if (parts === undefined) return [whole(before), whole(after)]
  const common = parts
    .filter(({ added, removed }) => !added && !removed)
    .reduce((length, { value }) => length + value.trim().length, 0)
  if (common * 4 < Math.max(before.length, after.length)) return [whole(before), whole(after)]
  const pieces = (isOf: (part: { added: boolean; removed: boolean }) => boolean) =>
    parts.filter(isOf).map(({ added, removed, value }) => ({ text: value, isMarked: added || removed }))
  return [pieces(({ added }) => !added), pieces(({ removed }) => !removed)]
}

/** Pairs removed lines with those that came in their place, in order. */
const block = (
  removed: ReadonlyArray<{ readonly line: number; readonly text: string }>,
  added: ReadonlyArray<{ readonly line: number; readonly text: string }>,
  clock: Clock
): ReadonlyArray<DiffRow> => {
  const pairs = removed.map(({ text }, index) => {
    const other = added[index]
    return other === undefined ? null : pairOf(text, other.text, clock)
  })
  return [
    ...removed.map(
      ({ line, text }, index): DiffRow => ({ type: "removed", before: line, pieces: pairs[index]?.[0] ?? whole(text) })
    ),
    ...added.map(
      ({ line, text }, index): DiffRow => ({ type: "added", after: line, pieces: pairs[index]?.[1] ?? whole(text) })
    )
  ]
}

/** What is no unified difference, as it is: each line by its first letter, with the number that it has in the text. */
const rowsAsTheyAre = (diff: string): ReadonlyArray<DiffRow> =>
  diff.split("\n").map((line, index): DiffRow => {
    const at = index + 1
    const pieces = whole(line.slice(1))
    if (line.startsWith("-")) return { type: "removed", before: at, pieces }
    if (line.startsWith("+")) return { type: "added", after: at, pieces }
    return { type: "alike", before: at, after: at, text: line }
  })

const parsed = (diff: string): ReturnType<typeof parsePatch> | null => {
  try {
    return parsePatch(diff)
  } catch {
    return null
  }
}

/** The rows of a unified difference; empty where it is none. A text that only looks like one is shown all the same. */
export const diffRows = (diff: string): ReadonlyArray<DiffRow> => {
  const patches = parsed(diff)
  if (patches === null) return rowsAsTheyAre(diff)
  const rows: Array<DiffRow> = []
  const clock: Clock = { until: performance.now() + comparing.all }
  let last = 1
  for (const { hunks } of patches) {
    for (const hunk of hunks) {
      if (hunk.oldStart > last) rows.push({ type: "gap", lines: hunk.oldStart - last })
      let before = hunk.oldStart
      let after = hunk.newStart
      let removed: Array<{ line: number; text: string }> = []
      let added: Array<{ line: number; text: string }> = []
      const end = () => {
        for (const row of block(removed, added, clock)) rows.push(row)
        removed = []
        added = []
      }
      for (const line of hunk.lines) {
        const text = line.slice(1)
        if (line.startsWith("-")) {
          if (added.length > 0) end()
          removed.push({ line: before++, text })
        } else if (line.startsWith("+")) {
          added.push({ line: after++, text })
        } else if (!line.startsWith("\\")) {
          end()
          rows.push({ type: "alike", before: before++, after: after++, text })
        }
      }
      end()
      last = before
    }
  }
  return rows
}

/** Rows beside each other: what came in the place of what. */
export const splitRows = (rows: ReadonlyArray<DiffRow>): ReadonlyArray<readonly [DiffRow | null, DiffRow | null]> => {
  const sides: Array<[DiffRow | null, DiffRow | null]> = []
  let waiting = 0
  for (const row of rows) {
    if (row.type === "removed") {
      sides.push([row, null])
      waiting++
    } else if (row.type === "added") {
      if (waiting > 0) {
        const place = sides[sides.length - waiting]
        if (place !== undefined) place[1] = row
        waiting--
      } else sides.push([null, row])
    } else {
      waiting = 0
      sides.push([row, row])
    }
  }
  return sides
}
