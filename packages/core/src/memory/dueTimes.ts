/** When something of what waits can be claimed, in milliseconds since the epoch; `Infinity` when nothing waits. */
import { type DateTime, Duration, Option } from "effect"
import { isFinal, isWorked } from "../batches/domain/settle.ts"
import { leaseHorizon } from "../leaseHorizon.ts"
import { acceptedRows, leftToBegin } from "./batchRows.ts"
import type { MonitorRow, Tables } from "./Database.ts"

/** When a lease ends, which it has already when it lies too far ahead of the moment, if one is given. */
const leaseEnd = (untilMillis: number, now: DateTime.Utc | undefined): number =>
  now !== undefined && untilMillis > now.epochMilliseconds + leaseHorizon() ? now.epochMilliseconds : untilMillis

/** At once when a run is queued, when its lease ends while one runs, else at the slot. */
const runMillis = ({ monitor, queued, running, leaseEndMillis }: MonitorRow, now?: DateTime.Utc): number => {
  if (running !== null) return leaseEnd(leaseEndMillis, now)
  if (queued !== null) return 0
  return monitor.status === "paused" || monitor.nextRunAt === null ? Infinity : monitor.nextRunAt.epochMilliseconds
}

/** When the next run can be claimed. */
export const nextRunMillis = (tables: Tables, now?: DateTime.Utc): number => {
  let next = Infinity
  for (const row of tables.monitors.values()) next = Math.min(next, runMillis(row, now))
  return next
}

/** When the next attempt can be claimed. */
export const nextAttemptMillis = (tables: Tables, now?: DateTime.Utc): number => {
  let next = Infinity
  for (const { delivery, inFlight, leaseEndMillis } of tables.openDeliveries) {
    next = Math.min(
      next,
      inFlight ? leaseEnd(leaseEndMillis, now) : (delivery.nextAttemptAt?.epochMilliseconds ?? Infinity)
    )
  }
  return next
}

/** When the next page of a batch can be claimed. */
export const nextItemMillis = (tables: Tables, now?: DateTime.Utc): number => {
  let next = Infinity
  for (const row of acceptedRows(tables)) {
    if (isFinal(row.batch.status)) continue
    if (isWorked(row.batch.status) && row.waiting.size > 0 && leftToBegin(row) > 0) return 0
    for (const n of row.underWay) next = Math.min(next, leaseEnd(row.items[n - 1]!.leaseEndMillis!, now))
  }
  return next
}

/** The time that is left until then, as stores tell it. */
export const untilMillis = (millis: number, now: DateTime.Utc): Option.Option<Duration.Duration> =>
  millis === Infinity ? Option.none() : Option.some(Duration.millis(Math.max(0, millis - now.epochMilliseconds)))
