/** How monitors stand together, on the wire. Beyond the contract. */
import { Timestamp, timestampOrNull } from "@kittiwake/core/internal/monitors/domain/MonitorRecord"
import type { Counted, MonitorSummary } from "@kittiwake/core/monitors/domain/MonitorSummary"
import { TargetType } from "@kittiwake/core/monitors/domain/Target"
import { DateTime, Schema } from "effect"

const counted = {
  count: Schema.Int,
  /** Whether there are more than the ten thousand that are counted. */
  has_more: Schema.Boolean
}

export const MonitorSummaryRecord = Schema.Struct({
  monitors: Schema.Int,
  paused: Schema.Struct(counted),
  failed: Schema.Struct(counted),
  /** Monitors whose next look was due more than ten minutes ago, and when the first of them was. */
  late: Schema.Struct({ ...counted, since: Schema.NullOr(Timestamp) }),
  /** The five looks that come next, soonest first; one whose time has come is there until it was looked. */
  next: Schema.Array(
    Schema.Struct({
      monitor_id: Schema.String,
      name: Schema.String,
      url: Schema.String,
      target_type: TargetType,
      next_run_at: Timestamp
    })
  )
})
export type MonitorSummaryRecord = typeof MonitorSummaryRecord.Type

const countedRecord = ({ count, isMore }: Counted) => ({ count, has_more: isMore })

export const monitorSummaryRecord = (summary: MonitorSummary): MonitorSummaryRecord => ({
  monitors: summary.monitors,
  paused: countedRecord(summary.paused),
  failed: countedRecord(summary.failed),
  late: { ...countedRecord(summary.late), since: timestampOrNull(summary.late.since) },
  next: summary.next.map(({ at, monitorId, name, targetType, url }) => ({
    monitor_id: monitorId,
    name,
    url,
    target_type: targetType,
    next_run_at: DateTime.formatIso(at)
  }))
})
