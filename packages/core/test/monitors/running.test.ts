import { assert, describe } from "@effect/vitest"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { watched } from "@kittiwake/core/testing/WatchedPage"
import { DateTime, Duration, Effect, Exit, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { rowsOf } from "../../src/testing/arrangements.ts"
import {
  advance,
  assertRun,
  changesOf,
  iso,
  lastRun,
  monitorOf,
  page,
  runNow,
  runsOf,
  scenario,
  show,
  watch
} from "../watching.ts"

const tea = "<p>10 €</p>"
const lease = Duration.seconds(60)

describe("running on a schedule", () => {
  scenario(
    "buys the credits of many runs that are due together before it skips any",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const organizations = yield* OrganizationStore
      const stored = Option.getOrThrow(yield* organizations.get(organization.id))
      const autoTopup = { enabled: true, blockCredits: 50, monthlyBudgetCredits: 100 }
      const billing = { anchorAt: organization.createdAt, pausedAt: null, resumesAt: null }
      yield* organizations.update(stored, { ...stored.organization, autoTopup, billing, plan: "free" })
      yield* Credits.use((credits) => credits.supplyDue(10))
      const { available } = yield* Credits.use((credits) => credits.account(organization.id))
      yield* Credits.use((credits) =>
        credits.post(organization.id, { kind: "adjustment", id: "spent" }, 20 - available)
      )
      const monitors = yield* Monitors
      yield* show(tea)
      for (let n = 0; n < 150; n++) yield* monitors.create(organization, watched({ url: page }))
      yield* monitors.runDue({ limit: 150, concurrency: 150, lease })
      const runs = yield* RunStore.use((store) => rowsOf(store.list(organization.id, {}, { limit: 200, after: null })))
      const ends = runs.map(({ status }) => status).toSorted()
      assert.deepStrictEqual(ends, [...Array(120).fill("completed"), ...Array(30).fill("skipped")])
    }),
    { loops: false }
  )

  scenario(
    "goes on with the next slot when the clock steps back over the one that runs",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const monitors = yield* Monitors
      yield* show(tea)
      const { monitor } = yield* monitors.create(organization, watched({ url: page }))
      const pass = monitors.runDue({ limit: 10, concurrency: 10, lease })
      yield* pass
      const slot = (yield* monitorOf(monitor.id)).nextRunAt!
      yield* TestClock.setTime(slot.epochMilliseconds)
      const [taken] = yield* monitors.takeDue({ limit: 10, lease })
      yield* TestClock.setTime(slot.epochMilliseconds - 1_800_000)
      yield* taken!.work
      const next = DateTime.add(slot, { hours: 1 })
      assert.strictEqual(iso((yield* monitorOf(monitor.id)).nextRunAt), iso(next))
      yield* TestClock.setTime(slot.epochMilliseconds)
      assert.strictEqual(yield* pass, 0)
      yield* TestClock.setTime(next.epochMilliseconds)
      assert.strictEqual(yield* pass, 1)
      assert.strictEqual((yield* runsOf(monitor.id)).length, 3)
    }),
    { loops: false }
  )

  scenario(
    "never drifts: every run of a month begins on the hour of the first slot, however long each takes",
    Effect.gen(function* () {
      yield* show({ body: tea, latency: "17 seconds" })
      const id = yield* watch()
      const first = (yield* monitorOf(id)).nextRunAt!.epochMilliseconds
      for (let day = 0; day < 30; day++) {
        yield* advance("1 day")
        const starts = (yield* runsOf(id)).slice(-24).map((run) => run.startedAt!.epochMilliseconds)
        if (day > 0) assert.isTrue(starts.every((start) => (start - first) % 3_600_000 === 0))
      }
      const { organization } = yield* TestInstallation
      const [spent] = yield* Monitors.use((monitors) => monitors.spend(organization.id, { since: null, until: null }))
      assert.strictEqual(spent?.runs, 720)
    })
  )

  scenario(
    "catches up with one run for all the slots it missed",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const monitors = yield* Monitors
      yield* show(tea)
      const { monitor } = yield* monitors.create(organization, watched({ url: page }))
      const pass = monitors.runDue({ limit: 10, concurrency: 10, lease })
      assert.strictEqual(yield* pass, 1)
      yield* advance("10 hours")
      assert.strictEqual(yield* pass, 1)
      assert.strictEqual(yield* pass, 0)
      const { nextRunAt } = yield* monitorOf(monitor.id)
      const now = yield* DateTime.now
      assert.isTrue(DateTime.isGreaterThan(nextRunAt!, now))
      assert.isTrue(DateTime.isLessThanOrEqualTo(nextRunAt!, DateTime.add(now, { hours: 1 })))
    }),
    { loops: false }
  )

  scenario(
    "follows a cron expression in its time zone over the change to summer time",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch({ schedule: { type: "cron", expression: "0 9 * * *", timeZone: "Europe/Berlin" } })
      yield* advance("3 days")
      const starts = (yield* runsOf(id)).slice(1).map((run) => iso(run.startedAt)!.slice(0, 16))
      assert.deepStrictEqual(starts, ["2026-03-28T08:00", "2026-03-29T07:00", "2026-03-30T07:00"])
    }),
    { startAt: DateTime.makeUnsafe("2026-03-27T12:00:00Z") }
  )
})

