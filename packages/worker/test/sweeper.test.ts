import { assert, describe, it } from "@effect/vitest"
import { Credits } from "@kittiwake/core/credits/Credits"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Pulse } from "@kittiwake/worker/Pulse"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Sweeper from "../src/sweeper.ts"

describe("the sweeper", () => {
  it.effect("comes back soon after a sweep that failed, and late where nothing was left", () =>
    Effect.gen(function* () {
      const away = new StoreUnavailable({ operation: "expireHolds", cause: "away" })
      let isAway = true
      const swept: Array<string> = []
      const sweep = (what: string) =>
        Effect.suspend(() => {
          swept.push(what)
          return isAway && what === "holds" ? Effect.fail(away) : Effect.succeed(0)
        })
      const credits = Layer.mock(Credits, { expireHolds: () => sweep("holds"), supplyDue: () => sweep("supply") })
      yield* Layer.build(Sweeper.layer().pipe(Layer.provide([credits, Pulse.layer])))
      const passes = Effect.sync(() => swept.splice(0))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* passes, ["holds", "supply"], "one that fails keeps no other from its turn")
      isAway = false
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* passes, ["holds", "supply"])
      yield* TestClock.adjust("60 seconds")
      assert.deepStrictEqual(yield* passes, [])
      yield* TestClock.adjust("60 seconds")
      assert.deepStrictEqual(yield* passes, ["holds", "supply"])
    })
  )
})
