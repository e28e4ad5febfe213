/** Reads old brands again, one at a time, in the turns that all workers share. */
import { BrandsUpkeep } from "@kittiwake/core/brands/Brands"
import { Duration, Effect, Layer, Option } from "effect"
import { Pulse } from "./Pulse.ts"
import { type Upkeep, upkeepLoop } from "./upkeepLoop.ts"

export const refresherDefaults: Upkeep = { every: Duration.seconds(1), idle: Duration.minutes(1) }

/** Longest time for a brand, with what is written of it. */
const brandMillis = 90_000

/** Nothing begins where no brand is to be read again. Turns that come often are looked for four times each. */
export const layer = (options: Partial<Upkeep> = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { every: turns, refresh } = yield* BrandsUpkeep
      if (Option.isNone(turns)) return
      const { every, idle } = { ...refresherDefaults, ...options }
      const pulse = yield* Pulse
      const pass = Effect.andThen(pulse.beat("refresher", brandMillis), refresh).pipe(
        Effect.catchCause((cause) =>
          Effect.logError("refresher: reading an old brand again failed", cause).pipe(Effect.as(false))
        )
      )
      const quarter = Duration.millis(Duration.toMillis(turns.value) / 4)
      yield* upkeepLoop("refresher", { every, idle: Duration.min(idle, quarter) }, pass)
    })
  )
