/**
 * How the pages of batches are claimed and recorded, and how batches end.
 *
 * **Model.** A page waits, is claimed under a lease and a token, and is done. A claim serves the batch that has the fewest
 * pages under way, then the next, so that batches of one organization and of several have equal shares, whatever they hold.
 * What came of pages is recorded many at a time: each write is of one batch and has the segment of the results that holds
 * their records. A batch that nothing is left to do for is settled.
 *
 * **Invariants**
 *
 * - A page is claimed by one at a time and, once recorded, never again.
 * - A claim whose lease ended is handed out again with a higher token, and counts as lost; what is given back does not, nor does one
 *   of a page that was lost `aloneFrom` times before, until it was renewed. Nor does one any more whose holder gives it back after all:
 *   a clock that was set ended its lease. A write that names a claim which is lost writes nothing.
 * - Segment, outcomes and counts of a write appear together or not at all. No record stands in two segments.
 * - No page of a batch is claimed that is being cancelled or has ended, and no more pages of a crawl are counted than were
 *   reserved for it.
 * - Of the pages of a crawl that answered at one address one is recorded, and the others are told to be the same. Once one is, no
 *   page is begun or found any more that has this address.
 * - A claim takes no more for one organization or host than its shares say, and passes over the rest.
 * - A batch ends once: its end, its last movement of credits, its usage and its deliveries appear together.
 * - Writers of one batch do not wait for one row: each counts in a part of the counts of its own.
 *
 * **When a holder dies** its lease ends and its pages are claimed again. A segment that was put into a blob and not recorded is
 * named by no row, and swept with the other blobs of that kind; a small one comes with its row or not at all.
 */
import { Context, type DateTime, type Duration, type Effect, type Option } from "effect"
import type { Entry } from "../credits/domain/Ledger.ts"
import type { BudgetDay } from "../credits/SpendingBudget.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Shares } from "../Shares.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { UsageCount } from "../usage/domain/UsageCount.ts"
import type { Delivery } from "../webhooks/domain/Delivery.ts"
import type { NewSegment, StoredBatch } from "./BatchStore.ts"
import type { Batch, BatchEnd, BatchId } from "./domain/Batch.ts"
import type { BatchItem, FoundItem, ResultPlace } from "./domain/Item.ts"
import type { ResultFile } from "./domain/ResultFile.ts"
import type { BatchTally } from "./domain/settle.ts"

/** A batch as its workers need it. */
export type WorkedBatch = Pick<Batch, "id" | "organizationId" | "format" | "options" | "crawl"> & {
  /** Where the start of a crawl answered, which says what belongs to the site; null until it has. */
  readonly scopeUrl: string | null
}

/** A page that one worker holds. */
export interface ItemClaim extends BatchItem {
  readonly batch: WorkedBatch
  /** Fencing token of the page. */
  readonly token: number
  /** Claims of it whose lease ended without a word of their holder (`domain/losses.ts`). */
  readonly losses: number
}

/** What came of a page. */
export type ItemOutcome = { readonly n: number; readonly token: number } & (
  | {
      readonly _tag: "Succeeded"
      readonly recoveredPages: number
      readonly place: Omit<ResultPlace, "segmentId">
      readonly found: ReadonlyArray<FoundItem>
      /** What no other recorded page of the crawl may have in common with where it answered; null where pages may. */
      readonly finalIdentity: string | null
    }
  | {
      readonly _tag: "Failed"
      readonly code: string
      readonly url: string
      readonly place: Omit<ResultPlace, "segmentId">
    }
  /**
   * A page of a crawl that turned out not to be wanted: it is not counted and has no record. Where it is one that was recorded under
   * another address, it leads on all the same: it may have been reached by fewer links.
   */
  | { readonly _tag: "Dropped"; readonly found: ReadonlyArray<FoundItem> }
)

/** What is recorded of one batch at once. */
export interface BatchWrite {
  readonly organizationId: OrganizationId
  readonly batchId: BatchId
  /** Null when none of the outcomes has a record. */
  readonly segment: NewSegment | null
  readonly outcomes: ReadonlyArray<ItemOutcome>
  /** Where the start of the crawl answered, when it is among them. */
  readonly scopeUrl: string | null
  /** Most pages that the crawl may know, done ones included. */
  readonly maxKnown: number
  /** Which part of the counts this writer counts in. */
  readonly shard: number
}

