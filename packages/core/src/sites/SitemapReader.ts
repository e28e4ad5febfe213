/** How sitemaps are read. */
import { Context, type Effect, Schema } from "effect"

export interface SitemapEntry {
  /** As written, trimmed. */
  readonly url: string
  /** As written; null when absent. */
  readonly lastModified: string | null
}

export interface SitemapContent {
  /** Pages that are listed, in order. */
  readonly entries: ReadonlyArray<SitemapEntry>
  /** Sitemaps that are listed, in order. */
  readonly children: ReadonlyArray<string>
}

/** The text is no sitemap. */
export class SitemapUnreadable extends Schema.TaggedError<SitemapUnreadable>()("SitemapUnreadable", {
  message: Schema.String
}) {}

/** Most entries of one sitemap that are read (sitemaps.org allows 50,000). */
export const maxSitemapEntries = 50_000

/**
 * Reads sitemaps and indexes of them, with their image, news and video extensions; RSS and Atom; and plain lists of URLs.
 *
 * **Contract** (every adapter passes `testing/sitemapReaderSuite.ts`)
 *
 * - Broken XML gives what stands before the break; no entity is expanded but the five of XML.
 * - Addresses of pictures and films are no pages.
 */
export class SitemapReader extends Context.Service<
  SitemapReader,
  { readonly read: (text: string) => Effect.Effect<SitemapContent, SitemapUnreadable> }
>()("@kittiwake/core/sites/SitemapReader") {}
