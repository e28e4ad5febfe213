/** Work that needs one of few places that all processes share. */
import { Clock, Duration, Effect, Random } from "effect"
import { keepPlaces, placeLease } from "./keepPlaces.ts"
import { makeBreaker } from "./makeBreaker.ts"
import { PlaceKeeper } from "./PlaceKeeper.ts"

/** Time between two looks whether it is one's turn. Who stands in line and does not look for `lineMillis` is passed over. */
const lookAgain = Duration.millis(50)
const lineMillis = 2_000

const leaseMillis = Duration.toMillis(placeLease)

/** One of `limit` places of `subject`, held while the work lasts, which is told whether it had to wait. */
export type InSharedPlace = (
  subject: string,
  limit: number
) => <A, E, R>(work: (waited: boolean) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

export interface SharedPlacesOptions {
  /** What the log says when the keeper stops answering, and when it answers again. */
  readonly lost: string
  readonly found: string
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
  const breaker = makeBreaker(options)
  const places = yield* keepPlaces
  const self = `${yield* Random.nextInt}:${yield* Random.nextInt}`
  let count = 0

  /** One asking for a place, under a token of its own. */
  const askFor = (subject: string, limit: number) => {
    count += 1
    const token = `${self}:${count}`
    const enter = (inLine: number) => keeper.enter({ subject, token, limit, leaseMillis, lineMillis: inLine })
    const leave = keeper.leave(subject, token)
    const without = (wasAsked: boolean) =>
      Effect.sync(() => {
        // A place, or one in line, may have been given all the same.
        if (wasAsked) places.owe(token, leave)
        return null
      })
    return {
      /** Whether there is a place; null where nobody says so. */
      look: breaker(
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

  const inPlace: InSharedPlace = (subject, limit) => (work) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const { giveBack, hold, look } = askFor(subject, limit)
        const untilMillis = clock.currentTimeMillisUnsafe() + Duration.toMillis(options.longestWait)
        const turn = (waited: boolean): Effect.Effect<{ readonly hasPlace: boolean; readonly waited: boolean }> =>
          Effect.flatMap(look, (hasPlace) => {
            if (hasPlace !== false) return Effect.succeed({ hasPlace: hasPlace === true, waited })
            return clock.currentTimeMillisUnsafe() >= untilMillis
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
