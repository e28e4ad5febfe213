/** Amounts that are paid for several of what a property asks for one of: what seven nights cost is not the price of a night. */
import type { Fact } from "./FactSheet.ts"
import { strictOf } from "./matchNames.ts"
import { nameWords } from "./nameWords.ts"
import { ratedIn } from "./priceRates.ts"
import { areRelatives } from "./relatives.ts"

/** A number with the noun that it counts; no part of a longer number, and no amount. */
const counted = /(?<![\p{L}\p{N}\p{Sc}.,/:-])(?<count>[1-9]\d{0,3})[\s\u00a0-](?<noun>\p{L}{2,24})/gu

/** Longest text that is read as a price with what it is for. */
const maxLength = 120

/** Whether two words name the same thing to pay for, such as `month` and `monthly`. @internal */
export const isOfSame = (word: string, noun: string): boolean => {
  if (word === noun) return true
  const kind = strictOf(word)
  if (kind?.has(noun) === true || areRelatives(word, noun)) return true
  return Math.min(word.length, noun.length) >= 4 && (word.startsWith(noun) || noun.startsWith(word))
}

const countsSome = (text: string, words: ReadonlyArray<string>): boolean =>
  [...text.matchAll(counted)].some(({ groups = {} }) => {
    const { count = "", noun = "" } = groups
    if (count === "1" || words.includes(count)) return false
    const [own] = nameWords(noun)
    return own !== undefined && words.some((word) => isOfSame(word, own))
  })

/**
 * Whether a fact says an amount of several of what is asked for. `words` are those of the property. What says itself that it is paid for each,
 * by its label or behind the amount, may say for how long as well: `€10 per month for 24 months`.
 *
 * @internal
 */
export const isForMany = ({ name, quote, value }: Fact, words: ReadonlyArray<string>, language: string): boolean => {
  if (typeof value !== "string" || name.length > maxLength || words.length === 0) return false
  if (countsSome(name, words)) return true
  if (nameWords(name).some((own) => words.some((word) => isOfSame(word, own)))) return false
  const said = quote.includes(value) ? quote : value
  return (
    said.length <= maxLength && ratedIn(said, language).every(({ rate }) => rate === null) && countsSome(said, words)
  )
}
