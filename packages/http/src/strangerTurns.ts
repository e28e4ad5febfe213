/** Work for whoever has no key, of which a few go on at once: readers have their turns one after the other. */
import { makePlaces } from "@kittiwake/core/internal/SharedPlaces"
import { TooBusy } from "@kittiwake/core/web/errors"
import { Duration, Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { countedAs } from "./Connections.ts"
import { addressOf } from "./oauth/form.ts"

/** How long somebody waits for his turn. */
export const strangersWait = Duration.seconds(10)

const waitsTooLong = new TooBusy({ message: "Many ask for large pages and files at once. Try again." })

/** Does work when it is the turn of who sent the request; fails, and does nothing, where that takes too long. */
export type StrangerTurns = (
  request: HttpServerRequest.HttpServerRequest
) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | TooBusy, R>

/** So many places. */
export const makeStrangerTurns = (places: number): StrangerTurns => {
  const ask = makePlaces(places)
  return (request) =>
    <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.acquireUseRelease(
        Effect.sync(() => ask(countedAs(addressOf(request)))),
        ({ turn }) =>
          Effect.flatMap(
            Effect.timeoutOption(turn, strangersWait),
            (turned): Effect.Effect<A, E | TooBusy, R> => (Option.isSome(turned) ? work : Effect.fail(waitsTooLong))
          ),
        ({ leave }) => Effect.sync(leave)
      )
}
