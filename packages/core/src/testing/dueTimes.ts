/** When credits of an in-memory installation are due to be looked at, in milliseconds since the epoch; `Infinity` when none are. */
import type { Tables } from "../memory/Database.ts"

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
