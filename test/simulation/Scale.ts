/** How long a simulation lasts and how much there is in it: some minutes of a few monitors, or a quarter of a thousand. */
import type { Schedule } from "@kittiwake/core/monitors/domain/Schedule"
import type { Chance } from "./Chance.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export interface Scale {
  /** When faults stop, and when everything must have come to rest. */
  readonly healAtMillis: number
  readonly endAtMillis: number
  /** How often loops look, as virtual time must pass in little of ours. */
  readonly loopMillis: number
  readonly sweepMillis: number
  readonly pruneMillis: number
  /** Most that a worker claims at once, and has under way. */
  readonly claim: { readonly atOnce: number; readonly underWay: number }
  /** What began this shortly before the end may still be under way. */
  readonly underWayMillis: number
  /** Monitors that are made before anything else is done with them, and at most. */
  readonly monitors: { readonly least: number; readonly most: number }
  /** Share of the worlds whose callers submit batches, and the monitors that they have beside them. */
  readonly ofBatches: number
  readonly monitorsBesideBatches: Scale["monitors"]
  /** How many batches an organization may have at once, one of these. */
  readonly concurrentBatches: ReadonlyArray<number>
  /** Hosts of each kind of site. */
  readonly hosts: number
  /** Most changes of a page. */
  readonly changes: number
  /** Longest pause of a caller between two things, while it has all its monitors. */
  readonly pauseMillis: number
  /** What a month gives to an organization, one of these. */
  readonly monthlyCredits: ReadonlyArray<number>
  /** What an operator may make of that. */
  readonly plannedCredits: ReadonlyArray<number>
  /** Months that can begin by themselves. */
  readonly months: number
  /** By how much faults are rarer than in minutes. */
  readonly calmer: number
  readonly schedule: (chance: Chance) => Schedule
}

/** An hour's worth of what can go wrong, in minutes. */
export const minutes: Scale = {
  healAtMillis: 14 * minute,
  endAtMillis: 24 * minute,
  loopMillis: 40_000,
  sweepMillis: 90_000,
  pruneMillis: 10 * minute,
  claim: { atOnce: 4, underWay: 8 },
  underWayMillis: 3 * minute,
  monitors: { least: 4, most: 9 },
  ofBatches: 0.4,
  monitorsBesideBatches: { least: 1, most: 2 },
  concurrentBatches: [1, 2, 10],
  hosts: 3,
  changes: 4,
  pauseMillis: 30_000,
  monthlyCredits: [1_000, 1_000, 25],
  plannedCredits: [0, 40, 400, 1_000],
  months: 1,
  calmer: 1,
  schedule: (chance) => ({ type: "interval", frequency: 10 + chance.integer(3), unit: "minutes" })
}

/** Three months of so many monitors. */
export const quarter = (monitors: number, days: number): Scale => ({
  healAtMillis: days * day,
  endAtMillis: (days + 4) * day,
  loopMillis: 10 * minute,
  sweepMillis: 30 * minute,
  pruneMillis: day,
  claim: { atOnce: 50, underWay: 100 },
  underWayMillis: 2 * hour,
  monitors: { least: monitors, most: monitors + 20 },
  ofBatches: 1,
  monitorsBesideBatches: { least: monitors, most: monitors + 20 },
  concurrentBatches: [2, 10],
  hosts: Math.max(3, Math.ceil(monitors / 5)),
  changes: 12,
  pauseMillis: 4 * hour,
  monthlyCredits: [1_000_000, 1_000_000, 5_000],
  plannedCredits: [0, 5_000, 100_000, 1_000_000],
  months: Math.ceil(days / 28) + 2,
  calmer: 5,
  schedule: (chance) => ({ type: "interval", frequency: 1 + chance.integer(3), unit: "days" })
})
