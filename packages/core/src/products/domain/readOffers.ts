/** What is asked for a thing: its offers, as schema.org has them or as shops hand them to their scripts. */

import { isCurrencyCode } from "../../extraction/domain/currencyCodes.ts"
import type { PageLocale } from "../../extraction/domain/PageLocale.ts"
import { readCurrency } from "../../extraction/domain/readCurrency.ts"
import { readNumbers } from "../../extraction/domain/readNumber.ts"
import { plainDigits } from "../../paging/domain/plainDigits.ts"
import type { BillingFrequency } from "./Product.ts"
import { isThing, type Thing, textOf, textUnder, thingsOf, typesOf } from "./Thing.ts"

export interface Offer {
  /** Null where it names none. */
  readonly price: number | null
  /** Whether that is the lowest of several. */
  readonly isLow: boolean
  readonly regularPrice: number | null
  readonly currency: string | null
  readonly availability: string | null
  /** Null for what is paid once, as most is, and where nobody says. */
  readonly frequency: BillingFrequency | null
  readonly said: Thing
  /** The same, and the form of the thing that it is of. */
  readonly of: ReadonlyArray<Thing>
}

/** An amount as it is written: a number, or a text with one. @internal */
export const readAmount = (value: unknown, { language }: Pick<PageLocale, "language">): number | null => {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? value : null
  if (isThing(value)) return readAmount(value.amount ?? value.value ?? value.price ?? null, { language })
  if (typeof value !== "string") return null
  const text = plainDigits(value.slice(0, longest)).trim()
  // Machines write a point before decimals, whatever the language of the page is.
  if (/^\d+(?:\.\d+)?$/.test(text)) return readAmount(Number(text), { language })
  const [one, ...others] = readNumbers(text.slice(0, 60), language)
  return one === undefined || others.length > 0 || one.value < 0 ? null : one.value
}

/** Longest text that is an amount; figures may be many, as those of no number are. */
const longest = 1_000

/** The lower end of an amount that is written as a range; null where it is none. */
const lowIn = (value: unknown, { language }: Pick<PageLocale, "language">): number | null => {
  if (typeof value !== "string" || !/\p{Nd}\s*\D{0,4}[-–—~〜～]\s*\D{0,4}\p{Nd}/u.test(value.slice(0, 60))) return null
  const [low, high, ...others] = readNumbers(value.slice(0, 60), language)
  return low !== undefined && high !== undefined && others.length === 0 && low.value < high.value ? low.value : null
}

const currencyNames = ["priceCurrency", "currency", "currencyCode", "currency_code", "currencyISO"]

const currencyOf = (thing: Thing, locale: PageLocale): string | null => {
  for (const name of currencyNames) {
    const code = textOf(thing[name])?.toUpperCase()
    if (code !== undefined && isCurrencyCode(code)) return code
  }
  const price = thing.price ?? thing.real_price
  if (isThing(price)) return currencyOf(price, locale)
  return typeof price === "string" ? (readCurrency(price, locale) ?? null) : null
}

/** What kind of price a specification has: what a good usually costs is none that is asked for. */
const isRegular = (thing: Thing): boolean => /list|strike|msrp|srp|regular/i.test(textUnder(thing, "priceType") ?? "")

/** What a litre or a hundred grams of it cost, which is what shops must tell beside its price. */
const isOfMeasure = ({ referenceQuantity }: Thing): boolean =>
  thingsOf(referenceQuantity).some((one) => ofMeasure.test(textUnder(one, "unitCode", "unitText") ?? ""))

/** What members of a club are asked, and whoever takes several. */
const isOfSome = ({ eligibleQuantity, validForMemberTier }: Thing): boolean =>
  (validForMemberTier !== undefined && validForMemberTier !== null) ||
  thingsOf(eligibleQuantity).some((one) => Number(textUnder(one, "minValue", "value") ?? 1) > 1)

const ofMeasure = /^(?:KGM|GRM|MGM|LBR|ONZ|LTR|MLT|CLT|DLT|MTR|CMT|MTK|CMK|FOT|FTK|k?g|mg|lbs?|oz|[mcd]?l|c?m²?)$/i

const specified = (offer: Thing, locale: PageLocale) => {
  const all = thingsOf(offer.priceSpecification).filter((one) => !isOfMeasure(one) && !isOfSome(one))
  const priced = (isOld: boolean) =>
    all.find((one) => isRegular(one) === isOld && readAmount(one.price, locale) !== null)
  const range = all.find((one) => !isRegular(one) && readAmount(one.minPrice, locale) !== null)
  return { now: priced(false), before: priced(true), range }
}

