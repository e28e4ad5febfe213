/** How much work is due that nobody has begun. */
import { Context, type DateTime, type Effect } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"

/** Pieces of work that are counted; where there are more, this many are told. */
export const mostCounted = 10_000

/** What waits of one kind of work, of all organizations together. */
export interface Waiting {
  /** Pieces of work that could be begun now, `mostCounted` at most. */
  readonly due: number
  /** Since when the first of them could be begun; null when there are none. */
  readonly since: DateTime.Utc | null
}

/** What waits of each kind of work. */
export interface Backlog {
  readonly runs: Waiting
  readonly deliveries: Waiting
  /** Pages of batches. Of a crawl, those that are paid for count while any page of it waits. They wait since their batch was made. */
  readonly pages: Waiting
}

/**
 * Counts what is due.
 *
 * **Contract** (every adapter passes `testing/backlogStoreSuite.ts`)
 *
 * - What is under way does not count, unless its lease has ended.
 * - A count reads no more rows than it tells of and than are under way.
 */
export class BacklogStore extends Context.Service<
  BacklogStore,
  {
    readonly look: (now: DateTime.Utc) => Effect.Effect<Backlog, StoreUnavailable>
  }
>()("@kittiwake/core/measures/BacklogStore") {}
