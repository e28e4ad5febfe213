/** What a page sells: everything that it says of a product, weighed together. */
import { type Assertion, strongest, together } from "./Assertion.ts"
import { judgePage, type PageKind } from "./judgePage.ts"
import { ownThings } from "./mainThing.ts"
import type { Platform, Product } from "./Product.ts"
import { openPage, type ReadProductPage } from "./ProductPage.ts"
import { plansOf } from "./plansOf.ts"
import { marketAssertions, metaAssertions, shownAssertions } from "./shownAssertions.ts"
import { shownPrices } from "./shownPrices.ts"
import { isOfSoftware, softwareFrom } from "./softwareFrom.ts"
import { thingAssertions } from "./thingAssertions.ts"
import { productFrom } from "./weighAssertions.ts"

/** What a page is, and what it sells where it is that of a product. */
export interface Verdict {
  readonly kind: PageKind
  readonly product: Product | null
  readonly platform: Platform | null
  /** Addresses that it lists products at. */
  readonly listed: ReadonlyArray<string>
}

const none = (kind: PageKind, listed: ReadonlyArray<string>): Verdict => ({
  kind,
  product: null,
  platform: null,
  listed
})

/**
 * What the page is, and what it sells.
 *
 * **Details.** JSON-LD, microdata, `meta` elements, what the page hands its scripts, the parts that a marketplace names, and what is
 * shown each assertion something, with a weight; places that agree weigh together. Whatever nobody assertions is null or empty. @internal
 */
export const productOf = (read: ReadProductPage): Verdict => {
  const page = openPage(read)
  const things = ownThings(page.sheet.things ?? [], page.names)
  const goods = things.filter(({ isSoftware }) => !isSoftware)
  const apps = things.filter(({ isSoftware }) => isSoftware)
  const judged = judgePage(page, things, shownPrices(page))
  const said = (goods.length > 0 ? goods : apps).map((thing) => thingAssertions(thing, page.locale, page.url))
  const written = together(...said, marketAssertions(page), metaAssertions(page))
  const heading: ReadonlyArray<Assertion<string>> =
    page.names.heading === null ? [] : [{ value: page.names.heading, source: "text", place: "h1", weight: 0.6 }]
  const name = strongest([...written.name, ...heading])?.value ?? null
  const plans = goods.length > 0 ? [] : plansOf(page)
  if (goods.length === 0 && isOfSoftware(page, apps, plans)) {
    const product = softwareFrom(page, apps, plans, together(written, shownAssertions(page, "")))
    if (product !== null) return { kind: "product", product, platform: page.platform, listed: [] }
  }
  if (judged.kind !== "product" || name === null)
    return none(judged.kind === "product" ? "other" : judged.kind, judged.listed)
  const product = productFrom(page, name, together(written, shownAssertions(page, name)))
  return { kind: "product", product, platform: page.platform, listed: judged.listed }
}
