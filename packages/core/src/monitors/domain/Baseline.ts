/** What the next look is compared with: a state that each kind of target owns (contract/monitors.md §1.7). */
import { type DateTime, Schema } from "effect"
import { ModelValue } from "../../extraction/domain/ModelValue.ts"

/** The visible text of a page. */
export const PageState = Schema.Struct({ type: Schema.Literal("page"), text: Schema.String })
export type PageState = typeof PageState.Type

/** What a page said when it was read, by digests: so that it is known again under another address. */
export const KnownPage = Schema.Struct({
  url: Schema.String,
  content: Schema.String,
  title: Schema.NullOr(Schema.String)
})
export type KnownPage = typeof KnownPage.Type

/** The addresses that a sitemap lists, normalised and sorted, as far as they are tracked. */
export const SitemapState = Schema.Struct({
  type: Schema.Literal("sitemap"),
  urls: Schema.Array(Schema.String),
  /** More is listed than is tracked; not there when all is. */
  isCut: Schema.optionalKey(Schema.Literal(true)),
  /** Sitemaps that could not be read, so that what they list is not among the addresses. */
  unread: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Sitemaps that are named and were not there. */
  missing: Schema.optionalKey(Schema.Array(Schema.String)),
  /** What some of the pages said when they came. */
  pages: Schema.optionalKey(Schema.Array(KnownPage)),
  /** Of some of the pages nobody knows what they say: they were never read. */
  isPartlyKnown: Schema.optionalKey(Schema.Literal(true))
})
export type SitemapState = typeof SitemapState.Type

/** A page of a site that is looked at at each run, as it was read. */
export const TrackedPage = Schema.Struct({
  url: Schema.String,
  /** Address of the hop that gave the validators; not there in states of older builds, whose validators are not sent. */
  finalUrl: Schema.optionalKey(Schema.String),
  etag: Schema.NullOr(Schema.String),
  lastModified: Schema.NullOr(Schema.String),
  /** Digest of what its server sent, or of what a browser showed. */
  digest: Schema.String,
  isRendered: Schema.Boolean,
  /** A browser would show more of it, and there was none. */
  lacksBrowser: Schema.optionalKey(Schema.Literal(true)),
  /** What it says, where that is compared and not the data. */
  text: Schema.optionalKey(Schema.String)
})
export type TrackedPage = typeof TrackedPage.Type

/** A value of the data as a line that can be compared, and the page that says it. */
export const DataLine = Schema.Struct({
  text: Schema.String,
  url: Schema.String,
  /** The same with the value as the page writes it, where that says more, such as the currency of a price. */
  said: Schema.optionalKey(Schema.String)
})
export type DataLine = typeof DataLine.Type

/** What was read from a site, in the shape that was asked for, and where. */
export const ExtractState = Schema.Struct({
  type: Schema.Literal("extract"),
  data: Schema.Json,
  urlsAnalyzed: Schema.Array(Schema.String),
  pages: Schema.optionalKey(Schema.Array(TrackedPage)),
  /** The data as lines, where a schema says what is compared. */
  lines: Schema.optionalKey(Schema.Array(DataLine)),
  /** Names of lists whose end is not told, none where it is absent; one of before that lists said so may be cut without. */
  cut: Schema.optionalKey(Schema.Array(Schema.String)),
  /** What of the data a model found. */
  byModel: Schema.optionalKey(Schema.Array(ModelValue)),
  /** When pages are chosen anew, in milliseconds since 1970. */
  chooseAtMillis: Schema.optionalKey(Schema.Int)
})
export type ExtractState = typeof ExtractState.Type

export const BaselineState = Schema.Union([PageState, SitemapState, ExtractState])
export type BaselineState = typeof BaselineState.Type

/** A state with the moment that it was captured at. */
export type Baseline = BaselineState & { readonly capturedAt: DateTime.Utc }

/** A state as it is kept, in UTF-8. */
export interface KeptState {
  readonly kind: BaselineState["type"]
  readonly bytes: Uint8Array
}
