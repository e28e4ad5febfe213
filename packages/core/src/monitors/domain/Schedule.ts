/** When a monitor is due (contract/monitors.md §1.4; cron is ours, contract/README.md). */
import { Cron, DateTime, Duration, Option, Result, Schema } from "effect"
import {
  comesAgainInAYear,
  comesLaterThatDay,
  comesTrue,
  momentsWithin,
  nothingBefore,
  runsByElapsedTime,
  shortestGapMinutes
} from "./CronFields.ts"

export const ScheduleUnit = Schema.Literals(["minutes", "hours", "days"])
export type ScheduleUnit = typeof ScheduleUnit.Type

export const Schedule = Schema.Union([
  Schema.Struct({ type: Schema.Literal("interval"), frequency: Schema.Int, unit: ScheduleUnit }),
  Schema.Struct({
    type: Schema.Literal("cron"),
    /** Five fields: minute, hour, day of month, month, day of week. */
    expression: Schema.String,
    /** IANA name, for example `Europe/Berlin`. */
    timeZone: Schema.String
  })
])
export type Schedule = typeof Schedule.Type

/** Once a day, when the caller says nothing. @internal */
export const defaultSchedule: Schedule = { type: "interval", frequency: 1, unit: "days" }

/** Shortest and longest time between runs, in minutes: ten minutes to 365 days. @internal */
export const intervalMinutes = { minimum: 10, maximum: 365 * 24 * 60 } as const

const unitMinutes: { readonly [U in ScheduleUnit]: number } = { minutes: 1, hours: 60, days: 1_440 }

/** Time between the runs of an interval schedule. @internal */
export const intervalOf = (schedule: Extract<Schedule, { type: "interval" }>): Duration.Duration =>
  Duration.minutes(schedule.frequency * unitMinutes[schedule.unit])

/** Its moments; a repeated hour, as clocks are set back, is for schedules that run by time that passes. */
const cronOf = ({ expression, timeZone }: Extract<Schedule, { type: "cron" }>) =>
  Cron.parse(expression, timeZone, { onDstOverlap: runsByElapsedTime(expression) ? "both" : "earlier" })

/** What is wrong with a schedule, or null. @internal */
export const scheduleProblem = (schedule: Schedule, at: DateTime.Utc): string | null => {
  if (schedule.type === "interval") {
    const minutes = schedule.frequency * unitMinutes[schedule.unit]
    return minutes < intervalMinutes.minimum || minutes > intervalMinutes.maximum
      ? "frequency and unit must give between 10 minutes and 365 days"
      : null
  }
  if (schedule.expression.trim().split(/\s+/).length !== 5) return "expression must have the five fields of cron"
  const cron = cronOf(schedule)
  if (Result.isFailure(cron)) return `expression or time_zone is not valid: ${cron.failure.message}`
  if (!comesTrue(schedule.expression, cron.success, at.epochMilliseconds)) {
    return "expression never comes true within eight years"
  }
  return shortestGapMinutes(cron.success) < intervalMinutes.minimum
    ? "expression must leave at least 10 minutes between runs"
    : null
}

/** A number from 0 to 1 that stays the same for one id, to spread monitors that share a schedule. */
const spreadOf = (id: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return (hash >>> 0) / 4_294_967_296
}

/** Longest time by which spreading delays a run. */
const maxSpread = { interval: Duration.minutes(5), intervalShare: 0.05, cron: Duration.seconds(60) }

/** From where the slots of a schedule are counted when it starts at `at`: a little later for some ids than for others. @internal */
export const anchorFor = (schedule: Schedule, id: string, at: DateTime.Utc): DateTime.Utc => {
  if (schedule.type === "cron") return at
  const most = Math.min(
    Duration.toMillis(maxSpread.interval),
    Duration.toMillis(intervalOf(schedule)) * maxSpread.intervalShare
  )
  return DateTime.add(at, { milliseconds: Math.floor(spreadOf(id) * most) })
}

/**
 * The first slot after `after`. Slots of an interval lie at whole intervals from `anchor`, so that a late run moves
 * nothing, and slots that were missed collapse into one.
 *
 * @internal
 */
export const nextSlot = (
  schedule: Schedule,
  options: { readonly id: string; readonly anchor: DateTime.Utc; readonly after: DateTime.Utc }
): DateTime.Utc => {
  if (schedule.type === "cron") {
    const cron = Result.getOrThrow(cronOf(schedule))
    const offset = Math.floor(spreadOf(options.id) * Duration.toMillis(maxSpread.cron))
    const from = options.after.epochMilliseconds - offset
    const tick = Cron.next(cron, new Date(nothingBefore(schedule.expression, cron, from)))
    return DateTime.makeUnsafe(tick.getTime() + offset)
  }
  const step = Duration.toMillis(intervalOf(schedule))
  const passed = options.after.epochMilliseconds - options.anchor.epochMilliseconds
  return DateTime.makeUnsafe(options.anchor.epochMilliseconds + Math.max(1, Math.floor(passed / step) + 1) * step)
}

const comesAgain = (schedule: Schedule, after: DateTime.Utc): boolean => {
  if (schedule.type === "interval") return true
  const cron = Result.getOrThrow(cronOf(schedule))
  const clock = DateTime.toParts(DateTime.setZone(after, Option.getOrThrow(cron.tz)))
  return comesLaterThatDay(cron, clock) || comesAgainInAYear(schedule.expression, cron, after.epochMilliseconds)
}

/**
 * The first slots after `after`, as many as `count`; of a schedule whose next day is more than a year away those of one day, since a search of
 * the calendar takes the longer the farther it goes.
 *
 * @internal
 */
export const nextSlots = (
  schedule: Schedule,
  { after, ...options }: Parameters<typeof nextSlot>[1],
  count: number
): ReadonlyArray<DateTime.Utc> => {
  const slots = [nextSlot(schedule, { ...options, after })]
  for (let last = slots[0]!; slots.length < count && comesAgain(schedule, last); slots.push(last)) {
    last = nextSlot(schedule, { ...options, after: last })
  }
  return slots
}

/** About how many slots come in so many days. @internal */
export const slotsWithin = (schedule: Schedule, days: number, at: DateTime.Utc): number => {
  if (schedule.type === "interval")
    return Math.floor((days * unitMinutes.days) / (schedule.frequency * unitMinutes[schedule.unit]))
  return momentsWithin(schedule.expression, Result.getOrThrow(cronOf(schedule)), at.epochMilliseconds, days)
}
