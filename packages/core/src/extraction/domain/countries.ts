/** Countries by their names, by the domains of their sites, and by what their people speak. */

import { normalized } from "../../paging/domain/normalized.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"

/** Domains of countries that are taken for other things than their country. */
const forEverybody = new Set(
  "io ai co me tv cc fm gg sh to ly so la ws vc am im ac ag nu bz mn st tk ml ga cf gq pw eu su".split(" ")
)

/** Languages that are the tongue of one country. */
const tongues: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pl: "PL",
    cs: "CZ",
    sk: "SK",
    hu: "HU",
    fi: "FI",
    da: "DK",
    nb: "NO",
    nn: "NO",
    no: "NO",
    is: "IS",
    ja: "JP",
    ko: "KR",
    th: "TH",
    vi: "VN",
    he: "IL",
    uk: "UA",
    bg: "BG",
    lv: "LV",
    lt: "LT",
    et: "EE",
    ka: "GE",
    hy: "AM",
    hi: "IN"
  })
)

/** Names that are written otherwise than lists of countries have them. */
const others: ReadonlyMap<string, string> = new Map(
  Object.entries({
    usa: "US",
    us: "US",
    "united states of america": "US",
    uk: "GB",
    "great britain": "GB",
    england: "GB",
    scotland: "GB",
    wales: "GB",
    "northern ireland": "GB",
    "czech republic": "CZ",
    holland: "NL",
    "the netherlands": "NL",
    turkey: "TR"
  })
)

const folded = (name: string): string =>
  normalized(name, "NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/\./g, "")
    .trim()
    .toLowerCase()

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]

const regionNames = (language: string) =>
  new Intl.DisplayNames([language, "en"], { type: "region", fallback: "none", style: "long" })

let english: Intl.DisplayNames | undefined

/** Codes of what is none: unions, and regions that stand for tests. */
const noCountries = new Set(["EU", "EZ", "UN", "XA", "XB", "ZZ"])

/** Whether two letters are a country. Those of one that has another code now are not. */
const isCountry = (code: string): boolean => {
  if (!/^[A-Z]{2}$/.test(code) || noCountries.has(code)) return false
  english ??= regionNames("en")
  return english.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code
}

let countryCodes: ReadonlyArray<string> | undefined

const tableIn = (language: string): ReadonlyMap<string, string> => {
  countryCodes ??= letters.flatMap((one) => letters.map((other) => one + other)).filter(isCountry)
  const names = regionNames(language)
  return new Map(countryCodes.map((code) => [folded(names.of(code) ?? code), code] as const))
}

/** Names by tongues of two letters. All that are spoken are kept; those that a page makes up have no names of their own. */
const known = new Map<string, ReadonlyMap<string, string>>()

const namesIn = (tongue: string): ReadonlyMap<string, string> => {
  const found = known.get(tongue)
  if (found !== undefined) return found
  const isSpoken = tongue === "en" || Intl.DisplayNames.supportedLocalesOf([tongue]).length > 0
  const byName = isSpoken ? tableIn(tongue) : namesIn("en")
  known.set(tongue, byName)
  return byName
}

/** The main part of a language tag, such as `de` of `de-AT`; empty where it is none. */
const tongueOf = (language: string): string => /^([a-z]{2,3})(?:-|$)/i.exec(language)?.[1]?.toLowerCase() ?? ""

/** The country of that name or code, in English or in the language of the page. @internal */
export const countryNamed = (name: string, language: string): string | null => {
  const text = name.trim()
  if (text.length > 60) return null
  if (isCountry(text)) return text
  const said = folded(text)
  const tongue = tongueOf(language)
  return (
    others.get(said) ?? namesIn("en").get(said) ?? (tongue.length === 2 ? (namesIn(tongue).get(said) ?? null) : null)
  )
}

/** The country of a site by its address; null for sites of none, and of everybody. @internal */
export const countryOfSite = (url: string): string | null => {
  const end = /\.([a-z]{2})\.?$/i.exec(parseUrl(url)?.hostname ?? "")?.[1]?.toLowerCase() ?? ""
  if (end === "uk") return "GB"
  const code = end.toUpperCase()
  return !forEverybody.has(end) && isCountry(code) ? code : null
}

/** The country that a language is said to be of, such as `de-AT`, or is the tongue of. @internal */
export const countryOfLanguage = (language: string): string | null => {
  const said = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i.exec(language)?.[1]?.toUpperCase()
  if (said !== undefined) return isCountry(said) ? said : null
  return tongues.get(tongueOf(language)) ?? null
}
