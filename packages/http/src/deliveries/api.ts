/** The operations on webhook deliveries, as values (contract/webhooks.md §6). */
import { DeliveryStatus } from "@kittiwake/core/webhooks/domain/Delivery"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { access, type UsageLabels } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { pageBody, pageQuery, QueryBoolean, queryList, Tags, TimestampInput, text } from "../fields.ts"
import { keyHeaders } from "../idempotency.ts"
import { Admission } from "../middleware/Admission.ts"
import { callFields } from "../Replies.ts"
import { AttemptRecord, DeliveryRecord, DeliverySummaryRecord } from "./DeliveryRecord.ts"
import { TestWebhookBody, WebhookTestRecord } from "./WebhookTestRecord.ts"

/** The weight of a test in its bucket: it makes this server ask another. */
export const testWeight = 10

/** The reply to a test, at both of its paths. */
export const WebhookTestReply = Schema.Struct({ ...WebhookTestRecord.fields, ...callFields }).annotate({
  identifier: "WebhookTest"
})

const deliveries = (summary: string, right: "read" | "write", labels: UsageLabels) =>
  access({
    summary,
    scope: null,
    anyScope: [`monitors:${right}`, `batches:${right}`],
    bucket: "default",
    labels,
    scopeNote: `Needs the scope \`monitors:${right}\` or \`batches:${right}\`, by the source of the delivery.`
  })

/** A delivery in full, with what is sent where that was asked for. */
export const DeliveryReply = Schema.Struct({ ...DeliveryRecord.fields, ...callFields }).annotate({
  identifier: "Delivery"
})

const deliveryParams = {
  delivery_id: Schema.String.check(
    Schema.isPattern(/^whd_[a-f0-9]{32}$/, { expected: "whd_ and 32 lowercase hex digits" })
  )
}

/** Usage labels of the call; they are not a filter. */
const usageTags = { tags: Schema.optionalKey(queryList(Tags)) }

const Id = text(1, 200).annotate({ logged: "id" })

const listFields = {
  status: Schema.optionalKey(DeliveryStatus),
  created_after: Schema.optionalKey(TimestampInput),
  tags: Schema.optionalKey(Tags),
  ...pageBody
}

/** The body of `POST /webhooks/deliveries`: each kind of source has its own filters. */
export const ListDeliveriesBody = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("monitor"),
    monitor_id: Schema.optionalKey(Id),
    run_id: Schema.optionalKey(Id),
    ...listFields
  }),
  Schema.Struct({ type: Schema.Literal("batch"), batch_id: Schema.optionalKey(Id), ...listFields })
]).annotate({ identifier: "ListDeliveries", expected: 'an object whose type is "monitor" or "batch"' })
export type ListDeliveriesBody = typeof ListDeliveriesBody.Type

/** The body of a retry; it may be absent. */
export const RetryDeliveryBody = Schema.Struct({
  force: Schema.optionalKey(Schema.Boolean),
  tags: Schema.optionalKey(Tags)
}).annotate({ identifier: "RetryDelivery" })

const pageFields = { has_more: Schema.Boolean, next_cursor: Schema.NullOr(Schema.String), ...callFields }

export const DeliveriesApi = HttpApiGroup.make("deliveries")
  .add(
    HttpApiEndpoint.post("list", "/webhooks/deliveries", {
      payload: ListDeliveriesBody,
      success: Schema.Struct({ data: Schema.Array(DeliverySummaryRecord), ...pageFields }).annotate({
        identifier: "DeliveryPage"
      }),
      error: errorsWith(413, 415)
    }).annotateMerge(deliveries("List deliveries, newest first; a read", "read", "body")),
    HttpApiEndpoint.get("get", "/webhooks/deliveries/:delivery_id", {
      params: deliveryParams,
      query: {
        /** Beyond the contract: with what is sent, which may be long. */
        include_body: Schema.optionalKey(QueryBoolean),
        ...usageTags
      },
      success: DeliveryReply,
      error: errorsWith(404)
    }).annotateMerge(deliveries("One delivery with its newest attempt", "read", "query")),
    HttpApiEndpoint.get("attempts", "/webhooks/deliveries/:delivery_id/attempts", {
      params: deliveryParams,
      query: { ...usageTags, ...pageQuery },
      success: Schema.Struct({ data: Schema.Array(AttemptRecord), ...pageFields }).annotate({
        identifier: "AttemptPage"
      }),
      error: errorsWith(404)
    }).annotateMerge(deliveries("Attempts of a delivery, newest first", "read", "query")),
    HttpApiEndpoint.post("retry", "/webhooks/deliveries/:delivery_id/retry", {
      params: deliveryParams,
      headers: keyHeaders,
      payload: RetryDeliveryBody,
      success: HttpApiSchema.WithHeaders(
        Schema.Struct({ id: Schema.String, ...callFields })
          .annotate({ identifier: "RetriedDelivery" })
          .pipe(HttpApiSchema.status(202)),
        { location: Schema.String }
      ),
      error: errorsWith(404, 409, 413, 415)
    }).annotateMerge(deliveries("Send a delivery again within seven days", "write", "body")),
    HttpApiEndpoint.post("test", "/webhooks/test", {
      payload: TestWebhookBody,
      success: WebhookTestReply,
      error: errorsWith(409, 413, 415)
    }).annotateMerge(
      access({
        summary: "Send one signed event to an address, and say what came of it",
        scope: "monitors:write",
        bucket: "default",
        weight: testWeight,
        // It waits for the receiver.
        kind: "neither"
      })
    )
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Webhook deliveries", description: "What was sent, and how it went." }))
