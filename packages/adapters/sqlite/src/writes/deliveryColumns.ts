/** Deliveries as rows, for both sides of a thread. */
import { claimedBodyBytes } from "@kittiwake/core/internal/webhooks/domain/bodyBytes"

/** A delivery as `deliveryColumns` selects it. */
export interface DeliveryRow {
  readonly id: string
  readonly organizationId: string
  readonly subscriptionId: string
  readonly sourceType: string
  readonly monitorId: string | null
  readonly runId: string | null
  readonly batchId: string | null
  readonly event: string
  readonly eventId: string
  readonly body: string
  readonly url: string
  readonly delaysSeconds: string
  readonly status: string
  readonly cancelReason: string | null
  readonly createdAt: number
  readonly deliveredAt: number | null
  readonly nextAttemptAt: number | null
  readonly trigger: string
  readonly attempts: number
  readonly automaticFailures: number
  readonly lastAttempt: string | null
}

/** A delivery as `deliverySummaryColumns` selects it. */
export type DeliverySummaryRow = Omit<DeliveryRow, "body">

const columns = (body: string, lastAttempt: string) => `
  d.id, d.organization_id as organizationId, d.subscription_id as subscriptionId, d.source_type as sourceType,
  d.monitor_id as monitorId, d.run_id as runId, d.batch_id as batchId, d.event, d.event_id as eventId, ${body} d.url,
  d.delays_seconds as delaysSeconds, d.status, d.cancel_reason as cancelReason,
  d.created_at as createdAt, d.delivered_at as deliveredAt,
  d.next_attempt_at as nextAttemptAt, d.trigger, d.attempts, d.automatic_failures as automaticFailures,
  ${lastAttempt} as lastAttempt`

/** Selects a delivery `d`. */
export const deliveryColumns = columns("d.body,", "d.last_attempt")

/** Selects a delivery `d` as a claim has it, with `bodyBytes`: one that is large is not read, and its length is known without that. */
export const claimedDeliveryColumns = `${columns(`iif(octet_length(d.body) > ${claimedBodyBytes}, '', d.body) as body,`, "d.last_attempt")},
  octet_length(d.body) as bodyBytes`

/** Selects a delivery `d` as a list shows it. */
export const deliverySummaryColumns = columns("", "json_remove(d.last_attempt, '$.exchange')")

/** What an attempt's end and a retry by hand write of a delivery, in order. */
export const deliveryStateColumns = [
  "url",
  "status",
  "delivered_at",
  "next_attempt_at",
  "trigger",
  "attempts",
  "automatic_failures",
  "last_attempt",
  "due_at"
] as const

/** The values of `deliveryStateColumns`. */
export type DeliveryState = readonly [
  url: string,
  status: string,
  deliveredAt: number | null,
  nextAttemptAt: number | null,
  trigger: string,
  attempts: number,
  automaticFailures: number,
  lastAttempt: string | null,
  dueAt: number | null
]

/** What is written of a new delivery besides, in order: its event, and where it came from. */
export const deliveryEventColumns = [
  "id",
  "organization_id",
  "subscription_id",
  "source_type",
  "monitor_id",
  "run_id",
  "batch_id",
  "event",
  "event_id",
  "body",
  "delays_seconds",
  "created_at",
  "host"
] as const

/** All that is written of a new delivery: the values of `deliveryEventColumns`, then of `deliveryStateColumns`. */
export type DeliveryWrite = readonly [
  id: string,
  organizationId: string,
  subscriptionId: string,
  sourceType: string,
  monitorId: string | null,
  runId: string | null,
  batchId: string | null,
  event: string,
  eventId: string,
  body: string,
  delaysSeconds: string,
  createdAt: number,
  host: string,
  ...state: DeliveryState
]
