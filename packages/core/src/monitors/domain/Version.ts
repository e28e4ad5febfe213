/** What a run saw and kept: a baseline of its monitor, as long as history reaches. */
import { Schema } from "effect"
import { OrganizationId } from "../../organizations/domain/Organization.ts"
import { ChangeId } from "./Change.ts"
import { MonitorId } from "./Monitor.ts"
import { RunId } from "./RunId.ts"
import { TargetType } from "./Target.ts"

export const VersionId = Schema.String.pipe(Schema.brand("VersionId"))
export type VersionId = typeof VersionId.Type

export const Version = Schema.Struct({
  id: VersionId,
  organizationId: OrganizationId,
  monitorId: MonitorId,
  /** The run that captured it; null for a baseline that is older than the history. */
  runId: Schema.NullOr(RunId),
  /** The change that was found with it; null when there was nothing to compare it with. */
  changeId: Schema.NullOr(ChangeId),
  /** The version whose place it took. */
  previousId: Schema.NullOr(VersionId),
  targetType: TargetType,
  capturedAt: Schema.DateTimeUtc,
  /** When another took its place; null for the newest of its monitor. */
  replacedAt: Schema.NullOr(Schema.DateTimeUtc),
  /** Bytes of what was compared. */
  contentBytes: Schema.Int,
  /** Whether what was fetched is kept too, so that other selectors can be tried on it. */
  hasSource: Schema.Boolean,
  /** Whether a picture of the page is kept too. Pictures go earlier than the rest of a version. */
  hasPicture: Schema.Boolean
})
export type Version = typeof Version.Type

/** What is kept of a version: what was compared, what was fetched, and a picture of it. */
export const VersionPartName = Schema.Literals(["content", "source", "picture"])
export type VersionPartName = typeof VersionPartName.Type

/** A part of a version. Equal bytes are stored once. */
export interface VersionPart {
  readonly part: VersionPartName
  readonly mediaType: string
  readonly bytes: Uint8Array
}
