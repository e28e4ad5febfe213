/** Currencies by their signs and names, and lines that say what one is worth in another. */
import { fold } from "../../../models/domain/foldedText.ts"

/** Codes of currencies that are no words of a language as well, as TRY and PHP are. */
const codes =
  "aud brl cad chf cny czk dkk eur gbp hkd huf ils inr isk jpy krw mxn nok nzd pln sek sgd thb twd usd zar".split(" ")

/** Currencies that are written with the sign of the dollar, and what stands ahead of it or behind it in some of their countries. */
const dollars: Readonly<Record<string, string>> = {
  USD: "us",
  CAD: "c ca",
  AUD: "a au",
  NZD: "nz",
  HKD: "hk",
  SGD: "s",
  TWD: "nt",
  MXN: "mx mex",
  BRL: "r"
}

/** "US$", "CA$", "USD $", and "$ CA" and "$CAD" behind an amount. */
const dollarSigns = Object.entries(dollars).flatMap(([code, prefixes]) => {
  const short = prefixes.split(" ")
  const name = code.toLowerCase()
  // "39 $ au total" is French.
  const behind = [...short.filter((prefix) => prefix.length > 1 && prefix !== "au"), name]
  return [
    ...[...short, name].map((prefix) => `${prefix}$`),
    `${name} $`,
    ...behind.flatMap((suffix) => [`$ ${suffix}`, `$${suffix}`])
  ].map((sign) => [sign, code] as const)
})

const signs: Readonly<Record<string, string>> = {
  $: "USD",
  dollar: "USD",
  dollars: "USD",
  "€": "EUR",
  euro: "EUR",
  euros: "EUR",
  "£": "GBP",
  pounds: "GBP",
  "¥": "JPY",
  "￥": "JPY",
  円: "JPY",
  元: "CNY",
  rmb: "CNY",
  "₹": "INR",
  "rs.": "INR",
  rs: "INR",
  "₩": "KRW",
  원: "KRW",
  "₽": "RUB",
  "руб.": "RUB",
  руб: "RUB",
  "₺": "TRY",
  tl: "TRY",
  "₴": "UAH",
  "₪": "ILS",
  "฿": "THB",
  reais: "BRL",
  zł: "PLN",
  kč: "CZK",
  ft: "HUF",
  kr: "KR",
  "kr.": "KR",
  "fr.": "CHF",
  sfr: "CHF",
  "sfr.": "CHF",
  lei: "RON",
  "ر.س": "SAR",
  sar: "SAR",
  ريال: "SAR",
  ریال: "IRR",
  "د.إ": "AED",
  aed: "AED",
  درهم: "AED",
  "ج.م": "EGP",
  egp: "EGP",
  جنيه: "EGP",
  "د.ك": "KWD",
  "ر.ق": "QAR",
  تومان: "IRT",
  "₱": "PHP",
  "₦": "NGN",
  "₫": "VND",
  "₸": "KZT"
}

/** Names that stand behind an amount alone: ahead of a number, Franken is a part of Germany. */
const namesBehind: Readonly<Record<string, string>> = {
  dólar: "USD",
  dólares: "USD",
  dollari: "USD",
  "us dollar": "USD",
  "us dollars": "USD",
  "us-dollar": "USD",
  "canadian dollars": "CAD",
  "australian dollars": "AUD",
  "new zealand dollars": "NZD",
  "pounds sterling": "GBP",
  sterline: "GBP",
  yen: "JPY",
  yuan: "CNY",
  renminbi: "CNY",
  złotych: "PLN",
  zloty: "PLN",
  kronor: "KR",
  kroner: "KR",
  franken: "CHF",
  "swiss francs": "CHF"
}

/** Goals are read folded, pages as they are written. */
const withFolded = (all: ReadonlyArray<readonly [name: string, code: string]>): ReadonlyMap<string, string> =>
  new Map(all.flatMap(([name, code]) => [[name, code] as const, [fold(name), code] as const]))

const ahead = withFolded([
  ...Object.entries(signs),
  ...dollarSigns,
  ...codes.map((code) => [code, code.toUpperCase()] as const)
])
const currencies: ReadonlyMap<string, string> = new Map([...ahead, ...withFolded(Object.entries(namesBehind))])

