/** What differs between a line and the one that stands in its place, in whole words. */
import type { LineWindow } from "./lineWindow.ts"
import { type Hunk, matchLines } from "./matchLines.ts"
import { clip, readable } from "./readable.ts"
import { type Word, wordsOf } from "./words.ts"

/** Words that came in the place of others; neither is empty. */
export interface WordChange {
  readonly before: string
  readonly after: string
}

export interface LineChange {
  /** In order. None when only spaces or what nobody sees differ. */
  readonly changes: ReadonlyArray<WordChange>
  /** What both lines say before the first of them, as far as it was read. */
  readonly lead: string
  /** The lines around the first of them, short and at more length. */
  readonly quotes: WordChange
  readonly excerpts: WordChange
}

interface Room {
  /** Longest quote, in characters. */
  readonly most: number
  /** How much of it may stand before what differs. */
  readonly ahead: number
}

const quoteRoom: Room = { most: 160, ahead: 60 }

/** Lines that are no longer stand in excerpts as they are. */
export const excerptRoom: Room = { most: 600, ahead: 200 }

/** Longest words that are told by themselves, in characters. */
const wordsLength = 60

/** Steps of the search for the words that differ, and characters of each line that are searched. */
const limits = { steps: 100_000, length: 2_000 } as const

/** What differs between two lines, or the parts of them that were read. */
export const lineChange = ({ after, before, isCut, isEndCut }: LineWindow): LineChange => {
  const lines = [before, after].map(readable)
  const [was, now] = lines.map((line) => line.slice(0, limits.length))
  const [words, others] = [wordsOf(was!), wordsOf(now!)]
  const isPart = isEndCut || lines.some(({ length }) => length > limits.length)
  const hunks = bracketsJoined(joinedHunks(hunksOf(words, others), words), words, others).filter(
    ({ end, to }, index) => index === 0 || !isPart || (end < words.length && to < others.length)
  )
  const first = hunks[0] ?? { start: 0, end: 0, from: 0, to: 0 }
  const quote = (line: string, among: ReadonlyArray<Word>, from: number, to: number, room: Room): string => {
    const quoted = quoteAround(line, among, from, to, room)
    return isCut && !quoted.startsWith("…") ? `…${quoted}` : quoted
  }
  const quotes = (room: Room): WordChange => ({
    before: quote(was!, words, first.start, first.end, room),
    after: quote(now!, others, first.from, first.to, room)
  })
  const told = overlapsJoined(hunks.map((hunk) => withNeighbours(hunk, words, others)))
  const changes = told.map(({ end, from, start, to }) =>
    withoutLabelMark({ before: said(was!, words, start, end), after: said(now!, others, from, to) })
  )
  const lead = hunks.length === 0 ? "" : was!.slice(0, words[first.start]?.from ?? was!.length).trim()
  return { changes, lead, quotes: quotes(quoteRoom), excerpts: quotes(excerptRoom) }
}

/** Which words of two lines differ, searched within so many steps. @internal */
export const hunksOf = (
  words: ReadonlyArray<Word>,
  others: ReadonlyArray<Word>,
  steps: number = limits.steps
): ReadonlyArray<Hunk> => {
  const numbers = new Map<string, number>()
  const numbered = (all: ReadonlyArray<Word>) =>
    Int32Array.from(all, ({ text }) => {
      const number = numbers.get(text) ?? numbers.size + 1
      numbers.set(text, number)
      return number
    })
  return matchLines(numbered(words), numbered(others), steps).hunks
}

/** Changes with only a mark or a small word between them are read as one. @internal */
export const joinedHunks = (hunks: ReadonlyArray<Hunk>, words: ReadonlyArray<Word>): ReadonlyArray<Hunk> => {
  const all: Array<Hunk> = []
  for (const hunk of hunks) {
    const last = all.at(-1)
    const between = last === undefined ? [] : words.slice(last.end, hunk.start)
    const isNear =
      last !== undefined &&
      between.length <= 2 &&
      between.every(({ kind, text }) => kind === "mark" || (kind === "word" && text.length < 4))
    if (isNear) all[all.length - 1] = { ...last, end: hunk.end, to: hunk.to }
    else all.push(hunk)
  }
  return all
}

/** Longest stretch between two brackets that is told with them, in words. */
const mostWithin = 4

