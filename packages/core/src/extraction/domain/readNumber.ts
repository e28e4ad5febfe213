/** Numbers as pages write them, with their money and their units. */
import { type MinusAhead, minusAhead, type Written } from "../../paging/domain/minusAhead.ts"
import { plainDigits } from "../../paging/domain/plainDigits.ts"
import { arabicMoney, moneyNames, ownSigns, shortCode, shortSignsIn } from "./currencySigns.ts"
import { hasDecimalComma } from "./decimalMark.ts"
import { easternNumber, easternScales, scaleOf, scaleWords } from "./numberScales.ts"
import { remembering } from "./remembering.ts"

/** A number and what stands beside it. */
export interface Quantity {
  readonly value: number
  /** Three letters, as ISO 4217 has them; null without money, and where the sign is that of several currencies. */
  readonly currency: string | null
  readonly isMoney: boolean
  /** What follows the number, in lower case: a unit, perhaps. */
  readonly unit: string
}

const signs: Readonly<Record<string, string>> = { ...ownSigns, "£": "GBP", "￡": "GBP", "￦": "KRW" }

const codes = new Set(
  "EUR USD GBP JPY CHF CAD AUD NZD SEK NOK DKK PLN CZK HUF RON BGN TRY RUB UAH CNY HKD SGD INR BRL MXN ZAR KRW THB ILS AED SAR EGP KWD QAR BHD OMR JOD IDR MYR VND TWD KES NGN CLP ISK PKR LKR BDT KZT RSD BYN GHS CRC PYG UYU AZN MNT UZS".split(
    " "
  )
)

const sign = String.raw`(?:us|ca|c|au|a|nz|hk|s|r|nt|mx|mex)?\$|(?:gh)?₵|[€£¥￥₹₽₩₺₴₪฿₫＄￡￦₱₦₸₾৳₡₲₼₮]|円|(?<=[\d만천백억조]\s?)원(?!칙|형|소|자|본|인)|(?<=[\d万千百亿億]\s?)元(?!素|气|宵|旦|首|月|年|件)|บาท|vnđ(?!\p{L})|zł|kč|(?:(?<!\p{L})(?:kr|tl)|руб(?:л(?:ей|я|ь))?|грн|лв)(?!\p{L})\.?|${arabicMoney}`
const behindAlone = String.raw`(?<!\p{L})(?:${Object.keys(moneyNames).join("|")})(?!\p{L})`
const code = [...codes].join("|")
/** The part of a cent in which prices of fuel end, as shops raise it: `1,63⁹`. */
const third = String.raw`(?:(?<=(?<![\d.,])[1-9][.,]\d\d)⁹)`
/** Digits with what may stand between them, such as `1 249,00`, `1'000`, `3.450,5`, `12,34,567` and `1億2,000万`. */
const digits = String.raw`(?:\d{1,2}(?:,\d{2})+,\d{3}(?!\d)(?:\.\d+)?|\d+(?:[.,'’\u00a0\u202f ]\d{3}(?!\d))*(?:[.,]\d+)?${easternScales}?)${third}?`
/** A number to its end, without what it is of. One way alone reads each mark: two would be tried for all marks at once. */
const wholeNumber = String.raw`\d+(?:['’\u00a0\u202f ]\d{3}(?!\d)|[.,]\d+)*(?!\d|[.,'’]\d|[\u00a0\u202f ]\d{3}(?!\d))`
/** Between an amount and its sign; Arabic pages set marks there that say which way they are read, and nothing else. */
const gap = String.raw`[\u200e\u200f\u061c]?\s?[\u200e\u200f\u061c]?`
/** From here to there, of which one side alone says its currency. */
const to = String.raw`\s?[-–—]\s?`
/** No letter of a longer word or of an abbreviation, and no sign of a unit, such as that of square meters. */
const end = String.raw`(?!\.?[\p{L}\p{N}²³/]|-\p{L})`
/** A minus that stands by itself, and not between two amounts. */
const minus = String.raw`(?<![\p{L}\p{N}\p{Sc}.,)%]|[\p{N}\p{Sc})%]\s)[-−–]`
/** How many of an amount are meant. One letter apart is perhaps a size or a unit, and never sure. */
const scale = String.raw`(?:[kmbt]|\s?(?:mm|cr|mi|bi))(?:${end}|(?=/\p{L}))|\s[kmbt]$|${scaleWords}`
/** Stands where an amount has no cents: `25,- €`, `CHF 25.–`, `25:-` in Swedish and `₹25/-`. */
const noCents = String.raw`(?:[.,:](?:[-–—]{1,2}|=)|\s?/[-=])(?![-–—=\d])`

