/** Prices that a page shows, of what it is about and of what else it lists. */
import { besideOf } from "../../extraction/domain/baskets.ts"
import type { Fact, FactSet } from "../../extraction/domain/FactSheet.ts"
import { isNowAlone, isReducedFrom } from "../../extraction/domain/nowAndBefore.ts"
import { isPartOfPrice } from "../../extraction/domain/priceRates.ts"
import { readCurrency } from "../../extraction/domain/readCurrency.ts"
import { placeMoney, readMoney } from "../../extraction/domain/readNumber.ts"
import { memberWords } from "../../extraction/domain/saidKinds.ts"
import { saysTaxAlone, type TaxSide, taxSideOf } from "../../extraction/domain/taxSide.ts"
import { plainDigits } from "../../paging/domain/plainDigits.ts"
import { aroundPrice } from "./aroundPrice.ts"
import { leadsToForm, mostBetween } from "./chosenForm.ts"
import type { BillingFrequency } from "./Product.ts"
import type { ProductPage } from "./ProductPage.ts"
import { readFrequency } from "./readBilling.ts"

export interface ShownPrice {
  readonly amount: number
  /** Whether that is the lowest of several: `$12 – $48`, `$12+`. */
  readonly isLow: boolean
  readonly currency: string | null
  /** What it cost, or is advised to cost. */
  readonly isFormer: boolean
  /** Whether the page calls it the regular one, as themes of shops do with what is asked where nothing else is. */
  readonly isRegular: boolean
  /** How often, where the same text says it. */
  readonly frequency: BillingFrequency | null
  readonly quote: string
}

const former =
  /\b(?:old|was|before|list|rrp|msrp|uvp|regular|original|compare|instead|previous|retail|statt|vorher|bisher|streichpreis|anterior|antes|ancien|conseillé|barré|vecchio|listino|consigliat|recomendad|sugerid|recommended|empfohlen|preisempf|oude|advies|aanbevolen|stara|zamiast|de:)/iu

const wanted =
  /price|preis|prix|precio|prezzo|prijs|preço|preco|cena|pris|価格|价格|售价|가격|цена|ціна|fiyat|hinta|τιμή|(?<!\p{L})ár(?!\p{L})|ราคา|giá|harga|מחיר|سعر|ثمن|قیمت|amount|cost/iu

/** What only those pay who joined: *Members*, *Mitgliederpreis*. */
const ofMembers = new RegExp(String.raw`(?<!\p{L})(?:${memberWords}|mitgliederpreis|ledenprijs)`, "iu")

/** What calls an amount nothing but a price. */
const plainName =
  /^(?:(?:our|your|sale|current|special|now|unser|ihr|aktueller?|notre|votre|nuestro) )?(?:price|preis|prix|precio|prezzo|prijs|preço|cena|pris|価格|价格|цена|ціна|fiyat|hinta|τιμή|ár|amount|total|now|jetzt|ahora|nu)$/iu

const longest = 60

const isSpokenOf = (fact: Fact): boolean => isOfPage(fact) && besideOf(fact) === null

const isOfPage = ({ context, name, source }: Fact): boolean =>
  source !== "json-ld" &&
  source !== "microdata" &&
  source !== "metadata" &&
  source !== "state" &&
  (wanted.test(name) || saysTaxAlone(name)) &&
  !ofMembers.test(name) &&
  !/\blisted\b/.test(context)

/** What comes after what was not said to be a price is one only where these words say so. */
const asking =
  /(?:now|only|sale|jetzt|nur|maintenant|seulement|ahora|ora|adesso|nu|teraz|agora|price|preis|prix|:)\s*$/iu

/** The amounts of a fact, each judged by what stands around it in the passage that the fact is of. */
const amountsIn = ({ quote, value }: Fact, language: string) => {
  const text = plainDigits(String(value))
  const around = plainDigits(quote.slice(0, longest * 2))
  const at = around.indexOf(text)
  const [whole, start] = at < 0 ? [text, 0] : [around, at]
  const placed = placeMoney(whole, language)
  return placed.flatMap((one, index) => {
    if (one.start < start || one.end > start + text.length) return []
    const lead = whole.slice(placed[index - 1]?.end ?? 0, one.start)
    const isLast = index === placed.length - 1
    const tail = whole.slice(one.end, placed[index + 1]?.start)
    const around = aroundPrice({ lead, tail, isFirst: index === 0, isLast })
    const isFormer = isReducedFrom(lead, tail, language, one.amounts[0]?.currency ?? null)
    return [{ lead, amounts: one.amounts, ...around, ...(isFormer ? { is: "former" as const } : {}) }]
  })
}

