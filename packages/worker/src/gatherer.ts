/** Asks the sources of news whose turn it is, several at once, each of another host. */
import { NewsUpkeep } from "@kittiwake/core/news/News"
import { Duration, Effect, Layer } from "effect"
import { Pulse } from "./Pulse.ts"
import { type Upkeep, upkeepLoop } from "./upkeepLoop.ts"

export const gathererDefaults: Upkeep = { every: Duration.seconds(1), idle: Duration.seconds(30) }

/** Sources that one process asks at once: one that hangs holds up a lane, and no other source. */
const lanes = 4

/** Longest time for a source, with what is written of it. */
const sourceMillis = 90_000

/** Nothing begins where no source is asked. */
export const layer = (options: Partial<Upkeep> = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { gather, gathers } = yield* NewsUpkeep
      if (!gathers) return
      const upkeep = { ...gathererDefaults, ...options }
      const pulse = yield* Pulse
      const pass = Effect.andThen(pulse.beat("gatherer", sourceMillis), gather).pipe(
        Effect.catchCause((cause) =>
          Effect.logError("gatherer: asking a source of news failed", cause).pipe(Effect.as(false))
        )
      )
      for (let lane = 0; lane < lanes; lane++) yield* upkeepLoop("gatherer", upkeep, pass)
    })
  )