interface MoneyPatterns {
  readonly money: RegExp
  /** Most texts name no currency, and are not looked through for amounts of one. */
  readonly namesCurrency: RegExp
}

const patternsWith = (short: string): MoneyPatterns => {
  const ownSign = short === "" ? sign : `${sign}|${short}`
  const anySign = String.raw`(?:${ownSign}|\b(?:${code})\b)`
  const beforeSign = String.raw`(?:\s?[kmt](?=${anySign}(?!\s?\d))|(?:[kmt]|\s?(?:mi|bi|cr))(?=\s?${anySign}(?!\s?\d)))|${scaleWords}`
  /**
   * A sign apart from the number before it and right at the next one is of that: `Until 2024 $5`. It is not where that has the same sign
   * behind it, as two prices with nothing between have it: `14,99 €9,99 €`.
   */
  const notOfNext = String.raw`(?!\s(?<ofNext>${anySign})${wholeNumber}(?!(?:\s?\k<ofNext>${wholeNumber}){0,4}\s?\k<ofNext>(?!\s?\d)))`
  return {
    money: new RegExp(
      String.raw`(?<minus>${minus})?(?:(?<before>${anySign})${gap}(?<first>[-−–]?(?:${digits})(?:${noCents})?)(?<firstScale>${scale})?(?:${to}(?<high>${digits}(?:${noCents})?)(?:(?=${scale})|(?!\s?[\p{L}%\d]|[.,]\d|\s?(?:${ownSign}))))?|(?:(?<low>(?<![\p{L}\p{N}.,])${digits}(?:${noCents})?)(?<lowScale>${scaleWords})?${to})?(?<last>[-−]?(?:${digits})(?:${noCents})?)(?<lastScale>${beforeSign})?${notOfNext}${gap}(?<after>${anySign}|${behindAlone}))(?<scale>${scale})?`,
      "giu"
    ),
    namesCurrency: new RegExp(String.raw`${ownSign}|${behindAlone}|\b(?:${code})\b`, "iu")
  }
}

/** By the short signs that languages have, of which there are few, and by languages. */
const patterns = new Map<string, MoneyPatterns>()
const known = new Map<string, MoneyPatterns>()

/** Languages that are kept; what a page says its language is may be anything. */
const mostKnown = 128

const patternsOf = (language: string): MoneyPatterns => {
  const key = language.slice(0, 35)
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size >= mostKnown) known.clear()
  const short = shortSignsIn(key)
  const own = patterns.get(short) ?? patternsWith(short)
  patterns.set(short, own)
  known.set(key, own)
  return own
}