/** What came of a write. */
export type BatchWritten =
  | { readonly _tag: "Recorded" }
  /** Some claims are somebody else's, or their batch has ended. Nothing was written: write again without these. */
  | { readonly _tag: "ClaimsLost"; readonly lost: ReadonlyArray<number> }
  /** Some answered where another page did that is recorded, or stands before them. Nothing was written: write again with these dropped. */
  | { readonly _tag: "SamePages"; readonly same: ReadonlyArray<number> }

/** A batch that has not ended. */
export interface UnsettledBatch extends StoredBatch {
  readonly isDone: boolean
  /** A host where pages of it wait; null when none does. */
  readonly waitsAt: string | null
}

/** All that the end of a batch writes. */
export interface Settling {
  /** As it ends (`domain/settle.ts`). */
  readonly batch: Batch & { readonly end: BatchEnd }
  /** The files of its results, as they are kept with it from then on. */
  readonly files: ReadonlyArray<ResultFile>
  /** What it was counted up for; when pages were recorded meanwhile, nothing is written. */
  readonly tally: Pick<BatchTally, "succeeded" | "failed">
  /** The movement of what is left; null when nothing is. */
  readonly entry: Entry | null
  /** What the history of usage learns with the movement. */
  readonly usage: UsageCount | null
  /**
   * What comes back to a day of the grant that submitted it; less than nothing is taken from the day, however little that has
   * left. Null when nothing moves.
   */
  readonly unspent: (BudgetDay & { readonly credits: number }) | null
  readonly deliveries: ReadonlyArray<Delivery>
}

/** **Contract** above; every adapter passes `testing/batchStoreSuite.ts`. */
export class BatchWorkStore extends Context.Service<
  BatchWorkStore,
  {
    /** Claims up to `limit` pages that wait. The first claim of a batch starts it, at `now`. */
    readonly claimDue: (options: {
      readonly now: DateTime.Utc
      readonly limit: number
      readonly lease: Duration.Duration
      /** What may be claimed for one organization and for one host; without them, whatever waits. */
      readonly shares?: Shares
      /** Most pages of crawls that may be claimed of hosts which ask robots for a pause; of others whatever waits. */
      readonly pausing?: ReadonlyMap<string, number>
      /** Most pages of any batch that may be claimed of hosts which throttle, whatever the shares leave there. */
      readonly resting?: ReadonlyMap<string, number>
      /** When batches were served last, as numbers that grow: of those with equal claims comes first who is not among them, then who was longest ago. */
      readonly served?: ReadonlyMap<BatchId, number>
    }) => Effect.Effect<ReadonlyArray<ItemClaim>, StoreUnavailable>

    /**
     * Time until `claimDue` may find something, by what is stored: nothing left when it may already, and none when nothing
     * waits. What is under way counts from the end of its lease.
     */
    readonly untilDue: (now: DateTime.Utc) => Effect.Effect<Option.Option<Duration.Duration>, StoreUnavailable>

    /**
     * Lets the leases that still hold end after so long, or gives their pages back at once; tells for each claim whether it does. A claim
     * that was lost and is given back counts as lost no more.
     */
    readonly renew: (
      claims: ReadonlyArray<ItemClaim>,
      lease: Duration.Duration
    ) => Effect.Effect<ReadonlyArray<boolean>, StoreUnavailable>

    /** Records what came of pages, each write atomically. Answers in the order given. */
    readonly record: (writes: ReadonlyArray<BatchWrite>) => Effect.Effect<ReadonlyArray<BatchWritten>, StoreUnavailable>

    /**
     * Batches that have not ended, in the order of their ids, each with its counts, where its pages wait, and whether nothing is
     * left to do for it; when `doneOnly`, those alone for which nothing is. As many as `limit`, or fewer where they are large: whether more
     * come shows when none does.
     */
    readonly unsettled: (options: {
      readonly after: BatchId | null
      readonly limit: number
      readonly doneOnly?: boolean
    }) => Effect.Effect<ReadonlyArray<UnsettledBatch>, StoreUnavailable>

    /**
     * Ends a batch; tells whether it did. It does not when the batch has ended already, when what it was counted up for has
     * changed, when credits are short, or, unless it failed, when something is left to do for it.
     */
    readonly settle: (settling: Settling) => Effect.Effect<boolean, StoreUnavailable>
  }
>()("@kittiwake/core/batches/BatchWorkStore") {}
