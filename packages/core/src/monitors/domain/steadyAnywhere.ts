/**
 * What all looks show and the earlier text did not, wherever each of them shows it: in lists that are drawn in another order for
 * every request, and in lines in which a value flickers.
 *
 * A line counts as often as a text has it. One that every look has more often than the earlier text came, whatever stands
 * around it, and one that every look has less often went. What each look shows in its own words is told apart by what it says
 * whatever its values are: a row with a clock is one row.
 *
 * Where the looks do not even agree on which lines there are, such as of a list that draws three of its six things, that a line is
 * missing says nothing, and that it is there says little: more looks have to show it (`isVaried`).
 */
import { countLines, isBlank, keyOf, numberOf, sizeOf, steadyNet, withoutOrder } from "./countedLines.ts"
import { type KnownFlicker, looksThatTell } from "./Flicker.ts"
import { aloneNumber, maskOf, steadyPart, textNumber, withoutFlicker } from "./flickeringLine.ts"
import { byMask, type Group, nameOf, type OwnLine, placeOwn, rowsOf, slotsOf, timesShown } from "./flickeringRows.ts"
import type { Seen } from "./hunks.ts"
import type { Lines } from "./Lines.ts"
import type { Hunk } from "./matchLines.ts"
import { type Come, type Gone, makePlacer, pairsOf, pickPlaces, placesOf, type Text } from "./placedLines.ts"

/** One line of the earlier text that is another one now, or went, or before which one came. */
export interface SteadyLine {
  readonly at: number
  readonly isGone: boolean
  readonly come: string | null
  /** Where the first look has it, for the order of what comes in one place. */
  readonly from: number
  /** By which the memory of a page knows it. */
  readonly numbers: ReadonlyArray<number>
  /** What went and what came. */
  readonly texts: ReadonlyArray<string>
}

export interface Anywhere {
  /** Of what the looks share in the same place, what is no mere order of theirs. */
  readonly agreed: ReadonlyArray<Hunk>
  readonly lines: ReadonlyArray<SteadyLine>
  readonly isVaried: boolean
  /** They do not, though what varies is known to. */
  readonly isUnsure: boolean
  /** Within its steps what flickers could not be read word by word. */
  readonly isUnread: boolean
  /** Look by look, words that flicker in lines, as numbers. */
  readonly flickering: ReadonlyArray<ReadonlyArray<number>>
  /** Look by look, lines that only stand elsewhere, as numbers. */
  readonly moved: ReadonlyArray<ReadonlySet<number>>
}

/** Lines of all looks that differ; those of them that came or went at every look; steps for each character that is read word by word. */
const limits = { lines: 100_000, told: 2_000, stepsOfCharacter: 25 } as const

/** A line that is drawn is told as new when all looks show it less often than so. */
const leastChance = 0.01

/**
 * What all looks show and the earlier text did not; null where there is too much to tell. The looks that are given differ from each
 * other; there were `count` of them. It may take so many steps (`Diff.ts`).
 */
