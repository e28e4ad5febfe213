/** Names of merchants that the text of a card or bank statement may mean. */
import { fold, wordsOf } from "./searchTerms.ts"

/** What those who settle payments write before the merchant. */
const before =
  /^(?:(?:pos|card|visa|debit|credit|purchase|payment|recurring|checkcard|ach|sepa|lastschrift|kartenzahlung|paiement|carte|compra|pagamento|zahlung|ec)\b[\s:*-]*)+/i
const settlers =
  /^(?:sq|tst|sp|py|pp|paypal|paddle\.net|paddle|stripe|sumup|zettle|izettle|klarna|adyen|fs|ppl|gumroad|lnk|wix|in|dd|ic|ddb|crv|gpay|google|apple pay|amzn mktp)\s*\*+\s*/i

/** Numbers, dates and phones, and all that follows the merchant. */
const noise = /\b(?:#?\d[\d/.:x*-]*|\d+\w*|\w*\d{3,}\w*|ref\w*|auth\w*|trx|txn|store|inc|llc|ltd|gmbh)\b/gi

/** A number that a name begins with, as `7-ELEVEN` and `3M` do. */
const leading = /^\d{1,3}(?=[\s-]?\p{L})[\s-]?\p{L}+/u

/** Words that statements shorten, and those that name a kind of store. */
const shortened: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bamzn(?:\s+(?:mktp|mktplace|digital))?(?:\s+[a-z]{2}\b)?/gi, "amazon"],
  [/\b(?:whse|whsle|supercenter|suprcntr|mkt|mktp|rstrnt)\b/gi, " "]
]

const host =
  /\b((?:[a-z0-9-]+\.)+(?:com|net|org|io|co|app|dev|ai|de|fr|uk|eu|us|ca|nl|es|it|ch|at|se|no|dk|fi|pl|jp|au|br))\b/i

/** A merchant as a text names it: its domain, or its name by words that get fewer. */
export interface Merchant {
  readonly domain: string | null
  readonly names: ReadonlyArray<string>
  /** All that names it, without the places that are known; null where nothing does. */
  readonly whole: string | null
}

/** Most words of a merchant's name. */
const mostWords = 5

/** Where something was bought, as far as it is known. */
export interface BoughtAt {
  readonly city: string | null
  readonly country: string | null
}

/** The words without the city, a state in two letters right after it, and the country at the end. */
const withoutPlaces = (words: ReadonlyArray<string>, { city, country }: BoughtAt): ReadonlyArray<string> => {
  const places = new Set(wordsOf(city ?? ""))
  const isPlace = (word: string | undefined) => word !== undefined && places.has(fold(word))
  const code = country === null ? "" : fold(country)
  const named = fold(words.at(-1) ?? "") === code ? words.slice(0, -1) : words
  return named.filter((word, index) => !isPlace(word) && !(word.length === 2 && isPlace(named[index - 1])))
}

/** The names that words may be, those of most words first. One of two letters alone is a name, and none among others. */
const namesOf = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const most = Math.min(words.length, mostWords)
  const names = Array.from({ length: most }, (_, less) => words.slice(0, most - less).join(" "))
  const isName = (name: string) => name.length > 2 || /^\p{N}\p{L}$/u.test(name)
  return names.filter((name) => isName(name) || (words.length === 1 && /^\p{L}{2}$/u.test(name)))
}

/** Reads a statement's text. */
export const merchantNames = (text: string, boughtAt: BoughtAt): Merchant => {
  const plain = text.trim().replace(/\s+/g, " ").replace(before, "").replace(settlers, "").replace(before, "")
  const domain =
    host
      .exec(plain)?.[1]
      ?.toLowerCase()
      .replace(/^www\./, "") ?? null
  const [head = ""] = plain.split(/\*|\s{2,}|,|\s-\s/)
  const said = shortened.reduce(
    (one, [from, to]) => one.replace(from, to),
    (head.trim() === "" ? plain : head).replace(host, " ")
  )
  const [number = ""] = leading.exec(said.trim()) ?? []
  const rest = wordsOf(said.trim().slice(number.length).replace(noise, " "))
  const words = withoutPlaces([...wordsOf(number), ...rest], boughtAt)
  const without = number === "" ? [] : namesOf(withoutPlaces(wordsOf(said.replace(noise, " ")), boughtAt))
  const names = namesOf(words)
  return { domain, names: [...names, ...without], whole: names.length === 0 ? null : words.join(" ") }
}
