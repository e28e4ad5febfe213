/** What measurements of the server's clock say about this machine's. */
import { isOff } from "@kittiwake/core/internal/ClockSkew"

/** One look at the server's clock. */
export interface Reading {
  /** The server's time less that of who reads, taken for the middle of the round trip. */
  readonly offsetMillis: number
  /** The reading is wrong by half of this at most. */
  readonly roundTripMillis: number
}

/** Clocks that agree as well as this are left alone: correcting them would only make time step. */
const agreeWithinMillis = 500

/** Least time between two words on it. */
const quietMillis = 60_000

/** The reading with the shortest round trip, which is the least wrong. */
export const best = ([first, ...others]: readonly [Reading, ...ReadonlyArray<Reading>]): Reading =>
  others.reduce((a, b) => (b.roundTripMillis < a.roundTripMillis ? b : a), first)

/** The offset to go by from now on: the one so far, unless the reading proves it wrong. */
export const offsetAfter = (known: number, { offsetMillis, roundTripMillis }: Reading): number => {
  const doubt = Math.max(agreeWithinMillis, roundTripMillis / 2)
  return Math.abs(offsetMillis - known) <= doubt ? known : Math.round(offsetMillis)
}

/** What was said last, and when, by a clock that no one sets. */
export interface Said {
  readonly isOff: boolean
  readonly atMillis: number
}

/** What to say now, or null when it was said, or when something was said a moment ago. */
export const toSay = (said: Said, offsetMillis: number, atMillis: number): Said | null => {
  const isNow = isOff(offsetMillis)
  return isNow === said.isOff || atMillis - said.atMillis < quietMillis ? null : { isOff: isNow, atMillis }
}

/** Whether one clock of a machine was set, or stood still, since it was `beforeMillis` ahead of another. */
export const haveMovedApart = (beforeMillis: number, nowMillis: number): boolean =>
  Math.abs(nowMillis - beforeMillis) > agreeWithinMillis
