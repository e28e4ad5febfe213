/** Gives back what nobody claims any more. */
import { Credits } from "@kittiwake/core/credits/Credits"
import { Duration, Effect, Layer, Schedule } from "effect"
import { Pulse } from "./Pulse.ts"

export interface SweeperOptions {
  readonly every: Duration.Duration
  /** Most holds ended in one write. */
  readonly limit: number
}

export const sweeperDefaults: SweeperOptions = { every: Duration.seconds(30), limit: 500 }

export const layer = (options: Partial<SweeperOptions> = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { every, limit } = { ...sweeperDefaults, ...options }
      const credits = yield* Credits
      const pulse = yield* Pulse

      const sweep: Effect.Effect<void> = Effect.gen(function* () {
        yield* pulse.beat("sweeper")
        const expired = yield* credits.expireHolds(limit)
        if (expired > 0) yield* Effect.logWarning("holds expired").pipe(Effect.annotateLogs({ expired }))
        if (expired === limit) yield* sweep
      }).pipe(Effect.catchCause((cause) => Effect.logError("sweeper: pass failed", cause)))

      yield* sweep.pipe(Effect.repeat(Schedule.spaced(every)), Effect.forkScoped)
    })
  )
