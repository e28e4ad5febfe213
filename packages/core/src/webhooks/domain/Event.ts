/** What can be told to a subscriber (contract/webhooks.md §1). */
import { Schema } from "effect"

export const EventType = Schema.Literals([
  "change.detected",
  "run.completed",
  "monitor.failing",
  "monitor.recovered",
  "batch.completed",
  "batch.failed",
  "batch.cancelled"
])
export type EventType = typeof EventType.Type

/** The events a monitor can send; the last two are beyond the contract, for who asks for them. */
export const MonitorEventType = Schema.Literals([
  "change.detected",
  "run.completed",
  "monitor.failing",
  "monitor.recovered"
])
export type MonitorEventType = typeof MonitorEventType.Type
