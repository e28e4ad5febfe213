/** Rows whose values flicker: the lines that are each look's own, by what they say whatever their values are. */
import { isBlank, keyOf, type Line } from "./countedLines.ts"
import type { MaskOf } from "./flickeringLine.ts"
import type { Seen } from "./hunks.ts"
import { wordsOf } from "./words.ts"

/** A line that not all looks have as often as this one. */
export interface OwnLine {
  readonly key: string
  readonly isKnown: boolean
  /** Where the look has it; null where it stands as in the earlier text, and others lack it. */
  readonly line: number | null
}

/** The lines that each look has more often than another does, with where they stand. */
export const placeOwn = (
  looks: ReadonlyArray<Seen>,
  all: ReadonlyMap<string, Line>,
  known: ReadonlySet<number>
): ReadonlyArray<ReadonlyArray<OwnLine>> =>
  looks.map(({ hunks, lines }, look) => {
    const left = new Map<string, number>()
    for (const { key, nets } of all.values()) {
      const more = nets[look]! - Math.min(...nets)
      if (more > 0 && !isBlank(key)) left.set(key, more)
    }
    const placed: Array<OwnLine> = []
    const add = (key: string, line: number | null) =>
      placed.push({ key, line, isKnown: known.has(all.get(key)!.number) })
    for (const { from, to } of hunks) {
      for (let line = from; line < to; line++) {
        const key = keyOf(lines, line)
        const more = left.get(key) ?? 0
        if (more <= 0) continue
        left.set(key, more - 1)
        add(key, line)
      }
    }
    for (const [key, more] of left) for (let count = 0; count < more; count++) add(key, null)
    return placed
  })

/** A line of the earlier text that looks have another one in the place of, each its own; null where one has it as it was. */
interface Slot {
  readonly at: number
  readonly lines: ReadonlyArray<number | null>
}

export const slotsOf = (looks: ReadonlyArray<Seen>): ReadonlyArray<Slot> => {
  const starts = new Set<number>()
  const places = looks.map(({ hunks }) => {
    const single = new Map<number, number>()
    const others = new Set<number>()
    for (const { end, from, start, to } of hunks) {
      if (end - start === 1 && to - from === 1) single.set(start, from)
      else for (let line = start; line < Math.max(end, start + 1); line++) others.add(line)
    }
    for (const start of single.keys()) starts.add(start)
    return { single, others }
  })
  return [...starts].flatMap((at) =>
    places.some(({ others }) => others.has(at))
      ? []
      : [{ at, lines: places.map(({ single }) => single.get(at) ?? null) }]
  )
}

/** Lines of one kind, look by look. */
export type Group = ReadonlyArray<ReadonlyArray<OwnLine>>

/** Lines of each look by what they say whatever their values are. */
export const byMask = (own: Group, maskOf: MaskOf): ReadonlyMap<string, Group> => {
  const masks = new Map<string, ReadonlyArray<Array<OwnLine>>>()
  for (const [look, lines] of own.entries()) {
    for (const line of lines) {
      const mask = maskOf(line.key) ?? line.key
      const known = masks.get(mask) ?? own.map(() => [])
      known[look]!.push(line)
      masks.set(mask, known)
    }
  }
  return masks
}

const valuesOf = (text: string): ReadonlyArray<string> =>
  wordsOf(text).flatMap((word) => (/\p{Nd}/v.test(word.text) ? [word.text] : []))

/** Lines of one kind that are told apart by a value of theirs, such as a number that is a name; by none where there is one alone. */
interface Rows {
  readonly place: number | null
  /** By that value, each row as every look shows it. */
  readonly rows: ReadonlyMap<string, ReadonlyArray<OwnLine>>
}

export const nameOf = (text: string, place: number | null): string =>
  place === null ? "" : (valuesOf(text)[place] ?? "")

/**
 * The rows that a group consists of: one that every look has once, or those that one of their values tells apart at all looks
 * alike. Null where looks draw which of them they show.
 */
export const rowsOf = (group: Group): Rows | null => {
  const [first, ...others] = group
  const count = first!.length
  if (count === 0 || others.some(({ length }) => length !== count)) return null
  if (count === 1) return { place: null, rows: new Map([["", group.map(([line]) => line!)]]) }
  const values = group.map((lines) => lines.map(({ key }) => valuesOf(key)))
  for (const place of values[0]![0]!.keys()) {
    const named = values.map((all) => new Map(all.map((value, index) => [value[place]!, index])))
    const names = [...named[0]!.keys()]
    if (named.some((one) => one.size !== count || names.some((name) => !one.has(name)))) continue
    const row = (name: string) => group.map((lines, look) => lines[named[look]!.get(name)!]!)
    return { place, rows: new Map(names.map((name) => [name, row(name)])) }
  }
  return null
}
