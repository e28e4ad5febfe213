import { assert, describe, it } from "@effect/vitest"

import { Credits } from "@kittiwake/core/credits/Credits"
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Inbox } from "@kittiwake/core/testing/Inbox"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { watched } from "@kittiwake/core/testing/WatchedPage"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Pulse } from "@kittiwake/worker/Pulse"
import * as Worker from "@kittiwake/worker/Worker"
import { type Duration, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { ClockSkew } from "../../core/src/ClockSkew.ts"
import { Database } from "../../core/src/memory/Database.ts"
import { believeClock, settable } from "../../core/src/testing/arrangements.ts"
import * as ClockKeeper from "../src/clockKeeper.ts"

const page = "https://shop.example/"

/** What a clock that was ahead left behind, as the keeper finds and mends it. */
interface Left {
  accounts: number
  monitors: number
  deliveries: number
  /** Whether runs were made later than now. */
  hasRuns: boolean
  offsetMillis: number
}

/** A keeper beside what is left behind, and which loops it woke since that was asked last. */
const keeping = Effect.gen(function* () {
  const setAhead = yield* settable
  const left: Left = { accounts: 0, monitors: 0, deliveries: 0, hasRuns: false, offsetMillis: 0 }
  const woken: Array<string> = []
  const take = (kind: "accounts" | "monitors" | "deliveries") =>
    Effect.sync(() => {
      const count = left[kind]
      left[kind] = 0
      return count
    })
  const keeper = ClockKeeper.layer().pipe(
    Layer.provide([
      Layer.mock(Monitors, { planAnew: take("monitors"), runsAhead: Effect.sync(() => left.hasRuns) }),
      Layer.mock(Webhooks, { recall: take("deliveries") }),
      Layer.mock(Credits, { leavePeriodsAhead: take("accounts") }),
      Layer.mock(Wakeups, { wake: (topic) => Effect.sync(() => void woken.push(topic)) }),
      Layer.succeed(ClockSkew, { offsetMillis: () => left.offsetMillis })
    ])
  )
  /** A process that began long ago. */
  const old = Effect.andThen(Layer.build(keeper), TestClock.adjust("1 hour"))
  const wokenLately = Effect.sync(() => woken.splice(0).toSorted())
  return { keeper, left, old, setAhead, wokenLately }
})

const some = { accounts: 4, monitors: 3, deliveries: 2 }

describe("the keeper of the clock", () => {
  it.effect("mends what was put off when the clock has been back for half a minute, and wakes who does it", () =>
    Effect.gen(function* () {
      const { left, old, setAhead, wokenLately } = yield* keeping
      yield* setAhead("6 minutes")
      yield* old
      yield* setAhead(0)
      Object.assign(left, some)
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* wokenLately, [])
      yield* TestClock.adjust("10 seconds")
      assert.deepInclude(left, { accounts: 0, monitors: 0, deliveries: 0 })
      assert.deepStrictEqual(yield* wokenLately, ["deliveries", "runs"])
    })
  )

  it.effect("believes no clock that is back for a moment, nor one that is corrected as clocks are", () =>
    Effect.gen(function* () {
      const { left, old, setAhead } = yield* keeping
      yield* setAhead("1 hour")
      yield* old
      Object.assign(left, some)
      for (const _ of [1, 2, 3]) {
        yield* setAhead(0)
        yield* TestClock.adjust("30 seconds")
        yield* setAhead("1 hour")
        yield* TestClock.adjust("10 seconds")
      }
      yield* setAhead("55 minutes")
      yield* TestClock.adjust("10 minutes")
      assert.deepInclude(left, some)
    })
  )

  it.effect("mends once more after five minutes, and then no more until the clock goes back again", () =>
    Effect.gen(function* () {
      const { left, old, setAhead, wokenLately } = yield* keeping
      yield* setAhead("1 day")
      yield* old
      yield* setAhead(0)
      yield* TestClock.adjust("40 seconds")
      // What was under way meanwhile.
      Object.assign(left, some)
      yield* TestClock.adjust("280 seconds")
      assert.deepInclude(left, some)
      yield* TestClock.adjust("20 seconds")
      assert.deepInclude(left, { accounts: 0, monitors: 0, deliveries: 0 })
      assert.deepStrictEqual(yield* wokenLately, ["deliveries", "runs"])
      Object.assign(left, some)
      yield* TestClock.adjust("1 hour")
      assert.deepInclude(left, some)
      yield* setAhead("-6 minutes")
      yield* TestClock.adjust("40 seconds")
      assert.deepInclude(left, { accounts: 0, monitors: 0, deliveries: 0 })
    })
  )

  it.effect("mends nothing while its own clock is far off", () =>
    Effect.gen(function* () {
      const { left, old, setAhead } = yield* keeping
      yield* setAhead("1 day")
      yield* old
      yield* setAhead(0)
      Object.assign(left, { ...some, offsetMillis: -120_000 })
      yield* TestClock.adjust("1 hour")
      assert.deepInclude(left, some)
      left.offsetMillis = 0
      yield* TestClock.adjust("10 seconds")
      assert.deepInclude(left, { accounts: 0, monitors: 0, deliveries: 0 })
    })
  )

  it.effect("looks at a start for deliveries that were put off, and reads plans where it finds any, or runs", () =>
    Effect.gen(function* () {
      for (const [found, monitorsLeft] of [
        [{ monitors: 3, deliveries: 0 }, 3],
        [{ monitors: 3, deliveries: 2 }, 0],
        [{ accounts: 4, monitors: 3, deliveries: 0 }, 0],
        [{ monitors: 3, deliveries: 0, hasRuns: true }, 0]
      ] as const) {
        const { keeper, left } = yield* keeping
        Object.assign(left, found)
        yield* Effect.scoped(Effect.andThen(Layer.build(keeper), TestClock.adjust("40 seconds")))
        assert.deepInclude(left, { accounts: 0, monitors: monitorsLeft, deliveries: 0 })
      }
    })
  )

  it.effect("tries again what a store that is away did not let it mend", () =>
    Effect.gen(function* () {
      const setAhead = yield* settable
      let tries = 0
      const away = Effect.suspend(() => {
        tries += 1
        return tries % 2 === 1
          ? Effect.fail(new StoreUnavailable({ operation: "RunStore.planned", cause: "away" }))
          : Effect.succeed(1)
      })
      const keeper = ClockKeeper.layer().pipe(
        Layer.provide([
          Layer.mock(Monitors, { planAnew: away, runsAhead: Effect.succeed(false) }),
          Layer.mock(Webhooks, { recall: Effect.succeed(0) }),
          Layer.mock(Credits, { leavePeriodsAhead: Effect.succeed(0) }),
          Layer.mock(Wakeups, { wake: () => Effect.void }),
          Logger.layer([])
        ])
      )
      yield* Layer.build(keeper)
      yield* setAhead("1 day")
      yield* TestClock.adjust("1 hour")
      yield* setAhead(0)
      yield* TestClock.adjust("40 seconds")
      assert.strictEqual(tries, 1)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(tries, 2)
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual(tries, 3)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(tries, 4, "the second time as well")
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(tries, 4)
    })
  )
})