describe("running now", () => {
  scenario(
    "looks at once, is charged like any run, and does not move the schedule",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      const { nextRunAt } = yield* monitorOf(id)
      yield* show("<p>12 €</p>")
      yield* advance("10 minutes")
      const runId = yield* runNow(id)
      yield* advance("2 seconds")
      assertRun(yield* lastRun(id), {
        id: runId,
        status: "completed",
        runType: "scheduled",
        changeDetected: true,
        creditsCharged: 1
      })
      assert.strictEqual((yield* changesOf(id)).length, 1)
      assert.strictEqual(iso((yield* monitorOf(id)).nextRunAt), iso(nextRunAt))
      yield* advance("1 hour")
      assert.strictEqual((yield* runsOf(id)).length, 3)
    })
  )

  scenario(
    "supersedes a run that waits, and never runs twice at once",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const monitors = yield* Monitors
      yield* show({ body: tea, latency: "10 seconds" })
      const id = yield* watch()
      yield* advance("20 seconds")
      const first = yield* runNow(id)
      yield* advance("1 second")
      const second = yield* monitors.runNow(organization.id, id)
      const third = yield* monitors.runNow(organization.id, id)
      const states = Object.fromEntries((yield* runsOf(id)).map((run) => [run.id, run.status]))
      assert.deepStrictEqual([states[first], states[second], states[third]], ["running", "skipped", "queued"])
      yield* advance("1 minute")
      const runs = yield* runsOf(id)
      assertRun(
        runs.find((run) => run.id === second),
        { skipReason: "superseded", creditsCharged: 0 }
      )
      const [one, other] = [first, third].map((runId) => runs.find((run) => run.id === runId)!)
      assertRun(other, { status: "completed" })
      assert.isTrue(DateTime.isGreaterThanOrEqualTo(other!.startedAt!, one!.completedAt!))
    })
  )

  scenario(
    "makes a failed monitor active when the page is back",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* show({ body: "", status: 503 })
      yield* advance("65 minutes")
      assert.strictEqual((yield* monitorOf(id)).status, "failed")
      yield* show(tea)
      yield* runNow(id)
      assert.strictEqual((yield* monitorOf(id)).status, "active")
    })
  )
})

describe("many monitors", () => {
  scenario(
    "are each run once and charged once, with workers side by side",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const monitors = yield* Monitors
      yield* show(tea)
      yield* Effect.forEach(
        Array.from({ length: 60 }, (_, index) => `m ${index}`),
        (name) => monitors.create(organization, watched({ url: page, name }))
      )
      const pass = monitors.runDue({ limit: 7, concurrency: 3, lease })
      const claimed = yield* Effect.all(
        Array.from({ length: 12 }, () => pass),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(
        claimed.reduce((sum, count) => sum + count, 0),
        60
      )
      assert.strictEqual((yield* ScriptedWeb.use((web) => web.looks())).length, 60)
      const account = yield* Credits.use((credits) => credits.account(organization.id))
      assert.deepStrictEqual(account, { balance: 940, held: 0, available: 940 })
    }),
    { loops: false, credits: 1_000 }
  )

  scenario(
    "run only as many as there are credits for; the balance never falls below zero",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const monitors = yield* Monitors
      yield* show({ body: tea, latency: "5 seconds" })
      yield* Effect.forEach(Array.from({ length: 10 }), () => monitors.create(organization, watched({ url: page })))
      yield* advance("1 minute")
      const { data } = yield* monitors.runs(organization.id, {}, { limit: 100, cursor: undefined })
      assert.strictEqual(data.filter(({ run }) => run.status === "completed").length, 4)
      assert.strictEqual(data.filter(({ run }) => run.skipReason === "insufficient_credits").length, 6)
      const account = yield* Credits.use((credits) => credits.account(organization.id))
      assert.deepStrictEqual(account, { balance: 0, held: 0, available: 0 })
    }),
    { credits: 4 }
  )

  scenario(
    "are as many as the plan allows, however many are created at once",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const monitors = yield* Monitors
      yield* show(tea)
      const created = yield* Effect.forEach(
        Array.from({ length: 25 }),
        () => Effect.result(monitors.create(organization, watched({ url: page }))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(created.filter(({ _tag }) => _tag === "Success").length, 10)
      assert.deepStrictEqual(yield* monitors.limits(organization), { used: 10, limit: 10, plan: "free" })
    }),
    { plan: "free" }
  )
})

