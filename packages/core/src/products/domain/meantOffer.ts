/**
 * Which of several offers is the one that a page asks for: its price, and whether it can be had, are told together.
 *
 * **Details.** The form that the address names goes before all others. Else it is one that can be had, of those the one whose price the page
 * shows, and else the cheapest; of what cannot be had the first.
 */
import { plainText } from "./Assertion.ts"
import { readAvailability } from "./readAvailability.ts"
import type { Offer } from "./readOffers.ts"
import { declared } from "./readVariants.ts"
import { addressOf, type Thing, textsOf, textUnder, thingsOf } from "./Thing.ts"

/** What the page tells elsewhere of what it asks for. */
export interface Beside {
  /** Addresses that were asked for and that answered. */
  readonly urls: ReadonlyArray<string>
  /** Prices that it shows or has in `meta`, the surest first. */
  readonly prices: ReadonlyArray<number>
  readonly currency: string | null
  /** Whether it shows that it is sold out, whatever single offers say. */
  readonly isGone: boolean
}

export interface MeantOffer {
  readonly offer: Offer
  /** Whether nothing but a rule of ours tells which of several prices it is. */
  readonly isGuess: boolean
  readonly isNamed: boolean
  /** Prices of forms that the address does not name, or that cannot be had while others can. */
  readonly others: ReadonlyArray<number>
}

const idNames = [
  "sku",
  "mpn",
  "productID",
  "gtin13",
  "gtin14",
  "gtin12",
  "gtin8",
  "gtin",
  "identifier",
  "id",
  "variant_id"
]

/** Parameters whose value may be what a form is numbered by, however short it is. */
const ofForm = /vari|sku|^v(?:id)?$|item|arti[ck]|model|mpn|gtin|ean|(?:^|[_-])p?id$/i
const ofAttribute = /colou?r|farbe|couleur|size|gr(?:ö|oe)(?:ß|ss)e|taille|talla|taglia|material|pattern|style|gender/i

/** Shortest value that is a number of a form by itself, and most parameters of an address that are looked at. */
const limits = { length: 6, parameters: 30 } as const

