/** How long a backend that failed is not asked. */
import { type Cooldown, cooledDown, type Pause, restOf, warm } from "../../web/domain/Cooldown.ts"
import type { SearchFailure } from "./SearchFailure.ts"

export { type Cooldown, restOf, warm }

const pauses: { readonly [F in SearchFailure]: Pause } = {
  unavailable: { firstMillis: 5_000, mostMillis: 300_000 },
  malformed: { firstMillis: 15_000, mostMillis: 600_000 },
  deadline: { firstMillis: 5_000, mostMillis: 120_000 },
  throttled: { firstMillis: 30_000, mostMillis: 3_600_000 },
  // Only its operator can mend these, and may just have done so.
  rejected: { firstMillis: 60_000, mostMillis: 600_000 },
  forbidden_address: { firstMillis: 60_000, mostMillis: 600_000 }
}

/** After a failure: twice as long each time, and as long as the server itself asks for. */
export const afterFailure = (
  state: Cooldown,
  reason: SearchFailure,
  retryAfterSeconds: number | null,
  nowMillis: number
): Cooldown => cooledDown(state, pauses[reason], retryAfterSeconds, nowMillis)
