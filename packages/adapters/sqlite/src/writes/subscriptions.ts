/** Subscriptions of monitors, and what waited for one that is gone. */
import { hostOf } from "@kittiwake/core/Shares"
import type { Connection } from "../Connection.ts"

/** A subscription as a row of `subscriptions`. */
export interface SubscriptionRow {
  readonly id: string
  readonly organizationId: string
  readonly url: string
  readonly events: string
  readonly retry: string | null
  readonly secret: string
  readonly failure: string | null
}

const isWaiting = `
  rowid in (select rowid from deliveries indexed by deliveries_of_subscription where due_at is not null and subscription_id = ?)`

/** What waits for a subscription waits at its new host. */
const moveDeliveries = (db: Connection, { id, url }: SubscriptionRow): void => {
  const known = db.get<{ readonly url: string }>("select url from subscriptions where id = ?", id)
  const host = hostOf(url)
  if (known === undefined || hostOf(known.url) === host) return
  db.run(`update deliveries set host = ? where ${isWaiting}`, host, id)
}

/**
 * Stores a subscription. Its failure is what deliveries said of it: one that is stored stays, whatever the owner's
 * change brings, unless it is to be cleared.
 */
export const putSubscription = (db: Connection, subscription: SubscriptionRow, clearFailure: boolean): void => {
  const clear = clearFailure ? 1 : 0
  moveDeliveries(db, subscription)
  db.run(
    `insert into subscriptions as s (id, organization_id, url, events, retry, secret, failure)
    values (?, ?, ?, ?, ?, ?, ?)
    on conflict (id) do update set url = excluded.url, events = excluded.events, retry = excluded.retry,
      secret = excluded.secret, failure = iif(?, null, s.failure)`,
    subscription.id,
    subscription.organizationId,
    subscription.url,
    subscription.events,
    subscription.retry,
    subscription.secret,
    clearFailure ? null : subscription.failure,
    clear
  )
}

/** Cancels the deliveries of a subscription that have not ended; an attempt in flight may still be recorded. */
export const cancelDeliveries = (db: Connection, subscriptionId: string): void => {
  db.run(
    `update deliveries set status = 'cancelled', cancel_reason = 'webhook_removed', next_attempt_at = null, due_at = null
    where ${isWaiting}`,
    subscriptionId
  )
}

/** Removes a subscription, and cancels what waits for it if that is wanted. */
export const removeSubscription = (db: Connection, subscriptionId: string, cancel: boolean): void => {
  if (cancel) cancelDeliveries(db, subscriptionId)
  db.run("delete from subscriptions where id = ?", subscriptionId)
}
