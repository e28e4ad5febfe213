/** What becomes of plans that were made by a clock that was ahead. */
import { DateTime } from "effect"
import { ordinaryStepMillis } from "../../leaseHorizon.ts"
import type { Monitor } from "./Monitor.ts"
import { anchorFor, nextSlot } from "./Schedule.ts"

/** What of a monitor says when it is looked at. */
export interface Plan extends Pick<Monitor, "id" | "schedule" | "anchorAt" | "nextRunAt"> {
  /** Whether its runs take from the day of a grant: one that is spent lets them wait for the next. */
  readonly isOfDay: boolean
}

/** When the day of UTC is over. */
const nextDay = (at: DateTime.Utc): DateTime.Utc => DateTime.add(DateTime.startOf(at, "day"), { days: 1 })

/** An anchor lies this far ahead at most, by the clock that set it: schedules are spread over as many minutes. */
const farthestAnchor = { milliseconds: 2 * ordinaryStepMillis }

/**
 * The plan that the clock of now would make, where the one that stands lies further away than the schedule allows; null where it does
 * not. By as much as clocks are ordinarily corrected a slot may be over before it came.
 */
export const planAnew = (plan: Plan, now: DateTime.Utc): Plan | null => {
  const { id, nextRunAt, schedule } = plan
  if (nextRunAt === null) return null
  const isAnchored = DateTime.isLessThanOrEqualTo(plan.anchorAt, DateTime.add(now, farthestAnchor))
  const anchorAt = isAnchored ? plan.anchorAt : anchorFor(schedule, id, now)
  const after = DateTime.add(now, { milliseconds: ordinaryStepMillis })
  // A slot of the very moment at which the day begins may be the first.
  const late = plan.isOfDay ? DateTime.subtract(nextDay(after), { milliseconds: 1 }) : after
  const farthest = nextSlot(schedule, { id, anchor: anchorAt, after: DateTime.max(after, late) })
  if (DateTime.isLessThanOrEqualTo(nextRunAt, farthest)) return null
  return { ...plan, anchorAt, nextRunAt: nextSlot(schedule, { id, anchor: anchorAt, after: now }) }
}
