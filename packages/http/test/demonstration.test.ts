import { assert, describe, it } from "@effect/vitest"
import { OperatorToken } from "@kittiwake/core/administration/OperatorToken"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { Demonstration, type Demonstrations } from "../src/demonstration/Demonstration.ts"
import { type DemonstrationRecord, noDemonstration } from "../src/demonstration/records.ts"
import { call, layer, newKey, newOrganization } from "./support/App.ts"

const token = "operator-token-0123456789abcdefghij"

/** What was asked of the demonstration. */
interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const ownId = "01a222d0-0000-7000-8000-000000000000"

/** A demonstration that writes down what it is asked. */
const shows = () => {
  const asked: Array<Asked> = []
  let state: DemonstrationRecord["state"] = "none"
  const standing = Effect.sync((): DemonstrationRecord => ({ ...noDemonstration, state }))
  const become = (next: DemonstrationRecord["state"]) =>
    Effect.sync(() => {
      state = next
    }).pipe(Effect.andThen(standing))
  const shown: Demonstrations = {
    standing,
    begin: become("shown"),
    remove: become("none"),
    answer: () =>
      state === "none"
        ? null
        : async (request) => {
            const { method, url } = request
            asked.push({ method, url, headers: Object.fromEntries(request.headers), body: await request.text() })
            const headers = { "x-own": "kept", "x-request-id": ownId }
            return Response.json({ of: "the demonstration", request_id: ownId }, { status: 202, headers })
          }
  }
  const app = layer.pipe(
    Layer.provide(Layer.succeed(OperatorToken, Option.some(Redacted.make(token)))),
    Layer.provide(Layer.succeedContext(Context.make(Demonstration, shown)))
  )
  return { app, asked }
}

const path = "/admin/demonstration"

describe("the API of the demonstration", () => {
  it.effect("is asked below the operator's address while there is one, without a word of who asks", () => {
    const { app, asked } = shows()
    return Effect.gen(function* () {
      const none = yield* call("GET", `${path}/v1/monitors`, { key: token })
      assert.deepStrictEqual([none.status, none.body.error_code], [404, "NOT_FOUND"])
      assert.include(none.body.message, "No demonstration is shown")

      assert.strictEqual((yield* call("POST", path, { key: token })).body.state, "shown")
      const reply = yield* call("PATCH", `${path}/v1/monitors/mon_1?limit=2`, {
        headers: { authorization: `Bearer ${token}`, cookie: "secret=1", "x-kittiwake-organization": "org_1" },
        body: { name: "Terns" }
      })
      assert.deepStrictEqual([reply.status, reply.body], [202, { of: "the demonstration", request_id: ownId }])
      assert.deepStrictEqual([reply.headers.get("x-own"), reply.headers.get("cache-control")], ["kept", "no-store"])
      const [{ body, headers, method, url }] = asked as [Asked]
      assert.deepStrictEqual(
        [method, new URL(url).pathname, new URL(url).search],
        ["PATCH", "/v1/monitors/mon_1", "?limit=2"]
      )
      assert.deepStrictEqual(JSON.parse(body), { name: "Terns" })
      assert.deepStrictEqual(
        Object.keys(headers).filter((name) => !/^(?:accept|content-type)$/.test(name)),
        []
      )

      assert.strictEqual((yield* call("DELETE", path, { key: token })).body.state, "none")
      assert.strictEqual((yield* call("GET", `${path}/admin/organizations`, { key: token })).status, 404)
    }).pipe(Effect.provide(app))
  })

  it.effect("is shut for everybody but the operator", () => {
    const { app, asked } = shows()
    return Effect.gen(function* () {
      yield* call("POST", path, { key: token })
      const { secret } = yield* newKey(yield* newOrganization())
      for (const [method, below] of [
        ["GET", "/v1/monitors"],
        ["POST", "/v1/monitors"],
        ["GET", "/admin/organizations"],
        ["DELETE", "/v1/../../admin/organizations"]
      ] as const) {
        for (const headers of [{}, { authorization: `Bearer ${secret}` }, { authorization: `Basic ${token}` }]) {
          const reply = yield* call(method, `${path}${below}`, { headers })
          assert.include([401, 404], reply.status, `${method} ${below}`)
        }
      }
      assert.deepStrictEqual(asked, [])
    }).pipe(Effect.provide(app))
  })

  it.effect("takes bodies of a megabyte, and leads nowhere else", () => {
    const { app, asked } = shows()
    return Effect.gen(function* () {
      yield* call("POST", path, { key: token })
      const large = yield* call("POST", `${path}/v1/monitors`, { key: token, body: { name: "x".repeat(1_100_000) } })
      assert.strictEqual(large.status, 413)
      for (const below of ["/session", "/v2/monitors", "/assets/x", "//example.com/v1/x"]) {
        assert.strictEqual((yield* call("GET", `${path}${below}`, { key: token })).status, 404, below)
      }
      yield* call("GET", `${path}/v1//example.com/x`, { key: token })
      assert.deepStrictEqual([...new Set(asked.map(({ url }) => new URL(url).host))], ["localhost"])
    }).pipe(Effect.provide(app))
  })

  it.effect("is missing where nothing shows one", () =>
    Effect.gen(function* () {
      for (const method of ["GET", "POST", "DELETE"]) {
        const { body, status } = yield* call(method, path, { key: token })
        assert.deepStrictEqual([status, body.error_code], [404, "NOT_FOUND"])
      }
      assert.strictEqual((yield* call("GET", `${path}/v1/monitors`, { key: token })).status, 404)
    }).pipe(Effect.provide(layer.pipe(Layer.provide(Layer.succeed(OperatorToken, Option.some(Redacted.make(token)))))))
  )
})
