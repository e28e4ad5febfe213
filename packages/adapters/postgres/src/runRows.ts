/** Runs between rows and the domain. */
import { Run } from "@kittiwake/core/monitors/domain/Run"
import { Schema } from "effect"
import { joinedColumns, recordColumns } from "./recordColumns.ts"

const codec = Schema.toCodecJson(Run)

const columnsBeforeTrace = `
  r.id, r.organization_id as "organizationId", r.monitor_id as "monitorId", r.status, r.run_type as "runType",
  r.trigger, r.target_type as "targetType", r.change_detection_type as "changeDetectionType",
  r.target_version as "targetVersion", r.queued_at as "queuedAt", r.started_at as "startedAt",
  r.completed_at as "completedAt", r.change_detected as "changeDetected", r.baseline_created as "baselineCreated",
  r.credits_charged as "creditsCharged", r.change_id as "changeId", r.skip_reason as "skipReason", r.error`

/** Selects a run `r` by the names of the domain. */
export const runColumns = `${columnsBeforeTrace}, r.trace`

/** Selects a run `r` as a list shows it: without its trace. */
export const runListColumns = `${columnsBeforeTrace}, '[]'::json as trace`

/** What the end of a run writes; what was charged is the ledger's to say. */
export const runEndColumns = recordColumns({
  status: "text",
  run_type: "text",
  target_type: "text",
  change_detection_type: "text",
  target_version: "integer",
  started_at: "timestamptz",
  completed_at: "timestamptz",
  change_detected: "boolean",
  baseline_created: "boolean",
  change_id: "text",
  skip_reason: "text",
  error: "jsonb",
  trace: "json"
})

/** All that is written of a new run. */
export const runWriteColumns = joinedColumns(
  recordColumns({
    id: "text",
    organization_id: "text",
    monitor_id: "text",
    trigger: "text",
    queued_at: "timestamptz",
    credits_charged: "bigint"
  }),
  runEndColumns
)

/** Reads a row of `runColumns` or `runListColumns`. */
export const toRun = Schema.decodeUnknownSync(codec)

/** A run as the JSON that `runWriteColumns` reads: its moments write themselves. */
export const runJson = (run: Run): object => run
