/** Where the pages that were read can be found by their words. */
import { Context, type DateTime, type Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { SearchHit, SearchQuestion } from "./domain/SearchQuestion.ts"

/** A page as it is indexed. */
export interface IndexedPage {
  /** Who had it read, and alone finds it. */
  readonly organizationId: OrganizationId
  /** The address it was read at; its identity (`urlIdentity`) is what a page is known by. */
  readonly url: string
  readonly title: string
  readonly description: string
  /** Of all levels, in their order, one a line. */
  readonly headings: string
  /** What it says, without markup. */
  readonly text: string
  /** ISO 639-1, lower case; null when unknown. */
  readonly language: string | null
  /** Null when the page does not say it. */
  readonly publishedAt: DateTime.Utc | null
  readonly readAt: DateTime.Utc
}

/** A page that fits a question. */
export interface IndexHit extends SearchHit {
  /** The higher the better; comparable within one answer alone. */
  readonly score: number
  readonly language: string | null
  readonly readAt: DateTime.Utc
}

/** How much is kept. */
export interface IndexLimits {
  /** Nothing that was read before is kept. */
  readonly keepSince: DateTime.Utc
  /** Most pages of one organization; what was read longest ago goes first. */
  readonly maxPages: number
  /** Most bytes of text of one organization, likewise. */
  readonly maxBytes: number
}

/**
 * Finds pages by their words.
 *
 * **Contract** (every adapter passes `testing/pageIndexSuite.ts`)
 *
 * - A page has one entry for each organization, what was read last; an older reading put later changes nothing.
 * - An organization finds its own pages and no other's.
 * - What a question demands (phrases, titles, addresses, domains, words that must not be there) holds of every hit; words that are merely
 *   asked for decide the order, and a hit has at least one of them where there are any.
 * - Words match without regard to case and diacritics. A word in the title weighs more than one in a heading, and that more than one in
 *   the text; rare words weigh more than common ones; words that stand close together more than those far apart.
 * - Two adapters need not give the same scores; which of two pages fits clearly better they agree on.
 */
export class PageIndex extends Context.Service<
  PageIndex,
  {
    /** Puts pages of any organizations, all or none of them. */
    readonly put: (pages: ReadonlyArray<IndexedPage>) => Effect.Effect<void, StoreUnavailable>

    /** Best first. */
    readonly search: (
      organizationId: OrganizationId,
      question: SearchQuestion
    ) => Effect.Effect<ReadonlyArray<IndexHit>, StoreUnavailable>

    /** Drops up to `limit` pages that are beyond the limits; less than `limit` means that nothing is left to do. */
    readonly prune: (limits: IndexLimits, limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/search/PageIndex") {}
