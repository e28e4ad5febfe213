/** Reading of the web that several callers wait for together. */
import { Effect } from "effect"
import type { FlightTime } from "../budget/makeFlights.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import type { Deadline } from "./domain/Deadline.ts"

/**
 * Whose work it is, for its key: it stands in the lines of its owner and takes his memory, so that each owner's is done apart and nobody
 * waits behind another, or fails with him.
 */
export const sharedBy: Effect.Effect<string> = Effect.map(WorksFor, (owner) => owner ?? "")

/** How much more time it has than who begins it, so that who asks a little later shares it. */
const moreMillis = 10_000

/** Its deadline; each who waits for it leaves at his own. */
export const sharedDeadline = (own: Deadline): Deadline => ({ ...own, atMillis: own.atMillis + moreMillis })

/** Its time: nobody joins what ends before he would. */
export const sharedTime = (own: Deadline): FlightTime => ({
  neededUntilMillis: own.atMillis,
  givenUntilMillis: sharedDeadline(own).atMillis
})
