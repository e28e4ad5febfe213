/** The history of usage as the chart and its table show it: a few series, and what is left of the others. */
import type { Output } from "../../api/operations.ts"

export type History = Output<"usage.history">
export type Metric = "credits" | "requests"

/** A range that can be asked for, in the API's own buckets. */
export const ranges = {
  day: { interval: "hour", millis: 24 * 3_600_000 },
  week: { interval: "day", millis: 7 * 86_400_000 },
  month: { interval: "day", millis: 30 * 86_400_000 },
  quarter: { interval: "day", millis: 90 * 86_400_000 },
  year: { interval: "month", millis: 365 * 86_400_000 }
} as const
export type Range = keyof typeof ranges

export const isRange = (value: string | undefined): value is Range =>
  value !== undefined && Object.hasOwn(ranges, value)

/** From when a range counts; the same for an hour, so that it is asked for once. */
export const fromOf = (range: Range, now = Date.now()): string =>
  new Date(Math.floor(now / 3_600_000) * 3_600_000 - ranges[range].millis).toISOString()

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
