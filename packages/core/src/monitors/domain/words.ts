/** The words of a line, with numbers, prices, dates and times in one piece. */
import { charactersOf } from "./readable.ts"

export interface Word {
  readonly text: string
  /** Where it begins and ends in its line. */
  readonly from: number
  readonly to: number
  /** `value` is a number, a price, a date or a time; `mark` has neither letter nor digit. */
  readonly kind: "value" | "word" | "mark"
}

const pieces = (...all: ReadonlyArray<RegExp>): string => all.map(({ source }) => source).join("|")

const year = /(?:19|20)\p{Nd}{2}(?!\p{Nd})/v.source

/** `2026-11-22`, `2026年11月22日`, `22 November 2026`, `1 de julio de 2026`, `Nov 22, 2026`, `Nov 22`. */
const date = [
  /\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}/v.source,
  /(?:\p{Nd}{2,4}\s?[年년]\s?)?\p{Nd}{1,2}\s?[月월]\s?\p{Nd}{1,2}\s?[日일]/v.source,
  `\\p{Nd}{1,2}(?:\\.|st|nd|rd|th)?\\s(?:de\\s|of\\s)?\\p{L}{3,12}\\.?,?\\s(?:de\\s)?${year}`,
  `\\p{L}{3,12}\\.?\\s\\p{Nd}{1,2}(?:st|nd|rd|th)?,?\\s${year}`,
  /(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\p{Ll}{0,6}\.?\s\p{Nd}{1,2}(?!\p{Nd})/v.source
].join("|")

/** `1,299.00`, `45 990`, `9:00–17:00`, `1/2`. */
const digits = pieces(
  /\p{Nd}{1,3}(?:[ \u{A0}\u{202F}]\p{Nd}{3})+(?!\p{Nd})(?:[.,]\p{Nd}+)?/v,
  /\p{Nd}+(?:[.,:'’\/–\-]\p{Nd}+)*/v
)

/** `US$`, `€ `, `-`, and behind it ` €`, `%`, `°C`, `/mo`, `GB`, ` p.m.`. */
const sign = /[\-−+]?(?:\p{Lu}{0,3}\p{Sc}\s?)?/v.source
const unit =
  /(?:\s?(?:\p{Sc}|[%‰]|°[CF]?|[ap]\.?m(?!\p{L})\.?)|\p{L}{1,3}(?![\p{L}\p{N}]))?(?:\/\p{L}{1,6}(?!\p{L}))?\p{M}*/v
    .source

/** Scripts that put no space between words. */
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/v.source
const letter = `[[\\p{L}\\p{M}\\p{N}_\\u{200C}\\u{200D}]--${unspaced}]`

/**
 * A word of ASCII letters, of which everybody can tell that it ends there and that no date begins with it: the rest of the rules
 * says the same of it, after trying ten others.
 */
const plainWord = /[A-Za-z]+(?:['.@\&\-][A-Za-z]+)*(?=[,;:!?\)]|\s\P{Nd}|$)/v.source

/** Groups: a plain word, a value, a text without spaces, any other word. What is in none is a mark. */
const anyPiece = new RegExp(
  [
    `(${plainWord})`,
    `(${date}|${sign}(?:${digits})${unit})`,
    `((?=[\\p{L}\\p{M}\\p{N}])${unspaced}+)`,
    `([[\\p{L}\\p{M}\\p{N}_]--${unspaced}]${letter}*(?:['’.@&\\-]${letter}+)*)`,
    `[^\\s\\p{L}\\p{N}]+`,
    `\\S`
  ].join("|"),
  "gv"
)

const onlyDate = new RegExp(`^(?:${date})$`, "v")

/** Whether the text is a date and nothing else. */
export const isDate = (text: string): boolean =>
  onlyDate.test(text) || /^\p{Nd}{1,4}([.\/\-])\p{Nd}{1,2}\1\p{Nd}{2,4}$/v.test(text)

const inWords = new Intl.Segmenter("en", { granularity: "word" })

/** The words of a line that is not long: what is read of it is for the caller to bound. */
export const wordsOf = (line: string): ReadonlyArray<Word> => {
  const words: Array<Word> = []
  const add = (kind: Word["kind"], text: string, from: number) => {
    if (text.trim() !== "") words.push({ kind, text, from, to: from + text.length })
  }
  const addAll = (kind: Word["kind"], parts: Iterable<string>, from: number) => {
    let at = from
    for (const text of parts) {
      add(kind, text, at)
      at += text.length
    }
  }
  for (const { 0: text, 1: plain, 2: value, 3: unspaced, 4: word, index } of line.matchAll(anyPiece)) {
    if (plain !== undefined || word !== undefined) add("word", text, index)
    else if (value !== undefined) add("value", text, index)
    else if (unspaced !== undefined) addAll("word", segmentsOf(text), index)
    else if (text.length === 1) add("mark", text, index)
    else addAll("mark", charactersOf(text), index)
  }
  return words
}

const segmentsOf = (text: string) => Array.from(inWords.segment(text), ({ segment }) => segment)

/** What a word has in common with others that stand in its place: of a value, everything but its digits. */
export const kindOf = ({ kind, text }: Word): string =>
  kind === "value"
    ? `#${text.replace(/\p{Nd}(?:[\s.,:'’\/–\-]*\p{Nd})*/gv, "0").replace(/\p{L}{3,}/gv, "A")}`
    : text.toLowerCase()

/** The same for a line. */
export const shapeOf = (words: ReadonlyArray<Word>): string => words.map(kindOf).join(" ")

/** How often each kind of word stands in a line, marks left out. */
export type Kinds = ReadonlyMap<string, number>

export const kindsOf = (words: ReadonlyArray<Word>): Kinds => {
  const kinds = new Map<string, number>()
  for (const word of words) {
    if (word.kind === "mark") continue
    const kind = kindOf(word)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return kinds
}

/** From 0, nothing in common, to 1: the same words, where values of one kind are the same. */
export const likeness = (some: Kinds, others: Kinds): number => {
  let [shared, all] = [0, 0]
  for (const [kind, count] of some) {
    shared += Math.min(count, others.get(kind) ?? 0)
    all += count
  }
  for (const count of others.values()) all += count
  return all === 0 ? 0 : (2 * shared) / all
}
