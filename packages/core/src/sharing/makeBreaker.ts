/** What processes share is asked, and done without while it does not answer. */
import { Clock, Effect, Metric } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import * as State from "./domain/Breaker.ts"

/** Longest time that whoever asks what processes share waits for its answer; an adapter gives up then. */
export const patienceMillis = 1_000

/** Asks, or does without: `without` is told whether it was asked in vain, which may have had its effect there all the same. */
export type Breaker = <A, R, B, E2, R2>(
  ask: Effect.Effect<A, StoreUnavailable, R>,
  without: (wasAsked: boolean) => Effect.Effect<B, E2, R2>
) => Effect.Effect<A | B, E2, R | R2>

/** What processes share, each by a breaker of its own. */
export type SharedUse = "limits" | "lanes" | "flights" | "backtests" | "webhook-tests" | "pauses" | "searches"

/** A breaker for one use, and what is said of it. */
export interface BreakerOptions {
  readonly use: SharedUse
  /** What the log says when it opens, and when there are answers again. */
  readonly lost: string
  readonly found: string
}

/**
 * A breaker for one use of what processes share.
 *
 * **Details.** Three failures in a row open it: nobody asks for a second then, and after that one at a time, with a rest of up to five
 * seconds after each failure. So an outage costs whoever asks in its first second that second, and the others nothing.
 */
export const makeBreaker = (options: BreakerOptions): Breaker => {
  let state = State.closed
  const isOpen = Metric.gauge("kittiwake_breaker_open", {
    description: "Whether this process does without what processes share, because it does not answer.",
    attributes: { use: options.use }
  })
  // Whoever sets the clock on the wall makes no rest longer.
  const nowMillis = (clock: Clock.Clock) => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

  const answered = Effect.suspend(() => {
    const wasOpen = State.isOpen(state)
    state = State.closed
    return wasOpen ? Effect.andThen(Metric.update(isOpen, 0), Effect.logInfo(options.found)) : Effect.void
  })

  const failed = (error: StoreUnavailable, wasTrial: boolean, clock: Clock.Clock) =>
    Effect.suspend(() => {
      const wasOpen = State.isOpen(state)
      state = State.failed(state, wasTrial, nowMillis(clock))
      return !wasOpen && State.isOpen(state)
        ? Effect.andThen(Metric.update(isOpen, 1), Effect.logWarning(options.lost, error))
        : Effect.void
    })

  return (ask, without) =>
    Clock.clockWith((clock) => {
      if (!State.mayAsk(state, nowMillis(clock))) return without(false)
      const wasTrial = State.isOpen(state)
      state = State.asking(state)
      return ask.pipe(
        Effect.onInterrupt(() =>
          Effect.sync(() => {
            if (wasTrial) state = State.abandoned(state)
          })
        ),
        Effect.matchEffect({
          onSuccess: (answer) => (state === State.closed ? Effect.succeed(answer) : Effect.as(answered, answer)),
          onFailure: (error) => Effect.andThen(failed(error, wasTrial, clock), without(true))
        })
      )
    })
}
