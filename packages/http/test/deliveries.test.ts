import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, deliverDue, layer, newCaller, newDelivery, Outside, pick } from "./support/App.ts"

const path = (deliveryId: string, rest = "") => `/v1/webhooks/deliveries/${deliveryId}${rest}`

describe("deliveries", () => {
  it.effect("shows a delivery, its attempts, and how to send it again", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { deliveryId, monitorId, runId } = yield* newDelivery(key)
      const waiting = yield* call("GET", path(deliveryId), { key })
      assert.deepStrictEqual(waiting.body.source, { type: "monitor", monitor_id: monitorId, run_id: runId })
      assert.deepStrictEqual([waiting.body.status, waiting.body.last_attempt], ["pending", null])
      const early = yield* call("POST", path(deliveryId, "/retry"), { key, body: {} })
      assert.deepStrictEqual([early.status, early.body.error_code], [409, "DELIVERY_IN_PROGRESS"])
      assert.strictEqual(early.headers.get("x-should-retry"), "false")

      ;(yield* Outside).receiverStatus = 500
      yield* deliverDue
      const retrying = yield* call("GET", path(deliveryId), { key })
      assert.deepStrictEqual(
        [retrying.body.status, pick(retrying.body, "last_error", "code")],
        ["retrying", "http_error"]
      )
      assert.strictEqual(pick(retrying.body, "last_attempt", "http_status"), 500)

      ;(yield* Outside).receiverStatus = 204
      const retried = yield* call("POST", path(deliveryId, "/retry"), { key })
      assert.deepStrictEqual([retried.status, retried.body.id], [202, deliveryId])
      assert.strictEqual(retried.headers.get("location"), path(deliveryId))
      yield* deliverDue
      const attempts = yield* call("GET", path(deliveryId, "/attempts?limit=1"), { key })
      assert.deepStrictEqual([pick(attempts.body, "data", 0, "attempt"), attempts.body.has_more], [2, true])
      assert.strictEqual(pick(attempts.body, "data", 0, "trigger"), "manual")
      const older = yield* call("GET", path(deliveryId, `/attempts?cursor=${attempts.body.next_cursor}`), { key })
      assert.strictEqual(pick(older.body, "data", 0, "attempt"), 1)
      const again = yield* call("POST", path(deliveryId, "/retry"), { key, body: {} })
      assert.deepStrictEqual([again.status, again.body.error_code], [409, "DELIVERY_ALREADY_DELIVERED"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("shows what was sent and what a receiver said that refused it", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { deliveryId, monitorId } = yield* newDelivery(key)
      const outside = yield* Outside
      Object.assign(outside, { receiverStatus: 500, receiverAnswer: "Table <b>orders</b> is gone" })
      yield* deliverDue
      Object.assign(outside, { receiverStatus: 200 })
      yield* call("POST", path(deliveryId, "/retry"), { key })
      yield* deliverDue
      const plain = yield* call("GET", path(deliveryId), { key })
      assert.isFalse("body" in plain.body)
      assert.isFalse("request_headers" in Object(plain.body.last_attempt))
      const { body } = (yield* call("GET", path(deliveryId, "?include_body=true"), { key })).body
      const attempts = yield* call("GET", path(deliveryId, "/attempts"), { key })
      assert.isUndefined(pick(attempts.body, "data", 0, "answer"))
      assert.strictEqual(pick(attempts.body, "data", 1, "answer"), "Table <b>orders</b> is gone")
      const { secret } = (yield* call("GET", `/v1/monitors/${monitorId}`, { key })).body.webhook as { secret: string }
      for (const nth of [0, 1]) {
        const headers = pick(attempts.body, "data", nth, "request_headers") as Record<string, string>
        const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
        const mac = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64")).update(signed)
        assert.strictEqual(headers["webhook-signature"], `v1,${mac.digest("base64")}`)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("sends once for one idempotency key, however often it is asked", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { deliveryId } = yield* newDelivery(key)
      yield* deliverDue
      const headers = { "idempotency-key": "again-1" }
      const ask = (force: boolean) => call("POST", path(deliveryId, "/retry"), { key, headers, body: { force } })
      assert.deepStrictEqual([(yield* ask(true)).status, (yield* ask(true)).status], [202, 202])
      yield* deliverDue
      assert.strictEqual((yield* ask(true)).status, 202)
      yield* deliverDue
      assert.strictEqual((yield* Outside).sent, 2)
      const other = yield* ask(false)
      assert.deepStrictEqual([other.status, other.body.error_code], [409, "IDEMPOTENCY_KEY_CONFLICT"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("no longer sends a delivery after seven days, nor one whose monitor is gone", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const late = yield* newDelivery(key)
      yield* deliverDue
      yield* TestClock.adjust("169 hours")
      const expired = yield* call("POST", path(late.deliveryId, "/retry"), { key, body: { force: true } })
      assert.deepStrictEqual([expired.status, expired.body.error_code], [409, "DELIVERY_EXPIRED"])
      const { deliveryId, monitorId } = yield* newDelivery(key)
      yield* call("DELETE", `/v1/monitors/${monitorId}`, { key })
      const cancelled = yield* call("POST", path(deliveryId, "/retry"), { key, body: {} })
      assert.deepStrictEqual([cancelled.status, cancelled.body.error_code], [409, "DELIVERY_CANCELLED"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("lists by source, state and age", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { monitorId, runId, deliveryId } = yield* newDelivery(key)
      const count = Effect.fnUntraced(function* (filter: object) {
        const reply = yield* call("POST", "/v1/webhooks/deliveries", { key, body: { type: "monitor", ...filter } })
        assert.strictEqual(reply.status, 200, JSON.stringify(reply.body))
        return pick(reply.body, "data", "length")
      })
      const filters = [{ monitor_id: monitorId }, { run_id: runId }, { status: "pending" }, { tags: ["x"] }]
      for (const filter of filters) assert.strictEqual(yield* count(filter), 1, JSON.stringify(filter))
      const none = [{ monitor_id: "mon_x" }, { status: "failed" }, { created_after: "2030-01-01T00:00:00Z" }]
      for (const filter of none) assert.strictEqual(yield* count(filter), 0, JSON.stringify(filter))
      const batches = yield* call("POST", "/v1/webhooks/deliveries", { key, body: { type: "batch" } })
      assert.deepStrictEqual(batches.body.data, [])
      const malformed = yield* call("GET", path(deliveryId.toUpperCase()), { key })
      assert.deepStrictEqual([malformed.status, malformed.body.error_code], [400, "INPUT_VALIDATION_ERROR"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("tests a receiver without storing anything, and says what to do when it failed", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { monitorId } = yield* newDelivery(key)
      const outside = yield* Outside
      const before = yield* call("POST", "/v1/webhooks/deliveries", { key, body: { type: "monitor" } })
      const own = yield* call("POST", `/v1/monitors/${monitorId}/webhook/test`, { key })
      assert.deepStrictEqual([own.status, own.body.acknowledged, own.body.advice], [200, true, null])
      assert.deepStrictEqual([own.body.event, own.body.http_status, outside.sent], ["run.completed", 200, 1])
      outside.receiverStatus = 401
      const body = { url: "https://receiver.example/hook", secret: "whsec_ofmine" }
      const given = yield* call("POST", "/v1/webhooks/test", { key, body })
      assert.deepStrictEqual([given.status, given.body.acknowledged, given.body.http_status], [200, false, 401])
      assert.deepStrictEqual(pick(given.body, "error", "code"), "http_error")
      assert.match(String(given.body.advice), /compare its secret with the one that was given/)
      assert.notInclude(JSON.stringify(given.body), body.secret)
      const after = yield* call("POST", "/v1/webhooks/deliveries", { key, body: { type: "monitor" } })
      assert.deepStrictEqual(after.body.data, before.body.data)
    }).pipe(Effect.provide(layer))
  )

  it.effect("tests no address that events may not be sent to, and names the setting", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      for (const [body, words] of [
        [{ url: "http://10.0.0.1/hook" }, /^url: .*KITTIWAKE_EGRESS_ALLOW=10\.0\.0\.1:80/],
        [{ url: "https://receiver.example/#part" }, /^url: .*fragment/],
        [{ url: "ftp://receiver.example/" }, /^url: /],
        [{ url: "https://receiver.example/", event: "run.completed" }, /^event: is not a known field/],
        [{ url: "https://receiver.example/", secret: "" }, /^secret: /],
        [{}, /^url: is required/]
      ] as const) {
        const refused = yield* call("POST", "/v1/webhooks/test", { key, body })
        assert.deepStrictEqual([refused.status, refused.body.error_code], [400, "INPUT_VALIDATION_ERROR"])
        assert.match(String(refused.body.message), words)
      }
      assert.strictEqual((yield* Outside).sent, 0)
    }).pipe(Effect.provide(layer))
  )
})
