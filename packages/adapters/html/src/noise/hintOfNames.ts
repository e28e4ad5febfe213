/**
 * What names say, without cutting them into words first.
 *
 * **Details** Every element of a page is asked for its names, and nearly all have a word that no vocabulary has. So the words
 * of ASCII names are cut by hand and looked up once for all vocabularies; other names are left to `hintOfEach`, and
 * `noiseNames.test.ts` holds the two against each other.
 */
import type { NoiseKind } from "@kittiwake/core/pages/domain/LeftOut"
import {
  hintOfEach,
  joined,
  lines,
  maxName,
  maxNames,
  type NameHint,
  none,
  published,
  publishedLines,
  vocabularies
} from "./noiseNames.ts"

/** Where a word stands: in the first three a bit for each vocabulary. */
interface Places {
  any: number
  telling: number
  beside: number
  /** Bits of `inLines`, `inPublishedLines` and `inPublished`. */
  line: number
}

const inLines = 1
const inPublishedLines = 2
const inPublished = 4

const places = new Map<string, Places>()

const placesOf = (word: string): Places => {
  const known = places.get(word)
  if (known !== undefined) return known
  const made = { any: 0, telling: 0, beside: 0, line: 0 }
  places.set(word, made)
  return made
}

vocabularies.forEach(({ beside, others, telling }, index) => {
  const bit = 1 << index
  for (const word of telling) placesOf(word).telling |= bit
  for (const word of [...telling, ...others]) placesOf(word).any |= bit
  for (const word of beside) placesOf(word).beside |= bit
})
for (const word of lines) placesOf(word).line |= inLines
for (const word of publishedLines) placesOf(word).line |= inPublishedLines
for (const word of published) placesOf(word).line |= inPublished

const longestWord = Math.max(...[...places.keys()].map((word) => word.length))
const inAll = (1 << vocabularies.length) - 1
const besideNothing = vocabularies.reduce((bits, { beside }, index) => bits | (beside.size === 0 ? 1 << index : 0), 0)

/** What the names in a `class` or an `id` say. */
export const hintOfNames = (value: string): NameHint => {
  const { length } = value
  let hint = none
  let at = 0
  for (let count = 0; at < length && count < maxNames; count += 1) {
    const start = at
    let any = inAll
    let telling = 0
    let beside = besideNothing
    let line = 0
    while (at < length) {
      const code = value.charCodeAt(at)
      if (code > 0x7f) return hintOfEach(value)
      if (isSpace(code)) break
      if (any === 0 || !isPartOfWord(code)) {
        at += 1
        continue
      }
      const end = wordEnd(value, at)
      if (isWord(value, at, end)) {
        const known = end - at > longestWord ? undefined : places.get(value.slice(at, end).toLowerCase())
        any &= known?.any ?? 0
        telling |= known?.telling ?? 0
        beside |= known?.beside ?? 0
        line |= known?.line ?? 0
      }
      at = end
    }
    const found = any & telling & beside
    if (found !== 0 && at - start <= maxName)
      hint = hint === none ? hintOf(found, line) : joined([hint, hintOf(found, line)])
    while (at < length && isSpace(value.charCodeAt(at))) at += 1
  }
  return hint
}

const hintOf = (found: number, line: number): NameHint => {
  const kinds = new Set<NoiseKind>()
  vocabularies.forEach(({ kind }, index) => {
    if (found & (1 << index)) kinds.add(kind)
  })
  const isOfPublished = (line & inPublishedLines) !== 0 && (line & inPublished) !== 0
  return { kinds: [...kinds], line: line & inLines ? "yes" : isOfPublished ? "maybe" : "no" }
}

const isUpper = (code: number): boolean => code >= 0x41 && code <= 0x5a
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isPartOfWord = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || isUpper(code) || isDigit(code)
const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

/** `adSlot` is two words. */
const wordEnd = (value: string, start: number): number => {
  let at = start + 1
  for (let before = value.charCodeAt(start); at < value.length; at += 1) {
    const code = value.charCodeAt(at)
    if (!isPartOfWord(code) || (isUpper(code) && !isUpper(before))) break
    before = code
  }
  return at
}

/** Numbers, sizes and single letters but `x` are none. */
const isWord = (value: string, start: number, end: number): boolean => {
  const first = value.charCodeAt(start)
  if (isDigit(first)) return !/^\d+(?:x\d+)?$/i.test(value.slice(start, end))
  return end - start > 1 || first === 0x78 || first === 0x58
}
