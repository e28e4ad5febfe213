/** Addresses that came and went between two looks at a sitemap (contract/monitors.md §1.9). */
import { Schema } from "effect"

/** Most addresses that a list of a change shows; counts are of all of them. @internal */
export const mostListed = 500

/** A page that stands under another address than before. */
export const MovedUrl = Schema.Struct({ from: Schema.String, to: Schema.String })
export type MovedUrl = typeof MovedUrl.Type

export const UrlChange = Schema.Struct({
  /** The first of those that came, in order, those that a page moved to too. */
  added: Schema.Array(Schema.String),
  addedCount: Schema.Int,
  /** The first of those that went, in order, those that a page moved from too. */
  removed: Schema.Array(Schema.String),
  removedCount: Schema.Int,
  moved: Schema.Array(MovedUrl)
})
export type UrlChange = typeof UrlChange.Type
