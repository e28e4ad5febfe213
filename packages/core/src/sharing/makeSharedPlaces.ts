/** Work that needs one of few places that all processes share. */
import { Clock, Duration, Effect } from "effect"
import type { BreakerOptions } from "./makeBreaker.ts"
import { PlaceKeeper } from "./PlaceKeeper.ts"
import { placeAskings } from "./placeAskings.ts"

/** Time between two looks whether it is one's turn. Who stands in line and does not look for `lineMillis` is passed over. */
const lookAgain = Duration.millis(50)
const lineMillis = 2_000

/** One of `limit` places of `subject`, held while the work lasts, which is told whether it had to wait. */
export type InSharedPlace = (
  subject: string,
  limit: number
) => <A, E, R>(work: (waited: boolean) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

export interface SharedPlacesOptions extends BreakerOptions {
  /** Who has waited so long goes on without a place. */
  readonly longestWait: Duration.Duration
}

/**
 * Hands out places over the `PlaceKeeper`, until the scope ends.
 *
 * **Details.** Who comes first has its turn first, in whichever process. Where there is no keeper, and while it does not answer, work begins
 * at once: what is scarce in each process is handed out there. A place that could not be given back is given back once the keeper
 * answers, or comes free with its lease.
 */
export const makeSharedPlaces = Effect.fnUntraced(function* (options: SharedPlacesOptions) {
  const keeper = yield* PlaceKeeper
  const withoutPlace: InSharedPlace = () => (work) => work(false)
  if (keeper === null) return withoutPlace
  const clock = yield* Clock.Clock
  // Whoever sets the clock on the wall makes nobody wait longer.
  const nowMillis = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  const askFor = yield* placeAskings(keeper, options)

  const inPlace: InSharedPlace = (subject, limit) => (work) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const { giveBack, hold, look } = askFor(subject, limit)
        const untilMillis = nowMillis() + Duration.toMillis(options.longestWait)
        const turn = (waited: boolean): Effect.Effect<{ readonly hasPlace: boolean; readonly waited: boolean }> =>
          Effect.flatMap(look(lineMillis), (hasPlace) => {
            if (hasPlace !== false) return Effect.succeed({ hasPlace: hasPlace === true, waited })
            return nowMillis() >= untilMillis
              ? Effect.as(giveBack, { hasPlace: false, waited: true })
              : Effect.delay(
                  Effect.suspend(() => turn(true)),
                  lookAgain
                )
          })
        return Effect.flatMap(
          Effect.onInterrupt(restore(turn(false)), () => giveBack),
          ({ hasPlace, waited }) =>
            hasPlace ? Effect.andThen(hold, Effect.ensuring(restore(work(waited)), giveBack)) : restore(work(waited))
        )
      })
    )
  return inPlace
})
