import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Exit, Option } from "effect"
import { Monitor } from "../monitors/domain/Monitor.ts"
import { Run } from "../monitors/domain/Run.ts"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import { RunStore } from "../monitors/RunStore.ts"
import { assertSame, freshOrganization, newMonitor, rowsOf, storedMonitor, watchedMonitor } from "./arrangements.ts"
import { monitorOf, organizationOf, queuedRunOf, subscriptionOf, targetOf } from "./builders.ts"
import { monitorChangeTests } from "./monitorChangeSuite.ts"
import { monitorListTests } from "./monitorListSuite.ts"
import { buildTimeout, type EmptyStores, longTestMillis, type StoresIt } from "./Stores.ts"

const createTests = (it: StoresIt) => {
  it.effect("stores a monitor with everything it is made of, and its first run", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const now = yield* DateTime.now
      const bare = monitorOf(id, now)
      const { monitor, run } = yield* newMonitor(id, {
        ...bare,
        name: "Prijzen €",
        target: targetOf({
          instructions: "Prices",
          normalizeWhitespace: false,
          includeSelectors: ["main"],
          excludeSelectors: [".ad", "footer"],
          includeNoise: true,
          actions: [
            { do: "wait", timeMs: 10 },
            { do: "scroll", direction: "down", amount: "viewport", maxScrolls: 2, container: null },
            { do: "click", selector: "#more" }
          ]
        }),
        changeDetection: { type: "semantic", confidenceThreshold: 0.8 },
        schedule: { type: "cron", expression: "0 9 * * 1", timeZone: "Europe/Berlin" },
        tags: ["a", "b"],
        subscription: subscriptionOf(bare, {
          failure: { consecutiveFailures: 2, lastStatus: "rejected", lastMessage: "410", lastFailedAt: now }
        }),
        status: "failed",
        lastRunAt: now,
        lastChangeAt: DateTime.subtract(now, { hours: 1 }),
        lastError: { code: "blocked", message: "A wall." },
        failuresInARow: 2,
        skipsInARow: 1
      })
      assertSame(Monitor, (yield* storedMonitor(monitor)).monitor, monitor)
      assertSame(Run, Option.getOrThrow(yield* (yield* RunStore).get(id, run.id)), run)
      assert.isTrue(Option.isNone(yield* (yield* MonitorStore).baseline(id, monitor.id)))
      assert.strictEqual(yield* (yield* MonitorStore).baselineBytes(id, monitor.id), 0)
    })
  )

  it.effect("stores nothing when the organization has as many monitors as it may", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const now = yield* DateTime.now
      yield* newMonitor(id)
      yield* newMonitor(id, { status: "paused", nextRunAt: null })
      const monitor = monitorOf(id, now)
      const run = queuedRunOf(monitor, now)
      const error = yield* Effect.flip(monitors.create({ monitor, run, allowance: 2, kept: null }))
      assert.deepInclude(error, { _tag: "MonitorLimitReached", limit: 2 })
      assert.strictEqual(yield* monitors.count(id), 2)
      assert.isTrue(Option.isNone(yield* monitors.get(id, monitor.id)))
      assert.isTrue(Option.isNone(yield* (yield* RunStore).get(id, run.id)))
      yield* monitors.create({ monitor, run, allowance: 3, kept: null })
      assert.strictEqual(yield* monitors.count(id), 3)
    })
  )

  it.effect(
    "never stores more monitors than the allowance, however many callers create at once",
    () =>
      Effect.gen(function* () {
        const monitors = yield* MonitorStore
        const { id } = yield* freshOrganization()
        const now = yield* DateTime.now
        const made = Array.from({ length: 50 }, () => monitorOf(id, now))
        const exits = yield* Effect.forEach(
          made,
          (monitor) =>
            Effect.exit(monitors.create({ monitor, run: queuedRunOf(monitor, now), allowance: 7, kept: null })),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 7)
        assert.strictEqual(yield* monitors.count(id), 7)
        assert.strictEqual((yield* rowsOf(monitors.list(id, {}, { limit: 100, after: null }))).length, 7)
        const runs = yield* rowsOf((yield* RunStore).list(id, {}, { limit: 100, after: null }))
        assert.strictEqual(runs.length, 7)
      }),
    longTestMillis
  )
}

const tenancyTests = (it: StoresIt) => {
  it.effect("shows nothing of an organization to another", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const [owner, other] = [yield* freshOrganization(), yield* freshOrganization()]
      const { monitor } = yield* watchedMonitor(owner.id)
      assert.isTrue(Option.isSome(yield* monitors.baseline(owner.id, monitor.id)))
      assert.isTrue(Option.isNone(yield* monitors.get(other.id, monitor.id)))
      assert.isTrue(Option.isNone(yield* monitors.baseline(other.id, monitor.id)))
      assert.isAbove(yield* monitors.baselineBytes(owner.id, monitor.id), 0)
      assert.strictEqual(yield* monitors.baselineBytes(other.id, monitor.id), 0)
      assert.deepStrictEqual(yield* rowsOf(monitors.list(other.id, {}, { limit: 10, after: null })), [])
      assert.strictEqual(yield* monitors.count(other.id), 0)
      assert.isFalse(yield* monitors.remove(other.id, monitor.id, yield* DateTime.now))
      assertSame(Monitor, (yield* storedMonitor(monitor)).monitor, monitor)
    })
  )

  it.effect("finds nothing of an organization that has nothing", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = organizationOf()
      const unknown = monitorOf(id, yield* DateTime.now)
      assert.isTrue(Option.isNone(yield* monitors.get(id, unknown.id)))
      assert.isFalse(yield* monitors.remove(id, unknown.id, yield* DateTime.now))
      assert.strictEqual(yield* monitors.count(id), 0)
    })
  )
}

/** What `MonitorStore` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`MonitorStore (${name})`, (it) => {
    createTests(it)
    tenancyTests(it)
    monitorListTests(it)
    monitorChangeTests(it)
  })
