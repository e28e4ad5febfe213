/**
 * Prices that a page writes for programs and asks no more: shops change what they show, and forget what they write into JSON-LD.
 *
 * **Details.** What is shown is believed where it is one clear price, which stands alone or is called so, in the same currency as far as the page says, and the written one is struck
 * out, or shown nowhere. What is written is believed where the page shows no price (its scripts may), several, the lowest of several or what a
 * month or a kilogram costs, where it writes prices of several forms, where what is shown may be the same without the tax, and where it is so
 * much less or more, or stands below so different a heading, that it is of something else.
 */
import { plainDigits } from "../../paging/domain/plainDigits.ts"
import { besideOf } from "./baskets.ts"
import { isClearPrice } from "./clearPrice.ts"
import { isCurrencyCode } from "./currencyCodes.ts"
import type { Fact, FactSet, FactSheet } from "./FactSheet.ts"
import { nameWords, stemmed } from "./nameWords.ts"
import { nowAndBefore } from "./nowAndBefore.ts"
import type { PageLocale } from "./PageLocale.ts"
import { isPriceNamed, ratedIn } from "./priceRates.ts"
import { readCurrency } from "./readCurrency.ts"
import { isFree as isFreeText, placeMoney, readNumbers } from "./readNumber.ts"
import { speaksOf } from "./relatives.ts"
import { isPriceOfThing, memberWords } from "./saidKinds.ts"
import { taxSideOf } from "./taxSide.ts"

/** A price as it is written for programs; the currency is null where it names none. */
export interface WrittenPrice {
  readonly amount: number
  readonly currency: string | null
}

/** Longest text of a price, and facts and characters of a page that are looked at. */
const most = { price: 80, facts: 3_000, text: 20_000 } as const

/** The least part of what one price was, or of what it is now, that the other can be: less is what a strap costs. */
const leastPart = 0.2

/** How much more an amount with the tax may be than one without it. */
const mostTaxed = 1.35

/** Small coins of one unit of money. */
const coins = 100

const isSame = (one: number, other: number): boolean => Math.abs(one - other) < 0.005

const former = new Set(stemmed("old former previous was original regular list uvp rrp msrp compare strike before"))
const ofMembers = new RegExp(String.raw`(?<!\p{L})${memberWords}`, "iu")

/** What stands before the lowest of several, and behind it. */
const fromOn =
  /(?<!\p{L})(?:from|starting at|as low as|ab|à partir de|dès|a partir de|desde|da|vanaf|od|från|fra)\s?[\p{Sc}]?\s?$/iu
const andMore = /^\s?\+/

interface ShownPrices {
  readonly now: ReadonlyArray<ShownNow>
  readonly before: ReadonlyArray<number>
  /** Whether it costs nothing, in so many words. */
  readonly isFree: boolean
}

interface ShownNow {
  readonly amount: number
  readonly currency: string | null
  /** Whether it is surely the price, by its label or because it stands alone. */
  readonly isClear: boolean
  /** Whether it may be one of several, which says nothing of any. */
  readonly isOpen: boolean
  readonly isUntaxed: boolean
}

/** Whether a fact is called a price, and nothing beside it says that it is that of the way or the like. */
const isOfThing = (fact: Fact): boolean =>
  isPriceNamed(fact) && isPriceOfThing(`${fact.name} ${String(fact.value).slice(0, most.price)}`)

const isShown = (fact: Fact): boolean =>
  (fact.source === "text" || fact.source === "pair" || fact.source === "table") &&
  isOfThing(fact) &&
  !/\blisted\b/.test(fact.context) &&
  besideOf(fact) === null

/** Whether a fact stands under the heading of the page, or under one that says what it costs. */
const isOfTitle = ({ context, value }: Fact, title: string): boolean => {
  const heading = context.replace(String(value), "").trim().toLowerCase()
  return heading === "" || title.includes(heading) || speaksOf(nameWords(heading), "price")
}

