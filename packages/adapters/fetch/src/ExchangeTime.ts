/** The time of one fetch over all its hops. */
import type { Late } from "@kittiwake/core/internal/Alarms"
import { type Clock, Duration, Effect, Exit } from "effect"
import { type ExchangeFailed, failed } from "./ExchangeFailed.ts"

export const timedOut = failed("timeout", "The page took too long.")

/** Says of whom the wait was: the server was never asked. */
export const noTurn = failed(
  "no_turn",
  "Too many requests of this server to that host were under way. Try again in a moment."
)

/** Runs only while `spend` does: what a fetch waits for its turn in our own queue is no time of the other side. */
export interface ExchangeTime {
  /** Fails with `timeout` when all that was spent together has lasted too long. */
  readonly spend: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ExchangeFailed, R>
  /** Runs what is asked of others about the way: it takes none of the time, and is no wait for a turn. */
  readonly aside: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Whether nothing runs, or ran when the fetch was interrupted, so that it waits for its turn. */
  readonly isWaiting: () => boolean
}

export const makeExchangeTime = (timeout: Duration.Duration, late: Late): ExchangeTime => {
  let leftMillis = Duration.toMillis(timeout)
  let spending = 0
  return {
    spend: (work) =>
      Effect.clockWith((clock: Clock.Clock) => {
        // Whoever sets the clock on the wall neither ends a fetch nor lengthens it.
        const nowMillis = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
        const began = nowMillis()
        spending += 1
        return work.pipe(
          late(Duration.millis(leftMillis), Effect.fail(timedOut)),
          Effect.onExit((exit) =>
            Effect.sync(() => {
              // Whoever interrupts it asks afterwards what it was doing.
              if (!Exit.hasInterrupts(exit)) spending -= 1
              leftMillis = Math.max(0, leftMillis - (nowMillis() - began))
            })
          )
        )
      }),
    aside: (work) =>
      Effect.suspend(() => {
        spending += 1
        return Effect.onExit(work, (exit) =>
          Effect.sync(() => {
            if (!Exit.hasInterrupts(exit)) spending -= 1
          })
        )
      }),
    isWaiting: () => spending === 0
  }
}
