/** What the index knows of a brand. */
import { Schema } from "effect"
import { languages } from "./languages.ts"

/** Longest texts and lists of an entry; what is longer is cut before it comes here. @internal */
export const entryLimits = { name: 200, description: 2_000, aliases: 20, symbols: 50, ids: 20 } as const

/**
 * Whether a logo is kept by us, so that its id stands there and no address of somebody else's server. @internal
 */
export const isKeptPicture = (logo: string): boolean => /^ast_[\w-]{1,100}$/.test(logo)

/** Where an entry comes from: the list that ships, a list that an operator brought, or the brand's own site. */
export const BrandSource = Schema.Literals(["shipped", "imported", "read"])
export type BrandSource = typeof BrandSource.Type

/** What a share or a security is called; tickers are told apart by where they trade. */
export const BrandSymbol = Schema.Struct({
  kind: Schema.Literals(["ticker", "isin"]),
  code: Schema.String,
  /** Null for an ISIN, and where nobody said. */
  exchange: Schema.NullOr(Schema.String)
})
export type BrandSymbol = typeof BrandSymbol.Type

/** Who told a field: one of the sources of entries, or the list of a register, of an encyclopaedia or of popularity. */
export const FieldTeller = Schema.Literals([
  ...BrandSource.literals,
  ...(["wikidata", "gleif", "sec", "tranco", "majestic", "umbrella"] as const)
])
export type FieldTeller = typeof FieldTeller.Type

/** Fields that one source tells, and another tells otherwise. */
export const toldFields = ["name", "description", "country", "language", "logo", "rank"] as const
export type ToldField = (typeof toldFields)[number]

/** Who told each field that is known, and when. */
export const ToldBy = Schema.Record(
  Schema.Literals(toldFields),
  Schema.optional(Schema.Struct({ by: FieldTeller, atMillis: Schema.Int }))
)
export type ToldBy = typeof ToldBy.Type

/** What a register or an encyclopaedia calls whoever the brand is: a legal entity identifier, a number of the SEC, an item. */
export const BrandId = Schema.Struct({ kind: Schema.Literals(["lei", "cik", "wikidata"]), code: Schema.String })
export type BrandId = typeof BrandId.Type

export const BrandEntry = Schema.Struct({
  /** The registrable domain, in lower case and ASCII: an entry stands for one. */
  domain: Schema.String,
  name: Schema.NullOr(Schema.String),
  /** Other names. */
  aliases: Schema.Array(Schema.String),
  description: Schema.NullOr(Schema.String),
  /** Two letters in upper case. */
  country: Schema.NullOr(Schema.String),
  language: Schema.NullOr(Schema.Literals(languages)),
  /** The id of the asset that it is kept as; until its site was read, the address that a list names, which no answer tells. */
  logo: Schema.NullOr(Schema.String),
  /** 1 is the most popular; null when nobody said. */
  rank: Schema.NullOr(Schema.Int),
  symbols: Schema.Array(BrandSymbol),
  ids: Schema.Array(BrandId),
  /** Who told which field; whoever puts an entry leaves it empty where `source` tells them all. */
  told: ToldBy,
  source: BrandSource,
  updatedAt: Schema.DateTimeUtc
})
export type BrandEntry = typeof BrandEntry.Type
