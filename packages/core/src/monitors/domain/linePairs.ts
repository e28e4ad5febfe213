/** Which lines of a hunk are one that was written otherwise. */
import { type Lines, textOf } from "./Lines.ts"
import { longestRise } from "./longestRise.ts"
import type { Hunk } from "./matchLines.ts"
import { type Kinds, kindsOf, likeness, wordsOf } from "./words.ts"

/** How much of a line is read to see what it is like. */
const maxBytes = 300

/** More pairs of lines than this are not looked through for those that are alike: what they are called has to do. */
const maxPairs = 1_000

/** Lines that are at least so alike are one that was written otherwise. */
const leastLikeness = 0.5

/** Places of the two lines in their hunk. */
type Pair = readonly [number, number]
type Pairs = ReadonlyArray<Pair>

interface Line {
  /** What it says before its value, such as `Delivery` of `Delivery: one day`; null where another line of its side says the same. */
  readonly label: string | null
  readonly kinds: Kinds
}

/** Of a line without a value there is none; what has no letter, such as a time, is no label. */
const labelOf = (text: string): string | null => {
  const label = /^(.*?)(?::\s|：)\s*\S/v.exec(text)?.[1] ?? ""
  return /\p{L}/v.test(label) ? label.trim() : null
}

const labelsOf = (texts: ReadonlyArray<string>): ReadonlyArray<string | null> => {
  const labels = texts.map(labelOf)
  const times = new Map<string | null, number>()
  for (const label of labels) times.set(label, (times.get(label) ?? 0) + 1)
  return labels.map((label) => (times.get(label) === 1 ? label : null))
}

/** The pairs of lines of a hunk that are one line written otherwise, in order on both sides. */
export const linePairs = (was: Lines, now: Lines, { end, from, start, to }: Hunk): Pairs => {
  const texts = (lines: Lines, first: number, count: number) =>
    Array.from({ length: count }, (_, index) => textOf(lines, first + index, maxBytes))
  const [gone, come] = [texts(was, start, end - start), texts(now, from, to - from)]
  const [some, others] = [labelsOf(gone), labelsOf(come)]
  if (gone.length * come.length > maxPairs) return labelledPairs(some, others)
  const lines = (all: ReadonlyArray<string>, labels: ReadonlyArray<string | null>) =>
    all.map((text, index): Line => ({ label: labels[index]!, kinds: kindsOf(wordsOf(text)) }))
  return likestPairs(lines(gone, some), lines(come, others))
}

/** As many pairs of one label as there are in order on both sides. */
const labelledPairs = (some: ReadonlyArray<string | null>, others: ReadonlyArray<string | null>): Pairs => {
  const places = new Map(others.map((label, place) => [label, place]))
  const pairs = some.flatMap((label, index): Pairs => {
    const place = label === null ? undefined : places.get(label)
    return place === undefined ? [] : [[index, place]]
  })
  return Array.from(longestRise(Int32Array.from(pairs, ([, place]) => place)), (index) => pairs[index]!)
}

/** What a pair is worth: lines of one label are a pair whatever they say, rather than with others that are like them. */
const valueOf = (some: Line, others: Line): number => {
  const found = likeness(some.kinds, others.kinds)
  if (some.label !== null && some.label === others.label) return 1 + found
  return found >= leastLikeness ? found : 0
}

/** The pairs, in order on both sides, that are worth the most together. */
const likestPairs = (some: ReadonlyArray<Line>, others: ReadonlyArray<Line>): Pairs => {
  const width = others.length + 1
  const best = new Float64Array((some.length + 1) * width)
  const likenesses = new Float64Array(some.length * others.length)
  for (let row = some.length - 1; row >= 0; row--) {
    for (let column = others.length - 1; column >= 0; column--) {
      const value = valueOf(some[row]!, others[column]!)
      likenesses[row * others.length + column] = value
      best[row * width + column] = Math.max(
        best[(row + 1) * width + column]!,
        best[row * width + column + 1]!,
        value === 0 ? 0 : value + best[(row + 1) * width + column + 1]!
      )
    }
  }
  const all: Array<Pair> = []
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
