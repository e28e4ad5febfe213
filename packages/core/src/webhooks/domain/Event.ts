/** What can be told to a subscriber (contract/webhooks.md §1). */
import { Schema } from "effect"

export const EventType = Schema.Literals([
  "change.detected",
  "run.completed",
  "batch.completed",
  "batch.failed",
  "batch.cancelled"
])
export type EventType = typeof EventType.Type

/** The events a monitor can send. */
export const MonitorEventType = Schema.Literals(["change.detected", "run.completed"])
export type MonitorEventType = typeof MonitorEventType.Type
