/** Where changes are read, and where it is kept what people did with them. They are written by `RunStore.record`. */
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Part, Slice } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { ChangeId } from "./domain/Change.ts"
import type { Importance } from "./domain/Judgement.ts"
import type { ChangeDetectionType, TargetType } from "./domain/Target.ts"
import type { Triage, TriagedChange, TriagedSummary } from "./domain/Triage.ts"

/** Which changes a list shows. All conditions must hold. */
export interface ChangeFilter {
  readonly monitorId?: string
  readonly tag?: string
  /** Inclusive. */
  readonly since?: DateTime.Utc
  /** Exclusive. */
  readonly until?: DateTime.Utc
  readonly targetType?: TargetType
  readonly changeDetectionType?: ChangeDetectionType
  readonly triage?: Triage
  /** The moment at which they came to stand as they do. */
  readonly triagedAt?: DateTime.Utc
  /** One of these; what nobody judged has none. */
  readonly importance?: ReadonlyArray<Importance>
  /** Each begins a word of the title, of the summary, or of the name that the monitor has now. */
  readonly words?: ReadonlyArray<string>
}

/** Which changes come to stand otherwise. */
export interface TriageMove {
  readonly changeIds: ReadonlyArray<ChangeId>
  /** Only those that stand so; null for all of them. */
  readonly from: Triage | null
  readonly to: Triage
  readonly at: DateTime.Utc
}

/** How a change comes to be shared. */
export interface NewSharing {
  /** What its links go by, unless links of before may work still. */
  readonly mark: string
  /** Until when they work at least. */
  readonly until: DateTime.Utc
  readonly at: DateTime.Utc
}

/** **Contract** (every adapter passes `testing/changeStoreSuite.ts`): another organization's change reads as absent. */
export class ChangeStore extends Context.Service<
  ChangeStore,
  {
    readonly get: (
      organizationId: OrganizationId,
      changeId: ChangeId
    ) => Effect.Effect<Option.Option<TriagedChange>, StoreUnavailable>

    /** Changes of an organization, newest first by `detectedAt`. */
    readonly list: (
      organizationId: OrganizationId,
      filter: ChangeFilter,
      slice: Slice
    ) => Effect.Effect<Part<TriagedSummary>, StoreUnavailable>

    /** How many a list shows, counted up to `most`, and whether there may be more. */
    readonly count: (
      organizationId: OrganizationId,
      filter: ChangeFilter,
      most: number
    ) => Effect.Effect<{ readonly count: number; readonly isMore: boolean }, StoreUnavailable>

    /**
     * Has changes stand otherwise, and tells how many did not yet. Nothing else of them changes; what is another
     * organization's stays as it is. One that is open again has no moment at which it came to stand so.
     */
    readonly triage: (organizationId: OrganizationId, move: TriageMove) => Effect.Effect<number, StoreUnavailable>

    /**
     * Keeps that a change is shared, and tells the mark that its links go by: the one that stands where links of it may work
     * still, and else the new one. None when there is no such change.
     */
    readonly share: (
      organizationId: OrganizationId,
      changeId: ChangeId,
      sharing: NewSharing
    ) => Effect.Effect<Option.Option<string>, StoreUnavailable>

    /** Forgets the mark of a change, so that no link leads to it any more; tells whether there is such a change. */
    readonly withdraw: (organizationId: OrganizationId, changeId: ChangeId) => Effect.Effect<boolean, StoreUnavailable>

    /** The change that goes by a mark, whosever it is: who opens a link belongs to no organization. */
    readonly shared: (mark: string) => Effect.Effect<Option.Option<TriagedChange>, StoreUnavailable>
  }
>()("@kittiwake/core/monitors/ChangeStore") {}
