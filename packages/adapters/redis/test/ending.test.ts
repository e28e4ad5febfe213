/** What stands in Redis when nobody asks any more. Observed: how long each key lives yet. */
import { assert, describe, it } from "@effect/vitest"
import { LimitStore } from "@kittiwake/core/limits/LimitStore"
import { PlaceKeeper } from "@kittiwake/core/sharing/PlaceKeeper"
import { Context, Effect, Layer } from "effect"
import * as redis from "../src/redis.ts"
import { adminOf, needsServer, newInstallation } from "./servers.ts"

const leaseMillis = 60_000

describe("on a server", needsServer, () => {
  it.live("all that is kept in Redis ends by itself", () =>
    Effect.gen(function* () {
      const settings = newInstallation()
      const context = yield* Layer.build(redis.layer(settings))
      const { draw, enter } = Context.get(context, LimitStore)
      const keeper = Context.get(context, PlaceKeeper)!
      yield* draw({ subject: "org", windowStartMillis: 0, windowMillis: 60_000, weight: 1, limit: 10 })
      yield* enter({ subject: "org", token: "a", limit: 1, leaseMillis })
      for (const token of ["first", "second"])
        yield* keeper.enter({ subject: "host", token, limit: 1, leaseMillis, lineMillis: 2_000 })
      const admin = yield* adminOf(settings)
      const left = yield* Effect.promise(async () => {
        const keys = await admin.keys(`${settings.prefix}*`)
        return await Promise.all(keys.map(async (key) => [key, await admin.pttl(key)] as const))
      })
      // A window, a slot, and of the host its place and its line with who is alive in it.
      assert.lengthOf(left, 5)
      for (const [key, millis] of left) assert.isAbove(millis, 0, `${key} never ends`)
    }).pipe(Effect.scoped)
  )
})
