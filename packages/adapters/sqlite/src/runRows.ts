/** Runs between rows and the domain. */
import type { ChangeId } from "@kittiwake/core/monitors/domain/Change"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import type { Run, TraceStep } from "@kittiwake/core/monitors/domain/Run"
import type { RunId } from "@kittiwake/core/monitors/domain/RunId"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { storableJson } from "@kittiwake/storage/storable"
import { DateTime } from "effect"
import { millisOf, millisOrNull, momentOf, momentOrNull } from "./moments.ts"
import type { QueuedRun } from "./writes/queuedRuns.ts"
import type { RunEnd, RunRow, RunWrite } from "./writes/runColumns.ts"

const toTrace = (json: string): ReadonlyArray<TraceStep> => {
  if (json === "[]") return []
  const steps: ReadonlyArray<Omit<TraceStep, "startedAt"> & { readonly startedAt: string }> = JSON.parse(json)
  return steps.map((step) => ({ ...step, startedAt: DateTime.makeUnsafe(step.startedAt) }))
}

/** Reads a row of `runColumns` or `runListColumns`. */
export const toRun = (row: RunRow): Run => ({
  id: row.id as RunId,
  organizationId: row.organizationId as OrganizationId,
  monitorId: row.monitorId as MonitorId,
  status: row.status as Run["status"],
  runType: row.runType as Run["runType"],
  trigger: row.trigger as Run["trigger"],
  targetType: row.targetType as Run["targetType"],
  changeDetectionType: row.changeDetectionType as Run["changeDetectionType"],
  targetVersion: row.targetVersion,
  queuedAt: momentOf(row.queuedAt),
  startedAt: momentOrNull(row.startedAt),
  completedAt: momentOrNull(row.completedAt),
  changeDetected: row.changeDetected === 1,
  baselineCreated: row.baselineCreated === 1,
  creditsCharged: row.creditsCharged,
  changeId: row.changeId === null ? null : (row.changeId as ChangeId),
  skipReason: row.skipReason as Run["skipReason"],
  error: row.error === null ? null : JSON.parse(row.error),
  trace: toTrace(row.trace)
})

/** What the end of a run writes: moments within JSON write themselves. */
export const runEnd = (run: Run): RunEnd => [
  run.status,
  run.runType,
  run.targetType,
  run.changeDetectionType,
  run.targetVersion,
  millisOrNull(run.startedAt),
  millisOrNull(run.completedAt),
  run.changeDetected ? 1 : 0,
  run.baselineCreated ? 1 : 0,
  run.changeId,
  run.skipReason,
  run.error === null ? null : storableJson(run.error),
  storableJson(run.trace)
]

/** All that is written of a new run. */
export const runWrite = (run: Run): RunWrite => ({
  id: run.id,
  organizationId: run.organizationId,
  monitorId: run.monitorId,
  trigger: run.trigger,
  queuedAt: millisOf(run.queuedAt),
  creditsCharged: run.creditsCharged,
  end: runEnd(run)
})

/** A run to queue: it is due at once, also when a caller's clock is ahead of ours. */
export const queuedRun = (run: Run, nowMillis: number): QueuedRun => {
  const written = runWrite(run)
  return { run: written, dueAt: Math.min(written.queuedAt, nowMillis) }
}
