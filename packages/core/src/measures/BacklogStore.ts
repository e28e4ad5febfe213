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

/** Attempts in vain after which somebody is told: one alone may have met a restart. @internal */
export const troublingAttempts = 2

/** Most receivers that are told of. @internal */
export const mostReceivers = 100

/** A host that has not taken events at several attempts, and is asked again. */
export interface RefusingReceiver {
  readonly host: string
  /** Events that wait for another attempt. */
  readonly deliveries: number
  /** When the oldest of them was stored. */
  readonly since: DateTime.Utc
}

/**
 * Counts what is due.
 *
 * **Contract** (every adapter passes `testing/backlogStoreSuite.ts`)
 *
 * - What is under way does not count, unless its lease has ended.
 * - A count reads no more rows than it tells of and than are under way.
 * - Receivers that refuse are told of the `mostCounted` deliveries that come next, those first that miss most events.
 */
export class BacklogStore extends Context.Service<
  BacklogStore,
  {
    readonly look: (now: DateTime.Utc) => Effect.Effect<Backlog, StoreUnavailable>

    readonly refusing: Effect.Effect<ReadonlyArray<RefusingReceiver>, StoreUnavailable>
  }
>()("@kittiwake/core/measures/BacklogStore") {}