/** Codes of months and years, as prices have them, and their lengths as billing has them. */
const frequencyOf = (specification: Thing): BillingFrequency | null => {
  const said = [
    ...[specification, ...thingsOf(specification.referenceQuantity)].map((one) =>
      textUnder(one, "unitCode", "unitText")
    ),
    textUnder(specification, "billingDuration")
  ]
  if (said.some((one) => one !== null && /^(?:MON|month|P1M)$/i.test(one))) return "monthly"
  return said.some((one) => one !== null && /^(?:ANN|year|P1Y|P12M)$/i.test(one)) ? "yearly" : null
}

const amountUnder = (thing: Thing, locale: PageLocale, ...names: ReadonlyArray<string>): number | null => {
  for (const name of names) {
    const amount = readAmount(thing[name], locale)
    if (amount !== null) return amount
  }
  return null
}

const nowNames = ["salePrice", "sale_price", "currentPrice", "finalPrice", "real_price", "price", "amount"]
const beforeNames = [
  "compareAtPrice",
  "compare_at_price",
  "regularPrice",
  "regular_price",
  "originalPrice",
  "original_price",
  "listPrice",
  "list_price",
  "wasPrice",
  "msrp"
]

/** The ends of a range, as shops write them. */
const endsOf = (said: Thing, specification: Thing | undefined, locale: PageLocale) => {
  const range = isThing(said.priceRange) ? said.priceRange : {}
  return {
    low:
      amountUnder(said, locale, "lowPrice", "minPrice", "min_price") ??
      amountUnder(specification ?? {}, locale, "minPrice") ??
      amountUnder(range, locale, "minVariantPrice", "min") ??
      lowIn(said.price, locale),
    high:
      amountUnder(said, locale, "highPrice", "maxPrice", "max_price") ??
      amountUnder(specification ?? {}, locale, "maxPrice") ??
      amountUnder(range, locale, "maxVariantPrice", "max")
  }
}

/** What one offer asks. @internal */
export const offerOf = (said: Thing, locale: PageLocale, { form, scale = 1 }: OfferOptions = {}): Offer => {
  const { before, now, range } = specified(said, locale)
  const { high, low } = endsOf(said, range, locale)
  const asked = amountUnder(said, locale, ...nowNames) ?? readAmount(now?.price ?? null, locale)
  const isOne =
    low === high || (high === null && Number(textOf(said.offerCount) ?? 1) === 1 && said.lowPrice !== undefined)
  // What costs nothing at its lowest says nothing of what the thing costs.
  const lowest = low !== null && (isOne || (low > 0 && (high === null || low < high))) ? low : null
  const regular = amountUnder(said, locale, ...beforeNames) ?? readAmount(before?.price ?? null, locale)
  const price = asked ?? lowest
  return {
    price: price === null ? null : price / scale,
    isLow: asked === null && lowest !== null && !isOne,
    regularPrice: regular === null ? null : regular / scale,
    currency:
      currencyOf(said, locale) ??
      (now === undefined ? null : currencyOf(now, locale)) ??
      (before === undefined ? null : currencyOf(before, locale)),
    availability: availabilityIn(said) ?? (form === undefined ? null : availabilityIn(form)),
    frequency: now === undefined ? null : frequencyOf(now),
    said,
    of: [said, ...thingsOf(said.itemOffered), ...(form === undefined ? [] : [form])]
  }
}

interface OfferOptions {
  /** The form of the thing that it is of. */
  readonly form?: Thing
  /** What the amounts are parts of. */
  readonly scale?: number
}

/** What is said of whether it can be had; null where nothing is. @internal */
export const availabilityIn = (said: Thing): string | null => {
  const text = textUnder(said, "availability", "stockStatus", "stock_status", "availabilityStatus")
  if (text !== null) return text
  for (const name of ["available", "inStock", "in_stock", "availableForSale", "isInStock"]) {
    if (typeof said[name] === "boolean") return said[name] ? "InStock" : "OutOfStock"
  }
  return null
}

/** The offers of a thing, each by itself where it lists them with what they ask. There may be thousands: it yields after each. @internal */
export function* offersOf(thing: Thing, locale: PageLocale, form?: Thing): Generator<void, ReadonlyArray<Offer>> {
  const options: OfferOptions = form === undefined ? {} : { form }
  const found: Array<Offer> = []
  for (const one of thingsOf(thing.offers)) {
    const inside: Array<Offer> = []
    for (const each of typesOf(one).includes("AggregateOffer") ? thingsOf(one.offers) : []) {
      inside.push(offerOf(each, locale, options))
      yield
    }
    const whole = offerOf(one, locale, options)
    yield
    const isPriced = inside.some(({ price }) => price !== null)
    if (inside.length > 0 && (isPriced || whole.price === null)) found.push(...inside)
    else found.push({ ...whole, availability: whole.availability ?? anyAvailability(inside) })
  }
  return found
}

/** What can be had of any of several forms can be had. @internal */
export const anyAvailability = (offers: ReadonlyArray<Offer>): string | null => {
  const all = offers.flatMap(({ availability }) => availability ?? [])
  return all.find((one) => /in_?stock/i.test(one)) ?? all[0] ?? null
}
