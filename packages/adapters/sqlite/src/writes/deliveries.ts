/** Deliveries: claimed, recorded, retried by hand. */
import { hostOf } from "@kittiwake/core/Shares"
import type { Connection } from "../Connection.ts"
import { claimDeliveries } from "./claimDeliveries.ts"
import { assignmentsOf } from "./columns.ts"
import { type DeliveryState, deliveryStateColumns } from "./deliveryColumns.ts"
import type { KeptRow } from "./idempotency.ts"
import { type KeyTaken, keeping } from "./keeping.ts"
import { recordAttempts } from "./recordAttempts.ts"

/** The delivery is no longer as it was read, or its subscription is gone. Nothing was written. */
export interface Outdated {
  readonly _tag: "Outdated"
}

export interface Requeue {
  readonly id: string
  readonly organizationId: string
  /** Of the delivery as it was read. */
  readonly token: number
  readonly status: string
  readonly next: DeliveryState
  readonly kept: KeptRow | null
}

/** Makes a delivery that is as it was read wait for an attempt by hand. */
const requeue = (
  db: Connection,
  { id, kept, next, organizationId, status, token }: Requeue
): Outdated | KeyTaken | null => {
  let standing: { readonly url: string } | undefined
  return keeping(
    db,
    kept,
    () => {
      standing = db.get<{ readonly url: string }>(
        `select s.url from deliveries d join subscriptions s on s.id = d.subscription_id
        where d.id = ? and d.organization_id = ? and d.token = ? and d.status = ?`,
        id,
        organizationId,
        token,
        status
      )
      return standing === undefined ? { _tag: "Outdated" as const } : null
    },
    () =>
      db.run(
        `update deliveries set ${assignmentsOf(deliveryStateColumns)}, host = ?, token = token + 1 where id = ?`,
        ...next,
        hostOf(standing!.url),
        id
      )
  )
}

export interface RenewDeliveries {
  readonly claims: ReadonlyArray<readonly [deliveryId: string, token: number]>
  readonly until: number
}

/** Lengthens the leases that still hold; tells for each whether it does. */
const renew = (db: Connection, { claims, until }: RenewDeliveries): ReadonlyArray<boolean> =>
  claims.map(
    ([id, token]) =>
      db.run(
        "update deliveries set lease_until = ? where id = ? and token = ? and lease_until is not null",
        until,
        id,
        token
      ) > 0
  )

export interface Recall {
  readonly now: number
  readonly after: number
  readonly limit: number
}

/** What a delivery waits after its last attempt, in milliseconds: one that is under way, asked for by hand or new waits for nothing. */
const ownDelay = `iif(lease_until is null and trigger <> 'manual' and automatic_failures > 0,
  coalesce(delays_seconds ->> ('$[' || (automatic_failures - 1) || ']'), 0) * 1000, 0)`

/** Plans anew what a clock that was ahead put off; tells how much. */
const recall = (db: Connection, { after, limit, now }: Recall): number =>
  db.run(
    `update deliveries set due_at = ?1 + ${ownDelay},
      next_attempt_at = iif(lease_until is null, ?1 + ${ownDelay}, null) where rowid in (
      select d.rowid from deliveries d indexed by deliveries_due
      where d.due_at > ?2 and d.due_at > ?1 + ${ownDelay} and (d.lease_until is not null or d.created_at > ?2 or d.trigger = 'manual'
        or coalesce(d.last_attempt ->> '$.completedAt', d.last_attempt ->> '$.startedAt') > ?3)
      order by d.due_at, d.id limit ?4
    )`,
    ...[now, after, new Date(after).toISOString(), limit]
  )

export const deliveryWrites = {
  "DeliveryStore.recall": recall,
  "DeliveryStore.claimDue": claimDeliveries,
  "DeliveryStore.renew": renew,
  "DeliveryStore.record": recordAttempts,
  "DeliveryStore.requeue": requeue
}
