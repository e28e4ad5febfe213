/** Work of which there is one at a time in all processes, and that nobody waits for. */
import { Effect, type Option } from "effect"
import type { BreakerOptions } from "./makeBreaker.ts"
import { PlaceKeeper } from "./PlaceKeeper.ts"
import { placeAskings } from "./placeAskings.ts"

/** Does the work unless some of its subject is under way: none then. */
export type IfAlone = (
  subject: string
) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<Option.Option<A>, E, R>

/** Where a process has nobody to share with. */
export const alwaysAlone: IfAlone = () => Effect.asSome

/**
 * Asks the `PlaceKeeper`, until the scope ends.
 *
 * **Details.** Where there is no keeper, and while it does not answer, the work is done: what of it is one at a time in a process is held
 * there. Who dies at work is alone again soon (`placeLease`).
 */
export const makeIfAlone = Effect.fnUntraced(function* (options: BreakerOptions) {
  const keeper = yield* PlaceKeeper
  if (keeper === null) return alwaysAlone
  const askFor = yield* placeAskings(keeper, options)
  const ifAlone: IfAlone = (subject) => (work) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const { giveBack, hold, look } = askFor(subject, 1)
        return Effect.flatMap(
          Effect.onInterrupt(restore(look(0)), () => giveBack),
          (hasPlace) => {
            if (hasPlace === false) return Effect.succeedNone
            const working = Effect.asSome(restore(work))
            return hasPlace === true ? Effect.andThen(hold, Effect.ensuring(working, giveBack)) : working
          }
        )
      })
    )
  return ifAlone
})
