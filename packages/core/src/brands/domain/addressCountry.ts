/** Which country an address is in. */
import { countryNamed, countryOfLanguage, countryOfSite } from "../../extraction/domain/countries.ts"
import { dialled, homes } from "./postalForms.ts"

/** What a page tells of its country. */
export interface PageOrigin {
  readonly url: string
  /** As its author says it; empty where he does not. */
  readonly language: string
}

/** Tongues in which addresses name their country, beside that of their page. */
const tongues = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da", "fi", "cs", "tr", "ru", "ja"] as const

/** The country that a piece names, whole; codes of two letters are states and companies as well. */
export const countryIn = (text: string, language: string): string | null => {
  const name = text.replace(/[.()]+$/, "").trim()
  if (name.length < 2 || name.length > 40 || /\d/.test(name)) return null
  if (/^\p{L}{2}$/u.test(name) && !/^(?:UK|US)$/.test(name)) return null
  for (const tongue of [language, ...tongues]) {
    const code = countryNamed(name, tongue)
    if (code !== null) return code
  }
  return null
}

const numbers = /\+(\d{1,3})[\s().\d/-]{5}/g

/** Countries that the page's numbers are of: all that its text dials, by the code that begins each. */
export const dialledIn = (lines: ReadonlyArray<string>): ReadonlySet<string> => {
  const countries = lines
    .slice(0, 3_000)
    .flatMap((line) => [...line.slice(0, 1_500).matchAll(numbers)])
    .flatMap(([, code = ""]) => [3, 2].flatMap((length) => dialled.get(code.slice(0, length)) ?? []).slice(0, 1))
  return new Set(countries)
}

/** Which of the countries whose codes look so the page is of; null where it does not tell. */
export const countryAmong = (
  countries: ReadonlyArray<string>,
  { language, url }: PageOrigin,
  numbersOf: ReadonlySet<string>
): string | null => {
  const [only, ...others] = countries
  if (only !== undefined && others.length === 0) return only
  const home = homes.get(language.slice(0, 2).toLowerCase()) ?? null
  const signs = [[...numbersOf], [countryOfSite(url)], [countryOfLanguage(language)], [home]]
  for (const sign of signs) {
    const named = sign.filter((one) => one !== null && countries.includes(one))
    if (named.length > 0) return named.length === 1 ? (named[0] ?? null) : null
  }
  return null
}
