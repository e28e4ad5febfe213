/** How much is under way at once. */
import { Effect, Semaphore } from "effect"

export interface GateLimits {
  readonly perHost: number
  readonly total: number
}

/** Runs an effect when the host, and all hosts together, have room. Who is interrupted leaves the queue. */
export type HostGate = (host: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** A gate that forgets a host as soon as nobody waits for it. */
export const makeHostGate = (limits: GateLimits): HostGate => {
  const hosts = new Map<string, { readonly semaphore: Semaphore.Semaphore; users: number }>()
  const all = Semaphore.makeUnsafe(limits.total)

  const enter = (host: string) => {
    const seat = hosts.get(host) ?? { semaphore: Semaphore.makeUnsafe(limits.perHost), users: 0 }
    seat.users += 1
    hosts.set(host, seat)
    return seat
  }

  return (host) => (effect) =>
    Effect.acquireUseRelease(
      Effect.sync(() => enter(host)),
      ({ semaphore }) => semaphore.withPermit(all.withPermit(effect)),
      (seat) =>
        Effect.sync(() => {
          seat.users -= 1
          if (seat.users === 0) hosts.delete(host)
        })
    )
}
