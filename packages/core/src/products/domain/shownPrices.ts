/** Prices that a page shows, of what it is about and of what else it lists. */
import type { Fact, FactSet } from "../../extraction/domain/FactSheet.ts"
import { readCurrency } from "../../extraction/domain/readCurrency.ts"
import { readMoney } from "../../extraction/domain/readNumber.ts"
import type { ProductPage } from "./ProductPage.ts"

export interface ShownPrice {
  readonly amount: number
  readonly currency: string | null
  /** What it cost, or is advised to cost. */
  readonly isFormer: boolean
  readonly quote: string
}

/** Said with amounts that are not what the product costs. */
const promising =
  /free|gratis|shipping|delivery|versand|liefer|livraison|envío|envio|spedizione|bezorg|verzend|wysyłk|送料|spend|over|above|save|sparen|économis|ahorr|risparm|bespaar|coupon|voucher|gift|points|deposit|\boff\b|\/\s?\d|grundpreis|per \d|pro \d/iu

const former =
  /\b(?:old|was|before|list|rrp|msrp|uvp|regular|original|compare|instead|previous|retail|statt|vorher|bisher|streichpreis|anterior|antes|ancien|conseillé|barré|vecchio|listino|oude|advies|stara|zamiast|de:)/iu

const wanted = /price|preis|prix|precio|prezzo|prijs|preço|preco|cena|pris|価格|amount|cost/iu

const longest = 60

const isSpokenOf = ({ context, name, source }: Fact): boolean =>
  source !== "json-ld" &&
  source !== "microdata" &&
  source !== "metadata" &&
  source !== "state" &&
  wanted.test(name) &&
  !/\blisted\b/.test(context)

const priceIn = (fact: Fact, page: ProductPage): ReadonlyArray<ShownPrice> => {
  const text = String(fact.value)
  if (text.length > longest || promising.test(fact.quote.slice(0, longest * 2))) return []
  const [one, ...others] = readMoney(text, page.locale.language)
  // From one to another is no price.
  if (one === undefined || others.length > 0) return []
  return [
    {
      amount: one.value,
      currency: readCurrency(text, page.locale) ?? null,
      isFormer: former.test(fact.name),
      quote: fact.quote
    }
  ]
}

/** Prices that stand alone on the page, in order; none of what is listed on it. @internal */
export const shownPrices = (page: ProductPage): ReadonlyArray<ShownPrice> => {
  const { facts } = page.sheet
  const heading = facts.findIndex(({ name, source }) => source === "heading" && name === "title")
  const found = facts
    .slice(Math.max(0, heading))
    .filter(isSpokenOf)
    .flatMap((fact) => priceIn(fact, page))
  const formers = new Set(found.flatMap(({ amount, isFormer }) => (isFormer ? [amount] : [])))
  // Names of classes and what is struck out tell of one amount twice.
  return found.filter(({ amount, isFormer }) => isFormer || !formers.has(amount))
}

/** What is listed with a price and an address: cards of products. */
export interface Card {
  readonly url: string
}

const isPriced = ({ facts }: FactSet, page: ProductPage): boolean =>
  facts.some(({ value }) => {
    const text = String(value)
    return text.length <= longest * 2 && readMoney(text, page.locale.language).length > 0
  })

/** @internal */
export const cardsOf = (page: ProductPage): ReadonlyArray<Card> =>
  page.sheet.groups
    .filter(({ items, source }) => source === "block" && items.length > 2)
    .flatMap(({ items }) =>
      items.flatMap((item) => {
        const url = item.facts.find(({ name }) => name === "url")?.value
        return typeof url === "string" && isPriced(item, page) ? [{ url }] : []
      })
    )
