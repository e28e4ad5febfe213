/** What stands in the index for a brand. Threads without `effect` use this. */
import { sortedRank, tierOf } from "./popularity.ts"
import { type Named, type SearchField, termsOf } from "./searchTerms.ts"
import { keptBeginnings, keptDeletions } from "./typos.ts"

/** A brand as it is found. */
export interface Indexed extends Named {
  readonly country: string | null
  readonly language: string | null
  readonly rank: number | null
}

/** A word by which a brand is found. */
export interface IndexedWord {
  readonly field: SearchField
  readonly tier: number
  readonly word: string
  readonly domain: string
  readonly rank: number
  readonly country: string | null
  readonly language: string | null
}

/** The words by which a brand is found. */
export const indexedWords = (brand: Indexed): ReadonlyArray<IndexedWord> => {
  const { country, domain, language, rank } = brand
  const common = { tier: tierOf(rank), domain, rank: sortedRank(rank), country, language }
  return Object.entries(termsOf(brand)).flatMap(([field, words]) =>
    words.map((word) => ({ field: field as SearchField, word, ...common }))
  )
}

/** What identifies a word of a brand. */
export const wordKey = ({ domain, field, tier, word }: IndexedWord): string => `${field} ${tier} ${domain} ${word}`

/** A beginning of words of a tier. */
export interface Beginning {
  readonly tier: number
  readonly start: string
}

/** The beginnings of words whose deletions are kept, each once. */
export const beginningsOf = (words: ReadonlyArray<IndexedWord>): ReadonlyArray<Beginning> => {
  const all = new Map<string, Beginning>()
  for (const { tier, word } of words) {
    for (const start of keptBeginnings(word)) all.set(`${tier} ${start}`, { tier, start })
  }
  return [...all.values()]
}

/** A spelling with letters left out, and the beginning it is one of. */
export interface Spelling extends Beginning {
  readonly deletion: string
}

/** What is kept of a beginning beside itself. */
export const spellingsOf = ({ start, tier }: Beginning): ReadonlyArray<Spelling> =>
  keptDeletions(start)
    .filter((deletion) => deletion !== start)
    .map((deletion) => ({ tier, start, deletion }))
