/** What the processes of an installation share beside their storage, on Redis. Nothing of it is missed when it is lost. */

import { Alarms } from "@kittiwake/core/internal/Alarms"
import type { LimitStore } from "@kittiwake/core/limits/LimitStore"
import { LimitStore as Limits } from "@kittiwake/core/limits/LimitStore"
import { PlaceKeeper } from "@kittiwake/core/sharing/PlaceKeeper"
import { SharingCheck } from "@kittiwake/core/sharing/SharingCheck"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Context, Effect, Layer } from "effect"
import { type Connection, openClient, type RedisSettings } from "./connection.ts"
import { makeLimitStore } from "./LimitStore.ts"
import { makePlaceKeeper } from "./PlaceKeeper.ts"
import { makeWakeups } from "./Wakeups.ts"

export type { RedisSettings } from "./connection.ts"
export { layerEffectClock } from "./RedisClock.ts"

/** What Redis answers to somebody who may not write, is full, or loads. */
const refusals: ReadonlyArray<readonly [RegExp, string]> = [
  [/READONLY/, "takes no writes: it is a replica"],
  [/OOM|maxmemory/, "takes no writes: its memory is full"],
  [/NOAUTH|WRONGPASS|NOPERM/, "refuses the user or the password"],
  [/LOADING/, "is still loading its data"],
  [/cannot be bounded/, "is not asked through this version of ioredis: npm install ioredis@6.0.0"],
  [/Redis answered with/, "answers what is no reply of Redis, or more than a reply may have"]
]

/** Looks whether it takes a write, and says what it is that it does not. */
const check = ({ ask }: Connection, prefix: string) =>
  ask("check", (client) => client.set(`${prefix}check`, "1", "PX", 1_000)).pipe(
    Effect.asVoid,
    Effect.mapError(({ cause }) => {
      const words = String(cause)
      return refusals.find(([pattern]) => pattern.test(words))?.[1] ?? "does not answer"
    })
  )

/**
 * Request limits, wake-ups and places over the Redis of these settings.
 *
 * **Details.** It builds also where Redis does not answer: who uses it does without until it does (`@kittiwake/core/sharing`).
 */
export const layer = (settings: RedisSettings): Layer.Layer<LimitStore | Wakeups> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { prefix } = settings
      const connection = yield* openClient(settings)
      return Context.make(Limits, yield* makeLimitStore(connection, prefix)).pipe(
        Context.add(Wakeups, yield* makeWakeups(connection, settings)),
        Context.add(PlaceKeeper, yield* makePlaceKeeper(connection, prefix)),
        Context.add(SharingCheck, check(connection, prefix))
      )
    })
  ).pipe(Layer.provide(Alarms.layer))

/** Looks at the Redis of an address once: null when all is well, else what is wrong. */
export const inspect = (url: RedisSettings["url"]): Effect.Effect<string | null> =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* openClient({ url, prefix: "kittiwake:" })
      return yield* Effect.match(check(connection, "kittiwake:doctor:"), {
        onSuccess: () => null,
        onFailure: (words) => words
      })
    }).pipe(Effect.provide(Alarms.layer))
  )
