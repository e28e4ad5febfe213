/** The monitor as it is answered. */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import {
  edit,
  invalid,
  namesOf,
  page,
  prices,
  receiver,
  refuses,
  runNow,
  saying,
  timestamp,
  uuid,
  watch
} from "./watch.ts"

const rows = rowsOf("1.1", [
  "mode",
  "id",
  "name",
  "target",
  "change_detection",
  "schedule",
  "webhook",
  "status",
  "last_run_at",
  "last_change_at",
  "next_run_at",
  "last_error",
  "webhook_failure",
  "tags",
  "baseline",
  "created_at",
  "updated_at",
  "request_id",
  "key_metadata"
])

describe("a monitor", () => {
  rows.hold(
    ["mode", "id", "name", "target", "change_detection", "schedule", "webhook", "status", "tags", "webhook_failure"],
    "is answered whole, with what the caller left out",
    async (server) => {
      const { client } = server
      const created = await watch(server)
      const expected = {
        mode: "web",
        id: created.id,
        name: "Prices",
        target: {
          type: "page",
          url: page,
          normalize_whitespace: true,
          include_selectors: [],
          exclude_selectors: [],
          actions: []
        },
        change_detection: { type: "exact" },
        schedule: { type: "interval", frequency: 1, unit: "days" },
        webhook: null,
        status: "active",
        webhook_failure: null,
        tags: []
      }
      assert.deepInclude(created, expected as object)
      assert.deepInclude(await client.monitors.retrieve(created.id), expected as object)
      assert.deepInclude((await client.monitors.list()).data[0], expected as object)
      assert.deepInclude(await client.monitors.update(created.id, {}), expected as object)
    }
  )

  rows.hold(["name"], "has a name of 1 to 200 characters", async ({ client }) => {
    for (const name of ["x", "x".repeat(200), "😀".repeat(200)]) {
      assert.strictEqual((await client.monitors.create({ ...prices, name })).name, name)
    }
    for (const name of ["", "x".repeat(201)]) {
      await refuses(client.monitors.create({ ...prices, name }), invalid)
    }
  })

  rows.hold(["tags"], "has up to 20 different labels of 1 to 50 characters", async ({ client }) => {
    const tags = Array.from({ length: 20 }, (_, index) => `tag ${index}`)
    assert.deepStrictEqual((await client.monitors.create({ ...prices, tags })).tags, tags)
    const repeated = await client.monitors.create({ ...prices, tags: ["a", "b", "a"] })
    assert.deepStrictEqual(repeated.tags, ["a", "b"])
    for (const refused of [[...tags, "more"], [""], ["x".repeat(51)]]) {
      await refuses(client.monitors.create({ ...prices, tags: refused }), invalid)
    }
  })

  rows.hold(
    ["last_run_at", "last_change_at", "next_run_at", "created_at"],
    "tells its moments: none before the first run, a next one unless it is paused",
    async (server) => {
      const { advance, client, now, show } = server
      await show(page, saying("Ten euro"))
      const createdAt = await now()
      const created = await client.monitors.create({
        ...prices,
        schedule: { type: "interval", frequency: 1, unit: "hours" }
      })
      assert.deepStrictEqual([created.created_at, created.last_run_at, created.last_change_at], [createdAt, null, null])
      assert.match(created.next_run_at ?? "", timestamp)
      await server.settle()
      const ran = await client.monitors.retrieve(created.id)
      assert.deepStrictEqual([ran.last_run_at, ran.last_change_at], [createdAt, null])
      await show(page, saying("Twelve euro"))
      await advance("2 hours")
      const changed = await client.monitors.retrieve(created.id)
      assert.isAbove(Date.parse(changed.last_change_at ?? ""), Date.parse(createdAt))
      assert.isAbove(Date.parse(changed.next_run_at ?? ""), Date.parse(await now()))
      const paused = await client.monitors.update(created.id, { status: "paused" })
      assert.deepStrictEqual([paused.status, paused.next_run_at], ["paused", null])
      assert.strictEqual(paused.created_at, createdAt)
    }
  )

  rows.hold(
    ["status", "last_error"],
    "is failed with an error after a failed run, and active without after a success",
    async (server) => {
      const monitor = await watch(server)
      await server.outage(page)
      await runNow(server, monitor.id)
      const failed = await server.client.monitors.retrieve(monitor.id)
      assert.strictEqual(failed.status, "failed")
      assert.hasAllKeys(failed.last_error, ["code", "message"])
      assert.strictEqual(failed.last_error?.code, "fetch_failed")
      await server.mend(page)
      await runNow(server, monitor.id)
      const mended = await server.client.monitors.retrieve(monitor.id)
      assert.deepStrictEqual([mended.status, mended.last_error], ["active", null])
    }
  )

  rows.hold(
    ["baseline"],
    "shows its baseline when it is retrieved, never in a list, and as null where it begins anew",
    async (server) => {
      const { client } = server
      const created = await watch(server)
      assert.isNull(created.baseline)
      assert.propertyVal((await client.monitors.retrieve(created.id)).baseline, "text", "Ten euro")
      assert.notProperty((await client.monitors.list()).data[0], "baseline")
      assert.notProperty(await client.monitors.update(created.id, { name: "Other" }), "baseline")
      const target = { ...prices.target, include_selectors: ["p"] }
      assert.propertyVal(await client.monitors.update(created.id, { target }), "baseline", null)
    }
  )

  rows.hold(["updated_at"], "is updated by edits and moves of its status, and by no run", async (server) => {
    const { advance, client, now } = server
    const created = await watch(server)
    await edit(server, created.id, "Twelve euro")
    const ran = await client.monitors.retrieve(created.id)
    assert.strictEqual(ran.updated_at, created.updated_at)
    await advance("1 minute")
    const editedAt = await now()
    assert.strictEqual((await client.monitors.update(created.id, { name: "Other" })).updated_at, editedAt)
    await advance("1 minute")
    const pausedAt = await now()
    assert.strictEqual((await client.monitors.update(created.id, { status: "paused" })).updated_at, pausedAt)
  })

  rows.hold(
    ["request_id", "key_metadata"],
    "stand at the top of an answer and in no item of a list",
    async ({ client }) => {
      const created = Object(await client.monitors.create({ ...prices, webhook: { url: receiver } }))
      assert.match(created.request_id, uuid)
      assert.hasAllKeys(created.key_metadata, ["credits_consumed", "credits_remaining"])
      const listed = Object(await client.monitors.list())
      assert.match(listed.request_id, uuid)
      assert.deepStrictEqual(namesOf(listed.data), ["Prices"])
      assert.doesNotHaveAnyKeys(listed.data[0], ["request_id", "key_metadata"])
    }
  )

  rows.complete()
})
