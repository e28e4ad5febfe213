/** What is done with a monitor: its removal, a run at once, another secret. */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import { edit, needs, notFound, prices, receiver, refuses, runNow, watch } from "./watch.ts"

describe("DELETE /monitors/{monitor_id}", () => {
  const rows = rowsOf("3 delete", ["delete"])

  rows.hold(["delete"], "removes it once", async (server) => {
    const { client } = server
    const { id } = await client.monitors.create(prices)
    const removed = Object(await client.monitors.delete(id))
    assert.hasAllKeys(removed, ["id", "deleted", "request_id", "key_metadata"])
    assert.deepStrictEqual([removed.id, removed.deleted], [id, true])
    await refuses(client.monitors.delete(id), notFound)
    await refuses(client.monitors.retrieve(id), notFound)
    await needs(server, "monitors:write", async (caller) => {
      const made = await client.monitors.create(prices)
      await caller.monitors.delete(made.id)
    })
  })

  rows.complete()
})

describe("POST /monitors/{monitor_id}/run", () => {
  const rows = rowsOf("3 run", ["monitor_id", "run_id", "queued", "body", "errors", "credits", "next_run_at"])

  rows.hold(["monitor_id", "run_id", "queued", "body"], "queues a run, with a body or without", async (server) => {
    const { client } = server
    const { id } = await watch(server)
    const { data, response } = await client.monitors.run(id).withResponse()
    assert.hasAllKeys(data, ["monitor_id", "run_id", "queued", "request_id", "key_metadata"])
    assert.deepStrictEqual([response.status, data.monitor_id, data.queued], [202, id, true])
    const empty = await server.call("POST", `/monitors/${id}/run`, {})
    assert.strictEqual(empty.status, 202)
    await server.settle()
    assert.include(
      (await client.monitors.listRuns(id)).data.map((run) => run.id),
      data.run_id
    )
  })

  rows.hold(["errors"], "refuses a paused monitor, and one that is not there", async (server) => {
    const { client } = server
    const { id } = await client.monitors.create(prices)
    await needs(server, "monitors:write", (caller) => caller.monitors.run(id))
    await client.monitors.update(id, { status: "paused" })
    await refuses(client.monitors.run(id), [409, "MONITOR_PAUSED"])
    await refuses(client.monitors.run("mon_none"), notFound)
  })

  rows.hold(
    ["credits"],
    "asks for no credits itself: the run is skipped",
    async (server) => {
      const { id } = await watch(server)
      assert.propertyVal(await runNow(server, id), "skip_reason", "insufficient_credits")
    },
    { credits: 1 }
  )

  rows.hold(["next_run_at"], "leaves the schedule as it is", async (server) => {
    const { id } = await watch(server)
    const { next_run_at } = await server.client.monitors.retrieve(id)
    await server.advance("1 hour")
    await edit(server, id, "Twelve euro")
    assert.strictEqual((await server.client.monitors.retrieve(id)).next_run_at, next_run_at)
  })

  rows.complete()
})

describe("POST /monitors/{monitor_id}/webhook/rotate-secret", () => {
  const rows = rowsOf("3 rotate-secret", ["Effect", "Body", "200 body", "No webhook", "Pending deliveries"])

  rows.hold(
    ["Effect", "Body", "200 body", "Pending deliveries"],
    "signs with a new secret at once, what was waiting as well",
    async (server) => {
      const { client, inbox, run } = server
      await run(inbox.answer(500))
      const { id, webhook } = await watch(server, {
        webhook: { url: receiver, events: ["run.completed"], retry: { delays_seconds: [3_600] } }
      })
      const { body, status } = await server.call("POST", `/monitors/${id}/webhook/rotate-secret`)
      const secret = Object(body.webhook).secret
      assert.strictEqual(status, 200)
      assert.match(secret, /^whsec_/)
      assert.notStrictEqual(secret, webhook?.secret)
      const retrieved = Object(await client.monitors.retrieve(id))
      assert.sameMembers(Object.keys(body), Object.keys(await client.monitors.update(id, {})))
      assert.strictEqual(retrieved.webhook.secret, secret)
      await run(inbox.answer(200))
      await run(inbox.trust(receiver, secret))
      await server.advance("2 hours")
      const told = await run(inbox.events)
      assert.deepStrictEqual(
        told.map(({ event, verified }) => [event, verified]),
        [["run.completed", true]]
      )
      await needs(server, "monitors:write", (caller) => caller.post(`/monitors/${id}/webhook/rotate-secret`))
    }
  )

  rows.hold(["No webhook"], "has nothing to do without one", async ({ client, call }) => {
    const { id } = await client.monitors.create(prices)
    const { body, status } = await call("POST", `/monitors/${id}/webhook/rotate-secret`)
    assert.deepStrictEqual([status, body.error_code], [409, "MONITOR_NO_WEBHOOK"])
  })

  rows.complete()
})
