/** How long a service that failed is not asked. */

/** What is remembered of a service. */
export interface Cooldown {
  readonly failuresInARow: number
  /** Not asked before; in milliseconds since 1970. */
  readonly untilMillis: number
}

export const warm: Cooldown = { failuresInARow: 0, untilMillis: 0 }

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
  return { failuresInARow: failuresInARow + 1, untilMillis: nowMillis + Math.max(own, asked) }
}
