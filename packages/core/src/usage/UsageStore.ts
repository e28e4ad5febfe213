/**
 * Where logged calls live, and the sums that the history of usage is told from.
 *
 * **Model.** A logged call is a row, and so is a charge: what a call cost, a run of a monitor, or a correction of what a call
 * cost. A call adds a request and a charge adds credits, because each is written at a time of its own: a charge together with
 * the ledger's entry, and a call a moment after its answer. When a row is written, its usage is added to two sums, one of its UTC hour and one of its UTC day, by route,
 * caller and status. Rows are kept for weeks and sums for a year. A range of time is cut by `stretchesOf` into whole
 * days, whole hours and what is left at its edges: days and hours are answered from the sums, the edges from the rows.
 *
 * **Invariants**
 *
 * - A row and its share of both sums appear together, or not at all.
 * - A row is counted once: as long as it is kept, writing one of the same organization and id again changes nothing,
 *   whether it comes in one call, in several or in several at once. The one that was there stays.
 * - While no row has been removed, a history is the sum of all rows in its range, to the millisecond.
 * - Removing rows changes no sum.
 * - Credits of charges are those of the ledger: no process can die between the two.
 *
 * **Where history is exact.** To the millisecond while the rows of the hours at its edges are kept. For an edge older
 * than that the caller names a whole hour (`widened`), because a sum does not tell what of its hour lies in the range.
 *
 * **When the database dies** nothing is known to be written, and the same rows may be sent again.
 */
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { HistoryCount, HistoryQuery } from "./domain/History.ts"
import type { LogFilter } from "./domain/LogFilter.ts"
import type { RequestLog, RequestLogSummary } from "./domain/RequestLog.ts"
import type { UsageCount } from "./domain/UsageCount.ts"
import type { TooManyCalls } from "./errors.ts"

/** A part of a list of calls. */
export interface LogSlice {
  readonly skip: number
  readonly limit: number
  /** Without it every call of the window is looked at. */
  readonly mostLooked?: number
}

/** **Contract** above; every adapter passes `testing/usageStoreSuite.ts`. */
export class UsageStore extends Context.Service<
  UsageStore,
  {
    /** Writes logged calls, of any organizations, and counts the request of each (`requestUsage`). All are written, or none. */
    readonly append: (logs: ReadonlyArray<RequestLog>) => Effect.Effect<void, StoreUnavailable>

    /**
     * Counts charges that stand for themselves (`correctionUsage`). All are written, or none. A charge that must appear
     * together with something else is counted by the store of that in the same way (`chargeUsage`, `runUsage`).
     */
    readonly add: (charges: ReadonlyArray<UsageCount>) => Effect.Effect<void, StoreUnavailable>

    /** Usage in the range, by bucket and group. It may come in several parts, to be added up, and leaves out zeros. */
    readonly history: (
      organizationId: OrganizationId,
      query: HistoryQuery
    ) => Effect.Effect<ReadonlyArray<HistoryCount>, StoreUnavailable>

    /**
     * Logged calls for which `isShown` holds, newest first, calls of one moment by falling id, without the first `skip`.
     * `creditsUsed` has the corrections in it that name the call, whichever of the two was written first.
     *
     * With `mostLooked` it looks through at least so many of the newest calls of the window and, when they do not fill the
     * page and there are more, says how far it came instead of going on.
     */
    readonly logs: (
      organizationId: OrganizationId,
      filter: LogFilter,
      page: LogSlice
    ) => Effect.Effect<ReadonlyArray<RequestLogSummary>, StoreUnavailable | TooManyCalls>

    /** One logged call, corrected like those of `logs`. */
    readonly log: (
      organizationId: OrganizationId,
      requestId: string
    ) => Effect.Effect<Option.Option<RequestLog>, StoreUnavailable>

    /**
     * Removes up to `limit` rows from before `rowsBefore`, oldest first, and all sums of hours and days that ended by
     * `countsBefore`; tells how many rows it removed.
     */
    readonly prune: (options: {
      readonly rowsBefore: DateTime.Utc
      readonly countsBefore: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/usage/UsageStore") {}
