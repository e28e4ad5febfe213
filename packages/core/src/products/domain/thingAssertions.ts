/** What a thing that a page writes for programs says of the product. */
import type { PageLocale } from "../../extraction/domain/PageLocale.ts"
import type { Assertion, Assertions } from "./Assertion.ts"
import { askedFor } from "./askedOffer.ts"
import { nameOf, type OwnThing } from "./mainThing.ts"
import type { Beside } from "./meantOffer.ts"
import { mostOf } from "./Product.ts"
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
    .slice(0, mostWords)
    .flatMap((one) => (typeof one === "string" ? one.slice(0, 2_000).split(/[,;]/, mostWords) : textsOf(one)))
    .slice(0, mostWords)
    .map((one) => one.trim())
    .filter((one) => one !== "")

/** Words of a list that are looked at, of which a product has fewer: several may say the same. */
const mostWords = 10 * mostOf.tags

/** What a thing says, with the price that it asks and those of forms that are not meant. */
export interface ThingAssertions {
  readonly said: Partial<Assertions>
  readonly price: number | null
  readonly others: ReadonlyArray<number>
  /** Prices of all its forms, where they differ. */
  readonly ofForms: ReadonlyArray<number>
}

/** What the thing says, read offer by offer. @internal */
export function* thingAssertions(
  { isSoftware, said, source }: OwnThing,
  locale: PageLocale,
  url: string,
  beside: Beside
): Generator<void, ThingAssertions> {
  const weight = trust[source]
  const assertion = <A>(value: A | null, place: string, part = 1): ReadonlyArray<Assertion<A>> =>
    value === null ? [] : [{ value, source, place, weight: weight * part }]
  const assertions = <A>(values: ReadonlyArray<A>, place: string) => values.flatMap((value) => assertion(value, place))
  const asked = yield* askedFor(said, locale, beside, isSoftware)
  const { weights } = asked
  const variants = readVariants(said, url)
  const pictures = picturesOf(
    said.image ?? said.images ?? (isThing(said.product_base) ? said.product_base.images : null)
  )
  const features = textsOf(said.featureList ?? said.features)
  const told: Partial<Assertions> = {
    name: assertion(nameOf({ said, source, isSoftware: false }), "name"),
    description: assertion(textUnder(said, "description", "shortDescription"), "description"),
    price: assertion(asked.price, "offers.price", weights.price),
    regularPrice: assertion(asked.regularPrice, "offers.priceSpecification", weights.price),
    currency: assertion(asked.currency, "offers.priceCurrency", weights.currency),
    frequency: assertion(asked.frequency, "offers.priceSpecification", weights.price),
    availability: assertion(asked.availability, "offers.availability", weights.availability),
    sku: assertion(
      (asked.isNamed ? asked.sku : null) ?? textUnder(said, ...skuNames) ?? asked.sku ?? variants[0]?.sku ?? null,
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
  return { said: told, price: asked.price, others: asked.others, ofForms: asked.ofForms }
}
