/** When monthly credits come (spec/service.md, Credits: "monthly credits refill on the billing day"). */
import { DateTime } from "effect"

/** One month of billing: from its start, inclusive, to the next one's, exclusive. */
export interface BillingPeriod {
  readonly start: DateTime.Utc
  readonly end: DateTime.Utc
}

/**
 * The start of the period that lies `months` after the anchor's: the anchor's day and time of day, or the last day of a
 * month that is too short. Counted from the anchor each time, so that a 31st comes back after a February.
 */
const startAfter = (anchor: DateTime.Utc, months: number): DateTime.Utc => {
  const { year, month, day, hour, minute, second, millisecond } = DateTime.toPartsUtc(anchor)
  const total = year * 12 + (month - 1) + months
  const [startYear, startMonth] = [Math.floor(total / 12), total % 12]
  const lastDay = DateTime.toPartsUtc(DateTime.makeUnsafe(Date.UTC(startYear, startMonth + 1, 0))).day
  return DateTime.makeUnsafe(Date.UTC(startYear, startMonth, Math.min(day, lastDay), hour, minute, second, millisecond))
}

/** The period that holds `at`; `anchor` is the start of the first one, and `at` is not before it. */
export const billingPeriod = (anchor: DateTime.Utc, at: DateTime.Utc): BillingPeriod => {
  const [from, to] = [DateTime.toPartsUtc(anchor), DateTime.toPartsUtc(at)]
  let months = (to.year - from.year) * 12 + (to.month - from.month)
  if (startAfter(anchor, months).epochMilliseconds > at.epochMilliseconds) months--
  return { start: startAfter(anchor, months), end: startAfter(anchor, months + 1) }
}
