/** The rests of hosts as they are kept for several processes. */

/** When rests end, by host, in milliseconds of the keeper's clock. */
export type RestsOfAll = Readonly<Record<string, number>>

/** Longer than any rest lasts: what ends later was told by a clock that was set back since. */
const furthestMillis = 10 * 60_000

const isGoing = (untilMillis: number, nowMillis: number): boolean =>
  untilMillis > nowMillis && untilMillis <= nowMillis + furthestMillis

/** With one more, without those that are over, and without those that end first of too many. */
export const withRest = (
  known: RestsOfAll,
  host: string,
  restMillis: number,
  nowMillis: number,
  most: number
): RestsOfAll => {
  const going = new Map(Object.entries(known).filter(([, untilMillis]) => isGoing(untilMillis, nowMillis)))
  going.set(host, Math.max(going.get(host) ?? 0, nowMillis + Math.min(Math.max(0, restMillis), furthestMillis)))
  return Object.fromEntries([...going].sort(([, a], [, b]) => b - a).slice(0, most))
}

/** The hosts that rest at a moment, and for how long yet. */
export const restingOf = (known: RestsOfAll, nowMillis: number): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(known).flatMap(([host, untilMillis]) =>
      isGoing(untilMillis, nowMillis) ? [[host, untilMillis - nowMillis] as const] : []
    )
  )
