/** Where lines that came or went at every look stand, and which of them stand for each other. */
import { numberOf } from "./countedLines.ts"
import { type MaskOf, readCharacters } from "./flickeringLine.ts"
import type { Seen } from "./hunks.ts"
import type { Lines } from "./Lines.ts"
import type { Hunk } from "./matchLines.ts"
import { kindsOf, likeness, wordsOf } from "./words.ts"

/**
 * Lines of a text in which the same one is sought, and how often; pairs of lines among which those are sought that are one written
 * otherwise.
 */
const limits = { sought: 400_000, times: 32, pairs: 2_500 } as const

/** Where lines of a text stand. */
export const placesOf = (lines: Lines, wanted: ReadonlySet<number>): ReadonlyMap<number, ReadonlyArray<number>> => {
  const places = new Map<number, Array<number>>()
  if (wanted.size === 0 || lines.count > limits.sought) return places
  for (let line = 0; line < lines.count; line++) {
    const number = numberOf(lines, line)
    if (!wanted.has(number)) continue
    const known = places.get(number)
    if (known === undefined) places.set(number, [line])
    else if (known.length < limits.times) known.push(line)
  }
  return places
}

/** A line that went at every look. */
export interface Gone {
  readonly at: number
  readonly text: string
  readonly number: number
}

/** A line that came at every look, as each of them shows it: one text where it is the same. */
export interface Come {
  readonly from: number
  readonly texts: ReadonlyArray<string>
  readonly number: number
  /** The line before it. */
  readonly ahead: number | null
  /** The earlier text had it already, less often. */
  readonly isMore: boolean
}

export interface Text {
  readonly lines: Lines
  readonly hunks: ReadonlyArray<Hunk>
  /** Where the lines of this text begin and end in a hunk. */
  readonly sideOf: (hunk: Hunk) => readonly [from: number, to: number]
}

/** Places of so many lines of a kind, where possible those that no line of the other text stands behind in the same way. */
export const pickPlaces = (
  { hunks, lines, sideOf }: Text,
  other: Text,
  wanted: ReadonlyMap<number, number>,
  isTaken: (line: number) => boolean
): ReadonlyArray<readonly [number: number, line: number]> => {
  const numbers = new Set(wanted.keys())
  const [places, others] = [placesOf(lines, numbers), placesOf(other.lines, numbers)]
  const inHunks = new Map<number, Array<number>>()
  for (const hunk of hunks) {
    const [from, to] = sideOf(hunk)
    for (let line = from; line < to; line++) {
      const number = numberOf(lines, line)
      if (numbers.has(number)) inHunks.set(number, [...(inHunks.get(number) ?? []).slice(0, limits.times), line])
    }
  }
  const aheadOf = (text: Lines, line: number) => (line === 0 ? null : numberOf(text, line - 1))
  return [...wanted].flatMap(([number, count]) => {
    const aheads = new Set((others.get(number) ?? []).map((line) => aheadOf(other.lines, line)))
    const found = [...new Set([...(inHunks.get(number) ?? []), ...(places.get(number) ?? [])])]
    const free = found.filter((line) => !isTaken(line))
    const isNew = (line: number) => (aheads.has(aheadOf(lines, line)) ? 1 : 0)
    return free
      .toSorted((one, two) => isNew(one) - isNew(two))
      .slice(0, count)
      .map((line) => [number, line] as const)
  })
}

/** Which of the lines that came stands in the place of which that went. */
export const pairsOf = (
  was: Lines,
  gone: ReadonlyArray<Gone>,
  come: ReadonlyArray<Come>,
  maskOf: MaskOf
): ReadonlyMap<Come, Gone> => {
  const pairs = new Map<Come, Gone>()
  const read = <T extends { readonly text: string }>(line: T) => {
    const words = wordsOf(line.text.slice(0, readCharacters))
    return { ...line, kinds: kindsOf(words), words: new Map(words.map(({ text }) => [text, 1] as const)) }
  }
  if (gone.length * come.length > limits.pairs) {
    const once = <T>(all: ReadonlyArray<T>, textOfOne: (one: T) => string) => {
      const masks = new Map<string, T | null>()
      for (const one of all) {
        const mask = maskOf(textOfOne(one))
        if (mask !== null) masks.set(mask, masks.has(mask) ? null : one)
      }
      return masks
    }
    const masks = once(gone, ({ text }) => text)
    for (const [mask, one] of once(come, ({ texts }) => texts[0]!)) {
      const other = masks.get(mask)
      if (one !== null && other) pairs.set(one, other)
    }
    return pairs
  }
  const [some, others] = [
    gone.map((one) => ({ ...read(one), one, ahead: one.at === 0 ? null : numberOf(was, one.at - 1) })),
    come.map((one) => ({ ...read({ text: one.texts[0]! }), one }))
  ]
  const worth = others.flatMap((two) =>
    some.flatMap((one) => {
      const isBehindSame = one.ahead !== null && one.ahead === two.one.ahead
      const found = likeness(one.kinds, two.kinds)
      if (found < 0.5 && !isBehindSame) return []
      const score = found + likeness(one.words, two.words) + (isBehindSame ? 1 : 0)
      return [{ one: one.one, two: two.one, score }]
    })
  )
  const taken = new Set<Gone>()
  for (const { one, two } of worth.toSorted((a, b) => b.score - a.score)) {
    if (taken.has(one) || pairs.has(two)) continue
    taken.add(one)
    pairs.set(two, one)
  }
  return pairs
}

/** Where a line stands that came: behind the one before it, where the earlier text has that once. */
export const makePlacer = (was: Lines, { hunks }: Seen, come: ReadonlyArray<Come>, taken: ReadonlySet<number>) => {
  const aheads = placesOf(was, new Set(come.flatMap(({ ahead }) => ahead ?? [])))
  const places = new Map<number, number>()
  const free = makeFree(taken)
  const placeOf = ({ ahead, from }: Come): number => {
    const behind = places.get(from - 1)
    if (behind !== undefined) return behind
    const lines = ahead === null ? [] : (aheads.get(ahead) ?? [])
    if (lines.length === 1) return free(lines[0]! + 1)
    return free(hunkAround(hunks, from)?.end ?? was.count)
  }
  return (one: Come): number => {
    const place = placeOf(one)
    places.set(one.from, place)
    return place
  }
}

/** Of a place between lines of a stretch that is told already, the end of the stretch. */
const makeFree = (taken: ReadonlySet<number>) => {
  const ends = new Map<number, number>()
  for (const line of [...taken].toSorted((one, other) => other - one)) ends.set(line, ends.get(line + 1) ?? line + 1)
  return (at: number): number => (taken.has(at - 1) ? (ends.get(at) ?? at) : at)
}

/** The hunk that has a line of the later text; they rise. */
const hunkAround = (hunks: ReadonlyArray<Hunk>, line: number): Hunk | undefined => {
  let [low, high] = [0, hunks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (hunks[middle]!.to <= line) low = middle + 1
    else high = middle
  }
  const hunk = hunks[low]
  return hunk !== undefined && hunk.from <= line ? hunk : undefined
}
