/** A delivery and its attempts on the wire (contract/webhooks.md §5). */
import { Timestamp, timestampOrNull } from "@kittiwake/core/internal/monitors/domain/MonitorRecord"
import {
  type Attempt,
  AttemptError,
  AttemptTrigger,
  CancelReason,
  type Delivery,
  type DeliverySource,
  DeliveryStatus,
  type DeliverySummary,
  retryExpiresAt,
  sentBody
} from "@kittiwake/core/webhooks/domain/Delivery"
import { EventType } from "@kittiwake/core/webhooks/domain/Event"
import { DateTime, Schema } from "effect"

/** Words that others sent or get, which no log keeps. */
const Foreign = Schema.String.annotate({ logged: "never" })

export const AttemptRecord = Schema.Struct({
  attempt: Schema.Int,
  trigger: AttemptTrigger,
  url: Schema.String.annotate({ logged: "receiver" }),
  started_at: Timestamp,
  completed_at: Schema.NullOr(Timestamp),
  http_status: Schema.NullOr(Schema.Int),
  error: Schema.NullOr(AttemptError),
  /** Beyond the contract: the headers as they went out; absent where nothing did, and of attempts from before they were kept. */
  request_headers: Schema.optionalKey(Schema.Record(Schema.String, Foreign)),
  /** Beyond the contract: the beginning of what the receiver said when it refused; absent where it said nothing. */
  answer: Schema.optionalKey(Foreign)
})
export type AttemptRecord = typeof AttemptRecord.Type

export const DeliverySourceRecord = Schema.Union([
  Schema.Struct({ type: Schema.Literal("monitor"), monitor_id: Schema.String, run_id: Schema.String }),
  Schema.Struct({ type: Schema.Literal("batch"), batch_id: Schema.String })
])
export type DeliverySourceRecord = typeof DeliverySourceRecord.Type

export const DeliverySummaryRecord = Schema.Struct({
  id: Schema.String,
  created_at: Timestamp,
  delivered_at: Schema.NullOr(Timestamp),
  event: EventType,
  status: DeliveryStatus,
  /** Beyond the contract: why it was cancelled, where it was. */
  cancel_reason: Schema.optionalKey(CancelReason),
  url: Schema.String.annotate({ logged: "receiver" }),
  source: DeliverySourceRecord,
  /** Beyond the contract: how many attempts were begun. */
  attempt_count: Schema.Int,
  retry_expires_at: Timestamp,
  next_attempt_at: Schema.NullOr(Timestamp),
  last_error: Schema.NullOr(AttemptError)
})
export type DeliverySummaryRecord = typeof DeliverySummaryRecord.Type

export const DeliveryRecord = Schema.Struct({
  ...DeliverySummaryRecord.fields,
  event_id: Schema.String,
  retry: Schema.Struct({ delays_seconds: Schema.Array(Schema.Int) }),
  last_attempt: Schema.NullOr(AttemptRecord),
  /** Beyond the contract: what is sent on every attempt, byte for byte, where it was asked for. */
  body: Schema.optionalKey(Foreign)
})
export type DeliveryRecord = typeof DeliveryRecord.Type

const sourceRecord = (source: DeliverySource): DeliverySourceRecord =>
  source.type === "monitor"
    ? { type: "monitor", monitor_id: source.monitorId, run_id: source.runId }
    : { type: "batch", batch_id: source.batchId }

/** One try to hand an event over. */
export const attemptRecord = (attempt: Attempt): AttemptRecord => ({
  attempt: attempt.attempt,
  trigger: attempt.trigger,
  url: attempt.url,
  started_at: DateTime.formatIso(attempt.startedAt),
  completed_at: timestampOrNull(attempt.completedAt),
  http_status: attempt.httpStatus,
  error: attempt.error,
  ...(attempt.exchange === undefined ? {} : { request_headers: attempt.exchange.headers }),
  ...(typeof attempt.exchange?.answer === "string" ? { answer: attempt.exchange.answer } : {})
})

/** A delivery as a list shows it. */
export const deliverySummaryRecord = (delivery: DeliverySummary): DeliverySummaryRecord => ({
  id: delivery.id,
  created_at: DateTime.formatIso(delivery.createdAt),
  delivered_at: timestampOrNull(delivery.deliveredAt),
  event: delivery.event,
  status: delivery.status,
  ...(delivery.cancelReason === null ? {} : { cancel_reason: delivery.cancelReason }),
  url: delivery.url,
  source: sourceRecord(delivery.source),
  attempt_count: delivery.attempts,
  retry_expires_at: DateTime.formatIso(retryExpiresAt(delivery)),
  next_attempt_at: timestampOrNull(delivery.nextAttemptAt),
  last_error: delivery.lastAttempt?.error ?? null
})

/** A delivery in full. */
export const deliveryRecord = (delivery: Delivery, { withBody = false } = {}): DeliveryRecord => ({
  ...deliverySummaryRecord(delivery),
  event_id: delivery.eventId,
  retry: { delays_seconds: delivery.delaysSeconds },
  last_attempt: delivery.lastAttempt === null ? null : attemptRecord(delivery.lastAttempt),
  ...(withBody ? { body: sentBody(delivery) } : {})
})
