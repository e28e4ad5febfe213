import { assert, describe } from "@effect/vitest"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { DateTime, Effect } from "effect"
import {
  advance,
  assertRun,
  baselineOf,
  changesOf,
  iso,
  lastRun,
  monitorOf,
  pageOf,
  receiver,
  runsOf,
  scenario,
  show,
  update,
  watch
} from "../watching.ts"

const shop = `<p class="price">10 €</p><p class="ad">Buy</p>`

describe("changing a monitor", () => {
  scenario(
    "to another page starts a new baseline, and keeps its status",
    Effect.gen(function* () {
      yield* show(shop)
      const id = yield* watch()
      yield* ScriptedWeb.use((web) =>
        web.page("https://shop.example/other", { body: "<p>Coffee</p>", latency: "5 seconds" })
      )
      const { target } = yield* monitorOf(id)
      const { baselineReset, monitor } = yield* update(id, { target: { ...target, url: "https://shop.example/other" } })
      assert.isTrue(baselineReset)
      assert.isNull(monitor.baseline)
      assert.isNull(yield* baselineOf(id), "until the new capture completes")
      assert.strictEqual(monitor.status, "active")
      yield* advance("10 seconds")
      assertRun(yield* lastRun(id), { status: "completed", runType: "baseline", baselineCreated: true })
      assert.strictEqual(yield* baselineOf(id), "Coffee")
      yield* advance("3 hours")
      assert.deepStrictEqual(yield* changesOf(id), [])
    })
  )

  scenario(
    "to other selectors starts a new baseline",
    Effect.gen(function* () {
      yield* show(shop)
      const id = yield* watch()
      for (const selectors of [{ includeSelectors: [".price"] }, { excludeSelectors: [".ad"] }]) {
        const { target } = yield* monitorOf(id)
        assert.isTrue((yield* update(id, { target: { ...target, ...selectors } })).baselineReset)
        assert.strictEqual(yield* baselineOf(id), "10 €")
      }
      assert.strictEqual((yield* runsOf(id)).length, 3)
      assert.deepStrictEqual(yield* changesOf(id), [])
    })
  )

  scenario(
    "to another way to compare starts a new baseline, and so does another threshold alone",
    Effect.gen(function* () {
      yield* show(shop)
      const id = yield* watch({ goal: "price below 5 €" })
      const changes = [
        [{ type: "semantic", confidenceThreshold: 0.75 }, false],
        [{ type: "semantic", confidenceThreshold: 0.9 }, true],
        [{ type: "exact" }, true]
      ] as const
      for (const [changeDetection, isReset] of changes) {
        const { baselineReset, monitor } = yield* update(id, { changeDetection })
        assert.deepStrictEqual([baselineReset, monitor.baseline === null], [isReset, isReset])
        assert.strictEqual(yield* baselineOf(id), "10 €\nBuy")
      }
      assert.deepStrictEqual(
        (yield* runsOf(id)).map(({ runType }) => runType),
        ["baseline", "baseline", "baseline"]
      )
      assert.deepStrictEqual(yield* changesOf(id), [])
    })
  )

  scenario(
    "to an equal target resets nothing",
    Effect.gen(function* () {
      yield* show(shop)
      const id = yield* watch({ includeSelectors: [".price"] })
      const { changeDetection } = yield* monitorOf(id)
      const target = yield* pageOf(id)
      const { baselineReset } = yield* update(id, {
        target: { ...target, includeSelectors: [...target.includeSelectors] },
        changeDetection: { ...changeDetection }
      })
      assert.isFalse(baselineReset)
      assert.strictEqual(yield* baselineOf(id), "10 €")
      assert.strictEqual((yield* runsOf(id)).length, 1)
    })
  )

  scenario(
    "does not move its next run, unless its schedule changes",
    Effect.gen(function* () {
      yield* show(shop)
      const id = yield* watch()
      const { lastRunAt, nextRunAt } = yield* monitorOf(id)
      const target = yield* pageOf(id)
      yield* advance("10 minutes")
      yield* update(id, { name: "Renamed", tags: ["a"], target: { ...target, includeSelectors: ["p"] } })
      assert.strictEqual(iso((yield* monitorOf(id)).nextRunAt), iso(nextRunAt))
      const { monitor } = yield* update(id, { schedule: { type: "interval", frequency: 3, unit: "hours" } })
      const last = (yield* monitorOf(id)).lastRunAt!
      assert.notStrictEqual(iso(last), iso(lastRunAt))
      assert.strictEqual(iso(monitor.nextRunAt), iso(DateTime.add(last, { hours: 3 })))
    })
  )

  scenario(
    "to a shorter schedule runs at once when its time has passed",
    Effect.gen(function* () {
      yield* show(shop)
      const id = yield* watch({ schedule: { type: "interval", frequency: 1, unit: "days" } })
      yield* advance("5 hours")
      yield* update(id, { schedule: { type: "interval", frequency: 1, unit: "hours" } })
      assert.strictEqual((yield* runsOf(id)).length, 2)
      yield* advance("2 hours")
      assert.strictEqual((yield* runsOf(id)).length, 4)
    })
  )

  scenario(
    "with nothing in the patch changes nothing, not even when it was changed",
    Effect.gen(function* () {
      yield* show(shop)
      const id = yield* watch()
      const before = yield* monitorOf(id)
      yield* advance("10 minutes")
      assert.deepStrictEqual((yield* update(id, {})).monitor, before)
      assert.strictEqual(iso((yield* monitorOf(id)).updatedAt), iso(before.updatedAt))
    })
  )

  scenario(
    "is dated, and a run that only runs is not an edit",
    Effect.gen(function* () {
      yield* show(shop)
      const id = yield* watch()
      const { createdAt } = yield* monitorOf(id)
      yield* advance("3 hours")
      assert.strictEqual(iso((yield* monitorOf(id)).updatedAt), iso(createdAt))
      const at = yield* DateTime.now
      yield* update(id, { name: "Renamed" })
      assert.strictEqual(iso((yield* monitorOf(id)).updatedAt), iso(at))
    })
  )

  scenario(
    "is refused whole when a part cannot be taken",
    Effect.gen(function* () {
      yield* show(shop)
      const id = yield* watch()
      const before = yield* monitorOf(id)
      const refusals = [
        { name: "x", schedule: { type: "interval" as const, frequency: 1, unit: "minutes" as const } },
        { name: "x", target: { ...before.target, url: "ftp://shop.example/" } },
        { name: "x", target: { ...before.target, includeSelectors: ["<not css>"] } },
        { name: "x", webhook: { url: "file:///etc/passwd", events: ["change.detected" as const], retry: null } }
      ]
      const fields: Array<string> = []
      for (const patch of refusals) {
        const error = yield* Effect.flip(update(id, patch))
        assert.strictEqual(error._tag, "InvalidInput")
        if (error._tag === "InvalidInput") fields.push(error.field)
      }
      assert.deepStrictEqual(fields, ["schedule", "target.url", "target.include_selectors", "webhook.url"])
      assert.deepStrictEqual(yield* monitorOf(id), before)
    })
  )

  scenario(
    "while it runs supersedes that run, which writes no baseline, no change, no charge and tells nobody",
    Effect.gen(function* () {
      yield* show(shop)
      const id = yield* watch({ webhook: receiver })
      yield* show({ body: `<p class="price">12 €</p>`, latency: "10 seconds" })
      const { nextRunAt } = yield* monitorOf(id)
      const target = yield* pageOf(id)
      yield* advance(nextRunAt!.epochMilliseconds - (yield* DateTime.now).epochMilliseconds + 5_000)
      const [, running] = yield* runsOf(id)
      assertRun(running, { status: "running" })
      yield* update(id, { target: { ...target, includeSelectors: [".price"] } })
      yield* advance("1 minute")
      const runs = yield* runsOf(id)
      assertRun(
        runs.find((run) => run.id === running!.id),
        { status: "skipped", skipReason: "superseded", creditsCharged: 0, changeId: null, baselineCreated: false }
      )
      assertRun(runs.at(-1), { status: "completed", runType: "baseline", baselineCreated: true, creditsCharged: 1 })
      assert.strictEqual(yield* baselineOf(id), "12 €")
      assert.deepStrictEqual(yield* changesOf(id), [])
      const monitor = yield* monitorOf(id)
      assert.strictEqual(monitor.failuresInARow, 0)
      assert.isTrue(DateTime.isGreaterThan(monitor.nextRunAt!, yield* DateTime.now), "the slot is used up")
    })
  )

  scenario(
    "while it runs, without a reset, lets that run end as it would have",
    Effect.gen(function* () {
      yield* show(shop)
      const id = yield* watch()
      yield* show({ body: `<p class="price">12 €</p>`, latency: "10 seconds" })
      const { nextRunAt } = yield* monitorOf(id)
      yield* advance(nextRunAt!.epochMilliseconds - (yield* DateTime.now).epochMilliseconds + 5_000)
      yield* update(id, { name: "Renamed", tags: ["late"] })
      yield* advance("1 minute")
      const [change] = yield* changesOf(id)
      assert.match(change!.title, /^Renamed – /)
      assert.deepStrictEqual(change!.tags, ["late"])
      assert.strictEqual((yield* monitorOf(id)).name, "Renamed")
    })
  )
})

