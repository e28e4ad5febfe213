/** What can be told of a cron expression by its fields alone, without searching the calendar for its moments. */
import type { Cron } from "effect"

const dayMillis = 86_400_000

/** Days in which every date that can come at all comes: the leap day may stay away for eight years. */
const searchedDays = 8 * 366

const holds = (field: ReadonlySet<number>, value: number): boolean => field.size === 0 || field.has(value)

const [minuteField, hourField, dayField, weekdayField] = [0, 1, 2, 4] as const

const startsWithStar = (expression: string, field: number): boolean =>
  expression.trim().split(/\s+/)[field]?.startsWith("*") === true

/** Whether a day matches: by its date or its weekday where both are named, else by both. */
const matchesDay = (expression: string, { days, months, weekdays }: Cron.Cron, at: Date): boolean => {
  if (!holds(months, at.getUTCMonth() + 1)) return false
  const [byDate, byWeekday] = [holds(days, at.getUTCDate()), holds(weekdays, at.getUTCDay())]
  const isEither = !startsWithStar(expression, dayField) && !startsWithStar(expression, weekdayField)
  return isEither ? byDate || byWeekday : byDate && byWeekday
}

/** A moment of the first day from `fromMillis` on that matches, within so many days; null where none does. */
const firstDay = (expression: string, cron: Cron.Cron, fromMillis: number, days: number): number | null => {
  for (let day = 0; day <= days; day++) {
    const at = fromMillis + day * dayMillis
    if (matchesDay(expression, cron, new Date(at))) return at
  }
  return null
}

/** Whether any day from `fromMillis` on matches, within eight years. */
export const comesTrue = (expression: string, cron: Cron.Cron, fromMillis: number): boolean =>
  firstDay(expression, cron, fromMillis, searchedDays) !== null

/** Whether a day matches within a year, other than the one that `fromMillis` is in, in whatever zone. */
export const comesAgainInAYear = (expression: string, cron: Cron.Cron, fromMillis: number): boolean =>
  firstDay(expression, cron, fromMillis + 2 * dayMillis, 366) !== null || isDense(expression, cron, fromMillis)

/** Whether days beside the one that `fromMillis` is in match: it is told without knowing the zone which of them that is. */
const isDense = (expression: string, cron: Cron.Cron, fromMillis: number): boolean =>
  [-1, 0, 1].filter((day) => matchesDay(expression, cron, new Date(fromMillis + day * dayMillis))).length > 1

/**
 * A moment before which, from `fromMillis` on, nothing comes true in any zone: a search of the calendar from there on finds the same, and
 * need not go through years without a day that matches.
 */
export const nothingBefore = (expression: string, cron: Cron.Cron, fromMillis: number): number => {
  const day = firstDay(expression, cron, fromMillis - dayMillis, searchedDays)
  return day === null ? fromMillis : Math.max(fromMillis, Math.floor(day / dayMillis) * dayMillis - dayMillis)
}

/** About how many moments come in so many days: a day of which an hour is repeated or left out is taken for any other. */
export const momentsWithin = (expression: string, cron: Cron.Cron, fromMillis: number, days: number): number => {
  let matching = 0
  for (let day = 0; day < days; day++) {
    if (matchesDay(expression, cron, new Date(fromMillis + day * dayMillis))) matching += 1
  }
  return matching * sorted(cron.hours, 24).length * sorted(cron.minutes, 60).length
}

/**
 * Whether it is to run by time that passes and not at moments of the day, as one with a star for its minutes or hours is.
 * Such a one runs in both of a repeated hour; any other runs once, in the first.
 */
export const runsByElapsedTime = (expression: string): boolean =>
  startsWithStar(expression, minuteField) || startsWithStar(expression, hourField)

const sorted = (field: ReadonlySet<number>, most: number): ReadonlyArray<number> =>
  field.size === 0 ? Array.from({ length: most }, (_, value) => value) : [...field].toSorted((a, b) => a - b)

/** Whether a moment of the same day comes after this one. */
export const comesLaterThatDay = (
  { hours, minutes }: Cron.Cron,
  { hour, minute }: { readonly hour: number; readonly minute: number }
): boolean =>
  sorted(hours, 24).some(
    (later) => later > hour || (later === hour && sorted(minutes, 60).some((other) => other > minute))
  )

/** Shortest time between two runs in minutes; two days that match are taken for neighbours. */
export const shortestGapMinutes = ({ hours, minutes }: Cron.Cron): number => {
  const moments = sorted(hours, 24).flatMap((hour) => sorted(minutes, 60).map((minute) => hour * 60 + minute))
  return Math.min(
    ...moments.map((moment, at) => (at === 0 ? moment + 1_440 - moments.at(-1)! : moment - moments[at - 1]!))
  )
}
