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
  readonly place: readonly [dueAt: number, id: string]
  readonly limit: number
}

interface Looked {
  readonly rowid: number
  readonly id: string
  readonly dueAt: number
  readonly delayMillis: number
  readonly isInFlight: number
}

/** With how long after the attempt before it an attempt is planned: `plannedDelaySeconds` in milliseconds; none of what is under way. */
const looked = `
  select rowid, id, due_at as dueAt, lease_until is not null as isInFlight,
    iif(lease_until is null and trigger = 'automatic' and automatic_failures > 0,
      1000 * ifnull(delays_seconds ->> (automatic_failures - 1), 0), 0) as delayMillis
  from deliveries indexed by deliveries_due
  where due_at is not null and (due_at, id) > (?, ?) order by due_at, id limit ?`

/** Plans anew what a clock that was ahead put off, among what comes after a place. */
const recall = (db: Connection, { after, limit, now, place }: Recall) => {
  const rows = db.all<Looked>(looked, ...place, limit)
  const putOff = rows.filter(({ delayMillis, dueAt }) => dueAt > after + delayMillis)
  for (const { delayMillis, isInFlight, rowid } of putOff) {
    const dueAt = now + delayMillis
    db.run(
      "update deliveries set due_at = ?, next_attempt_at = ? where rowid = ?",
      dueAt,
      isInFlight === 1 ? null : dueAt,
      rowid
    )
  }
  const last = rows.length < limit ? undefined : rows.at(-1)
  return { count: putOff.length, last: last === undefined ? null : ([last.dueAt, last.id] as const) }
}

export const deliveryWrites = {
  "DeliveryStore.recall": recall,
  "DeliveryStore.claimDue": claimDeliveries,
  "DeliveryStore.renew": renew,
  "DeliveryStore.record": recordAttempts,
  "DeliveryStore.requeue": requeue
}
