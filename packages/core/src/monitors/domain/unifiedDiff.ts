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

type Sign = " " | "-" | "+"

/** One stretch of a patch, as it grows: its header needs to know how many lines follow. */
class Stretch {
  private readonly rows: Array<string> = []
  private readonly counts = { " ": 0, "-": 0, "+": 0 }
  private length = 0
  readonly start: number
  readonly from: number

  constructor(start: number, from: number) {
    this.start = start
    this.from = from
  }

  /** False when the line does not fit into `room`. */
  add(sign: Sign, line: string, room: number): boolean {
    const row = `${sign}${line}\n`
    if (!this.hasRoom(row.length, room)) return false
    this.rows.push(row)
    this.length += row.length
    this.counts[sign] += 1
    return true
  }

  /**
   * Ends it where the next line did not fit: with as many unchanged lines of `before` behind as everywhere, for which the
   * last rows may have to make room. Programs take a patch with fewer for one of the end of a file.
   */
  end(before: Lines, room: number): void {
    for (; this.rows.length > 0; this.pop()) {
      if (this.rows.at(-1)?.startsWith(" ") === true) continue
      const from = this.start + this.before
      const to = Math.min(before.count, from + context)
      // Each byte counted as a character, which is never too few.
      if (!this.hasRoom(before.starts[to]! - before.starts[from]! + to - from, room)) continue
      for (let line = from; line < to; line++) this.add(" ", textOf(before, line), room)
      return
    }
  }

  toString(): string {
    const { "-": removed, "+": added } = this.counts
    if (removed + added === 0) return ""
    return `@@ -${range(this.start, this.before)} +${range(this.from, this.counts[" "] + added)} @@\n${this.rows.join("")}`
  }

  /** Lines of the earlier text in it. */
  private get before(): number {
    return this.counts[" "] + this.counts["-"]
  }

  private hasRoom(length: number, room: number): boolean {
    return this.length + length + headerRoom <= room
  }

  private pop(): void {
    const row = this.rows.pop() ?? ""
    this.length -= row.length
    this.counts[row[0] as Sign] -= 1
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
    if (!isWhole) stretch.end(before, room)
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
  const add = (sign: Sign, lines: Lines, from: number, to: number): boolean => {
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
