/** Hours, days and months of UTC, and how a range of time is made of whole ones. Moments are milliseconds since 1970. */
import { Schema } from "effect"

/** How long the buckets of a history are. */
export const Interval = Schema.Literals(["hour", "day", "month"])
export type Interval = typeof Interval.Type

/** @internal */
export const hourMillis = 3_600_000
/** @internal */
export const dayMillis = 86_400_000

const startOfMonth = (millis: number): number => {
  const date = new Date(millis)
  date.setUTCDate(1)
  return date.setUTCHours(0, 0, 0, 0)
}

const startOfNextMonth = (millis: number): number => {
  const date = new Date(startOfMonth(millis))
  return date.setUTCMonth(date.getUTCMonth() + 1)
}

/** Start of the hour, day or month that holds this moment. @internal */
export const startOf = (interval: Interval, millis: number): number => {
  if (interval === "month") return startOfMonth(millis)
  const length = interval === "hour" ? hourMillis : dayMillis
  return Math.floor(millis / length) * length
}

/** Start of the hour, day or month after the one that holds this moment. @internal */
export const startOfNext = (interval: Interval, millis: number): number => {
  if (interval === "month") return startOfNextMonth(millis)
  return startOf(interval, millis) + (interval === "hour" ? hourMillis : dayMillis)
}

/** This moment, or the next start when it is none. @internal */
export const ceilingOf = (interval: Interval, millis: number): number => {
  const start = startOf(interval, millis)
  return start === millis ? start : startOfNext(interval, millis)
}

/** Starts of all hours, days or months that a range has a part in, oldest first. The range holds `from` and not `to`. @internal */
export const startsOf = (interval: Interval, from: number, to: number): ReadonlyArray<number> => {
  const starts: Array<number> = []
  if (from >= to) return starts
  for (let start = startOf(interval, from); start < to; start = startOfNext(interval, start)) starts.push(start)
  return starts
}

/** A part of a range, and the coarsest sums that give it exactly. */
export interface Stretch {
  /** `row` when no whole hour fits: only the events themselves tell. */
  readonly grain: "row" | "hour" | "day"
  readonly from: number
  /** Not part of the stretch. */
  readonly to: number
}

const wholeDays = (from: number, to: number): ReadonlyArray<Stretch> => {
  const [first, last] = [ceilingOf("day", from), startOf("day", to)]
  if (first >= last) return [{ grain: "hour", from, to }]
  return [
    { grain: "hour", from, to: first },
    { grain: "day", from: first, to: last },
    { grain: "hour", from: last, to }
  ]
}

/** Cuts a range into stretches, oldest first, that cover it once: whole days and hours, and what is left at its edges. */
export const stretchesOf = (interval: Interval, from: number, to: number): ReadonlyArray<Stretch> => {
  const [first, last] = [ceilingOf("hour", from), startOf("hour", to)]
  const stretches: ReadonlyArray<Stretch> =
    first > last
      ? [{ grain: "row", from, to }]
      : [
          { grain: "row", from, to: first },
          ...(interval === "hour" ? [{ grain: "hour" as const, from: first, to: last }] : wholeDays(first, last)),
          { grain: "row", from: last, to }
        ]
  return stretches.filter((stretch) => stretch.from < stretch.to)
}