/** Marks on both sides of a few words that came or went are read as one: "(120)" and "120". */
const bracketsJoined = (
  hunks: ReadonlyArray<Hunk>,
  words: ReadonlyArray<Word>,
  others: ReadonlyArray<Word>
): ReadonlyArray<Hunk> => {
  const [first, last, ...more] = hunks
  if (first === undefined || last === undefined || more.length > 0 || last.start - first.end > mostWithin) return hunks
  const areMarks = ({ end, from, start, to }: Hunk) =>
    [...words.slice(start, end), ...others.slice(from, to)].every(({ kind }) => kind === "mark")
  return areMarks(first) && areMarks(last) ? [{ ...first, end: last.end, to: last.to }] : hunks
}

/** The mark of a label that only one of two lines has: "Pool: closed" and "Pool open". */
const withoutLabelMark = ({ after, before }: WordChange): WordChange => {
  const strip = (text: string) => text.replace(/^:\s+(?=\S)/u, "")
  return before === "" || after === "" || strip(before) === strip(after)
    ? { before, after }
    : { before: strip(before), after: strip(after) }
}

const isBareNumber = (word: Word | undefined): boolean =>
  word?.kind === "value" && /^[^\p{L}\p{Sc}%‰°]*$/v.test(word.text)

/** A hunk as it is told: a number with the word it counts, and nothing that is empty on one side. */
const withNeighbours = (
  { end, from, start, to }: Hunk,
  words: ReadonlyArray<Word>,
  others: ReadonlyArray<Word>
): Hunk => {
  if (end > start && to > from) {
    const isCounted = (isBareNumber(words[end - 1]) || isBareNumber(others[to - 1])) && words[end]?.kind === "word"
    return isCounted ? { start, end: end + 1, from, to: to + 1 } : { start, end, from, to }
  }
  // Words that only came or went are told with what stands before them, or else behind; never with a mark alone.
  const most = Math.min(start, from)
  let ahead = Math.min(2, most)
  while (ahead > 0 && ahead < Math.min(4, most) && words[start - ahead]!.kind === "mark") ahead += 1
  const [mark, word] = [words[start - ahead - 1], words[start - ahead]]
  if (ahead > 0 && ahead < most && mark?.kind === "mark" && mark.to === word?.from) ahead += 1
  // What a label stands before is told with what it says of it, where it says more.
  const isLabelled = ahead > 0 && words[start - 1]!.text === ":"
  const behind = Math.min(2, words.length - end, others.length - to)
  const isEnd = behind === 0 || words[end]!.kind === "mark"
  if (isLabelled && !isEnd) return { start, end: end + 1, from, to: to + 1 }
  if (ahead > 0) return { start: start - ahead, end, from: from - ahead, to }
  return { start, end: end + behind, from, to: to + behind }
}

/** Each word is told once: two changes that need the same one beside them are one. */
const overlapsJoined = (hunks: ReadonlyArray<Hunk>): ReadonlyArray<Hunk> => {
  const all: Array<Hunk> = []
  for (const hunk of hunks) {
    const last = all.at(-1)
    if (last !== undefined && (hunk.start < last.end || hunk.from < last.to))
      all[all.length - 1] = { ...last, end: Math.max(last.end, hunk.end), to: Math.max(last.to, hunk.to) }
    else all.push(hunk)
  }
  return all
}

const said = (line: string, words: ReadonlyArray<Word>, from: number, to: number): string =>
  to > from ? clip(line.slice(words[from]!.from, words[to - 1]!.to), wordsLength) : ""

/** The line around some of its words: all of it when it is short, and else as many whole words as fit. */
const quoteAround = (
  line: string,
  words: ReadonlyArray<Word>,
  from: number,
  to: number,
  { ahead, most }: Room
): string => {
  if (line.length <= most) return line
  let start = Math.min(from, Math.max(0, words.length - 1))
  let end = Math.min(Math.max(to, start + 1), words.length)
  const at = words[start]?.from ?? 0
  while (start > 0 && at - words[start - 1]!.from <= ahead) start -= 1
  const begin = start === 0 ? 0 : words[start]!.from
  while (end > start + 1 && words[end - 1]!.to - begin > most) end -= 1
  while (end < words.length && words[end]!.to - begin <= most) end += 1
  const isEnd = end >= words.length
  const quote = clip(line.slice(begin, isEnd ? line.length : words[end - 1]!.to), most)
  return `${start === 0 ? "" : "…"}${quote}${isEnd || quote.endsWith("…") ? "" : "…"}`
}
