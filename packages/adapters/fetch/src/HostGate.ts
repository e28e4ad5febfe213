/** How much is under way at once. */
import { allButOne, makePlaces, type Place } from "@kittiwake/core/internal/SharedPlaces"
import { GivesWay } from "@kittiwake/core/organizations/GivesWay"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { BackgroundWork } from "@kittiwake/core/pages/BackgroundWork"
import { mayHoldMore } from "@kittiwake/core/Shares"
import { Context, Effect } from "effect"

export interface GateLimits {
  readonly perHost: number
  readonly total: number
}

/** Runs an effect when the host, and all hosts together, have room. Who is interrupted leaves the queue. */
export type HostGate = (host: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * A gate that forgets a host as soon as nobody waits for it.
 *
 * **Details.** Organizations (`WorksFor`) have their turns one after the other, at a host and overall. What hangs leaves one
 * place of a host to whoever has none there, and holds of all hosts together no more than twice as many as it leaves free. Who waits for
 * an answer goes before background work and whatever else `GivesWay`, which has every other turn while both wait.
 */
export const makeHostGate = (limits: GateLimits): HostGate => {
  const hosts = new Map<string, { readonly ask: ReturnType<typeof makePlaces>; users: number }>()
  const askAll = makePlaces(limits.total, mayHoldMore)

  const enter = (host: string) => {
    const seat = hosts.get(host) ?? { ask: makePlaces(limits.perHost, allButOne), users: 0 }
    seat.users += 1
    hosts.set(host, seat)
    return seat
  }

  /** A place at the host and then, with it in hand, one of all. */
  const askBoth = (host: string, owner: string, givesWay: boolean) => {
    const seat = enter(host)
    const atHost = seat.ask(owner, "", givesWay)
    let ofAll: Place | null = null
    const turn = Effect.suspend(() => {
      ofAll = askAll(owner, "", givesWay)
      return ofAll.turn
    })
    const leave = () => {
      ofAll?.leave()
      atHost.leave()
      seat.users -= 1
      if (seat.users === 0) hosts.delete(host)
    }
    return { turn: Effect.andThen(atHost.turn, turn), leave }
  }

  return (host) => (effect) =>
    Effect.contextWith((context: Context.Context<never>) => {
      const givesWay = Context.get(context, GivesWay) || Context.get(context, BackgroundWork)
      return Effect.acquireUseRelease(
        Effect.sync(() => askBoth(host, Context.get(context, WorksFor) ?? "", givesWay)),
        ({ turn }) => Effect.andThen(turn, effect),
        ({ leave }) => Effect.sync(leave)
      )
    })
}
