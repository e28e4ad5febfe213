/** What a run was, and what came of it. */
import { assert, describe } from "@effect/vitest"
import type { PageContent } from "@kittiwake/core/testing/PageScript"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import { edit, page, prices, receiver, runNow, saying, timestamp, watch } from "./watch.ts"

const runOf = async ({ client }: Server, monitorId: string) => (await client.monitors.listRuns(monitorId)).data[0]

describe("a run", () => {
  const rows = rowsOf("1.8", [
    "id",
    "monitor_id",
    "status",
    "run_type",
    "target_type",
    "change_detection_type",
    "change_detected",
    "baseline_created",
    "credits_charged",
    "started_at, completed_at",
    "change_id",
    "skip_reason",
    "error",
    "webhook_deliveries",
    "webhook_delivery",
    "webhook_delivery_ids"
  ])

  rows.hold(
    [
      "id",
      "monitor_id",
      "run_type",
      "target_type",
      "change_detection_type",
      "change_detected",
      "baseline_created",
      "credits_charged",
      "started_at, completed_at",
      "change_id",
      "skip_reason",
      "error"
    ],
    "tells whether it was a baseline, what it found and what it cost",
    async (server) => {
      const at = await server.now()
      const { id, initial_run_id } = await watch(server)
      const common = { monitor_id: id, target_type: "page", change_detection_type: "exact", status: "completed" }
      const nothing = { change_detected: false, change_id: null, skip_reason: null, error: null, credits_charged: 1 }
      const baseline = { ...common, ...nothing, run_type: "baseline", baseline_created: true }
      const first = await runOf(server, id)
      assert.deepInclude(first, { ...baseline, id: initial_run_id ?? "", started_at: at, completed_at: at } as object)
      assert.doesNotHaveAnyKeys(first, ["webhook_deliveries", "webhook_delivery", "webhook_delivery_ids"])
      const quiet = await runNow(server, id)
      assert.deepInclude(quiet, { ...common, ...nothing, run_type: "scheduled", baseline_created: false })
      const changed = await edit(server, id, "Twelve euro")
      const found = { ...common, run_type: "scheduled", baseline_created: false, change_detected: true }
      assert.deepInclude(changed, { ...found, credits_charged: 1, skip_reason: null, error: null })
      assert.match(String(changed.change_id), /^chg_/)
      assert.match(String(changed.started_at), timestamp)
      assert.isAtLeast(Date.parse(String(changed.completed_at)), Date.parse(String(changed.started_at)))
    }
  )

  rows.hold(["status", "started_at, completed_at"], "is queued, then running, then ended", async (server) => {
    const { advance, client, show } = server
    await show(page, { body: saying("Ten euro"), latency: "20 seconds" })
    const { id } = await client.monitors.create(prices)
    await advance("1 second")
    assert.deepInclude(await runOf(server, id), { status: "running", completed_at: null, credits_charged: 0 } as object)
    const { run_id } = await client.monitors.run(id)
    await advance("1 second")
    const queued = await runOf(server, id)
    assert.deepInclude(queued, { id: run_id, status: "queued", started_at: null, completed_at: null } as object)
    assert.deepInclude(queued, { change_detected: false, baseline_created: false } as object)
    await advance("5 minutes")
    assert.deepStrictEqual(
      (await client.monitors.listRuns(id)).data.map(({ status }) => status),
      ["completed", "completed"]
    )
  })

  rows.hold(
    ["status", "skip_reason", "credits_charged"],
    "is skipped for a reason, free of charge",
    async (server) => {
      const { id } = await watch(server)
      const skipped = await runNow(server, id)
      assert.deepInclude(skipped, { status: "skipped", skip_reason: "insufficient_credits", credits_charged: 0 })
      assert.deepInclude(skipped, { error: null, change_detected: false, started_at: null })
    },
    { credits: 1 }
  )

  rows.hold(
    ["webhook_deliveries", "webhook_delivery", "webhook_delivery_ids"],
    "has the newest outcome of each of its events, once one was attempted",
    async (server) => {
      const events = ["change.detected", "run.completed"] as const
      const { id } = await watch(server, { webhook: { url: receiver, events: [...events] } })
      const run = await edit(server, id, "Twelve euro")
      const deliveries = run.webhook_deliveries as ReadonlyArray<Record<string, unknown>>
      assert.deepStrictEqual(deliveries.map(({ event }) => event).toSorted(), [...events])
      for (const delivery of deliveries) {
        assert.deepInclude(delivery, { status: "delivered", http_status: 200, error: null })
        assert.match(String(delivery.event_id), /^evt_/)
        assert.match(String(delivery.delivery_id), /^whd_/)
        assert.match(String(delivery.attempted_at), timestamp)
      }
      assert.deepStrictEqual(run.webhook_delivery, deliveries[0])
      assert.deepStrictEqual(
        run.webhook_delivery_ids,
        deliveries.map(({ delivery_id }) => delivery_id)
      )
      const told = await server.run(server.inbox.events)
      assert.includeMembers(
        told.map((event) => event.id),
        deliveries.map(({ event_id }) => String(event_id))
      )
    }
  )

  rows.complete()
})

