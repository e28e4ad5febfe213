/** How the monitors of an organization stand together: how many of which kind, and which are looked at next. */
import type { DateTime } from "effect"
import type { MonitorId } from "./Monitor.ts"
import type { TargetType } from "./Target.ts"

/** How far monitors are counted, how many of the next looks are told, and how long after its time a look is late. @internal */
export const summaryLimits = { counted: 10_000, next: 5, lateMinutes: 10 } as const

/** How many there are, counted so far and no further. */
export interface Counted {
  readonly count: number
  /** Whether there are more than were counted. */
  readonly isMore: boolean
}

/** Monitors whose time has long come and that nobody looked at. */
export interface Late extends Counted {
  /** When the first of them was due; null when there is none. */
  readonly since: DateTime.Utc | null
}

/** A look that is to come. */
export interface NextLook {
  readonly monitorId: MonitorId
  readonly name: string
  readonly url: string
  readonly targetType: TargetType
  /** Past when the look is late. */
  readonly at: DateTime.Utc
}

export interface MonitorSummary {
  /** All monitors of the organization. */
  readonly monitors: number
  readonly paused: Counted
  readonly failed: Counted
  readonly late: Late
  /** The looks that come next, soonest first, one of each monitor. */
  readonly next: ReadonlyArray<NextLook>
}

/** What was found when one more was looked for than is counted. @internal */
export const countedTo = (found: number, most: number): Counted => ({
  count: Math.min(found, most),
  isMore: found > most
})
