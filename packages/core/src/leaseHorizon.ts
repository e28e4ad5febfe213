/** How far ahead the end of a lease can lie. */
import { Duration } from "effect"

/**
 * What a clock may be put back by while work is under way, without anybody taking that work for abandoned or planning it anew. More than
 * ordinary corrections of a clock.
 */
export const ordinaryStep = Duration.minutes(5)

/** Leases of work that nobody lengthens outlast what the longest call takes: five minutes. */
const mostMillis = Duration.toMillis(Duration.minutes(10))

/**
 * How long from now a lease ends at the latest, in milliseconds. One that ends later was given by a clock that was ahead and has been set
 * right since, and holds no more: whoever has it would otherwise keep it for as long as the clock was ahead, dead or alive.
 */
export const leaseHorizon = (lease: Duration.Duration = Duration.zero): number =>
  Math.max(Duration.toMillis(lease) + Duration.toMillis(ordinaryStep), mostMillis)

/** Whether a lease holds that ends then, both in milliseconds since 1970. */
export const isHeld = (untilMillis: number, clockMillis: number, lease?: Duration.Duration): boolean =>
  untilMillis > clockMillis && untilMillis <= clockMillis + leaseHorizon(lease)
