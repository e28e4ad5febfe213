/** Lines that came or went together: a section, entries of a list, or just lines. */
import { isSameLine, type Lines } from "./Lines.ts"
import { clip, readableLine } from "./readable.ts"
import { isHeading, isProse, type ReadLine, readLine, type Surroundings } from "./surroundings.ts"
import type { ToldEdit } from "./TextChange.ts"
import { likeness } from "./words.ts"

type Block = Omit<typeof ToldEdit.cases.Added.Type, "_tag">

/** So many lines of a block are read to see what it is. */
const readLines = 60

/** Bytes read of a line to see what it is, and of one that is quoted; characters of it that are told. */
const lengths = { bytes: 300, quotedBytes: 1_200, quote: 160, name: 80 } as const

/** Names and lines that are told of a block. */
const mostTold = 3

/** A block may as well begin a few lines later, when as many lines behind it are those that it begins with. */
export const slid = (lines: Lines, from: number, to: number): readonly [number, number] => {
  let by = 0
  while (by < to - from && to + by < lines.count && isSameLine(lines, from + by, lines, to + by)) by += 1
  return [from + by, to + by]
}

/** What the lines from `from` to `to` are. `isFree` says that what stands around them did not change. */
export const blockOf = (
  lines: Lines,
  around: (line: number) => Surroundings,
  [from, to]: readonly [from: number, to: number],
  isFree: boolean
): Block => {
  const [first, last] = isFree ? slid(lines, from, to) : [from, to]
  const count = last - first
  const read = Array.from({ length: Math.min(count, readLines) }, (_, index) =>
    readLine(readableLine(lines, first + index, lengths.bytes))
  )
  const there = around(first)
  const entries = count === 1 ? [read] : read.length < count ? [] : entriesOf(read, outside(there, count))
  const told = Array.from({ length: Math.min(count, mostTold) }, (_, index) =>
    readableLine(lines, first + index, lengths.quotedBytes)
  )
  return {
    about: listHeading(there, entries[0]),
    names: (entries.length === 0 ? [read] : entries)
      .slice(0, mostTold)
      .map((entry) => clip(nameOf(entry), lengths.name)),
    count: Math.max(1, entries.length),
    isSection: entries.length === 0 && isSection(read),
    quotes: (entries.length > 1 ? entries.map(nameOf).slice(0, mostTold) : told).map((text) =>
      clip(text, lengths.quote)
    ),
    lines: count
  }
}

/** The lines around a block of so many lines, without it. */
export const outside = ({ at, lines }: Surroundings, count: number): ReadonlyArray<ReadLine> => [
  ...lines.slice(0, at),
  ...lines.slice(at + count)
]

const nameOf = (entry: ReadonlyArray<ReadLine>): string =>
  (entry.find(({ text }) => /\p{L}/v.test(text)) ?? entry[0])?.text ?? ""

/** A heading with text below it. */
const isSection = ([heading, ...body]: ReadonlyArray<ReadLine>): boolean =>
  heading !== undefined &&
  isHeading(heading.text) &&
  !heading.text.endsWith("?") &&
  body.some(({ text }) => isProse(text))

/** Entries of a list: they end alike, or each is a line like the one before. None when the lines are no such list. */
export const entriesOf = (
  lines: ReadonlyArray<ReadLine>,
  around: ReadonlyArray<ReadLine>
): ReadonlyArray<ReadonlyArray<ReadLine>> => {
  const end = lines.at(-1)!.shape
  const isEnd = ({ shape }: ReadLine) => shape === end
  if (lines.filter(isEnd).length > 1 || around.some(isEnd)) {
    const entries: Array<Array<ReadLine>> = [[]]
    for (const [index, line] of lines.entries()) {
      entries.at(-1)!.push(line)
      if (isEnd(line) && index < lines.length - 1) entries.push([])
    }
    return entries
  }
  const isList = lines.every(({ kinds }, index) => index === 0 || likeness(lines[index - 1]!.kinds, kinds) >= 0.5)
  return isList ? lines.map((line) => [line]) : []
}

/** The heading above a list, where the entries above are as long as its first one here. */
const listHeading = ({ at, lines }: Surroundings, entry: ReadonlyArray<ReadLine> | undefined): string | null => {
  if (entry === undefined) return null
  const end = entry.at(-1)?.shape
  let place = at
  while (entry.length > 1 && place >= entry.length && lines[place - 1]!.shape === end) place -= entry.length
  const heading = lines[place - 1]
  return heading !== undefined && heading.shape !== end && isHeading(heading.text) ? heading.text : null
}