/** Between the two ends of a range; words that join two things do it only behind one that says that it is a range. */
const joins = /^\s*(?:[-–—−~〜～]|to|through|thru|until|bis|à|a|al|hasta|até|tot|till|til|do|から)\s*$/iu
const joinsBetween = /^\s*(?:and|und|et|y|e|en|och|og|i)\s*$/iu
const between = /(?<!\p{L})(?:between|zwischen|entre|tra|tussen|mellan|mellem|mellom|między)\s*$/iu

/** Amounts with those that two make together which are the ends of a range. */
const withRanges = (found: Amounts): Amounts => {
  const all: Array<Amounts[number]> = []
  for (const one of found) {
    const last = all.at(-1)
    const isJoined =
      last !== undefined &&
      (joins.test(one.lead) || (joinsBetween.test(one.lead) && between.test(last.lead))) &&
      last.amounts.length === 1 &&
      one.amounts.length === 1
    if (!isJoined) all.push(one)
    else {
      const is = last.is === "former" ? "former" : one.is === "promise" ? "promise" : last.is
      all.splice(-1, 1, { ...last, amounts: [...last.amounts, ...one.amounts], is, frequency: one.frequency })
    }
  }
  return all
}

/** The least part of what something did cost that a sale asks for it. */
const leastOfFormer = 0.2

type Amounts = ReturnType<typeof amountsIn>

/** Of two prices side by side with nothing between, or a *now*, the higher before the lower, the first is struck out. */
const withSale = (told: Amounts): Amounts => {
  const [first, second, more] = told
  if (first?.is !== "price" || second?.is !== "price" || more !== undefined) return told
  if (second.lead.trim() !== "" && !isNowAlone(second.lead)) return told
  const [was = 0, now = 0] = [first.amounts[0]?.value, second.amounts[0]?.value]
  return was > now && now >= was * leastOfFormer ? [{ ...first, is: "former" }, second] : told
}

const isOneOrRange = ({ amounts: [low, high, ...others] }: Amounts[number]): boolean =>
  low !== undefined && (high === undefined || low.value < high.value) && others.length === 0

/** A price with the fact that says it, and the upper end of a range. */
interface Placed {
  readonly price: ShownPrice
  readonly fact: Fact
  readonly high: number | null
  /** Whether it may as well be what is taken off. */
  readonly isDoubtful: boolean
}

/** What a thing costs and did cost, as one text says it; nothing where it may be several that are asked. */
const priceIn = (fact: Fact, page: ProductPage): ReadonlyArray<Placed> => {
  const text = String(fact.value)
  if (text.length > longest) return []
  const found = withRanges(amountsIn(fact, page.locale.language))
  const told = withSale(found.filter(({ is }) => is !== "promise"))
  const asked = told.filter(({ is }) => is === "price")
  const [first] = found
  const isClear = asked.every(({ lead }) => first?.is !== "promise" || asking.test(lead))
  if (!isClear || asked.length > 1 || !told.every(isOneOrRange)) return []
  return told.map(({ amounts: [one, other], frequency, is, isDoubtful, isFrom }) => ({
    price: {
      amount: one!.value,
      isLow: other !== undefined || isFrom,
      currency: readCurrency(text, page.locale) ?? null,
      isFormer: is === "former" || (told.length === 1 && former.test(fact.name)),
      isRegular: is !== "former" && /(?:^|\s)regular(?:\s|$)/i.test(fact.name),
      frequency,
      quote: fact.quote
    },
    fact,
    high: other?.value ?? null,
    isDoubtful
  }))
}

/** Without what may be taken off, where more than it is asked: `10 € Rabatt inklusive` above `49,00 €`. */
const withoutDoubtful = (prices: ReadonlyArray<Placed>): ReadonlyArray<Placed> => {
  const sure = prices.filter(({ isDoubtful, price }) => !isDoubtful && !price.isFormer)
  const most = Math.max(0, ...sure.map(({ price }) => price.amount))
  return prices.filter(({ isDoubtful, price }) => !isDoubtful || price.amount >= most)
}

/** How much more an amount with the tax may be than one without it. */
const mostTaxed = 1.35

const sideOf = ({ fact }: Placed): TaxSide | null => taxSideOf(`${fact.name} ${fact.quote.slice(0, longest)}`)

