/** What happened to lines: which were written otherwise, which came, went or moved. */
import { hashOf, isSameLine, type Lines, textOf } from "./Lines.ts"
import type { Hunk } from "./matchLines.ts"
import { type Kinds, kindsOf, likeness, wordsOf } from "./words.ts"

/** Stretches of lines: of the earlier text from `start` to `end`, of the later one from `from` to `to`. */
export interface LineEdit extends Hunk {
  /** A changed line stands for one other; what came has no earlier lines, and what went no later ones. */
  readonly kind: "changed" | "added" | "removed" | "moved"
}

/** So many changed lines are looked into; of more, the first. */
const maxLines = 1_000

/** Lines of both texts among which one that moved is looked for, so that it is told from one that is there many times. */
const maxSoughtLines = 200_000

/** How much of a line is read to see what it is like. */
const maxBytes = 300

/** A hunk of more lines than this on both sides is not searched for lines that were written otherwise. */
const maxPairs = 1_000

/** Lines that are at least so alike are one that was written otherwise. */
const leastLikeness = 0.5

/** What `hunks` do, in order, as far as it was looked into, and whether that is all. */
export const lineEdits = (
  was: Lines,
  now: Lines,
  hunks: ReadonlyArray<Hunk>
): { readonly edits: ReadonlyArray<LineEdit>; readonly isAll: boolean } => {
  let left = maxLines
  const some = hunks.filter(({ end, from, start, to }) => {
    left -= end - start + to - from
    return left >= 0
  })
  const moved = movesOf(was, now, some)
  const edits = some.flatMap((hunk) => {
    const isMovedFrom = (line: number) => moved.some(({ end, start }) => start <= line && line < end)
    const isMovedTo = (line: number) => moved.some(({ from, to }) => from <= line && line < to)
    return pieces(hunk, isMovedFrom, isMovedTo).flatMap((piece) => pairs(was, now, piece))
  })
  const all = [...edits, ...moved].toSorted((one, other) => one.from - other.from || one.start - other.start)
  return { edits: all, isAll: some.length === hunks.length }
}

/** What is left of a hunk between the lines that moved. */
const pieces = (
  { end, from, start, to }: Hunk,
  isMovedFrom: (line: number) => boolean,
  isMovedTo: (line: number) => boolean
): ReadonlyArray<Hunk> => {
  const stretches = (first: number, last: number, isMoved: (line: number) => boolean) => {
    const all: Array<readonly [number, number]> = []
    for (let line = first; line < last; line++) {
      if (isMoved(line)) continue
      const open = all.at(-1)
      if (open?.[1] === line) all[all.length - 1] = [open[0], line + 1]
      else all.push([line, line + 1])
    }
    return all
  }
  const [gone, come] = [stretches(start, end, isMovedFrom), stretches(from, to, isMovedTo)]
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => {
    const [first, last] = gone[index] ?? [end, end]
    const [begin, behind] = come[index] ?? [to, to]
    return { start: first, end: last, from: begin, to: behind }
  })
}

/** Lines that went in one place and came in another, and that stand nowhere else. */
const movesOf = (was: Lines, now: Lines, hunks: ReadonlyArray<Hunk>): ReadonlyArray<LineEdit> => {
  if (was.count + now.count > maxSoughtLines) return []
  const hash = ({ bytes, starts }: Lines, line: number) => hashOf(bytes, starts[line]!, starts[line + 1]! - 1)
  const gone = new Map<number, number>()
  for (const { end, start } of hunks) for (let line = start; line < end; line++) gone.set(hash(was, line), line)
  const sought = new Map<number, number>()
  for (const { from, to } of hunks) {
    for (let line = from; line < to; line++) {
      const key = hash(now, line)
      const other = gone.get(key)
      if (
        other !== undefined &&
        isSameLine(was, other, now, line) &&
        /[\p{L}\p{N}]/v.test(textOf(was, other, maxBytes))
      )
        sought.set(key, line)
    }
  }
  if (sought.size === 0) return []
  const timesIn = (lines: Lines) => {
    const times = new Map<number, number>()
    for (let line = 0; line < lines.count; line++) {
      const key = hash(lines, line)
      if (sought.has(key)) times.set(key, (times.get(key) ?? 0) + 1)
    }
    return times
  }
  const [before, after] = [timesIn(was), timesIn(now)]
  const moves: Array<LineEdit> = []
  for (const [key, line] of sought) {
    if (before.get(key) !== 1 || after.get(key) !== 1) continue
    const other = gone.get(key)!
    const last = moves.at(-1)
    if (last?.to === line && last.end === other) moves[moves.length - 1] = { ...last, end: other + 1, to: line + 1 }
    else moves.push({ kind: "moved", start: other, end: other + 1, from: line, to: line + 1 })
  }
  return moves
}

/** Which lines of a hunk were written otherwise; the rest came or went. */
const pairs = (was: Lines, now: Lines, hunk: Hunk): ReadonlyArray<LineEdit> => {
  const { end, from, start, to } = hunk
  const [gone, come] = [end - start, to - from]
  const rest = (part: Hunk): ReadonlyArray<LineEdit> => [
    ...(part.end > part.start ? [{ ...part, from: part.to, kind: "removed" as const }] : []),
    ...(part.to > part.from ? [{ ...part, start: part.end, kind: "added" as const }] : [])
  ]
  if (gone === 1 && come === 1) return [{ ...hunk, kind: "changed" }]
  if (gone === 0 || come === 0 || gone * come > maxPairs) return rest(hunk)
  const kinds = (lines: Lines, first: number, count: number) =>
    Array.from({ length: count }, (_, index) => kindsOf(wordsOf(textOf(lines, first + index, maxBytes))))
  const all: Array<LineEdit> = []
  let [line, other] = [start, from]
  const alike = likestPairs(kinds(was, start, gone), kinds(now, from, come))
  for (const [index, place] of [...alike, [gone, come] as const]) {
    all.push(...rest({ start: line, end: start + index, from: other, to: from + place }))
    if (index < gone) {
      all.push({
        kind: "changed",
        start: start + index,
        end: start + index + 1,
        from: from + place,
        to: from + place + 1
      })
    }
    ;[line, other] = [start + index + 1, from + place + 1]
  }
  return all
}

/** The pairs, in order on both sides, that are together the most alike. */
const likestPairs = (
  some: ReadonlyArray<Kinds>,
  others: ReadonlyArray<Kinds>
): ReadonlyArray<readonly [number, number]> => {
  const width = others.length + 1
  const best = new Float64Array((some.length + 1) * width)
  const likenesses = new Float64Array(some.length * others.length)
  for (let row = some.length - 1; row >= 0; row--) {
    for (let column = others.length - 1; column >= 0; column--) {
      const found = likeness(some[row]!, others[column]!)
      const value = found >= leastLikeness ? found : 0
      likenesses[row * others.length + column] = value
      best[row * width + column] = Math.max(
        best[(row + 1) * width + column]!,
        best[row * width + column + 1]!,
        value === 0 ? 0 : value + best[(row + 1) * width + column + 1]!
      )
    }
  }
  const all: Array<readonly [number, number]> = []
  let [row, column] = [0, 0]
  while (row < some.length && column < others.length) {
    const value = likenesses[row * others.length + column]!
    const here = best[row * width + column]!
    if (value > 0 && here === value + best[(row + 1) * width + column + 1]!) {
      all.push([row, column])
      row += 1
      column += 1
    } else if (here === best[(row + 1) * width + column]!) row += 1
    else column += 1
  }
  return all
}
