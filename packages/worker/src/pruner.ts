/** Removes logged calls and sums of usage that are kept no longer. */
import { Usage } from "@kittiwake/core/usage/Usage"
import { Duration, Effect, Layer, Schedule } from "effect"
import { Pulse } from "./Pulse.ts"

export interface PrunerOptions {
  readonly every: Duration.Duration
  /** Most records removed in one write. */
  readonly limit: number
}

/** Writes of this size take milliseconds, so that nobody waits for them. */
export const prunerDefaults: PrunerOptions = { every: Duration.seconds(30), limit: 1_000 }

export const layer = (options: Partial<PrunerOptions> = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { every, limit } = { ...prunerDefaults, ...options }
      const usage = yield* Usage
      const pulse = yield* Pulse

      const pass = Effect.gen(function* () {
        yield* pulse.beat("pruner")
        return yield* usage.prune(limit)
      })

      const prune = pass.pipe(
        Effect.repeat({ while: (removed) => removed === limit }),
        Effect.catchCause((cause) => Effect.logError("pruner: pass failed", cause))
      )

      yield* prune.pipe(Effect.repeat(Schedule.spaced(every)), Effect.forkScoped)
    })
  )
