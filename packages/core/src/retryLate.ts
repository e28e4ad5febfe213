/** Trying again what hardly ever fails. */
import { Effect, type Schedule } from "effect"

/** `Effect.retry`, which begins its schedule with the first failure and costs nothing until then. */
export const retryLate = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  options: { readonly schedule: Schedule.Schedule<unknown, E>; readonly while: (error: E) => boolean }
): Effect.Effect<A, E, R> =>
  Effect.catch(effect, (error) => {
    let isFirst = true
    const again = Effect.suspend(() => {
      if (!isFirst) return effect
      isFirst = false
      return Effect.fail(error)
    })
    return Effect.retry(again, options)
  })
