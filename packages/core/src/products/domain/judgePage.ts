/** Whether a page is that of one product, a list of several, or something else. */
import { isToBuy } from "./isToBuy.ts"
import { isSaidToBeText, listOf, type OwnThing } from "./mainThing.ts"
import { metaOf, type ProductPage } from "./ProductPage.ts"
import { cardsOf, type ShownPrice } from "./shownPrices.ts"
import { textIn, textsIn } from "./shownRules.ts"

export type PageKind = "product" | "listing" | "other"

const goodsType = /^(?:og:)?product(?:\.item)?$/i

/** What each sign is worth, and from what on a page is that of a product. */
const worth = {
  offered: 0.75,
  named: 0.5,
  software: 0.3,
  state: 0.35,
  unshown: 0.25,
  typed: 0.5,
  metaPrice: 0.3,
  button: 0.35,
  price: 0.25,
  place: 0.75,
  text: -0.6,
  first: -0.35
} as const
const enough = 0.55

/** Characters below which a page shows nothing: what it writes for its scripts is then all that there is. */
const fewCharacters = 200

/** Cards from which on a page may be a list. */
const fewCards = 3

export interface Judged {
  readonly kind: PageKind
  /** Addresses that the page lists products at. */
  readonly listed: ReadonlyArray<string>
}

const hasOffer = ({ said }: OwnThing): boolean =>
  said.offers !== undefined || said.hasVariant !== undefined || said.price !== undefined

const thingWorth = (things: ReadonlyArray<OwnThing>): number => {
  const goods = things.filter(({ isSoftware, source }) => !isSoftware && source !== "state")
  const state = things.some(({ source }) => source === "state") ? worth.state : 0
  const apps = things.filter(({ isSoftware }) => isSoftware)
  const software = apps.length === 0 ? 0 : worth.software + (apps.some(hasOffer) ? 0.2 : 0)
  return Math.max(goods.length === 0 ? 0 : goods.some(hasOffer) ? worth.offered : worth.named, software) + state
}

/** Whether what it sells is handed to its scripts, which show it, and to nobody else. */
const isUnshown = ({ sheet }: ProductPage, things: ReadonlyArray<OwnThing>): boolean =>
  sheet.text.length < fewCharacters &&
  things.some((thing) => thing.source === "state" && thing.said.price !== undefined)

/** Whether a button to buy, or only a form of one, stands for one thing, and not for each of a list. */
const canBeBought = (page: ProductPage): { readonly isBought: boolean; readonly hasButton: boolean } => {
  const said = [...textsIn(page.shown, "buttons"), ...textsIn(page.shown, "inputs")].filter(isToBuy)
  const times = Math.max(0, ...[...new Set(said)].map((one) => said.filter((text) => text === one).length))
  const isOne = times < fewCards
  return {
    isBought: (said.length > 0 || textsIn(page.shown, "carts").length > 0) && isOne,
    hasButton: said.length > 0 && isOne
  }
}

const isFirstPage = (url: string): boolean => {
  const { pathname, search } = new URL(url)
  return search === "" && /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?$/i.test(pathname)
}

/** @internal */
export const judgePage = (
  page: ProductPage,
  things: ReadonlyArray<OwnThing>,
  prices: ReadonlyArray<ShownPrice>
): Judged => {
  const all = page.sheet.things ?? []
  const list = listOf(all, page.url)
  const cards = cardsOf(page)
  const listed = [...new Set([...list.urls, ...cards.map(({ url }) => url)])]
  const isPriced = prices.some(({ isFormer }) => !isFormer)
  const { hasButton, isBought } = canBeBought(page)
  const hasMeta = metaOf(page, "product:price:amount", "og:priceAmount") !== null
  const isPlace =
    page.marketplaceId !== null && (textIn(page.shown, "market.name") !== null || page.names.heading !== null)
  const isText = isSaidToBeText(all) || /^article$/i.test(metaOf(page, "og:type") ?? "")
  const sum =
    thingWorth(things) +
    (isUnshown(page, things) ? worth.unshown : 0) +
    (goodsType.test(metaOf(page, "og:type") ?? "") ? worth.typed : 0) +
    (hasMeta ? worth.metaPrice : 0) +
    (isBought ? worth.button : 0) +
    (isPriced ? worth.price : 0) +
    (isPlace ? worth.place : 0) +
    (isText ? worth.text : 0) +
    (isFirstPage(page.url) ? worth.first : 0)
  // A list has no price and no button of its own, whatever its markup says of it; from what to what its prices are it may say.
  const isOfOne = prices.some(({ isFormer, isLow }) => !isFormer && (!isLow || hasButton))
  const looksLikeList = list.isList || (cards.length >= fewCards && !isOfOne && !(isBought && thingWorth(things) > 0))
  if (looksLikeList && !isPlace && !(thingWorth(things) >= worth.offered && isBought)) {
    return { kind: isFirstPage(page.url) || isText ? "other" : "listing", listed }
  }
  return { kind: sum >= enough ? "product" : "other", listed }
}
