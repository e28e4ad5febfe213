/** The rests of hosts as they are kept for several processes. */

/** The rest of a host. */
export interface HostRest {
  /** What the host answered. */
  readonly status: number
  /** How long it rests yet; less than zero where its rest ended so long ago. */
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

/** So long after its rest a host is asked with care. @internal */
export const carefulMillis = 60_000

const counts = ({ untilMillis }: KeptRest, nowMillis: number): boolean =>
  untilMillis + carefulMillis > nowMillis && untilMillis <= nowMillis + furthestMillis

/** With one more, without those that have been over for a while, and without those that end first of too many. */
export const withRest = (
  known: RestsOfAll,
  host: string,
  { restMillis, status }: HostRest,
  nowMillis: number,
  most: number
): RestsOfAll => {
  const kept = new Map(Object.entries(known).filter(([, rest]) => counts(rest, nowMillis)))
  const untilMillis = nowMillis + Math.min(Math.max(0, restMillis), furthestMillis)
  if (untilMillis > (kept.get(host)?.untilMillis ?? 0)) kept.set(host, { status, untilMillis })
  return Object.fromEntries([...kept].sort(([, a], [, b]) => b.untilMillis - a.untilMillis).slice(0, most))
}

/** The hosts that rest at a moment, or are to be asked with care after that. */
export const restingOf = (known: RestsOfAll, nowMillis: number): ReadonlyMap<string, HostRest> =>
  new Map(
    Object.entries(known).flatMap(([host, rest]) =>
      counts(rest, nowMillis)
        ? [[host, { status: rest.status, restMillis: rest.untilMillis - nowMillis }] as const]
        : []
    )
  )
