/** Which lines of a text are headings, and of which level, where the markup of the page says so. */
import type { TextMarks } from "../../../pages/domain/TextMarks.ts"
import type { Hunk } from "../matchLines.ts"
import { isHead } from "./blockTitle.ts"

export interface Outline {
  /** Levels of headings by their lines. */
  readonly levels: ReadonlyMap<number, number>
  /** The nearest heading above a line. */
  readonly nearest: (line: number) => number | undefined
  /** The headings that a line stands below, the nearest first: each is of a higher level than the one before it. */
  readonly above: (line: number) => ReadonlyArray<number>
  /** The headings beside the nearest one above a line: of its level, below the same. */
  readonly beside: (line: number) => ReadonlyArray<number>
}

/** Most headings that a line can stand below, and of those beside its own that are read on either side. */
const mostLevels = 6
const mostBeside = 12

const noLevels: ReadonlyMap<number, number> = new Map()

/** Whether a line is as the markup has it: white space was made alike there. */
const plain = (line: string): string => line.replace(/\s+/gu, " ").trim()

/** Levels of the lines that are headings. A line that says the same and is none is counted as it was there. */
export const levelsOf = (lines: ReadonlyArray<string>, marks: TextMarks | undefined): ReadonlyMap<number, number> => {
  if (marks === undefined || marks.headings.length === 0) return noLevels
  const named = new Map<string, Map<number, number>>()
  let longest = 0
  for (const { level, nth, text } of marks.headings) {
    const places = named.get(text) ?? new Map<number, number>()
    named.set(text, places.set(nth, level))
    longest = Math.max(longest, text.length)
  }
  const counts = new Map<string, number>()
  const levels = new Map<number, number>()
  for (const [at, line] of lines.entries()) {
    if (line.length > 2 * longest) continue
    const text = plain(line)
    const places = named.get(text)
    if (places === undefined) continue
    const nth = counts.get(text) ?? 0
    counts.set(text, nth + 1)
    const level = places.get(nth)
    if (level !== undefined) levels.set(at, level)
  }
  return levels
}

/**
 * Levels of the headings that were there, by those that are: a title that went with all that stood below it, up to the next heading,
 * was one as that is.
 */
export const levelsThen = (
  lines: ReadonlyArray<string>,
  marks: TextMarks | undefined,
  gone: ReadonlyArray<Pick<Hunk, "start" | "end">>
): ReadonlyMap<number, number> => {
  const known = levelsOf(lines, marks)
  if (known.size === 0) return known
  const found = gone.flatMap(({ end, start }): ReadonlyArray<readonly [number, number]> => {
    if (end - start < 2 || known.has(start) || !isHead(lines.slice(start, start + 2), 0)) return []
    const level = end < lines.length ? known.get(end) : Math.max(...known.values())
    return level === undefined ? [] : [[start, level]]
  })
  return new Map([...known, ...found].toSorted(([one], [other]) => one - other))
}

/** The outline of a text by the levels of its headings, in order. */
export const outlineOf = (levels: ReadonlyMap<number, number>): Outline => {
  const places = [...levels.keys()]
  /** How many headings stand above a line. */
  const countAbove = (line: number): number => {
    let [low, high] = [0, places.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (places[middle]! < line) low = middle + 1
      else high = middle
    }
    return low
  }
  /** Headings of a level from one on, in a direction, as far as one of a higher level. */
  const alike = (from: number, by: -1 | 1, level: number): ReadonlyArray<number> => {
    const found: Array<number> = []
    for (let index = from + by; index >= 0 && index < places.length && found.length < mostBeside; index += by) {
      const other = levels.get(places[index]!)!
      if (other < level) break
      if (other === level) found.push(places[index]!)
    }
    return found
  }
  return {
    levels,
    nearest: (line) => places[countAbove(line) - 1],
    beside: (line) => {
      const index = countAbove(line) - 1
      const level = index < 0 ? undefined : levels.get(places[index]!)
      return level === undefined ? [] : [...alike(index, -1, level), ...alike(index, 1, level)]
    },
    above: (line) => {
      const found: Array<number> = []
      let least = levels.get(line) ?? mostLevels + 1
      for (let index = countAbove(line) - 1; index >= 0 && least > 1; index -= 1) {
        const level = levels.get(places[index]!)!
        if (level >= least) continue
        least = level
        found.push(places[index]!)
      }
      return found
    }
  }
}
