/** A line in which a value flickers: what of it all looks show, and what each shows for itself. */
import { hunksOf } from "./differingWords.ts"
import { hashOf } from "./Lines.ts"
import { kindOf, type Word, wordsOf } from "./words.ts"

/** As much of a line is read; a longer one is told as a whole or not at all. */
export const readCharacters = 2_000

/** Steps of the search for the words that two lines share. */
const steps = 20_000

const kindOfToken = (word: Word): string => (word.kind === "word" && /\p{Nd}/v.test(word.text) ? "#" : kindOf(word))

/** What lines say whatever their values are. */
export type MaskOf = (text: string) => string | null

/** What a line says whatever its values are, or null where it is too long to be read. */
export const maskOf: MaskOf = (text) => (text.length > readCharacters ? null : wordsOf(text).map(kindOfToken).join(" "))

/** The same, which reads no line twice. */
export const makeMaskOf = (): MaskOf => {
  const known = new Map<string, string | null>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const mask = maskOf(text)
    known.set(text, mask)
    return mask
  }
}

/**
 * By which it is known that a line comes and goes, where its values are others each time; null where it has none, and is known by
 * itself. That a value of it flickers says nothing of whether it is there.
 */
export const aloneNumber = (text: string, masks: MaskOf = maskOf): number | null => {
  const mask = masks(text)
  return mask?.includes("#") === true ? textNumber(mask) : null
}

/** A line of the earlier text as the looks agree on it, and what flickers in it. */
export interface Steady {
  /** The earlier line with what all looks show in the place of its words; null where that is nothing. */
  readonly text: string | null
  /** What they agree on, and what it stands in the place of, as numbers. */
  readonly numbers: ReadonlyArray<number>
  /** What flickers, look by look, as numbers. */
  readonly flickering: ReadonlyArray<ReadonlyArray<number>>
}

const nothing = (looks: number): Steady => ({
  text: null,
  numbers: [],
  flickering: Array.from({ length: looks }, () => [])
})

/** Words of the earlier line, and those that a look has in their place. */
interface Piece {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly from: number
  readonly to: number
}

interface Read {
  readonly text: string
  readonly words: ReadonlyArray<Word>
}

const encoder = new TextEncoder()

/** A text as a number that is remembered. */
export const textNumber = (text: string): number => {
  const bytes = encoder.encode(text)
  return hashOf(bytes, 0, bytes.length)
}

const beginOf = ({ text, words }: Read, word: number): number => words[word]?.from ?? text.length

const between = (line: Read, from: number, to: number): string =>
  to > from ? line.text.slice(line.words[from]!.from, line.words[to - 1]!.to) : ""

/** Where two lines of as many words of the same kinds differ, word by word; else by a search. */
const piecesOf = (was: Read, now: Read, isAlike: boolean): ReadonlyArray<Piece> => {
  const hunks = isAlike
    ? was.words.flatMap(({ text }, at) =>
        text === now.words[at]!.text ? [] : [{ start: at, end: at + 1, from: at, to: at + 1 }]
      )
    : hunksOf(was.words, now.words, steps)
  return hunks.map((hunk) => ({ ...hunk, text: between(now, hunk.from, hunk.to) }))
}

/** What the words are told apart by in the memory of a page: themselves, and the word before them. */
const numbersOf = (was: Read, { end, start, text }: Piece): ReadonlyArray<number> => {
  const lead = was.words[start - 1]?.text ?? ""
  return [textNumber(`${lead}\n${between(was, start, end)}`), textNumber(`${lead}\n${text}`)]
}

const saysSomething = (was: Read, { end, start, text }: Piece): boolean =>
  /[\p{L}\p{N}]/v.test(`${between(was, start, end)}${text}`)

/**
 * What all looks agree on of a line. They must have most of their words in common: of sentences that are drawn at random, each
 * shares some small word with the next.
 */
export const steadyPart = (before: string, looks: ReadonlyArray<string>): Steady => {
  if ([before, ...looks].some(({ length }) => length > readCharacters)) return nothing(looks.length)
  const was: Read = { text: before, words: wordsOf(before) }
  const read = looks.map((text): Read => ({ text, words: wordsOf(text) }))
  const kinds = was.words.map(kindOfToken).join(" ")
  const isAlike = read.every(({ words }) => words.map(kindOfToken).join(" ") === kinds)
  const pieces = read.map((now) => piecesOf(was, now, isAlike))
  const [first, ...others] = pieces
  const keyOf = ({ end, start, text }: Piece) => `${start} ${end} ${text}`
  const keys = others.map((all) => new Set(all.map(keyOf)))
  const isShared = (piece: Piece) => keys.every((some) => some.has(keyOf(piece)))
  const shared = new Set(first!.filter(isShared).map(keyOf))
  const flickering = pieces.map((all) =>
    all.filter((piece) => !shared.has(keyOf(piece))).flatMap((piece) => numbersOf(was, piece))
  )
  const agreed = first!.filter((piece) => shared.has(keyOf(piece)))
  const own = first!.reduce((sum, piece) => sum + (shared.has(keyOf(piece)) ? 0 : piece.to - piece.from), 0)
  const isMost = isAlike || own * 2 <= read[0]!.words.length
  if (!isMost || !agreed.some((piece) => saysSomething(was, piece))) return { ...nothing(looks.length), flickering }
  let text = ""
  let at = 0
  for (const { end, from, start, to } of agreed) {
    text += before.slice(at, beginOf(was, start))
    text += looks[0]!.slice(beginOf(read[0]!, from), beginOf(read[0]!, to))
    at = beginOf(was, end)
  }
  text += before.slice(at)
  return { text: text.trim(), numbers: agreed.flatMap((piece) => numbersOf(was, piece)), flickering }
}

/** A line that no earlier one stands for, as looks show it that differ in its values alone: what is another at each is left open. */
export const withoutFlicker = ([first = "", ...others]: ReadonlyArray<string>): string => {
  const read = others.map(wordsOf)
  let text = ""
  let at = 0
  for (const [place, word] of wordsOf(first).entries()) {
    if (read.every((words) => words[place]?.text === word.text)) continue
    text += `${first.slice(at, word.from)}…`
    at = word.to
  }
  return text + first.slice(at)
}
