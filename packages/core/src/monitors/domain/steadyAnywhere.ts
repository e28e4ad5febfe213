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
import { countLines, isBlank, keyOf, type Line, numberOf, sizeOf, steadyNet } from "./countedLines.ts"
import { type KnownFlicker, looksThatTell } from "./Flicker.ts"
import { type MaskOf, makeMaskOf } from "./flickeringLine.ts"
import { type Group, placeOwn } from "./flickeringRows.ts"
import type { Seen } from "./hunks.ts"
import type { Lines } from "./Lines.ts"
import type { Hunk } from "./matchLines.ts"
import { type Drawn, drawnOf, standInsOf } from "./ownRows.ts"
import { type Come, type Gone, pickPlaces, placesOf, type Text } from "./placedLines.ts"
import { type SteadyLine, tellPairs, tellRows } from "./tellLines.ts"
import { type Rows, rowsIn, type Texts, withoutOrder } from "./withoutOrder.ts"

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

/**
 * Lines of all looks that differ; those of them that came or went at every look; steps for each character of lines that are held
 * against each other word by word, and of those that are read for what they say alone.
 */
const limits = { lines: 100_000, told: 2_000, stepsOfCharacter: 25, stepsOfRead: 5 } as const

/** A line that is drawn is told as new when all looks show it less often than so. */
const leastChance = 0.01

/** How many looks there were, and how many steps it may take (`Diff.ts`). */
interface Bounds {
  readonly count: number
  readonly steps: number
}

/** How the lines that differ are read. */
interface Reading extends Bounds {
  readonly all: ReadonlyMap<string, Line>
  readonly known: KnownFlicker
  readonly maskOf: MaskOf
}

/** What all looks show and the earlier text did not; null where there is too much to tell. */
export const steadyAnywhere = (shared: Texts, known: KnownFlicker, bounds: Bounds): Anywhere | null => {
  const { looks, was } = shared
  if (differingLines(looks) > limits.lines) return null
  const reading: Reading = { ...bounds, all: countLines(was, looks), known, maskOf: makeMaskOf() }
  if (looks.length === 1) return inPlaceAlone(shared, reading)
  const agreedOn = (rows: Rows) =>
    agreedAnywhere({ ...shared, agreed: withoutOrder(shared, reading.all, rows) }, reading)
  const rows = isTooLong([...reading.all.keys()], limits.stepsOfCharacter, bounds)
    ? noRows
    : rowsIn(reading.all, reading.maskOf)
  const found = agreedOn(rows)
  // Where it says nothing that a line is missing, what went beside a row in one place is told with it.
  return found.isUnsure && rows.size > 0 ? agreedOn(noRows) : found
}

const noRows: Rows = new Map()

/** What is told where nothing but what looks share in the same place is. */
const inPlaceAlone = ({ agreed, looks }: Texts, { all }: Reading): Anywhere => ({
  agreed,
  lines: [],
  isVaried: false,
  isUnsure: false,
  isUnread: false,
  flickering: looks.map(() => []),
  moved: movedOf(looks, all)
})

/** What all looks show wherever it stands, beside what they share in the same place. */
const agreedAnywhere = (texts: Texts, reading: Reading): Anywhere => {
  const { all, count, known, maskOf } = reading
  const { looks, was } = texts
  const untold = untoldOf(texts, all)
  if (untold.come.size + untold.gone.size > limits.told) return inPlaceAlone(texts, reading)
  const placed = placedOf(texts, untold)

  const own = placeOwn(looks, all, new Set(known.lines))
  const isUnread = isTooMuch(own, placed, reading)
  const shown = { was, looks, taken: placed.taken, come: placed.come }
  const { left, rows } = standInsOf(isUnread ? own.map(() => []) : own, placed.gone, shown, maskOf)
  const drawn = drawnOf(left, all, maskOf)
  // Where what varies is known to, fewer looks will do; that something is missing says as little.
  const isUnsure = isUnread || drawn.isUnsure

  const stood = new Set(rows.map(({ gone }) => gone))
  const gone = [...placed.gone.values()].filter((one) => !stood.has(one))
  const come = [...placed.come.filter(({ isMore }) => !isMore || !isUnsure), ...comeOf(looks[0]!, drawn)]
  const pairs = tellPairs(was, looks[0]!, gone, come, placed.taken, maskOf)

  const drawing = { line: null, flickering: drawn.flickering, isVaried: drawn.isVaried }
  const found = [...tellRows(rows, maskOf), drawing, ...pairs.come, ...(isUnsure ? [] : pairs.gone)]
  const isVaried = isUnread || found.some((one) => one.isVaried)
  const isNew = !isUnread && isNewAmong(drawn, count)
  const lines = found.flatMap(({ line }) => line ?? [])
  return {
    ...inPlaceAlone(texts, reading),
    lines: toldOf(lines, known, { isVaried, isNew, count }),
    isVaried,
    isUnsure,
    isUnread,
    flickering: looks.map((_, look) => found.flatMap(({ flickering }) => flickering[look] ?? []))
  }
}