describe("a worker that meets trouble", () => {
  scenario(
    "finishes the other runs of a pass when one cannot be recorded",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const store = yield* RunStore
      yield* show(tea)
      const slowPage = "https://shop.example/slow"
      yield* ScriptedWeb.use((web) => web.page(slowPage, { body: tea, latency: "25 seconds" }))
      const stubborn = Layer.succeed(
        RunStore,
        RunStore.of({
          ...store,
          record: (outcomes) =>
            outcomes.some(({ next }) => next.name === "stubborn")
              ? Effect.fail(new StoreUnavailable({ operation: "record", cause: "away" }))
              : store.record(outcomes)
        })
      )
      const worker = Effect.gen(function* () {
        const monitors = yield* Monitors
        const stubbornFirst = yield* monitors.create(organization, watched({ url: page, name: "stubborn" }))
        const slow = yield* monitors.create(organization, watched({ url: slowPage, name: "slow" }))
        const pass = yield* Effect.forkChild(Effect.exit(monitors.runDue({ limit: 10, concurrency: 10, lease })))
        yield* advance("55 seconds")
        assert.isTrue(Exit.isFailure(yield* Fiber.join(pass)), "the pass says that one failed")
        return [stubbornFirst.monitor.id, slow.monitor.id] as const
      }).pipe(Effect.provide(Layer.fresh(Monitors.layer).pipe(Layer.provide(stubborn))))
      const [first, second] = yield* worker
      assertRun(yield* lastRun(first), { status: "running" })
      assertRun(yield* lastRun(second), { status: "completed" })
    }),
    { loops: false }
  )

  scenario(
    "that dies leaves its run to another, which runs it once more and is charged once",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const monitors = yield* Monitors
      yield* show(tea)
      const { initialRunId, monitor } = yield* monitors.create(organization, watched({ url: page }))
      const taken = yield* monitors.takeDue({ limit: 10, lease })
      assert.strictEqual(taken.length, 1, "claimed, and never run")
      const pass = monitors.runDue({ limit: 10, concurrency: 10, lease })
      yield* advance("59 seconds")
      assert.strictEqual(yield* pass, 0)
      yield* advance("1 second")
      assert.strictEqual(yield* pass, 1)
      yield* taken[0]!.work
      const runs = yield* runsOf(monitor.id)
      assert.deepStrictEqual(
        runs.map((run) => run.id),
        [initialRunId]
      )
      assertRun(runs[0], { status: "completed", creditsCharged: 1 })
      const account = yield* Credits.use((credits) => credits.account(organization.id))
      assert.deepStrictEqual(account, { balance: 9, held: 0, available: 9 })
    }),
    { loops: false, credits: 10 }
  )

  scenario(
    "keeps the leases of what waits for its turn",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const monitors = yield* Monitors
      yield* show({ body: tea, latency: "9 seconds" })
      for (let n = 0; n < 5; n++) yield* monitors.create(organization, watched({ url: page }))
      const short = Duration.seconds(10)
      const pass = yield* Effect.forkChild(monitors.runDue({ limit: 10, concurrency: 1, lease: short }))
      for (let second = 0; second < 50; second++) {
        yield* advance("1 second")
        assert.strictEqual((yield* monitors.takeDue({ limit: 10, lease: short })).length, 0)
      }
      assert.strictEqual(yield* Fiber.join(pass), 5)
      assert.strictEqual((yield* ScriptedWeb.use((web) => web.looks(page))).length, 5)
    }),
    { loops: false }
  )

  scenario(
    "keeps its lease for as long as a page takes",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const monitors = yield* Monitors
      yield* show({ body: tea, latency: "29 seconds" })
      const { monitor } = yield* monitors.create(organization, watched({ url: page }))
      const short = Duration.seconds(10)
      yield* Effect.forkChild(monitors.runDue({ limit: 10, concurrency: 10, lease: short }))
      for (let second = 0; second < 28; second++) {
        yield* advance("1 second")
        assert.strictEqual((yield* monitors.takeDue({ limit: 10, lease: short })).length, 0)
      }
      yield* advance("2 seconds")
      assertRun(yield* lastRun(monitor.id), { status: "completed" })
    }),
    { loops: false }
  )
})
