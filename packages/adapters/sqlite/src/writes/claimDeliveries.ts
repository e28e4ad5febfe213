/** Claims due deliveries, which begins an attempt for each. */
import type { Shares } from "@kittiwake/core/Shares"
import type { Connection } from "../Connection.ts"
import { claimedDeliveryColumns, type DeliveryRow } from "./deliveryColumns.ts"
import { dueStatements, rowsInShares } from "./dueInShares.ts"
import { leaseBounds } from "./leaseBounds.ts"

/** What is asked for. */
export interface ClaimDeliveries {
  readonly now: number
  /** Leases end by this clock. */
  readonly clockMillis: number
  readonly leaseMillis: number
  readonly limit: number
  readonly shares: Shares | null
}

/** A claim: the delivery with its attempt begun, and the secret to sign it with. */
export interface ClaimedDelivery {
  /** Its body is empty where it is large. */
  readonly delivery: DeliveryRow
  readonly bodyBytes: number
  readonly host: string
  readonly token: number
  readonly secret: string
}

interface DueDelivery extends DeliveryRow {
  readonly rowId: number
  readonly bodyBytes: number
  readonly token: number
  readonly isInFlight: number
  readonly host: string
  readonly destination: string
  readonly secret: string
}

const interruption = { code: "connection_failed", message: "The attempt was interrupted before it ended." }

// Nothing but the first table may decide the order; a cross join keeps it first.
const tables = "deliveries d cross join subscriptions s on s.id = d.subscription_id"

const columns = `${claimedDeliveryColumns}, d.rowid as rowId, d.host, d.token, d.lease_until is not null as isInFlight,
    s.url as destination, s.secret`

const dueOfShares = dueStatements("deliveries")

const chosen = `
  select ${columns} from ${tables}
  where d.rowid in (select value from json_each(?))
  order by d.due_at, d.id`

const due = `
  select ${columns}
  from ${tables}
  where d.due_at <= ? and (d.lease_until is null or d.lease_until <= ? or d.lease_until > ?)
  order by d.due_at, d.id
  limit ?`

/** Stores an attempt that ended. */
export const insertAttempt = (
  db: Connection,
  { attempts, id, organizationId }: Pick<DeliveryRow, "id" | "organizationId" | "attempts">,
  body: string
): void => {
  db.run(
    "insert into delivery_attempts (delivery_id, attempt, organization_id, body) values (?, ?, ?, ?)",
    id,
    attempts,
    organizationId,
    body
  )
}

const closeInterrupted = (db: Connection, delivery: DueDelivery, now: string): void => {
  const begun: object = JSON.parse(delivery.lastAttempt!)
  insertAttempt(db, delivery, JSON.stringify({ ...begun, completedAt: now, error: interruption }))
}

/** Claims up to `limit` due deliveries whose subscription exists, longest due first. */
export const claimDeliveries = (
  db: Connection,
  { clockMillis, leaseMillis, limit, now, shares }: ClaimDeliveries
): ReadonlyArray<ClaimedDelivery> => {
  const startedAt = new Date(now).toISOString()
  const rows =
    shares === null
      ? db.all<DueDelivery>(due, now, ...leaseBounds(clockMillis, leaseMillis), limit)
      : db.all<DueDelivery>(chosen, rowsInShares(db, dueOfShares, { now, clockMillis, leaseMillis, limit, shares }))
  return rows.map((row) => {
    const { bodyBytes, destination, host, isInFlight, rowId, secret, token, trigger, ...delivery } = row
    if (isInFlight === 1) closeInterrupted(db, row, startedAt)
    const attempts = row.attempts + 1
    const lastAttempt = JSON.stringify({
      attempt: attempts,
      trigger,
      url: destination,
      startedAt,
      completedAt: null,
      httpStatus: null,
      error: null
    })
    db.run(
      `update deliveries set status = 'delivering', url = ?, next_attempt_at = null, attempts = ?, last_attempt = ?,
        token = token + 1, lease_until = ? where rowid = ?`,
      destination,
      attempts,
      lastAttempt,
      clockMillis + leaseMillis,
      rowId
    )
    const begun = { status: "delivering", url: destination, nextAttemptAt: null, attempts, lastAttempt }
    return { delivery: { ...delivery, trigger, ...begun }, bodyBytes, host, token: token + 1, secret }
  })
}
