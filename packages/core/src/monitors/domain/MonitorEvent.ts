/** The events of a run, as their receivers read them (contract/webhooks.md §3). */
import { DateTime } from "effect"
import type { MonitorEventType } from "../../webhooks/domain/Event.ts"
import type { Subscription } from "../../webhooks/domain/Subscription.ts"
import type { Change } from "./Change.ts"
import { changeRecord } from "./ChangeRecord.ts"
import type { Run } from "./Run.ts"

/** The events that a finished run tells of, in the order they are sent; none when it did not complete. */
export const eventsOf = (run: Run, change: Change | null): ReadonlyArray<MonitorEventType> => {
  if (run.status !== "completed") return []
  return change === null ? ["run.completed"] : ["change.detected", "run.completed"]
}

/** Those of them that the subscription asked for. */
export const subscribedEvents = (
  subscription: Subscription | null,
  run: Run,
  change: Change | null
): ReadonlyArray<MonitorEventType> => eventsOf(run, change).filter((event) => subscription?.events.includes(event))

const runSnapshot = (run: Run) => ({
  id: run.id,
  monitor_id: run.monitorId,
  status: run.status,
  run_type: run.runType,
  target_type: run.targetType,
  change_detection_type: run.changeDetectionType,
  started_at: run.startedAt === null ? null : DateTime.formatIso(run.startedAt),
  completed_at: run.completedAt === null ? null : DateTime.formatIso(run.completedAt),
  change_detected: run.changeDetected,
  change_id: run.changeId,
  baseline_created: run.baselineCreated
})

/** The JSON text of an event. It is stored and sent byte for byte. */
export const eventBody = (options: {
  readonly event: MonitorEventType
  readonly eventId: string
  readonly createdAt: DateTime.Utc
  readonly run: Run
  readonly change: Change | null
}): string => {
  const change = options.change === null ? null : changeRecord(options.change)
  return JSON.stringify({
    event: options.event,
    id: options.eventId,
    created_at: DateTime.formatIso(options.createdAt),
    data: options.event === "change.detected" ? { change } : { run: runSnapshot(options.run), change }
  })
}
