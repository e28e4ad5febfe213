/** What runs were charged, by monitor, on the wire (contract/monitors.md, GET /monitors/credit-usage). */
import type { MonitorSpend } from "@kittiwake/core/monitors/RunStore"
import { DateTime, Schema } from "effect"

export const MonitorCreditUsageRecord = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      monitor_id: Schema.String,
      name: Schema.String,
      credits: Schema.Int,
      runs: Schema.Int
    })
  ),
  total_credits: Schema.Int
})
export type MonitorCreditUsageRecord = typeof MonitorCreditUsageRecord.Type

/** The credits that each monitor took, and their sum; one that was removed goes by its id. */
export const creditUsageRecord = (spend: ReadonlyArray<MonitorSpend>): MonitorCreditUsageRecord => ({
  data: spend.map(({ credits, monitorId, name, runs }) => ({
    monitor_id: monitorId,
    name: name ?? monitorId,
    credits,
    runs
  })),
  total_credits: spend.reduce((sum, { credits }) => sum + credits, 0)
})

const momentOrNull = (value: string | undefined) => (value === undefined ? null : DateTime.makeUnsafe(value))

/** The window that is asked about, open at the ends that are not given. */
export const spendWindow = ({ since, until }: { readonly since?: string; readonly until?: string }) => ({
  since: momentOrNull(since),
  until: momentOrNull(until)
})
