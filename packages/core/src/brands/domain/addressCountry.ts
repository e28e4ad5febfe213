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
  const name = text.replace(/(?<![.()])[.()]+$/, "").trim()
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

/** Countries whose people write a language as well as those of its home do, and whose codes look alike. */
const spokenIn: ReadonlyMap<string, string> = new Map(
  Object.entries({
    FR: "MA DZ SN MC",
    ES: "MX CU CR PE",
    SE: "FI",
    HR: "BA ME RS",
    CZ: "SK",
    SK: "CZ",
    RU: "KZ BY UZ KG"
  })
)

/** Whether the country that a page dials is another than its own: the number may be that of somebody else whom it names. */
const isElsewhere = (
  called: ReadonlyArray<string>,
  countries: ReadonlyArray<string>,
  ofSite: string | null,
  home: string | null
): boolean => {
  const [only] = called
  if (only === undefined) return false
  if (ofSite !== null && countries.includes(ofSite)) return only !== ofSite
  const isAlso = (spokenIn.get(home ?? "") ?? "").split(" ").includes(only)
  return home !== null && countries.includes(home) && only !== home && !isAlso
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
  if (
    isElsewhere(
      [...numbersOf].filter((one) => countries.includes(one)),
      countries,
      countryOfSite(url),
      home
    )
  )
    return null
  for (const sign of signs) {
    const named = sign.filter((one) => one !== null && countries.includes(one))
    if (named.length > 0) return named.length === 1 ? (named[0] ?? null) : null
  }
  return null
}
