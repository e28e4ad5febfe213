import { assert, describe } from "@effect/vitest"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { DateTime, Effect } from "effect"
import {
  advance,
  assertRun,
  baselineOf,
  iso,
  lastRun,
  monitorOf,
  pageOf,
  runNow,
  runsOf,
  scenario,
  show,
  update,
  watch
} from "../watching.ts"

const tea = "<p>10 €</p>"
const down = { body: "Sorry", status: 500 }

describe("a paused monitor", () => {
  scenario(
    "has no next run, and runs no more",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      const { monitor } = yield* update(id, { status: "paused" })
      assert.strictEqual(monitor.status, "paused")
      assert.isNull(monitor.nextRunAt)
      yield* advance("3 days")
      assert.strictEqual((yield* runsOf(id)).length, 1)
    })
  )

  scenario(
    "is not resumed by any other change",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* update(id, { status: "paused" })
      yield* update(id, { name: "Renamed", schedule: { type: "interval", frequency: 10, unit: "minutes" } })
      yield* advance("1 day")
      const monitor = yield* monitorOf(id)
      assert.strictEqual(monitor.status, "paused")
      assert.isNull(monitor.nextRunAt)
      assert.strictEqual((yield* runsOf(id)).length, 1)
    })
  )

  scenario(
    "refuses to run now, and queues nothing",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* update(id, { status: "paused" })
      assert.strictEqual((yield* Effect.flip(runNow(id)))._tag, "MonitorPaused")
      assert.strictEqual((yield* runsOf(id)).length, 1)
    })
  )

  scenario(
    "still takes the new baseline that a reset asks for, and stays paused",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* update(id, { status: "paused" })
      const target = yield* pageOf(id)
      const { baselineReset } = yield* update(id, { target: { ...target, includeSelectors: ["p"] } })
      assert.isTrue(baselineReset)
      assertRun(yield* lastRun(id), { status: "completed", runType: "baseline", baselineCreated: true })
      assert.strictEqual(yield* baselineOf(id), "10 €")
      const monitor = yield* monitorOf(id)
      assert.strictEqual(monitor.status, "paused")
      assert.isNull(monitor.nextRunAt)
      yield* advance("1 day")
      assert.strictEqual((yield* runsOf(id)).length, 2)
    })
  )

  scenario(
    "stays paused when that baseline run fails",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* update(id, { status: "paused" })
      yield* show(down)
      yield* update(id, { target: { ...(yield* pageOf(id)), includeSelectors: ["p"] } })
      assertRun(yield* lastRun(id), { status: "failed", runType: "baseline" })
      const monitor = yield* monitorOf(id)
      assert.strictEqual(monitor.status, "paused")
      assert.isNull(monitor.nextRunAt)
    })
  )

  scenario(
    "ends a run that waited in the queue when the pause came, unless it is a baseline run",
    Effect.gen(function* () {
      const { organization, advance: pass } = yield* TestInstallation
      const monitors = yield* Monitors
      // The page takes ten seconds, so that a second run waits behind the first.
      yield* show({ body: tea, latency: "10 seconds" })
      const id = yield* watch()
      yield* pass("20 seconds")
      yield* runNow(id)
      yield* pass("1 second")
      const waiting = yield* monitors.runNow(organization.id, id)
      yield* update(id, { status: "paused" })
      yield* pass("1 minute")
      const runs = yield* runsOf(id)
      assertRun(
        runs.find((run) => run.id === waiting),
        { status: "skipped", skipReason: "monitor_paused", creditsCharged: 0 }
      )
      assertRun(runs.at(-2), { status: "completed" })
      assert.strictEqual((yield* monitorOf(id)).status, "paused", "the run that had begun does not resume it")
      assert.isNull((yield* monitorOf(id)).nextRunAt)
    })
  )
})

describe("resuming a monitor", () => {
  scenario(
    "is due at once when its slot passed while it was paused",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* update(id, { status: "paused" })
      yield* advance("1 day")
      const at = yield* DateTime.now
      const { monitor } = yield* update(id, { status: "active" })
      assert.strictEqual(monitor.status, "active")
      assert.strictEqual(iso(monitor.nextRunAt), iso(at))
      const runs = yield* runsOf(id)
      assert.strictEqual(runs.length, 2)
      assert.strictEqual(iso(runs[1]!.startedAt), iso(at))
    })
  )

  scenario(
    "keeps the time between runs when it was paused for a moment",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      const { lastRunAt } = yield* monitorOf(id)
      yield* update(id, { status: "paused" })
      yield* advance("10 minutes")
      const { monitor } = yield* update(id, { status: "active" })
      assert.strictEqual(iso(monitor.nextRunAt), iso(DateTime.add(lastRunAt!, { hours: 1 })))
      yield* advance("3 hours")
      const starts = (yield* runsOf(id)).map((run) => run.startedAt!.epochMilliseconds - lastRunAt!.epochMilliseconds)
      assert.deepStrictEqual(
        starts,
        [0, 1, 2, 3].map((hours) => hours * 3_600_000)
      )
    })
  )

  scenario(
    "starts its counts anew, and keeps the last error until a run completes",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* show(down)
      yield* advance("12 hours")
      assert.strictEqual((yield* monitorOf(id)).status, "paused")
      yield* show({ ...down, latency: "10 seconds" })
      const { monitor } = yield* update(id, { status: "active" })
      assert.strictEqual(monitor.failuresInARow, 0)
      assert.strictEqual(monitor.skipsInARow, 0)
      assert.isNotNull(monitor.lastError)
      yield* show(tea)
      yield* advance("2 hours")
      assert.isNull((yield* monitorOf(id)).lastError)
      assert.strictEqual((yield* monitorOf(id)).status, "active")
    })
  )

  scenario(
    "makes a failed monitor active, with its schedule as it was",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* show(down)
      yield* advance("5 hours")
      const before = yield* monitorOf(id)
      assert.strictEqual(before.status, "failed")
      const { monitor } = yield* update(id, { status: "active" })
      assert.strictEqual(monitor.status, "active")
      assert.strictEqual(monitor.failuresInARow, 0)
      assert.strictEqual(iso(monitor.nextRunAt), iso(before.nextRunAt))
    })
  )

  scenario(
    "changes nothing for a monitor that is active",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      const before = yield* monitorOf(id)
      yield* advance("10 minutes")
      const { monitor } = yield* update(id, { status: "active" })
      assert.strictEqual(iso(monitor.nextRunAt), iso(before.nextRunAt))
    })
  )
})
