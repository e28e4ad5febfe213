/** Observed: whether work is told of a pause in which its process stood still. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { noticingStandstill } from "../src/standstill.ts"

/** Work of ten seconds, after three of which the clocks jump. */
const noticed = (jump: { readonly monotonic?: number; readonly wall?: number }) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    let [monotonicNanos, wallMillis] = [0n, 0]
    const jumping: Clock.Clock = {
      ...clock,
      sleep: (duration) => clock.sleep(duration),
      monotonicTimeNanos: Effect.map(clock.monotonicTimeNanos, (nanos) => nanos + monotonicNanos),
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (millis) => millis + wallMillis)
    }
    const work = Effect.as(Effect.sleep("10 seconds"), "done")
    const fiber = yield* Effect.forkChild(Effect.provideService(noticingStandstill(work), Clock.Clock, jumping), {
      startImmediately: true
    })
    for (let second = 0; second < 10; second += 1) {
      if (second === 3) [monotonicNanos, wallMillis] = [BigInt(jump.monotonic ?? 0) * 1_000_000n, jump.wall ?? 0]
      yield* TestClock.adjust("1 second")
    }
    const { hasStoodStill, value } = yield* Fiber.join(fiber)
    assert.strictEqual(value, "done")
    return hasStoodStill
  })

describe("work whose process may stand still", () => {
  it.effect("is told of a long pause by either clock, and of no short one", () =>
    Effect.gen(function* () {
      assert.isFalse(yield* noticed({}))
      assert.isFalse(yield* noticed({ monotonic: 4_000, wall: 4_000 }))
      assert.isTrue(yield* noticed({ monotonic: 41_000, wall: 41_000 }))
      assert.isTrue(yield* noticed({ wall: 41_000 }))
      assert.isTrue(yield* noticed({ monotonic: 41_000 }))
      // Somebody set the clock back.
      assert.isFalse(yield* noticed({ wall: -3_600_000 }))
    })
  )

  it.effect("fails as it fails", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* Effect.flip(noticingStandstill(Effect.fail("no"))), "no")
    })
  )
})