const isTooLong = (texts: ReadonlyArray<string>, stepsOfEach: number, { steps }: Bounds): boolean =>
  texts.reduce((sum, { length }) => sum + length, 0) * stepsOfEach > steps

/** Whether the lines that are each look's own, or those that all have, are too long to be read. */
const isTooMuch = (own: Group, { come, gone }: Placed, bounds: Bounds): boolean => {
  const ofAll = new Set([...gone.values(), ...come].map(textOf))
  const ofEach = own.flatMap((lines) => lines.map(({ key }) => key))
  return isTooLong(ofEach, limits.stepsOfCharacter, bounds) || isTooLong([...ofAll], limits.stepsOfRead, bounds)
}

const textOf = (line: Gone | Come): string => ("text" in line ? line.text : line.texts[0]!)

const differingLines = (looks: ReadonlyArray<Seen>): number =>
  looks.reduce((sum, { hunks }) => sum + hunks.reduce((lines, hunk) => lines + sizeOf(hunk), 0), 0)

/** Look by look, lines that it has as often as the earlier text, and elsewhere. */
const movedOf = (looks: ReadonlyArray<Seen>, all: ReadonlyMap<string, Line>): ReadonlyArray<ReadonlySet<number>> =>
  looks.map((_, look) => new Set([...all.values()].flatMap(({ nets, number }) => (nets[look] === 0 ? [number] : []))))

/** By how many all looks have more of a line than what they share in the same place says already, or less. */
interface Untold {
  readonly come: ReadonlyMap<number, number>
  readonly gone: ReadonlyMap<number, number>
}

const untoldOf = ({ agreed, looks, was }: Texts, all: ReadonlyMap<string, Line>): Untold => {
  const told = countLines(was, [{ lines: looks[0]!.lines, hunks: agreed }])
  const [come, gone] = [new Map<number, number>(), new Map<number, number>()]
  for (const line of all.values()) {
    const left = steadyNet(line, told.get(line.key)?.nets[0])
    if (isBlank(line.key)) continue
    if (left > 0) come.set(line.number, left)
    if (left < 0) gone.set(line.number, -left)
  }
  return { come, gone }
}

const aheadOf = (lines: Lines, line: number): number | null => (line === 0 ? null : numberOf(lines, line - 1))

interface Placed {
  /** By where the earlier text has it. */
  readonly gone: ReadonlyMap<number, Gone>
  readonly come: ReadonlyArray<Come>
  /** Of which earlier lines is told already. */
  readonly taken: ReadonlySet<number>
}

/** Where the earlier text has what went, and the first look what came. */
const placedOf = ({ agreed, looks, was }: Texts, untold: Untold): Placed => {
  const { hunks, lines } = looks[0]!
  const before: Text = { lines: was, hunks, sideOf: ({ end, start }) => [start, end] }
  const after: Text = { lines, hunks, sideOf: ({ from, to }) => [from, to] }
  const linesOf = ({ sideOf }: Text) =>
    new Set(
      agreed.flatMap((hunk) => {
        const [from, to] = sideOf(hunk)
        return Array.from({ length: to - from }, (_, index) => from + index)
      })
    )
  const [taken, takenNow] = [linesOf(before), linesOf(after)]
  const gone = pickPlaces(before, after, untold.gone, (line) => taken.has(line)).map(([number, at]): [number, Gone] => [
    at,
    { at, number, text: keyOf(was, at) }
  ])
  const hadAlready = placesOf(was, new Set(untold.come.keys()))
  const come = pickPlaces(after, before, untold.come, (line) => takenNow.has(line)).map(([number, from]): Come => {
    const texts = [keyOf(lines, from)]
    return { from, number, texts, ahead: aheadOf(lines, from), isMore: hadAlready.has(number) }
  })
  return { gone: new Map(gone), come, taken }
}

/** Rows whose value flickers that came: those that every look has, each in a place of its own. */
const comeOf = ({ lines }: Seen, { rows }: Drawn): ReadonlyArray<Come> =>
  rows.flatMap((row) => {
    const from = row[0]!.line
    if (from === null || row.some(({ line }) => line === null)) return []
    const texts = row.map(({ key }) => key)
    return [{ from, texts, number: numberOf(lines, from), ahead: aheadOf(lines, from), isMore: false }]
  })

/** Whether it says something of a line that it is there at so many looks, among lines each of which is there at some of them. */
const isNewAmong = ({ shares }: Drawn, count: number): boolean => {
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  return !(mean ** count > leastChance)
}

interface Varying {
  readonly isVaried: boolean
  readonly isNew: boolean
  readonly count: number
}

/** What of the lines that were found is told. */
const toldOf = (
  lines: ReadonlyArray<SteadyLine>,
  known: KnownFlicker,
  { count, isNew, isVaried }: Varying
): ReadonlyArray<SteadyLine> => {
  if (!isVaried) return lines
  if (known.isLast === true) return []
  // Among things of which each is there at nine looks of ten, that one was there at all of them says nothing of it.
  return count >= looksThatTell.varied && !isNew ? lines.filter(({ isGone }) => isGone) : lines
}
