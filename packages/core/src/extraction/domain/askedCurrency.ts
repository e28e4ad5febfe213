/**
 * The currency that a property asks its amounts in, such as `price_usd`: an amount in another one is none of those, and nobody here knows
 * what they are worth in each other.
 */
import { isCurrencyCode } from "./currencyCodes.ts"
import type { Fact, FactSet } from "./FactSheet.ts"
import { nameWords, stemmed } from "./nameWords.ts"
import type { PageLocale } from "./PageLocale.ts"
import { mayMean, readCurrency } from "./readCurrency.ts"
import { placeMoney } from "./readNumber.ts"

/** Codes that names of properties have; others are words as well, such as that of the lira. */
const codes: ReadonlySet<string> = new Set(
  "usd eur gbp chf jpy cad aud nzd sek nok dkk pln czk huf bgn rub uah cny hkd sgd inr brl mxn zar krw thb aed sar".split(
    " "
  )
)

const dollars = ["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD"]
const spelled: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  Object.entries({
    euro: ["EUR"],
    sterling: ["GBP"],
    franken: ["CHF"],
    yen: ["JPY"],
    dollar: dollars,
    dolar: dollars
  }).map(([word, meant]) => [stemmed(word)[0]!, meant] as const)
)

/** What asks how much one currency is of another. */
const ofRates = new Set(stemmed("rate exchange kurs wechselkurs taux cambio tipo koers forex fx pair conversion"))

/** Words behind "in", by which a description says it. */
const described = /(?<!\p{L})(?:in|en|em)\s(?:the\s|us[\s-]|u\.s\.\s)?(\p{L}{3,10})(?!\p{L})/giu

const currenciesIn = (words: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  words.flatMap((word) => {
    const meant = codes.has(word) ? [word.toUpperCase()] : spelled.get(word)
    return meant === undefined ? [] : [meant]
  })

/** The codes of which any will do; null where no currency is asked for, or several are. @internal */
export const currencyAsked = (words: ReadonlyArray<string>, description: string): ReadonlyArray<string> | null => {
  if (words.some((word) => ofRates.has(word))) return null
  const named = currenciesIn(words)
  const all =
    named.length > 0
      ? named
      : currenciesIn([...description.slice(0, 300).matchAll(described)].flatMap(([, word = ""]) => nameWords(word)))
  // `us_dollars`, `usd_dollars`: the narrowest is meant, where the others may mean it.
  const narrow = all.toSorted((one, other) => one.length - other.length)[0]
  return narrow !== undefined && all.every((one) => one.some((code) => narrow.includes(code))) ? narrow : null
}

/**
 * The amounts of a text that are in a currency, or may be, as values; null where the text has no money, whose number may be in any.
 *
 * @internal
 */
export const amountsInCurrency = (
  text: string,
  asked: ReadonlyArray<string>,
  locale: PageLocale,
  language: string
): ReadonlySet<number> | null => {
  const placed = placeMoney(text, language)
  if (placed.length === 0) return null
  const meant = placed.filter(({ start }, at) => {
    const own = text.slice(start, placed[at + 1]?.start ?? text.length)
    const code = readCurrency(own, locale)
    if (typeof code === "string") return asked.includes(code)
    return code === undefined || asked.some((one) => mayMean(own, one))
  })
  return new Set(meant.flatMap(({ amounts }) => amounts.map(({ value }) => value)))
}

const saysCurrency = /^(?:price[\s_-]?)?currency(?:[\s_-]?code)?$/i

/** Currencies that places tell beside their amounts, by what stands around those. */
const beside = new WeakMap<FactSet, ReadonlyMap<string, ReadonlySet<string>>>()

const placeOf = ({ context, source }: Fact): string => `${source}\n${context}`

const toldIn = (set: FactSet): ReadonlyMap<string, ReadonlySet<string>> => {
  const known = beside.get(set)
  if (known !== undefined) return known
  const told = new Map<string, Set<string>>()
  for (const fact of set.facts) {
    const code = String(fact.value)
    if (!saysCurrency.test(fact.name) || !isCurrencyCode(code)) continue
    const place = placeOf(fact)
    told.set(place, (told.get(place) ?? new Set<string>()).add(code))
  }
  beside.set(set, told)
  return told
}

/**
 * Whether a bare number is of another currency than is asked for, as its own name says it, or what stands beside it.
 *
 * @internal
 */
export const isOtherCurrency = (fact: Fact, set: FactSet, asked: ReadonlyArray<string> | null): boolean => {
  if (asked === null || (typeof fact.value === "string" && !/^[\s\d.,'’]{1,30}$/.test(fact.value))) return false
  const named = currenciesIn(nameWords(fact.name)).flat()
  const said = named.length > 0 ? named : [...(toldIn(set).get(placeOf(fact)) ?? [])]
  return said.length > 0 && !said.some((code) => asked.includes(code))
}
