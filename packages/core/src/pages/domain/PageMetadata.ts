/** What a page says about itself (contract/scrape.md §0.5). */
import { Schema } from "effect"

const OneOrMany = Schema.Union([Schema.String, Schema.Array(Schema.String)])

const Alternate = Schema.Struct({
  href: Schema.String,
  hreflang: Schema.optionalKey(Schema.String),
  type: Schema.optionalKey(Schema.String),
  title: Schema.optionalKey(Schema.String)
})

const Heading = Schema.Struct({ level: Schema.Int, text: Schema.String })

/** Fields without a value are absent. Addresses are absolute. */
export const PageMetadata = Schema.Struct({
  sourceUrl: Schema.String,
  finalUrl: Schema.String,
  title: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  language: Schema.optionalKey(Schema.String),
  keywords: Schema.optionalKey(Schema.Array(Schema.String)),
  canonicalUrl: Schema.optionalKey(Schema.String),
  author: Schema.optionalKey(Schema.String),
  siteName: Schema.optionalKey(Schema.String),
  image: Schema.optionalKey(Schema.String),
  favicon: Schema.optionalKey(Schema.String),
  publishedTime: Schema.optionalKey(Schema.String),
  modifiedTime: Schema.optionalKey(Schema.String),
  robots: Schema.optionalKey(Schema.String),
  openGraph: Schema.optionalKey(Schema.Record(Schema.String, OneOrMany)),
  twitter: Schema.optionalKey(Schema.Record(Schema.String, OneOrMany)),
  alternates: Schema.optionalKey(Schema.Array(Alternate)),
  headings: Schema.optionalKey(Schema.Array(Heading)),
  jsonLd: Schema.optionalKey(Schema.Array(Schema.Record(Schema.String, Schema.Unknown))),
  additionalMeta: Schema.optionalKey(Schema.Record(Schema.String, OneOrMany))
})
export type PageMetadata = typeof PageMetadata.Type
