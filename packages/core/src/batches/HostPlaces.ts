/**
 * Places at hosts for pages of batches. A page waits for one before its time begins: what waits in our own line is not the page's fault,
 * and two slow pages must not be the end of the twenty behind them.
 */
import { Effect } from "effect"
import { makePlaces, type Place } from "../SharedPlaces.ts"
import type { ItemClaim } from "./BatchWorkStore.ts"

/** Pages of an organization that are read at once at one host: as many as the doors to the web let it ask for. */
const pagesPerHost = 4

/** Holds a place at the host of the page while the effect runs; the batches of an organization have their turns there. */
export type HostPlaces = (
  claim: Pick<ItemClaim, "batch" | "host">
) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Places of which those of a host are forgotten when nobody wants them. */
export const makeHostPlaces = (): HostPlaces => {
  const hosts = new Map<string, { readonly ask: (owner: string) => Place; users: number }>()

  const ask = ({ batch, host }: Pick<ItemClaim, "batch" | "host">): Place => {
    const name = `${batch.organizationId} ${host}`
    const seat = hosts.get(name) ?? { ask: makePlaces(pagesPerHost), users: 0 }
    seat.users += 1
    hosts.set(name, seat)
    const { leave, turn } = seat.ask(batch.id)
    return {
      turn,
      leave: () => {
        leave()
        seat.users -= 1
        if (seat.users === 0) hosts.delete(name)
      }
    }
  }

  return (claim) => (effect) =>
    Effect.acquireUseRelease(
      Effect.sync(() => ask(claim)),
      ({ turn }) => Effect.andThen(turn, effect),
      ({ leave }) => Effect.sync(leave)
    )
}
