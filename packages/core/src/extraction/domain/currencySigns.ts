/** What Arabic pages write of one currency each. */
const arabicSigns: Readonly<Record<string, string>> = {
  "ر.س": "SAR",
  "د.إ": "AED",
  "ج.م": "EGP",
  "د.ك": "KWD",
  "د.ب": "BHD",
  "ر.ق": "QAR",
  "ر.ع": "OMR",
  "د.أ": "JOD",
  "د.ع": "IQD",
  "د.م": "MAD",
  "د.ت": "TND",
  "د.ج": "DZD",
  "ل.ل": "LBP",
  "ريال سعودي": "SAR",
  "ريال قطري": "QAR",
  "ريال عماني": "OMR",
  "ريال يمني": "YER",
  "درهم إماراتي": "AED",
  "درهم اماراتي": "AED",
  "درهم مغربي": "MAD",
  "جنيه مصري": "EGP",
  "جنيه إسترليني": "GBP",
  "دينار كويتي": "KWD",
  "دينار بحريني": "BHD",
  "دينار أردني": "JOD",
  "دينار عراقي": "IQD",
  "دينار تونسي": "TND",
  "دينار جزائري": "DZD",
  "ليرة لبنانية": "LBP",
  "ليرة سورية": "SYP",
  "ليرة تركية": "TRY",
  "دولار أمريكي": "USD",
  "دولار امريكي": "USD",
  يورو: "EUR"
}

/** Names that currencies of several countries share, and the toman, ten rials of Iran, which has no code. */
const arabicNames = ["ريال", "ریال", "﷼", "درهم", "جنيه", "دينار", "ليرة", "دولار", "تومان"]

/** Any of those behind a number or before one, as part of a pattern. A club of football is no money. */
export const arabicMoney = String.raw`(?<!\p{L})(?:${[...Object.keys(arabicSigns), ...arabicNames]
  .toSorted((one, other) => other.length - one.length)
  .map((one) => one.replaceAll(".", "\\."))
  .join("|")})(?!\p{L}|\sمدريد)\.?`

/** Signs and short names of one currency each, wherever they stand; those that several share are told apart in `readCurrency.ts`. */
export const ownSigns: Readonly<Record<string, string>> = {
  us$: "USD",
  ca$: "CAD",
  c$: "CAD",
  au$: "AUD",
  a$: "AUD",
  nz$: "NZD",
  hk$: "HKD",
  s$: "SGD",
  r$: "BRL",
  "€": "EUR",
  "₹": "INR",
  "₽": "RUB",
  "₩": "KRW",
  "₺": "TRY",
  "₴": "UAH",
  "₪": "ILS",
  "฿": "THB",
  "₫": "VND",
  円: "JPY",
  zł: "PLN",
  руб: "RUB",
  грн: "UAH",
  tl: "TRY",
  kč: "CZK",
  "₱": "PHP",
  "₦": "NGN",
  "₸": "KZT",
  "₾": "GEL",
  "৳": "BDT",
  "₵": "GHS",
  "gh₵": "GHS",
  "₡": "CRC",
  "₲": "PYG",
  "₼": "AZN",
  "₮": "MNT",
  nt$: "TWD",
  mx$: "MXN",
  mex$: "MXN",
  원: "KRW",
  元: "CNY",
  лв: "BGN",
  บาท: "THB",
  vnđ: "VND",
  ...arabicSigns
}

/** A short word that is money where a page is of a country that writes it so, and something else elsewhere: feet, rooms, "she" in Italian. */
interface ShortSign {
  readonly pattern: string
  readonly code: string | null
  readonly languages: RegExp
}

const ofIndia = /^(?:hi|bn|ta|te|mr|gu|kn|ml|pa|ur|ne|si)(?![a-z])|[-_](?:in|pk|lk|np)$/i

const shortSigns: ReadonlyArray<ShortSign> = [
  { pattern: "ft", code: "HUF", languages: /^hu(?![a-z])/i },
  { pattern: "lei", code: "RON", languages: /^(?:ro|mo)(?![a-z])/i },
  { pattern: "rp", code: "IDR", languages: /^(?:id|jv|su)(?![a-z])|[-_]id$/i },
  { pattern: "rm", code: "MYR", languages: /^ms(?![a-z])|[-_]my$/i },
  { pattern: "rs", code: null, languages: ofIndia },
  { pattern: "s/", code: "PEN", languages: /^es(?:$|[-_](?:pe|419))/i },
  { pattern: "r", code: "ZAR", languages: /^(?:af|zu|xh|st|tn)(?![a-z])|[-_]za$/i },
  { pattern: "ksh", code: "KES", languages: /^sw(?![a-z])|[-_]ke$|^en$/i },
  { pattern: "đ", code: "VND", languages: /^vi(?![a-z])/i },
  { pattern: ":-", code: "SEK", languages: /^sv(?![a-z])/i }
]

const meantIn = (language: string): ReadonlyArray<ShortSign> =>
  shortSigns.filter(({ languages }) => languages.test(language.slice(0, 35)))

/** Which of the short words are money in a language, in one word: empty where none is. @internal */
export const shortSignsIn = (language: string): string =>
  meantIn(language)
    .map(({ pattern }) =>
      /^\p{L}/u.test(pattern) ? `(?<!\\p{L})${pattern}(?!\\p{L})\\.?` : `${pattern}(?![)(dp])\\.?`
    )
    .join("|")

/** What a short word means in a language; undefined where it is none there. @internal */
export const shortCode = (written: string, language: string): string | null | undefined =>
  meantIn(language).find(({ pattern }) => pattern === written.toLowerCase().replace(/\.$/, ""))?.code

/** Names of currencies, which are money behind a number alone: the *Euro 6* and the *Euro 2024* are none. */
export const moneyNames: Readonly<Record<string, string | null>> = {
  euro: "EUR",
  euros: "EUR",
  dollar: null,
  dollars: null,
  dólares: null,
  franken: "CHF",
  kronor: "SEK",
  kroner: null,
  pesos: null,
  reais: "BRL",
  yen: "JPY",
  rupees: null,
  rupiah: "IDR",
  ringgit: "MYR",
  baht: "THB",
  forint: "HUF",
  złotych: "PLN",
  złote: "PLN",
  korun: "CZK",
  лева: "BGN",
  тенге: "KZT",
  гривень: "UAH"
}
