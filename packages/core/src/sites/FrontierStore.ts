/**
 * Where a crawl keeps what it has still to see.
 *
 * **Model.** A crawl has addresses, one for each identity. Each is waiting, then claimed under a lease and a token, then
 * done for ever. Links that a page led to are added together with the note that the page is done, so that a crash loses
 * none and repeats at most the pages that were claimed.
 */
import { Context, type DateTime, type Duration, type Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"

/** An address of a crawl, once for each identity. */
export interface FrontierEntry {
  /** What spellings of one address have in common (`domain/UrlIdentity.ts`). */
  readonly identity: string
  readonly url: string
  /** Links from the start. */
  readonly depth: number
}

/** A claimed address; the token proves the claim. */
export interface ClaimedEntry extends FrontierEntry {
  readonly token: number
}

/** A claimed address that is done. */
export interface FinishedEntry {
  readonly claimed: ClaimedEntry
  /** What it led to. */
  readonly found: ReadonlyArray<FrontierEntry>
}

/** What holds when addresses are added. */
export interface FrontierLimits {
  /** Most addresses that the crawl may hold, done ones included. */
  readonly maxEntries: number
  /** The moment from which on the crawl counts as left alone. */
  readonly now: DateTime.Utc
}

/** How far a crawl has come. */
export interface FrontierCounts {
  readonly waiting: number
  readonly claimed: number
  readonly done: number
}

/**
 * Keeps the frontiers of crawls.
 *
 * **Contract** (every adapter passes `testing/frontierStoreSuite.ts`)
 *
 * - An identity is claimed by one at a time and, once done, never again, however often it is added.
 * - Addresses are claimed by depth, and within a depth in the order they were added.
 * - A claim whose lease ended, by the store's clock, may be claimed again; what its former owner then reports changes
 *   nothing.
 * - A crawl never holds more than `maxEntries` addresses; what is added beyond is not kept.
 * - A crawl of another organization reads as absent, and an absent one has no addresses.
 */
export class FrontierStore extends Context.Service<
  FrontierStore,
  {
    /** Adds addresses that are new to the crawl; tells how many were. The first call begins the crawl. */
    readonly add: (
      organizationId: OrganizationId,
      crawlId: string,
      entries: ReadonlyArray<FrontierEntry>,
      limits: FrontierLimits
    ) => Effect.Effect<number, StoreUnavailable>

    /** Claims up to `limit` addresses for the length of a lease. */
    readonly claim: (
      organizationId: OrganizationId,
      crawlId: string,
      options: { readonly limit: number; readonly lease: Duration.Duration }
    ) => Effect.Effect<ReadonlyArray<ClaimedEntry>, StoreUnavailable>

    /**
     * Notes claimed addresses as done and adds what they led to, together. Tells of each whether it was still claimed;
     * what a lost claim led to is not added, and what came of it should be dropped too.
     */
    readonly finish: (
      organizationId: OrganizationId,
      crawlId: string,
      finished: ReadonlyArray<FinishedEntry>,
      limits: FrontierLimits
    ) => Effect.Effect<ReadonlyArray<boolean>, StoreUnavailable>

    /** Addresses by what became of them; those whose lease ended count as claimed until somebody claims them. */
    readonly counts: (
      organizationId: OrganizationId,
      crawlId: string
    ) => Effect.Effect<FrontierCounts, StoreUnavailable>

    /** Forgets the crawl. */
    readonly remove: (organizationId: OrganizationId, crawlId: string) => Effect.Effect<void, StoreUnavailable>

    /**
     * Forgets crawls to which nothing was added and in which nothing was finished since `before`, and drops up to
     * `limit` addresses of forgotten crawls; tells how many. Less than `limit` means that nothing is left to do. A report
     * of claims that are all lost finishes nothing; the newest moment that a crawl was told counts, whatever came last.
     */
    readonly prune: (before: DateTime.Utc, limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/sites/FrontierStore") {}