/** Signs and names that several currencies share: they tell no more than that it is one of them. */
const sharedSigns: ReadonlyArray<readonly [names: string, codes: ReadonlyArray<string>]> = [
  ["$ dollar dollars dólar dólares dolar dolares dollari", Object.keys(dollars).filter((code) => code !== "BRL")],
  ["¥ ￥", ["JPY", "CNY"]],
  ["kr kr. kronor kroner", ["SEK", "NOK", "DKK", "ISK"]]
]

const shared: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  sharedSigns.flatMap(([names, all]) => names.split(" ").map((name) => [name, all] as const))
)

const escaped = (text: string): string => text.replace(/[$.]/g, "\\$&")

const unspaced = /[\p{scx=Han}\p{scx=Hang}]/v

const isoCodes = "USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|CNY|SEK|NOK|DKK|PLN|CZK|HUF|BRL|INR|MXN|TRY|ZAR|KRW|SGD|HKD"

const isoNames: ReadonlySet<string> = new Set(isoCodes.split("|"))

/** "EUR/USD", "BTC/EUR": what one is worth in the other, and not either of them. */
export const isPair = (one: string, between: string, other: string): boolean =>
  between === "/" &&
  [one, other].every((code) => /^[A-Z]{3,5}$/.test(code)) &&
  [one, other].some((code) => isoNames.has(code))

/** Any of some signs and names of currencies, the longest first. */
const patternOf = (names: Iterable<string>): string =>
  [...names]
    .toSorted((one, other) => other.length - one.length)
    .map((one) =>
      unspaced.test(one)
        ? one
        : [
            /^\p{L}/u.test(one) ? "(?<!\\p{L})" : "",
            escaped(one).replaceAll(" ", "\\s"),
            /\p{L}$/u.test(one) ? "(?!\\p{L})" : ""
          ].join("")
    )
    .join("|")

/** A sign or a name of a currency, as it stands ahead of an amount and behind one; to be used without regard to case. */
export const currencyPattern = patternOf(ahead.keys())
export const currencyBehindPattern = patternOf(currencies.keys())

/** Currencies that are not written with decimals. */
const undivided = new Set(["JPY", "KRW", "HUF", "TWD"])

export const isUndivided = (currency: string | undefined): boolean => currency !== undefined && undivided.has(currency)

/** How a sign or name is looked up. */
const keyOf = (name: string): string => name.toLowerCase().replace(/\s+/gu, " ").trim()

/** The code of a currency, from its sign or one of its names. */
export const currencyOf = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : (currencies.get(keyOf(name)) ?? name)

export interface Currency {
  readonly unit: string
  /** Where its sign is one that several share: all that it may stand for. */
  readonly mayBe?: ReadonlyArray<string>
}

/** The currency of an amount, by what stands ahead of it and behind it: "$39 CAD" is in Canadian dollars. */
export const currencyAround = (before: string | undefined, after: string | undefined): Currency | undefined => {
  const name = before ?? after
  const unit = currencyOf(name)
  if (name === undefined || unit === undefined) return undefined
  const mayBe = shared.get(keyOf(name))
  if (mayBe === undefined) return { unit }
  const said = before === undefined ? undefined : currencyOf(after)
  return said !== undefined && mayBe.includes(said) && !shared.has(keyOf(after!)) ? { unit: said } : { unit, mayBe }
}

/** Whether two amounts may be in one currency: "$" may be of Canada, and "US$" is not. */
export const isOneCurrency = (one: Currency, other: Currency): boolean =>
  one.unit === other.unit || one.mayBe?.includes(other.unit) === true || other.mayBe?.includes(one.unit) === true

/** `1 EUR =`, `GBP/USD`: what stands behind is what one is worth in the other. */
export const rates = new RegExp(
  `(?:(?<!\\p{L})(?:${isoCodes})\\s?(?:/|-|–|→|to|zu|in)\\s?(?:${isoCodes})(?!\\p{L}))|(?<![\\d.,])1\\s?(?:${isoCodes}|[€$£])\\s?=`,
  "iu"
)
