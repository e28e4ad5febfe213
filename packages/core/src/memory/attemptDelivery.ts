/** How a due delivery becomes a claim, and how its attempt ends. */

import { type DateTime, Duration } from "effect"
import { isHeld } from "../leaseHorizon.ts"
import { MonitorId } from "../monitors/domain/Monitor.ts"
import { type Counted, hostOf, takeInShares } from "../Shares.ts"
import type { DeliveryStore } from "../webhooks/DeliveryStore.ts"
import { claimedBodyBytes } from "../webhooks/domain/bodyBytes.ts"
import type { Attempt, Delivery, DeliveryClaim, DeliveryDecision } from "../webhooks/domain/Delivery.ts"
import type { Subscription } from "../webhooks/domain/Subscription.ts"
import { acceptedRow } from "./batchRows.ts"
import type { DeliveryRow, Tables } from "./Database.ts"

/** What has the subscription that the delivery is sent to. */
interface Owner {
  readonly subscription: Subscription | null
  readonly put: (subscription: Subscription) => void
}

const monitorOwner = (tables: Tables, { delivery }: DeliveryRow, monitorId: string): Owner | undefined => {
  const row = tables.monitors.get(MonitorId.make(monitorId))
  if (row?.monitor.organizationId !== delivery.organizationId) return undefined
  return {
    subscription: row.monitor.subscription,
    // The revision stays: a delivery must not outdate a run, nor an owner's change.
    put: (subscription) => {
      row.monitor = { ...row.monitor, subscription }
    }
  }
}

const batchOwner = (tables: Tables, { delivery }: DeliveryRow, batchId: string): Owner | undefined => {
  const row = acceptedRow(tables, delivery.organizationId, batchId)
  if (row === undefined) return undefined
  return {
    subscription: row.batch.subscription,
    put: (subscription) => {
      row.batch = { ...row.batch, subscription }
    }
  }
}

const ownerOf = (tables: Tables, row: DeliveryRow): Owner | undefined => {
  const { source } = row.delivery
  return source.type === "monitor"
    ? monitorOwner(tables, row, source.monitorId)
    : batchOwner(tables, row, source.batchId)
}

/** The subscription whose address and secret the delivery is sent with now. */
export const subscriptionOf = (tables: Tables, row: DeliveryRow): Subscription | null =>
  ownerOf(tables, row)?.subscription ?? null

/** Since when the delivery is due, or null. */
const dueSince = (row: DeliveryRow, nowMillis: number, clockMillis: number, lease: number): number | null => {
  if (row.inFlight) return isHeld(row.leaseEndMillis, clockMillis, lease) ? null : row.leaseEndMillis
  const at = row.delivery.nextAttemptAt?.epochMilliseconds
  return at !== undefined && at <= nowMillis ? at : null
}

const storeAttempt = (row: DeliveryRow, attempt: Attempt) => {
  row.attempts[attempt.attempt - 1] = attempt
}

const closeInterrupted = (row: DeliveryRow, now: DateTime.Utc) => {
  const attempt = row.attempts.at(-1)
  if (attempt === undefined) return
  const error = { code: "connection_failed" as const, message: "The attempt was interrupted before it ended." }
  storeAttempt(row, { ...attempt, completedAt: now, error })
}

const withoutLargeBody = (delivery: Delivery): Pick<DeliveryClaim, "delivery" | "unreadBytes"> => {
  const bytes = new TextEncoder().encode(delivery.body).length
  return bytes > claimedBodyBytes ? { delivery: { ...delivery, body: "" }, unreadBytes: bytes } : { delivery }
}

/** Claims due deliveries, longest due first. */
export const claimDeliveries = (
  tables: Tables,
  options: Parameters<DeliveryStore["Service"]["claimDue"]>[0],
  clockMillis: number
): ReadonlyArray<DeliveryClaim> => {
  const { now } = options
  const due: Array<
    Counted & { readonly row: DeliveryRow; readonly since: number; readonly destination: Subscription }
  > = []
  for (const row of tables.openDeliveries) {
    const since = dueSince(row, now.epochMilliseconds, clockMillis, Duration.toMillis(options.lease))
    if (since === null) continue
    const destination = subscriptionOf(tables, row)
    const { organizationId } = row.delivery
    if (destination !== null) due.push({ row, since, destination, organizationId, host: hostOf(destination.url) })
  }
  due.sort((a, b) => a.since - b.since || (a.row.delivery.id < b.row.delivery.id ? -1 : 1))

  return takeInShares(due, options.limit, options.shares).map(({ host, row, destination: { url, secret } }) => {
    if (row.inFlight) closeInterrupted(row, now)
    const { trigger, attempts } = row.delivery
    const attempt: Attempt = {
      attempt: attempts + 1,
      trigger,
      url,
      startedAt: now,
      completedAt: null,
      httpStatus: null,
      error: null
    }
    storeAttempt(row, attempt)
    row.delivery = {
      ...row.delivery,
      status: "delivering",
      url,
      nextAttemptAt: null,
      attempts: attempt.attempt,
      lastAttempt: attempt
    }
    row.token += 1
    row.inFlight = true
    row.leaseEndMillis = clockMillis + Duration.toMillis(options.lease)
    return { ...withoutLargeBody(row.delivery), token: row.token, destination: { url, secret }, host }
  })
}

const writeHealth = (tables: Tables, row: DeliveryRow, health: DeliveryDecision["health"]) => {
  const owner = ownerOf(tables, row)
  const subscription = owner?.subscription
  // What an address did that is no longer the webhook's says nothing of the one that is.
  if (owner === undefined || !subscription || subscription.url !== row.delivery.url) return
  const failure =
    health._tag === "Healthy"
      ? null
      : { ...health.last, consecutiveFailures: (subscription.failure?.consecutiveFailures ?? 0) + 1 }
  owner.put({ ...subscription, failure })
}

/** The row of a delivery that the claim still holds. */
const heldRow = (tables: Tables, { delivery, token }: DeliveryClaim): DeliveryRow | undefined => {
  const row = tables.deliveries.get(delivery.id)
  return row?.inFlight === true && row.token === token ? row : undefined
}

/** Lengthens the lease of a claim; tells whether it still held. */
export const renewAttempt = (tables: Tables, claim: DeliveryClaim, untilMillis: number): boolean => {
  const row = heldRow(tables, claim)
  if (row === undefined) return false
  row.leaseEndMillis = untilMillis
  return true
}

/** Stores how an attempt ended; tells whether its claim still held. */
export const endAttempt = (tables: Tables, claim: DeliveryClaim, decision: DeliveryDecision): boolean => {
  const row = heldRow(tables, claim)
  if (row === undefined) return false
  row.inFlight = false
  row.leaseEndMillis = 0
  storeAttempt(row, decision.attempt)
  row.delivery =
    row.delivery.status === "cancelled"
      ? { ...row.delivery, lastAttempt: decision.attempt }
      : { ...decision.delivery, body: row.delivery.body }
  if (row.delivery.nextAttemptAt === null) tables.openDeliveries.delete(row)
  writeHealth(tables, row, decision.health)
  return true
}
