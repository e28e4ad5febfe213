import { assert, describe, it } from "@effect/vitest"
import { Credits } from "@kittiwake/core/credits/Credits"
import { MonitorOutdated, MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect, Layer } from "effect"
import { Handlers } from "../src/server.ts"
import {
  asTimePasses,
  call,
  core,
  layer,
  monitorBody,
  newCaller,
  newDelivery,
  newKey,
  newMonitor,
  newOrganization,
  Outside,
  pick,
  runDue
} from "./support/App.ts"

const emoji = "😀"

describe("monitors", () => {
  it.effect("tells the last runs of several monitors, and refuses more than a hundred", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { id, initial_run_id } = yield* newMonitor(key)
      const told = yield* call("GET", `/v1/monitors/recent-runs?monitor_ids=${id},mon_none`, { key })
      const first = {
        id: initial_run_id,
        status: "queued",
        change_detected: false,
        skip_reason: null,
        started_at: null
      }
      assert.deepStrictEqual(told.body.data, [{ monitor_id: id, runs: [first] }])
      yield* runDue
      const ran = yield* call("GET", `/v1/monitors/recent-runs?monitor_ids=${id}`, { key })
      assert.deepInclude(pick(ran.body, "data", 0, "runs", 0), { id: initial_run_id, status: "completed" })
      const many = Array.from({ length: 101 }, (_, n) => `mon_${n}`).join(",")
      assert.strictEqual((yield* call("GET", `/v1/monitors/recent-runs?monitor_ids=${many}`, { key })).status, 400)
      assert.strictEqual((yield* call("GET", "/v1/monitors/recent-runs", { key })).status, 400)
    }).pipe(Effect.provide(layer))
  )

  it.effect("fills in what the caller leaves out", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const monitor = yield* newMonitor(key)
      assert.deepStrictEqual(monitor.target, {
        type: "page",
        url: "https://shop.example/prices",
        normalize_whitespace: true,
        include_selectors: [],
        exclude_selectors: [],
        actions: []
      })
      assert.deepStrictEqual(monitor.change_detection, { type: "exact" })
      assert.deepStrictEqual(monitor.schedule, { type: "interval", frequency: 1, unit: "days" })
      assert.deepStrictEqual([monitor.mode, monitor.status, monitor.webhook, monitor.tags], ["web", "active", null, []])
      assert.deepStrictEqual([monitor.last_run_at, monitor.last_error, monitor.webhook_failure], [null, null, null])
    }).pipe(Effect.provide(layer))
  )

  it.effect("watches what changes by itself where that is asked for, and says so there alone", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const targets = [{ include_noise: true }, { include_noise: false }, {}]
      const made = []
      for (const given of targets) {
        const target = { type: "page", url: "https://shop.example/prices", ...given }
        made.push(yield* newMonitor(key, { target }))
      }
      assert.deepStrictEqual(
        made.map(({ target }) => "include_noise" in target && target.include_noise),
        [true, false, false]
      )
      const { id, target } = made[0]!
      const sentBack = yield* call("PATCH", `/v1/monitors/${id}`, { key, body: { target } })
      assert.deepStrictEqual(sentBack.body.target, target)
    }).pipe(Effect.provide(layer))
  )

  it.effect("counts characters as people do, and keeps text as it was sent", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const names = [
        emoji.repeat(200),
        "x".repeat(200),
        "a\u202eb",
        "e\u0301",
        "[object Object]",
        "  x ",
        "<b>{{7*7}}</b>"
      ]
      for (const name of names) assert.strictEqual((yield* newMonitor(key, { name })).name, name)
      const tags = [emoji.repeat(50), "a,b", "é", "e\u0301", "__proto__", " "]
      assert.deepStrictEqual((yield* newMonitor(key, { tags: [...tags, "a,b"] })).tags, tags)
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps a cron schedule with its zone", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const schedule = { type: "cron", expression: "0 9 * * 1", time_zone: "Europe/Berlin" } as const
      assert.deepStrictEqual((yield* newMonitor(key, { schedule })).schedule, schedule)
    }).pipe(Effect.provide(layer))
  )

  it.effect("resolves the retry plan of a webhook, and leaves out one that was left out", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const url = "https://receiver.example/hook"
      const plain = yield* newMonitor(key, { webhook: { url } })
      assert.deepStrictEqual(plain.webhook?.events, ["change.detected"])
      assert.isUndefined(plain.webhook?.retry)
      const usual = yield* newMonitor(key, { webhook: { url, retry: {} } })
      assert.deepStrictEqual(usual.webhook?.retry, { delays_seconds: [60, 300, 1_800, 7_200, 28_800, 86_400] })
      const none = yield* newMonitor(key, { webhook: { url, retry: { delays_seconds: [] } } })
      assert.deepStrictEqual(none.webhook?.retry, { delays_seconds: [] })
    }).pipe(Effect.provide(layer))
  )

  it.effect("takes a webhook back as it was read, and keeps its secret", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { id, webhook } = yield* newMonitor(key, { webhook: { url: "https://receiver.example/hook" } })
      const body = { webhook: { ...webhook, secret: "whsec_mine" } }
      const updated = yield* call("PATCH", `/v1/monitors/${id}`, { key, body })
      assert.strictEqual(updated.status, 200)
      assert.deepStrictEqual(pick(updated.body, "webhook"), webhook)
      const moved = yield* call("PATCH", `/v1/monitors/${id}`, {
        key,
        body: { webhook: { url: "https://b.example/" } }
      })
      assert.notStrictEqual(pick(moved.body, "webhook", "secret"), webhook?.secret)
      const removed = yield* call("PATCH", `/v1/monitors/${id}`, { key, body: { webhook: null } })
      assert.isNull(removed.body.webhook)
      const rotated = yield* call("POST", `/v1/monitors/${id}/webhook/rotate-secret`, { key })
      assert.deepStrictEqual([rotated.status, rotated.body.error_code], [409, "MONITOR_NO_WEBHOOK"])
      assert.strictEqual(rotated.headers.get("x-should-retry"), "false")
    }).pipe(Effect.provide(layer))
  )

  it.effect("finds monitors in every way that clients write lists", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      yield* newMonitor(key, { name: "Harbour prices", tags: ["a,b", "c"] })
      yield* newMonitor(key, { name: "Changelog", tags: ["d"] })
      const count = Effect.fnUntraced(function* (query: string) {
        const reply = yield* call("GET", `/v1/monitors?${query}`, { key })
        assert.strictEqual(reply.status, 200, JSON.stringify(reply.body))
        return pick(reply.body, "data", "length")
      })
      for (const query of ["tags=c,d", "tags=c%2Cd", "tags=c&tags=d", "tags[]=c&tags[]=d", "tags[0]=c&tags[1]=d"]) {
        assert.strictEqual(yield* count(query), 2, query)
      }
      const json = encodeURIComponent(JSON.stringify(["a,b"]))
      assert.strictEqual(yield* count(`tags=${json}`), 1)
      assert.strictEqual(yield* count("tags=&tag=&status=&limit=&cursor=&q=&unknown=1&Status=x"), 2)
      assert.strictEqual(yield* count("q=harb"), 1)
      assert.strictEqual(yield* count("q=harb&search_type=exact"), 0)
      assert.strictEqual(yield* count("q=harb&search_by=url,tags"), 0)
      assert.strictEqual(yield* count("q=%E2%82%AC"), 0)
      assert.strictEqual(yield* count("q=%20"), 2)
      assert.strictEqual(yield* count("tag=c&tags=d"), 0)
      assert.strictEqual(yield* count("status=paused"), 0)
      assert.strictEqual(yield* count("target_type=sitemap"), 0)
    }).pipe(Effect.provide(layer))
  )

  it.effect("tells what a run did, what it cost, and what it found", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { monitorId, runId, deliveryId } = yield* newDelivery(key)
      ;(yield* Outside).page = "12 euro"
      const queued = yield* call("POST", `/v1/monitors/${monitorId}/run`, { key })
      assert.deepStrictEqual([queued.status, queued.body.queued], [202, true])
      yield* runDue

      const baseline = yield* call("GET", `/v1/monitors/${monitorId}/runs/${runId}`, { key })
      assert.strictEqual(baseline.body.run_type, "baseline")
      assert.isArray(baseline.body.trace)
      assert.deepStrictEqual(baseline.body.webhook_delivery_ids, [deliveryId])
      const run = yield* call("GET", `/v1/monitors/${monitorId}/runs/${queued.body.run_id}`, { key })
      assert.deepStrictEqual(
        [run.body.status, run.body.change_detected, run.body.credits_charged],
        ["completed", true, 1]
      )

      const change = yield* call("GET", `/v1/monitors/changes/${run.body.change_id}`, { key })
      assert.strictEqual(change.body.run_id, queued.body.run_id)
      assert.include(String(change.body.diff), "+12 euro")
      const list = yield* call("GET", `/v1/monitors/${monitorId}/changes?since=1970-01-01T00:00:00Z`, { key })
      assert.deepStrictEqual(Object.keys(Object(pick(list.body, "data", 0))).includes("diff"), false)

      const monitor = yield* call("GET", `/v1/monitors/${monitorId}`, { key })
      assert.strictEqual(pick(monitor.body, "baseline", "text"), "12 euro")
      const usage = yield* call("GET", "/v1/monitors/credit-usage", { key })
      assert.deepStrictEqual(usage.body.data, [{ monitor_id: monitorId, name: "Prices", credits: 2, runs: 2 }])
      assert.strictEqual(usage.body.total_credits, 2)
      assert.deepStrictEqual(usage.body.key_metadata, { credits_consumed: 0, credits_remaining: 998 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("omits the balance when it cannot be read, and answers all the same", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const reply = yield* call("GET", "/v1/monitors/limits", { key })
      assert.deepStrictEqual([reply.status, "key_metadata" in reply.body], [200, false])
    }).pipe(
      Effect.provide(
        Handlers.layer.pipe(
          Layer.provide(
            Layer.mock(Credits, {
              recentAccount: () => Effect.fail(new StoreUnavailable({ operation: "account", cause: "down" }))
            })
          ),
          Layer.provideMerge(core)
        )
      )
    )
  )

  it.effect("answers 503, to be tried again, where others change a monitor all the time", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const key = yield* newCaller()
      const { id } = yield* newMonitor(key, { webhook: { url: "https://receiver.example/hook" } })
      const { update } = monitors
      Object.assign(monitors, { update: () => Effect.fail(new MonitorOutdated()) })
      const asked = [
        call("PATCH", `/v1/monitors/${id}`, { key, body: { name: "other" } }),
        call("POST", `/v1/monitors/${id}/webhook/rotate-secret`, { key })
      ]
      for (const reply of yield* asTimePasses(Effect.all(asked, { concurrency: 2 }))) {
        assert.deepStrictEqual([reply.status, reply.body.error_code], [503, "INTERNAL_ERROR"])
        assert.strictEqual(reply.headers.get("retry-after"), "5")
        assert.notStrictEqual(reply.headers.get("x-should-retry"), "false")
        assert.match(String(reply.body.message), /changed by too many others/)
      }
      Object.assign(monitors, { update })
      assert.strictEqual((yield* asked[0]!).status, 200)
    }).pipe(Effect.provide(layer))
  )

  it.effect("says when its storage is down, and when to come back", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const key = yield* newCaller()
      const count = monitors.count
      Object.assign(monitors, {
        count: () => Effect.fail(new StoreUnavailable({ operation: "count", cause: "10.1.2.3" }))
      })
      const reply = yield* call("GET", "/v1/monitors/limits", { key })
      assert.deepStrictEqual([reply.status, reply.body.error_code], [503, "INTERNAL_ERROR"])
      assert.match(reply.headers.get("retry-after") ?? "", /^[1-5]$/)
      assert.notInclude(JSON.stringify(reply.body), "10.1.2.3")
      Object.assign(monitors, { count: () => Effect.die(new Error("at /secret/path.ts:1")) })
      const broken = yield* call("GET", "/v1/monitors/limits", { key })
      assert.deepStrictEqual([broken.status, broken.body.error_code], [500, "INTERNAL_ERROR"])
      assert.strictEqual(broken.headers.get("x-should-retry"), "false")
      assert.notInclude(JSON.stringify(broken.body), "secret")
      // A reply that cannot be written is our mistake, never the caller's.
      Object.assign(monitors, { count: () => Effect.succeed("many") })
      const unwritten = yield* call("GET", "/v1/monitors/limits", { key })
      assert.deepStrictEqual([unwritten.status, unwritten.body.error_code], [500, "INTERNAL_ERROR"])
      Object.assign(monitors, { count })
    }).pipe(Effect.provide(layer))
  )

  it.effect("stops at the allowance, counting paused monitors", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization({ overrides: { monitors: 1 } })
      const key = (yield* newKey(organization)).secret
      const { id } = yield* newMonitor(key)
      yield* call("PATCH", `/v1/monitors/${id}`, { key, body: { status: "paused" } })
      const reply = yield* call("POST", "/v1/monitors", { key, body: monitorBody })
      assert.deepStrictEqual([reply.status, reply.body.error_code], [403, "MONITOR_LIMIT_EXCEEDED"])
      const limits = yield* call("GET", "/v1/monitors/limits", { key })
      assert.deepStrictEqual([limits.body.monitors_used, limits.body.monitors_limit, limits.body.plan], [1, 1, "scale"])
      const run = yield* call("POST", `/v1/monitors/${id}/run`, { key })
      assert.deepStrictEqual([run.status, run.body.error_code], [409, "MONITOR_PAUSED"])
      const gone = yield* call("DELETE", `/v1/monitors/${id}`, { key })
      assert.deepStrictEqual([gone.status, gone.body.id, gone.body.deleted], [200, id, true])
      assert.strictEqual((yield* call("DELETE", `/v1/monitors/${id}`, { key })).status, 404)
    }).pipe(Effect.provide(layer))
  )

  it.effect("offers browser actions to paid plans only", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ plan: "free" })
      const body = { ...monitorBody, target: { ...monitorBody.target, actions: [{ do: "wait", timeMs: 1 }] } }
      const reply = yield* call("POST", "/v1/monitors", { key, body })
      assert.deepStrictEqual([reply.status, reply.body.error_code], [403, "PAID_PLAN_REQUIRED"])
      const paid = yield* call("POST", "/v1/monitors", { key: yield* newCaller(), body })
      assert.strictEqual(paid.status, 201)
      assert.deepStrictEqual(pick(paid.body, "target", "actions"), [{ do: "wait", timeMs: 1 }])
    }).pipe(Effect.provide(layer))
  )

  it.effect("takes how a page is seen and which of its lines are told, and keeps the baseline for the latter", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const seen = { browser: true, profile_id: "prof_1", pinned_lines: ["Visitor 1"], freed_lines: ["Sale"] }
      const target = { ...monitorBody.target, ...seen }
      const created = yield* call("POST", "/v1/monitors", { key, body: { ...monitorBody, target } })
      assert.deepInclude(pick(created.body, "target"), seen)
      const path = `/v1/monitors/${created.body.id}`
      assert.deepStrictEqual((yield* call("GET", path, { key })).body.target, pick(created.body, "target"))
      const { pinned_lines: _, freed_lines: __, ...rest } = target
      const kept = yield* call("PATCH", path, { key, body: { target: rest } })
      assert.notProperty(kept.body, "baseline", "no new baseline")
      const moved = yield* call("PATCH", path, { key, body: { target: { ...rest, browser: false } } })
      assert.isNull(moved.body.baseline)
    }).pipe(Effect.provide(layer))
  )
})
