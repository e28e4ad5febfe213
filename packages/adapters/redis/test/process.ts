/** A process of an installation over a Redis, and what the tests ask it. */
import { LimitStore } from "@kittiwake/core/limits/LimitStore"
import { PlaceKeeper } from "@kittiwake/core/sharing/PlaceKeeper"
import { SharingCheck } from "@kittiwake/core/sharing/SharingCheck"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Context, Effect, Layer } from "effect"
import { countTogether } from "../../../core/src/limits/countTogether.ts"
import * as redis from "../src/redis.ts"

export const windowMillis = 60_000

/** A process over a Redis. */
export const startProcess = (settings: redis.RedisSettings) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Layer.fresh(redis.layer(settings)))
    const store = Context.get(context, LimitStore)
    const counting = yield* countTogether(store)
    const check = Context.get(context, SharingCheck)
    return {
      store,
      counting,
      wakeups: Context.get(context, Wakeups),
      keeper: Context.get(context, PlaceKeeper)!,
      problem: check === null ? Effect.succeed("nothing is shared") : Effect.flip(check),
      isWell: check === null ? Effect.succeed(false) : Effect.isSuccess(check),
      draw: (subject: string, limit: number) =>
        Effect.map(
          counting.draw({ subject, windowStartMillis: 0, windowMillis, weight: 1, limit }),
          ({ admitted }) => admitted
        )
    }
  })

export type Process = Effect.Success<ReturnType<typeof startProcess>>

export const admitted = ({ draw }: Process, count: number, limit: number) =>
  Effect.map(
    Effect.forEach(Array.from({ length: count }), () => draw("org", limit), { concurrency: "unbounded" }),
    (draws) => draws.filter(Boolean).length
  )

export const untilWell = ({ isWell }: Process) => Effect.repeat(isWell, { until: (well) => well })
