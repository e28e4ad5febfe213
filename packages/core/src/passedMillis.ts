/** Milliseconds that have passed since some moment, by a clock that nobody sets: for pauses and turns, which a set clock must not stretch. */
import { Clock, Effect } from "effect"

export const passedMillis: Effect.Effect<number> = Effect.map(Clock.monotonicTimeNanos, (nanos) =>
  Number(nanos / 1_000_000n)
)
