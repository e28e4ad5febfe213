/** The currency of an amount as a page writes it: by its code, by a sign that only one has, or by what else the page tells. */
import { plainDigits } from "../../paging/domain/plainDigits.ts"
import { isCurrencyCode } from "./currencyCodes.ts"
import { ownSigns } from "./currencySigns.ts"
import type { PageLocale } from "./PageLocale.ts"
import { readMoney } from "./readNumber.ts"

/** Those of one currency where an amount of money is looked for; elsewhere `ft` is a length. */
const own: Readonly<Record<string, string>> = {
  ...ownSigns,
  ft: "HUF",
  "руб.": "RUB",
  руб: "RUB",
  "лв.": "BGN",
  лв: "BGN"
}

/** Signs that several currencies share: each by the countries that write it so. */
const shared: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  $: {
    US: "USD",
    PR: "USD",
    EC: "USD",
    SV: "USD",
    CA: "CAD",
    AU: "AUD",
    NZ: "NZD",
    SG: "SGD",
    HK: "HKD",
    TW: "TWD",
    MX: "MXN",
    AR: "ARS",
    CL: "CLP",
    CO: "COP",
    UY: "UYU",
    JM: "JMD",
    FJ: "FJD"
  },
  kr: { SE: "SEK", NO: "NOK", DK: "DKK", FO: "DKK", GL: "DKK", IS: "ISK" },
  "¥": { JP: "JPY", CN: "CNY" },
  "£": { GB: "GBP", GG: "GBP", JE: "GBP", IM: "GBP", GI: "GIP", EG: "EGP", LB: "LBP", SY: "SYP", FK: "FKP" },
  rs: { IN: "INR", PK: "PKR", LK: "LKR", NP: "NPR", MU: "MUR", SC: "SCR" },
  lei: { RO: "RON", MD: "MDL" },
  ريال: { SA: "SAR", QA: "QAR", OM: "OMR", YE: "YER", IR: "IRR" },
  درهم: { AE: "AED", MA: "MAD" },
  جنيه: { EG: "EGP", SD: "SDG" },
  دينار: { KW: "KWD", BH: "BHD", JO: "JOD", IQ: "IQD", TN: "TND", DZ: "DZD", LY: "LYD" },
  ليرة: { LB: "LBP", SY: "SYP", TR: "TRY" }
}

/** What a sign means where the page does not tell it. */
const usual: Readonly<Record<string, string>> = { "£": "GBP" }

/** Languages in whose countries together only one currency is written so. */
const spoken: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kr: { sv: "SEK" },
  "¥": { zh: "CNY" },
  lei: { ro: "RON" },
  ريال: { fa: "IRR" }
}

const same: Readonly<Record<string, string>> = {
  "￥": "¥",
  "＄": "$",
  "￡": "£",
  "￦": "₩",
  "kr.": "kr",
  "rs.": "rs",
  ریال: "ريال",
  "﷼": "ريال",
  دولار: "$"
}

const escaped = (text: string): string => text.replace(/[$.]/g, "\\$&")

const signs = [...Object.keys(own), ...Object.keys(shared), ...Object.keys(same)]
  .toSorted((one, other) => other.length - one.length)
  .map((sign) => {
    const starts = /^\p{L}/u.test(sign) && !/^[円元원]/u.test(sign) ? "(?<!\\p{L})" : ""
    return `${starts}${escaped(sign)}${/\p{L}$/u.test(sign) ? "(?!\\p{L})" : ""}`
  })
  .join("|")

const unit = String.raw`(?:${signs}|(?<![\p{L}\p{N}])[A-Z]{3}(?![\p{L}\p{N}]))`

/** Marks that say which way a text is read. */
const turned = String.raw`[\u200e\u200f\u061c]?`

/** A sign or a code before a number or behind one. */
const beside = new RegExp(
  String.raw`(?<before>${unit})${turned}[\s\u00a0]?${turned}[-−]?\d|\d(?:[\d.,'’\s\u00a0\u202f]*\d)?(?:[.,](?:-|–))?${turned}[\s\u00a0\u202f]?${turned}(?<after>${unit})`,
  "giu"
)

/** Longest text in which an amount is looked for. */
const maxLength = 300

const isCode = (text: string): boolean => isCurrencyCode(text)

/** The one of a set; null where it has several, undefined where it has none. */
const onlyOne = (codes: ReadonlySet<string>): string | null | undefined => {
  const [only, ...others] = codes
  return others.length > 0 ? null : only
}

const among = (codes: Iterable<string>, family: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...codes].filter((one) => family.has(one)))

/** What a sign that several currencies share means on a page; null where it does not tell, or tells several. */
const meantBy = (sign: string, text: string, locale: PageLocale): string | null => {
  const countries = shared[sign]!
  const family = new Set(Object.values(countries))
  const { addresses, inFooter, language, marked, mentioned, region, site } = locale
  const ofCountries = (codes: Iterable<string | null>) =>
    new Set([...codes].flatMap((country) => (country === null ? [] : (countries[country] ?? []))))
  const said = text.match(/(?<![\p{L}\p{N}])[A-Z]{3}(?![\p{L}\p{N}])/gu) ?? []
  const bySpeech = spoken[sign]?.[language.slice(0, 2).toLowerCase()]
  const small = among(inFooter, family)
  const tellings = [
    among(said, family),
    among(marked, family),
    among(mentioned, family),
    // Several are what a visitor may choose from.
    small.size === 1 ? small : new Set<string>(),
    ofCountries([site]),
    ofCountries([region, ...addresses]),
    new Set(bySpeech === undefined ? [] : [bySpeech])
  ]
  for (const telling of tellings) {
    const only = onlyOne(telling)
    if (only !== undefined) return only
  }
  return usual[sign] ?? null
}

/** What a sign or a code means; undefined where it is none. */
const meaningOf = (written: string, text: string, locale: PageLocale): string | null | undefined => {
  if (isCode(written)) return written
  const lower = written.toLowerCase()
  const sign = same[lower] ?? lower
  // Feet are not written so.
  if (sign === "ft" && written !== "Ft") return undefined
  return own[sign] ?? (sign in shared ? meantBy(sign, text, locale) : undefined)
}

/**
 * The currency of the first amount in a text, in three letters; null where its sign is that of several and the page does not tell
 * which, undefined where no amount has any.
 *
 * @internal
 */
export const readCurrency = (text: string, locale: PageLocale): string | null | undefined => {
  const part = plainDigits(text.slice(0, maxLength))
  for (const { groups = {} } of part.matchAll(beside)) {
    const meaning = meaningOf(groups.before ?? groups.after ?? "", part, locale)
    if (meaning !== undefined) return meaning
  }
  // Words that are money behind an amount alone, or in one language.
  return readMoney(part, locale.language)[0]?.currency ?? undefined
}

/** The same of a sign or a code that stands alone; undefined where it is neither. @internal */
export const currencyNamed = (text: string, locale: PageLocale): string | null | undefined =>
  text.length > 5 ? undefined : meaningOf(text, "", locale)

/** Whether a code may be what the sign of an amount means. @internal */
export const mayMean = (text: string, code: string): boolean =>
  [...plainDigits(text.slice(0, maxLength)).matchAll(beside)].slice(0, 1).some(({ groups = {} }) => {
    const lower = (groups.before ?? groups.after ?? "").toLowerCase()
    return Object.values(shared[same[lower] ?? lower] ?? {}).includes(code)
  })
