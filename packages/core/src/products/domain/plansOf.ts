/** Plans of software, as pages with prices show them. */
import type { FactSet } from "../../extraction/domain/FactSheet.ts"
import { readCurrency } from "../../extraction/domain/readCurrency.ts"
import { isFree, readMoney } from "../../extraction/domain/readNumber.ts"
import type { BillingFrequency, PricingModel, Variant } from "./Product.ts"
import type { ProductPage } from "./ProductPage.ts"
import { isBySeat, isOnRequest, readFrequency } from "./readBilling.ts"

export interface Plan {
  readonly name: string
  /** As it is shown. */
  readonly said: string
  /** Null where it is told to whoever asks. */
  readonly amount: number | null
  readonly currency: string | null
  readonly frequency: BillingFrequency | null
  readonly isBySeat: boolean
}

/** Texts of a card that are looked at, and most characters of one. */
const most = { texts: 40, length: 160, plans: 12 } as const

const textsOf = ({ facts, groups, lists }: FactSet): ReadonlyArray<string> =>
  [
    ...facts.filter(({ name }) => name !== "url" && name !== "image").map(({ quote }) => quote),
    ...lists.flatMap(({ values }) => values),
    ...groups.flatMap(({ items }) => items.flatMap((item) => item.facts.map(({ quote }) => quote)))
  ]
    .filter((text) => text.length <= most.length)
    .slice(0, most.texts)

/** What directly follows a price says how often it is paid and for whom; what is counted there is a part of the plan. */
const besidePrice = (texts: ReadonlyArray<string>, at: number): string | undefined =>
  texts
    .slice(at + 1, at + 3)
    .find((text) => text.length <= 60 && !/\d/.test(text) && (readFrequency(text) !== null || isBySeat(text)))

const planOf = (item: FactSet, page: ProductPage): ReadonlyArray<Plan> => {
  const { locale } = page
  const name = item.facts.find((fact) => fact.name === "title")?.value
  if (typeof name !== "string" || name.length > 60 || readMoney(name, locale.language).length > 0) return []
  const texts = textsOf(item)
  const priced = texts.find((text) => readMoney(text, locale.language).length === 1)
  if (priced !== undefined) {
    const beside = besidePrice(texts, texts.indexOf(priced))
    const said = readFrequency(priced) === null && beside !== undefined ? `${priced} ${beside}` : priced
    return [
      {
        name,
        frequency: readFrequency(priced) ?? readFrequency(beside ?? ""),
        isBySeat: isBySeat(`${priced} ${beside ?? ""}`),
        said,
        amount: readMoney(priced, locale.language)[0]!.value,
        currency: readCurrency(priced, locale) ?? null
      }
    ]
  }
  const shared = { name, frequency: null, isBySeat: false }
  const free = texts.find((text) => isFree(text) && text.length <= 20 && text !== name)
  if (free !== undefined || isFree(name)) return [{ ...shared, said: free ?? name, amount: 0, currency: null }]
  const asked = texts.find(isOnRequest)
  return asked === undefined ? [] : [{ ...shared, said: asked, amount: null, currency: null }]
}

/** The plans that stand beside each other; none where fewer than two do. @internal */
export const plansOf = (page: ProductPage): ReadonlyArray<Plan> => {
  let best: ReadonlyArray<Plan> = []
  for (const { items, source } of page.sheet.groups) {
    if (source !== "block" && source !== "table") continue
    const plans = items.slice(0, most.plans).flatMap((item) => planOf(item, page))
    if (plans.length > best.length) best = plans
  }
  return best.length < 2 ? [] : best
}

const onlyOne = <A>(values: ReadonlyArray<A>): A | null => (new Set(values).size === 1 ? values[0]! : null)

export interface Pricing {
  readonly price: number | null
  readonly currency: string | null
  readonly frequency: BillingFrequency | null
  readonly model: PricingModel | null
}

/**
 * How plans together are priced. What everybody of a team is paid for is by seat, whether or not one plan is free; a price is one
 * where one plan alone costs something. @internal
 */
export const pricingOf = (plans: ReadonlyArray<Plan>): Pricing => {
  const paid = plans.filter(({ amount }) => amount !== null && amount > 0)
  const isFreeToo = plans.some(({ amount }) => amount === 0)
  const frequencies = paid.flatMap(({ frequency }) => frequency ?? [])
  const isSeats = paid.length > 0 && paid.some((plan) => plan.isBySeat)
  const model =
    paid.length === 0
      ? isFreeToo
        ? null
        : "custom"
      : isSeats
        ? "per_seat"
        : isFreeToo
          ? "freemium"
          : paid.length > 1
            ? "tiered"
            : "flat"
  return {
    price: paid.length === 1 ? paid[0]!.amount : null,
    currency: onlyOne(paid.flatMap(({ currency }) => currency ?? [])),
    frequency: frequencies.includes("monthly") ? "monthly" : onlyOne(frequencies),
    model
  }
}

/** Whether plans are paid again and again, or told to whoever asks: those of a shop are not. @internal */
export const areOfSoftware = (plans: ReadonlyArray<Plan>): boolean =>
  plans.length > 1 &&
  (plans.some(({ frequency }) => frequency === "monthly" || frequency === "yearly" || frequency === "usage_based") ||
    plans.every(({ amount }) => amount === null || amount === 0))

/** @internal */
export const variantsOfPlans = (plans: ReadonlyArray<Plan>): ReadonlyArray<Variant> =>
  plans.map(({ name, said }) => ({ attributes: { Plan: name, Price: said }, images: [], sku: null, url: null }))
