/** A question as an index looks it up: its words as terms, and what it demands in folded words. */
import type { DateTime } from "effect"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { fold, isUnspaced, stemOf, termsOfWord, wordsOf } from "./indexTerms.ts"
import type { SearchQuestion } from "./SearchQuestion.ts"
import { isStopWord } from "./stopWords.ts"

/** One thing that is looked for: a word, or a piece of writing without spaces. */
export interface Unit {
  /** Folded, as it was written. */
  readonly word: string
  readonly term: string
  readonly isUnspaced: boolean
  /** Whether it stands in any text, and others are asked for that do not. */
  readonly isSlight: boolean
}

/** Terms that stand together in a page: all of these, one of these, or one. */
export type TermTree =
  | { readonly all: ReadonlyArray<TermTree> }
  | { readonly any: ReadonlyArray<TermTree> }
  | { readonly term: string }

/** A question after its words were folded. */
export interface ReadQuestion {
  /** Words that are asked for, each once, in their order. */
  readonly units: ReadonlyArray<Unit>
  /** Whether words were asked for, letters in them or not. */
  readonly asksForWords: boolean
  readonly phrases: ReadonlyArray<string>
  readonly anyOf: ReadonlyArray<ReadonlyArray<string>>
  readonly without: ReadonlyArray<string>
  readonly inTitle: ReadonlyArray<string>
  readonly inUrl: ReadonlyArray<string>
  readonly includeDomains: ReadonlyArray<string>
  readonly excludeDomains: ReadonlyArray<string>
  readonly publishedSince: DateTime.Utc | null
  readonly country: string | null
  readonly count: number
}

/** Words of a query that are looked at; nobody types more. */
const mostUnits = 24

const unitsOf = (written: string): ReadonlyArray<Unit> =>
  wordsOf(fold(written)).flatMap(
    (word): ReadonlyArray<Unit> =>
      isUnspaced(word)
        ? termsOfWord(word).map((term) => ({ word: term, term, isUnspaced: true, isSlight: false }))
        : [{ word, term: stemOf(word), isUnspaced: false, isSlight: isStopWord(word) }]
  )

const slightBeside = (units: ReadonlyArray<Unit>): ReadonlyArray<Unit> =>
  units.every(({ isSlight }) => isSlight) ? units.map((unit) => ({ ...unit, isSlight: false })) : units

/** Folded text in which a phrase is a part when its words follow one another: words, and letters without spaces, each between blanks. */
export const spacedWords = (text: string): string => {
  const spaced = wordsOf(fold(text)).map((word) => (isUnspaced(word) ? [...word].join(" ") : word))
  return ` ${spaced.join(" ")} `
}

const domainOf = (written: string): string => {
  const bare = written
    .trim()
    .toLowerCase()
    .replace(/^\*?\./, "")
    .replace(/\.$/, "")
  return parseUrl(`http://${bare}`)?.hostname ?? bare
}

const saysSomething = (phrase: string): boolean => phrase.trim() !== ""

/** Reads a question. */
export const readQuestion = (question: SearchQuestion): ReadQuestion => {
  const { anyOf, excludeDomains, inTitle, inUrl, includeDomains, phrases, without, words } = question.query
  const units = new Map<string, Unit>()
  for (const unit of words.flatMap(unitsOf))
    if (units.size < mostUnits) units.set(unit.word, units.get(unit.word) ?? unit)
  return {
    units: slightBeside([...units.values()]),
    asksForWords: words.some(saysSomething),
    phrases: phrases.filter(saysSomething).map(spacedWords),
    anyOf: anyOf.filter((list) => list.length > 0).map((list) => list.map(spacedWords)),
    // What has no letters stands nowhere, and leaves nothing out.
    without: without.map(spacedWords).filter(saysSomething),
    inTitle: inTitle.filter(saysSomething).map(spacedWords),
    inUrl: inUrl.filter(saysSomething).map((part) => fold(part.trim())),
    includeDomains: includeDomains.map(domainOf),
    excludeDomains: excludeDomains.map(domainOf),
    publishedSince: question.publishedSince,
    country: question.country,
    count: question.count
  }
}

/** The terms of the words of a phrase. */
export const phraseTerms = (spaced: string): ReadonlyArray<string> => [
  ...new Set(spaced.split(" ").filter(saysSomething).map(stemOf))
]
