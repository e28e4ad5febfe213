/** What a run did, step by step. */
import { DateTime, Effect } from "effect"
import { steadyMillis, tallied, waitInWords } from "../web/TurnWaits.ts"
import type { TraceStep } from "./domain/Run.ts"
import { NoBrowser, NoRoom, Unusable } from "./Unusable.ts"

const whyOf = (error: unknown): string => {
  if (error instanceof Unusable) return error.error.message
  return error instanceof NoBrowser || error instanceof NoRoom ? error.message : "failed"
}

/** Adds what `step` did and how long it took to `trace`, and how long of that it waited for its turn at a host. */
export const traced =
  (trace: Array<TraceStep>, step: TraceStep["step"]) =>
  <A, E, R>(outcomeOf: (value: A) => string) =>
  (effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.clockWith((clock) =>
      tallied((tally) => {
        const started = clock.currentTimeMillisUnsafe()
        const note = (said: string) =>
          Effect.sync(() => {
            const waited = tally.waited(steadyMillis(clock))
            const outcome = waited === null ? said : `${said}; ${waitInWords(waited)}`
            trace.push({
              step,
              startedAt: DateTime.makeUnsafe(started),
              durationMs: Math.max(0, Math.round(clock.currentTimeMillisUnsafe() - started)),
              outcome
            })
          })
        return Effect.tapError(
          Effect.tap(effect, (value) => note(outcomeOf(value))),
          (error) => note(whyOf(error))
        )
      })
    )
