/** What an amount says itself of the time or the unit that it is for: `$24 a month` under *Price* is a monthly price. */
import type { Fact } from "./FactSheet.ts"
import { isOfSame } from "./forMany.ts"
import { nameWords, stemmed } from "./nameWords.ts"
import { type Rate, rateAsked, ratedIn } from "./priceRates.ts"
import { isFree } from "./readNumber.ts"

/** Forms of a word that neither begin nor end alike. */
const [day, daily] = stemmed("day daily") as [string, string]
/** What asks for any unit. */
const anyUnit = new Set(stemmed("unit per each"))

/** Whether a word of a property asks for the rate that words beside an amount say. */
const isSaid = (word: string, rate: Rate, said: ReadonlyArray<string>): boolean => {
  if (rate === null || rateAsked([word]) !== rate) return false
  if (rate === "month" || (rate === "unit" && anyUnit.has(word))) return true
  return said.some((one) => isOfSame(word, one) || (word === daily && one === day))
}

/** The words of a property without those that a fact's own amounts say; the same words where they say none. @internal */
export const withoutRateMet = (
  words: ReadonlyArray<string>,
  { value }: Fact,
  language: string
): ReadonlyArray<string> => {
  if (typeof value !== "string" || rateAsked(words) === null) return words
  // What costs nothing costs nothing in a month either.
  if (isNothing(value, language))
    return orAll(
      words.filter((word) => rateAsked([word]) === null),
      words
    )
  const rated = ratedIn(value, language).map(({ rate, said }) => ({ rate, said: nameWords(said) }))
  return orAll(
    words.filter((word) => !rated.some(({ rate, said }) => isSaid(word, rate, said))),
    words
  )
}

/** Some of the words; all of them, the same value, where that is none or all of them. */
const orAll = (some: ReadonlyArray<string>, all: ReadonlyArray<string>): ReadonlyArray<string> =>
  some.length === 0 || some.length === all.length ? all : some

const isNothing = (text: string, language: string): boolean => {
  if (isFree(text)) return true
  const amounts = ratedIn(text, language)
  return amounts.length > 0 && amounts.every(({ values }) => values.every((value) => value === 0))
}
