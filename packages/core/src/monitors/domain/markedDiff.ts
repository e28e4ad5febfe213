/** The beginning of a unified difference as rows to show, with the words that differ marked, at a cost that is bounded. */
import { hunksOf, joinedHunks } from "./differingWords.ts"
import { linesOf } from "./Lines.ts"
import { linePairs } from "./linePairs.ts"
import { type Word, wordsOf } from "./words.ts"

/** A piece of a line; `isMarked` where it differs from the line in whose place it stands, or which stands in its place. */
export interface Piece {
  readonly text: string
  readonly isMarked: boolean
}

export interface MarkedLine {
  readonly type: "alike" | "removed" | "added"
  /** Its number in the earlier text, or, of one that was added, in the later one. */
  readonly number: number
  readonly pieces: ReadonlyArray<Piece>
  /** Its end did not fit. */
  readonly isCut: boolean
}

export type MarkedRow = MarkedLine | { readonly type: "gap"; readonly lines: number }

export interface MarkedDiff {
  readonly rows: ReadonlyArray<MarkedRow>
  /** Lines that are shown, and lines that the difference has. */
  readonly shown: number
  readonly lines: number
}

/**
 * How much is spent on marking words: steps of the search in each pair of lines, the longest line that is looked into, and
 * characters of all of them together. What comes after is shown without marks: a page is made while others wait. Which line stands in
 * the place of which is looked for among so many pairs; after that they are paired as they come.
 */
const compared = { steps: 10_000, lineLength: 1_000, characters: 20_000, pairs: 600 } as const

/** How much of a difference is shown. */
export interface DiffRoom {
  readonly lines: number
  /** Characters of all lines together, and of one. */
  readonly characters: number
  readonly lineLength: number
}

interface Line {
  readonly type: MarkedLine["type"]
  readonly number: number
  readonly text: string
  readonly isCut: boolean
}

const types: Readonly<Record<string, MarkedLine["type"]>> = { " ": "alike", "-": "removed", "+": "added" }

const header = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,\d{1,9})? @@/

