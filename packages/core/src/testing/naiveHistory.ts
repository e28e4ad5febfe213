/** The history of usage told the slow way, straight from the events: the truth that stores are compared with. */
import { DateTime } from "effect"
import { type GroupBy, groupValue, type HistoryQuery } from "../usage/domain/History.ts"
import type { Interval } from "../usage/domain/Interval.ts"
import type { UsageCount } from "../usage/domain/UsageCount.ts"

/** A history in plain values, which `assert.deepStrictEqual` compares. */
export interface PlainHistory {
  readonly buckets: ReadonlyArray<{
    readonly start: string
    readonly creditsUsed: number
    readonly requestCount: number
    readonly groups: ReadonlyArray<{
      readonly value: string
      readonly creditsUsed: number
      readonly requestCount: number
    }>
  }>
  readonly totalCreditsUsed: number
  readonly totalRequestCount: number
}

// What two moments of one bucket have in common is the beginning of their names.
const named: { readonly [I in Interval]: { readonly length: number; readonly rest: string } } = {
  hour: { length: 13, rest: ":00:00.000Z" },
  day: { length: 10, rest: "T00:00:00.000Z" },
  month: { length: 7, rest: "-01T00:00:00.000Z" }
}

const bucketOf = (at: DateTime.Utc, interval: Interval): string =>
  DateTime.formatIso(at).slice(0, named[interval].length) + named[interval].rest

const sumOf = (events: ReadonlyArray<UsageCount>) => ({
  creditsUsed: events.reduce((sum, event) => sum + event.creditsUsed, 0),
  requestCount: events.reduce((sum, event) => sum + event.requestCount, 0)
})

const groupsOf = (events: ReadonlyArray<UsageCount>, groupBy: GroupBy | null) => {
  const values = new Set(events.map((event) => groupValue(event, groupBy)).filter((value) => value !== null))
  return [...values]
    .sort()
    .map((value) => ({ value, ...sumOf(events.filter((event) => groupValue(event, groupBy) === value)) }))
    .filter(({ creditsUsed, requestCount }) => creditsUsed !== 0 || requestCount !== 0)
    .sort((a, b) => b.creditsUsed - a.creditsUsed)
}

/** The history that these events make. */
export const naiveHistory = (events: ReadonlyArray<UsageCount>, query: HistoryQuery): PlainHistory => {
  const { from, groupBy, interval, to } = query
  const inRange = events.filter(({ at }) => DateTime.isGreaterThanOrEqualTo(at, from) && DateTime.isLessThan(at, to))
  const starts = new Set<string>()
  for (
    let hour = DateTime.makeUnsafe(bucketOf(from, "hour"));
    DateTime.isLessThan(from, to) && DateTime.isLessThan(hour, to);
    hour = DateTime.add(hour, { hours: 1 })
  ) {
    starts.add(bucketOf(hour, interval))
  }
  const total = sumOf(inRange)
  return {
    buckets: [...starts].map((start) => {
      const inside = inRange.filter(({ at }) => bucketOf(at, interval) === start)
      return { start, ...sumOf(inside), groups: groupsOf(inside, groupBy) }
    }),
    totalCreditsUsed: total.creditsUsed,
    totalRequestCount: total.requestCount
  }
}
