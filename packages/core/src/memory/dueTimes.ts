/** When something of what waits can be claimed, in milliseconds since the epoch; `Infinity` when nothing waits. */
import { type DateTime, Duration, Option } from "effect"
import { isFinal, isWorked } from "../batches/domain/settle.ts"
import { acceptedRows, leftToBegin } from "./batchRows.ts"
import type { MonitorRow, Tables } from "./Database.ts"

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

/** When the next page of a batch can be claimed. */
export const nextItemMillis = (tables: Tables): number => {
  let next = Infinity
  for (const row of acceptedRows(tables)) {
    if (isFinal(row.batch.status)) continue
    if (isWorked(row.batch.status) && row.waiting.size > 0 && leftToBegin(row) > 0) return 0
    for (const n of row.underWay) next = Math.min(next, row.items[n - 1]!.leaseEndMillis!)
  }
  return next
}

/** The time that is left until then, as stores tell it. */
export const untilMillis = (millis: number, now: DateTime.Utc): Option.Option<Duration.Duration> =>
  millis === Infinity ? Option.none() : Option.some(Duration.millis(Math.max(0, millis - now.epochMilliseconds)))
