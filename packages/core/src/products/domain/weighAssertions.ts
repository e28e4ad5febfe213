/** A product of all that is asserted of it. */
import { type Assertion, type Assertions, plainText, strongest } from "./Assertion.ts"
import { mostOf, type Product } from "./Product.ts"
import type { ProductPage } from "./ProductPage.ts"
import { readAvailability } from "./readAvailability.ts"
import { addressOf } from "./Thing.ts"

const distinct = (values: ReadonlyArray<string>, most: number): ReadonlyArray<string> => {
  const known = new Set<string>()
  return values
    .filter((value) => {
      const key = plainText(value) || value
      return value !== "" && !known.has(key) && known.add(key) !== undefined
    })
    .slice(0, most)
}

const weightiest = <A>(assertions: ReadonlyArray<Assertion<A>>): A | null =>
  assertions.reduce<Assertion<A> | null>((best, one) => (best === null || one.weight > best.weight ? one : best), null)
    ?.value ?? null

/** Pictures, each once whatever size it is asked for in. */
const picturesOf = (assertions: ReadonlyArray<Assertion<string>>): ReadonlyArray<string> => {
  const known = new Set<string>()
  return assertions
    .toSorted((one, other) => other.weight - one.weight)
    .filter(({ value }) => {
      const { host, pathname } = new URL(value)
      const key = `${host}${pathname}`
      return !known.has(key) && known.add(key) !== undefined
    })
    .slice(0, mostOf.images)
    .map(({ value }) => value)
}

const ownAddress = ({ names: { canonicalUrl, url } }: ProductPage): string => {
  const canonical = canonicalUrl === null ? null : addressOf(canonicalUrl, url)
  return canonical !== null && new URL(canonical).host === new URL(url).host ? canonical : url
}

interface Priced {
  readonly price: number | null
  readonly regularPrice: number | null
}

/** What is written wrongly for programs: nothing, or thousands that are marked as a point marks parts of one. */
const isMiswritten = (written: number, shown: number): boolean =>
  shown > 0 && (written === 0 || Math.abs(written * 1_000 - shown) < 0.005)

/** A price before a discount is higher than the one after it. */
const pricesOf = (assertions: Assertions): Priced => {
  const shown = assertions.price.find(({ source }) => source === "text")?.value ?? 0
  const price = strongest(assertions.price.filter(({ value }) => !isMiswritten(value, shown)))
  if (price === null) return { price: null, regularPrice: null }
  const before = strongest(assertions.regularPrice.filter(({ value }) => value > price.value))
  return { price: price.value, regularPrice: before?.value ?? null }
}

/** What weighs most of each field; null or empty where nobody says anything. @internal */
export const productFrom = (page: ProductPage, name: string, assertions: Assertions): Product => {
  const images = picturesOf(assertions.images)
  const availability = strongest(
    assertions.availability.flatMap((assertion) => {
      const value = readAvailability(assertion.value)
      return value === null ? [] : [{ ...assertion, value }]
    })
  )
  return {
    name,
    description: weightiest(assertions.description) ?? "",
    features: distinct(weightiest(assertions.features) ?? [], mostOf.features),
    targetAudience: distinct(
      assertions.audience.map(({ value }) => value),
      mostOf.audience
    ),
    tags: distinct(
      assertions.tags.map(({ value }) => value),
      mostOf.tags
    ),
    images,
    sku: strongest(assertions.sku)?.value ?? null,
    ...pricesOf(assertions),
    currency: strongest(assertions.currency)?.value ?? null,
    billingFrequency: strongest(assertions.frequency)?.value ?? null,
    pricingModel: null,
    availability: availability?.value ?? null,
    url: ownAddress(page),
    category: strongest(assertions.category)?.value ?? null,
    imageUrl: images[0] ?? null,
    dimensions: distinct(
      assertions.dimensions.map(({ value }) => value),
      mostOf.dimensions
    ),
    variants: weightiest(assertions.variants) ?? []
  }
}
