/** Shares and securities that a text names. */
import { exchangeNamed } from "../../brands/domain/stockNamed.ts"

/** Characters that are looked at, and shares of one text. */
const limits = { text: 4_000, found: 10 } as const

export interface NamedShare {
  readonly exchange: string | null
  readonly ticker: string
  /** Where it stands, in characters. */
  readonly at: number
}

const listed =
  /(?<![\p{L}\p{N}])([A-Z][A-Za-z]{1,12}(?: (?:American|Arca|Paris|Amsterdam|Brussels|Lisbon|Milan|Dublin))?)\s?:\s?\$?([A-Z0-9]{1,6}(?:\.[A-Z]{1,2})?)(?![\p{L}\p{N}])/gu
const cash = /(?<![\p{L}\p{N}$])\$([A-Z]{1,5}(?:\.[A-Z])?)(?![\p{L}\p{N}])/gu

/** `(NASDAQ: ACME)`, `NYSE:ACM` and `$ACME`. */
export const sharesIn = (said: string): ReadonlyArray<NamedShare> => {
  const text = said.slice(0, limits.text)
  const shares: Array<NamedShare> = []
  for (const found of text.matchAll(listed)) {
    const exchange = exchangeNamed(found[1]!)
    if (exchange !== null) shares.push({ exchange, ticker: found[2]!, at: found.index })
  }
  for (const found of text.matchAll(cash)) shares.push({ exchange: null, ticker: found[1]!, at: found.index })
  return shares.slice(0, limits.found)
}

/** Whether the digit at the end of an ISIN is that of the others (ISO 6166). */
export const isIsin = (code: string): boolean => {
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(code)) return false
  const digits = [...code].map((letter) => Number.parseInt(letter, 36).toString()).join("")
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** Securities by their numbers. */
export const isinsIn = (said: string): ReadonlyArray<{ readonly isin: string; readonly at: number }> =>
  [...said.slice(0, limits.text).matchAll(/(?<![A-Za-z0-9])[A-Z]{2}[A-Z0-9]{9}\d(?![A-Za-z0-9])/g)]
    .filter(([code]) => isIsin(code))
    .slice(0, limits.found)
    .map((found) => ({ isin: found[0], at: found.index }))