describe("removing a monitor", () => {
  scenario(
    "ends its runs and makes its own lists absent, but keeps its changes and what it cost",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const monitors = yield* Monitors
      yield* show(shop)
      const id = yield* watch()
      yield* show("<p>12 €</p>")
      yield* advance("2 hours")
      const [change] = yield* changesOf(id)
      yield* monitors.remove(organization.id, id)
      yield* advance("1 day")
      assert.strictEqual((yield* Effect.flip(runsOf(id)))._tag, "MonitorNotFound")
      assert.strictEqual((yield* Effect.flip(changesOf(id)))._tag, "MonitorNotFound")
      assert.strictEqual((yield* Effect.flip(monitors.remove(organization.id, id)))._tag, "MonitorNotFound")
      assert.strictEqual((yield* monitors.change(organization.id, change!.id)).id, change!.id)
      const feed = yield* monitors.changes(organization.id, {}, { limit: 10, cursor: undefined }, { ofMonitor: null })
      assert.strictEqual(feed.data.length, 1)
      const [spent] = yield* monitors.spend(organization.id, { since: null, until: null })
      assert.strictEqual(spent?.monitorId, id)
      assert.isNull(spent?.name)
      assert.strictEqual(spent?.runs, spent?.credits)
    })
  )

  scenario(
    "while it runs gives its credit back, and lets the run write nothing",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const monitors = yield* Monitors
      yield* show({ body: shop, latency: "10 seconds" })
      const id = yield* watch({ webhook: receiver })
      yield* advance("5 seconds")
      yield* monitors.remove(organization.id, id)
      yield* advance("1 minute")
      const { data } = yield* monitors.runs(organization.id, {}, { limit: 10, cursor: undefined })
      assertRun(data[0]!.run, { status: "skipped", creditsCharged: 0, baselineCreated: false })
      assert.deepStrictEqual(data[0]!.deliveries, [])
    })
  )

  scenario(
    "of another organization is impossible, like reading it",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const monitors = yield* Monitors
      yield* show(shop)
      const id = yield* watch()
      const stranger = { ...organization, id: "org_stranger" as typeof organization.id }
      const attempts = [
        monitors.get(stranger.id, id),
        monitors.remove(stranger.id, id),
        monitors.runNow(stranger.id, id),
        monitors.rotateSecret(stranger.id, id),
        monitors.update(stranger, id, { name: "mine" }),
        monitors.runs(stranger.id, { monitorId: id }, { limit: 10, cursor: undefined }),
        monitors.changes(stranger.id, {}, { limit: 10, cursor: undefined }, { ofMonitor: id })
      ]
      for (const attempt of attempts) {
        const error = yield* Effect.flip(attempt as Effect.Effect<unknown, { readonly _tag: string }>)
        assert.strictEqual(error._tag, "MonitorNotFound")
      }
      assert.strictEqual((yield* monitorOf(id)).status, "active")
    })
  )
})
