/**
 * What a page tells of where it is from: that decides what a sign such as `$` means on it, and which country a telephone number
 * without one is of. What several things tell differently is not told.
 */
import { countryNamed, countryOfLanguage, countryOfSite } from "./countries.ts"
import { isCurrencyCode } from "./currencyCodes.ts"
import type { Fact, FactSet, FactSheet } from "./FactSheet.ts"

export interface PageLocale {
  /** As its author says it, such as `de-AT`; empty where he does not. */
  readonly language: string
  /** Countries, as ISO 3166 has them, of its addresses. */
  readonly addresses: ReadonlySet<string>
  /** Of its domain. */
  readonly site: string | null
  /** Of its language. */
  readonly region: string | null
  /** Currencies, as ISO 4217 has them, that its markup names, that its text does, and that its footers do. */
  readonly marked: ReadonlySet<string>
  readonly mentioned: ReadonlySet<string>
  readonly inFooter: ReadonlySet<string>
  /** Languages that amounts are written as by those beside them, where that is not the page's: by the name of their column, and of money. */
  readonly decimals?: ReadonlyMap<string, string>
  readonly moneyDecimals?: string
  /** Telephone numbers with their country. */
  readonly dialled: ReadonlyArray<string>
}

const nobody: ReadonlySet<string> = new Set()

/** Of a page of which nothing but its language is known. @internal */
export const localeOfLanguage = (language: string): PageLocale => ({
  language,
  addresses: nobody,
  site: null,
  region: countryOfLanguage(language),
  marked: nobody,
  mentioned: nobody,
  inFooter: nobody,
  dialled: []
})

const isCountryOfAddress = /addressCountry/i
/** Addresses of other things than of whoever the page is of. */
const elsewhere = /shipping|destination|origin|served|eligible|delivery/i
const isAddress = /address|adresse|anschrift|indirizzo|direcci|endere|^adres|住所/i
const isCurrency = /currenc|w(?:ä|ae)hrung|devise|moneda|moeda|valuta|waluta/i
const isInternational = /^\+\d[\d\s().\-/]{6,20}$/

const countriesOf = ({ context, name, value }: Fact, language: string): ReadonlyArray<string> => {
  if (typeof value !== "string" || value.length > 300 || elsewhere.test(`${context} ${name}`)) return []
  if (isCountryOfAddress.test(name)) return [countryNamed(value, language) ?? []].flat()
  if (!isAddress.test(name) || !value.includes(",")) return []
  return [countryNamed(value.slice(value.lastIndexOf(",") + 1), language) ?? []].flat()
}

const codesOf = ({ name, value }: Fact): ReadonlyArray<string> =>
  typeof value === "string" && isCurrency.test(name) ? value.split(/[\s,;/]+/).filter(isCurrencyCode) : []

const numbersOf = ({ value }: Fact): ReadonlyArray<string> =>
  typeof value === "string" && isInternational.test(value) ? [value.replace(/\(0\)|[^\d+]/g, "")] : []

type OfFacts = Pick<PageLocale, "addresses" | "marked" | "dialled">

/** What facts told, which belong to one page: a row is asked with each list that it may be in. */
const known = new WeakMap<ReadonlyArray<Fact>, OfFacts>()

const inFacts = (facts: ReadonlyArray<Fact>, language: string): OfFacts => {
  const before = known.get(facts)
  if (before !== undefined) return before
  const told: OfFacts = {
    addresses: new Set(facts.flatMap((fact) => countriesOf(fact, language))),
    marked: new Set(facts.flatMap(codesOf)),
    dialled: [...new Set(facts.flatMap(numbersOf))]
  }
  known.set(facts, told)
  return told
}

const code = /(?<![\p{L}\p{N}])([A-Z]{3})(?![\p{L}\p{N}])/gu

const codesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(code)].flatMap(([, said = ""]) => (isCurrencyCode(said) ? [said] : [])))

/** @internal */
export const localeOf = ({ facts, footer = "", language, text, url }: FactSheet): PageLocale => ({
  language,
  ...inFacts(facts, language),
  site: countryOfSite(url),
  region: countryOfLanguage(language),
  mentioned: codesIn(text),
  inFooter: codesIn(footer)
})

/** Of one thing on a page, which may say more of itself, such as an office abroad. @internal */
export const localeOfPart = (page: PageLocale, { facts }: FactSet): PageLocale => {
  const { addresses, dialled, marked } = inFacts(facts, page.language)
  return {
    ...page,
    addresses: addresses.size > 0 ? addresses : page.addresses,
    marked: marked.size > 0 ? marked : page.marked,
    dialled: dialled.length > 0 ? dialled : page.dialled
  }
}

/** The one country that a page is of, where its addresses tell it, or its domain, or its language. @internal */
export const countryOf = ({ addresses, region, site }: PageLocale): string | null => {
  const [only, ...others] = addresses
  if (only !== undefined) return others.length === 0 ? only : null
  return site ?? region
}
