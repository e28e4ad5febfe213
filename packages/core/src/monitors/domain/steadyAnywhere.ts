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
import { type KnownFlicker, looksThatTell } from "./Flicker.ts"
import { aloneNumber, maskOf, readCharacters, steadyPart, textNumber, withoutFlicker } from "./flickeringLine.ts"
import type { Seen } from "./hunks.ts"
import { hashOf, type Lines, textOf } from "./Lines.ts"
import type { Hunk } from "./matchLines.ts"
import { kindsOf, likeness, wordsOf } from "./words.ts"

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

/**
 * Lines of all looks that differ; those of them that came or went at every look; pairs of lines among which those are sought that are one
 * written otherwise; lines of a text in which the same one is sought, and how often; steps for each character that is read word by word.
 */
const limits = {
  lines: 100_000,
  told: 2_000,
  checked: 1_000,
  pairs: 2_500,
  sought: 400_000,
  places: 32,
  stepsOfCharacter: 25
} as const

/** A line, by what it says. */
interface Line {
  readonly key: string
  readonly number: number
  /** By how many each look has more of it than the earlier text. */
  readonly nets: Int32Array
}

const numberOf = ({ bytes, starts }: Lines, line: number): number => hashOf(bytes, starts[line]!, starts[line + 1]! - 1)

/** The text of a line, of a long one its beginning and what tells it from others. */
const keyOf = (lines: Lines, line: number): string => {
  const length = lines.starts[line + 1]! - lines.starts[line]!
  const text = textOf(lines, line, readCharacters)
  return length > readCharacters ? `${text}\n${length} ${numberOf(lines, line)}` : text
}

const isBlank = (key: string): boolean => key.trim() === ""

const sizeOf = ({ end, from, start, to }: Hunk): number => end - start + to - from

/** How often each look has the lines that differ, against the earlier text. */
const countLines = (was: Lines, looks: ReadonlyArray<Seen>): ReadonlyMap<string, Line> => {
  const all = new Map<string, Line>()
  const count = (lines: Lines, line: number, look: number, by: number) => {
    const key = keyOf(lines, line)
    const known = all.get(key) ?? { key, number: numberOf(lines, line), nets: new Int32Array(looks.length) }
    all.set(key, known)
    known.nets[look]! += by
  }
  for (const [look, { hunks, lines }] of looks.entries()) {
    for (const { end, from, start, to } of hunks) {
      for (let line = start; line < end; line++) count(was, line, look, -1)
      for (let line = from; line < to; line++) count(lines, line, look, 1)
    }
  }
  return all
}

/** By how many all looks have more of a line, or less. */
const steadyNet = ({ nets }: Line): number => {
  const [least, most] = [Math.min(...nets), Math.max(...nets)]
  if (least > 0) return least
  return Math.min(most, 0)
}

const keysOf = (lines: Lines, from: number, to: number): ReadonlyArray<string> =>
  Array.from({ length: to - from }, (_, index) => keyOf(lines, from + index))

/** How often lines stand in the later sides of hunks. */
const timesCome = (lines: Lines, hunks: ReadonlyArray<Hunk>): ReadonlyMap<string, number> => {
  const times = new Map<string, number>()
  for (const { from, to } of hunks) for (const key of keysOf(lines, from, to)) times.set(key, (times.get(key) ?? 0) + 1)
  return times
}

/** Whether a line that all looks have as often as the earlier text stands elsewhere, at one look otherwise than at another. */
const isReordered = (
  looks: ReadonlyArray<Seen>,
  inPlace: ReadonlyArray<Hunk>,
  all: ReadonlyMap<string, Line>
): boolean => {
  const shared = timesCome(looks[0]!.lines, inPlace)
  return looks.some(({ hunks, lines }) =>
    [...timesCome(lines, hunks)].some(
      ([key, times]) =>
        times !== (shared.get(key) ?? 0) && !isBlank(key) && all.get(key)!.nets.every((net) => net === 0)
    )
  )
}

/**
 * Of what looks share in the same place, what is no mere order of theirs: where each has its own, only what all have more or less
 * often. Nor is that one which says that a line went, while each look has it in another place.
 */
const withoutOrder = (
  was: Lines,
  looks: ReadonlyArray<Seen>,
  inPlace: ReadonlyArray<Hunk>,
  all: ReadonlyMap<string, Line>
): ReadonlyArray<Hunk> => {
  const { lines } = looks[0]!
  const keysIn = ({ end, from, start, to }: Hunk) =>
    [...keysOf(was, start, end), ...keysOf(lines, from, to)].filter((key) => !isBlank(key))
  const isOrdered = !isReordered(looks, inPlace, all)
  const isSteady = (key: string) => steadyNet(all.get(key)!) !== 0
  let agreed = isOrdered ? inPlace : inPlace.filter((hunk) => keysIn(hunk).every(isSteady))
  for (;;) {
    const told = countLines(was, [{ lines, hunks: agreed }])
    const isTrue = (key: string) => {
      const net = told.get(key)!.nets[0]!
      return net === 0 || steadyNet(all.get(key)!) * net > 0
    }
    const left = agreed.filter((hunk) => keysIn(hunk).every(isTrue))
    if (left.length === agreed.length) return agreed
    // What one hunk takes another may give back: seldom more than once.
    agreed = left.length * 2 > agreed.length && agreed.length > limits.checked ? [] : left
  }
}

