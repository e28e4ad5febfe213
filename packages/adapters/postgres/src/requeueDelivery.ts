/** Makes a delivery wait for an attempt by hand. */
import type { KeptAnswer } from "@kittiwake/core/idempotency/domain/KeptAnswer"
import { hostOf } from "@kittiwake/core/Shares"
import { DeliveryOutdated, type StoredDelivery } from "@kittiwake/core/webhooks/DeliveryStore"
import type { Delivery } from "@kittiwake/core/webhooks/domain/Delivery"
import { storableJson } from "@kittiwake/storage/storable"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { deliveryStateColumns, deliveryStateJson } from "./deliveryRows.ts"
import { keepAnswer } from "./keptAnswers.ts"

/** Stores the retry if the delivery is as it was read and its subscription still stands. Runs in a transaction. */
export const requeueDelivery = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  stored: StoredDelivery,
  next: Delivery,
  kept: KeptAnswer | null
) {
  const { id, organizationId, status } = stored.delivery
  yield* keepAnswer(sql, kept)
  const { names, members, definition } = deliveryStateColumns
  const [row] = yield* sql<{ subscriptionId: string }>`
    update deliveries d set (${sql.literal(names)}) = (${sql.literal(members)}), token = d.token + 1
    from json_to_record(${storableJson(deliveryStateJson(next))}::json) as x(${sql.literal(definition)})
    where d.id = ${id} and d.organization_id = ${organizationId} and d.token = ${stored.token} and d.status = ${status}
    returning d.subscription_id as "subscriptionId"`
  if (row === undefined) return yield* new DeliveryOutdated()
  // Holding on to the subscription makes its removal wait, and then find this delivery to cancel.
  const [standing] = yield* sql<{ url: string }>`
    select url from subscriptions where id = ${row.subscriptionId} for key share`
  if (standing === undefined) return yield* new DeliveryOutdated()
  const host = hostOf(standing.url)
  yield* sql`update deliveries set host = ${host} where id = ${id} and host <> ${host}`
})
