/** What a page says, as the value that a schema asks for. Nothing is guessed: what is not sure is not there. */

import { normalized } from "../../paging/domain/normalized.ts"
import { plainDigits } from "../../paging/domain/plainDigits.ts"
import { isUrl } from "../../security/domain/parseUrl.ts"
import { amountsInCurrency, currencyAsked } from "./askedCurrency.ts"
import { type DataProperty, fitsScalar, type NumberShape, type ScalarShape, type TextShape } from "./DataShape.ts"
import type { Fact } from "./FactSheet.ts"
import { nameWords, stemmed } from "./nameWords.ts"
import { nowAndBefore } from "./nowAndBefore.ts"
import { scaleInName } from "./numberScales.ts"
import type { PageLocale } from "./PageLocale.ts"
import { areTurned, asksWhetherGone, isNegator } from "./polarity.ts"
import { ofRate, type Rate, rateAsked } from "./priceRates.ts"
import { currencyNamed, readCurrency } from "./readCurrency.ts"
import { readDay, readDays, readMoment, readTime } from "./readDay.ts"
import { isFree, placeNumbers, type Quantity, readNumbers } from "./readNumber.ts"
import { readStock, readYesNo, speaksOfStock } from "./readStatus.ts"
import { speaksOf } from "./relatives.ts"
import { sameChoice } from "./sameChoice.ts"
import { type TaxSide, taxSideOf } from "./taxSide.ts"
import {
  areOfOneMeasure,
  chainedMeasure,
  clockMeasure,
  inUnit,
  isUnitOf,
  secondsOf,
  strictlyInUnit,
  unitOfName
} from "./units.ts"
import { wholeBeginning } from "./wholeBeginning.ts"

export type Scalar = string | number | boolean

/** What the name of a property tells of its values, read once for each. */
export interface Wanted {
  readonly name: string
  readonly words: ReadonlyArray<string>
  readonly unit: string | null
  readonly isStock: boolean
  readonly isSoldOut: boolean
  readonly isPhone: boolean
  /** An address of mail, and not what else one may ask of mails. */
  readonly isEmail: boolean
  readonly isMoney: boolean
  /** A price that was. */
  readonly asksFormer: boolean
  /** Money in its smallest coins: `price_cents`. */
  readonly asksCents: boolean
  /** A mark out of a highest one. */
  readonly isMark: boolean
  /** How many there are, or how much money: no length, and no weight. */
  readonly isCounted: boolean
  /** Of a stretch of days the last one, where the property speaks of an end. */
  readonly asksLastDay: boolean
  /** A text that says which currency amounts are in, and not its sign. */
  readonly isCurrency: boolean
  /** Where something is on the web, and not what leads there. */
  readonly asksUrl: boolean
  /** An amount that is told in billions as `B`. */
  readonly isLarge: boolean
  /** What something is called, and not the title of a page. */
  readonly asksName: boolean
  /** What somebody does, and not what something is called. */
  readonly asksRole: boolean
  /** Somebody who wrote it. */
  readonly isAuthor: boolean
  readonly end: "least" | "most" | null
  /** Money with the tax or without it; null where that is not said. */
  readonly taxSide: TaxSide | null
  /** Of money what it is paid for, such as a month or a kilogram; null for the thing as a whole. */
  readonly rate: Rate
  /** The codes of which any will do, where amounts are asked in a currency; null where they are not. */
  readonly currencies: ReadonlyArray<string> | null
}

const former = new Set(
  stemmed("old former previous precedente was original regular list uvp rrp msrp strike ancien antes anterior prima")
)

const counted = new Set(
  stemmed(
    "price salary rent revenue turnover umsatz sales profit debt valuation funding capital budget assets users customers kunden downloads employees mitarbeiter subscribers followers views visitors population inhabitants einwohner members"
  )
)

const ratios = new Set(
  stemmed(
    "ratio contrast compression zoom kontrast kontrastverhältnis verhältnis rapport contraste rapporto contrasto relación proporción verhouding"
  )
)

/** Whether a name asks how many times one thing is another. */
const speakOfRatio = (words: ReadonlyArray<string>): boolean => words.some((word) => ratios.has(word))

