import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Alarms } from "../../../core/src/Alarms.ts"
import { makeExchangeTime } from "../src/ExchangeTime.ts"

/** Spends a moment in which somebody sets the clock, and a hop of so many seconds; tells how that ended. */
const afterSetting = (byMillis: number, seconds: number) =>
  Effect.gen(function* () {
    const { late } = yield* Alarms
    const clock = yield* Clock.Clock
    let setByMillis = 0
    const wall = () => clock.currentTimeMillisUnsafe() + setByMillis
    const set: Clock.Clock = Object.create(clock, {
      currentTimeMillisUnsafe: { value: wall },
      currentTimeMillis: { value: Effect.sync(wall) }
    })
    const time = makeExchangeTime(Duration.seconds(10), late)
    const hops = Effect.gen(function* () {
      yield* time.spend(
        Effect.sync(() => {
          setByMillis = byMillis
        })
      )
      return yield* time.spend(Effect.as(Effect.sleep(Duration.seconds(seconds)), "answered"))
    })
    const fetching = yield* Effect.forkChild(
      Effect.provideService(
        Effect.catch(hops, ({ reason }) => Effect.succeed(reason)),
        Clock.Clock,
        set
      )
    )
    yield* TestClock.adjust("1 minute")
    return yield* Fiber.join(fetching)
  }).pipe(Effect.provide(Alarms.layer))

describe("the time of a fetch", () => {
  it.effect("is not over because somebody sets the clock forward", () =>
    Effect.map(afterSetting(3_600_000, 9), (ended) => assert.strictEqual(ended, "answered"))
  )

  it.effect("is no longer because somebody sets it back", () =>
    Effect.map(afterSetting(-3_600_000, 11), (ended) => assert.strictEqual(ended, "timeout"))
  )

  it.effect("is that of all its hops together, without what lies between them", () =>
    Effect.gen(function* () {
      const { late } = yield* Alarms
      const ended = Effect.fnUntraced(function* (seconds: number) {
        const time = makeExchangeTime(Duration.seconds(10), late)
        const hop = time.spend(Effect.sleep(Duration.seconds(seconds)))
        const waits = Effect.sleep("1 minute")
        const fetching = yield* Effect.forkChild(Effect.exit(Effect.andThen(hop, Effect.andThen(waits, hop))))
        yield* TestClock.adjust("5 minutes")
        return Exit.isSuccess(yield* Fiber.join(fetching))
      })
      assert.isTrue(yield* ended(4))
      assert.isFalse(yield* ended(6))
    }).pipe(Effect.provide(Alarms.layer))
  )
})
