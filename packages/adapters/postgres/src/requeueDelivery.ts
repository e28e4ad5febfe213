/** Makes a delivery wait for an attempt by hand, once for one idempotency key. */

import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import {
  DeliveryOutdated,
  type Idempotency,
  IdempotencyKeyConflict,
  type StoredDelivery
} from "@kittiwake/core/webhooks/DeliveryStore"
import type { Delivery } from "@kittiwake/core/webhooks/domain/Delivery"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { deliveryStateColumns, deliveryStateJson } from "./deliveryRows.ts"
import { storableJson } from "./storable.ts"

/** Whether a live key stands for this retry already; fails when it stands for something else. */
export const findRetry = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { key, fingerprint }: Idempotency,
  now: DateTime.Utc
) {
  const [live] = yield* sql<{ fingerprint: string }>`
    select fingerprint from retry_keys
    where organization_id = ${organizationId} and key = ${key} and expires_at > ${now}`
  if (live !== undefined && live.fingerprint !== fingerprint) return yield* new IdempotencyKeyConflict()
  return live !== undefined
})

/** Keeps a key; fails when another caller has kept it. */
const keepKey = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  idempotency: Idempotency
) {
  const now = yield* DateTime.now
  yield* sql`
    delete from retry_keys where (organization_id, key) in (
      select organization_id, key from retry_keys where expires_at <= ${now}
      order by organization_id, key limit 100 for update skip locked
    )`
  const kept = yield* sql`
    insert into retry_keys as k (organization_id, key, fingerprint, expires_at)
    values (${organizationId}, ${idempotency.key}, ${idempotency.fingerprint}, ${idempotency.expiresAt})
    on conflict (organization_id, key) do update
      set fingerprint = excluded.fingerprint, expires_at = excluded.expires_at where k.expires_at <= ${now}
    returning key`
  if (kept.length > 0) return
  yield* findRetry(sql, organizationId, idempotency, now)
  return yield* new DeliveryOutdated()
})

/** Stores the retry if the delivery is as it was read and its subscription still stands. Runs in a transaction. */
export const requeueDelivery = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  stored: StoredDelivery,
  next: Delivery,
  idempotency: Idempotency | null
) {
  const { id, organizationId, status } = stored.delivery
  // The key first, so that a repeat is told apart from a delivery that somebody else sent again.
  if (idempotency !== null) yield* keepKey(sql, organizationId, idempotency)
  const { names, members, definition } = deliveryStateColumns
  const [row] = yield* sql<{ subscriptionId: string }>`
    update deliveries d set (${sql.literal(names)}) = (${sql.literal(members)}), token = d.token + 1
    from json_to_record(${storableJson(deliveryStateJson(next))}::json) as x(${sql.literal(definition)})
    where d.id = ${id} and d.organization_id = ${organizationId} and d.token = ${stored.token} and d.status = ${status}
    returning d.subscription_id as "subscriptionId"`
  if (row === undefined) return yield* new DeliveryOutdated()
  // Holding on to the subscription makes its removal wait, and then find this delivery to cancel.
  const standing = yield* sql`select 1 from subscriptions where id = ${row.subscriptionId} for key share`
  if (standing.length === 0) return yield* new DeliveryOutdated()
})