const pricesIn = (fact: Fact, title: ReadonlyArray<string>, locale: PageLocale): ShownPrices => {
  const { name, value } = fact
  const text = String(value)
  const isFree = /^\p{L}+[.!]?$/u.test(text.trim()) && isFreeText(text)
  if (text.length > most.price) return { now: [], before: [], isFree }
  const { before, now } = nowAndBefore(text, locale.language)
  const amounts = (some: typeof now) => some.filter(({ isMoney }) => isMoney).map(({ value: amount }) => amount)
  const isFormer = nameWords(name).some((word) => former.has(word))
  if (isFormer) return { now: [], before: amounts([...before, ...now]), isFree }
  const rated = new Set(ratedIn(text, locale.language).flatMap(({ rate, values }) => (rate === null ? [] : values)))
  const [first] = placeMoney(text, locale.language)
  const isOpen =
    first !== undefined &&
    (first.amounts.length > 1 || fromOn.test(text.slice(0, first.start)) || andMore.test(text.slice(first.end)))
  const currency = readCurrency(text, locale) ?? null
  const isUntaxed = taxSideOf(`${name} ${text}`) === "without"
  const asked = amounts(now).filter((amount) => !rated.has(amount))
  const isClear = asked.length > 0 && isClearPrice(fact, asked, title, locale.language)
  return {
    now: asked.map((amount) => ({ amount, currency, isClear, isOpen, isUntaxed })),
    before: amounts(before),
    isFree
  }
}

const isOtherwise = (fact: Fact): boolean => ofMembers.test(fact.name) || (fact.source === "pair" && !isOfThing(fact))

/** Amounts that something else is called by: `Strap: €19.00`. */
const calledOtherwise = (facts: ReadonlyArray<Fact>): ReadonlySet<Fact["value"]> =>
  new Set(facts.flatMap((fact) => (isOtherwise(fact) ? [fact.value] : [])))

const known = new WeakMap<FactSheet, ShownPrices>()

const shownOf = (sheet: FactSheet, locale: PageLocale): ShownPrices => {
  const seen = known.get(sheet)
  if (seen !== undefined) return seen
  const facts = sheet.facts.slice(0, most.facts)
  const heading = facts.findIndex(({ name, source }) => source === "heading" && name === "title")
  const title = `${heading < 0 ? "" : facts[heading]!.value}\n${sheet.title ?? ""}`.toLowerCase()
  const words = nameWords(title)
  const otherwise = calledOtherwise(facts)
  const all = facts
    .slice(Math.max(0, heading))
    .filter((fact) => isShown(fact) && isOfTitle(fact, title) && !otherwise.has(fact.value))
    .map((fact) => pricesIn(fact, words, locale))
  const before = all.flatMap((one) => one.before)
  // Names of classes and what is struck out tell of one amount twice.
  const now = all.flatMap((one) => one.now).filter(({ amount }) => !before.some((one) => isSame(one, amount)))
  const taxed = now.filter(({ isUntaxed }) => !isUntaxed)
  const shown = { now: taxed.length > 0 ? taxed : now, before, isFree: all.some(({ isFree }) => isFree) }
  known.set(sheet, shown)
  return shown
}

const isMoneyOf = (line: string, amount: number, language: string): boolean =>
  placeMoney(line, language).some(({ amounts }) => amounts.some(({ value }) => isSame(value, amount)))

/** Whether an amount stands anywhere in the text of a page, or among what may be chosen on it. */
const standsAnywhere = ({ lists, text }: FactSheet, amount: number, { language }: PageLocale): boolean => {
  // Whatever marks its thousands, the last three figures stand together.
  const figures = String(Math.floor(amount)).slice(-3)
  const choices = lists.flatMap(({ source, values }) => (source === "json-ld" || source === "state" ? [] : values))
  let left: number = most.text
  for (const line of [...text.slice(0, most.text).split("\n"), ...choices]) {
    left -= line.length + 1
    if (left < -most.text) return true
    const part = plainDigits(line)
    if (part.includes(figures) && isMoneyOf(part, amount, language)) return true
  }
  return false
}

