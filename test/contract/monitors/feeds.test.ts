/** Operations that read what monitors did: limits, usage, runs and changes. */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import { edit, invalid, notFound, prices, refuses, runNow, uuid, watch } from "./watch.ts"

const ids = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id)

/** A key needs the right to read monitors, and no other. */
const isForReaders = async (server: Server, path: string) => {
  const other = await server.callerWith(["logs:read"])
  const reader = await server.callerWith(["monitors:read"])
  const refused = await other.call("GET", path)
  assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "INSUFFICIENT_PERMISSIONS"], path)
  assert.strictEqual((await reader.call("GET", path)).status, 200, path)
}

describe("GET /monitors/limits", () => {
  const rows = rowsOf("3 limits", [
    "monitors_used",
    "monitors_limit",
    "plan",
    "request_id",
    "key_metadata",
    "headers",
    "defaults"
  ])

  rows.hold(
    ["monitors_used", "monitors_limit", "plan", "request_id", "key_metadata", "headers"],
    "tells how many there are and may be, and nothing else",
    async (server) => {
      await watch(server)
      const { data, response } = await server.client.monitors.getLimits().withResponse()
      assert.hasAllKeys(data, ["monitors_used", "monitors_limit", "plan", "request_id", "key_metadata"])
      assert.deepStrictEqual([data.monitors_used, data.monitors_limit, data.plan], [1, 10_000, "scale"])
      assert.match(Object(data).request_id, uuid)
      // `mode` is there where requests under way are counted, and nowhere else (contract/auth-errors-limits.md §5).
      for (const header of ["limit", "remaining", "reset"]) {
        assert.isString(response.headers.get(`x-ratelimit-${header}`), header)
      }
      await isForReaders(server, "/monitors/limits")
    }
  )

  rows.hold(["defaults", "plan"], "depends on the plan", async (server) => {
    for (const [plan, tier, limit] of [
      ["free", "free", 10],
      ["developer", "starter", 100],
      ["pro", "pro", 1_000],
      ["scale", "scale", 10_000]
    ] as const) {
      const { client } = await server.stranger({ plan })
      const limits = await client.monitors.getLimits()
      assert.deepStrictEqual([limits.plan as string, limits.monitors_limit], [tier, limit])
    }
  })

  rows.complete()
})

describe("GET /monitors/credit-usage", () => {
  const rows = rowsOf("3 credit-usage", [
    "since",
    "until",
    "data[].monitor_id",
    "data[].name",
    "data[].credits",
    "data[].runs",
    "total_credits",
    "order"
  ])

  rows.hold(
    ["data[].monitor_id", "data[].name", "data[].credits", "data[].runs", "total_credits", "order"],
    "has what was charged for each monitor, the one charged last first",
    async (server) => {
      const { advance, client } = server
      const first = await watch(server, { name: "First" })
      await advance("1 minute")
      const second = await watch(server, { name: "Second" })
      await advance("1 minute")
      await runNow(server, second.id)
      await advance("1 minute")
      await runNow(server, first.id)
      const idle = await client.monitors.create({ ...prices, target: { type: "page", url: "https://gone.example/" } })
      await server.settle()
      assert.strictEqual((await client.monitors.retrieve(idle.id)).status, "failed")
      const usage = await client.monitors.getCreditUsage()
      assert.deepStrictEqual(usage.data, [
        { monitor_id: first.id, name: "First", credits: 2, runs: 2 },
        { monitor_id: second.id, name: "Second", credits: 2, runs: 2 }
      ])
      assert.strictEqual(usage.total_credits, 4)
      await client.monitors.delete(second.id)
      assert.strictEqual((await client.monitors.getCreditUsage()).data[1]?.name, second.id)
      await isForReaders(server, "/monitors/credit-usage")
    }
  )

  rows.hold(["since", "until"], "counts from a moment on, and up to one", async (server) => {
    const { advance, client, now } = server
    const since = await now()
    const { id } = await watch(server)
    await advance("1 hour")
    const until = await now()
    await runNow(server, id)
    const total = async (query: { since?: string; until?: string }) =>
      (await client.monitors.getCreditUsage(query)).total_credits
    assert.deepStrictEqual(
      [await total({ since }), await total({ until }), await total({ since: until }), await total({ until: since })],
      [2, 1, 1, 0]
    )
    await refuses(client.monitors.getCreditUsage({ since: "yesterday" }), invalid)
  })

  rows.complete()
})

