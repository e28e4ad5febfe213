/** How runs are read, and what they cost together. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { CreditLedger } from "../credits/CreditLedger.ts"
import { MonitorId } from "../monitors/domain/Monitor.ts"
import type { Run } from "../monitors/domain/Run.ts"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import { type MonitorSpend, RunStore } from "../monitors/RunStore.ts"
import {
  claimRun,
  claimRuns,
  completed,
  failed,
  freshOrganization,
  idsNewestFirst,
  newMonitor,
  readInSlices,
  recordRun,
  rowsOf,
  storedMonitor,
  storedRun,
  watchedMonitor
} from "./arrangements.ts"
import { changeOf, queuedRunOf, targetOf } from "./builders.ts"
import type { StoresIt } from "./Stores.ts"

const page = { limit: 100, after: null }
const position = (run: Run) => ({ at: run.queuedAt, id: run.id })

const readTests = (it: StoresIt) => {
  it.effect("lists runs newest first, in slices that neither repeat nor leave out", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      const stored = yield* watchedMonitor(id)
      const now = yield* DateTime.now
      const made = [5, 1, 3, 1, 5, 5, 2].map((minutes) => queuedRunOf(stored.monitor, DateTime.add(now, { minutes })))
      yield* Effect.forEach(made, (run) => runs.enqueue(stored, run, null), { discard: true })
      const all = yield* readInSlices((slice) => runs.list(id, {}, slice), position)
      const ids = all.map((run) => run.id).filter((runId) => made.some((run) => run.id === runId))
      assert.deepStrictEqual(ids, idsNewestFirst(made, position))
      assert.strictEqual(all.length, 8)
    })
  )

  it.effect("lists the runs of one monitor and of one status", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      const done = yield* watchedMonitor(id)
      const waiting = queuedRunOf(done.monitor, yield* DateTime.now)
      yield* runs.enqueue(done, waiting, null)
      const { monitor: other, run } = yield* newMonitor(id)
      const idsOf = (found: ReadonlyArray<Run>) => found.map((one) => one.id).sort()
      assert.deepStrictEqual(
        idsOf(yield* rowsOf(runs.list(id, { status: "queued" }, page))),
        [waiting.id, run.id].sort()
      )
      assert.deepStrictEqual(idsOf(yield* rowsOf(runs.list(id, { monitorId: other.id }, page))), [run.id])
      const both = { monitorId: done.monitor.id, status: "queued" } as const
      assert.deepStrictEqual(idsOf(yield* rowsOf(runs.list(id, both, page))), [waiting.id])
      assert.strictEqual((yield* rowsOf(runs.list(id, { monitorId: done.monitor.id }, page))).length, 2)
      assert.deepStrictEqual(yield* rowsOf(runs.list(id, { status: "failed" }, page)), [])
    })
  )

  it.effect("lists runs that have not ended beside monitors that are due later", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      yield* watchedMonitor(id)
      const { run: running } = yield* newMonitor(id)
      yield* claimRun(id)
      yield* TestClock.adjust("1 second")
      const { run: queued } = yield* newMonitor(id)
      for (const run of [running, queued]) {
        const status = run === running ? "running" : "queued"
        for (const filter of [{ status }, { status, monitorId: run.monitorId }] as const) {
          const listed = yield* rowsOf(runs.list(id, filter, page))
          assert.deepStrictEqual(
            listed.map((one) => [one.id, one.status]),
            [[run.id, status]]
          )
        }
      }
    })
  )

  it.effect("keeps the trace of a run for whoever asks for that run, and out of lists", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      yield* newMonitor(id)
      const claim = yield* claimRun(id)
      const now = yield* DateTime.now
      const outcome = completed(claim, now)
      const trace = [
        { step: "fetch" as const, startedAt: now, durationMs: 3, outcome: "200" },
        { step: "decide" as const, startedAt: now, durationMs: 0, outcome: "first look" }
      ]
      yield* recordRun({ ...outcome, run: { ...outcome.run, trace } })
      const stored = yield* storedRun(claim.run)
      assert.deepStrictEqual(
        stored.trace.map(({ step, durationMs, outcome: what }) => [step, durationMs, what]),
        [
          ["fetch", 3, "200"],
          ["decide", 0, "first look"]
        ]
      )
      assert.deepStrictEqual((yield* rowsOf(runs.list(id, {}, page)))[0]!.trace, [])
    })
  )

  it.effect("shows no run of an organization to another", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const [owner, other] = [yield* freshOrganization(), yield* freshOrganization()]
      const { monitor, run } = yield* newMonitor(owner.id)
      assert.isTrue(Option.isNone(yield* runs.get(other.id, run.id)))
      assert.deepStrictEqual(yield* rowsOf(runs.list(other.id, {}, page)), [])
      assert.deepStrictEqual(yield* rowsOf(runs.list(other.id, { monitorId: monitor.id }, page)), [])
    })
  )
}

const recentTests = (it: StoresIt) => {
  it.effect("tells the last runs of several monitors, newest first, with what became of each", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      const { monitor: busy } = yield* watchedMonitor(id)
      const start = yield* DateTime.now
      const at = (minutes: number) => DateTime.add(start, { minutes })
      const begin = Effect.fnUntraced(function* (minutes: number) {
        const queued = queuedRunOf(busy, at(minutes))
        yield* runs.enqueue(yield* storedMonitor(busy), queued, null)
        return yield* claimRun(id)
      })
      const judged = yield* begin(1)
      const change = { ...changeOf(judged.run, at(1)), importance: "high" as const }
      const found = completed(judged, at(1), { change })
      yield* recordRun({ ...found, run: { ...found.run, changeDetected: true, changeId: change.id } })
      yield* recordRun(failed(yield* begin(2), at(2)))
      const { monitor: fresh, run: first } = yield* newMonitor(id)
      const all = yield* runs.recent(id, [fresh.id, busy.id, fresh.id, MonitorId.make("mon_none")], 30)
      assert.deepStrictEqual([...all.keys()].sort(), [busy.id, fresh.id].sort())
      const shown = (all.get(busy.id) ?? []).map((run) => [run.status, run.changeDetected, run.importance])
      assert.deepStrictEqual(shown, [
        ["failed", false, null],
        ["completed", true, "high"],
        ["completed", false, null]
      ])
      assert.deepStrictEqual(
        (all.get(fresh.id) ?? []).map((run) => [run.id, run.status, run.startedAt]),
        [[first.id, "queued", null]]
      )
      const last = (yield* runs.recent(id, [busy.id], 1)).get(busy.id) ?? []
      assert.deepStrictEqual(
        last.map((run) => [run.status, run.queuedAt.epochMilliseconds]),
        [["failed", at(2).epochMilliseconds]]
      )
      assert.strictEqual((yield* runs.recent(id, [], 30)).size, 0)
      const other = yield* freshOrganization()
      assert.strictEqual((yield* runs.recent(other.id, [busy.id], 30)).size, 0)
    })
  )
}

const spendOf = (rows: ReadonlyArray<MonitorSpend>) =>
  rows.map(({ monitorId, credits, runs, lastRunAt }) => [monitorId, credits, runs, lastRunAt.epochMilliseconds])

const everything = { since: null, until: null }

const spendTests = (it: StoresIt) => {
  it.effect("sums what the runs of each monitor were charged, latest charged first", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      const cheap = yield* newMonitor(id, { name: "cheap" })
      const dear = yield* newMonitor(id, { name: "dear", target: targetOf({ actions: [{ do: "wait", timeMs: 1 }] }) })
      const failing = yield* newMonitor(id, { name: "failing" })
      const start = yield* DateTime.now
      const at = (minutes: number) => DateTime.add(start, { minutes })

      const runAt = Effect.fnUntraced(function* (minutes: number) {
        for (const claim of yield* claimRuns(id)) {
          const isFailing = claim.stored.monitor.id === failing.monitor.id
          yield* recordRun(isFailing ? failed(claim, at(minutes)) : completed(claim, at(minutes)))
        }
      })
      yield* runAt(1)
      for (const [minutes, { monitor }] of [
        [2, cheap],
        [3, dear],
        [4, cheap]
      ] as const) {
        yield* runs.enqueue(yield* storedMonitor(monitor), queuedRunOf(monitor, start), null)
        yield* runAt(minutes)
      }

      const spent = yield* runs.spend(id, everything)
      assert.deepStrictEqual(spendOf(spent), [
        [cheap.monitor.id, 3, 3, at(4).epochMilliseconds],
        [dear.monitor.id, 4, 2, at(3).epochMilliseconds]
      ])
      assert.deepStrictEqual(
        spent.map(({ name }) => name),
        ["cheap", "dear"]
      )
      // From 2 inclusive to 4 exclusive.
      assert.deepStrictEqual(spendOf(yield* runs.spend(id, { since: at(2), until: at(4) })), [
        [dear.monitor.id, 2, 1, at(3).epochMilliseconds],
        [cheap.monitor.id, 1, 1, at(2).epochMilliseconds]
      ])
      assert.deepStrictEqual(yield* runs.spend(id, { since: at(5), until: null }), [])
      assert.deepStrictEqual(yield* runs.spend((yield* freshOrganization()).id, everything), [])
    })
  )

  it.effect("sums runs that are recorded together, in windows of days and of months alike", () =>
    Effect.gen(function* () {
      const runs = yield* RunStore
      const { id } = yield* freshOrganization()
      const monitors = [yield* newMonitor(id), yield* newMonitor(id), yield* newMonitor(id)]
      const [first, second, failing] = monitors.map(({ monitor }) => monitor.id)
      const start = yield* DateTime.now
      /** Records what is due in one batch, so many hours after the start. */
      const recordAll = Effect.fnUntraced(function* (hours: number) {
        yield* TestClock.setTime(DateTime.add(start, { hours }).epochMilliseconds)
        const now = yield* DateTime.now
        const outcomes = (yield* claimRuns(id)).map((claim) =>
          claim.stored.monitor.id === failing ? failed(claim, now) : completed(claim, now)
        )
        assert.lengthOf(outcomes, 3)
        // A repeat of what is recorded is charged and summed once.
        yield* runs.record([...outcomes, outcomes[0]!])
        yield* runs.record(outcomes)
      })
      const hours = [0, 24, 36, 960]
      yield* Effect.forEach(hours, recordAll)

      const [day, month] = (["day", "month"] as const).map(
        (part) => (after: number) => DateTime.startOf(DateTime.add(start, { days: after }), part)
      )
      const windows = [
        everything,
        { since: day!(1), until: day!(2) },
        { since: day!(0), until: day!(41) },
        { since: month!(0), until: month!(40) },
        { since: month!(40), until: null },
        { since: DateTime.add(start, { days: 1 }), until: DateTime.add(start, { days: 40 }) },
        // From days into a whole month, which are summed apart.
        { since: DateTime.add(start, { days: 1 }), until: DateTime.add(start, { days: 70 }) }
      ]
      for (const { since, until } of windows) {
        const charged = hours
          .map((after) => DateTime.add(start, { hours: after }))
          .filter(
            (at) =>
              (since === null || !DateTime.isLessThan(at, since)) && (until === null || DateTime.isLessThan(at, until))
          )
        const [expected, last] = [charged.length, charged.at(-1)?.epochMilliseconds]
        assert.isAbove(expected, 0)
        assert.deepStrictEqual(
          spendOf(yield* runs.spend(id, { since, until })).toSorted(),
          [first!, second!].map((monitorId) => [monitorId, expected, expected, last]).toSorted()
        )
      }
    })
  )

  it.effect("keeps the spending of a monitor that was removed, without its name", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor } = yield* watchedMonitor(id)
      yield* (yield* MonitorStore).remove(id, monitor.id, yield* DateTime.now)
      const [spent, ...others] = yield* (yield* RunStore).spend(id, everything)
      assert.strictEqual(others.length, 0)
      assert.deepInclude(spent, { monitorId: monitor.id, name: null, credits: 1, runs: 1 })
    })
  )

  it.effect("counts no run that was charged nothing", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* newMonitor(id)
      const claim = yield* claimRun(id)
      yield* (yield* CreditLedger).release(claim.run.id)
      yield* recordRun(completed(claim, yield* DateTime.now))
      assert.deepStrictEqual(yield* (yield* RunStore).spend(id, everything), [])
    })
  )
}

/** Declares what reading runs promises. */
export const runListTests = (it: StoresIt) => {
  readTests(it)
  recentTests(it)
  spendTests(it)
}
