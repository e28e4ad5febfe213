/** Where monitors live. */
import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import type { KeptAnswer } from "../idempotency/domain/KeptAnswer.ts"
import type { IdempotencyKeyTaken } from "../idempotency/errors.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Part, Slice } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Baseline } from "./domain/Baseline.ts"
import type { Monitor, MonitorId, MonitorStatus } from "./domain/Monitor.ts"
import type { MonitorSummary } from "./domain/MonitorSummary.ts"
import type { Run, SkipReason } from "./domain/Run.ts"
import type { ChangeDetectionType, TargetType } from "./domain/Target.ts"

/** The organization has as many monitors as it may. Nothing was stored. */
export class MonitorLimitReached extends Schema.TaggedError<MonitorLimitReached>()("MonitorLimitReached", {
  limit: Schema.Int
}) {}

/** The monitor changed, or went, since it was read. Read it again and decide anew; nothing was written. */
export class MonitorOutdated extends Schema.TaggedError<MonitorOutdated>()("MonitorOutdated", {}) {}

/** A monitor as it was read, with what a conditional write must name. */
export interface StoredMonitor {
  readonly monitor: Monitor
  /** Rises with every write to the monitor, by an owner or by a run's outcome; not with claims, runs that are queued or deliveries. */
  readonly revision: number
}

/** Where free text is looked for. */
export const SearchField = Schema.Literals(["name", "url", "instructions", "tags"])
export type SearchField = typeof SearchField.Type

/** Which monitors a list shows. All conditions must hold. */
export interface MonitorFilter {
  readonly search?: {
    /** Terms from `askedTerms` (`paging/domain/searchTerms.ts`); every one must match in some field. */
    readonly terms: ReadonlyArray<string>
    readonly fields: ReadonlyArray<SearchField>
    /** Whether a term may be the beginning of a word, or must be a whole one. */
    readonly match: "prefix" | "exact"
  }
  readonly status?: MonitorStatus
  readonly targetType?: TargetType
  readonly changeDetectionType?: ChangeDetectionType
  /** Was made with this grant. */
  readonly grantId?: string
  readonly tag?: string
  /** Has at least one of these. */
  readonly anyTag?: ReadonlyArray<string>
}

/** What a summary is asked for. */
export interface SummaryAsked {
  /** A look that was due before this moment is late. */
  readonly lateBefore: DateTime.Utc
  /** How far each kind is counted. */
  readonly counted: number
  /** How many of the next looks are told. */
  readonly next: number
}

/** A change to a monitor by its owner, with all that must happen together with it. */
export interface MonitorUpdate {
  readonly stored: StoredMonitor
  readonly next: Monitor
  /** A run to queue; one that is queued already ends `skipped`/`superseded`. */
  readonly queue: Run | null
  /** Ends the queued run, unless it is a baseline run, with this reason. */
  readonly skipQueued: { readonly reason: SkipReason; readonly at: DateTime.Utc } | null
  /** Cancels the deliveries that have not ended, those with an attempt in flight too. */
  readonly cancelDeliveries: boolean
  /** Ends the failures of the subscription. Otherwise those stored stay, whatever `next` says of them. */
  readonly clearFailure: boolean
}

/**
 * Keeps monitors, their baselines and their subscriptions.
 *
 * **Contract** (every adapter passes `testing/monitorStoreSuite.ts`)
 *
 * - However many create at once, an organization never has more monitors than the allowance given.
 * - A conditional write with an old revision writes nothing.
 * - Removing a monitor ends its queued and its running run as `skipped`, gives their hold back, cancels its deliveries
 *   that have not ended and lets no later write bring it back; its runs, changes and deliveries stay.
 * - A monitor of another organization reads as absent.
 * - A summary, and a list of those that are paused or fail, read as much as they tell of, however many monitors there are.
 */
export class MonitorStore extends Context.Service<
  MonitorStore,
  {
    /**
     * Stores a new monitor with its first run, while the organization has fewer than `allowance`. `kept` is stored with it
     * (`IdempotencyStore`).
     */
    readonly create: (options: {
      readonly monitor: Monitor
      readonly run: Run
      readonly allowance: number
      readonly kept: KeptAnswer | null
    }) => Effect.Effect<void, IdempotencyKeyTaken | MonitorLimitReached | StoreUnavailable>

    readonly get: (
      organizationId: OrganizationId,
      monitorId: MonitorId
    ) => Effect.Effect<Option.Option<StoredMonitor>, StoreUnavailable>

    /** Bytes of the baseline as it is kept, without reading it; none where there is no baseline. */
    readonly baselineBytes: (
      organizationId: OrganizationId,
      monitorId: MonitorId
    ) => Effect.Effect<number, StoreUnavailable>

    /** The baseline with its text; none before the first capture and after a reset. */
    readonly baseline: (
      organizationId: OrganizationId,
      monitorId: MonitorId
    ) => Effect.Effect<Option.Option<Baseline>, StoreUnavailable>

    /** Monitors of an organization, newest first by `createdAt`. */
    readonly list: (
      organizationId: OrganizationId,
      filter: MonitorFilter,
      slice: Slice
    ) => Effect.Effect<Part<Monitor>, StoreUnavailable>

    /** How many monitors the organization has now. */
    readonly count: (organizationId: OrganizationId) => Effect.Effect<number, StoreUnavailable>

    /** How the monitors stand together; the number of all is that of `count`. */
    readonly summary: (
      organizationId: OrganizationId,
      asked: SummaryAsked
    ) => Effect.Effect<Omit<MonitorSummary, "monitors">, StoreUnavailable>

    /** Writes an owner's change if the monitor is still as it was read. A null `next.baseline` removes the baseline. */
    readonly update: (update: MonitorUpdate) => Effect.Effect<void, MonitorOutdated | StoreUnavailable>

    /** Removes a monitor; tells whether there was one. */
    readonly remove: (
      organizationId: OrganizationId,
      monitorId: MonitorId,
      at: DateTime.Utc
    ) => Effect.Effect<boolean, StoreUnavailable>
  }
>()("@kittiwake/core/monitors/MonitorStore") {}
