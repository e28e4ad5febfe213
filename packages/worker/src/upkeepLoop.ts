/** A loop that keeps house: a pass now and then. */
import { ClockSkew, isTooFar } from "@kittiwake/core/internal/ClockSkew"
import { type Duration, Effect, Schedule } from "effect"
import { type Loop, Pulse } from "./Pulse.ts"

/**
 * Begins the loop; it ends with its scope. What is over is judged by the clock, so a machine whose clock is far off leaves it
 * to others.
 */
export const upkeepLoop = Effect.fnUntraced(function* (
  loop: Loop,
  every: Duration.Duration,
  pass: Effect.Effect<void>
) {
  const pulse = yield* Pulse
  const { offsetMillis } = yield* ClockSkew
  const turn = Effect.suspend(() => (isTooFar(offsetMillis()) ? pulse.beat(loop) : pass))
  yield* turn.pipe(Effect.repeat(Schedule.spaced(every)), Effect.forkScoped)
})