/** Whether what is written is nothing, or the shown one in its small coins: templates do so that know no price, or take it as it is kept. */
const isNoPrice = (written: number, shown: number): boolean =>
  shown > 0 && (written === 0 || isSame(written, shown * coins))

/**
 * What a page asks in place of a price that it writes for programs; null where that is believed.
 *
 * @internal
 */
export const askedInstead = (written: WrittenPrice, sheet: FactSheet, locale: PageLocale): number | null => {
  const { before, isFree, now } = shownOf(sheet, locale)
  if (now.some(({ amount }) => isSame(amount, written.amount))) return null
  const isStruck = before.some((one) => isSame(one, written.amount))
  const asked = isStruck ? now[0] : now.find(({ isClear }) => isClear)
  if (asked === undefined || now[0]!.isOpen) return null
  const { amount, currency } = asked
  if (currency !== null && written.currency !== null && currency !== written.currency) return null
  const isOne = now.every((one) => !one.isOpen && isSame(one.amount, amount))
  if (isNoPrice(written.amount, amount)) return isOne && !isFree ? amount : null
  if (Math.min(amount, written.amount) < Math.max(amount, written.amount) * leastPart) return null
  if (isStruck) return amount < written.amount ? amount : null
  if (!isOne) return null
  if (asked.isUntaxed && amount < written.amount && written.amount <= amount * mostTaxed) return null
  return standsAnywhere(sheet, written.amount, locale) ? null : amount
}

const isWritten = ({ source }: Fact): boolean =>
  source === "json-ld" || source === "microdata" || source === "metadata" || source === "state"

const ofPrice = /(?:^|\s)price$/i
const ofSeveral = /(?:^|\s)(?:low|high|min|max)_?price$|pricerange/i
const forms = /^(?:offers?|hasVariant|variants)$/i

const amountOf = ({ value }: Fact, language: string): number | undefined =>
  typeof value === "number" ? value : readNumbers(String(value), language)[0]?.value

interface Written {
  /** Whether there are prices of several forms. */
  readonly isOfSeveral: boolean
  /** The one that it names. */
  readonly currency: string | null
}

/** What a page writes of its prices; each is looked at once. */
const writings = new WeakMap<FactSheet, Written>()

const writtenOn = (sheet: FactSheet, language: string): Written => {
  const seen = writings.get(sheet)
  if (seen !== undefined) return seen
  const facts = sheet.facts.slice(0, most.facts).filter(isWritten)
  const inForms = sheet.groups
    .filter(({ name, source }) => source !== "block" && forms.test(name))
    .flatMap(({ items }) => items.slice(0, most.facts).flatMap((item) => item.facts))
    .slice(0, most.facts)
  const prices = new Set(inForms.flatMap((fact) => (ofPrice.test(fact.name) ? (amountOf(fact, language) ?? []) : [])))
  const codes = facts.flatMap(({ name, value }) => (/currency$/i.test(name) ? [String(value).toUpperCase()] : []))
  const [currency = null, ...others] = new Set(codes.filter(isCurrencyCode))
  const written: Written = {
    isOfSeveral: prices.size > 1 || facts.some(({ name }) => ofSeveral.test(name)),
    currency: others.length > 0 ? null : currency
  }
  writings.set(sheet, written)
  return written
}

const isSheet = (set: FactSet): set is FactSheet => "url" in set

/** Whether a fact is a price that its page writes for programs and does not ask. @internal */
export const isStalePrice = (fact: Fact, set: FactSet, locale: PageLocale): boolean => {
  if (!isWritten(fact) || !ofPrice.test(fact.name) || !isSheet(set)) return false
  const amount = amountOf(fact, locale.language)
  const { currency, isOfSeveral } = writtenOn(set, locale.language)
  return amount !== undefined && !isOfSeveral && askedInstead({ amount, currency }, set, locale) !== null
}
