/** When the next thing of an in-memory installation is due, in milliseconds since the epoch; `Infinity` when nothing is. */
import type { MonitorRow, Tables } from "../memory/Database.ts"

/** At once when a run is queued, when its lease ends while one runs, else at the slot. */
const runMillis = ({ monitor, queued, running, leaseEndMillis }: MonitorRow): number => {
  if (running !== null) return leaseEndMillis
  if (queued !== null) return 0
  return monitor.status === "paused" || monitor.nextRunAt === null ? Infinity : monitor.nextRunAt.epochMilliseconds
}

/** When the next run can be claimed. */
export const nextRunMillis = (tables: Tables): number => {
  let next = Infinity
  for (const row of tables.monitors.values()) next = Math.min(next, runMillis(row))
  return next
}

/** When the next attempt can be claimed. */
export const nextAttemptMillis = (tables: Tables): number => {
  let next = Infinity
  for (const { delivery, inFlight, leaseEndMillis } of tables.openDeliveries) {
    next = Math.min(next, inFlight ? leaseEndMillis : (delivery.nextAttemptAt?.epochMilliseconds ?? Infinity))
  }
  return next
}

/** When the next look at an organization's credits is due. */
export const nextSupplyMillis = (tables: Tables): number => {
  let next = Infinity
  for (const { months } of tables.ledgers.values()) {
    if (months.dueAt !== null) next = Math.min(next, months.dueAt.epochMilliseconds)
  }
  return next
}

/** When the next hold expires. */
export const nextExpiryMillis = (tables: Tables): number => {
  let next = Infinity
  for (const { expiresAt } of tables.holds.values()) next = Math.min(next, expiresAt.epochMilliseconds)
  return next
}
