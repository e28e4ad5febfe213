/**
 * Where runs live, and how they are claimed.
 *
 * **Model.** A monitor is due when it has a queued run, or when it is not paused and its `nextRunAt` has come. One run at
 * a time: a monitor under a live lease is not due. The claim turns the queued run, or else a new one for the slot that
 * came, into a running one, takes a hold on its price, and gives the monitor a new fencing token.
 *
 * **Invariants**
 *
 * - Every slot of an active monitor gets one run; slots that passed while nobody looked collapse into one. A monitor whose
 *   next slot has had its run, as a clock that stepped back can leave it, is claimed with a run that moves it on: `repeated`.
 * - A run ends once. What a holder of an older token records is dropped.
 * - Run, monitor, baseline, versions, change, ledger entry and deliveries of an outcome appear together or not at all.
 * - What an outcome cancels is cancelled with it, as long as all of it is `pending` and no attempt of it was ever begun; else
 *   nothing of the outcome is written.
 * - A hold taken by a claim has the id of the run, which is also its cause. It ends with the run: settled when it
 *   completed, released when it failed, was skipped or lost its monitor.
 * - Runs that are claimed together are funded as if each was claimed by itself, in the order of the claims: one whose price
 *   is not available takes nothing from those after it.
 * - While collection is paused a claim takes no new hold. A run whose hold is open already goes on.
 * - A run is charged at most what is held for it, so nothing when its hold has expired; the stored `creditsCharged` is
 *   what was charged.
 * - What a run was charged is counted in the history of usage (`runUsage`), together with the charge.
 * - What a run records says nothing of its monitor's subscription: the one that is stored stays.
 * - A claim takes no more for one organization, and for it at one host, than its shares say, and passes over the rest to what is due later.
 * - It takes first of who has the fewest under way, then what is longest due; of one organization, what is at the host where it has the
 *   fewest. Of much more than it takes, an adapter may look at a part that does not grow with what is due.
 * - A claim is lost when its lease ends without a word of its holder (`domain/lostRuns.ts`), unless its holder gave it back, or a clock that
 *   was ahead gave it. That of a run which was lost `aloneFrom` times before counts when it is lost only where it was renewed.
 * - A lease that ends further ahead than a lease can (`leaseHorizon.ts`) was given by a clock that was ahead, and holds no more.
 *
 * **When a holder dies** its lease ends and the monitor is claimed again: the same run, with a higher token and the same
 * hold, never shortened, or a new one when it expired. When the database dies nothing is known to be written, and the same
 * record may be sent again.
 */
import { Context, type DateTime, type Duration, type Effect, type Option } from "effect"
import type { Entry } from "../credits/domain/Ledger.ts"
import type { KeptAnswer } from "../idempotency/domain/KeptAnswer.ts"
import type { IdempotencyKeyTaken } from "../idempotency/errors.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Part, Slice } from "../paging/domain/Page.ts"
import type { Shares } from "../Shares.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Delivery, DeliveryId } from "../webhooks/domain/Delivery.ts"
import type { Baseline } from "./domain/Baseline.ts"
import type { Change } from "./domain/Change.ts"
import type { MonitorId } from "./domain/Monitor.ts"
import type { Plan } from "./domain/planAnew.ts"
import type { RecentRun } from "./domain/RecentRun.ts"
import type { Run, RunStatus } from "./domain/Run.ts"
import type { RunId } from "./domain/RunId.ts"
import type { Version } from "./domain/Version.ts"
import type { MonitorOutdated, StoredMonitor } from "./MonitorStore.ts"

/**
 * How a claimed run is paid for: its price is held, or nothing is, because collection is `paused`
 * (`credits/domain/CollectionPause.ts`), credits are `short`, or the run is `repeated`: its slot has had another.
 */
export type Funding = "held" | "paused" | "short" | "repeated"

/** A run that one worker holds. */
export interface RunClaim {
  readonly stored: StoredMonitor
  readonly run: Run
  /** The slot that the run is for; null when it is for none. */
  readonly slotAt: DateTime.Utc | null
  /** The host of its target, as `Shares` tells hosts apart. */
  readonly host: string
  /** Fencing token of the monitor. */
  readonly token: number
  /** Claims of the run that were lost. */
  readonly losses: number
  /** A run for which nothing is held must be recorded as skipped. */
  readonly funding: Funding
}

/** All that a finished run writes. */
export interface RunOutcome {
  readonly claim: RunClaim
  /** The monitor as the run leaves it; written only while its revision is still the claim's. */
  readonly next: StoredMonitor["monitor"]
  /** Finished: completed, failed or skipped. */
  readonly run: Run
  /** A baseline to store; null keeps the one that is there. */
  readonly baseline: Baseline | null
  /**
   * Versions that were staged (`VersionStore`) and are to be kept, oldest first, each with the id of the one that it replaces
   * and the moment from which on that one is.
   */
  readonly versions: ReadonlyArray<Pick<Version, "id" | "previousId" | "capturedAt">>
  readonly change: Change | null
  /** The charge that settles the hold; null releases it. */
  readonly entry: Entry | null
  readonly deliveries: ReadonlyArray<Delivery>
  /** Deliveries that wait to tell of a change which is taken back: they are cancelled, unless an attempt was begun. */
  readonly cancels: ReadonlyArray<DeliveryId>
}

