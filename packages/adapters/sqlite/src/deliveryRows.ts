/** Deliveries between rows and the domain. */
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { hostOf } from "@kittiwake/core/Shares"
import type {
  Attempt,
  Delivery,
  DeliveryClaim,
  DeliveryDecision,
  DeliveryId,
  DeliverySource,
  DeliverySummary
} from "@kittiwake/core/webhooks/domain/Delivery"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { DateTime } from "effect"
import { millisOf, millisOrNull, momentOf, momentOrNull } from "./moments.ts"
import type { DeliveryRow, DeliveryState, DeliverySummaryRow, DeliveryWrite } from "./writes/deliveryColumns.ts"
import type { EndedAttempt } from "./writes/recordAttempts.ts"

interface AttemptJson extends Omit<Attempt, "startedAt" | "completedAt"> {
  readonly startedAt: string
  readonly completedAt: string | null
}

/** Reads an attempt from its JSON. */
export const toAttempt = (json: string): Attempt => {
  const attempt: AttemptJson = JSON.parse(json)
  return {
    ...attempt,
    startedAt: DateTime.makeUnsafe(attempt.startedAt),
    completedAt: attempt.completedAt === null ? null : DateTime.makeUnsafe(attempt.completedAt)
  }
}

const toSource = ({ batchId, monitorId, runId, sourceType }: DeliverySummaryRow): DeliverySource =>
  sourceType === "monitor"
    ? { type: "monitor", monitorId: monitorId!, runId: runId! }
    : { type: "batch", batchId: batchId! }

/** Reads a row of `deliveryColumns`. */
export const toDelivery = (row: DeliveryRow): Delivery => ({ ...toDeliverySummary(row), body: row.body })

/** Reads a row of `deliverySummaryColumns`. */
export const toDeliverySummary = (row: DeliverySummaryRow): DeliverySummary => ({
  id: row.id as DeliveryId,
  organizationId: row.organizationId as OrganizationId,
  subscriptionId: row.subscriptionId,
  source: toSource(row),
  event: row.event as Delivery["event"],
  eventId: row.eventId,
  url: row.url,
  delaysSeconds: JSON.parse(row.delaysSeconds),
  status: row.status as Delivery["status"],
  cancelReason: row.cancelReason as Delivery["cancelReason"],
  createdAt: momentOf(row.createdAt),
  deliveredAt: momentOrNull(row.deliveredAt),
  nextAttemptAt: momentOrNull(row.nextAttemptAt),
  trigger: row.trigger as Delivery["trigger"],
  attempts: row.attempts,
  automaticFailures: row.automaticFailures,
  lastAttempt: row.lastAttempt === null ? null : toAttempt(row.lastAttempt)
})

/** What an attempt's end and a retry by hand write: moments within JSON write themselves. */
export const deliveryState = (delivery: Delivery): DeliveryState => {
  const nextAttemptAt = millisOrNull(delivery.nextAttemptAt)
  return [
    storableText(delivery.url),
    delivery.status,
    millisOrNull(delivery.deliveredAt),
    nextAttemptAt,
    delivery.trigger,
    delivery.attempts,
    delivery.automaticFailures,
    delivery.lastAttempt === null ? null : storableJson(delivery.lastAttempt),
    nextAttemptAt
  ]
}

/** All that is written of a new delivery. */
export const deliveryWrite = (delivery: Delivery): DeliveryWrite => {
  const { source } = delivery
  const isOfMonitor = source.type === "monitor"
  return [
    delivery.id,
    delivery.organizationId,
    delivery.subscriptionId,
    source.type,
    isOfMonitor ? source.monitorId : null,
    isOfMonitor ? source.runId : null,
    isOfMonitor ? null : source.batchId,
    delivery.event,
    delivery.eventId,
    storableText(delivery.body),
    storableJson(delivery.delaysSeconds),
    millisOf(delivery.createdAt),
    storableText(hostOf(delivery.url)),
    ...deliveryState(delivery)
  ]
}

/** An attempt's end as the writer's thread takes it. */
export const endedAttempt = ({
  claim,
  decision
}: {
  readonly claim: DeliveryClaim
  readonly decision: DeliveryDecision
}): EndedAttempt => {
  const { attempt, delivery, health } = decision
  return {
    id: claim.delivery.id,
    organizationId: claim.delivery.organizationId,
    token: claim.token,
    attempts: attempt.attempt,
    sentTo: claim.destination.url,
    next: deliveryState(delivery),
    ended: storableJson(attempt),
    failure: health._tag === "Healthy" ? null : storableJson(health.last)
  }
}
