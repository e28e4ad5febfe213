/** Currencies by their signs and names, and lines that say what one is worth in another. */

const currencies: Readonly<Record<string, string>> = {
  $: "USD",
  us$: "USD",
  usd: "USD",
  dollar: "USD",
  dollars: "USD",
  c$: "CAD",
  cad: "CAD",
  a$: "AUD",
  aud: "AUD",
  "€": "EUR",
  eur: "EUR",
  euro: "EUR",
  euros: "EUR",
  "£": "GBP",
  gbp: "GBP",
  pounds: "GBP",
  "¥": "JPY",
  "￥": "JPY",
  jpy: "JPY",
  円: "JPY",
  元: "CNY",
  cny: "CNY",
  rmb: "CNY",
  "₹": "INR",
  "rs.": "INR",
  rs: "INR",
  inr: "INR",
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
  r$: "BRL",
  reais: "BRL",
  zł: "PLN",
  pln: "PLN",
  kč: "CZK",
  czk: "CZK",
  ft: "HUF",
  kr: "KR",
  "kr.": "KR",
  sek: "SEK",
  nok: "NOK",
  dkk: "DKK",
  chf: "CHF",
  "fr.": "CHF",
  lei: "RON",
  hk$: "HKD",
  nt$: "TWD",
  s$: "SGD",
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

const escaped = (text: string): string => text.replace(/[$.]/g, "\\$&")

const unspaced = /[\p{scx=Han}\p{scx=Hang}]/v

const isoCodes = "USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|CNY|SEK|NOK|DKK|PLN|CZK|HUF|BRL|INR|MXN|TRY|ZAR|KRW|SGD|HKD"
const currencyNames = Object.keys(currencies).toSorted((one, other) => other.length - one.length)

/** A sign or a name of a currency; to be used without regard to case. */
export const currencyPattern = currencyNames
  .map((one) =>
    unspaced.test(one)
      ? one
      : /^\p{L}+$/u.test(one)
        ? `(?<!\\p{L})${one}(?!\\p{L})`
        : `${/^\p{L}/u.test(one) ? "(?<!\\p{L})" : ""}${escaped(one)}`
  )
  .join("|")

/** Currencies that are not written with decimals. */
const undivided = new Set(["JPY", "KRW", "HUF", "TWD"])

export const isUndivided = (currency: string | undefined): boolean => currency !== undefined && undivided.has(currency)

/** The code of a currency, from its sign or one of its names. */
export const currencyOf = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : (currencies[name.toLowerCase().trim()] ?? name)

/** `1 EUR =`, `GBP/USD`: what stands behind is what one is worth in the other. */
export const rates = new RegExp(
  `(?:(?<!\\p{L})(?:${isoCodes})\\s?(?:/|-|–|→|to|zu|in)\\s?(?:${isoCodes})(?!\\p{L}))|(?<![\\d.,])1\\s?(?:${isoCodes}|[€$£])\\s?=`,
  "iu"
)