const amount = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?<digits>(?:${minus}|\+)?(?:${digits})(?:${noCents})?)(?<scale>[km]${end}|${scaleWords})?(?<unit>\s?(?:%|°\p{L}|[¢]|[\p{L}\p{M}²³/]+(?:\s(?:ft|feet|m|meters))?))?`,
  "giu"
)

/** Longest text in which numbers are looked for. */
const maxLength = 500

/** What says that an amount has no cents, at its end. */
const saysWhole = new RegExp(`${noCents}$`, "u")

/**
 * Two decimals mean `12.34`; three digits after the only sign are thousands where the language has it so, and in any language where nothing
 * but a dash stands for the cents.
 */
const valueOf = (said: string, language: string): number => {
  // Two figures are decimals in any language, and so is a third one behind them.
  if (said.endsWith("⁹")) return Number(`${said.slice(0, -1).replace(",", ".").replace(/[−–]/g, "-")}9`)
  const written = said.replace(saysWhole, "")
  const eastern = easternNumber(written, language)
  if (eastern !== undefined) return /^[-−]/.test(written) ? -eastern : eastern
  const text = written.replace(/[−–]/g, "-").replace(/['’\u00a0\u202f ]/g, "")
  const [comma, point] = [text.lastIndexOf(","), text.lastIndexOf(".")]
  const at = Math.max(comma, point)
  if (at < 0) return Number(text)
  const mark = text[at]!
  const isOnly = comma < 0 || point < 0
  const isRepeated = text.indexOf(mark) !== at
  const hasThree = text.length - at - 1 === 3
  const partsThousands = written !== said || (mark === ",") !== hasDecimalComma(language)
  const isZero = /^-?0[.,]/.test(text)
  if (isRepeated || (isOnly && hasThree && !isZero && partsThousands)) return Number(text.replace(/[.,]/g, ""))
  return Number(`${text.slice(0, at).replace(/[.,]/g, "")}.${text.slice(at + 1)}`)
}

const currencyOf = (text: string, language: string): string | null => {
  const upper = text.toUpperCase()
  const short = text.toLowerCase().replace(/(?:л(?:ей|я|ь))?\.?$/, "")
  if (codes.has(upper)) return upper
  return signs[text.toLowerCase()] ?? signs[short] ?? moneyNames[short] ?? shortCode(text, language) ?? null
}

/** Amounts that are written together, alone or from one to another, and where in the text. */
export interface PlacedMoney {
  readonly amounts: ReadonlyArray<Quantity>
  readonly start: number
  readonly end: number
}

interface WrittenMoney extends PlacedMoney {
  readonly isSure: boolean
}

/** An amount that stands alone in parentheses was spent, as those who keep books write it. */
const isSpent = (text: string): boolean => /^\s*\((?=[^()]*\p{Sc}|[^()]*\p{Lu}{3})[^()]{1,40}\)\s*$/u.test(text)

/** What says beside an amount that it is below zero. */
const saidBelow = (text: string, start: number, whole: string, kind: Written["kind"]): MinusAhead | undefined =>
  minusAhead({ kind, ahead: text.slice(0, start), behind: text.slice(start + whole.length) })

const moneyIn = (text: string, language: string): ReadonlyArray<WrittenMoney> =>
  readMoneyIn(text.slice(0, maxLength), language)

const readMoneyIn = remembering((text: string, language: string): ReadonlyArray<WrittenMoney> => {
  const part = plainDigits(text)
  const { money, namesCurrency } = patternsOf(language)
  if (!namesCurrency.test(part)) return []
  const sign = isSpent(part) ? -1 : 1
  return [...part.matchAll(money)].map(({ 0: whole, groups = {}, index: start }) => {
    const currency = currencyOf(groups.before ?? groups.after ?? "", language)
    // Before a sign `T€` is thousands, as German has it.
    const behind = groups.lastScale?.trim().toLowerCase() === "t" ? "tausend" : groups.lastScale?.trim()
    const last = groups.scale ?? behind ?? ""
    const written = [
      [groups.low, groups.lowScale ?? last],
      [groups.first ?? groups.last, groups.firstScale ?? last],
      [groups.high, last]
    ] as const
    const values = written.flatMap(([one, scale]) =>
      one === undefined ? [] : [sign * valueOf(one, language) * scaleOf(scale, language, true)]
    )
    const below = values[0] !== undefined && values[0] > 0 ? saidBelow(part, start, whole, "money") : undefined
    if ((groups.minus !== undefined || below?.isSure === true) && values[0] !== undefined && values[0] > 0)
      values[0] = -values[0]
    return {
      amounts: values.filter(Number.isFinite).map((value) => ({ value, currency, isMoney: true, unit: "" })),
      isSure: values.every(Number.isFinite) && below?.isSure !== false,
      start,
      end: start + whole.length
    }
  })
})

/** The amounts of money in a text, in order, with where they stand. @internal */
export const placeMoney = (text: string, language: string): ReadonlyArray<PlacedMoney> => moneyIn(text, language)

const named = new RegExp(behindAlone, "iu")

/** Whether a text has the name of a currency, which sentences have more often than price tags do. @internal */
export const namesMoney = (text: string): boolean => named.test(text)

/** The amounts of money in a text, in order; none where that of one is not sure. @internal */
export const readMoney = (text: string, language: string): ReadonlyArray<Quantity> => {
  const all = moneyIn(text, language)
  return all.every(({ isSure }) => isSure) ? all.flatMap(({ amounts }) => amounts) : []
}

/** A number, and where in the text it stands. */
export interface PlacedNumber {
  readonly number: Quantity
  readonly start: number
  readonly end: number
}

/** A power, or figures that stand raised behind others and may be cents: what number that is, is not sure. */
const raised = /(?<![\d.,])10[⁰¹²³⁴-⁹⁻]|\d[⁰¹²³⁴-⁹]{2}|\d⁻[¹²³⁴-⁹]/u

/** "A loss of €3 million" is so much, and a result of so much below zero: which is asked for, the text alone does not say. */
const ofLoss =
  /(?<!\p{L})(?:(?:loss(?:es)?|deficit|shortfall)\sof|(?:verlust|fehlbetrag)\s(?:von|in höhe von)|(?:perte|déficit|pérdidas?|prejuízo)\sde|perdita\sdi|verlies\svan)\s(?:(?:about|around|some|over|rund|etwa|environ)\s)?$/iu
const lossLength = 40

/** The numbers in a text, in order, with where they stand: of money when it is any, and none where one is not sure. @internal */
export const placeNumbers = (text: string, language: string): ReadonlyArray<PlacedNumber> => {
  const ofMoney = moneyIn(text, language)
  if (ofMoney.length > 0) {
    if (!ofMoney.every(({ isSure }) => isSure)) return []
    if (ofMoney.some(({ start }) => ofLoss.test(text.slice(Math.max(0, start - lossLength), start)))) return []
    return ofMoney.flatMap(({ amounts, end, start }) => amounts.map((number) => ({ number, start, end })))
  }
  const part = plainDigits(text.slice(0, maxLength))
  if (raised.test(part)) return []
  let isSure = true
  const numbers = [...part.matchAll(amount)].map(({ 0: whole, groups = {}, index: start }): PlacedNumber => {
    // A small one right behind figures is meters or millions.
    const isUnit = groups.scale === "m"
    const size = isUnit || groups.scale === undefined ? 1 : scaleOf(groups.scale, language, false)
    const said = valueOf((groups.digits ?? "").replace("+", ""), language) * size
    const unit = isUnit ? "m" : (groups.unit?.trim().toLowerCase() ?? "")
    const kind = unit === "%" ? "percent" : unit === "" ? "number" : "measure"
    const below = said > 0 && !groups.digits?.startsWith("+") ? saidBelow(part, start, whole, kind) : undefined
    if (below?.isSure === false) isSure = false
    const value = below === undefined ? said : -said
    const end = start + (unit === "" ? whole : (groups.digits ?? "")).length
    return { number: { value, currency: null, isMoney: false, unit }, start, end }
  })
  return isSure && numbers.every(({ number }) => Number.isFinite(number.value)) ? numbers : []
}

/** The same, each with the word that follows it. @internal */
export const readNumbers = (text: string, language: string): ReadonlyArray<Quantity> =>
  placeNumbers(text, language).map(({ number }) => number)

const free = /^(?:free|gratis|kostenlos|kostenfrei|gratuit|gratuito|無料|免费)\b/i

/** Whether the text says that something costs nothing. @internal */
export const isFree = (text: string): boolean => free.test(text.trim())
