/** How long a call may take, and what it is worth when time runs out (contract/scrape.md §0.3). */

export interface Deadline {
  /** The moment it passes, in milliseconds since 1970. */
  readonly atMillis: number
  /** Whether what is there by then is an answer; else the call fails. */
  readonly acceptsPart: boolean
  /** Most time for one exchange, when its turn has come; all that is left when absent. */
  readonly exchangeMillis?: number
  /** No rest of a host is waited for that ends later, in milliseconds since 1970; `atMillis` when absent. */
  readonly restsUntilMillis?: number
}

/** Time for a call that names no deadline: less than the public client waits. @internal */
export const defaultTimeoutMillis = 55_000

/** Most time that a caller may ask for. @internal */
export const maxTimeoutMillis = 300_000

/** Least time with which a part is an answer. @internal */
export const minPartialTimeoutMillis = 5_000

/** What the deadline must leave beside a wait that the caller asked for. @internal */
export const timeBesideWaitMillis = 10_000

/** Milliseconds left at `nowMillis`; never negative. @internal */
export const leftOf = ({ atMillis }: Deadline, nowMillis: number): number => Math.max(0, atMillis - nowMillis)

/** Milliseconds at `nowMillis` within which a rest must end that is waited for. @internal */
export const restLeftOf = (deadline: Deadline, nowMillis: number): number =>
  leftOf(
    { ...deadline, atMillis: Math.min(deadline.atMillis, deadline.restsUntilMillis ?? deadline.atMillis) },
    nowMillis
  )

/** Most time that is kept for reading a part. */
const maxReadingMillis = 3_000

/** Milliseconds left for fetching at `nowMillis`: a part that is there when they are over must still be read in time. @internal */
export const fetchingLeftOf = (deadline: Deadline, nowMillis: number): number => {
  const left = leftOf(deadline, nowMillis)
  return deadline.acceptsPart ? left - Math.min(Math.floor(left / 5), maxReadingMillis) : left
}

/** Milliseconds for one exchange that waits for its turn from `nowMillis` on. @internal */
export const exchangeLeftOf = (deadline: Deadline, nowMillis: number): number =>
  Math.min(fetchingLeftOf(deadline, nowMillis), deadline.exchangeMillis ?? Number.POSITIVE_INFINITY)