describe("a delivery of a run", () => {
  const rows = rowsOf("1.8 webhook_deliveries[]", [
    "event_id",
    "event",
    "status",
    "http_status",
    "attempted_at",
    "error",
    "delivery_id"
  ])

  rows.hold(
    ["event_id", "event", "status", "http_status", "attempted_at", "error", "delivery_id"],
    "is delivered, rejected, failed or skipped because its address is not safe",
    async (server) => {
      const { inbox, run } = server
      const { id } = await watch(server, { webhook: { url: receiver, events: ["run.completed"] } })
      const deliveryOf = async () => Object((await runNow(server, id)).webhook_delivery)
      const keys = ["event_id", "event", "status", "http_status", "attempted_at", "error", "delivery_id"]
      const good = await deliveryOf()
      assert.hasAllKeys(good, keys)
      assert.deepInclude(good, { event: "run.completed", status: "delivered", http_status: 200, error: null })
      await run(inbox.answer(503))
      const rejected = await deliveryOf()
      assert.deepInclude(rejected, { status: "rejected", http_status: 503 })
      assert.hasAllKeys(rejected.error, ["code", "message"])
      await run(inbox.down())
      const failed = await deliveryOf()
      assert.deepInclude(failed, { status: "failed", http_status: null })
      assert.hasAllKeys(failed.error, ["code", "message"])
      await run(inbox.forbid("receiver.example"))
      assert.deepInclude(await deliveryOf(), { status: "skipped_unsafe_url", http_status: null })
    }
  )

  rows.complete()
})

describe("the code of a run's error", () => {
  const rows = rowsOf("1.8 error code", [
    "fetch_failed",
    "blocked",
    "not_found",
    "timeout",
    "empty_content",
    "extraction_failed",
    "internal_error"
  ])

  const failsWith = (code: string, content: PageContent) => async (server: Server) => {
    const { id } = await watch(server)
    await server.show(page, content)
    const run = await runNow(server, id)
    assert.strictEqual(run.status, "failed")
    const error = Object(run.error)
    assert.hasAllKeys(error, ["code", "message"])
    assert.strictEqual(error.code, code, error.message)
    assert.isAbove(error.message.length, 10)
    assert.deepInclude((await server.client.monitors.retrieve(id)).last_error, { code } as object)
    assert.propertyVal((await server.client.monitors.retrieve(id)).baseline, "text", "Ten euro")
  }

  const body = saying("Twelve euro")
  const wall = "<!doctype html><title>Just a moment...</title><h1>Checking your browser before accessing</h1>"

  rows.hold(["fetch_failed"], "no connection", failsWith("fetch_failed", { body, unreachable: "connection_failed" }))
  rows.hold(["fetch_failed"], "the server fails", failsWith("fetch_failed", { body, status: 500 }))
  rows.hold(["blocked"], "the site refuses", failsWith("blocked", { body: wall, status: 403 }))
  rows.hold(["not_found"], "no such page", failsWith("not_found", { body: saying("Not found"), status: 404 }))
  rows.hold(["timeout"], "no answer in time", failsWith("timeout", { body, unreachable: "timeout" }))
  rows.hold(["empty_content"], "nothing to read", failsWith("empty_content", { body: "<!doctype html><main></main>" }))
  rows.hold(
    ["extraction_failed"],
    "a picture in place of the page",
    failsWith("extraction_failed", { body: "x", mediaType: "image/png" })
  )
  rows.hold(["internal_error"], "no turn at the host", failsWith("internal_error", { body, unreachable: "no_turn" }))
  rows.complete()
})
