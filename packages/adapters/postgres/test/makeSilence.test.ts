import { expect, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeSilence } from "../src/makeSilence.ts"

const patience = Duration.seconds(2)

it.effect("a server that never answers is silent also to a process whose every attempt wakes late", () =>
  Effect.gen(function* () {
    let attempts = 0
    const late = Effect.as(
      Effect.delay(
        Effect.sync(() => attempts++),
        Duration.millis(2_200)
      ),
      false
    )
    const silence = yield* makeSilence(late, patience)
    const isThere = yield* Effect.forkChild(silence.isThere)
    yield* TestClock.adjust(Duration.seconds(30))
    expect(isThere.pollUnsafe()).toBeDefined()
    expect(yield* Fiber.join(isThere)).toBe(false)
    expect(attempts).toBeGreaterThan(1)
    const refused = yield* Effect.forkChild(Effect.flip(silence.pass(() => "silent")))
    yield* TestClock.adjust(Duration.seconds(1))
    expect(yield* Fiber.join(refused)).toBe("silent")
  })
)

it.effect("an attempt that woke late is made again before the server is called silent", () =>
  Effect.gen(function* () {
    let attempts = 0
    const lateOnce = Effect.suspend(() => {
      attempts++
      return attempts === 1 ? Effect.delay(Effect.succeed(false), Duration.millis(2_200)) : Effect.succeed(true)
    })
    const silence = yield* makeSilence(lateOnce, patience)
    const isThere = yield* Effect.forkChild(silence.isThere)
    yield* TestClock.adjust(Duration.seconds(3))
    expect(yield* Fiber.join(isThere)).toBe(true)
    expect(attempts).toBe(2)
  })
)
