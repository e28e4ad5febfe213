/** Where changes are read. They are written by `RunStore.record`. */
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Part, Slice } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Change, ChangeId, ChangeSummary } from "./domain/Change.ts"
import type { ChangeDetectionType, TargetType } from "./domain/Target.ts"

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
}

/** **Contract** (every adapter passes `testing/changeStoreSuite.ts`): another organization's change reads as absent. */
export class ChangeStore extends Context.Service<
  ChangeStore,
  {
    readonly get: (
      organizationId: OrganizationId,
      changeId: ChangeId
    ) => Effect.Effect<Option.Option<Change>, StoreUnavailable>

    /** Changes of an organization, newest first by `detectedAt`. */
    readonly list: (
      organizationId: OrganizationId,
      filter: ChangeFilter,
      slice: Slice
    ) => Effect.Effect<Part<ChangeSummary>, StoreUnavailable>
  }
>()("@kittiwake/core/monitors/ChangeStore") {}
