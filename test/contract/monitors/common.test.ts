/** What applies to every operation on monitors. */
import { assert, describe } from "@effect/vitest"
import ContextDev from "context.dev"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import { edit, invalid, notFound, page, prices, receiver, refuses, uuid, watch } from "./watch.ts"

const rows = rowsOf("every operation", [
  "Auth",
  "Rate bucket",
  "Weight",
  "Request cost",
  "Response extras",
  "Request usage tags",
  "Common errors",
  "Route order",
  "Unknown body keys",
  "Array query params",
  "Identifiers",
  "List order",
  "Bad/foreign cursor"
])

/** A monitor with a run and a change. */
interface Changed {
  readonly monitorId: string
  readonly runId: string
  readonly changeId: string
}

const changed = async (server: Server): Promise<Changed> => {
  const { id } = await watch(server, { webhook: { url: receiver } })
  const run = await edit(server, id, "Twelve euro")
  return { monitorId: id, runId: String(run.id), changeId: String(run.change_id) }
}

const nothing: Changed = { monitorId: "mon_none", runId: "run_none", changeId: "chg_none" }

/** Every operation, the two that the client has no method for as well. */
const operations = ({ changeId, monitorId, runId }: Changed) =>
  ({
    create: (client: ContextDev) => client.monitors.create(prices),
    list: (client: ContextDev) => client.monitors.list(),
    retrieve: (client: ContextDev) => client.monitors.retrieve(monitorId),
    update: (client: ContextDev) => client.monitors.update(monitorId, {}),
    limits: (client: ContextDev) => client.monitors.getLimits(),
    creditUsage: (client: ContextDev) => client.monitors.getCreditUsage(),
    run: (client: ContextDev) => client.monitors.run(monitorId),
    runs: (client: ContextDev) => client.monitors.listRuns(monitorId),
    oneRun: (client: ContextDev) => client.get<object>(`/monitors/${monitorId}/runs/${runId}`),
    rotate: (client: ContextDev) => client.post<object>(`/monitors/${monitorId}/webhook/rotate-secret`),
    allRuns: (client: ContextDev) => client.monitors.listAccountRuns(),
    changes: (client: ContextDev) => client.monitors.listChanges(monitorId),
    allChanges: (client: ContextDev) => client.monitors.listAccountChanges(),
    change: (client: ContextDev) => client.monitors.retrieveChange(changeId),
    delete: (client: ContextDev) => client.monitors.delete(monitorId)
  }) as const

const onMonitors = new Set(["retrieve", "update", "run", "runs", "oneRun", "rotate", "changes", "delete"])