/** An installation whose clock can be set. */
const withClock = <E, R>(story: (setAhead: (by: Duration.Input) => Effect.Effect<void>) => Effect.Effect<void, E, R>) =>
  Effect.flatMap(settable, story).pipe(Effect.provide(TestInstallation.layer({ loops: false, credits: 1_000 })))

/** The same, with a thousand credits a month. */
const withMonths = <E, R>(
  story: (setAhead: (by: Duration.Input) => Effect.Effect<void>) => Effect.Effect<void, E, R>
) => Effect.flatMap(settable, story).pipe(Effect.provide(TestInstallation.layer({ loops: false, plan: "free" })))

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

  it.effect("keeps back no month of credits, and gives none twice", () =>
    withMonths((setAhead) =>
      Effect.gen(function* () {
        const { advance, organization } = yield* TestInstallation
        const usage = Credits.use((credits) => credits.usage(organization))
        yield* Layer.build(worker)
        const before = yield* usage
        yield* setAhead("400 days")
        yield* advance("5 minutes")
        const ahead = yield* usage
        assert.notStrictEqual(ahead.period?.start, before.period?.start)
        yield* setAhead(0)
        assert.strictEqual(
          (yield* usage).next_refill?.at,
          ahead.next_refill?.at,
          "until it is noticed, none comes before that of the clock that was ahead"
        )
        yield* advance("1 minute")
        assert.deepStrictEqual(yield* usage, before)
        yield* Credits.use((credits) => credits.post(organization.id, { kind: "request", id: "spent" }, -600))
        yield* setAhead("31 days")
        yield* advance("5 minutes")
        assert.strictEqual((yield* usage).credits_remaining, 1_000)
        assert.strictEqual((yield* usage).period?.start, before.next_refill?.at)
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

  it.effect("puts off no event of a process that begins when it is right again", () =>
    withClock((setAhead) =>
      Effect.gen(function* () {
        const { advance, organization } = yield* TestInstallation
        const attempts = Effect.map(
          Inbox.use((inbox) => inbox.requests),
          ({ length }) => length
        )
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* Layer.build(worker)
            yield* Inbox.use((inbox) => inbox.answer(500))
            yield* ScriptedWeb.use((web) => web.page(page, "<p>10 €</p>"))
            const webhook = {
              url: "https://hooks.example/in",
              events: ["run.completed" as const],
              retry: { maxRetries: 1, delaysSeconds: [3_600] }
            }
            const monthly = { type: "interval", frequency: 60, unit: "days" } as const
            yield* Monitors.use((monitors) =>
              monitors.create(organization, watched({ url: page, schedule: monthly, webhook }))
            )
            yield* setAhead("30 days")
            yield* advance("5 minutes")
            assert.strictEqual(yield* attempts, 1)
          })
        )
        yield* setAhead(0)
        yield* Layer.build(Layer.fresh(worker))
        yield* advance("1 hour")
        assert.strictEqual(yield* attempts, 1, "its delay is an hour")
        yield* advance("2 minutes")
        assert.strictEqual(yield* attempts, 2)
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

describe("what is old by the clock", () => {
  /** An installation that kept a key for a day, and has run for long. */
  const kept = Effect.gen(function* () {
    const { organization } = yield* TestInstallation
    yield* ScriptedWeb.use((web) => web.page(page, "<p>10 €</p>"))
    yield* Monitors.use((monitors) =>
      monitors.create(organization, watched({ url: page }), { key: IdempotencyKey.make("a"), body: {} })
    )
    yield* believeClock
    const { keptAnswers } = yield* Database
    return () => keptAnswers.size
  })

  it.effect("stays after a start whose clock is ahead, and goes when the clock has gone on for an hour", () =>
    withClock((setAhead) =>
      Effect.gen(function* () {
        const { advance } = yield* TestInstallation
        const keys = yield* kept
        yield* setAhead("200 days")
        yield* Effect.scoped(Effect.andThen(Layer.build(Layer.fresh(worker)), advance("50 minutes")))
        assert.strictEqual(keys(), 1)
        yield* setAhead(0)
        yield* Effect.scoped(Effect.andThen(Layer.build(Layer.fresh(worker)), advance("10 minutes")))
        assert.strictEqual(keys(), 1)
        yield* setAhead("200 days")
        yield* Layer.build(Layer.fresh(worker))
        yield* advance("55 minutes")
        assert.strictEqual(keys(), 1)
        yield* advance("20 minutes")
        assert.strictEqual(keys(), 0)
      })
    )
  )

  it.effect("stays when the clock is set far ahead while it runs, and says so once", () => {
    const said: Array<string> = []
    const logger = Logger.make<unknown, void>(({ message }) => void said.push(String(message)))
    return Effect.gen(function* () {
      const setAhead = yield* settable
      const { advance } = yield* TestInstallation
      const keys = yield* kept
      yield* Layer.build(Layer.fresh(worker))
      yield* advance("30 minutes")
      yield* setAhead("35 days")
      yield* advance("50 minutes")
      assert.strictEqual(keys(), 1)
      yield* setAhead(0)
      yield* advance("2 hours")
      assert.strictEqual(keys(), 1)
      const about = said.filter((line) => line.startsWith("The clock"))
      assert.lengthOf(about, 2)
      assert.include(about[0], "35 days have gone")
      assert.include(about[1], "believed again")
    }).pipe(Effect.provide(TestInstallation.layer({ loops: false, credits: 1_000, loggers: [logger] })))
  })
})
