/** A run on the wire (contract/monitors.md §1.8). */
import { DateTime, Schema } from "effect"
import { AttemptError, CancelReason, type DeliverySummary, failureStatus } from "../../webhooks/domain/Delivery.ts"
import { EventType, MonitorEventType } from "../../webhooks/domain/Event.ts"
import { Importance } from "./Judgement.ts"
import { ErrorRecord, Timestamp, timestampOrNull } from "./MonitorRecord.ts"
import type { RecentRun } from "./RecentRun.ts"
import { Run, RunStatus, SkipReason, type TraceStep } from "./Run.ts"
import { ChangeDetectionType, TargetType } from "./Target.ts"

/** How the newest attempt to deliver an event of the run ended. */
export const RunDeliveryRecord = Schema.Struct({
  event_id: Schema.String,
  event: MonitorEventType,
  status: Schema.Literals(["delivered", "rejected", "failed", "skipped_unsafe_url"]),
  http_status: Schema.NullOr(Schema.Int),
  attempted_at: Timestamp,
  error: Schema.NullOr(AttemptError),
  delivery_id: Schema.String
})
export type RunDeliveryRecord = typeof RunDeliveryRecord.Type

export const TraceStepRecord = Schema.Struct({
  step: Schema.String,
  started_at: Timestamp,
  duration_ms: Schema.Int,
  outcome: Schema.String
})
export type TraceStepRecord = typeof TraceStepRecord.Type

/** Beyond the contract: an event of the run that is not sent any more, and why. */
export const CancelledDeliveryRecord = Schema.Struct({
  delivery_id: Schema.String,
  event: EventType,
  cancel_reason: CancelReason
})

export const RunRecord = Schema.Struct({
  id: Schema.String,
  monitor_id: Schema.String,
  status: RunStatus,
  run_type: Run.fields.runType,
  target_type: TargetType,
  change_detection_type: ChangeDetectionType,
  change_detected: Schema.Boolean,
  baseline_created: Schema.Boolean,
  credits_charged: Schema.Int,
  started_at: Schema.NullOr(Timestamp),
  completed_at: Schema.NullOr(Timestamp),
  change_id: Schema.NullOr(Schema.String),
  skip_reason: Schema.NullOr(SkipReason),
  error: Schema.NullOr(ErrorRecord),
  /** Left out while nothing was attempted. */
  webhook_deliveries: Schema.optionalKey(Schema.Array(RunDeliveryRecord)),
  /** The first of `webhook_deliveries`, for older clients. */
  webhook_delivery: Schema.optionalKey(RunDeliveryRecord),
  webhook_delivery_ids: Schema.optionalKey(Schema.Array(Schema.String)),
  cancelled_deliveries: Schema.optionalKey(Schema.Array(CancelledDeliveryRecord))
})
export type RunRecord = typeof RunRecord.Type

/** A run as little as a strip of the last ones shows of it. Beyond the contract. */
export const RecentRunRecord = Schema.Struct({
  id: Schema.String,
  status: RunStatus,
  change_detected: Schema.Boolean,
  importance: Schema.optionalKey(Importance),
  skip_reason: Schema.NullOr(SkipReason),
  started_at: Schema.NullOr(Timestamp)
})

/** The last runs of one monitor, newest first. Beyond the contract. */
export const RecentRunsRecord = Schema.Struct({ monitor_id: Schema.String, runs: Schema.Array(RecentRunRecord) })
export type RecentRunsRecord = typeof RecentRunsRecord.Type

const isMonitorEvent = Schema.is(MonitorEventType)

/** The outcome of a delivery's newest finished attempt; null when there is none yet. */
const runDeliveryRecord = (delivery: DeliverySummary): RunDeliveryRecord | null => {
  const attempt = delivery.lastAttempt
  if (attempt === null || attempt.completedAt === null || !isMonitorEvent(delivery.event)) return null
  return {
    event_id: delivery.eventId,
    event: delivery.event,
    status: attempt.error === null ? "delivered" : failureStatus[attempt.error.code],
    http_status: attempt.httpStatus,
    attempted_at: DateTime.formatIso(attempt.startedAt),
    error: attempt.error,
    delivery_id: delivery.id
  }
}

const cancelledRecord = ({
  cancelReason,
  event,
  id
}: DeliverySummary): ReadonlyArray<typeof CancelledDeliveryRecord.Type> =>
  cancelReason === null ? [] : [{ delivery_id: id, event, cancel_reason: cancelReason }]

/** A run with the deliveries of its events. */
export const runRecord = (run: Run, deliveries: ReadonlyArray<DeliverySummary>): RunRecord => {
  const attempted = deliveries.map(runDeliveryRecord).filter((record) => record !== null)
  const [first] = attempted
  const cancelled = deliveries.flatMap(cancelledRecord)
  return {
    id: run.id,
    monitor_id: run.monitorId,
    status: run.status,
    run_type: run.runType,
    target_type: run.targetType,
    change_detection_type: run.changeDetectionType,
    change_detected: run.changeDetected,
    baseline_created: run.baselineCreated,
    credits_charged: run.creditsCharged,
    started_at: timestampOrNull(run.startedAt),
    completed_at: timestampOrNull(run.completedAt),
    change_id: run.changeId,
    skip_reason: run.skipReason,
    error: run.error,
    ...(first === undefined ? {} : { webhook_deliveries: attempted, webhook_delivery: first }),
    ...(deliveries.length === 0 ? {} : { webhook_delivery_ids: deliveries.map(({ id }) => id) }),
    ...(cancelled.length === 0 ? {} : { cancelled_deliveries: cancelled })
  }
}

/** What a run did, step by step. */
export const traceRecord = (trace: ReadonlyArray<TraceStep>): ReadonlyArray<TraceStepRecord> =>
  trace.map(({ step, startedAt, durationMs, outcome }) => ({
    step,
    started_at: DateTime.formatIso(startedAt),
    duration_ms: durationMs,
    outcome
  }))

/** The last runs of monitors, in the order of the ids that were asked for. */
export const recentRunsRecord = (
  found: ReadonlyMap<string, ReadonlyArray<RecentRun>>,
  asked: ReadonlyArray<string>
): ReadonlyArray<RecentRunsRecord> =>
  [...new Set(asked)].flatMap((monitor_id) => {
    const runs = found.get(monitor_id)
    if (runs === undefined) return []
    const records = runs.map(({ changeDetected, id, importance, skipReason, startedAt, status }) => ({
      id,
      status,
      change_detected: changeDetected,
      ...(importance === null ? {} : { importance }),
      skip_reason: skipReason,
      started_at: timestampOrNull(startedAt)
    }))
    return [{ monitor_id, runs: records }]
  })
