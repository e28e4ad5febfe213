/** What failures and skips make of a monitor. */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import { hourly, page, prices, receiver, runNow, runsOf, saying, watch } from "./watch.ts"

describe("runs that fail or are skipped", () => {
  const rows = rowsOf("2, failures", [
    "Enter `failed`",
    "Leave `failed`",
    "Auto-pause (first capture)",
    "Auto-pause (established)",
    "Auto-pause (credits)",
    "Resume",
    "Failed baseline",
    "Resume a `failed` monitor",
    "Skips",
    "Failed runs"
  ])

  rows.hold(
    ["Enter `failed`", "Leave `failed`"],
    "make a monitor failed and active again, on its schedule",
    async (server) => {
      const { advance, client, mend, outage } = server
      const { id } = await watch(server, { schedule: hourly })
      await outage(page)
      await advance("65 minutes")
      const failed = await client.monitors.retrieve(id)
      assert.strictEqual(failed.status, "failed")
      assert.isString(failed.next_run_at)
      await mend(page)
      await advance("65 minutes")
      assert.deepInclude(await client.monitors.retrieve(id), { status: "active", last_error: null } as object)
    }
  )

  rows.hold(
    ["Auto-pause (first capture)", "Failed baseline"],
    "pause after three baselines that failed",
    async (server) => {
      const { advance, client, outage } = server
      await server.show(page, saying("Ten euro"))
      await outage(page)
      const { id } = await client.monitors.create({ ...prices, schedule: hourly })
      await advance("65 minutes")
      assert.propertyVal(await client.monitors.retrieve(id), "status", "failed")
      await advance("10 hours")
      assert.deepInclude(await client.monitors.retrieve(id), { status: "paused", next_run_at: null } as object)
      const runs = await runsOf(server, id)
      assert.deepStrictEqual(
        runs.map(({ run_type, status }) => `${run_type} ${status}`),
        Array(3).fill("baseline failed")
      )
    }
  )

  rows.hold(["Auto-pause (established)"], "pause after ten failures in a row, and not after nine", async (server) => {
    const { client, mend, outage } = server
    const { id } = await watch(server)
    const statusAfter = async (failures: number) => {
      await outage(page)
      for (let failed = 0; failed < failures; failed++) await runNow(server, id)
      return (await client.monitors.retrieve(id)).status
    }
    assert.strictEqual(await statusAfter(9), "failed")
    await mend(page)
    await runNow(server, id)
    assert.strictEqual(await statusAfter(9), "failed", "a success begins the count anew")
    assert.strictEqual(await statusAfter(1), "paused")
  })

  rows.hold(
    ["Auto-pause (credits)", "Skips"],
    "pause after ten skips for want of credits, which cost and tell nothing",
    async (server) => {
      const { advance, client, inbox, run } = server
      const { id } = await watch(server, { schedule: hourly, webhook: { url: receiver, events: ["run.completed"] } })
      await advance("9 hours")
      assert.strictEqual((await client.monitors.retrieve(id)).status, "active")
      await advance("5 hours")
      assert.deepInclude(await client.monitors.retrieve(id), { status: "paused", next_run_at: null } as object)
      const skipped = (await client.monitors.listRuns(id, { status: "skipped" })).data
      assert.lengthOf(skipped, 10)
      for (const { credits_charged, skip_reason } of skipped) {
        assert.deepStrictEqual([skip_reason, credits_charged], ["insufficient_credits", 0])
      }
      assert.lengthOf(await run(inbox.events), 1)
      assert.strictEqual((await client.monitors.getCreditUsage()).total_credits, 1)
    },
    { credits: 1 }
  )

  rows.hold(
    ["Resume"],
    "go on when the monitor is resumed: an interval after the last run, at once if that is over",
    async (server) => {
      const { advance, client, now } = server
      const { id } = await watch(server, { schedule: hourly })
      const ranAt = Date.parse((await client.monitors.retrieve(id)).last_run_at ?? "")
      await client.monitors.update(id, { status: "paused" })
      await advance("10 minutes")
      const soon = await client.monitors.update(id, { status: "active" })
      assert.strictEqual(Date.parse(soon.next_run_at ?? ""), ranAt + 3_600_000)
      await client.monitors.update(id, { status: "paused" })
      await advance("5 hours")
      assert.lengthOf(await runsOf(server, id), 1)
      const at = await now()
      const late = await client.monitors.update(id, { status: "active" })
      assert.deepStrictEqual([late.status, late.next_run_at], ["active", at])
    }
  )

  rows.hold(["Resume"], "count failures from the beginning when it is resumed", async (server) => {
    const { client, outage } = server
    const { id } = await watch(server)
    await outage(page)
    for (let failed = 0; failed < 10; failed++) await runNow(server, id)
    assert.strictEqual((await client.monitors.retrieve(id)).status, "paused")
    await client.monitors.update(id, { status: "active" })
    await runNow(server, id)
    assert.strictEqual((await client.monitors.retrieve(id)).status, "failed")
  })

  rows.hold(
    ["Resume a `failed` monitor"],
    "keep the error of a failed monitor that is set active until one succeeds",
    async (server) => {
      const { client, mend, outage } = server
      const { id } = await watch(server)
      await outage(page)
      await runNow(server, id)
      const resumed = await client.monitors.update(id, { status: "active" })
      assert.strictEqual(resumed.status, "active")
      assert.propertyVal(resumed.last_error, "code", "fetch_failed")
      await mend(page)
      await runNow(server, id)
      assert.isNull((await client.monitors.retrieve(id)).last_error)
    }
  )

  rows.hold(["Failed runs"], "cost nothing and tell nothing when they fail", async (server) => {
    const { client, inbox, outage, run } = server
    const { id } = await watch(server, { webhook: { url: receiver, events: ["change.detected", "run.completed"] } })
    const told = (await run(inbox.events)).length
    await outage(page)
    const failed = await runNow(server, id)
    assert.deepInclude(failed, { status: "failed", credits_charged: 0 })
    assert.lengthOf(await run(inbox.events), told)
    assert.strictEqual((await client.monitors.getCreditUsage()).total_credits, 1)
  })

  rows.complete()
})
