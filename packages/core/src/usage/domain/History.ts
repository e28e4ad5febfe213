/** The history of usage: which range is asked for, and the buckets it is told in (contract/org-logs.md). */
import { DateTime, Duration, Result, Schema } from "effect"
import { ceilingOf, hourMillis, type Interval, startOf, startsOf } from "./Interval.ts"
import type { UsageCount } from "./UsageCount.ts"

/** What each bucket may be split by. */
export const GroupBy = Schema.Literals(["path", "key_id", "status_code"])
export type GroupBy = typeof GroupBy.Type

/** The history a caller asks for; what it leaves out has a default. */
export interface HistoryRequest {
  /** Default: 24 hours before `to` for hours, 30 days for days, 366 days for months. */
  readonly from?: DateTime.Utc | undefined
  /** Default: now. */
  readonly to?: DateTime.Utc | undefined
  /** Default: `day`. */
  readonly interval?: Interval | undefined
  /** Default: not split. */
  readonly groupBy?: GroupBy | undefined
}

/** The history a caller gets. */
export interface HistoryQuery {
  readonly from: DateTime.Utc
  /** Not part of the range. */
  readonly to: DateTime.Utc
  readonly interval: Interval
  readonly groupBy: GroupBy | null
}

/** Usage of one group in one bucket, or of a part of it. */
export interface HistoryCount {
  /** Any moment in the bucket. */
  readonly at: DateTime.Utc
  /** Path, key or status; null when the history is not split. */
  readonly value: string | null
  readonly creditsUsed: number
  readonly requestCount: number
}

export interface HistoryGroup {
  readonly value: string
  readonly creditsUsed: number
  readonly requestCount: number
}

export interface HistoryBucket {
  readonly start: DateTime.Utc
  readonly creditsUsed: number
  readonly requestCount: number
  /** Most credits first, then by value; empty when the history is not split. */
  readonly groups: ReadonlyArray<HistoryGroup>
}

export interface History {
  readonly query: HistoryQuery
  /** Every hour, day or month that the range touches, oldest first. */
  readonly buckets: ReadonlyArray<HistoryBucket>
  readonly totalCreditsUsed: number
  readonly totalRequestCount: number
}

/** What is wrong with a request, in the words of the wire. */
export interface Problem {
  readonly field: string
  readonly message: string
}

/** What each interval covers when nothing is said, and at most. @internal */
export const historyRanges: {
  readonly [I in Interval]: { readonly default: Duration.Duration; readonly longest: Duration.Duration }
} = {
  hour: { default: Duration.hours(24), longest: Duration.days(7) },
  day: { default: Duration.days(30), longest: Duration.days(366) },
  month: { default: Duration.days(366), longest: Duration.days(366) }
}

/** The history that a request made at `now` asks for. @internal */
export const historyQuery = (request: HistoryRequest, now: DateTime.Utc): Result.Result<HistoryQuery, Problem> => {
  const interval = request.interval ?? "day"
  const { default: usual, longest } = historyRanges[interval]
  const to = request.to ?? now
  const from = request.from ?? DateTime.subtractDuration(to, usual)
  const millis = to.epochMilliseconds - from.epochMilliseconds
  if (millis < 0) return Result.fail({ field: "from", message: "from must not be after to" })
  if (millis > Duration.toMillis(longest)) {
    const days = Duration.toDays(longest)
    return Result.fail({
      field: "from",
      message: `with interval ${interval}, from must be at most ${days} days before to`
    })
  }
  return Result.succeed({ from, to, interval, groupBy: request.groupBy ?? null })
}

/** By what a count is grouped. @internal */
export const groupValue = (
  count: Pick<UsageCount, "path" | "keyId" | "statusCode">,
  groupBy: GroupBy | null
): string | null => {
  switch (groupBy) {
    case "path":
      return count.path
    case "key_id":
      return count.keyId
    case "status_code":
      return String(count.statusCode)
    case null:
      return null
  }
}

/** How long each kind of record is kept. */
export interface UsageRetention {
  /** Logged calls and single charges: 30 days unless the operator says otherwise. */
  readonly logs: Duration.Duration
  /** Sums by hour and day: a year, and a day so that its first day is whole. */
  readonly counts: Duration.Duration
}

/** @internal */
export const usageRetention: UsageRetention = { logs: Duration.days(30), counts: Duration.days(367) }

/** What is older than these moments is not kept. @internal */
export const keptSince = ({ counts, logs }: UsageRetention, now: DateTime.Utc) => ({
  rows: DateTime.makeUnsafe(startOf("hour", now.epochMilliseconds - Duration.toMillis(logs))),
  counts: DateTime.makeUnsafe(startOf("day", now.epochMilliseconds - Duration.toMillis(counts)))
})

/** The range with those of its edges on whole hours for which single events are no longer kept. @internal */
export const widened = (query: HistoryQuery, retention: UsageRetention, now: DateTime.Utc): HistoryQuery => {
  // An hour of grace, because rows go on being removed while the history is read.
  const since = keptSince(retention, now).rows.epochMilliseconds + hourMillis
  const [from, to] = [query.from.epochMilliseconds, query.to.epochMilliseconds]
  return {
    ...query,
    from: from < since ? DateTime.makeUnsafe(startOf("hour", from)) : query.from,
    to: to < since ? DateTime.makeUnsafe(ceilingOf("hour", to)) : query.to
  }
}

interface Sum {
  creditsUsed: number
  requestCount: number
}

const add = (sum: Sum, count: Sum) => {
  sum.creditsUsed += count.creditsUsed
  sum.requestCount += count.requestCount
}

const isSomething = ({ creditsUsed, requestCount }: Sum) => creditsUsed !== 0 || requestCount !== 0

const mostCreditsFirst = (a: HistoryGroup, b: HistoryGroup) =>
  b.creditsUsed - a.creditsUsed || (a.value < b.value ? -1 : a.value > b.value ? 1 : 0)

const groupsOf = (groups: ReadonlyMap<string, Sum>): ReadonlyArray<HistoryGroup> =>
  [...groups]
    .filter(([, sum]) => isSomething(sum))
    .map(([value, sum]) => ({ value, ...sum }))
    .sort(mostCreditsFirst)

/** The history that these counts make. Counts of one bucket and group are added up. @internal */
export const historyOf = (query: HistoryQuery, counts: Iterable<HistoryCount>): History => {
  const starts = startsOf(query.interval, query.from.epochMilliseconds, query.to.epochMilliseconds)
  const buckets = new Map(
    starts.map((start) => [start, { creditsUsed: 0, requestCount: 0, groups: new Map<string, Sum>() }])
  )
  const total: Sum = { creditsUsed: 0, requestCount: 0 }
  for (const count of counts) {
    const bucket = buckets.get(startOf(query.interval, count.at.epochMilliseconds))
    if (bucket === undefined) continue
    add(bucket, count)
    add(total, count)
    if (count.value === null) continue
    const group = bucket.groups.get(count.value) ?? { creditsUsed: 0, requestCount: 0 }
    add(group, count)
    bucket.groups.set(count.value, group)
  }
  return {
    query,
    buckets: [...buckets].map(([start, { creditsUsed, groups, requestCount }]) => ({
      start: DateTime.makeUnsafe(start),
      creditsUsed,
      requestCount,
      groups: groupsOf(groups)
    })),
    totalCreditsUsed: total.creditsUsed,
    totalRequestCount: total.requestCount
  }
}
