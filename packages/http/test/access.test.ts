import { assert, describe, it } from "@effect/vitest"
import { Inbox } from "@kittiwake/core/inbox/Inbox"
import { allScopes, covers, type Scope } from "@kittiwake/core/organizations/domain/Scope"
import { Effect } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "../src/api.ts"
import {
  asTimePasses,
  type Call,
  call,
  endedBatch,
  layer,
  newCaller,
  newDelivery,
  newKey,
  newOrganization,
  Outside,
  pick,
  runDue
} from "./support/App.ts"
import { type Operation, operations, pathOf } from "./support/operations.ts"

/** An organization with one of everything, so that every operation can succeed. */
const everything = Effect.gen(function* () {
  const organization = yield* newOrganization()
  const key = (yield* newKey(organization)).secret
  const { monitorId, runId, deliveryId } = yield* newDelivery(key)
  ;(yield* Outside).page = "12 euro"
  yield* call("POST", `/v1/monitors/${monitorId}/run`, { key })
  yield* runDue
  const changes = yield* call("GET", "/v1/monitors/changes", { key })
  const event = yield* (yield* Inbox).receive(organization.id, { headers: {}, body: "{}" })
  const ids = {
    event_id: event.id as string,
    request_id: String(changes.body.request_id),
    monitor_id: monitorId,
    run_id: runId,
    change_id: String(pick(changes.body, "data", 0, "id")),
    delivery_id: deliveryId,
    version_id: String(pick((yield* call("GET", `/v1/monitors/${monitorId}/versions`, { key })).body, "data", 0, "id")),
    batch_id: yield* endedBatch(key),
    profile_id: String((yield* call("POST", "/v1/org/browser/profiles", { key })).body.id),
    view_id: String(
      (yield* call("POST", "/v1/views", { key, body: { list: "changes", name: "New", filters: {} } })).body.id
    )
  }
  return { organization, key, ids }
})

/** Asks for an operation with a body that it takes, and waits for its answer. */
const ask = (operation: Operation, ids: Readonly<Record<string, string>>, given: Call) => {
  const asking = call(operation.method, pathOf(operation, ids), { body: operation.body, ...given })
  return operation.takesTime === true ? asTimePasses(asking) : asking
}

const unknownIds = {
  batch_id: `batch_${"0".repeat(32)}`,
  request_id: "00000000-0000-4000-8000-000000000000",
  monitor_id: `mon_${"0".repeat(32)}`,
  run_id: `run_${"0".repeat(32)}`,
  change_id: `chg_${"0".repeat(32)}`,
  version_id: `ver_${"0".repeat(32)}`,
  delivery_id: `whd_${"0".repeat(32)}`,
  event_id: `inb_${"0".repeat(32)}`,
  profile_id: `prof_${"0".repeat(32)}`,
  view_id: `view_${"0".repeat(32)}`
}

/** Ids that nothing can have, and what no operation takes. */
const wrongIds = Object.fromEntries(Object.keys(unknownIds).map((name) => [name, "wrong"])) as typeof unknownIds

const wrongInputs: ReadonlyArray<{ readonly body: unknown; readonly query: string }> = [
  { body: "{broken", query: "" },
  { body: {}, query: "" },
  { body: [], query: "" },
  { body: { type: "nothing", url: 7, limit: "many" }, query: "" },
  { body: undefined, query: "?limit=many&cursor=wrong&wrong=1" }
]

const isOfDelivery = ({ path }: Operation): boolean => path.startsWith("/webhooks/deliveries")

const batchScope = ({ scope }: Operation): Scope => (scope === "monitors:write" ? "batches:write" : "batches:read")

/** Requests a minute of each bucket on the plan that is tested. */
const limits = { default: "700", monitors: "1000", batches: "1000", logs: "60", screens: "1000" } as const

