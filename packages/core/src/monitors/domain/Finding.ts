/** What differs between two looks, by the kind of target. */
import { Schema } from "effect"
import { TextChange } from "./TextChange.ts"
import { MovedUrl, UrlChange } from "./UrlChange.ts"

/** Of a page: lines of its text. */
export const PageFinding = Schema.Struct({
  type: Schema.Literal("page"),
  change: TextChange,
  /** Where the watched address led; not there where it led nowhere else. */
  finalUrl: Schema.optionalKey(Schema.String)
})

/** Of a sitemap: addresses that came and went. */
export const SitemapFinding = Schema.Struct({ type: Schema.Literal("sitemap"), change: UrlChange })

/** Of what was read from a site: the pages that differ, and the difference as lines. */
export const ExtractFinding = Schema.Struct({
  type: Schema.Literal("extract"),
  change: TextChange,
  /** Every page with a relevant change. */
  matchedUrls: Schema.Array(Schema.String),
  /** Pages that took the place of others when pages were chosen anew; not there where none did. */
  replaced: Schema.optionalKey(Schema.Array(MovedUrl))
})

export const Finding = Schema.Union([PageFinding, SitemapFinding, ExtractFinding])
export type Finding = typeof Finding.Type
