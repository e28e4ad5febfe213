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

/** What tells of the backend itself. The others tell of how this process is set, and the next may be set better. */
const ofBackend: ReadonlySet<SearchFailure> = new Set(["unavailable", "malformed", "deadline", "throttled"])

/** Whether other processes are to leave it alone too. */
export const concernsAll = (reason: SearchFailure): boolean => ofBackend.has(reason)

/** When to ask again who rests because another process says so, in milliseconds: it does not say for how long. */
export const elsewhereMillis = pauses.unavailable.firstMillis

/** After a failure: twice as long each time, and as long as the server itself asks for. */
export const afterFailure = (
  state: Cooldown,
  reason: SearchFailure,
  retryAfterSeconds: number | null,
  nowMillis: number
): Cooldown => cooledDown(state, pauses[reason], retryAfterSeconds, nowMillis)
