/** How long a service that failed is not asked. */

/** What is remembered of a service. */
export interface Cooldown {
  readonly failuresInARow: number
  /** Not asked before; in milliseconds since 1970. */
  readonly untilMillis: number
  /** How long that was from then on. */
  readonly restMillis: number
}

export const warm: Cooldown = { failuresInARow: 0, untilMillis: 0, restMillis: 0 }

/**
 * How long it rests yet at `nowMillis`; 0 when it may be asked. Who would rest longer than was said at first has a clock that was set back
 * since: nobody knows how long it rested, and it is asked.
 */
export const restOf = ({ restMillis, untilMillis }: Cooldown, nowMillis: number): number => {
  const left = untilMillis - nowMillis
  return left > restMillis ? 0 : Math.max(0, left)
}

/** How long it rests after the first failure, and after many. */
export interface Pause {
  readonly firstMillis: number
  readonly mostMillis: number
}

/** Longest pause, whatever a server asks for. */
const mostMillis = 3_600_000

/** After a failure: twice as long each time, and as long as the server itself asks for. */
export const cooledDown = (
  { failuresInARow }: Cooldown,
  pause: Pause,
  retryAfterSeconds: number | null,
  nowMillis: number
): Cooldown => {
  const own = Math.min(pause.firstMillis * 2 ** Math.min(failuresInARow, 20), pause.mostMillis)
  const asked = Math.min(Math.max(0, retryAfterSeconds ?? 0) * 1_000, mostMillis)
  const restMillis = Math.max(own, asked)
  return { failuresInARow: failuresInARow + 1, untilMillis: nowMillis + restMillis, restMillis }
}
