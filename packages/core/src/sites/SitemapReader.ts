/** How sitemaps are read. */
import { Context, type Effect, Schema } from "effect"
import type { EncodedText } from "../web/HttpFetcher.ts"
import type { UrlSelection } from "./domain/UrlSelection.ts"

export interface SitemapEntry {
  /** As written, trimmed. */
  readonly url: string
  /** As written; null when absent. */
  readonly lastModified: string | null
}

/** Sitemaps that a sitemap lists, and whether all that it lists was read. */
export interface ListedSitemaps {
  /** The first `maxSitemapChildren`, in order, as written. */
  readonly children: ReadonlyArray<string>
  /** How many more it lists. */
  readonly childrenBeyond: number
  /** Entries that it lists beyond those that are read; 0 where all were. */
  readonly beyond: number
}

export interface SitemapContent extends ListedSitemaps {
  /** Pages that are listed, in order. */
  readonly entries: ReadonlyArray<SitemapEntry>
}

/** What is wanted of a sitemap. */
export interface SelectedUrls extends ListedSitemaps {
  /** Each once, as it is compared. */
  readonly urls: ReadonlyArray<string>
  /** It ends before its end: what else it would list was not sent, or not written yet. */
  readonly isBroken: boolean
}

/** A sitemap as it was fetched, which is handed over: its bytes are gone when it was read. One of our own is a text. */
export type SitemapText = EncodedText | string

/** The text is no sitemap. */
export class SitemapUnreadable extends Schema.TaggedError<SitemapUnreadable>()("SitemapUnreadable", {
  message: Schema.String
}) {}

/** Most entries of one sitemap that are read (sitemaps.org allows 50,000). */
export const maxSitemapEntries = 50_000

/** Most sitemaps that are told of one: of a whole site, no more are read. */
export const maxSitemapChildren = 500

/**
 * Reads sitemaps and indexes of them, with their image, news and video extensions; RSS and Atom; and plain lists of URLs.
 *
 * **Contract** (every adapter passes `testing/sitemapReaderSuite.ts`)
 *
 * - Broken XML gives what stands before the break, and a selection says where a document was never closed; no entity is expanded but the five of XML.
 * - Addresses of pictures and films are no pages.
 * - Neither holds up anybody else, however much a sitemap lists.
 */
export class SitemapReader extends Context.Service<
  SitemapReader,
  {
    readonly read: (text: SitemapText) => Effect.Effect<SitemapContent, SitemapUnreadable>

    /** The addresses of a sitemap, itself at `base`, that are selected (`domain/UrlSelection.ts`). */
    readonly select: (
      text: SitemapText,
      base: string,
      selection: UrlSelection
    ) => Effect.Effect<SelectedUrls, SitemapUnreadable>
  }
>()("@kittiwake/core/sites/SitemapReader") {}
