/** One look of a monitor, from its place in the queue to its outcome (contract/monitors.md §1.8). */
import { Schema } from "effect"
import { OrganizationId } from "../../organizations/domain/Organization.ts"
import { ChangeId } from "./Change.ts"
import { MonitorId } from "./Monitor.ts"
import { RunError } from "./RunError.ts"
import { RunId } from "./RunId.ts"
import { ChangeDetectionType, TargetType } from "./Target.ts"

export const RunStatus = Schema.Literals(["queued", "running", "completed", "failed", "skipped"])
export type RunStatus = typeof RunStatus.Type

/** Why a run was never executed; `collection_paused` when the whole organization rests and not this monitor alone. */
export const SkipReason = Schema.Literals(["insufficient_credits", "collection_paused", "monitor_paused", "superseded"])
export type SkipReason = typeof SkipReason.Type

/** One thing a run did, for whoever asks why it told or did not tell. */
export const TraceStep = Schema.Struct({
  step: Schema.Literals([
    "fetch",
    "render",
    "read",
    "filter",
    "compare",
    "confirm",
    "match",
    "judge",
    "decide",
    "keep",
    "tell"
  ]),
  startedAt: Schema.DateTimeUtc,
  durationMs: Schema.Int,
  outcome: Schema.String
})
export type TraceStep = typeof TraceStep.Type

export const Run = Schema.Struct({
  id: RunId,
  organizationId: OrganizationId,
  monitorId: MonitorId,
  status: RunStatus,
  runType: Schema.Literals(["baseline", "scheduled"]),
  /** What asked for the run. Only `schedule` moves the monitor to its next slot. */
  trigger: Schema.Literals(["schedule", "manual", "reset"]),
  targetType: TargetType,
  changeDetectionType: ChangeDetectionType,
  targetVersion: Schema.Int,
  queuedAt: Schema.DateTimeUtc,
  startedAt: Schema.NullOr(Schema.DateTimeUtc),
  completedAt: Schema.NullOr(Schema.DateTimeUtc),
  changeDetected: Schema.Boolean,
  baselineCreated: Schema.Boolean,
  creditsCharged: Schema.Int,
  changeId: Schema.NullOr(ChangeId),
  skipReason: Schema.NullOr(SkipReason),
  error: Schema.NullOr(RunError),
  trace: Schema.Array(TraceStep)
})
export type Run = typeof Run.Type
