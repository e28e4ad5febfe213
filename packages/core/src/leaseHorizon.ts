/** How far ahead the end of a lease can lie, in milliseconds. Loads nothing, so that whatever claims may have it. */

/**
 * What a clock may be put back by while work is under way, without anybody taking that work for abandoned or planning it anew. More than
 * ordinary corrections of a clock.
 */
export const ordinaryStepMillis = 5 * 60_000

/** What the clocks of processes that work together differ by at most, in milliseconds: what lies further ahead was told by one that was wrong. */
export const differMillis = 60_000

/**
 * When what works for so long ends at the latest, in milliseconds since 1970. What ends later was given out by a clock that was ahead and has
 * been set right since.
 */
export const latestEnd = (nowMillis: number, lifetimeMillis: number): number =>
  nowMillis + lifetimeMillis + ordinaryStepMillis

/** Leases of work that nobody lengthens outlast what the longest call takes: five minutes. */
const mostMillis = 10 * 60_000

/**
 * How long from now a lease ends at the latest. One that ends later was given by a clock that was ahead and has been set
 * right since, and holds no more: whoever has it would otherwise keep it for as long as the clock was ahead, dead or alive.
 */
export const leaseHorizon = (leaseMillis = 0): number => Math.max(leaseMillis + ordinaryStepMillis, mostMillis)

/** Whether a lease holds that ends then, both in milliseconds since 1970. */
export const isHeld = (untilMillis: number, clockMillis: number, leaseMillis?: number): boolean =>
  untilMillis > clockMillis && untilMillis <= clockMillis + leaseHorizon(leaseMillis)
