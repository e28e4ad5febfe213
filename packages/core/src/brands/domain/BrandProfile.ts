/** What a brand's own site says of it (contract/brand.md, brand). What it does not say is null. */
import { Schema } from "effect"
import { languages } from "./languages.ts"

/** Social networks that profiles are told of. */
export const socialKinds = [
  ...(["x", "facebook", "instagram", "linkedin", "youtube", "pinterest", "tiktok", "dribbble", "github"] as const),
  ...(["behance", "snapchat", "whatsapp", "telegram", "line", "discord", "twitch", "vimeo", "imdb", "tumblr"] as const),
  ...(["flickr", "giphy", "medium", "spotify", "soundcloud", "tripadvisor", "yelp", "producthunt", "reddit"] as const),
  ...(["crunchbase", "appstore", "playstore"] as const)
] as const
export type SocialKind = (typeof socialKinds)[number]

export const employeeRanges = [
  ...(["1 to 10", "11 to 50", "51 to 200", "201 to 500", "501 to 1000", "1001 to 5000"] as const),
  ...(["5001 to 10000", "10001+"] as const)
] as const

/** Pages that a profile leads to. */
export const linkKinds = ["careers", "blog", "pricing", "contact", "terms", "privacy"] as const
export type LinkKind = (typeof linkKinds)[number]

const orNull = Schema.NullOr
const Text = orNull(Schema.String)

export const NamedColour = Schema.Struct({ hex: Schema.String, name: Schema.String })
export type NamedColour = typeof NamedColour.Type

/** `logo`: measured in its pictures. `site`: stands in its style sheets, or in the head of its page. */
export const BrandColour = Schema.Struct({ ...NamedColour.fields, source: Schema.Literals(["site", "logo"]) })
export type BrandColour = typeof BrandColour.Type

/** A picture of the site that is kept. */
const pictureFields = {
  assetId: Schema.String,
  width: Schema.Int,
  height: Schema.Int,
  colours: Schema.Array(NamedColour)
}

export const BrandLogo = Schema.Struct({
  ...pictureFields,
  /** The ground on which it can be seen; one that has a ground of its own shows on any. */
  mode: Schema.Literals(["light", "dark", "has_opaque_background"]),
  type: Schema.Literals(["icon", "logo"])
})
export type BrandLogo = typeof BrandLogo.Type

export const BrandBackdrop = Schema.Struct(pictureFields)

export const BrandAddress = Schema.Struct({
  street: Text,
  city: Text,
  stateProvince: Text,
  stateCode: Text,
  postalCode: Text,
  country: Text,
  countryCode: Text
})
export type BrandAddress = typeof BrandAddress.Type

export const BrandStock = Schema.Struct({ ticker: Schema.String, exchange: Text })
export type BrandStock = typeof BrandStock.Type

export const BrandEmployees = Schema.Struct({
  exact: orNull(Schema.Int),
  range: orNull(Schema.Literals(employeeRanges))
})
export type BrandEmployees = typeof BrandEmployees.Type

/** A part of an industry, in the contract's own words. */
export const BrandIndustry = Schema.Struct({ industry: Schema.String, subindustry: Schema.String })

/** Where on a page something was read. */
export const FactPlace = Schema.Literals([
  ...(["json-ld", "microdata", "metadata", "title", "heading", "link", "footer", "text", "picture"] as const)
])
export type FactPlace = typeof FactPlace.Type

/** Where a field comes from. */
export const FieldSource = Schema.Struct({ field: Schema.String, place: FactPlace, url: Schema.String })
export type FieldSource = typeof FieldSource.Type

export const BrandProfile = Schema.Struct({
  /** Where the domain that was asked for leads. */
  domain: Schema.String,
  title: Text,
  description: Text,
  slogan: Text,
  colours: Schema.Array(BrandColour),
  logos: Schema.Array(BrandLogo),
  backdrops: Schema.Array(BrandBackdrop),
  socials: Schema.Array(Schema.Struct({ type: Schema.Literals(socialKinds), url: Schema.String })),
  address: orNull(BrandAddress),
  stock: orNull(BrandStock),
  employees: orNull(BrandEmployees),
  /** The likeliest first; absent where one page alone was read, and of what was kept before they were told. */
  industries: Schema.optionalKey(Schema.Array(BrandIndustry)),
  links: Schema.Record(Schema.Literals(linkKinds), Text),
  email: Text,
  phone: Text,
  language: orNull(Schema.Literals(languages)),
  /** Whether the site says that it is for adults. */
  isAdult: Schema.Boolean,
  sources: Schema.Array(FieldSource),
  /** Whether only the first page was read. */
  isThin: Schema.Boolean,
  /** Whether a picture did not come that may be there, or nothing here reads pictures: such a profile is given for an hour alone. */
  lacksPictures: Schema.optionalKey(Schema.Boolean)
})
export type BrandProfile = typeof BrandProfile.Type
