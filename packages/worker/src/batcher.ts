/** Reads the pages of batches, and ends batches that nothing is left to do for. */
import { Batches } from "@kittiwake/core/batches/Batches"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Duration, Effect, Layer } from "effect"
import { workLoop } from "./workLoop.ts"

export interface BatcherOptions {
  readonly every: Duration.Duration
  readonly idle: Duration.Duration
  readonly maxInFlight: number
  readonly maxClaim: number
  readonly lease: Duration.Duration
  readonly grace: Duration.Duration
}

/**
 * Looks when something is due, every second while it works, and every two minutes otherwise, so that a batch which does not come on
 * is found. Reads up to 64 pages at once: more than a process reads at a
 * time, and so few that what waits for a slow host can be somebody else's.
 */
export const batcherDefaults: BatcherOptions = {
  every: Duration.seconds(1),
  idle: Duration.minutes(2),
  maxInFlight: 64,
  maxClaim: 50,
  lease: Duration.seconds(60),
  grace: Duration.seconds(25)
}

export const layer = (options: Partial<BatcherOptions> = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const batches = yield* Batches
      const { hears, subscribe } = yield* Wakeups
      const woken = yield* subscribe("batches")
      const { lease, ...loop } = { ...batcherDefaults, ...options }
      // What cannot be ended now must not keep pages from being read.
      const settled = Effect.catchCause(batches.settleDue, (cause) =>
        Effect.logError("batcher: a batch could not be ended", cause)
      )
      yield* workLoop({
        ...loop,
        loop: "batcher",
        woken,
        hears,
        untilDue: batches.untilDue,
        // A claim takes back what a process that died held, which may have been the last of a batch.
        take: (limit, shares) =>
          settled.pipe(
            Effect.andThen(batches.takeDue({ limit, lease, shares })),
            Effect.tap((taken) => (taken.length === 0 ? settled : Effect.void))
          )
      })
    })
  )