describe("access", () => {
  it("has an operation of the contract for every endpoint under /v1", () => {
    const served: Array<string> = []
    HttpApi.reflect(Api, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint }) => {
        if (endpoint.path.startsWith("/v1/")) {
          served.push(`${endpoint.method} ${endpoint.path.slice(3).replace(/:(\w+)/g, "{$1}")}`)
        }
      }
    })
    assert.deepStrictEqual(served.sort(), operations.map(({ method, path }) => `${method} ${path}`).sort())
  })

  it.effect("answers every operation with its status when the key may call it", () =>
    Effect.gen(function* () {
      const { key, ids } = yield* everything
      const left: Record<string, number> = {}
      for (const operation of operations) {
        const reply = yield* ask(operation, ids, { key })
        const expected = /\/(?:retry|cancel)$/.test(operation.path) ? [202, 409] : [operation.success]
        assert.include(expected, reply.status, `${operation.method} ${operation.path} ${JSON.stringify(reply.body)}`)
        assert.deepStrictEqual(Object.keys(Object(reply.body.key_metadata)), ["credits_consumed", "credits_remaining"])
        const limit = reply.headers.get("x-ratelimit-limit")
        assert.strictEqual(limit, limits[operation.bucket])
        const remaining = Number(reply.headers.get("x-ratelimit-remaining"))
        const before = left[operation.bucket]
        if (before !== undefined) assert.strictEqual(before - remaining, operation.weight, operation.path)
        left[operation.bucket] = remaining
      }
    }).pipe(Effect.provide(layer))
  )

  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`

    it.effect(`refuses ${name} without a valid key`, () =>
      Effect.gen(function* () {
        for (const headers of [{}, { authorization: "Basic abc" }, { authorization: "Bearer sk_unknown" }]) {
          const reply = yield* call(operation.method, pathOf(operation, unknownIds), {
            headers,
            body: operation.method === "GET" ? undefined : "{broken"
          })
          assert.strictEqual(reply.status, 401)
          assert.strictEqual(reply.body.error_code, "UNAUTHORIZED")
          assert.strictEqual(reply.headers.get("www-authenticate"), "Bearer")
          assert.isNull(reply.headers.get("x-ratelimit-limit"))
          assert.isUndefined(reply.body.key_metadata)
        }
      }).pipe(Effect.provide(layer))
    )

    it.effect(`lets a key call ${name} exactly when its scopes cover it`, () =>
      Effect.gen(function* () {
        const { organization, ids } = yield* everything
        const mayCall = (scopes: ReadonlyArray<Scope>) => operation.scope === null || covers(scopes, operation.scope)
        const grants: ReadonlyArray<ReadonlyArray<Scope>> = [[], ...allScopes.map((scope) => [scope])]
        for (const scopes of grants) {
          if (mayCall(scopes)) continue
          const { secret } = yield* newKey(organization, scopes)
          const reply = yield* call(operation.method, pathOf(operation, ids), { key: secret, body: operation.body })
          assert.strictEqual(reply.status, 403, `${scopes}`)
          assert.strictEqual(reply.body.error_code, "INSUFFICIENT_PERMISSIONS")
          assert.strictEqual(reply.body.required_permission, operation.scope)
          assert.isNotNull(reply.headers.get("x-ratelimit-limit"))
        }
        for (const scopes of grants.filter(mayCall)) {
          const { secret } = yield* newKey(organization, scopes)
          const reply = yield* ask(operation, unknownIds, { key: secret })
          assert.notStrictEqual(reply.status, 403, `${scopes}`)
        }
      }).pipe(Effect.provide(layer))
    )

    it.effect(`refuses ${name} for want of a scope before it looks at what it is sent`, () =>
      Effect.gen(function* () {
        const organization = yield* newOrganization()
        // Of a delivery, either of two scopes may be the one; which it is shows in what is asked for.
        const mayDo = [operation.scope, ...(isOfDelivery(operation) ? [batchScope(operation)] : [])]
        for (const scopes of [[], ...allScopes.map((scope) => [scope])]) {
          if (mayDo.some((scope) => scope === null || covers(scopes, scope))) continue
          const { secret } = yield* newKey(organization, scopes)
          for (const { body, query } of wrongInputs) {
            const path = `${pathOf(operation, wrongIds).split("?", 1)[0]}${query}`
            const sent = operation.method === "GET" ? undefined : body
            const reply = yield* call(operation.method, path, { key: secret, body: sent })
            assert.deepStrictEqual(
              [reply.status, reply.body.error_code, reply.body.required_permission],
              [403, "INSUFFICIENT_PERMISSIONS", operation.scope],
              `${scopes} ${path} ${JSON.stringify(body)}`
            )
          }
        }
      }).pipe(Effect.provide(layer))
    )

    if (operation.path.includes("{")) {
      it.effect(`answers ${name} alike for another organization's id and for one that never was`, () =>
        Effect.gen(function* () {
          const { key, ids } = yield* everything
          const stranger = yield* newCaller()
          const before = yield* call("GET", `/v1/monitors/${ids.monitor_id}`, { key })
          const foreign = yield* call(operation.method, pathOf(operation, ids), { key: stranger, body: operation.body })
          const unknown = yield* call(operation.method, pathOf(operation, unknownIds), {
            key: stranger,
            body: operation.body
          })
          const { request_id: _, ...foreignBody } = foreign.body
          const { request_id: __, ...unknownBody } = unknown.body
          assert.deepStrictEqual([foreign.status, foreignBody], [404, unknownBody])
          const after = yield* call("GET", `/v1/monitors/${ids.monitor_id}`, { key })
          assert.deepStrictEqual({ ...after.body, request_id: "" }, { ...before.body, request_id: "" })
        }).pipe(Effect.provide(layer))
      )
    }
  }

  it.effect("refuses the keys of a disabled organization before anything else", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ disabled: true })
      const reply = yield* call("POST", "/v1/monitors", { key, body: "{broken" })
      assert.strictEqual(reply.status, 403)
      assert.strictEqual(reply.body.error_code, "DISABLED")
    }).pipe(Effect.provide(layer))
  )

  it.effect("shows the signing secret only to keys that may write monitors", () =>
    Effect.gen(function* () {
      const { organization, ids } = yield* everything
      const reader = (yield* newKey(organization, ["monitors:read"])).secret
      const writer = (yield* newKey(organization, ["monitors:write"])).secret
      const seen = yield* call("GET", `/v1/monitors/${ids.monitor_id}`, { key: reader })
      assert.isUndefined(pick(seen.body, "webhook", "secret"))
      assert.notInclude(JSON.stringify((yield* call("GET", "/v1/monitors", { key: reader })).body), "whsec_")
      const shown = yield* call("GET", `/v1/monitors/${ids.monitor_id}`, { key: writer })
      assert.match(String(pick(shown.body, "webhook", "secret")), /^whsec_[0-9a-f]{64}$/)
    }).pipe(Effect.provide(layer))
  )
})
