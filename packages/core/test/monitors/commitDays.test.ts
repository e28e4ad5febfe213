/** Monitors that are made by somebody with a budget of a day. Observed: what is left of the budget, and what was refused. */
import { assert, describe, it } from "@effect/vitest"
import { OutOfCredits } from "@kittiwake/core/credits/errors"
import type { MonitorPatch, NewMonitor } from "@kittiwake/core/monitors/domain/MonitorInput"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { DateTime, Effect } from "effect"
import { type Budget, SpendingBudget } from "../../src/credits/SpendingBudget.ts"
import { targetOf } from "../../src/testing/builders.ts"

/** A day's budget that a test looks into. */
const budgetOf = (credits: number) => {
  const day = { left: credits }
  const budget: Budget = {
    of: { grantId: "grant_1", day: 0 },
    freshAt: DateTime.makeUnsafe(86_400_000),
    take: ({ atLeast, atMost }) =>
      Effect.suspend(() => {
        if (day.left < atLeast) return Effect.fail(new OutOfCredits({ available: day.left, needed: atLeast }))
        const taken = Math.min(atMost, day.left)
        day.left -= taken
        return Effect.succeed(taken)
      }),
    giveBack: (given) =>
      Effect.sync(() => {
        day.left += given
      })
  }
  return { day, budget }
}

const url = "https://shop.example/"

const every = (frequency: number, unit: "minutes" | "hours" | "days", name = "Shop"): NewMonitor => ({
  name,
  target: targetOf({ url }),
  schedule: { type: "interval", frequency, unit }
})

const scene = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* ScriptedWeb.use((web) => web.page(url, "<p>Open</p>"))
    return yield* work
  }).pipe(Effect.provide(TestInstallation.layer({ credits: 1_000, loops: false })))

describe("monitors of others that a program changes", () => {
  it.effect("take from its budget what a day of them costs, and the run that is queued with each", () =>
    scene(
      Effect.gen(function* () {
        const { organization } = yield* TestInstallation
        const monitors = yield* Monitors
        const { budget, day } = budgetOf(100)
        const within = Effect.provideService(SpendingBudget, budget)

        // 24 runs a day and the first one. Nobody says that the program made it.
        const { monitor } = yield* within(monitors.create(organization, every(1, "hours")))
        assert.strictEqual(day.left, 75)
        // Twice as many; the page is not looked at anew.
        yield* within(monitors.update(organization, monitor.id, { schedule: every(30, "minutes").schedule! }))
        assert.strictEqual(day.left, 51)
        // What costs less gives nothing back, and a name costs nothing.
        yield* within(
          monitors.update(organization, monitor.id, { schedule: every(1, "days").schedule!, name: "Later" })
        )
        assert.strictEqual(day.left, 51)
        yield* within(monitors.runNow(organization.id, monitor.id))
        assert.strictEqual(day.left, 50)

        const refused = yield* Effect.flip(within(monitors.create(organization, every(10, "minutes", "Too often"))))
        assert.strictEqual(refused._tag, "OutOfCredits")
        assert.strictEqual(day.left, 50)
        yield* within(monitors.update(organization, monitor.id, { status: "paused" }))
        yield* within(monitors.update(organization, monitor.id, { status: "active" }))
        assert.strictEqual(day.left, 49, "going on costs a day again")
      })
    )
  )

  it.effect("need room in the day of who made them, and take nothing from it before they run", () =>
    scene(
      Effect.gen(function* () {
        const { organization } = yield* TestInstallation
        const monitors = yield* Monitors
        const { budget, day } = budgetOf(100)
        const within = Effect.provideService(SpendingBudget, budget)
        const madeBy = { grantId: "grant_1", dailyCredits: 100 }
        const make = (input: NewMonitor) => within(monitors.create(organization, input, undefined, madeBy))

        const { monitor } = yield* make(every(1, "hours"))
        assert.deepStrictEqual([day.left, monitor.madeBy], [100, madeBy])
        // 48 a day, which fits, and 144, which never would.
        yield* within(monitors.update(organization, monitor.id, { schedule: every(30, "minutes").schedule! }))
        yield* within(monitors.runNow(organization.id, monitor.id))
        assert.strictEqual(day.left, 100)
        const refused = yield* Effect.flip(make(every(10, "minutes", "Too often")))
        assert.deepInclude(refused, { _tag: "OutOfCredits", available: 100, needed: 145 })
        assert.strictEqual((yield* monitors.limits(organization)).used, 1)
      })
    )
  )

  it.effect("need room for a whole day whenever they come to cost more, and none to cost less", () =>
    scene(
      Effect.gen(function* () {
        const { organization } = yield* TestInstallation
        const monitors = yield* Monitors
        const { budget, day } = budgetOf(100)
        const within = Effect.provideService(SpendingBudget, budget)
        const madeBy = { grantId: "grant_1", dailyCredits: 100 }
        const made = monitors.create(organization, every(20, "minutes"), undefined, madeBy)
        const { id } = (yield* within(made)).monitor
        const change = (patch: MonitorPatch) => within(monitors.update(organization, id, patch))
        const planned = (frequency: number) => ({ schedule: every(frequency, "minutes").schedule! })

        yield* change(planned(15))
        const climbed = yield* Effect.flip(change(planned(10)))
        assert.deepInclude(climbed, { _tag: "OutOfCredits", available: 100, needed: 144 })
        // Of the day are 50 left, and it costs 96.
        day.left = 50
        yield* change({ name: "Renamed" })
        yield* change(planned(20))
        const dearer = yield* Effect.flip(change(planned(19)))
        assert.deepInclude(dearer, { _tag: "OutOfCredits", available: 50, needed: 76 })
        yield* change({ status: "paused" })
        const resumed = yield* Effect.flip(change({ status: "active" }))
        assert.deepInclude(resumed, { _tag: "OutOfCredits", available: 50, needed: 72 })
        assert.strictEqual(day.left, 50)
      })
    )
  )

  it.effect("take nothing where whoever asks has no budget", () =>
    scene(
      Effect.gen(function* () {
        const { organization } = yield* TestInstallation
        const { monitor } = yield* (yield* Monitors).create(organization, every(10, "minutes"))
        assert.isTrue(DateTime.isDateTime(monitor.createdAt))
      })
    )
  )
})
