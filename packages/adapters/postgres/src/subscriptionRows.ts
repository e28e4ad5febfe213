/** Writes the subscription of a monitor, and ends what waited for one that is gone. */
import { hostOf } from "@kittiwake/core/Shares"
import { Subscription } from "@kittiwake/core/webhooks/domain/Subscription"
import { storableJson } from "@kittiwake/storage/storable"
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"

const encode = Schema.encodeSync(Schema.toCodecJson(Subscription))

/** What waits for a subscription waits at its new host. Deliveries before subscriptions, as attempts lock them too. */
const moveDeliveries = (sql: SqlClient.SqlClient, { id, url }: Subscription) => sql`
  update deliveries set host = ${hostOf(url)}
  where id = any (array(
    select id from deliveries
    where subscription_id = ${id} and due_at is not null and host <> ${hostOf(url)}
    order by id for update
  ))`

/**
 * Stores a subscription. Its failure is what deliveries said of it: one that is stored stays, whatever the owner's
 * change brings, unless it is to be cleared.
 */
export const putSubscription = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  subscription: Subscription,
  clearFailure: boolean
) {
  yield* moveDeliveries(sql, subscription)
  yield* sql`
  insert into subscriptions as s (id, organization_id, url, events, retry, secret, failure)
  select x."id", x."organizationId", x."url", x."events", x."retry", x."secret",
    case when ${clearFailure} then null else x."failure" end
  from json_to_record(${storableJson(encode(subscription))}::json) as x(
    "id" text, "organizationId" text, "url" text, "events" text[], "retry" jsonb, "secret" text, "failure" jsonb)
  on conflict (id) do update set url = excluded.url, events = excluded.events, retry = excluded.retry,
    secret = excluded.secret, failure = case when ${clearFailure} then null else s.failure end`
})

/** Cancels the deliveries of a subscription that have not ended; an attempt in flight may still be recorded. */
export const cancelDeliveries = (sql: SqlClient.SqlClient, subscriptionId: string) => sql`
  update deliveries set status = 'cancelled', cancel_reason = 'webhook_removed', next_attempt_at = null, due_at = null
  where id = any (array(
    select id from deliveries
    where subscription_id = ${subscriptionId} and due_at is not null
    order by id for update
  ))`

/** Removes a subscription, and cancels what waits for it if that is wanted. */
export const removeSubscription = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  subscriptionId: string,
  cancel: boolean
) {
  // Deliveries before subscriptions is the order in which attempts lock them too.
  if (cancel) yield* cancelDeliveries(sql, subscriptionId)
  const removed = yield* sql`delete from subscriptions where id = ${subscriptionId} returning id`
  // Removing waited for retries by hand that still saw the subscription; now their deliveries can be seen.
  if (cancel && removed.length > 0) yield* cancelDeliveries(sql, subscriptionId)
})
