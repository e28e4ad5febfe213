/** Runs as rows, for both sides of a thread. */

/** A run as `runColumns` selects it. */
export interface RunRow {
  readonly id: string
  readonly organizationId: string
  readonly monitorId: string
  readonly status: string
  readonly runType: string
  readonly trigger: string
  readonly targetType: string
  readonly changeDetectionType: string
  readonly targetVersion: number
  readonly queuedAt: number
  readonly startedAt: number | null
  readonly completedAt: number | null
  readonly changeDetected: number
  readonly baselineCreated: number
  readonly creditsCharged: number
  readonly changeId: string | null
  readonly skipReason: string | null
  readonly error: string | null
  readonly trace: string
}

const columnsBeforeTrace = `
  r.id, r.organization_id as organizationId, r.monitor_id as monitorId, r.status, r.run_type as runType, r.trigger,
  r.target_type as targetType, r.change_detection_type as changeDetectionType, r.target_version as targetVersion,
  r.queued_at as queuedAt, r.started_at as startedAt, r.completed_at as completedAt,
  r.change_detected as changeDetected, r.baseline_created as baselineCreated, r.credits_charged as creditsCharged,
  r.change_id as changeId, r.skip_reason as skipReason, r.error`

/** Selects a run `r`. */
export const runColumns = `${columnsBeforeTrace}, r.trace`

/** Selects a run `r` as a list shows it: without its trace. */
export const runListColumns = `${columnsBeforeTrace}, '[]' as trace`

/** What the end of a run writes, in order; what was charged is the ledger's to say. */
export const runEndColumns = [
  "status",
  "run_type",
  "target_type",
  "change_detection_type",
  "target_version",
  "started_at",
  "completed_at",
  "change_detected",
  "baseline_created",
  "change_id",
  "skip_reason",
  "error",
  "trace"
] as const

/** The values of `runEndColumns`. */
export type RunEnd = readonly [
  status: string,
  runType: string,
  targetType: string,
  changeDetectionType: string,
  targetVersion: number,
  startedAt: number | null,
  completedAt: number | null,
  changeDetected: number,
  baselineCreated: number,
  changeId: string | null,
  skipReason: string | null,
  error: string | null,
  trace: string
]

/** All that is written of a new run. */
export interface RunWrite {
  readonly id: string
  readonly organizationId: string
  readonly monitorId: string
  readonly trigger: string
  readonly queuedAt: number
  readonly creditsCharged: number
  readonly end: RunEnd
}
