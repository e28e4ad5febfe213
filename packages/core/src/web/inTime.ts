import { Clock, Duration, Effect } from "effect"
import { type Deadline, leftOf } from "./domain/Deadline.ts"
import { DeadlinePassed } from "./errors.ts"

/** Fails when the deadline passes first. */
export const inTime = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>, deadline: Deadline) {
  const left = leftOf(deadline, yield* Clock.currentTimeMillis)
  return yield* Effect.timeoutOrElse(effect, {
    duration: Duration.millis(left),
    orElse: () => Effect.fail(new DeadlinePassed())
  })
})
