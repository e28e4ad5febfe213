/** What the next look is compared with: a state that each kind of target owns (contract/monitors.md §1.7). */
import { type DateTime, Schema } from "effect"

/** The visible text of a page. @internal */
export const PageState = Schema.Struct({ type: Schema.Literal("page"), text: Schema.String })
/** @internal */
export type PageState = typeof PageState.Type

/** What a page said when it was read, by digests: so that it is known again under another address. @internal */
export const KnownPage = Schema.Struct({
  url: Schema.String,
  content: Schema.String,
  title: Schema.NullOr(Schema.String)
})
/** @internal */
export type KnownPage = typeof KnownPage.Type

/** The addresses that a sitemap lists, normalised and sorted, as far as they are tracked. @internal */
export const SitemapState = Schema.Struct({
  type: Schema.Literal("sitemap"),
  urls: Schema.Array(Schema.String),
  /** More is listed than is tracked; not there when all is. */
  isCut: Schema.optionalKey(Schema.Literal(true)),
  /** Sitemaps that could not be read, so that what they list is not among the addresses. */
  unread: Schema.optionalKey(Schema.Array(Schema.String)),
  /** What some of the pages said when they came. */
  pages: Schema.optionalKey(Schema.Array(KnownPage))
})
/** @internal */
export type SitemapState = typeof SitemapState.Type

/** What was read from a site, in the shape that was asked for, and where. @internal */
export const ExtractState = Schema.Struct({
  type: Schema.Literal("extract"),
  data: Schema.Json,
  urlsAnalyzed: Schema.Array(Schema.String)
})
/** @internal */
export type ExtractState = typeof ExtractState.Type

export const BaselineState = Schema.Union([PageState, SitemapState, ExtractState])
export type BaselineState = typeof BaselineState.Type

/** A state with the moment that it was captured at. */
export type Baseline = BaselineState & { readonly capturedAt: DateTime.Utc }
