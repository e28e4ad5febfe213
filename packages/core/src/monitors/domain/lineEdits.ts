/** What happened to lines: which were written otherwise, which came, went or moved. */
import { hashOf, isSameLine, type Lines, textOf } from "./Lines.ts"
import { linePairs } from "./linePairs.ts"
import type { Hunk } from "./matchLines.ts"

/** Stretches of lines: of the earlier text from `start` to `end`, of the later one from `from` to `to`. */
export interface LineEdit extends Hunk {
  /** A changed line stands for one other; what came has no earlier lines, and what went no later ones. */
  readonly kind: "changed" | "added" | "removed" | "moved"
}

/** So many changed lines are looked into; of more, the first. */
const maxLines = 1_000

/** Lines of both texts among which one that moved is looked for, so that it is told from one that is there many times. */
const maxSoughtLines = 200_000

/** How much of a line is read to see whether it says anything. */
const maxBytes = 300

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
  if (gone === 0 || come === 0) return rest(hunk)
  const all: Array<LineEdit> = []
  let [line, other] = [start, from]
  for (const [index, place] of [...linePairs(was, now, hunk), [gone, come] as const]) {
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
