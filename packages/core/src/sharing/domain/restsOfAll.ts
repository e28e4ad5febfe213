/** The rests of hosts as they are kept for several processes. */

/** The rest of a host. */
export interface HostRest {
  /** What the host answered. */
  readonly status: number
  /** How long it rests yet. */
  readonly restMillis: number
}

/** A rest as it is kept. */
export interface KeptRest {
  readonly status: number
  /** When it ends, in milliseconds of the keeper's clock. */
  readonly untilMillis: number
}

/** The rests of hosts, by host. */
export type RestsOfAll = Readonly<Record<string, KeptRest>>

/** Longer than any rest lasts: what ends later was told by a clock that was set back since. */
const furthestMillis = 10 * 60_000

const isGoing = ({ untilMillis }: KeptRest, nowMillis: number): boolean =>
  untilMillis > nowMillis && untilMillis <= nowMillis + furthestMillis

/** With one more, without those that are over, and without those that end first of too many. */
export const withRest = (
  known: RestsOfAll,
  host: string,
  { restMillis, status }: HostRest,
  nowMillis: number,
  most: number
): RestsOfAll => {
  const going = new Map(Object.entries(known).filter(([, rest]) => isGoing(rest, nowMillis)))
  const untilMillis = nowMillis + Math.min(Math.max(0, restMillis), furthestMillis)
  if (untilMillis > (going.get(host)?.untilMillis ?? 0)) going.set(host, { status, untilMillis })
  return Object.fromEntries([...going].sort(([, a], [, b]) => b.untilMillis - a.untilMillis).slice(0, most))
}

/** The hosts that rest at a moment. */
export const restingOf = (known: RestsOfAll, nowMillis: number): ReadonlyMap<string, HostRest> =>
  new Map(
    Object.entries(known).flatMap(([host, rest]) =>
      isGoing(rest, nowMillis)
        ? [[host, { status: rest.status, restMillis: rest.untilMillis - nowMillis }] as const]
        : []
    )
  )
