import { assert, describe, it } from "@effect/vitest"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Duration, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { Alarms } from "../src/Alarms.ts"
import { holdingLease } from "../src/holdingLease.ts"

const lease = Duration.seconds(30)

describe("work under a lease", () => {
  it.effect("ends when the lease is somebody else's, and says so", () =>
    Effect.gen(function* () {
      let beats = 0
      let wasInterrupted = false
      const renew = Effect.sync(() => {
        beats += 1
        return beats < 3
      })
      const work = Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          wasInterrupted = true
        })
      )
      const working = yield* Effect.forkChild(holdingLease(lease, renew)(work))
      yield* TestClock.adjust("30 seconds")
      assert.isTrue(Option.isNone(yield* Fiber.join(working)))
      assert.deepStrictEqual([beats, wasInterrupted], [3, true])
    }).pipe(Effect.provide(Alarms.layer))
  )

  it.effect("goes on while the store is away, and gives what it gave", () =>
    Effect.gen(function* () {
      let beats = 0
      const renew = Effect.suspend(() => {
        beats += 1
        return Effect.fail(new StoreUnavailable({ operation: "renew", cause: "away" }))
      })
      const working = yield* Effect.forkChild(
        holdingLease(lease, renew)(Effect.delay(Effect.succeed("done"), "65 seconds"))
      )
      yield* TestClock.adjust("65 seconds")
      assert.deepStrictEqual(yield* Fiber.join(working), Option.some("done"))
      assert.strictEqual(beats, 6)
    }).pipe(Effect.provide(Alarms.layer))
  )
})