interface Address {
  readonly host: string
  readonly path: string
  readonly parameters: ReadonlyArray<readonly [name: string, value: string]>
  readonly fragment: string
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const addressIn = (url: string): Address => {
  const { hash, host, pathname, searchParams } = new URL(url)
  return {
    host: host.replace(/^www\./, ""),
    path: pathname.replace(/\/$/, ""),
    parameters: [...searchParams]
      .filter(([name]) => !/^(?:utm_|gclid|srsltid|fbclid)/i.test(name))
      .slice(0, limits.parameters),
    fragment: decoded(hash.slice(1))
  }
}

/** How much of the address of an offer the page's own has; 0 where the offer is at another. */
const sharedWith = (offered: Address, own: Address): number => {
  if (offered.host !== own.host || offered.path !== own.path) return 0
  if (offered.fragment !== "" && offered.fragment !== own.fragment) return 0
  const isOwn = ([name, value]: readonly [string, string]) =>
    own.parameters.some((one) => one[0] === name && one[1] === value)
  if (!offered.parameters.every(isOwn)) return 0
  return 1 + offered.parameters.length + (offered.fragment === "" ? 0 : 1)
}

const urlsOf = (things: ReadonlyArray<Thing>, base: string): ReadonlyArray<Address> =>
  things
    .flatMap((one) => [textUnder(one, "url"), textUnder(one, "@id")])
    .flatMap((text) => addressOf(text, base) ?? [])
    .map(addressIn)

/** What an address has that may be the number of a form. */
const numbersIn = ({ fragment, parameters, path }: Address): ReadonlySet<string> => {
  const [last = ""] = path.split("/").slice(-1)
  const values = parameters.flatMap(([name, value]) =>
    ofForm.test(name) || value.length >= limits.length ? [value] : []
  )
  const pieces = fragment.split(/[&/]/).map((one) => one.replace(/^[^=]*=/, ""))
  const all = [...values, fragment, ...pieces, decoded(last), decoded(last).replace(/\.\w{1,5}$/, "")]
  return new Set(all.filter((one) => one !== "").map((one) => one.toLowerCase()))
}

/** What an address chooses of a form: `?color=red`, `#red`. */
const choicesIn = ({ fragment, parameters }: Address): ReadonlySet<string> =>
  new Set(
    [...parameters.flatMap(([name, value]) => (ofAttribute.test(name) ? [value] : [])), fragment]
      .map(plainText)
      .filter((one) => one !== "")
  )

/** Those that are worth most, where they are worth anything and are not all. */
const best = (offers: ReadonlyArray<Offer>, worth: (offer: Offer) => number): ReadonlyArray<Offer> | undefined => {
  const all = offers.map((offer) => [offer, worth(offer)] as const)
  const most = Math.max(0, ...all.map(([, one]) => one))
  const found = all.flatMap(([offer, one]) => (one === most ? [offer] : []))
  return most > 0 && found.length < offers.length ? found : undefined
}

/** The offers that the address of the page names; undefined where it names none. */
const namedIn = (offers: ReadonlyArray<Offer>, urls: ReadonlyArray<string>): ReadonlyArray<Offer> | undefined => {
  const [base] = urls
  if (base === undefined || offers.length < 2) return undefined
  const own = urls.map(addressIn)
  const offered = new Map(offers.map((offer) => [offer, urlsOf(offer.of, base)] as const))
  const byUrl = best(offers, (offer) =>
    Math.max(0, ...offered.get(offer)!.flatMap((one) => own.map((page) => sharedWith(one, page))))
  )
  // The address of the page itself names a form only where the others have their own.
  const isPlain = byUrl?.every((offer) => offered.get(offer)!.every((one) => one.parameters.length === 0)) ?? false
  if (byUrl !== undefined && (!isPlain || offers.every((offer) => offered.get(offer)!.length > 0))) return byUrl
  const numbers = new Set(own.flatMap((one) => [...numbersIn(one)]))
  const choices = new Set(own.flatMap((one) => [...choicesIn(one)]))
  const isNumbered = ({ of }: Offer) =>
    of.some((one) =>
      idNames.some((name) => name in one && textsOf(one[name]).some((text) => numbers.has(text.toLowerCase())))
    )
  const chosen = ({ of }: Offer) =>
    of.flatMap((one) => declared(one)).filter(([, value]) => choices.has(plainText(value))).length
  return best(offers, (offer) => (isNumbered(offer) ? 1 : 0)) ?? (choices.size > 0 ? best(offers, chosen) : undefined)
}

const hire = /lease|rent|hire/i
const usedUp = /used|refurbished|damaged/i

/** Whether it asks for one of the thing, to keep: not for many together, nor for its hire. */
const isOfOne = ({ said }: Offer): boolean =>
  !hire.test(textUnder(said, "businessFunction") ?? "") &&
  !thingsOf(said.eligibleQuantity).some((one) => Number(textUnder(one, "minValue", "value") ?? 1) > 1)

const isNew = ({ of }: Offer): boolean => !of.some((one) => usedUp.test(textUnder(one, "itemCondition") ?? ""))

/** From what can be had now to what cannot: what can be ordered goes before that of which nobody says anything. */
const ranks = { there: 0, ordered: 1, unsaid: 2, gone: 3 } as const

const rankOf = ({ availability }: Offer): number => {
  switch (availability === null ? null : readAvailability(availability)) {
    case "in_stock":
    case "limited_availability":
      return ranks.there
    case "preorder":
    case "backorder":
    case "made_to_order":
      return ranks.ordered
    case "out_of_stock":
    case "discontinued":
      return ranks.gone
    case null:
      return ranks.unsaid
  }
}

/** Those that are so, or all where none is. */
const preferring = (offers: ReadonlyArray<Offer>, isSo: (offer: Offer) => boolean): ReadonlyArray<Offer> => {
  const some = offers.filter(isSo)
  return some.length === 0 ? offers : some
}

const isAmount = (price: number | null, amount: number): boolean => price !== null && Math.abs(price - amount) < 0.005

const pricesOf = (offers: ReadonlyArray<Offer>): ReadonlySet<number> =>
  new Set(offers.flatMap(({ price }) => price ?? []))

/** The offer that is meant; undefined where there is none. @internal */
export const meantOffer = (
  all: ReadonlyArray<Offer>,
  { currency, isGone, prices, urls }: Beside
): MeantOffer | undefined => {
  const priced = preferring(all, ({ price }) => price !== null)
  const named = namedIn(priced, urls)
  const ofOne = preferring(named ?? priced, isOfOne)
  const least = Math.min(...ofOne.map(rankOf))
  const rank = isGone && ofOne.some((one) => rankOf(one) === ranks.gone) ? ranks.gone : least
  const had = ofOne.filter((one) => rankOf(one) === rank)
  const shown = prices.find((amount) => had.some(({ price }) => isAmount(price, amount)))
  const asked = shown === undefined ? had : had.filter(({ price }) => isAmount(price, shown))
  const ofNew = preferring(preferring(asked, isNew), ({ price }) => price !== 0)
  const code = ofNew.some((one) => one.currency === currency) ? currency : (ofNew[0]?.currency ?? null)
  const alike = preferring(ofNew, (one) => one.currency === code)
  const [first] = alike
  if (first === undefined) return undefined
  const offer =
    rank === ranks.gone
      ? first
      : alike.reduce((best, one) => (one.price !== null && one.price < (best.price ?? Infinity) ? one : best), first)
  const left = pricesOf(had)
  return {
    offer,
    isGuess: shown === undefined && (offer.isLow || pricesOf(named ?? priced).size > 1),
    isNamed: named !== undefined,
    others: [...pricesOf(priced)].filter((price) => !left.has(price))
  }
}
