/**
 * How well a hit fits its query, as far as its title and passage show it.
 *
 * **Details.** Each word and phrase of the query counts once: whole where the title or the name of the host says it, four fifths where the
 * passage or the address does. Thirds of what could be reached are `low`, `medium` and `high`. It says nothing of the order of hits.
 */
import { addressText, fold, hostOf, isUnspaced, stemOf, termsOfWord, wordsOf } from "./indexTerms.ts"
import type { SearchHit, SearchQuery } from "./SearchQuestion.ts"
import { isStopWord } from "./stopWords.ts"

export type Relevance = "high" | "medium" | "low"

const besideTitle = 0.8

const stemsOf = (text: string): ReadonlyArray<string> =>
  wordsOf(fold(text)).flatMap((word) => (isUnspaced(word) ? termsOfWord(word) : [stemOf(word)]))

/** What is looked for: each a run of stems. Words that are in every text count only where there are no others. */
const soughtIn = ({
  anyOf,
  inTitle,
  phrases,
  words
}: SearchQuery): ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>> => {
  const telling = words.filter((word) => !isStopWord(word))
  const plain = (telling.length > 0 ? telling : words).flatMap((word) => stemsOf(word).map((stem) => [[stem]]))
  const runs = [...phrases, ...inTitle].map((phrase) => [stemsOf(phrase)])
  return [...plain, ...runs, ...anyOf.map((list) => list.map(stemsOf))].filter((ways) =>
    ways.some((run) => run.length > 0)
  )
}

const hasRun = (spaced: string, run: ReadonlyArray<string>): boolean =>
  run.length > 0 && spaced.includes(` ${run.join(" ")} `)

const spacedOf = (text: string): string => ` ${stemsOf(text).join(" ")} `

/** From 0 to 1; 1 where a query asks for no words. */
export const relevanceScore = (query: SearchQuery, hit: SearchHit): number => {
  const sought = soughtIn(query)
  if (sought.length === 0) return 1
  const strong = [hit.title, hostOf(hit.url).replace(/^www\./, "")].map(spacedOf)
  const weak = [hit.description, addressText(hit.url)].map(spacedOf)
  const said = sought.map((ways) => {
    if (ways.some((run) => strong.some((text) => hasRun(text, run)))) return 1
    return ways.some((run) => weak.some((text) => hasRun(text, run))) ? besideTitle : 0
  })
  return said.reduce<number>((sum, one) => sum + one, 0) / sought.length
}

/** The third of what could be reached. */
export const relevanceOf = (query: SearchQuery, hit: SearchHit): Relevance => {
  const score = relevanceScore(query, hit)
  if (score >= 2 / 3) return "high"
  return score >= 1 / 3 ? "medium" : "low"
}