export const steadyAnywhere = (
  was: Lines,
  looks: ReadonlyArray<Seen>,
  inPlace: ReadonlyArray<Hunk>,
  known: KnownFlicker,
  { count, steps }: { readonly count: number; readonly steps: number }
): Anywhere | null => {
  const total = looks.reduce((sum, { hunks }) => sum + hunks.reduce((count, hunk) => count + sizeOf(hunk), 0), 0)
  if (total > limits.lines) return null
  const first = looks[0]!
  const all = countLines(was, looks)
  const moved = looks.map(
    (_, look) => new Set([...all.values()].flatMap(({ nets, number }) => (nets[look] === 0 ? [number] : [])))
  )
  const whole = {
    agreed: inPlace,
    lines: [],
    isVaried: false,
    isUnsure: false,
    isUnread: false,
    moved,
    flickering: looks.map(() => [])
  }
  if (looks.length === 1) return whole

  const agreed = withoutOrder(was, looks, inPlace, all)
  const told = countLines(was, [{ lines: first.lines, hunks: agreed }])
  const taken = new Set(agreed.flatMap(({ end, start }) => Array.from({ length: end - start }, (_, i) => start + i)))
  const takenNow = new Set(agreed.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)))

  // What is in the first look more often, or less, than what is told of it already says.
  const [more, less] = [new Map<number, number>(), new Map<number, number>()]
  for (const line of all.values()) {
    const net = steadyNet(line)
    const left = net - (told.get(line.key)?.nets[0] ?? 0)
    if (isBlank(line.key) || net * left <= 0) continue
    if (left > 0) more.set(line.number, left)
    else less.set(line.number, -left)
  }

  if (more.size + less.size > limits.told) return { ...whole, agreed }
  const before: Text = { lines: was, hunks: first.hunks, sideOf: ({ end, start }) => [start, end] }
  const after: Text = { lines: first.lines, hunks: first.hunks, sideOf: ({ from, to }) => [from, to] }
  const aheadOf = (line: number) => (line === 0 ? null : numberOf(first.lines, line - 1))
  const hadAlready = placesOf(was, new Set(more.keys()))

  const gone = new Map(
    pickPlaces(before, after, less, (line) => taken.has(line)).map(([number, at]): [number, Gone] => [
      at,
      { at, number, text: keyOf(was, at) }
    ])
  )
  const come = pickPlaces(after, before, more, (line) => takenNow.has(line)).map(
    ([number, from]): Come => ({
      from,
      number,
      texts: [keyOf(first.lines, from)],
      ahead: aheadOf(from),
      isMore: hadAlready.has(number)
    })
  )

  // What flickers in its place, and what of it does not.
  const found: Array<SteadyLine> = []
  const flickering = looks.map((): Array<number> => [])
  const merge = ({ at, text }: Gone, texts: ReadonlyArray<string>, from: number) => {
    const steady = steadyPart(text, texts)
    for (const [look, numbers] of steady.flickering.entries()) flickering[look]!.push(...numbers)
    if (steady.text !== null && steady.text !== text) {
      const { numbers } = steady
      found.push({ at, isGone: true, come: steady.text, from, numbers, texts: [text, texts[0]!] })
    }
  }
  const own = placeOwn(looks, all, new Set(known.lines))
  const characters = own.reduce((sum, lines) => lines.reduce((length, { key }) => length + key.length, sum), 0)
  const isRead = characters * limits.stepsOfCharacter <= steps
  const seen = new Set<OwnLine>()
  const left = (): ReadonlyMap<string, Group> =>
    isRead ? byMask(own.map((lines) => lines.filter((line) => !seen.has(line)))) : new Map()
  const take = (one: Gone | undefined, lines: ReadonlyArray<OwnLine>) => {
    for (const line of lines) seen.add(line)
    if (one === undefined || !gone.delete(one.at)) return
    const texts = lines.map(({ key }) => key)
    merge(one, texts, lines[0]!.line ?? 0)
  }
  const goneByMask = new Map<string, Array<Gone>>()
  for (const one of isRead ? gone.values() : []) {
    const mask = maskOf(one.text) ?? one.text
    goneByMask.set(mask, [...(goneByMask.get(mask) ?? []), one])
  }
  for (const [mask, group] of left()) {
    const found = goneByMask.has(mask) ? rowsOf(group) : null
    if (found === null) continue
    const alike = new Map<string, Array<Gone>>()
    for (const one of goneByMask.get(mask)!) {
      const name = nameOf(one.text, found.place)
      alike.set(name, [...(alike.get(name) ?? []).slice(0, 1), one])
    }
    for (const [name, lines] of found.rows) {
      const [one, ...more] = alike.get(name) ?? []
      if (one !== undefined && more.length === 0) take(one, lines)
    }
  }
  const slots = isRead ? slotsOf(looks) : []
  const byPlace = own.map((lines) => new Map(lines.map((line) => [line.line ?? line.key, line])))
  for (const { at, lines } of slots) {
    const found = lines.flatMap((line, look) => byPlace[look]!.get(line ?? keyOf(was, at)) ?? [])
    if (taken.has(at) || found.length !== looks.length || found.some((line) => seen.has(line))) continue
    take(gone.get(at), found)
  }
  let isVaried = !isRead
  // Where what varies is known to, fewer looks will do; that something is missing says as little.
  let isUnsure = isVaried
  const shares: Array<number> = []
  for (const [mask, group] of left()) {
    const found = rowsOf(group)
    if (found === null) {
      isUnsure = true
      isVaried ||= group.some((lines) => lines.some((line) => !line.isKnown))
      for (const times of timesShown(group).values()) shares.push(times / looks.length)
      if (!mask.includes("#")) continue
      const keys = new Set(group.flatMap((lines) => lines.map(({ key }) => key)))
      const had = [...keys].reduce((sum, key) => sum - Math.min(...all.get(key)!.nets), 0)
      for (const [look, lines] of group.entries()) {
        if (lines.length !== had) flickering[look]!.push(textNumber(mask))
      }
      continue
    }
    for (const lines of found.rows.values()) {
      const from = lines[0]!.line
      if (from === null || lines.some(({ line }) => line === null)) continue
      const number = numberOf(first.lines, from)
      come.push({ from, texts: lines.map(({ key }) => key), number, ahead: aheadOf(from), isMore: false })
    }
  }

  const some = isUnsure ? come.filter(({ isMore }) => !isMore) : come
  const pairs = pairsOf(was, [...gone.values()], some)
  const inserted = makePlacer(was, first, some, taken)
  for (const one of some) {
    const { from, number, texts } = one
    const other = pairs.get(one)
    if (other === undefined) {
      const [text] = texts
      // That a line which is never the same twice was not there before is seen no better than one that is drawn.
      isVaried ||= texts.length > 1
      const numbers = [aloneNumber(text!) ?? number]
      const come = texts.length === 1 ? text! : withoutFlicker(texts)
      found.push({ at: inserted(one), isGone: false, come, from, numbers, texts: [text!] })
      continue
    }
    gone.delete(other.at)
    if (texts.length > 1) merge(other, texts, from)
    else {
      const both = [other.text, texts[0]!]
      found.push({
        at: other.at,
        isGone: true,
        come: texts[0]!,
        from,
        numbers: [other.number, number],
        texts: both
      })
    }
  }
  if (!isUnsure) {
    for (const { at, number, text } of gone.values())
      found.push({ at, isGone: true, come: null, from: 0, numbers: [aloneNumber(text) ?? number], texts: [text] })
  }
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  // Among things of which each is there at nine looks of ten, that one was there at all of them says nothing of it.
  const isUntold = isVaried && known.isLast === true
  const isDrawn = isVaried && count >= looksThatTell.varied && (!isRead || mean ** count > leastChance)
  const lines = isUntold ? [] : isDrawn ? found.filter(({ isGone }) => isGone) : found
  return { agreed, lines, isVaried, isUnsure, isUnread: !isRead, moved, flickering }
}