const largeAmounts = new Set(
  stemmed(
    "marketcap capitalization marktkapitalisierung revenue turnover umsatz sales profit debt valuation funding capital budget assets income ebitda earnings gdp aum tvl volume"
  )
)

const marks = new Set(stemmed("score rating stars mark note"))
const howMany = new Set(stemmed("count number total anzahl quantity amount"))

/** Whether a name asks for the mark that reviews give, and not how many gave one: `review_score`. */
const asksMark = (words: ReadonlyArray<string>): boolean =>
  words.some((word) => marks.has(word)) && !words.some((word) => howMany.has(word))

const spacedName = (name: string): string => name.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[_-]+/g, " ")

const names = new Set(stemmed("name nom nombre nome naam namn navn nazwa 名前 名称"))

const roles = new Set(
  stemmed("role position job function occupation profession funktion poste puesto cargo ruolo rolle")
)

type Property = Pick<DataProperty, "name" | "shape">

/** What was read of a property, which is asked for again with each row. */
const known = new WeakMap<Property, Wanted>()

/** @internal */
export const wantedOf = (property: Property): Wanted => {
  const before = known.get(property)
  if (before !== undefined) return before
  const wanted = readWanted(property)
  known.set(property, wanted)
  return wanted
}

const readWanted = ({ name, shape }: Property): Wanted => {
  const words = nameWords(name)
  const end = words.some((word) => word === "min" || word === "minimum" || word === "low")
    ? "least"
    : words.some((word) => word === "max" || word === "maximum" || word === "high")
      ? "most"
      : null
  return {
    name,
    words,
    unit: unitOfName(name, shape.description),
    isStock: speaksOf(words, "availability"),
    isSoldOut: asksWhetherGone(name),
    isPhone: speaksOf(words, "phone"),
    isEmail: /(?:^| )e?mail(?: addr\p{L}*)?$/u.test(words.join(" ")),
    isMoney: speaksOf(words, "price") || speaksOf(words, "salary") || speaksOf(words, "rent"),
    asksFormer: words.some((word) => former.has(word)),
    asksCents: words.includes("cent"),
    isMark: speaksOf(words, "rating") && (asksMark(words) || !words.some((word) => word.startsWith("review"))),
    isCounted: words.some((word) => counted.has(word)),
    asksLastDay: speaksOf(words, "end"),
    isCurrency: shape.kind === "text" && shape.format === null && speaksOfCurrency(words, shape.description),
    asksUrl: /^(?:url|uri|href)$/.test(words.at(-1) ?? ""),
    isLarge:
      words.some((word) => largeAmounts.has(word)) ||
      /(?:^| )(?:market cap|enterpris valu|net worth|net incom)/.test(words.join(" ")),
    asksName: words.some((word) => names.has(word)),
    asksRole: words.some((word) => roles.has(word)),
    isAuthor: speaksOf(words, "author"),
    end,
    taxSide: taxSideOf(spacedName(name)) ?? taxSideOf(shape.description),
    rate: rateAsked(words),
    currencies: shape.kind === "number" ? currencyAsked(words, shape.description) : null
  }
}

/** What else a currency is asked for by: its sign, its name. */
const otherThanCode = new Set(stemmed("symbol sign name label zeichen symbole simbolo rate pair"))

const speaksOfCurrency = (words: ReadonlyArray<string>, description: string): boolean => {
  const described = nameWords(description)
  if ([...words, ...described].some((word) => otherThanCode.has(word))) return false
  return speaksOf(words, "currency") || (described.length <= 3 && speaksOf(described, "currency"))
}

/** The value of a fact as the shape has it; undefined when it is none. @internal */
export const readTyped = (
  fact: Pick<Fact, "name" | "value">,
  shape: ScalarShape,
  wanted: Wanted,
  locale: PageLocale
): Scalar | undefined => {
  const value = typed(fact, shape, wanted, locale)
  return value !== undefined && fitsScalar(shape, value) ? value : undefined
}

