/** Whom a monitor tells, and how it stands with that. */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import { edit, invalid, prices, receiver, runNow, timestamp, watch } from "./watch.ts"

describe("a webhook", () => {
  const rows = rowsOf("1.5", ["url", "events", "retry", "secret"])

  const attempt = async ({ call }: Server, webhook: unknown) => {
    const { body, status } = await call("POST", "/monitors", { ...prices, webhook })
    return { status, code: body.error_code, webhook: Object(body.webhook) }
  }

  // That addresses inside are refused as they are written is held by packages/http/test/publicClient.test.ts: the scripted web
  // lets every address be named.
  rows.hold(["url"], "is a public address of the web, looked at again before each event", async (server) => {
    for (const url of ["http://receiver.example/", receiver]) {
      assert.strictEqual((await attempt(server, { url })).webhook.url, url)
    }
    for (const url of [undefined, "", "receiver.example", "ftp://receiver.example/"]) {
      const { code, status } = await attempt(server, { url })
      assert.deepStrictEqual([status, code], [...invalid], String(url))
    }
    const { id } = await watch(server, { webhook: { url: receiver, events: ["run.completed"] } })
    await server.run(server.inbox.forbid("receiver.example"))
    await runNow(server, id)
    assert.strictEqual((await server.client.monitors.retrieve(id)).webhook_failure?.last_status, "skipped_unsafe_url")
  })

  rows.hold(["events"], "names one or two different events, changes alone unless it says so", async (server) => {
    const { call } = server
    assert.deepStrictEqual((await attempt(server, { url: receiver })).webhook.events, ["change.detected"])
    for (const events of [["run.completed"], ["change.detected", "run.completed"]]) {
      assert.deepStrictEqual((await attempt(server, { url: receiver, events })).webhook.events, events)
    }
    for (const events of [[], ["run.completed", "run.completed"], ["batch.completed"], "run.completed"]) {
      assert.strictEqual((await attempt(server, { url: receiver, events })).status, 400, JSON.stringify(events))
    }
    const { data } = await server.client.monitors.list({ limit: 100 })
    for (const { id } of data) await call("DELETE", `/monitors/${id}`)
    const told = async (events: ReadonlyArray<"change.detected" | "run.completed">) => {
      const before = (await server.run(server.inbox.events)).length
      const { id } = await watch(server, { webhook: { url: receiver, events: [...events] } })
      await edit(server, id, `Euro for ${events.join()}`)
      await server.client.monitors.delete(id)
      return (await server.run(server.inbox.events))
        .slice(before)
        .map(({ event }) => event)
        .toSorted()
    }
    assert.deepStrictEqual(await told(["change.detected"]), ["change.detected"])
    assert.deepStrictEqual(await told(["run.completed"]), ["run.completed", "run.completed"])
  })

  rows.hold(["retry"], "has a plan of at most three days, the usual one, or none", async (server) => {
    const delays = async (retry: unknown) => {
      const { status, webhook } = await attempt(server, { url: receiver, retry })
      return status === 201 ? webhook.retry?.delays_seconds : status
    }
    assert.deepStrictEqual(await delays({ delays_seconds: [1, 259_199] }), [1, 259_199])
    assert.deepStrictEqual(await delays({ delays_seconds: [] }), [])
    assert.deepStrictEqual(await delays({}), [60, 300, 1_800, 7_200, 28_800, 86_400])
    for (const delays_seconds of [[259_201], [200_000, 60_000], [0], [1.5], ["60"]]) {
      assert.strictEqual(await delays({ delays_seconds }), 400, JSON.stringify(delays_seconds))
    }
    await server.run(server.inbox.answer(500))
    await watch(server, { webhook: { url: receiver, events: ["run.completed"], retry: { delays_seconds: [] } } })
    const once = (await server.run(server.inbox.requests)).length
    await server.advance("12 hours")
    assert.deepStrictEqual([once, (await server.run(server.inbox.requests)).length], [1, 1])
  })

  rows.hold(["secret"], "is ours to choose, and shown to keys that may write", async (server) => {
    const { client } = server
    const given = Object({ url: receiver, secret: "whsec_mine" })
    const created = await client.monitors.create({ ...prices, webhook: given })
    const secret = created.webhook?.secret ?? ""
    assert.match(secret, /^whsec_/)
    assert.notStrictEqual(secret, "whsec_mine")
    const reader = await server.callerWith(["monitors:read"])
    const writer = await server.callerWith(["monitors:read", "monitors:write"])
    for (const [caller, shown] of [
      [reader, undefined],
      [writer, secret],
      [server, secret]
    ] as const) {
      assert.strictEqual((await caller.client.monitors.retrieve(created.id)).webhook?.secret, shown)
      assert.strictEqual((await caller.client.monitors.list()).data[0]?.webhook?.secret, shown)
    }
    const hidden = (await reader.client.monitors.retrieve(created.id)).webhook
    assert.notProperty(hidden, "secret")
  })

  rows.complete()
})

describe("a failure of a webhook", () => {
  const rows = rowsOf("1.6", ["consecutive_failures", "last_status", "last_message", "last_failed_at"])

  const failing = async (server: Server) => {
    const { id } = await watch(server, {
      webhook: { url: receiver, events: ["run.completed"], retry: { delays_seconds: [60] } }
    })
    return { id, failure: async () => (await server.client.monitors.retrieve(id)).webhook_failure ?? null }
  }

  rows.hold(
    ["consecutive_failures", "last_status", "last_message", "last_failed_at"],
    "counts attempts that failed in a row, until one is delivered",
    async (server) => {
      const { advance, inbox, run } = server
      await run(inbox.answer(503))
      const startedAt = await server.now()
      const { failure, id } = await failing(server)
      const first = await failure()
      assert.hasAllKeys(first, ["consecutive_failures", "last_status", "last_message", "last_failed_at"])
      assert.deepInclude(first, { consecutive_failures: 1, last_status: "rejected" })
      assert.isAbove(first?.last_message.length ?? 0, 0)
      assert.match(first?.last_failed_at ?? "", timestamp)
      assert.isAtLeast(Date.parse(first?.last_failed_at ?? ""), Date.parse(startedAt))
      await run(inbox.down())
      await advance("2 minutes")
      assert.deepInclude(await failure(), { consecutive_failures: 2, last_status: "failed" })
      await run(inbox.down({ lasting: 0 }))
      await run(inbox.answer(200))
      await runNow(server, id)
      assert.isNull(await failure())
    }
  )

  rows.hold(["last_status"], "is cleared by another address, and with the webhook", async (server) => {
    const { client, inbox, run } = server
    await run(inbox.answer(500))
    const { failure, id } = await failing(server)
    assert.isNotNull(await failure())
    await client.monitors.update(id, { webhook: { url: receiver } })
    assert.isNotNull(await failure(), "the same address")
    const moved = await client.monitors.update(id, { webhook: { url: "https://other.example/" } })
    assert.isNull(moved.webhook_failure)
    await client.monitors.update(id, { webhook: { url: receiver, events: ["run.completed"] } })
    await runNow(server, id)
    assert.isNotNull(await failure())
    const removed = await client.monitors.update(id, { webhook: null })
    assert.deepStrictEqual([removed.webhook, removed.webhook_failure], [null, null])
  })

  rows.complete()
})