/** Where lines of a text stand. */
const placesOf = (lines: Lines, wanted: ReadonlySet<number>): ReadonlyMap<number, ReadonlyArray<number>> => {
  const places = new Map<number, Array<number>>()
  if (wanted.size === 0 || lines.count > limits.sought) return places
  for (let line = 0; line < lines.count; line++) {
    const number = numberOf(lines, line)
    if (!wanted.has(number)) continue
    const known = places.get(number)
    if (known === undefined) places.set(number, [line])
    else if (known.length < limits.places) known.push(line)
  }
  return places
}

/** A line that went at every look. */
interface Gone {
  readonly at: number
  readonly text: string
  readonly number: number
}

/** A line that came at every look, as each of them shows it: one text where it is the same. */
interface Come {
  readonly from: number
  readonly texts: ReadonlyArray<string>
  readonly number: number
  /** The line before it. */
  readonly ahead: number | null
  /** The earlier text had it already, less often. */
  readonly isMore: boolean
}

interface Text {
  readonly lines: Lines
  readonly hunks: ReadonlyArray<Hunk>
  /** Where the lines of this text begin and end in a hunk. */
  readonly sideOf: (hunk: Hunk) => readonly [from: number, to: number]
}

/** Places of so many lines of a kind, where possible those that no line of the other text stands behind in the same way. */
const pickPlaces = (
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
      if (numbers.has(number)) inHunks.set(number, [...(inHunks.get(number) ?? []).slice(0, limits.places), line])
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
const pairsOf = (was: Lines, gone: ReadonlyArray<Gone>, come: ReadonlyArray<Come>): ReadonlyMap<Come, Gone> => {
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

/** A line that not all looks have as often as this one. */
interface OwnLine {
  readonly key: string
  readonly isKnown: boolean
  /** Where the look has it; null where it stands as in the earlier text, and others lack it. */
  readonly line: number | null
}

/** The lines that each look has more often than another does, with where they stand. */
const placeOwn = (
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

const slotsOf = (looks: ReadonlyArray<Seen>): ReadonlyArray<Slot> => {
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
type Group = ReadonlyArray<ReadonlyArray<OwnLine>>

/** Lines of each look by what they say whatever their values are. */
const byMask = (own: Group): ReadonlyMap<string, Group> => {
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

const nameOf = (text: string, place: number | null): string => (place === null ? "" : (valuesOf(text)[place] ?? ""))

/**
 * The rows that a group consists of: one that every look has once, or those that one of their values tells apart at all looks
 * alike. Null where looks draw which of them they show.
 */
const rowsOf = (group: Group): Rows | null => {
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

/** How many looks show each line of a group. */
const timesShown = (group: Group): ReadonlyMap<string, number> => {
  const times = new Map<string, number>()
  for (const lines of group) {
    for (const key of new Set(lines.map((line) => line.key))) times.set(key, (times.get(key) ?? 0) + 1)
  }
  return times
}

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
  const isDrawn = isVaried && count >= looksThatTell.varied && mean ** count > leastChance
  const lines = isUntold ? [] : isDrawn ? found.filter(({ isGone }) => isGone) : found
  return { agreed, lines, isVaried, isUnsure, isUnread: !isRead, moved, flickering }
}

/** Where a line stands that came: behind the one before it, where the earlier text has that once. */
const makePlacer = (was: Lines, { hunks }: Seen, come: ReadonlyArray<Come>, taken: ReadonlySet<number>) => {
  const aheads = placesOf(was, new Set(come.flatMap(({ ahead }) => ahead ?? [])))
  const places = new Map<number, number>()
  const free = (at: number): number => {
    let place = at
    while (place > 0 && taken.has(place) && taken.has(place - 1)) place += 1
    return place
  }
  const placeOf = ({ ahead, from }: Come): number => {
    const behind = places.get(from - 1)
    if (behind !== undefined) return behind
    const lines = ahead === null ? [] : (aheads.get(ahead) ?? [])
    if (lines.length === 1) return free(lines[0]! + 1)
    const hunk = hunks.find((one) => one.from <= from && from < one.to)
    return free(hunk?.end ?? was.count)
  }
  return (one: Come): number => {
    const place = placeOf(one)
    places.set(one.from, place)
    return place
  }
}