const typed = (
  { name, value }: Pick<Fact, "name" | "value">,
  shape: ScalarShape,
  wanted: Wanted,
  locale: PageLocale
): Scalar | undefined => {
  switch (shape.kind) {
    case "open":
      return value
    case "flag":
      return flagOf(value, wanted, name)
    case "number": {
      const language = languageOf(name, value, wanted, locale)
      const inCurrency =
        wanted.currencies === null ? null : amountsInCurrency(String(value), wanted.currencies, locale, language)
      const isRatio = toOne.test(String(value)) && [wanted.words, nameWords(name)].some(speakOfRatio)
      const found = numberOf(value, shape, wanted, { language, inCurrency, isRatio })
      return inOwnScale(found, { name, value }, wanted, locale.language)
    }
    case "text":
      return textOf(
        wanted.unit === null ? withUnit(String(value).trim(), name) : String(value).trim(),
        shape,
        wanted,
        locale
      )
  }
}

/** What begins the name of a count and measures it: `10` under `GB storage`. */
const measures =
  /^(?:[kmgt]i?b|[kmgt]bit(?:\/s)?|[kmg]bps|kg|mg|g|cm|mm|km|ml|cl|kwh?|[mg]hz|mah|m²|sqm|qm|min|mins|minutes?|hrs?|hours?|days?|weeks?|months?|years?|tage?|stunden?|minuten?|wochen?|monate?|jahre?)(?=\s)/iu

/** A count with the unit that its name took along. */
const withUnit = (text: string, name: string): string => {
  const [unit] = /^\d[\d.,]*$/.test(text) ? (measures.exec(name) ?? []) : []
  return unit === undefined ? text : `${text} ${unit}`
}

/** A number is written as those of its column are, and money as that of its page; words that say how many follow the page's language. */
const languageOf = (name: string, value: Scalar, { isMoney }: Wanted, locale: PageLocale): string =>
  String(value).replace(/[^\p{L}]/gu, "").length > 3
    ? locale.language
    : (locale.decimals?.get(name) ?? (isMoney ? locale.moneyDecimals : undefined) ?? locale.language)

const flagOf = (value: Scalar, wanted: Wanted, name: string): boolean | undefined => {
  const text = String(value)
  if ((wanted.isSoldOut || wanted.isStock) && typeof value !== "boolean") {
    const isThere = readStock(text)
    if (isThere !== null) return wanted.isSoldOut ? !isThere : isThere
  }
  const said = typeof value === "boolean" ? value : yesOrNo(text, name)
  // A bare yes answers what the page asks, which may be the other way round than the property.
  const isTurned = said === undefined ? null : areTurned(wanted.name, name)
  return isTurned === null ? undefined : said !== isTurned
}

const yesOrNo = (text: string, name: string): boolean | undefined => {
  const said = readYesNo(text)
  if (said !== null) return said
  // A cell that repeats its own name says yes: "Required" under "Required".
  return nameWords(text).join(" ") === nameWords(name).join(" ") ? true : undefined
}

const rounded = (value: number): number => Number(value.toPrecision(14))

/** Beside figures alone these are a unit or a size of numbers. */
const doubtful = new Set(["m", "b", "t", "k"])
const cents = /^(?:cents?|cts?|¢|centimes?|céntimos?|centavos?|centesimi|rappen|pence)$/u

/** How far a page rounds a measure that it writes twice. */
const roundedBy = 0.03

/** Sides of a thing: none of them is the value. */
const sidesOfThing = /\d\s?[×x]\s?\d/u
/** A score or a ratio: neither number is the value, but for `2.39:1`. An amount of money stands apart from them. */
const score = /(?<![\d.,])\d+[:：]\d/u

/** How many of one thing come upon one of another, and nothing else: `1000:1`. */
const toOne = /^[^:：]*\d\s?[:：]\s?1(?![\d.,]*\d)[^:：]*$/u

/** What is no single number, or one that is written in parts; undefined where a text is neither. */
const inParts = (text: string, wanted: Wanted, { isRatio, language }: Reading): number | null | undefined => {
  const measure = chainedMeasure(text) ?? clockMeasure(text)
  if (measure === undefined) {
    const isScore = score.test(text) && !wanted.isMoney && !isRatio
    return sidesOfThing.test(text) || isScore ? null : undefined
  }
  const value = measure === null || wanted.unit === null ? null : strictlyInUnit(measure, wanted.unit)
  if (value === null) return null
  // The page says it in that unit as well: `3 lb 14 oz (1.76 kg)`.
  const written = readNumbers(text, language).find(
    (one) => isUnitOf(one.unit, wanted.unit) && Math.abs(one.value - value) <= value * roundedBy
  )
  return written?.value ?? value
}

