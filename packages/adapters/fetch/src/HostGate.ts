/** How much is under way at once. */
import { makeSharedPlaces, type SharedPlaces } from "@kittiwake/core/internal/SharedPlaces"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { mayHoldMore } from "@kittiwake/core/Shares"
import { Effect } from "effect"

export interface GateLimits {
  readonly perHost: number
  readonly total: number
}

/** Runs an effect when the host, and all hosts together, have room. Who is interrupted leaves the queue. */
export type HostGate = (host: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * A gate that forgets a host as soon as nobody waits for it.
 *
 * **Details.** Organizations (`WorksFor`) have their turns one after the other, at a host and overall. What hangs may hold
 * all places of a host, and of all hosts together no more than twice as many as it leaves free.
 */
export const makeHostGate = (limits: GateLimits): HostGate => {
  const hosts = new Map<string, { readonly places: SharedPlaces; users: number }>()
  const all = makeSharedPlaces(limits.total, mayHoldMore)

  const enter = (host: string) => {
    const seat = hosts.get(host) ?? { places: makeSharedPlaces(limits.perHost), users: 0 }
    seat.users += 1
    hosts.set(host, seat)
    return seat
  }

  return (host) => (effect) =>
    Effect.flatMap(WorksFor, (organizationId) => {
      const owner = organizationId ?? ""
      return Effect.acquireUseRelease(
        Effect.sync(() => enter(host)),
        ({ places }) => places(owner)(all(owner)(effect)),
        (seat) =>
          Effect.sync(() => {
            seat.users -= 1
            if (seat.users === 0) hosts.delete(host)
          })
      )
    })
}
