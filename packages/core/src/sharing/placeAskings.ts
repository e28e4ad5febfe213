/** Askings for places that all processes share, each under a token of its own, while the keeper answers and while it does not. */
import { Duration, Effect, Random } from "effect"
import { keepPlaces, placeLease } from "./keepPlaces.ts"
import { type BreakerOptions, makeBreaker } from "./makeBreaker.ts"
import type { PlaceKeeping } from "./PlaceKeeper.ts"

const leaseMillis = Duration.toMillis(placeLease)

/** One asking for a place. */
export interface PlaceAsking {
  /** Whether there is a place; null where nobody says so. Who is refused stands in line for so long. */
  readonly look: (lineMillis: number) => Effect.Effect<boolean | null>
  /** Keeps the place that was given, until it is given back. */
  readonly hold: Effect.Effect<void>
  readonly giveBack: Effect.Effect<void>
}

/** Askings of this process for places of `keeper`, until the scope ends. */
export const placeAskings = Effect.fnUntraced(function* (keeper: PlaceKeeping, options: BreakerOptions) {
  const breaker = makeBreaker(options)
  const places = yield* keepPlaces
  const self = `${yield* Random.nextInt}:${yield* Random.nextInt}`
  let count = 0

  return (subject: string, limit: number): PlaceAsking => {
    count += 1
    const token = `${self}:${count}`
    const enter = (lineMillis: number) => keeper.enter({ subject, token, limit, leaseMillis, lineMillis })
    const leave = keeper.leave(subject, token)
    const without = (wasAsked: boolean) =>
      Effect.sync(() => {
        // A place, or one in line, may have been given all the same.
        if (wasAsked) places.owe(token, leave)
        return null
      })
    return {
      look: (lineMillis) =>
        breaker(
          Effect.map(enter(lineMillis), ({ admitted }) => admitted),
          without
        ),
      hold: Effect.sync(() => places.hold(token, enter(0))),
      giveBack: Effect.suspend(() => {
        places.drop(token)
        return Effect.asVoid(breaker(leave, without))
      })
    }
  }
})