/** Not in the middle of a character. */
const cutAt = (text: string, length: number): string => {
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

/** Reads a difference line by line, as far as there is room, and counts the rest. */
const readRows = (diff: string, room: DiffRoom) => {
  const rows: Array<Line | { readonly type: "gap"; readonly lines: number }> = []
  const at = { before: 1, after: 1 }
  let left = room.characters
  let shown = 0
  let lines = 0
  for (let from = 0; from < diff.length; ) {
    const feed = diff.indexOf("\n", from)
    const to = feed === -1 ? diff.length : feed
    const sign = diff[from] ?? ""
    const type = types[sign]
    if (type !== undefined) {
      if (lines === shown && shown < room.lines && left > 0) {
        const length = Math.min(to - from - 1, room.lineLength, left)
        const isCut = length < to - from - 1
        const text = isCut ? cutAt(diff.slice(from + 1, from + 1 + length), length) : diff.slice(from + 1, to)
        rows.push({ type, number: type === "added" ? at.after : at.before, text, isCut })
        if (type !== "added") at.before += 1
        if (type !== "removed") at.after += 1
        // An empty line takes room, too.
        left -= text.length + 1
        shown += 1
      }
      lines += 1
    } else if (sign === "@" && lines === shown) {
      const [, start, count, after] = header.exec(diff.slice(from, Math.min(to, from + 100))) ?? []
      if (start !== undefined) {
        // Of no lines, the number is that of the line before.
        const before = Number(start) + (count === "0" ? 1 : 0)
        if (before > at.before) rows.push({ type: "gap", lines: before - at.before })
        at.before = before
        at.after = Number(after)
      }
    }
    from = to + 1
  }
  if (rows.at(-1)?.type === "gap") rows.pop()
  return { rows, shown, lines }
}

const whole = (text: string): ReadonlyArray<Piece> => [{ text, isMarked: false }]

/** A line with these stretches of its words marked. */
const piecesOf = (text: string, words: ReadonlyArray<Word>, stretches: ReadonlyArray<readonly [number, number]>) => {
  const pieces: Array<Piece> = []
  let at = 0
  for (const [start, end] of stretches) {
    if (end <= start) continue
    const { from } = words[start]!
    const { to } = words[end - 1]!
    if (from > at) pieces.push({ text: text.slice(at, from), isMarked: false })
    pieces.push({ text: text.slice(from, to), isMarked: true })
    at = to
  }
  if (at < text.length || pieces.length === 0) pieces.push({ text: text.slice(at), isMarked: false })
  return pieces
}

/** Two lines word by word; as they are where hardly anything is common to them. */
const pairOf = (before: string, after: string): readonly [ReadonlyArray<Piece>, ReadonlyArray<Piece>] => {
  const [words, others] = [wordsOf(before), wordsOf(after)]
  const hunks = joinedHunks(hunksOf(words, others, compared.steps), words)
  const some = piecesOf(
    before,
    words,
    hunks.map(({ end, start }) => [start, end] as const)
  )
  const common = some.reduce((sum, { isMarked, text }) => sum + (isMarked ? 0 : text.trim().length), 0)
  if (common * 4 < Math.max(before.length, after.length)) return [whole(before), whole(after)]
  return [
    some,
    piecesOf(
      after,
      others,
      hunks.map(({ from, to }) => [from, to] as const)
    )
  ]
}

const encoder = new TextEncoder()

const linesIn = (lines: ReadonlyArray<Line>) => linesOf(encoder.encode(lines.map(({ text }) => text).join("\n")))

interface Budget {
  characters: number
  pairs: number
}

/** Which lines stand in the place of which. */
const pairsOf = (removed: ReadonlyArray<Line>, added: ReadonlyArray<Line>, budget: Budget) => {
  const candidates = removed.length * added.length
  if (candidates > budget.pairs) {
    return Array.from({ length: Math.min(removed.length, added.length) }, (_, index) => [index, index] as const)
  }
  budget.pairs -= candidates
  const hunk = { start: 0, end: removed.length, from: 0, to: added.length }
  return linePairs(linesIn(removed), linesIn(added), hunk)
}

/** Lines that went with those that came in their place. */
const marked = (
  removed: ReadonlyArray<Line>,
  added: ReadonlyArray<Line>,
  budget: Budget
): ReadonlyArray<MarkedLine> => {
  const pieces = new Map<Line, ReadonlyArray<Piece>>()
  if (removed.length > 0 && added.length > 0 && budget.characters > 0) {
    for (const [one, other] of pairsOf(removed, added, budget)) {
      const [before, after] = [removed[one]!.text, added[other]!.text]
      const { length } = before + after
      if (Math.max(before.length, after.length) > compared.lineLength || length > budget.characters) continue
      budget.characters -= length
      const [some, others] = pairOf(before, after)
      pieces.set(removed[one]!, some)
      pieces.set(added[other]!, others)
    }
  }
  return [...removed, ...added].map((line) => markedLine(line, pieces.get(line)))
}

const markedLine = ({ isCut, number, text, type }: Line, pieces = whole(text)): MarkedLine => ({
  type,
  number,
  pieces,
  isCut
})

/** A unified difference as rows. What is none has no rows. */
export const markedDiff = (diff: string, room: DiffRoom): MarkedDiff => {
  const { lines, rows, shown } = readRows(diff, room)
  const all: Array<MarkedRow> = []
  let removed: Array<Line> = []
  let added: Array<Line> = []
  const budget = { characters: compared.characters, pairs: compared.pairs }
  const end = () => {
    all.push(...marked(removed, added, budget))
    removed = []
    added = []
  }
  for (const row of rows) {
    if (row.type === "removed") {
      if (added.length > 0) end()
      removed.push(row)
    } else if (row.type === "added") added.push(row)
    else {
      end()
      all.push(row.type === "gap" ? row : markedLine(row))
    }
  }
  end()
  return { rows: all, shown, lines }
}
