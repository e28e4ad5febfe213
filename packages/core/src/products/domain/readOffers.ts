/** What is asked for a thing: its offers, as schema.org has them or as shops hand them to their scripts. */

import { isCurrencyCode } from "../../extraction/domain/currencyCodes.ts"
import type { PageLocale } from "../../extraction/domain/PageLocale.ts"
import { readCurrency } from "../../extraction/domain/readCurrency.ts"
import { readNumbers } from "../../extraction/domain/readNumber.ts"
import type { BillingFrequency } from "./Product.ts"
import { isThing, type Thing, textOf, textUnder, thingsOf, typesOf } from "./Thing.ts"

export interface Offer {
  /** Null where it names none, or several. */
  readonly price: number | null
  readonly regularPrice: number | null
  readonly currency: string | null
  readonly availability: string | null
  /** Null for what is paid once, as most is, and where nobody says. */
  readonly frequency: BillingFrequency | null
  readonly said: Thing
}

/** An amount as it is written: a number, or a text with one. @internal */
export const readAmount = (value: unknown, { language }: Pick<PageLocale, "language">): number | null => {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? value : null
  if (isThing(value)) return readAmount(value.amount ?? value.value ?? value.price ?? null, { language })
  if (typeof value !== "string") return null
  // Machines write a point before decimals, whatever the language of the page is.
  if (/^\d+(?:\.\d+)?$/.test(value.trim())) return readAmount(Number(value), { language })
  const [one, ...others] = readNumbers(value.slice(0, 60), language)
  return one === undefined || others.length > 0 || one.value < 0 ? null : one.value
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

const ofMeasure = /^(?:KGM|GRM|MGM|LBR|ONZ|LTR|MLT|CLT|DLT|MTR|CMT|MTK|CMK|FOT|FTK|k?g|mg|lbs?|oz|[mcd]?l|c?m²?)$/i

const specified = (offer: Thing, locale: PageLocale) => {
  const all = thingsOf(offer.priceSpecification).filter((one) => !isOfMeasure(one))
  const priced = (isOld: boolean) =>
    all.find((one) => isRegular(one) === isOld && readAmount(one.price, locale) !== null)
  return { now: priced(false), before: priced(true) }
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

/** What one offer asks. @internal */
export const offerOf = (said: Thing, locale: PageLocale, scale = 1): Offer => {
  const { before, now } = specified(said, locale)
  const low = readAmount(said.lowPrice, locale)
  const high = readAmount(said.highPrice, locale)
  const isRange = low !== null && high !== null && low !== high
  const asked = amountUnder(said, locale, ...nowNames) ?? readAmount(now?.price ?? null, locale)
  const single = low !== null && (high === null ? Number(said.offerCount ?? 1) === 1 : low === high) ? low : null
  const regular = amountUnder(said, locale, ...beforeNames) ?? readAmount(before?.price ?? null, locale)
  const price = asked ?? (isRange ? null : single)
  return {
    price: price === null ? null : price / scale,
    regularPrice: regular === null ? null : regular / scale,
    currency:
      currencyOf(said, locale) ??
      (now === undefined ? null : currencyOf(now, locale)) ??
      (before === undefined ? null : currencyOf(before, locale)),
    availability: availabilityIn(said),
    frequency: now === undefined ? null : frequencyOf(now),
    said
  }
}

const availabilityIn = (said: Thing): string | null => {
  const text = textUnder(said, "availability", "stockStatus", "stock_status", "availabilityStatus")
  if (text !== null) return text
  for (const name of ["available", "inStock", "in_stock", "availableForSale", "isInStock"]) {
    if (typeof said[name] === "boolean") return said[name] ? "InStock" : "OutOfStock"
  }
  return null
}

/** The offers of a thing, each by itself where it lists them. @internal */
export const offersOf = (thing: Thing, locale: PageLocale): ReadonlyArray<Offer> =>
  thingsOf(thing.offers).flatMap((one) => {
    const inside = typesOf(one).includes("AggregateOffer") ? thingsOf(one.offers) : []
    return inside.length > 0 ? inside.map((each) => offerOf(each, locale)) : [offerOf(one, locale)]
  })