describe("GET /monitors/{monitor_id}/runs and /monitors/runs", () => {
  const rows = rowsOf("3 runs", ["status", "limit", "cursor", "response", "one run"])

  /** A monitor with a baseline, a failed run and three quiet ones; another with its baseline. */
  const populate = async (server: Server) => {
    const { id } = await watch(server)
    const other = await watch(server, { name: "Other" })
    await server.outage(prices.target.url)
    await runNow(server, id)
    await server.mend(prices.target.url)
    for (let runs = 0; runs < 3; runs++) await runNow(server, id)
    return { id, otherId: other.id }
  }

  rows.hold(["status", "limit", "cursor", "response"], "comes in pages, of one monitor and of all", async (server) => {
    const { client } = server
    const { id } = await populate(server)
    const mine = await client.monitors.listRuns(id)
    const all = await client.monitors.listAccountRuns()
    assert.deepStrictEqual([mine.data.length, all.data.length], [5, 6])
    assert.deepStrictEqual([mine.has_more, mine.next_cursor], [false, null])
    assert.match(Object(mine).request_id, uuid)
    assert.includeMembers(ids(all.data), ids(mine.data))
    for (const [status, count] of [
      ["completed", 4],
      ["failed", 1],
      ["queued", 0],
      ["running", 0],
      ["skipped", 0]
    ] as const) {
      assert.lengthOf((await client.monitors.listRuns(id, { status })).data, count, status)
    }
    const first = await client.monitors.listRuns(id, { limit: 3 })
    assert.isTrue(first.has_more)
    const rest = await client.monitors.listRuns(id, { limit: 3, cursor: first.next_cursor! })
    assert.deepStrictEqual(ids([...first.data, ...rest.data]), ids(mine.data))
    const some = await client.monitors.listAccountRuns({ limit: 4 })
    const others = await client.monitors.listAccountRuns({ limit: 4, cursor: some.next_cursor! })
    assert.deepStrictEqual(ids([...some.data, ...others.data]), ids(all.data))
    for (const limit of [0, 101]) await refuses(client.monitors.listRuns(id, { limit }), invalid)
    await isForReaders(server, `/monitors/${id}/runs`)
    await isForReaders(server, "/monitors/runs")
    const { client: stranger } = await server.stranger()
    assert.deepStrictEqual((await stranger.monitors.listAccountRuns()).data, [])
  })

  rows.hold(["one run"], "has each run at its own address, under its own monitor", async (server) => {
    const { call } = server
    const { id, otherId } = await populate(server)
    const [run] = (await server.client.monitors.listRuns(id)).data
    const { body, status } = await call("GET", `/monitors/${id}/runs/${run!.id}`)
    const { key_metadata, request_id, trace, ...told } = body
    assert.deepStrictEqual([status, told], [200, { ...run }])
    assert.match(String(request_id), uuid)
    assert.isNotNull(key_metadata)
    assert.isNotEmpty(trace)
    for (const path of [`/monitors/${otherId}/runs/${run!.id}`, `/monitors/${id}/runs/run_none`]) {
      const { body: said, status: refused } = await call("GET", path)
      assert.deepStrictEqual([refused, said.error_code], [...notFound], path)
    }
    await isForReaders(server, `/monitors/${id}/runs/${run!.id}`)
  })

  rows.complete()
})

describe("GET /monitors/{monitor_id}/changes, /monitors/changes and /monitors/changes/{change_id}", () => {
  const rows = rowsOf("3 changes", [
    "tag",
    "since",
    "until",
    "limit",
    "cursor",
    "monitor_id",
    "target_type",
    "change_detection_type",
    "one change"
  ])

  /** A monitor with two changes an hour apart, and another with one. */
  const populate = async (server: Server) => {
    const { id } = await watch(server, { tags: ["shop"] })
    await edit(server, id, "Twelve euro")
    await server.advance("1 hour")
    const other = await watch(server, { name: "Other", tags: ["else"] })
    await server.advance("1 hour")
    const at = await server.now()
    await edit(server, id, "Thirteen euro")
    await runNow(server, other.id)
    return { id, otherId: other.id, at }
  }

  rows.hold(["tag", "since", "until", "limit", "cursor"], "narrows by label and time, in pages", async (server) => {
    const { client } = server
    const { at, id } = await populate(server)
    const all = (await client.monitors.listChanges(id)).data
    assert.lengthOf(all, 2)
    const [newest, oldest] = all
    const found = async (query: object) => ids((await client.monitors.listChanges(id, query)).data)
    assert.deepStrictEqual(await found({ tag: "shop" }), ids(all))
    assert.deepStrictEqual(await found({ tag: "else" }), [])
    assert.deepStrictEqual(await found({ since: at }), [newest!.id])
    assert.deepStrictEqual(await found({ until: at }), [oldest!.id])
    assert.deepStrictEqual(await found({ since: newest!.detected_at }), [newest!.id], "since includes its moment")
    assert.deepStrictEqual(await found({ until: newest!.detected_at }), [oldest!.id], "until does not")
    const first = await client.monitors.listChanges(id, { limit: 1 })
    assert.isTrue(first.has_more)
    assert.deepStrictEqual(await found({ limit: 1, cursor: first.next_cursor }), [oldest!.id])
    await refuses(client.monitors.listChanges(id, { limit: 0 }), invalid)
    await refuses(client.monitors.listChanges(id, { since: "yesterday" }), invalid)
    await isForReaders(server, `/monitors/${id}/changes`)
  })

  rows.hold(
    ["monitor_id", "target_type", "change_detection_type", "tag"],
    "are one feed of all monitors",
    async (server) => {
      const { client } = server
      const { id, otherId } = await populate(server)
      const count = async (query: object) => (await client.monitors.listAccountChanges(query)).data.length
      assert.strictEqual(await count({}), 3)
      assert.deepStrictEqual([await count({ monitor_id: id }), await count({ monitor_id: otherId })], [2, 1])
      assert.strictEqual(await count({ monitor_id: "mon_none" }), 0)
      assert.deepStrictEqual([await count({ target_type: "page" }), await count({ target_type: "sitemap" })], [3, 0])
      const [exact, semantic] = ["exact", "semantic"].map((change_detection_type) => ({ change_detection_type }))
      assert.deepStrictEqual([await count(exact!), await count(semantic!)], [3, 0])
      assert.deepStrictEqual([await count({ tag: "shop" }), await count({ tag: "else" })], [2, 1])
      await isForReaders(server, "/monitors/changes")
      const { client: stranger } = await server.stranger()
      assert.deepStrictEqual((await stranger.monitors.listAccountChanges()).data, [])
    }
  )

  rows.hold(["one change"], "can be read one by one", async (server) => {
    const { client } = server
    const { id } = await populate(server)
    const [newest] = (await client.monitors.listChanges(id)).data
    assert.strictEqual((await client.monitors.retrieveChange(newest!.id)).id, newest!.id)
    await refuses(client.monitors.retrieveChange("chg_none"), notFound)
    await isForReaders(server, `/monitors/changes/${newest!.id}`)
  })

  rows.complete()
})
