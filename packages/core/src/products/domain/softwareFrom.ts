/** Software with its plans, as the page with its prices shows it. */
import { readCurrency } from "../../extraction/domain/readCurrency.ts"
import { readMoney } from "../../extraction/domain/readNumber.ts"
import { type Assertions, strongest } from "./Assertion.ts"
import type { OwnThing } from "./mainThing.ts"
import { type BillingFrequency, mostOf, type Product } from "./Product.ts"
import type { ProductPage } from "./ProductPage.ts"
import { areOfSoftware, type Plan, type Pricing, pricingOf, variantsOfPlans } from "./plansOf.ts"
import { isBySeat, readFrequency } from "./readBilling.ts"
import { lowestPrice } from "./shownAssertions.ts"
import { productFrom } from "./weighAssertions.ts"

const pricingWords =
  /\b(?:pricing|plans?|prices|preise|tarife|tarifs|precios|planes|preços|planos|prezzi|prijzen|tarieven|cennik)\b|料金|価格|价格|요금/iu
const pricingPath =
  /\/(?:pricing|plans?|prices|preise|tarife|tarifs|precios|planes|precos|planos|prezzi|prijzen|tarieven|cennik)(?:[-/.]|$)/i

/** What software is called: by what it writes for programs, by its site, by its title without what says that prices stand here. */
const softwareName = ({ metadata }: ProductPage, apps: ReadonlyArray<OwnThing>): string | null => {
  const [app] = apps
  const said = typeof app?.said.name === "string" ? app.said.name.trim() : ""
  if (said !== "") return said
  if (metadata.siteName !== undefined) return metadata.siteName
  const parts = (metadata.title ?? "").split(/(?<!\s)\s+[|·–—-]\s+|:\s/u)
  const own = parts.find((part) => part.trim() !== "" && !pricingWords.test(part))
  return own?.trim() ?? null
}

const textOf = ({ lines }: ProductPage): string => lines.slice(0, 80).join("\n")

/** The first of its lines that names an amount. */
const moneyIn = ({ lines, locale }: ProductPage): string | undefined =>
  lines.slice(0, 80).find((line) => readMoney(line, locale.language).length > 0)

/** Whether its path or a heading above what it lists says that prices stand here. */
const isOfPrices = ({ metadata, names, url }: ProductPage): boolean =>
  pricingPath.test(new URL(url).pathname) ||
  [
    names.heading ?? "",
    ...(metadata.headings ?? [])
      .slice(0, 40)
      .filter(({ level }) => level < 3)
      .map(({ text }) => text)
  ].some((text) => text.length <= 80 && pricingWords.test(text))

/** How often it is paid: as the line of its price or the next says it, before what is said elsewhere. */
const frequencyOn = ({ lines, locale }: ProductPage): BillingFrequency | null => {
  const looked = lines.slice(0, 80)
  const at = looked.findIndex((line) => readMoney(line, locale.language).length > 0)
  const near = at < 0 ? null : (readFrequency(looked[at]!) ?? readFrequency(looked[at + 1] ?? ""))
  return near ?? readFrequency(looked.join("\n"))
}

/** Whether the page is that of the prices of software: plans that are paid again and again, or one price that is. @internal */
export const isOfSoftware = (page: ProductPage, apps: ReadonlyArray<OwnThing>, plans: ReadonlyArray<Plan>): boolean => {
  // Services, events and flats stand beside each other with what they cost too.
  if (apps.length === 0 && !isOfPrices(page)) return false
  return areOfSoftware(plans) || (readFrequency(textOf(page)) !== null && moneyIn(page) !== undefined)
}

/** Software with its plans, or with the one price that its page names; null where nothing tells what it is called. @internal */
export const softwareFrom = (
  page: ProductPage,
  apps: ReadonlyArray<OwnThing>,
  plans: ReadonlyArray<Plan>,
  assertions: Assertions
): Product | null => {
  const name = softwareName(page, apps)
  if (name === null) return null
  const text = textOf(page)
  const money = moneyIn(page)
  const frequency = frequencyOn(page)
  // The lowest of several is the price of one plan, and which that is nobody says.
  const prices = assertions.price.filter(({ place }) => place !== lowestPrice)
  const own: Pricing = {
    price: frequency === "usage_based" ? null : (strongest(prices)?.value ?? null),
    currency:
      strongest(assertions.currency)?.value ??
      (money === undefined ? null : (readCurrency(money, page.locale) ?? null)),
    frequency,
    model: frequency === "usage_based" || prices.length === 0 ? null : isBySeat(text) ? "per_seat" : "flat"
  }
  const pricing = plans.length > 1 ? pricingOf(plans) : own
  return {
    ...productFrom(page, name, { ...assertions, availability: [], category: [] }),
    price: pricing.price,
    regularPrice: null,
    currency: pricing.currency,
    billingFrequency: pricing.frequency,
    pricingModel: pricing.model,
    variants: plans.length > 1 ? variantsOfPlans(plans).slice(0, mostOf.variants) : []
  }
}
