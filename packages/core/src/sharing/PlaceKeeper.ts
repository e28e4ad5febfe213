/** Places of which there are few, taken by processes that share no memory. */
import { Context, type Effect } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"

/** What came of asking for a place. */
export interface PlaceAnswer {
  readonly admitted: boolean
  /** Places taken now, this one included when it was admitted. */
  readonly taken: number
}

/**
 * Keeps places for several processes. It holds no rule: how many there are of what is decided by who asks.
 *
 * **Contract** (every adapter passes `testing/placeKeeperSuite.ts`)
 *
 * - However many ask at once, from however many processes, no more than `limit` places of a subject are taken.
 * - A place that nobody gives back is free again after `leaseMillis`. Who asks again under its token holds it for as long anew.
 * - Each place has a lease of its own. Who asks for one of none takes nothing, and is told how many are taken.
 * - Who is refused with `lineMillis` stands in line until then, and for as long again with every further asking; a place that is
 *   free belongs to who stands first. Who is refused with none stands nowhere.
 * - An answer comes within `patienceMillis` (`makeBreaker.ts`), or the place is said to be unavailable.
 */
export interface PlaceKeeping {
  /** Takes one of `limit` places of `subject` under `token`, or a place in the line for one. */
  readonly enter: (options: {
    readonly subject: string
    readonly token: string
    readonly limit: number
    readonly leaseMillis: number
    readonly lineMillis: number
  }) => Effect.Effect<PlaceAnswer, StoreUnavailable>

  /** Gives the place, or the one in line, back that `token` has; nothing happens when it is gone. */
  readonly leave: (subject: string, token: string) => Effect.Effect<void, StoreUnavailable>
}

/** The keeper of places that all processes share; null where a process has nobody to share with. */
export class PlaceKeeper extends Context.Reference<PlaceKeeping | null>("@kittiwake/core/sharing/PlaceKeeper", {
  defaultValue: () => null
}) {}
