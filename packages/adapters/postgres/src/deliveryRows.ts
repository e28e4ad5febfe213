/** Deliveries between rows and the domain. */
import { claimedBodyBytes } from "@kittiwake/core/internal/webhooks/domain/bodyBytes"
import { hostOf } from "@kittiwake/core/Shares"
import { Attempt, Delivery, DeliverySummary } from "@kittiwake/core/webhooks/domain/Delivery"
import { Schema } from "effect"
import { joinedColumns, recordColumns } from "./recordColumns.ts"

const codec = Schema.toCodecJson(Delivery)
const summaryCodec = Schema.toCodecJson(DeliverySummary)
const encode = Schema.encodeSync(codec)

const columns = (body: string, lastAttempt: string) => `
  d.id, d.organization_id as "organizationId", d.subscription_id as "subscriptionId",
  case d.source_type
    when 'monitor' then json_build_object('type', 'monitor', 'monitorId', d.monitor_id, 'runId', d.run_id)
    else json_build_object('type', 'batch', 'batchId', d.batch_id) end as source,
  d.event, d.event_id as "eventId", ${body} d.url, d.delays_seconds as "delaysSeconds", d.status,
  d.cancel_reason as "cancelReason",
  d.created_at as "createdAt", d.delivered_at as "deliveredAt", d.next_attempt_at as "nextAttemptAt", d.trigger,
  d.attempts, d.automatic_failures as "automaticFailures", ${lastAttempt} as "lastAttempt"`

/** Selects a delivery `d` by the names of the domain. */
export const deliveryColumns = columns("d.body,", "d.last_attempt")

/** Selects a delivery `d` as a claim has it, with `bodyBytes`: one that is large is not read, and its length is known without that. */
export const claimedDeliveryColumns = `${columns(`case when octet_length(d.body) > ${claimedBodyBytes} then '' else d.body end as body,`, "d.last_attempt")},
  octet_length(d.body) as "bodyBytes"`

/** Selects a delivery `d` as a list shows it. */
export const deliverySummaryColumns = columns("", "d.last_attempt - 'exchange'")

/** What an attempt's end and a retry by hand write of a delivery. */
export const deliveryStateColumns = recordColumns({
  url: "text",
  status: "text",
  delivered_at: "timestamptz",
  next_attempt_at: "timestamptz",
  trigger: "text",
  attempts: "integer",
  automatic_failures: "integer",
  last_attempt: "jsonb",
  due_at: "timestamptz"
})

const eventColumns = recordColumns({
  id: "text",
  organization_id: "text",
  subscription_id: "text",
  source_type: "text",
  monitor_id: "text",
  run_id: "text",
  batch_id: "text",
  event: "text",
  event_id: "text",
  body: "text",
  delays_seconds: "integer[]",
  created_at: "timestamptz",
  host: "text"
})

/** All that is written of a new delivery. */
export const deliveryWriteColumns = joinedColumns(eventColumns, deliveryStateColumns)

/** Reads a row of `deliveryColumns`. */
export const toDelivery = Schema.decodeUnknownSync(codec)

/** Reads a row of `deliverySummaryColumns`. */
export const toDeliverySummary = Schema.decodeUnknownSync(summaryCodec)

interface WithNextAttempt {
  readonly nextAttemptAt: string | null
}

/** A delivery as the JSON that `deliveryWriteColumns` reads. */
export const deliveryJson = (delivery: Delivery) => {
  const json = encode(delivery) as unknown as WithNextAttempt
  const { type, ...source } = delivery.source
  return { ...json, ...source, sourceType: type, dueAt: json.nextAttemptAt, host: hostOf(delivery.url) }
}

/** What an attempt's end and a retry by hand write, as the JSON that `deliveryStateColumns` reads: moments write themselves. */
export const deliveryStateJson = (delivery: Delivery) => ({
  url: delivery.url,
  status: delivery.status,
  deliveredAt: delivery.deliveredAt,
  nextAttemptAt: delivery.nextAttemptAt,
  trigger: delivery.trigger,
  attempts: delivery.attempts,
  automaticFailures: delivery.automaticFailures,
  lastAttempt: delivery.lastAttempt,
  dueAt: delivery.nextAttemptAt
})

/** Reads an attempt from its JSON. */
export const toAttempt = Schema.decodeUnknownSync(Schema.toCodecJson(Attempt))
