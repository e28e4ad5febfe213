/** Where the pages that were read can be found by their words. */
import { Context, type DateTime, type Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { IndexedPage, IndexHit } from "./domain/IndexedPage.ts"
import type { SearchQuestion } from "./domain/SearchQuestion.ts"

export type { IndexedPage, IndexHit } from "./domain/IndexedPage.ts"

/** How much is kept. */
export interface IndexLimits {
  /** Nothing that was read before is kept. */
  readonly keepSince: DateTime.Utc
  /** Most pages of one organization; what was read longest ago goes first. */
  readonly maxPages: number
  /** Most bytes of text of one organization, likewise. */
  readonly maxBytes: number
}

/** A page that an organization is to find no longer. */
export interface GonePage {
  readonly organizationId: OrganizationId
  /** Known by its identity (`urlIdentity`), as a page that is put is. */
  readonly url: string
  /** When it was found to be gone. */
  readonly goneAt: DateTime.Utc
}

/** How much all organizations keep together. */
export interface IndexSize {
  readonly pages: number
  /** Of text. */
  readonly bytes: number
  /** When the page was read that was read longest ago; null when there is none. */
  readonly oldestReadAt: DateTime.Utc | null
}

/**
 * Finds pages by their words.
 *
 * **Contract** (every adapter passes `testing/pageIndexSuite.ts`)
 *
 * - A page has one entry for each organization, what was read last; an older reading put later changes nothing.
 * - An entry that was read more than a minute from now was so by a clock that was ahead: it gives way to any reading, and goes with its page.
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
    readonly put: (pages: ReadonlyArray<IndexedPage>, now: DateTime.Utc) => Effect.Effect<void, StoreUnavailable>

    /** Drops pages of any organizations, all or none of them; tells how many there were. One that was read after it was gone stays. */
    readonly forget: (gone: ReadonlyArray<GonePage>, now: DateTime.Utc) => Effect.Effect<number, StoreUnavailable>

    /** Best first. */
    readonly search: (
      organizationId: OrganizationId,
      question: SearchQuestion
    ) => Effect.Effect<ReadonlyArray<IndexHit>, StoreUnavailable>

    /** Drops up to `limit` pages that are beyond the limits; less than `limit` means that nothing is left to do. */
    readonly prune: (limits: IndexLimits, limit: number) => Effect.Effect<number, StoreUnavailable>

    /** How much there is; told without reading the pages. */
    readonly size: Effect.Effect<IndexSize, StoreUnavailable>
  }
>()("@kittiwake/core/search/PageIndex") {}
