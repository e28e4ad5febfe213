/** Names of merchants that the text of a card or bank statement may mean. */
import { fold, wordsOf } from "./searchTerms.ts"

/** What those who settle payments write before the merchant. */
const before =
  /^(?:(?:pos|card|visa|debit|credit|purchase|payment|recurring|checkcard|ach|sepa|lastschrift|kartenzahlung|paiement|carte|compra|pagamento|zahlung|ec)\b[\s:*-]*)+/i
const settlers =
  /^(?:sq|tst|sp|py|pp|paypal|paddle\.net|paddle|stripe|sumup|zettle|izettle|klarna|adyen|fs|ppl|gumroad|lnk|wix|in|dd|ic|ddb|crv|gpay|google|apple pay|amzn mktp)\s*\*+\s*/i

/** Numbers, dates and phones, and all that follows the merchant. */
const noise = /\b(?:#?\d[\d/.:x*-]*|\d+\w*|\w*\d{3,}\w*|ref\w*|auth\w*|trx|txn|store|inc|llc|ltd|gmbh)\b/gi

const host =
  /\b((?:[a-z0-9-]+\.)+(?:com|net|org|io|co|app|dev|ai|de|fr|uk|eu|us|ca|nl|es|it|ch|at|se|no|dk|fi|pl|jp|au|br))\b/i

/** A merchant as a text names it: its domain, or its name by words that get fewer. */
export interface Merchant {
  readonly domain: string | null
  readonly names: ReadonlyArray<string>
}

/** Most words of a merchant's name. */
const mostWords = 5

/** Reads a statement's text. `city` is where it was bought, which is no part of the name. */
export const merchantNames = (text: string, city: string | null): Merchant => {
  const plain = text.trim().replace(/\s+/g, " ").replace(before, "").replace(settlers, "").replace(before, "")
  const domain =
    host
      .exec(plain)?.[1]
      ?.toLowerCase()
      .replace(/^www\./, "") ?? null
  const [head = ""] = plain.split(/\*|\s{2,}|,|\s-\s/)
  const places = new Set(wordsOf(city ?? ""))
  const words = wordsOf((head.trim() === "" ? plain : head).replace(host, " ").replace(noise, " ")).filter(
    (word) => !places.has(fold(word))
  )
  const names = Array.from({ length: Math.min(words.length, mostWords) }, (_, less) =>
    words.slice(0, Math.min(words.length, mostWords) - less).join(" ")
  )
  return { domain, names: names.filter((name) => name.length > 2) }
}
