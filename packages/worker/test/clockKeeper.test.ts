import { assert, describe, it } from "@effect/vitest"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { watched } from "@kittiwake/core/testing/WatchedPage"
import { Pulse } from "@kittiwake/worker/Pulse"
import * as Worker from "@kittiwake/worker/Worker"
import { Clock, Duration, Effect, Layer } from "effect"

const page = "https://shop.example/"

/** Sets how far the wall time of the installation's clock is ahead of what it measures, in place: all of it holds that clock. */
const settable = Effect.map(Clock.Clock, (clock) => {
  const [millisOf, nanosOf, monotonicOf] = [
    clock.currentTimeMillisUnsafe.bind(clock),
    clock.currentTimeNanosUnsafe.bind(clock),
    clock.monotonicTimeNanosUnsafe.bind(clock)
  ]
  let aheadMillis = 0
  const millis = () => millisOf() + aheadMillis
  const nanos = () => nanosOf() + BigInt(aheadMillis) * 1_000_000n
  Object.assign(clock, {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: monotonicOf,
    monotonicTimeNanos: Effect.sync(monotonicOf)
  })
  return (by: Duration.Input) =>
    Effect.sync(() => {
      aheadMillis = Duration.toMillis(by)
    })
})

/** An installation whose clock can be set. */
const withClock = <E, R>(story: (setAhead: (by: Duration.Input) => Effect.Effect<void>) => Effect.Effect<void, E, R>) =>
  Effect.flatMap(settable, story).pipe(Effect.provide(TestInstallation.layer({ loops: false, credits: 1_000 })))

const worker = Worker.layer().pipe(Layer.provideMerge(Pulse.layer))

const watchedHourly = Effect.gen(function* () {
  const { organization } = yield* TestInstallation
  yield* ScriptedWeb.use((web) => web.page(page, "<p>10 €</p>"))
  const { monitor } = yield* Monitors.use((monitors) => monitors.create(organization, watched({ url: page })))
  return { organization, monitor }
})

const looks = Effect.map(
  ScriptedWeb.use((web) => web.looks(page)),
  ({ length }) => length
)

describe("a clock that goes ahead and is set right", () => {
  it.effect("blinds no schedule", () =>
    withClock((setAhead) =>
      Effect.gen(function* () {
        const { advance } = yield* TestInstallation
        yield* Layer.build(worker)
        yield* watchedHourly
        yield* advance("20 minutes")
        assert.strictEqual(yield* looks, 1)
        yield* setAhead("30 days")
        yield* advance("5 minutes")
        assert.strictEqual(yield* looks, 2, "it is due by the clock that is ahead")
        yield* setAhead(0)
        yield* advance("1 hour")
        assert.strictEqual(yield* looks, 3, "its slot came")
        yield* advance("3 hours")
        assert.strictEqual(yield* looks, 6)
      })
    )
  )

  it.effect("blinds none of a process that begins when it is right again", () =>
    withClock((setAhead) =>
      Effect.gen(function* () {
        const { advance } = yield* TestInstallation
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* Layer.build(worker)
            yield* setAhead("30 days")
            yield* watchedHourly
            yield* advance("1 minute")
          })
        )
        yield* setAhead(0)
        yield* Layer.build(Layer.fresh(worker))
        yield* advance("65 minutes")
        assert.strictEqual(yield* looks, 2)
      })
    )
  )

  it.effect("runs no slot twice that comes again with an ordinary correction", () =>
    withClock((setAhead) =>
      Effect.gen(function* () {
        const { advance } = yield* TestInstallation
        yield* setAhead("3 minutes")
        yield* Layer.build(worker)
        yield* watchedHourly
        yield* advance("64 minutes")
        const before = yield* looks
        assert.strictEqual(before, 2)
        yield* setAhead(0)
        yield* advance("50 minutes")
        assert.strictEqual(yield* looks, before)
      })
    )
  )
})
