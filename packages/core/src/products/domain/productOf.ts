/** What a page sells: everything that it says of a product, weighed together. */
import { askedInstead } from "../../extraction/domain/stalePrices.ts"
import { isUrl } from "../../security/domain/parseUrl.ts"
import { type Assertion, type Assertions, inOrder, strongest, together } from "./Assertion.ts"
import { judgePage, type PageKind } from "./judgePage.ts"
import { ownThings } from "./mainThing.ts"
import type { Beside } from "./meantOffer.ts"
import type { Platform, Product } from "./Product.ts"
import { openPage, type ProductPage, type ReadProductPage } from "./ProductPage.ts"
import { plansOf } from "./plansOf.ts"
import { readAvailability } from "./readAvailability.ts"
import { askedAssertions, lowestPrice, marketAssertions, metaAssertions, shownAssertions } from "./shownAssertions.ts"
import { shownCards } from "./shownCards.ts"
import { shownPrices } from "./shownPrices.ts"
import { isOfSoftware, softwareFrom } from "./softwareFrom.ts"
import { type ThingAssertions, thingAssertions } from "./thingAssertions.ts"
import { productFrom } from "./weighAssertions.ts"
import { thingsById, withReferences } from "./withReferences.ts"

/** What a page is, and what it sells where it is that of a product. */
export interface Verdict {
  readonly kind: PageKind
  readonly product: Product | null
  readonly platform: Platform | null
  /** Addresses that it lists products at. */
  readonly listed: ReadonlyArray<string>
  /** What it shows side by side that has no page of its own. */
  readonly cards: ReadonlyArray<Product>
}

const none = (kind: PageKind, listed: ReadonlyArray<string>, cards: ReadonlyArray<Product>): Verdict => ({
  ...{ kind, product: null, platform: null, listed, cards }
})

/** From how much on what a page shows of being sold out goes before whatever single offers say. */
const surelyGone = 0.8

/** What the page tells of what it asks for, beside things that it writes for programs. */
const besideThings = (page: ProductPage, said: Assertions): Beside => {
  const [availability] = inOrder(
    said.availability.flatMap((one) => {
      const value = readAvailability(one.value)
      return value === null ? [] : [{ ...one, value }]
    })
  )
  const isGone = availability?.value === "out_of_stock" || availability?.value === "discontinued"
  return {
    urls: [...new Set([page.url, page.metadata.sourceUrl])].filter((url) => isUrl(url)),
    prices: inOrder(said.price).map(({ value }) => value),
    currency: strongest(said.currency)?.value ?? null,
    isGone: isGone && (availability?.weight ?? 0) > surelyGone
  }
}

/** Without prices of forms that are not meant, wherever else they are said. */
const withoutOthers = (said: Assertions, others: ReadonlySet<number>): Assertions => ({
  ...said,
  price: said.price.filter(({ value }) => !others.has(value))
})

/** Without prices that are written for programs where the page asks another one; those of several forms may be asked beside it. */
const withoutStale = (said: Assertions, page: ProductPage, ofForms: ReadonlySet<number>): Assertions => {
  const shown = said.price.find(({ place, source }) => source === "text" && place !== lowestPrice)
  if (shown === undefined) return said
  const currency = strongest(said.currency.filter(({ source }) => source !== "text"))?.value ?? null
  const isStale = ({ source, value: amount }: Assertion<number>) =>
    source !== "text" &&
    source !== "markup" &&
    !ofForms.has(amount) &&
    askedInstead({ amount, currency }, page.sheet, page.locale) === shown.value
  return { ...said, price: said.price.filter((one) => !isStale(one)) }
}

/**
 * What the page is, and what it sells. It yields between pieces of work: a page may write thousands of things.
 *
 * **Details.** JSON-LD, microdata, `meta` elements, what the page hands its scripts, the parts that a marketplace names, and what is
 * shown each assertion something, with a weight; places that agree weigh together. Whatever nobody assertions is null or empty. @internal
 */
export function* productOf(read: ReadProductPage): Generator<void, Verdict> {
  const page = openPage(read)
  yield
  const things = ownThings(page.sheet.things ?? [], page.names)
  const goods = things.filter(({ isSoftware }) => !isSoftware)
  const apps = things.filter(({ isSoftware }) => isSoftware)
  yield
  const judged = judgePage(page, things, shownPrices(page))
  yield
  const [inMarket, inMeta] = [marketAssertions(page), metaAssertions(page)]
  const beside = besideThings(page, together(inMarket, inMeta, askedAssertions(page)))
  const byId = thingsById(page.sheet.things ?? [])
  const told: Array<ThingAssertions> = []
  for (const thing of goods.length > 0 ? goods : apps) {
    const said = withReferences(thing.said, byId)
    told.push(yield* thingAssertions({ ...thing, said }, page.locale, page.url, beside))
    yield
  }
  const meant = new Set(told.flatMap(({ others, price }) => (others.length > 0 ? (price ?? []) : [])))
  const others = new Set(told.flatMap((one) => one.others.filter((price) => !meant.has(price))))
  const written = together(...told.map(({ said }) => said), inMarket, inMeta)
  const heading: ReadonlyArray<Assertion<string>> =
    page.names.heading === null ? [] : [{ value: page.names.heading, source: "text", place: "h1", weight: 0.6 }]
  const name = strongest([...written.name, ...heading])?.value ?? null
  const plans = goods.length > 0 ? [] : plansOf(page)
  if (goods.length === 0 && isOfSoftware(page, apps, plans)) {
    const product = softwareFrom(page, apps, plans, together(written, shownAssertions(page, "")))
    if (product !== null) return { kind: "product", product, platform: page.platform, listed: [], cards: [] }
  }
  if (judged.kind !== "product" || name === null)
    return none(judged.kind === "product" ? "other" : judged.kind, judged.listed, yield* shownCards(page))
  const ofForms = new Set(told.flatMap((one) => one.ofForms))
  const said = withoutOthers(together(written, shownAssertions(page, name)), others)
  const product = productFrom(page, name, withoutStale(said, page, ofForms))
  return { kind: "product", product, platform: page.platform, listed: judged.listed, cards: [] }
}
