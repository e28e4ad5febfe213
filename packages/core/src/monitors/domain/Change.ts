/** A confirmed difference between two looks (contract/monitors.md §1.9). */
import { Schema } from "effect"
import { OrganizationId } from "../../organizations/domain/Organization.ts"
import { MonitorId } from "./Monitor.ts"
import { RunId } from "./RunId.ts"
import { ChangeDetectionType, TargetType } from "./Target.ts"

export const ChangeId = Schema.String.pipe(Schema.brand("ChangeId"))
export type ChangeId = typeof ChangeId.Type

export const Change = Schema.Struct({
  id: ChangeId,
  organizationId: OrganizationId,
  monitorId: MonitorId,
  runId: RunId,
  targetType: TargetType,
  changeDetectionType: ChangeDetectionType,
  title: Schema.String,
  summary: Schema.String,
  detectedAt: Schema.DateTimeUtc,
  url: Schema.String,
  /** The monitor's labels when the change was found. */
  tags: Schema.Array(Schema.String),
  /** Unified diff. */
  diff: Schema.String,
  beforeTextExcerpt: Schema.String,
  afterTextExcerpt: Schema.String
})
export type Change = typeof Change.Type

/** A change as a list shows it. */
export type ChangeSummary = Omit<Change, "runId" | "diff" | "beforeTextExcerpt" | "afterTextExcerpt">
