/** What the lines that are each look's own say together: which are one row in which a value flickers, and which are drawn. */
import { keyOf, type Line } from "./countedLines.ts"
import { type MaskOf, textNumber } from "./flickeringLine.ts"
import { byMask, type Group, nameOf, type OwnLine, rowsOf, slotsOf } from "./flickeringRows.ts"
import type { Seen } from "./hunks.ts"
import type { Lines } from "./Lines.ts"
import type { Come, Gone } from "./placedLines.ts"

/** A row as every look shows it, in the place of a line that went. */
export interface StandIn {
  readonly gone: Gone
  readonly lines: ReadonlyArray<OwnLine>
}

export interface StandIns {
  readonly rows: ReadonlyArray<StandIn>
  /** Look by look, the lines that stand for none. */
  readonly left: Group
}

interface Texts {
  readonly was: Lines
  readonly looks: ReadonlyArray<Seen>
  /** Lines of the earlier text that what looks share in the same place speaks of. */
  readonly taken: ReadonlySet<number>
  /** Lines that came at every look. */
  readonly come: ReadonlyArray<Come>
}

/**
 * Rows in the place of lines that went: those that say the same whatever their values are, and then those in the same place. A line
 * that every look shows with another value has no row in its place, whatever is drawn there.
 */
export const standInsOf = (own: Group, gone: ReadonlyMap<number, Gone>, texts: Texts, maskOf: MaskOf): StandIns => {
  const alike = alikeRows(own, gone, maskOf)
  const others = without(own, alike)
  const inPlace = ownInPlace(others, texts)
  const rewritten = inPlace.length === 0 ? noPlaces : rewrittenIn(gone, texts.come, maskOf)
  const kept = inPlace.filter(({ at }) => !rewritten.has(at))
  const stood = new Set(alike.map((row) => row.gone))
  const beside = kept.flatMap(({ at, lines }) => {
    const one = gone.get(at)
    return one === undefined || stood.has(one) ? [] : [{ gone: one, lines }]
  })
  return { rows: [...alike, ...beside], left: without(others, kept) }
}

const noPlaces: ReadonlySet<number> = new Set()

const without = (own: Group, rows: ReadonlyArray<{ readonly lines: ReadonlyArray<OwnLine> }>): Group => {
  const seen = new Set(rows.flatMap(({ lines }) => lines))
  return own.map((lines) => lines.filter((line) => !seen.has(line)))
}

/** Rows that say the same as a line that went, by a value that both have where there are several of a kind. */
const alikeRows = (own: Group, gone: ReadonlyMap<number, Gone>, maskOf: MaskOf): ReadonlyArray<StandIn> => {
  const groups = byMask(own, maskOf)
  if (groups.size === 0) return []
  const goneByMask = groupedBy(gone.values(), ({ text }) => maskOf(text) ?? text)
  return [...groups].flatMap(([mask, group]) => {
    const alike = goneByMask.get(mask)
    const found = alike === undefined ? null : rowsOf(group)
    if (found === null) return []
    const byName = groupedBy(alike!, ({ text }) => nameOf(text, found.place))
    return [...found.rows].flatMap(([name, lines]) => {
      const [one, ...others] = byName.get(name) ?? []
      return one === undefined || others.length > 0 ? [] : [{ gone: one, lines }]
    })
  })
}

/** Places of lines that went of which one that came says the same but for its values, where there is one of each. */
const rewrittenIn = (
  gone: ReadonlyMap<number, Gone>,
  come: ReadonlyArray<Come>,
  maskOf: MaskOf
): ReadonlySet<number> => {
  const comeByMask = groupedBy(come, ({ texts }) => maskOf(texts[0]!))
  const goneByMask = groupedBy(gone.values(), ({ text }) => maskOf(text))
  return new Set(
    [...goneByMask].flatMap(([mask, [one, ...others]]) =>
      mask !== null && others.length === 0 && comeByMask.get(mask)?.length === 1 ? [one!.at] : []
    )
  )
}

const groupedBy = <K, T>(all: Iterable<T>, keyOfOne: (one: T) => K): ReadonlyMap<K, Array<T>> => {
  const groups = new Map<K, Array<T>>()
  for (const one of all) {
    const key = keyOfOne(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}

/** Where every look has a line of its own in the place of the same earlier one, or that one as it was. */
const ownInPlace = (own: Group, { looks, taken, was }: Texts) => {
  // Where an earlier line stands that a look has as it was is not known: one is as good as another.
  const byPlace = own.map((lines) => groupedBy(lines, ({ key, line }) => line ?? key))
  return slotsOf(looks).flatMap(({ at, lines }) => {
    if (taken.has(at)) return []
    const places = lines.map((line, look) => byPlace[look]!.get(line ?? keyOf(was, at)) ?? [])
    if (places.some(({ length }) => length === 0)) return []
    return [{ at, lines: places.map((all) => all.pop()!) }]
  })
}

/** Lines of which looks draw some, and rows that none of the earlier lines stands for. */
export interface Drawn {
  /** Rows that every look shows, and the earlier text did not. */
  readonly rows: ReadonlyArray<ReadonlyArray<OwnLine>>
  /** Looks do not agree on which lines there are. */
  readonly isUnsure: boolean
  /** They do not, on lines of which nobody knew. */
  readonly isVaried: boolean
  /** Of each line that is drawn, at how many of the looks it is there. */
  readonly shares: ReadonlyArray<number>
  /** Look by look, what comes and goes, as numbers. */
  readonly flickering: ReadonlyArray<ReadonlyArray<number>>
}

export const drawnOf = (left: Group, all: ReadonlyMap<string, Line>, maskOf: MaskOf): Drawn => {
  const rows: Array<ReadonlyArray<OwnLine>> = []
  const shares: Array<number> = []
  const flickering = left.map((): Array<number> => [])
  let isUnsure = false
  let isVaried = false
  for (const [mask, group] of byMask(left, maskOf)) {
    const found = rowsOf(group)
    if (found !== null) {
      rows.push(...[...found.rows.values()].filter((row) => !wasThere(row, all)))
      continue
    }
    isUnsure = true
    isVaried ||= group.some((lines) => lines.some(({ isKnown }) => !isKnown))
    for (const times of timesShown(group).values()) shares.push(times / left.length)
    for (const look of looksWithout(mask, group, all)) flickering[look]!.push(textNumber(mask))
  }
  return { rows, isUnsure, isVaried, shares, flickering }
}

/** Whether the earlier text has a row as one of the looks shows it: its value came back. */
const wasThere = (row: ReadonlyArray<OwnLine>, all: ReadonlyMap<string, Line>): boolean =>
  row.some(({ key }) => all.get(key)!.nets.some((net) => net < 0))

/** How many looks show each line of a group. */
const timesShown = (group: Group): ReadonlyMap<string, number> => {
  const times = new Map<string, number>()
  for (const lines of group) {
    for (const key of new Set(lines.map((line) => line.key))) times.set(key, (times.get(key) ?? 0) + 1)
  }
  return times
}

/** The looks that show a row with a value more often, or less often, than the earlier text. */
const looksWithout = (mask: string, group: Group, all: ReadonlyMap<string, Line>): ReadonlyArray<number> => {
  if (!mask.includes("#")) return []
  const keys = new Set(group.flatMap((lines) => lines.map(({ key }) => key)))
  const had = [...keys].reduce((sum, key) => sum - Math.min(...all.get(key)!.nets), 0)
  return group.flatMap(({ length }, look) => (length === had ? [] : [look]))
}
