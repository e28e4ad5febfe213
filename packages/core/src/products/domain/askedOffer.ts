/** What is asked for a thing that a page writes for programs: by one of its offers, or of those of its forms. */
import type { PageLocale } from "../../extraction/domain/PageLocale.ts"
import { type Beside, meantOffer } from "./meantOffer.ts"
import { anyAvailability, availabilityIn, type Offer, offerOf, offersOf } from "./readOffers.ts"
import { isThing, type Thing, textUnder, thingsOf } from "./Thing.ts"

/** Shops of one make tell their scripts prices in hundredths. */
const scaleOf = (thing: Thing): number => {
  const [variant] = thingsOf(thing.variants)
  return "handle" in thing &&
    variant !== undefined &&
    "option1" in variant &&
    Number.isInteger(thing.price ?? variant.price)
    ? 100
    : 1
}

const nodeOf = ({ node }: Thing): ReadonlyArray<Thing> => thingsOf(node)

/** The forms that a thing comes in, as shops hand them to their scripts. */
const formsInState = ({ variants }: Thing): ReadonlyArray<Thing> => {
  const [list] = thingsOf(variants)
  const inside = list === undefined ? [] : [...thingsOf(list.nodes), ...thingsOf(list.edges).flatMap(nodeOf)]
  return inside.length > 0 ? inside : thingsOf(variants)
}

/** Offers of one thing that are held against each other: no shop has as many. */
const mostOffers = 1_000

function* offersOfForms(thing: Thing, locale: PageLocale): Generator<void, ReadonlyArray<Offer>> {
  const scale = scaleOf(thing)
  const found: Array<Offer> = []
  for (const form of [...thingsOf(thing.hasVariant), ...formsInState(thing)]) {
    if (found.length >= mostOffers) break
    const own = yield* offersOf(form, locale, form)
    if (own.length > 0) found.push(...own)
    else found.push(offerOf(form, locale, { scale: Number.isInteger(form.price) ? scale : 1 }))
    yield
  }
  return found.slice(0, mostOffers)
}

function* ownOffers(thing: Thing, locale: PageLocale): Generator<void, ReadonlyArray<Offer>> {
  const own = (yield* offersOf(thing, locale)).slice(0, mostOffers)
  if (own.length > 0) return own
  const inner = isThing(thing.product_base) ? [thing.product_base] : []
  const based = inner.flatMap((one) => (isThing(one.price) ? [offerOf(one.price, locale)] : [offerOf(one, locale)]))
  return based.length > 0 ? based : [offerOf(thing, locale, { scale: scaleOf(thing) })]
}

/**
 * Every offer that asks something: those of the forms of the thing, which say more than one of them all, or its own. What the thing is said to
 * cost and none of its forms does is what it costs.
 */
const offersAsked = (own: ReadonlyArray<Offer>, ofForms: ReadonlyArray<Offer>): ReadonlyArray<Offer> => {
  const prices = new Set(ofForms.flatMap(({ price }) => price ?? []))
  if (prices.size === 0) return own.some(({ price }) => price !== null) ? own : [...own, ...ofForms]
  if (!own.every(({ isLow, price }) => price === null || isLow || prices.has(price))) return own
  const [currency = null] = own.flatMap((one) => one.currency ?? [])
  const usual = ofForms.some(({ regularPrice }) => regularPrice !== null) ? null : (own[0]?.regularPrice ?? null)
  return ofForms.map((one) => ({
    ...one,
    currency: one.currency ?? currency,
    regularPrice: one.regularPrice ?? usual
  }))
}

const only = <A>(values: ReadonlyArray<A>): A | null => (new Set(values).size === 1 ? values[0]! : null)

/** How much less a price weighs that one rule alone chose of several: whatever the page shows goes before it. */
const guessed = 0.25

/** How much more, beside what a page says of the thing, what is said of the form that the address names. */
const named = 2

/** What is asked for a thing, all of it by one offer. */
export interface Asked extends Pick<Offer, "availability" | "currency" | "frequency" | "price" | "regularPrice"> {
  /** What the form is numbered by that it is of; null where it has no number. */
  readonly sku: string | null
  /** Whether that form is the one that the address names. */
  readonly isNamed: boolean
  /** What the price weighs, and what whether it can be had does, beside what is said of a thing of one offer. */
  readonly weights: { readonly price: number; readonly currency: number; readonly availability: number }
  /** Prices of forms that are not meant: whoever says them speaks of those. */
  readonly others: ReadonlyArray<number>
  /** Prices of all its forms, where they differ or what is said is the lowest. */
  readonly ofForms: ReadonlyArray<number>
}

/** Prices of several forms; none where all ask one. */
const differing = (offers: ReadonlyArray<Offer>): ReadonlyArray<number> => {
  const prices = new Set(offers.flatMap(({ price }) => price ?? []))
  return prices.size > 1 || offers.some(({ isLow }) => isLow) ? [...prices] : []
}

/** Plans of software are no forms of one thing, of which any may be meant. */
const askedOfAll = (offers: ReadonlyArray<Offer>, thing: Thing): Asked => ({
  price: offers.some(({ isLow }) => isLow) ? null : only(offers.flatMap(({ price }) => price ?? [])),
  regularPrice: only(offers.flatMap(({ regularPrice }) => regularPrice ?? [])),
  currency: only(offers.flatMap(({ currency }) => currency ?? [])),
  frequency: only(offers.map(({ frequency }) => frequency)),
  availability: anyAvailability(offers) ?? availabilityIn(thing),
  sku: textUnder(offers[0]?.said ?? {}, "sku"),
  isNamed: false,
  weights: { price: 1, currency: 1, availability: 1 },
  others: [],
  ofForms: differing(offers)
})

/** What one offer says nothing of may be said of all together. */
const availabilityOfAll = (own: ReadonlyArray<Offer>, all: ReadonlyArray<Offer>, thing: Thing): string | null =>
  all.some(({ availability }) => availability !== null) ? null : (anyAvailability(own) ?? availabilityIn(thing))

/** What is asked for a thing: by the offer that is meant, or of software by all that say the same. @internal */
export function* askedFor(
  thing: Thing,
  locale: PageLocale,
  beside: Beside,
  isSoftware: boolean
): Generator<void, Asked> {
  const own = yield* ownOffers(thing, locale)
  const all = offersAsked(own, yield* offersOfForms(thing, locale))
  const meant = isSoftware ? undefined : meantOffer(all, beside)
  if (meant === undefined) return askedOfAll(all, thing)
  const { isGuess, isNamed, offer, others } = meant
  const currencies = new Set(all.flatMap(({ currency }) => currency ?? []))
  const price = isGuess ? guessed : 1
  return {
    ...offer,
    currency: offer.currency ?? only([...currencies]),
    availability: offer.availability ?? availabilityOfAll(own, all, thing),
    sku: offer.of.flatMap((one) => textUnder(one, "sku") ?? [])[0] ?? null,
    isNamed,
    weights: { price, currency: currencies.size > 1 ? price : 1, availability: isNamed ? named : 1 },
    others,
    ofForms: differing(all)
  }
}
