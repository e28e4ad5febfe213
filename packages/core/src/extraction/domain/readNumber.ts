/** Numbers as pages write them, with their money and their units. */
import { ownSigns } from "./currencySigns.ts"
import { hasDecimalComma } from "./decimalMark.ts"

/** A number and what stands beside it. */
export interface Quantity {
  readonly value: number
  /** Three letters, as ISO 4217 has them; null without money, and where the sign is that of several currencies. */
  readonly currency: string | null
  readonly isMoney: boolean
  /** What follows the number, in lower case: a unit, perhaps. */
  readonly unit: string
}

const signs: Readonly<Record<string, string>> = { ...ownSigns, "£": "GBP" }

const codes = new Set(
  "EUR USD GBP JPY CHF CAD AUD NZD SEK NOK DKK PLN CZK HUF RON BGN TRY RUB UAH CNY HKD SGD INR BRL MXN ZAR KRW THB ILS AED SAR".split(
    " "
  )
)

const sign = String.raw`(?:us|ca|c|au|a|nz|hk|s|r)?\$|[€£¥￥₹₽₩₺₴₪฿₫]|円|zł|kč`
const code = [...codes].join("|")
/** Digits with what may stand between them, such as `1 249,00`, `1'000` and `3.450,5`. */
const digits = String.raw`\d+(?:[.,'’\u00a0\u202f ]\d{3}(?!\d))*(?:[.,]\d+)?`
/** From here to there, of which one side alone says its currency. */
const to = String.raw`\s?[-–—]\s?`
/** No letter of a longer word, and no sign of a unit, such as that of square meters. */
const end = String.raw`(?![\p{L}\p{N}²³./])`
const money = new RegExp(
  String.raw`(?:(?<before>${sign}|\b(?:${code})\b)\s?(?<first>[-−]?(?:${digits}))(?:${to}(?<high>${digits})(?!\s?[\p{L}%\d]|[.,]\d|\s?(?:${sign})))?|(?:(?<low>(?<![\p{L}\p{N}.,])${digits})${to})?(?<last>[-−]?(?:${digits}))\s?(?<after>${sign}|\b(?:${code})\b))(?<scale>[km]${end}|\s?(?:bn|mio|million|billion)${end})?`,
  "giu"
)
/** Most texts name no currency, and are not looked through for amounts of one. */
const namesCurrency = new RegExp(String.raw`${sign}|\b(?:${code})\b`, "iu")
const amount = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?<digits>[-−+]?(?:${digits}))(?<scale>k${end}|\s?(?:bn|mio|million|billion)${end})?\s?(?<unit>%|°\p{L}|[\p{L}\p{M}²³/]+(?:\s(?:ft|feet|m|meters))?)?`,
  "giu"
)

/** Longest text in which numbers are looked for. */
const maxLength = 500

const scales: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, mio: 1e6, million: 1e6, bn: 1e9, billion: 1e9 }

const scaleOf = (word: string | undefined): number => scales[word?.trim().toLowerCase() ?? ""] ?? 1

/** Two decimals mean `12.34`; three digits after the only sign are thousands where the language has it so. */
const valueOf = (written: string, language: string): number => {
  const text = written.replace(/[−]/g, "-").replace(/['’\u00a0\u202f ]/g, "")
  const [comma, point] = [text.lastIndexOf(","), text.lastIndexOf(".")]
  const at = Math.max(comma, point)
  if (at < 0) return Number(text)
  const mark = text[at]!
  const isOnly = comma < 0 || point < 0
  const isRepeated = text.indexOf(mark) !== at
  const hasThree = text.length - at - 1 === 3
  const partsThousands = (mark === ",") !== hasDecimalComma(language)
  const isZero = /^-?0[.,]/.test(text)
  if (isRepeated || (isOnly && hasThree && !isZero && partsThousands)) return Number(text.replace(/[.,]/g, ""))
  return Number(`${text.slice(0, at).replace(/[.,]/g, "")}.${text.slice(at + 1)}`)
}

const currencyOf = (text: string): string | null => {
  const upper = text.toUpperCase()
  return codes.has(upper) ? upper : (signs[text.toLowerCase()] ?? null)
}

/** Amounts that are written together, alone or from one to another, and where in the text. */
export interface PlacedMoney {
  readonly amounts: ReadonlyArray<Quantity>
  readonly start: number
  readonly end: number
}

/** The amounts of money in a text, in order, with where they stand. @internal */
export const placeMoney = (text: string, language: string): ReadonlyArray<PlacedMoney> => {
  const part = text.slice(0, maxLength)
  if (!namesCurrency.test(part)) return []
  return [...part.matchAll(money)].map(({ 0: whole, groups = {}, index: start }) => {
    const currency = currencyOf(groups.before ?? groups.after ?? "")
    const written = [groups.low, groups.first ?? groups.last, groups.high].filter((one) => one !== undefined)
    const amounts = written.flatMap((one) => {
      const value = valueOf(one, language) * scaleOf(groups.scale)
      return Number.isFinite(value) ? [{ value, currency, isMoney: true, unit: "" }] : []
    })
    return { amounts, start, end: start + whole.length }
  })
}

/** The amounts of money in a text, in order. @internal */
export const readMoney = (text: string, language: string): ReadonlyArray<Quantity> =>
  placeMoney(text, language).flatMap(({ amounts }) => amounts)

/** The numbers in a text, in order, each with the word that follows it; of money when it is any. @internal */
export const readNumbers = (text: string, language: string): ReadonlyArray<Quantity> => {
  const ofMoney = readMoney(text, language)
  if (ofMoney.length > 0) return ofMoney
  return [...text.slice(0, maxLength).matchAll(amount)].flatMap(({ groups = {} }) => {
    const value = valueOf((groups.digits ?? "").replace("+", ""), language) * scaleOf(groups.scale)
    return Number.isFinite(value)
      ? [{ value, currency: null, isMoney: false, unit: groups.unit?.toLowerCase() ?? "" }]
      : []
  })
}

const free = /^(?:free|gratis|kostenlos|kostenfrei|gratuit|gratuito|無料|免费)\b/i

/** Whether the text says that something costs nothing. @internal */
export const isFree = (text: string): boolean => free.test(text.trim())
