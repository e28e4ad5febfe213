/** `kittiwake.webhooks`: what was sent, how it went, and sending it again, as promises. */
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { DeliveryFilter } from "@kittiwake/core/webhooks/DeliveryStore"
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
import {
  TestWebhookBody,
  testedAddress,
  type WebhookTestRecord,
  webhookTestRecord
} from "@kittiwake/http/internal/deliveries/WebhookTestRecord"
import { text } from "@kittiwake/http/internal/fields"
import { pageRecord, pageRequest } from "@kittiwake/http/internal/pages"
import { Effect, Schema } from "effect"
import {
  keyed,
  keyField,
  moment,
  momentField,
  type PageOptions,
  pageFields,
  type RecordPage,
  reads,
  readsId
} from "./input.ts"
import type { Run } from "./run.ts"

const ListDeliveries = Schema.Struct({
  /** Of what the events are; `monitor` unless this or `batch_id` is given. */
  type: Schema.optionalKey(Schema.Literals(["monitor", "batch"])),
  monitor_id: Schema.optionalKey(text(1, 200)),
  run_id: Schema.optionalKey(text(1, 200)),
  /** Only of this batch. */
  batch_id: Schema.optionalKey(text(1, 200)),
  status: Schema.optionalKey(DeliveryStatus),
  /** Strictly after this moment. */
  created_after: momentField,
  ...pageFields
})
export type ListDeliveries = typeof ListDeliveries.Encoded

const GetDelivery = Schema.Struct({
  /** Whether the body that was sent is wanted too, as it was sent. */
  include_body: Schema.optionalKey(Schema.Boolean)
})

const RetryOptions = Schema.Struct({
  /** Sends again what was delivered already. */
  force: Schema.optionalKey(Schema.Boolean),
  ...keyField
})
export type RetryOptions = typeof RetryOptions.Encoded

/** What `test` takes: an address, and the secret that its receiver verifies with; without one the test is signed with another. */
export type TestWebhook = typeof TestWebhookBody.Encoded

/** Everything that can be done with the deliveries of events. */
export interface WebhookMethods {
  /**
   * Deliveries of events of one kind of source, newest first: of monitors, or of batches with `type: "batch"` or `batch_id`. As over HTTP,
   * no call lists both.
   */
  readonly list: (options?: ListDeliveries) => Promise<RecordPage<DeliverySummaryRecord>>
  /** One delivery with its newest attempt, and with `include_body` what was sent. */
  readonly get: (deliveryId: string, options?: { readonly include_body?: boolean }) => Promise<DeliveryRecord>
  /** Attempts of a delivery, newest first. */
  readonly attempts: (deliveryId: string, options?: PageOptions) => Promise<RecordPage<AttemptRecord>>
  /** Sends a delivery once more, within seven days. */
  readonly retry: (deliveryId: string, options?: RetryOptions) => Promise<{ readonly id: string }>
  /** Sends one signed event to an address, and says what came of it; `monitors.testWebhook` tests the webhook of a monitor. */
  readonly test: (address: TestWebhook) => Promise<WebhookTestRecord>
}

const readList = reads(ListDeliveries)
const readGet = reads(GetDelivery)
const deliveryIdOf = readsId("deliveryId", DeliveryId)
const readPage = reads(Schema.Struct(pageFields))
const readRetry = reads(RetryOptions)
const readTest = reads(TestWebhookBody)

/** Each kind of source has its own filters: those of another are refused, as over HTTP. */
const filterOf = Effect.fnUntraced(function* (query: typeof ListDeliveries.Type) {
  const { batch_id, created_after, monitor_id, run_id, status } = query
  const { type = batch_id === undefined ? "monitor" : "batch" } = query
  const strange = type === "monitor" ? { batch_id } : { monitor_id, run_id }
  for (const [field, value] of Object.entries(strange)) {
    if (value !== undefined)
      return yield* new InvalidInput({ field, message: `does not go with deliveries of a ${type}` })
  }
  return {
    type,
    ...(monitor_id === undefined ? {} : { monitorId: monitor_id }),
    ...(run_id === undefined ? {} : { runIds: [run_id] }),
    ...(batch_id === undefined ? {} : { batchId: batch_id }),
    ...(status === undefined ? {} : { status }),
    ...(created_after === undefined ? {} : { createdAfter: moment(created_after) })
  } satisfies DeliveryFilter as DeliveryFilter
})

/** The methods for one organization, run by `run`. */
export const webhookMethods = (run: Run<Monitors | Webhooks>, organizationId: OrganizationId): WebhookMethods => ({
  list: (options = {}) =>
    run(
      Effect.gen(function* () {
        const query = yield* readList(options)
        const found = yield* (yield* Webhooks).list(organizationId, yield* filterOf(query), pageRequest(query))
        return pageRecord(found, deliverySummaryRecord)
      })
    ),
  get: (deliveryId, options = {}) =>
    run(
      Effect.gen(function* () {
        const { include_body: withBody = false } = yield* readGet(options)
        const found = yield* (yield* Webhooks).get(organizationId, yield* deliveryIdOf(deliveryId))
        return deliveryRecord(found, { withBody })
      })
    ),
  attempts: (deliveryId, options = {}) =>
    run(
      Effect.gen(function* () {
        const page = pageRequest(yield* readPage(options))
        const found = yield* (yield* Webhooks).attempts(organizationId, yield* deliveryIdOf(deliveryId), page)
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
          yield* deliveryIdOf(deliveryId),
          { force },
          keyed(idempotencyKey, body)
        )
        return { id: deliveryId }
      })
    ),
  test: (address) =>
    run(
      Effect.gen(function* () {
        const body = yield* readTest(address)
        return webhookTestRecord(yield* (yield* Monitors).testAddress(organizationId, testedAddress(body)))
      })
    )
})
