/** The history of usage on the wire (contract/org-logs.md, GET /org/usage/history). */
import { Timestamp } from "@kittiwake/core/internal/monitors/domain/MonitorRecord"
import type { History } from "@kittiwake/core/usage/domain/History"
import { Interval } from "@kittiwake/core/usage/domain/Interval"
import { DateTime, Schema } from "effect"

const sums = { credits_used: Schema.Int, request_count: Schema.Int }

export const HistoryRecord = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      start: Timestamp,
      ...sums,
      groups: Schema.Array(Schema.Struct({ value: Schema.String, ...sums }))
    })
  ),
  total_credits_used: Schema.Int,
  total_request_count: Schema.Int,
  interval: Interval,
  from: Timestamp,
  to: Timestamp
})
export type HistoryRecord = typeof HistoryRecord.Type

/** Usage by hour, day or month. */
export const historyRecord = ({ buckets, query, totalCreditsUsed, totalRequestCount }: History): HistoryRecord => ({
  data: buckets.map(({ creditsUsed, groups, requestCount, start }) => ({
    start: DateTime.formatIso(start),
    credits_used: creditsUsed,
    request_count: requestCount,
    groups: groups.map((group) => ({
      value: group.value,
      credits_used: group.creditsUsed,
      request_count: group.requestCount
    }))
  })),
  total_credits_used: totalCreditsUsed,
  total_request_count: totalRequestCount,
  interval: query.interval,
  from: DateTime.formatIso(query.from),
  to: DateTime.formatIso(query.to)
})
