/** Editing monitors. */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import { invalid, needs, notFound, page, prices, receiver, refuses, watch } from "./watch.ts"

describe("PATCH /monitors/{monitor_id}", () => {
  const rows = rowsOf("3 update", [
    "name",
    "tags",
    "status",
    "target",
    "change_detection",
    "schedule",
    "webhook",
    "empty body",
    "target without change_detection",
    "equal target",
    "errors"
  ])

  rows.hold(["name", "tags", "status", "empty body"], "changes what is given and nothing else", async (server) => {
    const { client } = server
    const { id } = await watch(server, { tags: ["a"] })
    const before = await client.monitors.retrieve(id)
    await server.advance("1 minute")
    const same = Object(await client.monitors.update(id, {}))
    for (const field of ["name", "tags", "status", "target", "schedule", "next_run_at", "updated_at"] as const) {
      assert.deepStrictEqual(same[field], before[field], field)
    }
    const named = await client.monitors.update(id, { name: "Other" })
    assert.deepStrictEqual([named.name, named.tags], ["Other", ["a"]])
    const tagged = await client.monitors.update(id, { tags: ["b", "c", "b"] })
    assert.deepStrictEqual([tagged.name, tagged.tags], ["Other", ["b", "c"]])
    assert.deepStrictEqual((await client.monitors.update(id, { tags: [] })).tags, [])
    assert.strictEqual((await client.monitors.update(id, { status: "paused" })).status, "paused")
    assert.strictEqual((await client.monitors.update(id, { status: "active" })).status, "active")
  })

  rows.hold(
    ["target", "equal target", "target without change_detection"],
    "puts a target in the place of the other, and begins anew if it differs",
    async (server) => {
      const { client } = server
      const { id } = await watch(server, { target: { ...prices.target, exclude_selectors: [".ad"] } })
      const equal = { ...prices.target, exclude_selectors: [".ad"], normalize_whitespace: true }
      assert.notProperty(await client.monitors.update(id, { target: equal }), "baseline")
      assert.lengthOf((await client.monitors.listRuns(id)).data, 1)
      const replaced = await client.monitors.update(id, { target: { ...prices.target, url: `${page}?all` } })
      assert.isNull(replaced.baseline)
      assert.deepInclude(replaced.target, { url: `${page}?all`, exclude_selectors: [] })
      assert.deepStrictEqual(replaced.change_detection, { type: "exact" })
    }
  )

  rows.hold(["change_detection"], "resets nothing when the detection is the same", async (server) => {
    const { client } = server
    const { id } = await watch(server)
    assert.notProperty(await client.monitors.update(id, { change_detection: { type: "exact" } }), "baseline")
    assert.lengthOf((await client.monitors.listRuns(id)).data, 1)
  })

  rows.hold(
    ["change_detection"],
    "begins anew when it compares otherwise, be it only with another threshold",
    async (server) => {
      const { client } = server
      const { id } = await watch(server, { target: { ...prices.target, instructions: "price below $50" } })
      for (const [confidence_threshold, baseline] of [
        [0.75, undefined],
        [0.9, null],
        [0.9, undefined]
      ] as const) {
        const change_detection = { type: "semantic", confidence_threshold } as const
        assert.strictEqual((await client.monitors.update(id, { change_detection })).baseline, baseline)
      }
      assert.lengthOf((await client.monitors.listRuns(id)).data, 2)
    }
  )

  rows.hold(["schedule"], "reckons the next run from the last one", async (server) => {
    const { client } = server
    const { id } = await watch(server)
    const { last_run_at } = await client.monitors.retrieve(id)
    const schedule = { type: "interval", frequency: 2, unit: "hours" } as const
    const updated = await client.monitors.update(id, { schedule })
    assert.deepStrictEqual(updated.schedule, schedule)
    assert.strictEqual(Date.parse(updated.next_run_at ?? "") - Date.parse(last_run_at ?? ""), 7_200_000)
    await server.advance("3 hours")
    const longer = { type: "interval", frequency: 10, unit: "minutes" } as const
    const at = await server.now()
    await client.monitors.update(id, { status: "paused" })
    await server.advance("1 hour")
    const due = (await client.monitors.update(id, { status: "active", schedule: longer })).next_run_at ?? ""
    assert.isAtLeast(Date.parse(due), Date.parse(at) + 3_600_000, "never before now")
  })

  rows.hold(["webhook"], "replaces a webhook whole; another address gets another secret", async (server) => {
    const { client } = server
    const both = ["change.detected", "run.completed"] as const
    const { id, webhook } = await client.monitors.create({
      ...prices,
      webhook: { url: receiver, events: [...both], retry: {} }
    })
    const same = (await client.monitors.update(id, { webhook: { url: receiver } })).webhook
    assert.deepStrictEqual(same, { url: receiver, events: ["change.detected"], secret: webhook!.secret! })
    const moved = (await client.monitors.update(id, { webhook: { url: "https://other.example/" } })).webhook
    assert.notStrictEqual(moved?.secret, webhook?.secret)
    assert.isNull((await client.monitors.update(id, { webhook: null })).webhook)
    const again = (await client.monitors.update(id, { webhook: { url: receiver } })).webhook
    assert.match(again?.secret ?? "", /^whsec_/)
  })

  rows.hold(["errors", "status"], "refuses what no monitor may be", async (server) => {
    const { call, client } = server
    const { id } = await client.monitors.create(prices)
    for (const body of [
      { name: "" },
      { status: "failed" },
      { tags: [""] },
      { target: { type: "page", url: "x" } },
      { schedule: { type: "interval", frequency: 9, unit: "minutes" } },
      { webhook: { url: "x" } },
      { mode: "web", more: 1 },
      { target: null }
    ]) {
      const { body: said, status } = await call("PATCH", `/monitors/${id}`, body)
      assert.deepStrictEqual([status, said.error_code], [...invalid], JSON.stringify(body))
    }
    await refuses(client.monitors.update("mon_none", {}), notFound)
    await needs(server, "monitors:write", (caller) => caller.monitors.update(id, { name: "Other" }))
  })

  rows.complete()
})