describe("every operation on monitors", () => {
  rows.hold(["Auth"], "needs a known key", async (server) => {
    const made = await changed(server)
    const stranger = new ContextDev({ apiKey: "sk_unknown", baseURL: server.client.baseURL, maxRetries: 0 })
    for (const [name, ask] of Object.entries(operations(made))) {
      await refuses(ask(stranger), [401, "UNAUTHORIZED"], name)
    }
  })

  rows.hold(["Rate bucket", "Weight"], "draws one of a thousand a minute, of its own bucket", async (server) => {
    const made = await changed(server)
    await server.advance("1 minute")
    let left = 1_000
    for (const [name, ask] of Object.entries(operations(made))) {
      const asked: { asResponse: () => Promise<Response> } = ask(server.client)
      const { headers } = await asked.asResponse()
      left -= 1
      assert.strictEqual(headers.get("x-ratelimit-limit"), "1000", name)
      assert.strictEqual(headers.get("x-ratelimit-remaining"), String(left), name)
    }
    const scraped = await server.call("GET", `/web/scrape/html?url=${encodeURIComponent(page)}`)
    assert.notStrictEqual(scraped.headers.get("x-ratelimit-limit"), "1000", "ordinary calls do not")
    await server.advance("1 minute")
    await watch(server)
    const { headers } = await server.client.monitors.list().asResponse()
    assert.strictEqual(headers.get("x-ratelimit-remaining"), "998", "runs draw on nothing")
  })

  rows.hold(
    ["Rate bucket"],
    "is the same for all keys of an organization, and refuses what is over",
    async (server) => {
      const { client: other } = await server.callerWith(["monitors:read"])
      for (let asked = 0; asked < 1_000; asked += 50) {
        await Promise.all(Array.from({ length: 50 }, () => server.client.monitors.getLimits()))
      }
      await refuses(other.monitors.getLimits(), [429, "RATE_LIMITED"])
      const { client: stranger } = await server.stranger()
      assert.strictEqual((await stranger.monitors.getLimits()).monitors_used, 0)
      await server.advance("1 minute")
      assert.strictEqual((await other.monitors.getLimits()).monitors_used, 0)
    }
  )

  rows.hold(
    ["Request cost", "Response extras"],
    "costs nothing itself and tells the balance and its id",
    async (server) => {
      const made = await changed(server)
      for (const [name, ask] of Object.entries(operations(made))) {
        const asked: { withResponse: () => Promise<{ data: unknown; response: Response }> } = ask(server.client)
        const { data, response } = await asked.withResponse()
        const { key_metadata, request_id } = Object(data)
        assert.match(request_id, uuid, name)
        assert.strictEqual(request_id, response.headers.get("x-request-id"), name)
        assert.strictEqual(key_metadata.credits_consumed, 0, name)
        assert.isNumber(key_metadata.credits_remaining, name)
      }
    }
  )

  rows.hold(["Request usage tags"], "knows tags as labels of monitors alone", async (server) => {
    const monitor = await watch(server, { tags: ["shop"] })
    assert.deepStrictEqual(monitor.tags, ["shop"])
    await server.client.monitors.list({ tags: ["shop"] })
    const { data } = await server.client.logs.list({ path: "/v1/monitors" })
    assert.deepStrictEqual(
      data.map(({ tags }) => tags),
      [[], []]
    )
  })

  rows.hold(
    ["Common errors"],
    "answers 404 for what is unknown or another's, 403 without the scope",
    async (server) => {
      const made = await changed(server)
      const { client: stranger } = await server.stranger()
      const { client: narrow } = await server.callerWith(["logs:read"])
      for (const [name, ask] of Object.entries(operations(made))) {
        await refuses(ask(narrow), [403, "INSUFFICIENT_PERMISSIONS"], name)
        if (onMonitors.has(name) || name === "change") {
          await refuses(ask(stranger), notFound, `${name} of another`)
        }
      }
      for (const [name, ask] of Object.entries(operations(nothing))) {
        if (onMonitors.has(name) || name === "change") {
          await refuses(ask(server.client), notFound, name)
        }
      }
      await refuses(server.client.monitors.list({ limit: 0 }), invalid)
    }
  )

  rows.hold(["Route order"], "takes no word of its own for an id", async ({ call }) => {
    for (const word of ["limits", "credit-usage", "runs", "changes"]) {
      assert.strictEqual((await call("GET", `/monitors/${word}`)).status, 200, word)
    }
  })

  rows.hold(["Unknown body keys"], "refuses keys that nobody knows, except the secret of a webhook", async (server) => {
    const { call, client } = server
    const target = { ...prices.target, more: 1 }
    for (const body of [
      { ...prices, more: 1 },
      { ...prices, target },
      { ...prices, change_detection: { type: "exact", more: 1 } },
      { ...prices, schedule: { type: "interval", frequency: 1, unit: "days", more: 1 } },
      { ...prices, webhook: { url: receiver, more: 1 } }
    ]) {
      const { body: said, status } = await call("POST", "/monitors", body)
      assert.deepStrictEqual([status, said.error_code], [...invalid], JSON.stringify(body))
    }
    const { id, webhook } = await client.monitors.create({ ...prices, webhook: { url: receiver } })
    const sentBack = await client.monitors.update(id, {
      webhook: Object({ ...webhook, secret: "whsec_mine" })
    })
    assert.deepStrictEqual(sentBack.webhook, webhook)
  })

  rows.hold(
    ["Array query params"],
    "takes lists with commas and repeated, and none when it is empty",
    async (server) => {
      const { call, client } = server
      await client.monitors.create({ ...prices, tags: ["a"] })
      await client.monitors.create({ ...prices, tags: ["b"] })
      const count = async (query: string) => Object(await call("GET", `/monitors?${query}`)).body.data.length
      assert.deepStrictEqual(
        [await count("tags=a,b"), await count("tags=a&tags=b"), await count("tags="), await count("tags=c")],
        [2, 2, 2, 0]
      )
      assert.lengthOf((await client.monitors.list({ tags: ["a", "b"] })).data, 2)
      assert.lengthOf((await client.monitors.list({ tags: null })).data, 2)
    }
  )

  rows.hold(["Identifiers"], "names each kind by its beginning", async (server) => {
    const monitor = await watch(server, { webhook: { url: receiver } })
    const run = await edit(server, monitor.id, "Twelve euro")
    const [event] = await server.run(server.inbox.events)
    assert.match(monitor.id, /^mon_[0-9a-f]{32}$/)
    assert.match(String(run.id), /^run_[0-9a-f]{32}$/)
    assert.match(String(run.change_id), /^chg_[0-9a-f]{32}$/)
    assert.match(event?.id ?? "", /^evt_[0-9a-f]{32}$/)
  })

  rows.hold(["List order"], "lists the newest first, monitors, runs and changes alike", async (server) => {
    const { advance, client } = server
    const first = await watch(server, { name: "First" })
    await advance("1 second")
    const second = await client.monitors.create({ ...prices, name: "Second" })
    const third = await client.monitors.create({ ...prices, name: "Third" })
    await server.settle()
    const monitors = (await client.monitors.list()).data
    assert.strictEqual(monitors.at(-1)?.id, first.id)
    assert.deepStrictEqual(new Set(monitors.slice(0, 2).map(({ id }) => id)), new Set([second.id, third.id]))
    const one = await edit(server, first.id, "Twelve euro")
    const two = await edit(server, first.id, "Thirteen euro")
    const runs = (await client.monitors.listRuns(first.id)).data
    assert.deepStrictEqual(
      runs.map(({ id }) => id),
      [String(two.id), String(one.id), first.initial_run_id ?? ""]
    )
    const changes = (await client.monitors.listChanges(first.id)).data
    assert.deepStrictEqual(
      changes.map(({ id }) => id),
      [two.change_id, one.change_id].map(String)
    )
    const walked: Array<string> = []
    for (let cursor: string | null = ""; cursor !== null; ) {
      const part: ContextDev.MonitorListResponse = await client.monitors.list({ limit: 1, cursor })
      walked.push(...part.data.map(({ id }) => id))
      cursor = part.next_cursor
    }
    assert.deepStrictEqual(
      walked,
      monitors.map(({ id }) => id)
    )
  })

  rows.hold(["Bad/foreign cursor"], "refuses a cursor that it did not give", async (server) => {
    const { client } = server
    await watch(server)
    await client.monitors.create(prices)
    const { next_cursor } = await client.monitors.list({ limit: 1 })
    const cursor = next_cursor ?? ""
    const { client: stranger } = await server.stranger()
    await refuses(client.monitors.list({ cursor: "nonsense" }), invalid)
    await refuses(client.monitors.listAccountRuns({ cursor }), invalid)
    await refuses(stranger.monitors.list({ cursor }), invalid)
  })

  rows.complete()
})
