import { assert, describe, it } from "@effect/vitest"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { whileAhead } from "../../core/src/testing/arrangements.ts"
import { newBrowser } from "./sessions/Browser.ts"
import { call, layer, newCaller, newKey, newOrganization } from "./support/App.ts"

const limits = "/v1/monitors/limits"
const deliveries = "/v1/webhooks/deliveries"

describe("limits", () => {
  it.effect("tells on every reply how the budget stands", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const first = yield* call("GET", limits, { key })
      const refused = yield* call("GET", "/v1/monitors?limit=0", { key })
      assert.strictEqual(first.headers.get("x-ratelimit-remaining"), "999")
      assert.strictEqual(refused.status, 400)
      assert.strictEqual(refused.headers.get("x-ratelimit-remaining"), "998")
      assert.strictEqual(refused.headers.get("x-ratelimit-reset"), "60")
      assert.isNull(refused.headers.get("x-ratelimit-mode"))
    }).pipe(Effect.provide(layer))
  )

  it.effect("refuses calls beyond the budget without drawing on it, until the minute ends", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { requestsPerMinute: 2 } })
      const body = { type: "monitor" }
      yield* call("POST", deliveries, { key, body })
      yield* call("POST", deliveries, { key, body })
      yield* TestClock.adjust("20 seconds")
      const refused = yield* call("POST", deliveries, { key, body: "{broken" })
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.body.error_code, "RATE_LIMITED")
      assert.strictEqual(refused.headers.get("retry-after"), "40")
      assert.strictEqual(refused.headers.get("x-ratelimit-remaining"), "0")
      assert.deepStrictEqual(refused.body.key_metadata, { credits_consumed: 0, credits_remaining: 1_000 })
      const other = yield* call("GET", limits, { key })
      assert.strictEqual(other.status, 200)
      yield* TestClock.adjust("40 seconds")
      assert.strictEqual((yield* call("POST", deliveries, { key, body })).status, 200)
    }).pipe(Effect.provide(layer))
  )

  it.effect("reports slots instead of a rate where an organization has slots", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { concurrentRequests: 3 } })
      const body = { type: "monitor" }
      for (let turn = 0; turn < 10; turn++) {
        const reply = yield* call("POST", deliveries, { key, body })
        assert.strictEqual(reply.status, 200)
        assert.strictEqual(reply.headers.get("x-ratelimit-mode"), "concurrency")
        assert.strictEqual(reply.headers.get("x-ratelimit-limit"), "3")
        assert.isNull(reply.headers.get("x-ratelimit-reset"))
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("sends no limit headers where nothing is limited", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const reply = yield* call("GET", limits, { key })
      assert.isNull(reply.headers.get("x-ratelimit-limit"))
    }).pipe(Effect.provide(layer))
  )

  it.effect("draws nothing for a call without a valid key or without the scope", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const key = (yield* newKey(organization)).secret
      const reader = (yield* newKey(organization, ["monitors:read"])).secret
      yield* call("GET", limits, { key: `${key}x` })
      const refused = yield* call("POST", "/v1/monitors", { key: reader, body: {} })
      assert.strictEqual(refused.headers.get("x-ratelimit-remaining"), "1000")
      assert.strictEqual((yield* call("GET", limits, { key })).headers.get("x-ratelimit-remaining"), "999")
    }).pipe(Effect.provide(layer))
  )

  it.effect("stops taking a revoked key within five seconds", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { id, secret: key } = yield* newKey(organization)
      assert.strictEqual((yield* call("GET", limits, { key })).status, 200)
      yield* (yield* Organizations).revokeKey(organization.id, id)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* call("GET", limits, { key })).status, 401)
    }).pipe(Effect.provide(layer))
  )

  it.effect("stops taking one as soon that was accepted while the clock was ahead", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { id, secret: key } = yield* newKey(organization)
      const status = Effect.map(call("GET", limits, { key }), (reply) => reply.status)
      assert.strictEqual(yield* whileAhead("30 days")(status), 200)
      yield* (yield* Organizations).revokeKey(organization.id, id)
      yield* TestClock.adjust("4 seconds")
      assert.strictEqual(yield* status, 401)
    }).pipe(Effect.provide(layer))
  )

  it.effect("takes a new key at once, though it was refused before", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization({ disabled: true })
      const { secret: key } = yield* newKey(organization)
      assert.strictEqual((yield* call("GET", limits, { key })).status, 403)
      yield* (yield* Organizations).put({ ...organization, disabled: false })
      assert.strictEqual((yield* call("GET", limits, { key })).status, 200)
    }).pipe(Effect.provide(layer))
  )

  it.effect("lets screens of a session read beside what programs are given, and nothing else", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization({ overrides: { requestsPerMinute: 1, concurrentRequests: 1 } })
      const key = (yield* newKey(organization)).secret
      const browser = newBrowser()
      yield* browser.signIn({ key })
      const body = { type: "monitor" }
      for (let turn = 0; turn < 5; turn++) {
        const list = yield* browser.ask("POST", deliveries, { body })
        assert.deepStrictEqual([list.status, list.headers.get("x-ratelimit-limit")], [200, "1000"])
      }
      // Nothing of it was what the program is given.
      assert.strictEqual((yield* call("POST", deliveries, { key, body })).status, 200)
      assert.strictEqual((yield* call("POST", deliveries, { key, body })).status, 429)
      // What executes, what is tried in the playground, and what names its key are calls like those of programs.
      const playground = { body, headers: { "x-kittiwake-playground": "1" } }
      assert.strictEqual((yield* browser.ask("POST", deliveries, playground)).status, 429)
      const page = "/v1/web/scrape/markdown?url=https%3A%2F%2Fshop.example"
      assert.strictEqual((yield* browser.ask("GET", page)).status, 429)
    }).pipe(Effect.provide(layer))
  )
})
