/**
 * Other wordings of a query, to be asked beside it.
 *
 * **Details.** Made by rule: without the words that ask and those that stand in any text, with the other number of its words, and, of few
 * words, as a phrase. What a query demands is demanded of each. A query that has nothing but demands has no other wording.
 */
import type { SearchQuery } from "./SearchQuestion.ts"
import { isStopWord } from "./stopWords.ts"

/** Wordings beside the one that was written. */
const mostWordings = 3

const longestPhrase = 4

const quoted = (phrase: string): string => `"${phrase.replaceAll('"', " ")}"`

const spelledPhrase = (phrase: string): string => (/\s/.test(phrase) ? quoted(phrase) : phrase)

/** A query as whoever reads operators writes it; the domains of the request are not in it. @internal */
export const spelled = ({ anyOf, inTitle, inUrl, phrases, without, words }: Omit<SearchQuery, "text">): string =>
  [
    ...words,
    ...phrases.map(quoted),
    ...anyOf.map((list) => list.map(spelledPhrase).join(" OR ")),
    ...inTitle.map((phrase) => `intitle:${spelledPhrase(phrase)}`),
    ...inUrl.map((part) => `inurl:${spelledPhrase(part)}`),
    ...without.map((phrase) => `-${spelledPhrase(phrase)}`)
  ].join(" ")

/** The other number of an English word; the word itself where that cannot be told. */
const otherNumber = (word: string): string => {
  if (!/^[a-z]{4,}$/i.test(word)) return word
  if (/[^aeiou]ies$/i.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:x|ch|sh|ss)es$/i.test(word)) return word.slice(0, -2)
  if (/(?:ss|us|is)$/i.test(word)) return word
  if (/s$/i.test(word)) return word.slice(0, -1)
  if (/[^aeiou]y$/i.test(word)) return `${word.slice(0, -1)}ies`
  if (/(?:x|ch|sh)$/i.test(word)) return `${word}es`
  return /(?:ing|ed|ly)$/i.test(word) ? word : `${word}s`
}

const bare = (word: string): string => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, "")

/** Up to three other wordings of a query, the likeliest first. */
export const rewordingsOf = (query: SearchQuery): ReadonlyArray<SearchQuery> => {
  const clean = query.words.map(bare).filter((word) => word !== "")
  const telling = clean.filter((word) => !isStopWord(word))
  const core = telling.length > 0 ? telling : clean
  if (core.length === 0) return []
  const isPhrase = core.length >= 2 && core.length <= longestPhrase
  const given = [
    { ...query, words: core },
    { ...query, words: core.map(otherNumber) },
    ...(isPhrase ? [{ ...query, words: [], phrases: [...query.phrases, core.join(" ")] }] : [])
  ].map((one) => ({ ...one, text: spelled(one) }))
  const seen = new Set([spelled(query)])
  return given.filter(({ text }) => !seen.has(text) && seen.add(text)).slice(0, mostWordings)
}