/** What came of recording one outcome. */
export type Recorded =
  | { readonly _tag: "Recorded" }
  /** Somebody else holds the monitor, or it is gone. Drop the outcome. */
  | { readonly _tag: "ClaimLost" }
  /** Somebody who stands still holds what it writes to. Nothing of it was written; record again in a while. */
  | { readonly _tag: "HeldUp" }
  /** The owner changed the monitor meanwhile. Decide again with this one and record again. */
  | { readonly _tag: "Outdated"; readonly stored: StoredMonitor }
  /** What it cancels was told meanwhile, or was cancelled. Decide again without, and record again. */
  | { readonly _tag: "Told" }

/** When a monitor is looked at, as it is stored. */
export interface Planned {
  readonly plan: Plan
  /** Since when or from when on it is due. */
  readonly dueAt: DateTime.Utc
  /** Whether it is due for a run that is queued or under way. */
  readonly isBegun: boolean
}

/** A plan that takes the place of one that was read. */
export interface Replanned {
  readonly planned: Planned
  readonly plan: Plan
}

/** Which runs a list shows. */
export interface RunFilter {
  readonly monitorId?: MonitorId
  readonly status?: RunStatus
}

/** What the runs of one monitor were charged in a window. */
export interface MonitorSpend {
  readonly monitorId: MonitorId
  /** Null when the monitor was removed. */
  readonly name: string | null
  readonly credits: number
  readonly runs: number
  readonly lastRunAt: DateTime.Utc
}

/** **Contract** above; every adapter passes `testing/runStoreSuite.ts`. */
export class RunStore extends Context.Service<
  RunStore,
  {
    /**
     * Queues a run of a monitor; one that is queued already ends `skipped`/`superseded`. `kept` is stored with it
     * (`IdempotencyStore`).
     */
    readonly enqueue: (
      stored: StoredMonitor,
      run: Run,
      kept: KeptAnswer | null
    ) => Effect.Effect<void, IdempotencyKeyTaken | MonitorOutdated | StoreUnavailable>

    /**
     * Claims up to `limit` monitors due at `now`, longest due first, each with a hold of its run price until `holdUntil`.
     * `runIds` names the runs of slots, at least `limit` of them. A run that starts is `baseline` when no baseline is
     * stored and `scheduled` when one is.
     */
    readonly claimDue: (options: {
      readonly now: DateTime.Utc
      readonly limit: number
      readonly lease: Duration.Duration
      readonly holdUntil: DateTime.Utc
      readonly runIds: ReadonlyArray<string>
      /** What may be claimed for one organization and at one host, and who comes next; without them, what is longest due. */
      readonly shares?: Shares
    }) => Effect.Effect<ReadonlyArray<RunClaim>, StoreUnavailable>

    /**
     * Time from `now` until `claimDue` may find something, by what is stored: nothing left when it may already, and none when
     * nothing waits for its time. What is under way counts from the end of its lease.
     */
    readonly untilDue: (now: DateTime.Utc) => Effect.Effect<Option.Option<Duration.Duration>, StoreUnavailable>

    /** Whether a run of anybody was made after a moment, as only a clock that was ahead does. Reads one run of each organization. */
    readonly isAhead: (after: DateTime.Utc) => Effect.Effect<boolean, StoreUnavailable>

    /** Monitors that are due later than at a place, in the order in which they are: as many as `limit`. */
    readonly planned: (
      after: { readonly dueAt: DateTime.Utc; readonly id: string },
      limit: number
    ) => Effect.Effect<ReadonlyArray<Planned>, StoreUnavailable>

    /**
     * Plans monitors anew that are due as they were read, and tells how many still were. A run of them that is queued or under way is due
     * `now`, while its lease does not hold. Slots from `freeFrom` on that have had their run may have another.
     */
    readonly replan: (
      replanned: ReadonlyArray<Replanned>,
      options: { readonly now: DateTime.Utc; readonly freeFrom: DateTime.Utc }
    ) => Effect.Effect<number, StoreUnavailable>

    /** Lengthens the leases that still hold; tells for each claim whether it does. A lease of no time gives the claim back. */
    readonly renew: (
      claims: ReadonlyArray<RunClaim>,
      lease: Duration.Duration
    ) => Effect.Effect<ReadonlyArray<boolean>, StoreUnavailable>

    /** Records outcomes, each atomically, and ends their leases. Answers in the order given. */
    readonly record: (outcomes: ReadonlyArray<RunOutcome>) => Effect.Effect<ReadonlyArray<Recorded>, StoreUnavailable>

    readonly get: (organizationId: OrganizationId, runId: RunId) => Effect.Effect<Option.Option<Run>, StoreUnavailable>

    /** Runs of an organization, newest first by `queuedAt`, without their traces. */
    readonly list: (
      organizationId: OrganizationId,
      filter: RunFilter,
      slice: Slice
    ) => Effect.Effect<Part<Run>, StoreUnavailable>

    /**
     * The last runs of monitors, newest first and `limit` of each at most, by the ids of the monitors. What is no monitor of the
     * organization has none.
     */
    readonly recent: (
      organizationId: OrganizationId,
      monitorIds: ReadonlyArray<MonitorId>,
      limit: number
    ) => Effect.Effect<ReadonlyMap<MonitorId, ReadonlyArray<RecentRun>>, StoreUnavailable>

    /**
     * What runs that completed in the window (`since` inclusive, `until` exclusive) were charged, latest charged first.
     * Runs that were charged nothing are left out.
     */
    readonly spend: (
      organizationId: OrganizationId,
      window: { readonly since: DateTime.Utc | null; readonly until: DateTime.Utc | null }
    ) => Effect.Effect<ReadonlyArray<MonitorSpend>, StoreUnavailable>
  }
>()("@kittiwake/core/monitors/RunStore") {}
