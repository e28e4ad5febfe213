/** What the index knows of a brand. */
import { Schema } from "effect"
import { languages } from "./languages.ts"

/** Longest texts and lists of an entry; what is longer is cut before it comes here. @internal */
export const entryLimits = { name: 200, description: 2_000, aliases: 20, symbols: 20 } as const

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
  /** Its address, or the id of the asset that it is kept as. */
  logo: Schema.NullOr(Schema.String),
  /** 1 is the most popular; null when nobody said. */
  rank: Schema.NullOr(Schema.Int),
  symbols: Schema.Array(BrandSymbol),
  source: BrandSource,
  updatedAt: Schema.DateTimeUtc
})
export type BrandEntry = typeof BrandEntry.Type
