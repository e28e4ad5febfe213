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
  ...arabicSigns
}
