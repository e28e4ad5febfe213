/**
 * Numbers that a monitor read, over time, out of what its changes told.
 *
 * **Details.** A change tells lines that went and lines that came. Where one of each says the same but for its numbers, these are one
 * value before and after. What is said twice with other numbers (two rows without a name) is not told apart, and is left out.
 */

/** What a change tells of its lines. */
export interface ToldChange {
  readonly id: string
  readonly detected_at: string
  readonly diff?: string | undefined
  readonly evidence?: ReadonlyArray<{ readonly before: string; readonly after: string }> | undefined
}

export interface Point {
  /** When the value was first seen to be so. */
  readonly at: string
  readonly value: number
  /** The change that told it; null for what was there before the first. */
  readonly changeId: string | null
}

export interface Series {
  readonly key: string
  /** What it is called: the line it stands in, without the number. */
  readonly name: string
  /** What stands right before and after the number: a currency, a percent sign. */
  readonly unit: { readonly before: string; readonly after: string }
  /** Oldest first. */
  readonly points: ReadonlyArray<Point>
}

/** Most of a difference that is looked at, longest line, and most values that are shown. */
const diffMost = 200_000
const lineMost = 500
export const seriesMost = 12

/** A number as pages write it: 1,234.56 as well as 1.234,56 and 1 234,56. */
const numbers = /\d+(?:[.,]\d+|['’\u00a0\u202f ]\d{3}(?!\d))*/g

/** What a written number comes to; null where it is more than one, such as a date. */
export const valueOf = (written: string): number | null => {
  const plain = written.replace(/['’\u00a0\u202f ]/g, "")
  const marks = plain.replace(/\d/g, "")
  const last = marks.at(-1)
  if (last === undefined) return Number(plain)
  const [whole = "", ...parts] = plain.split(/[.,]/)
  const areGroups = (some: ReadonlyArray<string>) =>
    some.length === 0 || (whole.length <= 3 && some.every((one) => one.length === 3))
  // One mark of a kind after others, or a single one that leaves no three digits, begins the fraction.
  const isFraction =
    marks.length === 1
      ? parts[0]?.length !== 3 || whole === "0" || whole.length > 3
      : !marks.slice(0, -1).includes(last)
  const groups = isFraction ? parts.slice(0, -1) : parts
  if (!areGroups(groups) || new Set(marks.slice(0, groups.length)).size > 1) return null
  return Number(`${whole}${groups.join("")}${isFraction ? `.${parts.at(-1)}` : ""}`)
}

interface Found {
  /** The line with its numbers taken out: what tells it from others. */
  readonly frame: string
  readonly line: string
  readonly values: ReadonlyArray<{ readonly value: number | null; readonly from: number; readonly to: number }>
}

const read = (line: string): Found | null => {
  if (line.length > lineMost) return null
  const values = [...line.matchAll(numbers)].map(({ 0: written, index }) => ({
    value: valueOf(written),
    from: index,
    to: index + written.length
  }))
  return values.length === 0 ? null : { frame: line.replace(numbers, "\u0000").trim(), line, values }
}

/** Lines by what they say beside their numbers, those alone that stand there once. */
const framesOf = (lines: ReadonlyArray<string>): ReadonlyMap<string, Found> => {
  const found = new Map<string, Found | null>()
  for (const line of lines) {
    const one = read(line)
    if (one !== null) found.set(one.frame, found.has(one.frame) ? null : one)
  }
  return new Map([...found].flatMap(([frame, one]) => (one === null ? [] : [[frame, one] as const])))
}

const sidesOf = ({ diff, evidence = [] }: ToldChange): readonly [ReadonlyArray<string>, ReadonlyArray<string>] => {
  if (diff === undefined) {
    const side = (which: "before" | "after") => evidence.flatMap((one) => one[which].split("\n"))
    return [side("before"), side("after")]
  }
  const lines = diff.slice(0, diffMost).split("\n")
  const side = (sign: string, header: string) =>
    lines.filter((line) => line.startsWith(sign) && !line.startsWith(header)).map((line) => line.slice(1))
  return [side("-", "--- "), side("+", "+++ ")]
}

const currency = "\\p{Sc}|(?:CHF|EUR|USD|GBP|JPY|SEK|NOK|DKK|PLN|CZK)\\b"

const unitOf = ({ line, values }: Found, index: number): Series["unit"] => {
  const at = values[index]
  if (at === undefined) return { before: "", after: "" }
  const [before = ""] = new RegExp(`(?:${currency})\\s?$`, "u").exec(line.slice(0, at.from)) ?? []
  const [after = ""] = new RegExp(`^\\s?(?:${currency}|%)`, "u").exec(line.slice(at.to)) ?? []
  return { before, after: before === "" ? after : "" }
}

/** The line with a gap where the value stands. Of data it is the names alone. */
const nameOf = ({ line, values }: Found, index: number, { after, before }: Series["unit"]): string => {
  const at = values[index]
  if (at === undefined) return line
  const [left, right] = [line.slice(0, at.from - before.length), line.slice(at.to + after.length)]
  const isLast = right.trim() === "" && /:\s*$/.test(left)
  return (isLast ? left.replace(/\s*:\s*$/, "") : `${left.trimEnd()} … ${right.trimStart()}`)
    .replace(/^[\s|*#>-]+|[\s|]+$/g, "")
    .trim()
}

interface Growing {
  readonly name: string
  readonly unit: Series["unit"]
  readonly points: Array<Point>
}

/**
 * Values by what they are called, those that moved most often first. `begun` is since when what the oldest change found was so, where
 * that is known.
 */
export const seriesOf = (changes: ReadonlyArray<ToldChange>, begun: string | null): ReadonlyArray<Series> => {
  const series = new Map<string, Growing>()
  const oldestFirst = [...changes].sort((one, other) => Date.parse(one.detected_at) - Date.parse(other.detected_at))
  for (const change of oldestFirst) {
    const [removed, added] = sidesOf(change).map(framesOf)
    for (const [frame, after] of added ?? []) {
      const before = removed?.get(frame)
      before?.values.forEach(({ value: was }, index) => {
        const is = after.values[index]?.value ?? null
        if (was === null || is === null || was === is) return
        const key = `${index} ${frame}`
        const unit = unitOf(after, index)
        const one = series.get(key) ?? { name: nameOf(after, index, unit), unit, points: [] }
        if (one.points.length === 0 && begun !== null) one.points.push({ at: begun, value: was, changeId: null })
        one.points.push({ at: change.detected_at, value: is, changeId: change.id })
        series.set(key, one)
      })
    }
  }
  return [...series]
    .map(([key, one]) => ({ key, ...one }))
    .sort((one, other) => other.points.length - one.points.length)
    .slice(0, seriesMost)
}

/** How it went from the first to the last. */
export const trendOf = ({ points }: Pick<Series, "points">) => {
  const values = points.map(({ value }) => value)
  const [first = 0, last = 0] = [values[0], values.at(-1)]
  return {
    first,
    last,
    least: Math.min(...values),
    most: Math.max(...values),
    way: last > first ? ("up" as const) : last < first ? ("down" as const) : ("level" as const),
    /** By which share of the first; null where that is nothing. */
    share: first === 0 ? null : (last - first) / Math.abs(first)
  }
}
