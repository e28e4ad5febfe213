/** Differences as a patch that people and programs read. */
import { type Lines, textOf } from "./Lines.ts"
import type { Hunk } from "./matchLines.ts"

/** Longest unified diff that is stored, in characters. */
export const diffMaxLength = 1_000_000

/** Unchanged lines shown around each change. */
const context = 3

export interface UnifiedDiff {
  readonly diff: string
  /** The rest did not fit; what is there is a patch by itself. */
  readonly isCut: boolean
}

/** One stretch of a patch, as it grows: its header needs to know how many lines follow. */
class Stretch {
  private readonly rows: Array<string> = []
  private length = 0
  private removed = 0
  private added = 0
  readonly start: number
  readonly from: number

  constructor(start: number, from: number) {
    this.start = start
    this.from = from
  }

  /** False when the line does not fit into `room`. */
  add(sign: " " | "-" | "+", line: string, room: number): boolean {
    const row = `${sign}${line}\n`
    if (this.length + row.length + headerRoom > room) return false
    this.rows.push(row)
    this.length += row.length
    if (sign !== "+") this.removed += 1
    if (sign !== "-") this.added += 1
    return true
  }

  toString(): string {
    if (this.rows.length === 0) return ""
    return `@@ -${range(this.start, this.removed)} +${range(this.from, this.added)} @@\n${this.rows.join("")}`
  }
}

/** No header is longer. */
const headerRoom = 64

const range = (start: number, count: number): string =>
  count === 0 ? `${start},0` : count === 1 ? `${start + 1}` : `${start + 1},${count}`

/** The patch of `hunks`, in order, which put lines of `after` into `before`; as much of it as is stored. */
export const unifiedDiff = (before: Lines, after: Lines, hunks: ReadonlyArray<Hunk>): UnifiedDiff => {
  let diff = ""
  /** How many lines more there are than before, up to the hunk at hand. */
  let shift = 0
  for (let first = 0; first < hunks.length; ) {
    let next = first + 1
    while (next < hunks.length && hunks[next]!.start - hunks[next - 1]!.end <= 2 * context) next++
    const start = Math.max(0, hunks[first]!.start - context)
    const stretch = new Stretch(start, start + shift)
    const room = diffMaxLength - diff.length
    const isWhole = fill(stretch, before, after, hunks.slice(first, next), start, room)
    diff += stretch
    if (!isWhole) return { diff, isCut: true }
    for (; first < next; first++) shift += sizeChange(hunks[first]!)
  }
  return { diff, isCut: false }
}

const sizeChange = ({ end, from, start, to }: Hunk): number => to - from - (end - start)

const fill = (
  stretch: Stretch,
  before: Lines,
  after: Lines,
  hunks: ReadonlyArray<Hunk>,
  start: number,
  room: number
): boolean => {
  const add = (sign: " " | "-" | "+", lines: Lines, from: number, to: number): boolean => {
    for (let line = from; line < to; line++) {
      // A line that alone is too long is not even read.
      if (lines.starts[line + 1]! - lines.starts[line]! > room * maxBytesPerCharacter) return false
      if (!stretch.add(sign, textOf(lines, line), room)) return false
    }
    return true
  }
  let line = start
  for (const hunk of hunks) {
    if (!add(" ", before, line, hunk.start)) return false
    if (!add("-", before, hunk.start, hunk.end)) return false
    if (!add("+", after, hunk.from, hunk.to)) return false
    line = hunk.end
  }
  return add(" ", before, line, Math.min(before.count, line + context))
}

/** In UTF-8, for one of UTF-16. */
const maxBytesPerCharacter = 3
