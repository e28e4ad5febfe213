/** A loop that keeps house: a pass now and then, and seldom while there is nothing to do. */
import { ClockSkew, isTooFar } from "@kittiwake/core/internal/ClockSkew"
import { Duration, Effect } from "effect"
import { type Loop, Pulse } from "./Pulse.ts"

/** How often such a loop goes round. */
export interface Upkeep {
  /** Wait after a pass that found something. */
  readonly every: Duration.Duration
  /** Wait after one that found nothing, at least `every`. */
  readonly idle: Duration.Duration
}

/**
 * Begins the loop; it ends with its scope. What is over is judged by the clock, so a machine whose clock is far off leaves it
 * to others.
 */
export const upkeepLoop = Effect.fnUntraced(function* (
  loop: Loop,
  { every, idle }: Upkeep,
  /** Tells whether there was anything to do. */
  pass: Effect.Effect<boolean>
) {
  const pulse = yield* Pulse
  const { offsetMillis } = yield* ClockSkew
  const turn = Effect.gen(function* () {
    const rest = isTooFar(offsetMillis()) || (yield* pass) ? every : Duration.max(every, idle)
    yield* pulse.beat(loop, Duration.toMillis(rest))
    yield* Effect.sleep(rest)
  })
  yield* turn.pipe(Effect.forever, Effect.forkScoped)
})
