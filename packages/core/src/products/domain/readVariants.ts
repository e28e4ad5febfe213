/** The forms in which a thing comes, as the page writes them for programs. */
import { mostOf, type Variant } from "./Product.ts"
import { addressOf, allOf, picturesOf, type Thing, textOf, textsOf, textUnder, thingsOf } from "./Thing.ts"

/** Properties by which forms differ, as they are called here. */
const properties: ReadonlyArray<readonly [name: string, ...keys: ReadonlyArray<string>]> = [
  ["Color", "color", "colour"],
  ["Size", "size"],
  ["Material", "material"],
  ["Pattern", "pattern"],
  ["Gender", "suggestedGender"],
  ["Age", "suggestedAge"]
]

/** By what a form differs from others. @internal */
export const declared = (thing: Thing): ReadonlyArray<readonly [string, string]> => {
  const own = properties.flatMap(([name, ...keys]): ReadonlyArray<readonly [string, string]> => {
    const text = textUnder(thing, ...keys)
    return text === null ? [] : [[name, text]]
  })
  const added = thingsOf(thing.additionalProperty).flatMap((one): ReadonlyArray<readonly [string, string]> => {
    const [name, value] = [textUnder(one, "name"), textOf(one.value)]
    return name === null || value === null ? [] : [[name, value]]
  })
  const chosen = thingsOf(thing.selectedOptions).flatMap((one): ReadonlyArray<readonly [string, string]> => {
    const [name, value] = [textUnder(one, "name"), textUnder(one, "value")]
    return name === null || value === null ? [] : [[name, value]]
  })
  return [...own, ...added, ...chosen]
}

const variantOf = (
  attributes: ReadonlyArray<readonly [string, string]>,
  thing: Thing,
  url: string | null,
  base: string
): ReadonlyArray<Variant> =>
  attributes.length === 0
    ? []
    : [
        {
          attributes: Object.fromEntries(attributes.filter(([name]) => name !== "__proto__")),
          images: picturesOf(thing.image ?? thing.featured_image ?? null)
            .flatMap((one) => addressOf(one, base) ?? [])
            .slice(0, mostOf.images),
          sku: textUnder(thing, "sku", "mpn", "gtin13", "gtin", "productID"),
          url: url === null ? null : addressOf(url, base)
        }
      ]

/** Of a group, each with an offer of its own. */
const ofGroup = (thing: Thing, base: string): ReadonlyArray<Variant> =>
  thingsOf(thing.hasVariant).flatMap((one) => {
    const url = textUnder(one, "url") ?? thingsOf(one.offers).map((offer) => textUnder(offer, "url"))[0] ?? null
    return variantOf(declared(one), one, url, base)
  })

/** Of several offers, what each is called where nothing else tells them apart. */
const ofOffers = (thing: Thing, base: string): ReadonlyArray<Variant> => {
  const offers = thingsOf(thing.offers).flatMap((one) => (one.offers === undefined ? [one] : thingsOf(one.offers)))
  if (offers.length < 2) return []
  return offers.flatMap((offer) => {
    const [item = offer] = thingsOf(offer.itemOffered)
    const name = textUnder(item, "name") ?? textUnder(offer, "name")
    const said = declared(item)
    const named: ReadonlyArray<readonly [string, string]> = name === null ? [] : [["Name", name]]
    return variantOf(said.length > 0 ? said : named, { ...offer, ...item }, textUnder(offer, "url"), base)
  })
}

/** Of what shops hand their scripts: `option1` and so on are called by the options of the product. */
const ofState = (thing: Thing, base: string): ReadonlyArray<Variant> => {
  const names = allOf(thing.options).map((one, index) => textOf(one) ?? `Option ${index + 1}`)
  const all = thingsOf(thing.variants)
  if (all.length < 2) return []
  return all.flatMap((one) => {
    const options = [1, 2, 3].flatMap((number): ReadonlyArray<readonly [string, string]> => {
      const text = textOf(one[`option${number}`])
      return text === null ? [] : [[names[number - 1] ?? `Option ${number}`, text]]
    })
    const said = options.length > 0 ? options : declared(one)
    const [title = null] = textsOf(one.title ?? one.name)
    const named: ReadonlyArray<readonly [string, string]> = title === null ? [] : [["Name", title]]
    return variantOf(said.length > 0 ? said : named, one, textUnder(one, "url"), base)
  })
}

/** The forms in which the thing comes; none where it says of none. @internal */
export const readVariants = (thing: Thing, base: string): ReadonlyArray<Variant> => {
  const [found = []] = [ofGroup(thing, base), ofOffers(thing, base), ofState(thing, base)].filter(
    ({ length }) => length > 0
  )
  return found.slice(0, mostOf.variants)
}
