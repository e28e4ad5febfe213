/** The history of usage as the chart and its table show it: a few series, and what is left of the others. */
import type { Output } from "../../api/operations.ts"

export type History = Output<"usage.history">
export type Metric = "credits" | "requests"

type Interval = History["interval"]

/** A range that can be asked for, in the API's own buckets: so many, of which the last is the one that it is now. */
export const ranges = {
  day: { interval: "hour", buckets: 24 },
  week: { interval: "day", buckets: 7 },
  month: { interval: "day", buckets: 30 },
  quarter: { interval: "day", buckets: 90 },
  year: { interval: "month", buckets: 12 }
} as const satisfies Readonly<Record<string, { readonly interval: Interval; readonly buckets: number }>>
export type Range = keyof typeof ranges

export const isRange = (value: string | undefined): value is Range =>
  value !== undefined && Object.hasOwn(ranges, value)

/** When the bucket begins that is `ahead` of the one of a moment. All begin in UTC, whose days and hours are all as long as another. */
const startOf = (interval: Interval, at: number, ahead: number): number => {
  const moment = new Date(at)
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()]
  if (interval === "month") return Date.UTC(year, month + ahead, 1)
  if (interval === "day") return Date.UTC(year, month, moment.getUTCDate() + ahead)
  return Date.UTC(year, month, moment.getUTCDate(), moment.getUTCHours() + ahead)
}

/**
 * What the history of a range is asked for: whole buckets to the end of the one that it is now, so that there are as many as the range
 * says whatever the minute, and whatever the server's clock says. It is the same while that bucket lasts.
 */
export const rangeOf = (range: Range, now: number) => {
  const { buckets, interval } = ranges[range]
  const moment = (ahead: number): string => new Date(startOf(interval, now, ahead)).toISOString()
  return { from: moment(1 - buckets), to: moment(1), interval }
}

/** When the last so many days began, to the hour: so many times 24 hours, whatever the time of day. */
export const daysAgo = (days: number, now = Date.now()): string =>
  new Date(startOf("hour", now, -24 * days)).toISOString()

/** Days that tell the pace of spending. */
export const paceDays = 7

const dayMillis = 86_400_000

/** What a day takes: the mean of so many days, which are fewer where nothing was called before them. */
export interface Pace {
  readonly perDay: number
  readonly days: number
}

/** The pace of what was spent in the last days; `month` says how long there have been calls. */
export const paceOf = (spent: History, month: History, now: number): Pace => {
  const first = month.data.find(({ credits_used, request_count }) => credits_used > 0 || request_count > 0)
  const known = first === undefined ? paceDays : (now - Date.parse(first.start)) / dayMillis
  const days = Math.min(paceDays, Math.max(1, known))
  return { perDay: spent.total_credits_used / days, days: Math.round(days) }
}

/** What is drawn in one colour. */
export interface Series {
  /** Null is what all others come to; empty is everything, where nothing is split. */
  readonly value: string | null
  readonly total: number
  /** One for each bucket. */
  readonly points: ReadonlyArray<number>
}

/** Most series that get a colour of their own. */
const most = 5

const amount = (metric: Metric, sums: { readonly credits_used: number; readonly request_count: number }): number =>
  metric === "credits" ? sums.credits_used : sums.request_count

/** The largest groups, and the others together. A history that is not split is one series. */
export const seriesOf = (history: History, metric: Metric): ReadonlyArray<Series> => {
  const { data } = history
  const totals = new Map<string, number>()
  for (const { groups } of data) {
    for (const group of groups) totals.set(group.value, (totals.get(group.value) ?? 0) + amount(metric, group))
  }
  const named = [...totals]
    .filter(([, total]) => total > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, totals.size > most + 1 ? most : most + 1)
  const series = named.map(
    ([value, total]): Series => ({
      value,
      total,
      points: data.map(({ groups }) => {
        const group = groups.find((one) => one.value === value)
        return group === undefined ? 0 : amount(metric, group)
      })
    })
  )
  const rest = data.map(
    (bucket, index) => amount(metric, bucket) - series.reduce((sum, { points }) => sum + (points[index] ?? 0), 0)
  )
  const restTotal = rest.reduce((sum, one) => sum + one, 0)
  return restTotal > 0
    ? [...series, { value: series.length === 0 ? "" : null, total: restTotal, points: rest }]
    : series
}

/** Groups with what they took together, most credits first. */
export const groupsOf = ({ data }: History) => {
  const sums = new Map<string, { credits: number; requests: number }>()
  for (const { groups } of data) {
    for (const { credits_used, request_count, value } of groups) {
      const sum = sums.get(value) ?? { credits: 0, requests: 0 }
      sums.set(value, { credits: sum.credits + credits_used, requests: sum.requests + request_count })
    }
  }
  return [...sums]
    .map(([value, sum]) => ({ value, ...sum }))
    .sort((a, b) => b.credits - a.credits || b.requests - a.requests)
}

/** When the credits end, if every day is like the last seven. */
export type Forecast =
  | { readonly type: "never" | "out" | "today" }
  | { readonly type: "refill"; readonly at: string }
  | { readonly type: "ends"; readonly days: number; readonly at: number }

export const forecastOf = (credits: Output<"usage.credits">, perDay: number, now: number): Forecast => {
  const { credits_remaining: left, next_refill: refill } = credits
  if (left <= 0) return { type: "out" }
  if (perDay <= 0) return { type: "never" }
  const days = left / perDay
  const at = now + days * 86_400_000
  if (refill !== null && Date.parse(refill.at) <= at) return { type: "refill", at: refill.at }
  return days < 1 ? { type: "today" } : { type: "ends", days: Math.floor(days), at }
}
