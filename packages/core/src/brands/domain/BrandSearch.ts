/** What a search for brands asks for, and what answers it. Threads without `effect` use this. */
import type { Language } from "./languages.ts"
import { type AskedTerms, askedTerms, type SearchField, type Terms } from "./searchTerms.ts"
import { isNear, typosAllowed } from "./typos.ts"

/** Brands of one answer. */
export const mostResults = 10

export interface BrandSearch {
  readonly query: string
  /** Whether a part of a word is enough, from its beginning. */
  readonly isPrefix: boolean
  readonly fields: ReadonlyArray<SearchField>
  /** Typos that every word may have, from none to two. */
  readonly typos: number
  readonly country: string | null
  readonly language: Language | null
}

/** A search whose words were read. @internal */
export interface ReadSearch extends Omit<BrandSearch, "query"> {
  readonly asked: AskedTerms
}

/** Reads its words. @internal */
export const readSearch = ({ query, ...rest }: BrandSearch): ReadSearch => ({ ...rest, asked: askedTerms(query) })

/** Whether a search finds a brand by the terms of one of its fields. @internal */
export const findsBy = (field: SearchField, { asked, isPrefix, typos }: ReadSearch, terms: Terms): boolean => {
  const isThere = (word: string) =>
    word !== "" && terms[field].some((term) => isNear(word, term, typosAllowed(word, typos), isPrefix))
  if (field === "domain") return isThere(asked.domain)
  return asked.words.length > 0 && (asked.words.every(isThere) || isThere(asked.joined))
}

/** Whether a brand is of the country and language that a search is kept to. @internal */
export const isWithin = (
  { country, language }: Pick<BrandSearch, "country" | "language">,
  brand: { readonly country: string | null; readonly language: string | null }
): boolean => (country === null || country === brand.country) && (language === null || language === brand.language)
