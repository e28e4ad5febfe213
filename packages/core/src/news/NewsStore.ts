/** Where articles live, and what finds them. */
import { Context, type Effect } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { ArticleRecord, MatchLevel, NewsEntry } from "./domain/NewsEntry.ts"
import type { ArticleType } from "./domain/ReportedArticle.ts"

/** Something that somebody is known by, and what finding it is worth: a thousand where it can mean nobody else. */
export interface WantedKey {
  readonly key: number
  readonly factor: number
}

/** Which articles of an entity are wanted; one list of them at most has anything. */
export interface NewsFilter {
  readonly sourceDomains: ReadonlyArray<string>
  readonly sourceCountries: ReadonlyArray<string>
  readonly languages: ReadonlyArray<string>
  readonly types: ReadonlyArray<ArticleType>
  /** Milliseconds since 1970, inclusive. An article without a date is in no window. */
  readonly from: number | null
  readonly to: number | null
}

export type NewsOrder = "newest" | "relevance"

/** Place of an article in a list. */
export interface NewsPosition {
  /** `matchWeight`; 0 where the newest go first. */
  readonly weight: number
  /** When it was published, or `undated`. */
  readonly sortedAt: number
  readonly id: string
}

export interface NewsQuestion {
  /** At least one; `mostKeys` at most. */
  readonly keys: ReadonlyArray<WantedKey>
  readonly filter: NewsFilter
  readonly order: NewsOrder
  readonly limit: number
  readonly after: NewsPosition | null
}

export interface FoundArticle {
  readonly id: string
  readonly storyId: string
  readonly record: ArticleRecord
  readonly level: MatchLevel
  readonly confidence: number
  readonly position: NewsPosition
}

/** What of some articles was new. */
export interface PutArticles {
  readonly added: number
  /** Known before, of which more is known now. */
  readonly filled: number
}

/** How much is kept, in milliseconds since 1970. */
export interface NewsLimits {
  readonly keepSince: number
  readonly maxArticles: number
  /** Bands of articles that were put before it find no stories any more. */
  readonly bandsSince: number
}

/** Keys of one question. @internal */
export const mostKeys = 24

/**
 * Keeps articles, and finds those that speak of somebody.
 *
 * **Contract** (every adapter passes `testing/newsStoreSuite.ts`)
 *
 * - Articles are public and belong to the installation, not to an organization.
 * - One article for an id. A later report fills what an earlier lacked, never unsays it, and adds its mentions; putting one again changes nothing.
 * - The publisher's own report is told whole, whenever it came: nothing is filled from others, who add mentions in passing alone.
 * - An article that tells what another of its day and language tells has that one's story, however many are put at once and by whomever;
 *   else it begins one, which is called by its id. Its story never changes, but when its publisher tells something else than was reported.
 * - A search gives each article once, by its heaviest mention among the keys: primary before secondary, then confidence times factor. The
 *   newest first are those without a date last, then by id; `relevance` is by weight, then the newest first.
 * - A list that is read by positions gives each article that was there when it began once, whatever is put meanwhile.
 */
export class NewsStore extends Context.Service<
  NewsStore,
  {
    /** Puts articles, all or none of them; `at` is now, in milliseconds since 1970. */
    readonly put: (entries: ReadonlyArray<NewsEntry>, at: number) => Effect.Effect<PutArticles, StoreUnavailable>

    readonly search: (question: NewsQuestion) => Effect.Effect<ReadonlyArray<FoundArticle>, StoreUnavailable>

    /** Of these ids those that are kept. */
    readonly known: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, StoreUnavailable>

    /** How many articles there are. */
    readonly count: Effect.Effect<number, StoreUnavailable>

    /** Drops up to `limit` articles beyond the limits, those that were put longest ago first; less than `limit` means that nothing is left to do. */
    readonly prune: (limits: NewsLimits, limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/news/NewsStore") {}
