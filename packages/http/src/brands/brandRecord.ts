/** A brand in the words of the wire (contract/brand.md, brand). What nobody knows is left out, or null where the contract has that. */
import {
  BrandIndustry,
  type BrandLogo,
  type BrandProfile,
  employeeRanges,
  type LinkKind,
  NamedColour,
  socialKinds
} from "@kittiwake/core/brands/domain/BrandProfile"
import { languages } from "@kittiwake/core/internal/brands/domain/languages"
import { Schema } from "effect"

const key = Schema.optionalKey

const Resolution = Schema.Struct({ width: Schema.Int, height: Schema.Int, aspect_ratio: Schema.Number })

const Backdrop = Schema.Struct({
  url: Schema.String,
  resolution: key(Resolution),
  colors: key(Schema.Array(NamedColour))
})

const Logo = Schema.Struct({
  ...Backdrop.fields,
  mode: key(Schema.Literals(["light", "dark", "has_opaque_background"])),
  type: key(Schema.Literals(["icon", "logo"]))
})

const Colour = Schema.Struct({ ...NamedColour.fields, source: Schema.Literals(["site", "logo"]) })

const maybeLink = key(Schema.NullOr(Schema.String))

const links: { readonly [K in LinkKind]: typeof maybeLink } = {
  careers: maybeLink,
  blog: maybeLink,
  pricing: maybeLink,
  contact: maybeLink,
  terms: maybeLink,
  privacy: maybeLink
}

/** What the simplified answer has. */
export const SimpleBrand = Schema.Struct({
  domain: Schema.String,
  title: key(Schema.String),
  colors: key(Schema.Array(Colour)),
  logos: key(Schema.Array(Logo)),
  backdrops: key(Schema.Array(Backdrop))
}).annotate({ identifier: "SimpleBrand" })

export const Brand = Schema.Struct({
  domain: Schema.String,
  title: key(Schema.String),
  description: key(Schema.String),
  slogan: key(Schema.String),
  colors: key(Schema.Array(Colour)),
  logos: key(Schema.Array(Logo)),
  backdrops: key(Schema.Array(Backdrop)),
  socials: key(Schema.Array(Schema.Struct({ type: Schema.Literals(socialKinds), url: Schema.String }))),
  address: key(
    Schema.Struct({
      street: key(Schema.String),
      city: key(Schema.String),
      state_province: key(Schema.String),
      state_code: key(Schema.String),
      postal_code: key(Schema.String),
      country: key(Schema.String),
      country_code: key(Schema.String)
    })
  ),
  stock: key(Schema.NullOr(Schema.Struct({ ticker: Schema.String, exchange: key(Schema.String) }))),
  employees: key(Schema.NullOr(Schema.Struct({ exact: key(Schema.Int), range: key(Schema.Literals(employeeRanges)) }))),
  industries: key(Schema.Struct({ eic: Schema.Array(BrandIndustry) })),
  links: key(Schema.Struct(links)),
  email: key(Schema.String),
  phone: key(Schema.String),
  primary_language: key(Schema.NullOr(Schema.Literals(languages))),
  is_nsfw: key(Schema.Boolean)
}).annotate({ identifier: "Brand" })

/** Where a picture is, by its id. */
export type AddressOf = (assetId: string) => string

type Known<A> = { readonly [K in keyof A]?: Exclude<A[K], null> }

/** Only what is known. */
const known = <A extends object>(record: A): Known<A> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as Known<A>

const picture = ({ assetId, colours, height, width }: BrandProfile["backdrops"][number], at: AddressOf) => ({
  url: at(assetId),
  resolution: { width, height, aspect_ratio: Math.round((width / height) * 1_000) / 1_000 },
  colors: colours
})

const logo = (one: BrandLogo, at: AddressOf) => ({ ...picture(one, at), mode: one.mode, type: one.type })

const addressRecord = (address: BrandProfile["address"]) =>
  address === null
    ? {}
    : {
        address: known({
          street: address.street,
          city: address.city,
          state_province: address.stateProvince,
          state_code: address.stateCode,
          postal_code: address.postalCode,
          country: address.country,
          country_code: address.countryCode
        })
      }

/** Nothing where none is known: the contract has no word for that. */
const industriesRecord = ({ industries = [] }: BrandProfile) =>
  industries.length === 0 ? {} : { industries: { eic: industries } }

/** A brand whole. */
export const brandRecord = (profile: BrandProfile, at: AddressOf): typeof Brand.Type => {
  const { description, email, phone, slogan, title } = profile
  return {
    domain: profile.domain,
    ...known({ title, description, slogan }),
    colors: profile.colours,
    logos: profile.logos.map((one) => logo(one, at)),
    backdrops: profile.backdrops.map((one) => picture(one, at)),
    socials: profile.socials,
    ...addressRecord(profile.address),
    stock:
      profile.stock === null ? null : { ticker: profile.stock.ticker, ...known({ exchange: profile.stock.exchange }) },
    employees: profile.employees === null ? null : known(profile.employees),
    ...industriesRecord(profile),
    links: profile.links,
    ...known({ email, phone }),
    primary_language: profile.language,
    is_nsfw: profile.isAdult
  }
}

/** What one page shows of a brand. */
export const pageRecord = (profile: BrandProfile, at: AddressOf): typeof Brand.Type => {
  const { description, domain, email, links, logos, phone, socials, title } = profile
  return {
    domain,
    ...known({ title, description }),
    logos: logos.map(({ assetId }) => ({ url: at(assetId) })),
    socials,
    links,
    ...known({ email, phone })
  }
}

/** Those for the ground first, among them all that have a ground of their own; the others stay. */
export const forTheme = (logos: ReadonlyArray<BrandLogo>, theme: "light" | "dark" | null): ReadonlyArray<BrandLogo> => {
  const fits = ({ mode }: BrandLogo) => theme === null || mode === theme || mode === "has_opaque_background"
  return [...logos.filter(fits), ...logos.filter((one) => !fits(one))]
}

/** The part of a brand by which it is shown. */
export const simpleRecord = (
  profile: BrandProfile,
  theme: "light" | "dark" | null,
  at: AddressOf
): typeof SimpleBrand.Type => ({
  domain: profile.domain,
  ...known({ title: profile.title }),
  colors: profile.colours,
  logos: forTheme(profile.logos, theme).map((one) => logo(one, at)),
  backdrops: profile.backdrops.map((one) => picture(one, at))
})

const says = (value: unknown): boolean =>
  value !== null && value !== false && !(Array.isArray(value) && value.length === 0)

const saying = (record: object) => Object.fromEntries(Object.entries(record).filter(([, value]) => says(value)))

/**
 * A brand as far as it was read before a deadline cut that short: a field that is null or empty might have been found, and is left
 * out (contract/brand.md, deadline object).
 */
export const partRecord = (record: typeof Brand.Type): typeof Brand.Type => {
  const found = saying(record.links ?? {})
  const { links: _, ...rest } = record
  return { domain: record.domain, ...saying(rest), ...(Object.keys(found).length === 0 ? {} : { links: found }) }
}
