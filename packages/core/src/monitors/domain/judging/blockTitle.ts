/** The title of the stretch of lines that a line stands in, and which lines around it are of other stretches. */

import { statusesOf } from "../../../extraction/domain/statuses.ts"
import { isProse } from "../surroundings.ts"
import { noiseOf } from "./noise.ts"
import { valuesOf } from "./values.ts"

/** Longer lines name nothing. */
const longestTitle = 80

const labelled = /^[^:|]{1,40}:(?:\s|$)/u

/** What a name may have in it that is an amount elsewhere: "Harbour Lighthouse 2116", "Scholarships 2027". */
const isOfName = (line: string): boolean => {
  const found = valuesOf(line)
  return found.length <= 1 && found.every(({ kind, unit }) => kind === "number" && unit === "")
}

const isKnownTitle = new Map<string, boolean>()

/** A line that says what the lines below it are of, and nothing of its own. */
export const isTitle = (line: string): boolean => {
  const known = isKnownTitle.get(line)
  if (known !== undefined) return known
  const is = readTitle(line)
  if (isKnownTitle.size > 1_000) isKnownTitle.clear()
  isKnownTitle.set(line, is)
  return is
}

const readTitle = (line: string): boolean => {
  if (line.length > longestTitle || !/^[\p{Lu}\p{Lo}\p{N}]/u.test(line) || !/\p{L}/u.test(line)) return false
  if (isProse(line) || /[.!,;…。、]$/v.test(line) || labelled.test(line) || /[|\t•·]|\s[–—]\s/u.test(line)) return false
  const bare = line.replace(/\([^()]*\)/gu, "").trim()
  const isState = statusesOf(bare).some(
    ({ from, to }) => to - from >= 0.6 * bare.length || (to === bare.length && from > 0)
  )
  return !isState && isOfName(bare) && noiseOf(line) === null
}

export interface Block {
  readonly title: string
  /** Lines that are of the block beside the one that is asked about. */
  readonly own: ReadonlyArray<string>
}

/** A title with nothing below it but another one is an entry of a list, or of a menu. */
export const isHead = (lines: ReadonlyArray<string>, at: number): boolean =>
  isTitle(lines[at]!) && at + 1 < lines.length && !isTitle(lines[at + 1]!)

/** The block that the line at `at` stands in; none for a line that could be a title itself. */
export const blockOf = (lines: ReadonlyArray<string>, at: number): Block | undefined => {
  const line = lines[at]
  if (line === undefined || isTitle(line)) return undefined
  let first = at - 1
  while (first >= 0 && !isHead(lines, first)) first -= 1
  if (first < 0) return undefined
  let last = at + 1
  while (last < lines.length && !isTitle(lines[last]!)) last += 1
  const own = lines.slice(first + 1, last).filter((_, index) => first + 1 + index !== at)
  return { title: lines[first]!, own }
}
