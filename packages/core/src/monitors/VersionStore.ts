/**
 * Where the versions of what monitors watch live.
 *
 * **Model.** A run that has a baseline to store stages it as a version first, with its parts; what records the run
 * (`RunStore.record`) keeps it, in the same step as the baseline and the change, and notes when the one before was
 * replaced. Nobody sees a version that is staged, and one whose run was never recorded is dropped after a while.
 *
 * **Invariants**
 *
 * - A version that is kept is that of a run that was recorded, and stands in its monitor's history as it was captured.
 * - Equal bytes are stored once, and go with the last part that has them.
 * - The newest version of a monitor is never dropped while the monitor is there.
 * - The versions of a removed monitor are dropped, little by little.
 * - A picture may go before its version, which is as it was without it.
 */
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Part, Slice } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { MonitorId } from "./domain/Monitor.ts"
import type { Version, VersionId, VersionPart, VersionPartName } from "./domain/Version.ts"

/** What is to be kept of versions. */
export interface VersionBounds {
  /** What was staged before this moment is dropped. */
  readonly stagedSince: DateTime.Utc
  /** What was replaced before this moment is dropped. */
  readonly replacedSince: DateTime.Utc
  /** Most versions of an organization. */
  readonly maxVersions: number
  /** Most bytes of an organization's versions, each counted as its parts are stored, without its picture. */
  readonly maxBytes: number
  /** Pictures of versions that were replaced before this moment are dropped. */
  readonly picturesSince: DateTime.Utc
  /** Most pictures of an organization; beyond, those that were taken first go, newest versions or not. */
  readonly maxPictures: number
  /** Most bytes of an organization's pictures, as they are stored; beyond, the same go. */
  readonly maxPictureBytes: number
}

/** **Contract** above; every adapter passes `testing/versionStoreSuite.ts`. */
export class VersionStore extends Context.Service<
  VersionStore,
  {
    /** Stores a version that nobody sees until its run is recorded. */
    readonly stage: (version: Version, parts: ReadonlyArray<VersionPart>) => Effect.Effect<void, StoreUnavailable>

    /** A version of a monitor that is kept. */
    readonly get: (
      organizationId: OrganizationId,
      monitorId: MonitorId,
      versionId: VersionId
    ) => Effect.Effect<Option.Option<Version>, StoreUnavailable>

    /** A part of a version that is kept. */
    readonly part: (
      organizationId: OrganizationId,
      versionId: VersionId,
      part: VersionPartName
    ) => Effect.Effect<Option.Option<VersionPart>, StoreUnavailable>

    /** Versions of a monitor that are kept, newest first by `capturedAt`. */
    readonly list: (
      organizationId: OrganizationId,
      monitorId: MonitorId,
      slice: Slice
    ) => Effect.Effect<Part<Version>, StoreUnavailable>

    /**
     * Drops up to `limit` versions that the bounds leave out and up to `limit` pictures, and looks at up to `limit` that are
     * not counted yet and at as many bodies that none may have any more. Tells how much of it there was most; less than
     * `limit` means that nothing is left to do.
     */
    readonly prune: (bounds: VersionBounds, limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/monitors/VersionStore") {}
