/** Making monitors. */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import { needs, prices, receiver, refuses, watch } from "./watch.ts"

const perCall = new Set(["request_id", "key_metadata"])

describe("POST /monitors", () => {
  const rows = rowsOf("3 create", [
    "scope and status",
    "name",
    "target",
    "change_detection",
    "schedule",
    "mode",
    "tags",
    "webhook",
    "(Monitor fields)",
    "initial_run_id",
    "errors"
  ])

  rows.hold(["scope and status"], "needs the right to write and answers 201", async (server) => {
    await needs(server, "monitors:write", (client) => client.monitors.create(prices))
    const { response } = await server.client.monitors.create(prices).withResponse()
    assert.strictEqual(response.status, 201)
  })

  rows.hold(
    ["name", "target", "change_detection", "schedule", "mode", "tags", "webhook"],
    "needs a name and a target alone",
    async ({ call }) => {
      for (const body of [{ name: "Prices" }, { target: prices.target }, {}, [], "x", null]) {
        assert.strictEqual((await call("POST", "/monitors", body)).status, 400, JSON.stringify(body))
      }
      assert.strictEqual((await call("POST", "/monitors", prices)).status, 201)
      const all = {
        ...prices,
        change_detection: { type: "exact" },
        schedule: { type: "interval", frequency: 6, unit: "hours" },
        mode: "web",
        tags: ["shop"],
        webhook: { url: receiver, events: ["change.detected"] }
      }
      const { body, status } = await call("POST", "/monitors", all)
      assert.strictEqual(status, 201)
      assert.deepInclude(body, { name: "Prices", mode: "web", tags: ["shop"], schedule: all.schedule })
      assert.deepInclude(Object(body.webhook), all.webhook)
      assert.isNull((await call("POST", "/monitors", { ...all, webhook: null })).body.webhook)
      assert.strictEqual((await call("POST", "/monitors", { ...all, mode: "app" })).status, 400)
    }
  )

  rows.hold(
    ["(Monitor fields)", "initial_run_id"],
    "answers the monitor with its secret and the run of its baseline",
    async (server) => {
      const created = await watch(server, { webhook: { url: receiver } })
      assert.match(created.webhook?.secret ?? "", /^whsec_/)
      const { initial_run_id: runId, key_metadata: _, request_id: __, ...monitor } = Object(created)
      const updated = Object(await server.client.monitors.update(created.id, {}))
      assert.sameMembers(
        Object.keys(monitor),
        [...Object.keys(updated), "baseline"].filter((key) => !perCall.has(key))
      )
      const [run] = (await server.client.monitors.listRuns(created.id)).data
      assert.strictEqual(run?.id, runId)
    }
  )

  rows.hold(["errors"], "refuses what is over the allowance, paused and failed monitors counted", async (server) => {
    const { client } = await server.stranger({ plan: "free" })
    const made = []
    for (let count = 0; count < 10; count++) made.push(await client.monitors.create(prices))
    await client.monitors.update(made[0]!.id, { status: "paused" })
    await server.settle()
    assert.lengthOf((await client.monitors.list({ status: "failed" })).data, 9)
    await refuses(client.monitors.create(prices), [403, "MONITOR_LIMIT_EXCEEDED"])
    await client.monitors.delete(made[0]!.id)
    await client.monitors.create(prices)
  })

  rows.complete()
})
