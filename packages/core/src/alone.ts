/** Work whose claim was lost before, which may be what ends its process: one such is under way at a time, so that it is known which. */
import { Duration, Effect, Option } from "effect"
import { makePlaces, type Place } from "./SharedPlaces.ts"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/** Where such work waits for its turn. */
export type Suspects = (owner: string) => Place

export const makeSuspects = (): Suspects => makePlaces(1)

/**
 * Lets work begin when no other such is under way; tells whether its claim still held then. `renew` keeps the claim for so long, from when
 * it counts, or gives it back, where the turn does not come while the lease lasts.
 */
export const alone =
  <R2>(
    suspects: Suspects,
    owner: string,
    lease: Duration.Duration,
    renew: (lease: Duration.Duration) => Effect.Effect<boolean, StoreUnavailable, R2>
  ) =>
  <E, R>(work: Effect.Effect<boolean, E, R>): Effect.Effect<boolean, E | StoreUnavailable, R | R2> =>
    Effect.acquireUseRelease(
      Effect.sync(() => suspects(owner)),
      Effect.fnUntraced(function* ({ turn }) {
        const isItsTurn = Option.isSome(
          yield* Effect.timeoutOption(turn, Duration.millis(Duration.toMillis(lease) / 2))
        )
        const isHeld = yield* renew(isItsTurn ? lease : Duration.zero)
        return isHeld && isItsTurn ? yield* work : isHeld
      }),
      ({ leave }) => Effect.sync(leave)
    )
