import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Handlers } from "../src/server.ts"
import {
  call,
  deliverDue,
  layer,
  monitorBody,
  newCaller,
  newDelivery,
  newKey,
  newMonitor,
  newOrganization,
  Outside,
  pick,
  type Reply
} from "./support/App.ts"

const longest = "k".repeat(200)

const create = (key: string, idempotencyKey: string, body: unknown = monitorBody) =>
  call("POST", "/v1/monitors", { key, headers: { "Idempotency-Key": idempotencyKey }, body })

const run = (key: string, idempotencyKey: string, monitorId: string) =>
  call("POST", `/v1/monitors/${monitorId}/run`, { key, headers: { "idempotency-key": idempotencyKey } })

const many = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.all(
    Array.from({ length: 50 }, () => effect),
    { concurrency: "unbounded" }
  )

/** The reply without what belongs to the call alone. */
const answerOf = ({ body, status }: Reply) => {
  const { request_id: _, ...answer } = body
  return { ...answer, status }
}

const count = Effect.fnUntraced(function* (key: string, path: string) {
  return pick((yield* call("GET", path, { key })).body, "data", "length")
})

const assertConflict = ({ body, headers, status }: Reply) => {
  assert.deepStrictEqual([status, body.error_code], [409, "IDEMPOTENCY_KEY_CONFLICT"])
  assert.include(String(body.message), "Idempotency-Key")
  assert.strictEqual(headers.get("x-should-retry"), "false")
}

