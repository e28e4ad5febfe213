/** How alike two sites are in what they say that they do. */

import type { SiteWords } from "../../industries/domain/SiteWords.ts"
import { stemsIn } from "../../industries/domain/words.ts"

/** What words count by where they stand. */
const weights = { title: 4, description: 4, structured: 2, headings: 2, text: 1 } as const

/** Characters of the text that are looked at: what a site does stands at its beginning. */
const mostText = 8_000

/** Words by what they count, without length. */
export type WordVector = ReadonlyMap<string, number>

/** The words of a site; those of its own name tell nothing of what it does. */
export const vectorOf = (words: SiteWords, names: ReadonlyArray<string>): WordVector => {
  const own = new Set(names.flatMap((name) => stemsIn(name)))
  const counts = new Map<string, number>()
  for (const place of ["title", "description", "structured", "headings", "text"] as const) {
    for (const stem of stemsIn(words[place].slice(0, mostText))) {
      if (stem !== "" && !own.has(stem)) counts.set(stem, (counts.get(stem) ?? 0) + weights[place])
    }
  }
  const vector = new Map<string, number>()
  let square = 0
  for (const [stem, count] of counts) {
    const value = Math.log1p(count)
    vector.set(stem, value)
    square += value * value
  }
  const length = Math.sqrt(square)
  return length === 0 ? vector : new Map([...vector].map(([stem, value]) => [stem, value / length]))
}

/** From 0, for nothing in common, to 1. */
export const likeness = (one: WordVector, other: WordVector): number => {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one]
  let sum = 0
  for (const [stem, value] of few) sum += value * (many.get(stem) ?? 0)
  return Math.min(1, sum)
}
