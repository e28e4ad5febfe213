/** Gives back what nobody claims any more, and gives organizations what is due to them. */
import { Credits } from "@kittiwake/core/credits/Credits"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Duration, Effect, Layer } from "effect"
import { Pulse } from "./Pulse.ts"
import { type Upkeep, upkeepLoop } from "./upkeepLoop.ts"

export interface SweeperOptions extends Upkeep {
  /** Most holds ended in one write, and most organizations supplied between two looks. */
  readonly limit: number
}

export const sweeperDefaults: SweeperOptions = {
  every: Duration.seconds(30),
  idle: Duration.minutes(2),
  limit: 500
}

/** Most rounds of one sweep in a pass; what is left waits for the next pass. */
const maxRounds = 200

export const layer = (options: Partial<SweeperOptions> = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { limit, ...upkeep } = { ...sweeperDefaults, ...options }
      const credits = yield* Credits
      const pulse = yield* Pulse

      /**
       * Does `some` until it finds less than it may take, or enough for one pass; tells whether it found anything. One sweep that
       * fails must not keep another from its turn.
       */
      const sweep = (what: string, some: Effect.Effect<number, StoreUnavailable>) =>
        Effect.gen(function* () {
          for (let round = 0; round < maxRounds; round++) {
            yield* pulse.beat("sweeper")
            const found = yield* some
            if (found < limit) return round > 0 || found > 0
          }
          return true
        }).pipe(Effect.catchCause((cause) => Effect.logError(`sweeper: ${what} failed`, cause).pipe(Effect.as(true))))

      const holds = Effect.tap(credits.expireHolds(limit), (expired) =>
        expired > 0 ? Effect.logWarning("holds expired").pipe(Effect.annotateLogs({ expired })) : Effect.void
      )
      const pass = Effect.all([
        sweep("holds", holds),
        // Any number of workers may do this at once: a month is refilled by whoever comes first.
        sweep("supply", credits.supplyDue(limit))
      ]).pipe(Effect.map((found) => found.includes(true)))

      yield* upkeepLoop("sweeper", upkeep, pass)
    })
  )
