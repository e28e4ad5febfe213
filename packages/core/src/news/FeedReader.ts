/** How feeds are read. */
import { Context, type Effect, Schema } from "effect"
import type { ListedFeed } from "./domain/ListedFeed.ts"
import type { ReportedFeed } from "./domain/ReportedFeed.ts"

export interface FeedToRead {
  readonly bytes: Uint8Array
  /** Where it came from: addresses in it may be relative. */
  readonly url: string
}

/** Most bytes of a feed that are read. */
export const maxFeedBytes = 5 * 1024 * 1024

/** Most items of a feed that are read; news sitemaps may have as many. */
export const maxFeedItems = 1_000

/** Most bytes and outlines of a list of feeds; one that has more is refused. */
export const maxListBytes = 16 * 1024 * 1024
export const maxOutlines = 10_000

/** The bytes are no feed, or one that takes too much to read. */
export class FeedUnreadable extends Schema.TaggedError<FeedUnreadable>()("FeedUnreadable", {
  reason: Schema.Literals(["no_feed", "too_complex"]),
  message: Schema.String
}) {}

/**
 * Reads what reports articles: RSS, RDF, Atom, JSON Feed, and sitemaps of news.
 *
 * **Contract** (every adapter passes `testing/feedReaderSuite.ts`)
 *
 * - No entity is expanded but the five of XML, and nothing is loaded.
 * - An item without an address that can be opened is left out, and so is one that says nothing.
 * - A list names feeds by the addresses of its outlines, whatever they are. An outline that is of a feed and names none is told with its
 *   line, and so is a list that breaks off.
 * - An item that stands in another is none of the feed's.
 * - No more than `maxFeedItems` are read, and a long feed holds up nobody else.
 */
export class FeedReader extends Context.Service<
  FeedReader,
  {
    readonly read: (feed: FeedToRead) => Effect.Effect<ReportedFeed, FeedUnreadable>

    /** The feeds of a list in OPML, in order, however deep its outlines are. */
    readonly readList: (bytes: Uint8Array) => Effect.Effect<ReadonlyArray<ListedFeed>, FeedUnreadable>
  }
>()("@kittiwake/core/news/FeedReader") {}
