/** What a thing that a page writes for programs says of the product. */
import type { PageLocale } from "../../extraction/domain/PageLocale.ts"
import type { Assertion, Assertions } from "./Assertion.ts"
import { nameOf, type OwnThing } from "./mainThing.ts"
import { type Offer, offerOf, offersOf } from "./readOffers.ts"
import { readVariants } from "./readVariants.ts"
import { addressOf, allOf, isThing, picturesOf, type Thing, textOf, textsOf, textUnder, thingsOf } from "./Thing.ts"

const trust = { "json-ld": 0.8, microdata: 0.75, state: 0.6 } as const

const skuNames = [
  "sku",
  "mpn",
  "productID",
  "productGroupID",
  "product_id",
  "gtin13",
  "gtin14",
  "gtin12",
  "gtin8",
  "gtin",
  "isbn",
  "asin"
]

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

/** Every offer that asks something: those of the thing, or of its forms. */
const asked = (thing: Thing, locale: PageLocale): ReadonlyArray<Offer> => {
  const scale = scaleOf(thing)
  const inner = isThing(thing.product_base) ? [thing.product_base] : []
  const own = offersOf(thing, locale)
  if (own.length > 0) return own
  const ofForms = thingsOf(thing.hasVariant).flatMap((one) => offersOf(one, locale))
  if (ofForms.length > 0) return ofForms
  const based = inner.flatMap((one) => (isThing(one.price) ? [offerOf(one.price, locale)] : [offerOf(one, locale)]))
  return based.length > 0 ? based : [offerOf(thing, locale, scale)]
}

const only = <A>(values: ReadonlyArray<A>): A | null => (new Set(values).size === 1 ? values[0]! : null)

/** The offer that is meant where there are several: that of this very page, or all where they say the same. */
const priceOf = (offers: ReadonlyArray<Offer>, url: string) => {
  const priced = offers.filter(({ price }) => price !== null)
  const here = priced.filter(({ said }) => typeof said.url === "string" && addressOf(said.url, url) === url)
  const meant = here.length === 1 ? here : priced
  return {
    price: only(meant.map(({ price }) => price!)),
    regularPrice: only(meant.flatMap(({ regularPrice }) => regularPrice ?? []))
  }
}

/** What can be had of any of several forms can be had. */
const availabilityOf = (offers: ReadonlyArray<Offer>, thing: Thing): string | null => {
  const all = offers.flatMap(({ availability }) => availability ?? [])
  return all.find((one) => /in_?stock/i.test(one)) ?? all[0] ?? textUnder(thing, "availability")
}

const units: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CMT: "cm",
    MMT: "mm",
    MTR: "m",
    INH: "in",
    FOT: "ft",
    KGM: "kg",
    GRM: "g",
    LBR: "lb",
    ONZ: "oz",
    LTR: "l",
    MLT: "ml"
  })
)

const measured = (thing: Thing): ReadonlyArray<string> =>
  ["height", "width", "depth", "length", "weight", "size"].flatMap((name) =>
    thingsOf(thing[name]).flatMap((one) => {
      const [value, unit] = [textOf(one.value), textUnder(one, "unitText", "unitCode")]
      const label = `${name[0]!.toUpperCase()}${name.slice(1)}`
      return value === null || unit === null ? [] : [`${label}: ${value} ${units.get(unit) ?? unit}`]
    })
  )

/** The last of what stands behind one another, such as `Jewelry > Rings`. */
const categoryOf = (thing: Thing): string | null => {
  const all = textsOf(thing.category ?? thing.productType ?? thing.product_type ?? thing.type)
  const [text = null] = all.slice(-1)
  return text === null || /^https?:/.test(text) ? null : (text.split(/(?:(?<!\s)\s+)?[<>/›»]\s*/).at(-1) ?? null)
}

const listed = (value: unknown): ReadonlyArray<string> =>
  allOf(value)
    .flatMap((one) => (typeof one === "string" ? one.slice(0, 2_000).split(/[,;]/) : textsOf(one)))
    .map((one) => one.trim())
    .filter((one) => one !== "")

/** What the thing says. @internal */
export const thingAssertions = ({ said, source }: OwnThing, locale: PageLocale, url: string): Partial<Assertions> => {
  const weight = trust[source]
  const assertion = <A>(value: A | null, place: string, part = 1): ReadonlyArray<Assertion<A>> =>
    value === null ? [] : [{ value, source, place, weight: weight * part }]
  const assertions = <A>(values: ReadonlyArray<A>, place: string) => values.flatMap((value) => assertion(value, place))
  const offers = asked(said, locale)
  const { price, regularPrice } = priceOf(offers, url)
  const variants = readVariants(said, url)
  const pictures = picturesOf(
    said.image ?? said.images ?? (isThing(said.product_base) ? said.product_base.images : null)
  )
  const features = textsOf(said.featureList ?? said.features)
  return {
    name: assertion(nameOf({ said, source, isSoftware: false }), "name"),
    description: assertion(textUnder(said, "description", "shortDescription"), "description"),
    price: assertion(price, "offers.price"),
    regularPrice: assertion(regularPrice, "offers.priceSpecification"),
    currency: assertion(only(offers.flatMap(({ currency }) => currency ?? [])), "offers.priceCurrency"),
    frequency: assertion(only(offers.map(({ frequency }) => frequency)), "offers.priceSpecification"),
    availability: assertion(availabilityOf(offers, said), "offers.availability"),
    sku: assertion(
      textUnder(said, ...skuNames) ?? textUnder(offers[0]?.said ?? {}, "sku") ?? variants[0]?.sku ?? null,
      "sku"
    ),
    category: assertion(categoryOf(said), "category", source === "state" ? 0.6 : 1),
    images: assertions(
      pictures.flatMap((one) => addressOf(one, url) ?? []),
      "image"
    ),
    features: features.length > 1 ? assertion(features, "featureList") : [],
    audience: assertions(
      thingsOf(said.audience).flatMap((one) => textUnder(one, "audienceType", "name", "suggestedGender") ?? []),
      "audience"
    ),
    tags: assertions([...listed(said.keywords), ...(source === "state" ? listed(said.tags) : [])], "keywords"),
    dimensions: assertions(measured(said), "height"),
    variants: variants.length > 0 ? assertion(variants, "hasVariant") : []
  }
}