/** Without those before the tax, where one with it stands there, or one that says nothing and may be it. */
const withTax = (prices: ReadonlyArray<Placed>): ReadonlyArray<Placed> => {
  const sides = prices.map(sideOf)
  if (!sides.includes("without")) return prices
  const others = prices.filter(({ price }, at) => sides[at] !== "without" && !price.isFormer)
  return prices.filter(
    ({ price: { amount } }, at) =>
      sides[at] !== "without" ||
      !others.some(({ price }) => price.amount > amount && price.amount <= amount * mostTaxed)
  )
}

/** Without instalments and what a unit costs, where the page says what the whole thing costs: what is paid by the year is no whole. */
const withoutParts = (prices: ReadonlyArray<Placed>, { locale, sheet }: ProductPage): ReadonlyArray<Placed> => {
  const whole = prices.filter(({ fact }) => !isPartOfPrice(fact, sheet, locale.language))
  return whole.some(({ fact, price }) => !price.isFormer && readFrequency(fact.quote.slice(0, longest)) === null)
    ? whole
    : prices
}

/** Amounts that a fact calls something that is no price: `Strap: €19.00`. */
const calledOtherwise = (facts: ReadonlyArray<Fact>): ReadonlySet<Fact["value"]> =>
  new Set(
    facts.flatMap(({ name, source, value }) => (source === "pair" && !plainName.test(name.trim()) ? [value] : []))
  )

/** Who is spoken to has a price of his own: that of the form that is chosen. */
const yours = /^(?:your|ihr|votre) /i

/** Whether a price stands where that of a form of the same thing does: beside the lowest of several, or behind what is chosen. */
const isOfForm = ({ lines, sheet }: ProductPage, low: Fact): ((fact: Fact) => boolean) => {
  if (sheet.text === "") return () => true
  const at = lines.findIndex((line) => line.includes(low.quote))
  const after = at < 0 ? [] : lines.slice(at, at + mostBetween + 2)
  const beside = after.slice(0, 2).join("\n")
  const places = after.slice(1).map((line, index) => {
    const between = after.slice(1, index + 1)
    return { line: line.trim(), isChosen: leadsToForm(between, false), isYours: leadsToForm(between, true) }
  })
  return ({ name, quote }) =>
    beside.includes(quote) ||
    places.some(({ isChosen, isYours, line }) => line === quote.trim() && (isChosen || (isYours && yours.test(name))))
}

/** A plain price says more than the lowest of several of the same thing; those of others, such as a strap, stay behind it. */
const plainFirst = (prices: ReadonlyArray<Placed>, page: ProductPage): ReadonlyArray<Placed> => {
  const low = prices.find(({ price }) => !price.isFormer)
  if (low === undefined || !low.price.isLow) return prices
  const isNear = isOfForm(page, low.fact)
  const otherwise = calledOtherwise(page.sheet.facts)
  const isCalledSo = ({ name, source }: Fact) =>
    name === low.fact.name || (source === "pair" && plainName.test(name.trim()) && plainName.test(low.fact.name))
  const [plain, ...more] = prices.filter(
    ({ fact, price }) =>
      !price.isLow &&
      !price.isFormer &&
      isCalledSo(fact) &&
      fact.context === low.fact.context &&
      (low.high === null || (low.price.amount <= price.amount && price.amount <= low.high)) &&
      isNear(fact) &&
      !otherwise.has(fact.value)
  )
  const isOne = plain !== undefined && more.every(({ price }) => price.amount === plain.price.amount)
  return isOne ? [plain, ...prices.filter((one) => one !== plain)] : prices
}

/** Prices that stand alone on the page, in order; none of what is listed on it. @internal */
export const shownPrices = (page: ProductPage): ReadonlyArray<ShownPrice> => {
  const { facts } = page.sheet
  const heading = facts.findIndex(({ name, source }) => source === "heading" && name === "title")
  const placed = facts
    .slice(Math.max(0, heading))
    .filter(isSpokenOf)
    .flatMap((fact) => priceIn(fact, page))
  const found = withTax(withoutParts(placed, page))
  const formers = new Set(found.flatMap(({ price }) => (price.isFormer ? [price.amount] : [])))
  // Names of classes and what is struck out tell of one amount twice.
  const told = withoutDoubtful(found.filter(({ price }) => price.isFormer || !formers.has(price.amount)))
  const isUsual =
    formers.size === 1 && told.every(({ price }) => price.isFormer) && told.some(({ price }) => price.isRegular)
  const prices = plainFirst(told, page).map(({ price }) => price)
  return isUsual ? prices.map((one) => ({ ...one, isFormer: false })) : prices
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
