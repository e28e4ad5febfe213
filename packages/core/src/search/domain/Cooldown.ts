/** How long a backend that failed is not asked. */
import type { SearchFailure } from "./SearchFailure.ts"

/** What is remembered of a backend. */
export interface Cooldown {
  readonly failuresInARow: number
  /** Not asked before; in milliseconds since 1970. */
  readonly untilMillis: number
}

export const warm: Cooldown = { failuresInARow: 0, untilMillis: 0 }

interface Pause {
  readonly firstMillis: number
  readonly mostMillis: number
}

const pauses: { readonly [F in SearchFailure]: Pause } = {
  unavailable: { firstMillis: 5_000, mostMillis: 300_000 },
  malformed: { firstMillis: 15_000, mostMillis: 600_000 },
  deadline: { firstMillis: 5_000, mostMillis: 120_000 },
  throttled: { firstMillis: 30_000, mostMillis: 3_600_000 },
  // Only its operator can mend these, and may just have done so.
  rejected: { firstMillis: 60_000, mostMillis: 600_000 },
  forbidden_address: { firstMillis: 60_000, mostMillis: 600_000 }
}

/** Longest pause, whatever a server asks for. */
const mostMillis = 3_600_000

/** After a failure: twice as long each time, and as long as the server itself asks for. */
export const afterFailure = (
  { failuresInARow }: Cooldown,
  reason: SearchFailure,
  retryAfterSeconds: number | null,
  nowMillis: number
): Cooldown => {
  const pause = pauses[reason]
  const own = Math.min(pause.firstMillis * 2 ** Math.min(failuresInARow, 20), pause.mostMillis)
  const asked = Math.min(Math.max(0, retryAfterSeconds ?? 0) * 1_000, mostMillis)
  return { failuresInARow: failuresInARow + 1, untilMillis: nowMillis + Math.max(own, asked) }
}