describe("Idempotency-Key", () => {
  it.effect("creates one monitor, and answers as the first time", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const body = { ...monitorBody, webhook: { url: "https://receiver.example/hook" }, tags: ["a", "b"] }
      const first = yield* create(key, longest, body)
      assert.strictEqual(first.status, 201)
      assert.isString(pick(first.body, "webhook", "secret"))
      const { name, target, webhook } = body
      const turned = `{ "webhook": ${JSON.stringify(webhook)},\n "tags":["a","b"], "target": {"url": "${target.url}",
        "type": "page"}, "name": "${name}" }`
      for (const again of [yield* create(key, longest, body), yield* create(key, longest, turned)]) {
        assert.deepStrictEqual(answerOf(again), answerOf(first))
        assert.notStrictEqual(again.body.request_id, first.body.request_id)
      }
      for (const again of yield* many(create(key, longest, body))) {
        assert.deepStrictEqual(answerOf(again), answerOf(first))
      }
      assert.strictEqual(yield* count(key, "/v1/monitors"), 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("creates one monitor for callers that come at once", () =>
    Effect.gen(function* () {
      const { secret } = yield* newKey(yield* newOrganization({ plan: "free", overrides: { monitors: 1 } }))
      const replies = yield* many(create(secret, "a"))
      for (const reply of replies) assert.deepStrictEqual(answerOf(reply), answerOf(replies[0]!))
      assert.strictEqual(replies[0]!.status, 201)
      assert.strictEqual(yield* count(secret, "/v1/monitors"), 1)
      assert.strictEqual(yield* count(secret, "/v1/monitors/runs"), 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("refuses a key that was used for another body, and does nothing", () =>
    Effect.gen(function* () {
      const [key, stranger] = [yield* newCaller(), yield* newCaller()]
      yield* create(key, "a")
      assertConflict(yield* create(key, "a", { ...monitorBody, name: "Other" }))
      assertConflict(yield* create(key, "a", { ...monitorBody, tags: [] }))
      assert.strictEqual(yield* count(key, "/v1/monitors"), 1)
      assert.strictEqual((yield* create(stranger, "a", { ...monitorBody, name: "Other" })).status, 201)
      assert.strictEqual((yield* create(key, "A", { ...monitorBody, name: "Other" })).status, 201)
    }).pipe(Effect.provide(layer))
  )

  it.effect("queues one run, and refuses the key for a run of another monitor", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const monitor = yield* create(key, "a")
      const id = String(monitor.body.id)
      const first = yield* run(key, "a", id)
      assert.strictEqual(first.status, 202)
      for (const again of yield* many(run(key, "a", id))) assert.deepStrictEqual(answerOf(again), answerOf(first))
      assert.strictEqual(yield* count(key, `/v1/monitors/${id}/runs`), 2)
      const other = yield* newMonitor(key)
      assertConflict(yield* run(key, "a", other.id))
      yield* call("DELETE", `/v1/monitors/${id}`, { key })
      assert.deepStrictEqual(answerOf(yield* run(key, "a", id)), answerOf(first))
      assert.deepStrictEqual(answerOf(yield* create(key, "a")), answerOf(monitor))
    }).pipe(Effect.provide(layer))
  )

  it.effect("sends a delivery again once", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const [one, other] = [yield* newDelivery(key), yield* newDelivery(key)]
      yield* deliverDue
      const retry = (deliveryId: string, body?: unknown) =>
        call("POST", `/v1/webhooks/deliveries/${deliveryId}/retry`, {
          key,
          headers: { "idempotency-key": "a" },
          ...(body === undefined ? {} : { body })
        })
      const refused = yield* retry(one.deliveryId)
      assert.strictEqual(refused.body.error_code, "DELIVERY_ALREADY_DELIVERED")
      const first = yield* retry(one.deliveryId, { force: true })
      assert.strictEqual(first.status, 202)
      for (const again of yield* many(retry(one.deliveryId, { force: true }))) {
        assert.deepStrictEqual(answerOf(again), answerOf(first))
        assert.strictEqual(again.headers.get("location"), `/v1/webhooks/deliveries/${one.deliveryId}`)
      }
      yield* deliverDue
      assert.strictEqual((yield* Outside).sent, 3)
      assertConflict(yield* retry(one.deliveryId, {}))
      assertConflict(yield* retry(other.deliveryId, { force: true }))
    }).pipe(Effect.provide(layer))
  )

  it.effect("stays free when the request was refused", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization({ plan: "free", overrides: { monitors: 1 } })
      const { secret } = yield* newKey(organization)
      const actions = [{ do: "wait", timeMs: 1 }]
      const refusals: ReadonlyArray<readonly [status: number, body: unknown]> = [
        [400, { ...monitorBody, name: "" }],
        [400, "{"],
        [400, { ...monitorBody, target: { ...monitorBody.target, include_selectors: ["::nonsense"] } }],
        [403, { ...monitorBody, target: { ...monitorBody.target, actions } }]
      ]
      for (const [status, body] of refusals) assert.strictEqual((yield* create(secret, "a", body)).status, status)
      assert.strictEqual((yield* create(secret, "a")).status, 201)
      const full = yield* create(secret, "b")
      assert.deepStrictEqual([full.status, full.body.error_code], [403, "MONITOR_LIMIT_EXCEEDED"])
      const id = String(pick((yield* call("GET", "/v1/monitors", { key: secret })).body, "data", 0, "id"))
      yield* call("DELETE", `/v1/monitors/${id}`, { key: secret })
      assert.strictEqual((yield* create(secret, "b")).status, 201)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is refused by name when it is no key", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { deliveryId, monitorId } = yield* newDelivery(key)
      const operations = [
        "/v1/monitors",
        `/v1/monitors/${monitorId}/run`,
        `/v1/webhooks/deliveries/${deliveryId}/retry`
      ]
      const wrong = { "": "1 to 200", [`${longest}k`]: "1 to 200", é: "ASCII", "a\tb": "ASCII", "one, two": "one key" }
      for (const path of operations) {
        for (const [idempotencyKey, says] of Object.entries(wrong)) {
          const body = path === "/v1/monitors" ? monitorBody : {}
          const reply = yield* call("POST", path, { key, headers: { "idempotency-key": idempotencyKey }, body })
          assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "INPUT_VALIDATION_ERROR"], path)
          assert.match(String(reply.body.message), /^idempotency-key: /, path)
          assert.include(String(reply.body.message), says, path)
        }
      }
      assert.strictEqual(yield* count(key, "/v1/monitors"), 1)
      assert.strictEqual(yield* count(key, "/v1/monitors/runs"), 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("stands in the description of every operation that takes it", () =>
    Effect.gen(function* () {
      const { web } = yield* Handlers
      const response = yield* Effect.promise(() => web(new Request("http://kittiwake.test/openapi.json")))
      const { paths } = (yield* Effect.promise(() => response.json())) as { readonly paths: object }
      const taking = ["/v1/monitors", "/v1/monitors/{monitor_id}/run", "/v1/webhooks/deliveries/{delivery_id}/retry"]
      for (const path of taking) {
        const parameters = pick(paths, path, "post", "parameters") as ReadonlyArray<object>
        const header = parameters.find((one) => pick(one, "in") === "header")
        assert.deepInclude(header, { name: "idempotency-key", required: false })
        assert.deepInclude(pick(header, "schema"), { type: "string", minLength: 1, maxLength: 200 })
      }
    }).pipe(Effect.provide(layer))
  )
})
