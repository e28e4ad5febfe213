/** Of a line that says several things one after the other, the one that changed: "adults 14 €, children 5 €". */
import { valuesOf } from "./values.ts"

export interface Segment {
  /** What changed, with the label of the line. */
  readonly before: string
  readonly after: string
  /** The others that say a value of the same kind. */
  readonly others: ReadonlyArray<string>
}

const longest = 240

const between = /(?:(?<!\s)\s+)?[,;]\s+|(?:(?<!\s)\s+)?[•·]\s*|\s\/\s/u

/** Some words and a value; more is a sentence whose beginning holds for all of it. */
const isShort = (part: string): boolean => part.trim().split(/\s+/u).length <= 4

const kindsIn = (text: string): ReadonlyArray<string> => valuesOf(text).map(({ kind }) => kind)

/** The only part of a line that changed, where others beside it say the like; none of rows of a table, and of prose. */
export const segmentOf = (before: string, after: string): Segment | undefined => {
  if (before.length > longest || after.length > longest || /[\n|\t]/.test(before + after)) return undefined
  const label = /^[^:]{1,40}:\s/u.exec(after)?.[0] ?? ""
  const [was, now] = [before, after].map((line) =>
    (line.startsWith(label) ? line.slice(label.length) : line).split(between)
  ) as [Array<string>, Array<string>]
  if (was.length !== now.length || now.length < 2) return undefined
  const changed = now.flatMap((part, index) => (part === was[index] ? [] : [index]))
  const [only] = changed
  if (only === undefined || changed.length > 1) return undefined
  const kinds = [...kindsIn(was[only]!), ...kindsIn(now[only]!)]
  const others = now.filter(
    (part, index) => index !== only && isShort(part) && kindsIn(part).some((kind) => kinds.includes(kind))
  )
  return others.length === 0 || !isShort(now[only]!)
    ? undefined
    : { before: label + was[only]!, after: label + now[only]!, others }
}