/** The one number of a text that is one over another; a mark is the first of them, and what is no part of a whole is neither. */
const withoutFractions = (text: string, wanted: Wanted): string | null => {
  const said = text.replace(/[¼-¾⅐-⅞]/gu, (one) => ` ${normalized(one, "NFKC")}`).trim()
  const found =
    /(?<![\d./])(?:(?<whole>\d{1,3})[\s-])?\s?(?<part>\d+(?:[.,]\d+)?)\s?[/⁄]\s?(?<of>\d+)(?![\d/]|[.,]\d)/u.exec(said)
  if (found === null || readDay(text, "en-US") !== null) return text
  const { of = "", part = "", whole } = found.groups ?? {}
  if (wanted.isMark && whole === undefined) return said.replace(found[0], part)
  const isPart = /^(?:[2-8]|16|32|64)$/.test(of) && /^\d+$/.test(part) && Number(part) < Number(of)
  if (!isPart) return null
  return said.replace(found[0], (Number(whole ?? "0") + Number(part) / Number(of)).toFixed(6))
}

/** A mark without how many gave it: `★★★★½ (128)` is 4.5, `★★★☆☆` 3, and `(128)` none. */
const markIn = (text: string): string => {
  const mark = text.replace(/\(\s{0,3}\d[\d.,'’ \u00a0]{0,30}(?:\s?\p{L}{2,20}){0,2}\s{0,3}\)/gu, " ").trim()
  const [, full = "", half = "", empty = ""] = /^([★⭐]{1,5})(½?)(☆{0,4})$/u.exec(mark) ?? []
  const isWhole = half + empty !== "" && [...(full + half + empty)].length === 5
  return isWhole ? String([...full].length + (half === "" ? 0 : 0.5)) : mark
}

/** `18.42B`, where such amounts are told so: the figures, and how many one of them is. */
const inBillions = (text: string, { isLarge }: Wanted): readonly [figures: string, size: number] | undefined => {
  const [, figures, size] = /^([-−]?\d[\d.,]*)([BT])(?:\s[A-Z]{3})?$/.exec(text.trim()) ?? []
  return figures === undefined || !isLarge ? undefined : [figures, size === "B" ? 1e9 : 1e12]
}

/** How the numbers of a text are read. */
interface Reading {
  readonly language: string
  /** The amounts in the currency that is asked for; null where none is, or the text has no money. */
  readonly inCurrency: ReadonlySet<number> | null
  readonly isRatio: boolean
}

const numberOf = (said: Scalar, shape: NumberShape, wanted: Wanted, reading: Reading): number | undefined => {
  if (typeof said === "number") return said
  if (typeof said === "boolean") return undefined
  const value = wanted.isMark ? markIn(plainDigits(said)) : plainDigits(said)
  const large = inBillions(value, wanted)
  if (large !== undefined) {
    const [figures, size] = large
    const found = numberOf(figures, { ...shape, isInteger: false }, wanted, reading)
    return found === undefined ? undefined : rounded(found * size)
  }
  const seconds = secondsOf(value)
  if (seconds !== null) return inUnit(seconds, "s", wanted.unit ?? "s") ?? undefined
  // As those write it who keep books: `(3.5)%` is less than nothing.
  const spent = /^\((\d[\d.,]*)\)\s?%$/.exec(value.trim())?.[1]
  if (spent !== undefined) return numberOf(`-${spent} %`, shape, wanted, reading)
  const parted = inParts(value, wanted, reading)
  if (parted !== undefined) return parted ?? undefined
  const text = withoutFractions(value, wanted)
  if (text === null) return undefined
  const numbers = amountsOf(text, wanted, reading)
  if (numbers.length === 0) return wanted.isMoney && reading.inCurrency === null && isFree(value) ? 0 : undefined
  // Of a measure in several units the one that is asked for.
  const measured = numbers.filter(({ unit }) => isUnitOf(unit, wanted.unit))
  const isRange = wanted.end === null && !wanted.isMark && isFromTo(text, numbers, wanted, reading.language)
  const edge = isRange ? edgeAsked(wanted) : null
  if (isRange && edge === null) return undefined
  const one = edge === null && measured.length === 1 ? measured[0]! : numbers[0]!
  const pick = edge === "last" || (wanted.end === "most" && measured.length !== 1) ? numbers.at(-1)! : one
  // An address, a sentence or a date with a number in it is not that number.
  if (!isAbout(text, numbers.length, wanted)) return undefined
  if (wanted.isCounted && wanted.unit === null && doubtful.has(pick.unit)) return undefined
  const converted = inUnit(wanted.isMoney ? inCoins(pick, wanted) : pick.value, pick.unit, wanted.unit)
  if (converted === null) return undefined
  return shape.isInteger &&
    !Number.isInteger(converted) &&
    Number.isInteger(rounded(converted * 1000)) &&
    /^\D*\d{1,3}[.,]\d{3}\D*$/.test(value)
    ? rounded(converted * 1000)
    : rounded(converted)
}

/** Which end of a range a name asks for that has no word for the least or the most: `price_from`, `end_year`, `lowest_fare`. */
const edgeAsked = ({ asksLastDay, name, words }: Wanted): "first" | "last" | null => {
  const said = spacedName(name)
  if (speaksOf(words, "start") || /(?:^| )(?:from|ab|desde|vanaf)$|^from |lowest|cheapest|smallest/i.test(said))
    return "first"
  return asksLastDay || /(?:^| )(?:to|up to|until|bis|hasta)$|^up to |highest|largest/i.test(said) ? "last" : null
}

const fromTo = /^\s?(?:[-–—−~〜～]|to|through|until|bis|à|a|al|hasta|até|tot|t\/m|till|til|do|から)\s?(?:\p{Sc}\s?)?$/iu
/** Joins two numbers behind a word that says that all between them are meant. */
const andTo = /^\s?(?:and|und|et|y|e|en|och|og|i)\s?(?:\p{Sc}\s?)?$/iu
const between = /(?<!\p{L})(?:between|zwischen|entre|tra|tussen|mellan|mellem|mellom|między)\s(?:\p{Sc}\s?)?$/iu

/** Whether all from one number to another are meant, so that neither is the value. */
const isFromTo = (text: string, numbers: ReadonlyArray<Quantity>, wanted: Wanted, language: string): boolean => {
  const placed = placeNumbers(text, language)
  return placed.some((next, at) => {
    const last = placed[at - 1]
    if (last === undefined) return false
    if (![last, next].every(({ number }) => numbers.some(({ value }) => value === number.value))) return false
    const rises = last.number.value < next.number.value
    if (next.start === last.start) return rises
    const ahead = text.slice(0, last.start)
    const joins = (joint: string) => fromTo.test(joint) || (andTo.test(joint) && between.test(ahead))
    const joint = text.slice(last.end, next.start)
    if (rises && joins(joint)) return true
    // Of one measure, and where one of several units is asked for, both in that or neither.
    const [unit, own] = [last.number.unit, next.number.unit]
    if (unit === "" || !areOfOneMeasure(unit, own)) return false
    const isOfOne = wanted.unit === null || isUnitOf(unit, wanted.unit) === isUnitOf(own, wanted.unit)
    return isOfOne && (rises || unit !== own) && joins(joint.replace(unitAhead, ""))
  })
}

/** The word of the first number, between the two. */
const unitAhead = /^\s?(?:%|°\p{L}|[¢]|[\p{L}\p{M}²³/]+)/u

/** A number as the names have it: 450 under `assets (in millions)`, for a property that asks for them or for all of it. */
const inOwnScale = (
  found: number | undefined,
  { name, value }: Pick<Fact, "name" | "value">,
  wanted: Wanted,
  language: string
): number | undefined => {
  if (found === undefined) return undefined
  // What says how many it means needs no name that does.
  const text = String(value)
  const isBare = text.replace(/[^\p{L}]/gu, "").length <= 3 && !/\d\s?[kmbt](?!\p{L})/iu.test(text)
  const scale = (isBare ? scaleInName(name, language) : 1) / scaleInName(wanted.name, language)
  return scale === 1 ? found : rounded(found * scale)
}

/** Of a price those in the currency that is asked for, which are asked now, or were before, as the property has it. */
const amountsOf = (text: string, wanted: Wanted, { inCurrency, language }: Reading): ReadonlyArray<Quantity> => {
  const inOwn = (numbers: ReadonlyArray<Quantity>) =>
    inCurrency === null ? numbers : numbers.filter(({ value }) => inCurrency.has(value))
  if (!wanted.isMoney) return inOwn(readNumbers(text, language))
  const said = nowAndBefore(text, language, wanted.taxSide)
  const [before, now] = [inOwn(said.before), inOwn(said.now)]
  return ofRate(wanted.asksFormer && before.length > 0 ? before : now, text, language, wanted.rate)
}

/** An amount of small coins in large ones, or the other way round, as the property has it. */
const inCoins = ({ isMoney, unit, value }: Quantity, { asksCents }: Wanted): number => {
  if (asksCents) return isMoney ? rounded(value * 100) : value
  return cents.test(unit) ? rounded(value / 100) : value
}

/** Whether a text is a number with little beside it. */
const isAbout = (text: string, count: number, wanted: Wanted): boolean => {
  const letters = text.replace(/[^\p{L}]/gu, "").length
  const figures = text.replace(/\D/gu, "").length
  if (count > (wanted.end === null ? 2 : 3)) return false
  if (readDay(text, "") !== null) return false
  return letters <= 24 + figures * 2
}

const emailPattern = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u

/** What stands in a cell that says nothing. */
const saysNothing = /^(?:[-–—‐―−]+|n\/a|k\.\s?a\.|s\/o)$/iu

const textOf = (text: string, shape: TextShape, wanted: Wanted, locale: PageLocale): string | undefined => {
  if (text === "" || saysNothing.test(text)) return undefined
  if (wanted.isCurrency) return codeOf(text, shape, locale)
  if (shape.choices !== null) return choiceOf(text, shape.choices)
  switch (shape.format) {
    case "date":
      return (
        (wanted.asksLastDay ? readDays(text, locale.language)?.[1] : undefined) ??
        readDay(text, locale.language) ??
        undefined
      )
    case "date-time":
      return readMoment(text) ?? undefined
    case "time":
      return readTime(text) ?? undefined
    case "email":
      return emailPattern.exec(wholeBeginning(text, 500))?.[0]
    case "uri":
      return /^https?:\/\//i.test(text) && isUrl(text) ? text : undefined
    default:
      if (wanted.asksUrl && !isAddress(text)) return undefined
      if (wanted.isPhone) return phoneOf(text, shape, locale)
      if (wanted.isEmail) return emailPattern.exec(wholeBeginning(text, 500))?.[0]
      return lastOfAddress(wanted.isAuthor ? withoutByline(text) : text)
  }
}

/** Whether a text is where something is, with its scheme or without; a word such as `PDF` leads there. */
const isAddress = (text: string): boolean =>
  /^(?:[a-z][a-z\d+.-]*:)?\/\/\S+$/iu.test(text) ||
  /^(?:\/\S*|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,24}(?:[/?#:]\S*)?)$/u.test(text)

/** What says that somebody wrote something, around who did. */
const withoutByline = (text: string): string => {
  const said = text
    .replace(/^(?:by|written by|von|par|por|di|door|av)\s+(?=\p{Lu})/iu, "")
    .replace(/(?<=\S)\s*(?:著|作|文|著者|編著)$/u, "")
  return said === "" ? text : said
}

/** What stands at the end of an address of schema.org is the word that is meant. */
const lastOfAddress = (text: string): string => {
  const found = /^https?:\/\/schema\.org\/(\w+)$/.exec(text)
  return found === null ? text : found[1]!
}

/** Longest telephone number, with what is said beside it. */
const maxPhone = 60

/** The code of a currency, where a sign tells it; as it is written where it is a name. */
const codeOf = (text: string, { choices }: TextShape, locale: PageLocale): string | undefined => {
  const isAmount = /\p{Nd}/u.test(text)
  const code = isAmount ? readCurrency(text, locale) : currencyNamed(text, locale)
  if (code === null || (isAmount && code === undefined)) return undefined
  return choices === null ? (code ?? text) : choiceOf(code ?? text, choices)
}

/** In E.164 when it comes with its country, or the page tells it; as it is written when it does not. */
const phoneOf = (said: string, { readPhone }: TextShape, locale: PageLocale): string | undefined => {
  const text = plainDigits(said)
  const figures = text
    .replace(/\(0\)/, "")
    .replace(/^tel:/i, "")
    .replace(/[\s().\-/\u00a0\u202f]/g, "")
  const international = /^(?:\+|00)([1-9]\d{6,14})$/.exec(figures)
  if (international !== null) return `+${international[1]}`
  const national = text.length <= maxPhone ? readPhone?.(text, locale) : null
  if (national !== undefined && national !== null) return national
  return /\d{3}/.test(figures) && text.length <= maxPhone ? text : undefined
}

/** The choices of a property with all that texts are compared with. */
interface KnownChoices {
  readonly exact: ReadonlySet<string>
  readonly words: ReadonlyArray<readonly [choice: string, words: ReadonlyArray<string>]>
  /** The first choice with such words, and such as are written together. */
  readonly spaced: ReadonlyMap<string, string>
  readonly joined: ReadonlyMap<string, string>
  /** Those that say that something is there, the one of them that is alone, and the one that says that it is gone. */
  readonly there: ReadonlySet<string>
  readonly inStock: string | undefined
  readonly gone: string | undefined
}

const knownChoices = new WeakMap<ReadonlyArray<string>, KnownChoices>()

const firstOf = (named: ReadonlyArray<readonly [name: string, choice: string]>): ReadonlyMap<string, string> =>
  new Map(named.toReversed())

/** Choices may be thousands, and are looked at with each value: they are read once. */
const choicesIn = (choices: ReadonlyArray<string>): KnownChoices => {
  const before = knownChoices.get(choices)
  if (before !== undefined) return before
  const words = choices.map((choice) => [choice, nameWords(choice)] as const)
  const stock = choices.map(
    (choice) => [choice, readStock(choice.replaceAll("_", " ").replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"))] as const
  )
  const onlyOne = (isThere: boolean): string | undefined => {
    const meant = stock.filter(([, own]) => own === isThere)
    return meant.length === 1 ? meant[0]![0] : undefined
  }
  const found: KnownChoices = {
    there: new Set(stock.filter(([, own]) => own === true).map(([choice]) => choice)),
    exact: new Set(choices),
    words,
    spaced: firstOf(words.map(([choice, own]) => [own.join(" "), choice] as const)),
    joined: firstOf(words.map(([choice, own]) => [own.join(""), choice] as const)),
    inStock: onlyOne(true),
    gone: onlyOne(false)
  }
  knownChoices.set(choices, found)
  return found
}

/** The one choice that the text is, or whose words it has; none when several are meant. */
const choiceOf = (text: string, choices: ReadonlyArray<string>): string | undefined => {
  const words = nameWords(lastOfAddress(text))
  const known = choicesIn(choices)
  if (known.exact.has(text)) return text
  const same = known.spaced.get(words.join(" ")) ?? known.joined.get(words.join(""))
  if (same !== undefined) return same
  const isThere = readStock(text)
  const meant = isThere === true ? known.inStock : isThere === false ? known.gone : undefined
  if (meant !== undefined) return meant
  const other = choiceInWords(text, words, choices, known)
  // "Back in stock soon" has the words of what is there.
  return other !== undefined && isThere !== true && known.there.has(other) && speaksOfStock(text) ? undefined : other
}

const choiceInWords = (
  text: string,
  words: ReadonlyArray<string>,
  choices: ReadonlyArray<string>,
  known: KnownChoices
): string | undefined => {
  // What is not one of them is perhaps none of them: "not active".
  if (words.some(isNegator)) return undefined
  const other = sameChoice(text, choices)
  if (other === null) return undefined
  const inside = known.words.filter(([, own]) => own.every((word) => words.includes(word)))
  if (inside.length > 0) return inside.length === 1 && words.length <= 12 ? inside[0]![0] : undefined
  return other
}
