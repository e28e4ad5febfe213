/** Where runs begin, and begin anew. */
import { assert, describe } from "@effect/vitest"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Duration } from "effect"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import { hourly, page, prices, receiver, runNow, runsOf, saying, watch } from "./watch.ts"

const other = { ...prices.target, include_selectors: ["p"] }

/** Executes what is due where no loop does. */
const runDue = ({ run }: Server) =>
  run(Monitors.use((monitors) => monitors.runDue({ limit: 10, concurrency: 1, lease: Duration.minutes(1) })))

describe("baselines", () => {
  const rows = rowsOf("2, baselines", [
    "First run",
    "Reset",
    "Selector edit",
    "Empty filtered result",
    "Reset while paused",
    "Baseline run events"
  ])

  rows.hold(
    ["First run"],
    "begin with a baseline, queued as the monitor is created",
    async (server) => {
      const { initial_run_id, id } = await server.client.monitors.create(prices)
      const [run] = await runsOf(server, id)
      assert.deepInclude(run, { id: initial_run_id ?? "", run_type: "baseline", status: "queued" } as object)
    },
    { loops: false }
  )

  rows.hold(
    ["Reset", "Selector edit"],
    "begin anew with another target or other selectors, and its status stays",
    async (server) => {
      const { client } = server
      const { id } = await watch(server)
      for (const target of [other, { ...other, exclude_selectors: [".ad"] }, { ...other, url: `${page}?all` }]) {
        const before = (await runsOf(server, id)).length
        await server.show(target.url, saying("Another price"))
        const updated = await client.monitors.update(id, { target })
        assert.deepInclude(updated, { status: "active", baseline: null } as object)
        await server.settle()
        const runs = await runsOf(server, id)
        assert.lengthOf(runs, before + 1)
        assert.deepInclude(runs[0], { run_type: "baseline", baseline_created: true, change_detected: false } as object)
      }
      assert.lengthOf((await client.monitors.listChanges(id)).data, 0)
    }
  )

  rows.hold(
    ["Empty filtered result"],
    "fail where the selectors find nothing, and keep the baseline",
    async (server) => {
      const { client, show } = server
      const { id } = await watch(server, { target: other })
      await show(page, "<!doctype html><main><h1>Sold</h1></main>")
      assert.propertyVal(await runNow(server, id), "status", "failed")
      const { baseline, last_error } = await client.monitors.retrieve(id)
      assert.propertyVal(baseline, "text", "Ten euro")
      assert.propertyVal(last_error, "code", "empty_content")
    }
  )

  rows.hold(
    ["Reset while paused"],
    "capture a new baseline of a paused monitor, and nothing after it",
    async (server) => {
      const { advance, client } = server
      const { id } = await watch(server, { schedule: hourly })
      await client.monitors.update(id, { status: "paused" })
      await client.monitors.update(id, { target: other })
      await advance("5 hours")
      const { baseline, status } = await client.monitors.retrieve(id)
      assert.strictEqual(status, "paused")
      assert.propertyVal(baseline, "text", "Ten euro")
      assert.lengthOf(await runsOf(server, id), 2)
    }
  )

  rows.hold(
    ["Reset while paused"],
    "are skipped where the pause finds them queued",
    async (server) => {
      const { client } = server
      await server.show(page, saying("Ten euro"))
      const { id } = await client.monitors.create(prices)
      await runDue(server)
      const { run_id } = await client.monitors.run(id)
      await client.monitors.update(id, { status: "paused" })
      const [run] = await runsOf(server, id)
      assert.deepInclude(run, {
        id: run_id,
        status: "skipped",
        skip_reason: "monitor_paused",
        credits_charged: 0
      } as object)
    },
    { loops: false }
  )

  rows.hold(["Baseline run events"], "tell that a baseline completed, and never a change with it", async (server) => {
    const { id } = await watch(server, { webhook: { url: receiver, events: ["change.detected", "run.completed"] } })
    await server.show(page, saying("Twelve euro"))
    await server.client.monitors.update(id, { target: other })
    await server.settle()
    const told = await server.run(server.inbox.events)
    assert.deepStrictEqual(
      told.map(({ event }) => event),
      ["run.completed", "run.completed"]
    )
    for (const { data } of told) {
      assert.deepInclude(Object(data).run, { run_type: "baseline", baseline_created: true })
    }
  })

  rows.complete()
})
