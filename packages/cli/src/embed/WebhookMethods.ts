/** `kittiwake.webhooks`: what was sent, how it went, and sending it again, as promises. */
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { DeliveryId, DeliveryStatus } from "@kittiwake/core/webhooks/domain/Delivery"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import {
  type AttemptRecord,
  attemptRecord,
  type DeliveryRecord,
  type DeliverySummaryRecord,
  deliveryRecord,
  deliverySummaryRecord
} from "@kittiwake/http/internal/deliveries/DeliveryRecord"
import { text } from "@kittiwake/http/internal/fields"
import { pageRecord, pageRequest } from "@kittiwake/http/internal/pages"
import { Effect, Schema } from "effect"
import { keyed, keyField, moment, momentField, type PageOptions, pageFields, type RecordPage, reads } from "./input.ts"
import type { Run } from "./run.ts"

const ListDeliveries = Schema.Struct({
  monitor_id: Schema.optionalKey(text(1, 200)),
  run_id: Schema.optionalKey(text(1, 200)),
  status: Schema.optionalKey(DeliveryStatus),
  /** Strictly after this moment. */
  created_after: momentField,
  ...pageFields
})
export type ListDeliveries = typeof ListDeliveries.Encoded

const RetryOptions = Schema.Struct({
  /** Sends again what was delivered already. */
  force: Schema.optionalKey(Schema.Boolean),
  ...keyField
})
export type RetryOptions = typeof RetryOptions.Encoded

/** Everything that can be done with the deliveries of events. */
export interface WebhookMethods {
  /** Deliveries of monitor events, newest first. */
  readonly list: (options?: ListDeliveries) => Promise<RecordPage<DeliverySummaryRecord>>
  /** One delivery with its newest attempt. */
  readonly get: (deliveryId: string) => Promise<DeliveryRecord>
  /** Attempts of a delivery, newest first. */
  readonly attempts: (deliveryId: string, options?: PageOptions) => Promise<RecordPage<AttemptRecord>>
  /** Sends a delivery once more, within seven days. */
  readonly retry: (deliveryId: string, options?: RetryOptions) => Promise<{ readonly id: string }>
}

const readList = reads(ListDeliveries)
const readPage = reads(Schema.Struct(pageFields))
const readRetry = reads(RetryOptions)

/** The methods for one organization, run by `run`. */
export const webhookMethods = (run: Run<Webhooks>, organizationId: OrganizationId): WebhookMethods => ({
  list: (options = {}) =>
    run(
      Effect.gen(function* () {
        const { created_after, monitor_id, run_id, status, ...page } = yield* readList(options)
        const filter = {
          type: "monitor" as const,
          ...(monitor_id === undefined ? {} : { monitorId: monitor_id }),
          ...(run_id === undefined ? {} : { runIds: [run_id] }),
          ...(status === undefined ? {} : { status }),
          ...(created_after === undefined ? {} : { createdAfter: moment(created_after) })
        }
        const found = yield* (yield* Webhooks).list(organizationId, filter, pageRequest(page))
        return pageRecord(found, deliverySummaryRecord)
      })
    ),
  get: (deliveryId) =>
    run(
      Webhooks.use((webhooks) => webhooks.get(organizationId, DeliveryId.make(deliveryId))).pipe(
        Effect.map(deliveryRecord)
      )
    ),
  attempts: (deliveryId, options = {}) =>
    run(
      Effect.gen(function* () {
        const page = pageRequest(yield* readPage(options))
        const found = yield* (yield* Webhooks).attempts(organizationId, DeliveryId.make(deliveryId), page)
        return pageRecord(found, attemptRecord)
      })
    ),
  retry: (deliveryId, options = {}) =>
    run(
      Effect.gen(function* () {
        const { idempotencyKey, ...body } = yield* readRetry(options)
        const force = body.force ?? false
        yield* (yield* Webhooks).retry(
          organizationId,
          DeliveryId.make(deliveryId),
          { force },
          keyed(idempotencyKey, body)
        )
        return { id: deliveryId }
      })
    )
})
