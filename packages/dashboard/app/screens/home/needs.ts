/** What needs a person, told from what the API answers. */
import type { Output, Row } from "../../api/operations.ts"
import { hostOf } from "../deliveries/place.ts"
import { forecastOf } from "../usage/history.ts"

type Monitor = Row<"monitors.list">
type Run = Row<"monitors.allRuns">
type Delivery = Row<"deliveries.list">
type BatchRow = Row<"batches.list">

/** One thing that needs a person. */
export type Need =
  | { readonly type: "failing"; readonly monitor: Monitor }
  | { readonly type: "stopped"; readonly monitor: Monitor; readonly why: "failures" | "credits" }
  | { readonly type: "late"; readonly count: number; readonly isMore: boolean; readonly since: string }
  | { readonly type: "place"; readonly host: string; readonly deliveries: ReadonlyArray<Delivery> }
  | {
      readonly type: "waiting"
      readonly host: string
      readonly deliveries: ReadonlyArray<Delivery>
      readonly next: string
    }
  | { readonly type: "credits"; readonly days: number | null; readonly left: number }
  | { readonly type: "batch"; readonly batch: BatchRow; readonly isStalled: boolean }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** For how long deliveries may be sent again. */
export const givenUpMillis = 7 * day

/** Most of one kind that are shown; the others are behind a link. */
export const mostShown = 5

/** A batch that waits for longer has nobody to begin it. */
const stalledMillis = 15 * minute

/** For how long it is told that a batch failed: nothing can be done but to look. */
const failedBatchMillis = day

/** Attempts in vain after which somebody is told: one alone may have met a restart. */
const troublingAttempts = 2

/** Credits that end sooner are low. */
const lowDays = 3

/** Monitors that paused by themselves: after failing in a row, or after runs that the credits did not reach for. */
export const stoppedOf = (paused: ReadonlyArray<Monitor>, skipped: ReadonlyArray<Run>): ReadonlyArray<Need> => {
  const starved = new Set(
    skipped.filter(({ skip_reason }) => skip_reason === "insufficient_credits").map(({ monitor_id }) => monitor_id)
  )
  return paused.flatMap((monitor): ReadonlyArray<Need> => {
    // One that paused by itself was written last by the look that failed; one that somebody paused, after it.
    const isByItself = monitor.updated_at === monitor.last_run_at
    if (monitor.last_error !== null && isByItself) return [{ type: "stopped", monitor, why: "failures" }]
    return starved.has(monitor.id) ? [{ type: "stopped", monitor, why: "credits" }] : []
  })
}

/** Looks whose time has long come. */
export const lateOf = ({ late }: Output<"monitors.summary">): ReadonlyArray<Need> =>
  late.since === null ? [] : [{ type: "late", count: late.count, isMore: late.has_more, since: late.since }]

/** By the places that they go to, those of which there are most first. */
const byHost = (
  deliveries: ReadonlyArray<Delivery>
): ReadonlyArray<[host: string, deliveries: ReadonlyArray<Delivery>]> =>
  [...Map.groupBy(deliveries, ({ url }) => hostOf(url))].sort(([, a], [, b]) => b.length - a.length)

/** Places that did not take events, those that missed most first. What was taken once, and not when it was sent again, was not missed. */
export const placesOf = (failed: ReadonlyArray<Delivery>): ReadonlyArray<Need> =>
  byHost(failed.filter(({ delivered_at }) => delivered_at === null)).map(
    ([host, deliveries]): Need => ({ type: "place", host, deliveries })
  )

/** Places that have not taken events at several attempts, and are asked again: somebody may mend them before the last. */
export const waitingOf = (retrying: ReadonlyArray<Delivery>): ReadonlyArray<Need> =>
  byHost(retrying.filter(({ attempt_count }) => attempt_count >= troublingAttempts)).flatMap(
    ([host, deliveries]): ReadonlyArray<Need> => {
      const [next] = deliveries.flatMap(({ next_attempt_at }) => next_attempt_at ?? []).sort()
      return next === undefined ? [] : [{ type: "waiting", host, deliveries, next }]
    }
  )

/** Whether credits are gone, or nearly so. */
export const creditsOf = (credits: Output<"usage.credits">, perDay: number, now: number): ReadonlyArray<Need> => {
  const forecast = forecastOf(credits, perDay, now)
  const left = credits.credits_remaining
  if (forecast.type === "out") return [{ type: "credits", days: null, left }]
  if (forecast.type === "today") return [{ type: "credits", days: 0, left }]
  return forecast.type === "ends" && forecast.days < lowDays ? [{ type: "credits", days: forecast.days, left }] : []
}

/** Batches that failed within a day, and those that nobody begins. */
export const batchesOf = (batches: ReadonlyArray<BatchRow>, now: number): ReadonlyArray<Need> =>
  batches.flatMap((batch): ReadonlyArray<Need> => {
    const { completed_at, created_at, started_at } = batch.timing
    if (batch.status === "failed") {
      const isNew = completed_at !== null && Date.parse(completed_at) > now - failedBatchMillis
      return isNew ? [{ type: "batch", batch, isStalled: false }] : []
    }
    const isStalled = batch.status === "queued" && started_at === null && Date.parse(created_at) < now - stalledMillis
    return isStalled ? [{ type: "batch", batch, isStalled: true }] : []
  })
