/** Answers the operations on webhook deliveries. */
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { covers, type Scope } from "@kittiwake/core/organizations/domain/Scope"
import type { DeliveryFilter } from "@kittiwake/core/webhooks/DeliveryStore"
import { type Delivery, DeliveryId } from "@kittiwake/core/webhooks/domain/Delivery"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { DateTime, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { Api } from "../api.ts"
import { decodeBody, readJson } from "../body.ts"
import { ScopeMissing } from "../errors.ts"
import { keyedBody } from "../idempotency.ts"
import { largeInPieces } from "../inPieces.ts"
import { pageRecord, pageRequest } from "../pages.ts"
import { Replies } from "../Replies.ts"
import { DeliveryReply, ListDeliveriesBody, RetryDeliveryBody } from "./api.ts"
import { attemptRecord, deliveryRecord, deliverySummaryRecord } from "./DeliveryRecord.ts"
import { TestWebhookBody, testedAddress, webhookTestRecord } from "./WebhookTestRecord.ts"

/** What is sent may be of megabytes. */
const deliveryInPieces = Effect.flatMap(largeInPieces(DeliveryReply))

const decodeList = decodeBody(ListDeliveriesBody)
const decodeRetry = decodeBody(RetryDeliveryBody)
const decodeTest = decodeBody(TestWebhookBody)

const scopes: { readonly [T in Delivery["source"]["type"]]: { readonly read: Scope; readonly write: Scope } } = {
  monitor: { read: "monitors:read", write: "monitors:write" },
  batch: { read: "batches:read", write: "batches:write" }
}

/** Fails unless the key may do this to deliveries of such a source. */
const permit = (caller: Principal, type: Delivery["source"]["type"], right: "read" | "write") => {
  const scope = scopes[type][right]
  return covers(caller.scopes, scope) ? Effect.void : Effect.fail(new ScopeMissing({ scope }))
}

/** The kind of source that a body asks for, whatever else it holds; null where that is none. */
const sourceTypeOf = (json: unknown): Delivery["source"]["type"] | null => {
  const { type } = Object(json) as { readonly type?: unknown }
  return type === "monitor" || type === "batch" ? type : null
}

const filterOf = (body: ListDeliveriesBody): DeliveryFilter => ({
  type: body.type,
  ...(body.type === "monitor" && body.monitor_id !== undefined ? { monitorId: body.monitor_id } : {}),
  ...(body.type === "monitor" && body.run_id !== undefined ? { runIds: [body.run_id] } : {}),
  ...(body.type === "batch" && body.batch_id !== undefined ? { batchId: body.batch_id } : {}),
  ...(body.status === undefined ? {} : { status: body.status }),
  ...(body.created_after === undefined ? {} : { createdAfter: DateTime.makeUnsafe(body.created_after) })
})

export const layer = HttpApiBuilder.group(
  Api,
  "deliveries",
  Effect.fn(function* (handlers) {
    const webhooks = yield* Webhooks
    const monitors = yield* Monitors
    const { answer } = yield* Replies

    /** The delivery, if the key may do this to it; which scope that takes shows only when it was read. */
    const permitted = Effect.fnUntraced(function* (caller: Principal, deliveryId: DeliveryId, right: "read" | "write") {
      const delivery = yield* webhooks.get(caller.organization.id, deliveryId)
      yield* permit(caller, delivery.source.type, right)
      return delivery
    })

    return handlers
      .handleAll({
        get: ({ params, query }) =>
          answer((caller) =>
            Effect.map(permitted(caller, DeliveryId.make(params.delivery_id), "read"), (delivery) =>
              deliveryRecord(delivery, { withBody: query.include_body ?? false })
            )
          ).pipe(deliveryInPieces),
        attempts: ({ params, query }) =>
          answer((caller) => {
            const deliveryId = DeliveryId.make(params.delivery_id)
            return permitted(caller, deliveryId, "read").pipe(
              Effect.andThen(webhooks.attempts(caller.organization.id, deliveryId, pageRequest(query))),
              Effect.map((attempts) => pageRecord(attempts, attemptRecord))
            )
          })
      })
      .handleRaw("list", ({ request }) =>
        answer(
          Effect.fnUntraced(function* (caller: Principal) {
            const json = yield* readJson(request)
            // Which scope it takes stands in the body, and comes before all else that may be wrong with it.
            const type = sourceTypeOf(json)
            if (type !== null) yield* permit(caller, type, "read")
            const body = yield* decodeList(json)
            const deliveries = yield* webhooks.list(caller.organization.id, filterOf(body), pageRequest(body))
            return pageRecord(deliveries, deliverySummaryRecord)
          })
        )
      )
      .handleRaw("test", ({ request }) =>
        answer(({ organization }) =>
          readJson(request).pipe(
            Effect.flatMap(decodeTest),
            Effect.flatMap((body) => monitors.testAddress(organization.id, testedAddress(body))),
            Effect.map(webhookTestRecord)
          )
        )
      )
      .handleRaw("retry", ({ request, params, headers }) =>
        answer(
          Effect.fnUntraced(function* (caller: Principal) {
            const deliveryId = DeliveryId.make(params.delivery_id)
            const body = yield* readJson(request)
            const { force = false } = yield* decodeRetry(body)
            yield* permitted(caller, deliveryId, "write")
            yield* webhooks.retry(caller.organization.id, deliveryId, { force }, keyedBody(headers, body))
            return { id: params.delivery_id }
          })
        ).pipe(
          Effect.map((reply) =>
            HttpServerResponse.isHttpServerResponse(reply)
              ? reply
              : HttpApiSchema.withHeaders({
                  body: reply,
                  headers: { location: `/v1/webhooks/deliveries/${params.delivery_id}` }
                })
          )
        )
      )
  })
)
