/** Observed: what is answered to who says something, and what the operator reads. */
import { assert, describe, it } from "@effect/vitest"
import { OperatorToken } from "@kittiwake/core/administration/OperatorToken"
import { feedbackLimits } from "@kittiwake/core/feedback/domain/FeedbackNote"
import { Effect, Layer, Option, Redacted } from "effect"
import { call, layer, newKey, newOrganization, pick } from "./support/App.ts"

const token = "operator-token-0123456789abcdefghij"

const app = layer.pipe(Layer.provide(Layer.succeed(OperatorToken, Option.some(Redacted.make(token)))))

const say = (key: string, body: unknown) => call("POST", "/v1/feedback", { key, body })

const read = (organization: string, query = "") =>
  call("GET", `/admin/organizations/${organization}/feedback${query}`, { key: token })

describe("feedback", () => {
  it.effect("is taken from any key and read by the operator alone", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const other = yield* newOrganization()
      const { id, secret } = yield* newKey(organization, [])
      const said = yield* say(secret, {
        message: "The diff was empty.",
        request_id: "0197f8a2-6c1e-7b3d-9a4f-2e5d8c7b6a90",
        rating: "negative",
        tags: ["diffs", "diffs"]
      })
      assert.strictEqual(said.status, 202)
      assert.deepStrictEqual(Object.keys(said.body).sort(), ["key_metadata", "request_id"])
      assert.strictEqual(pick(said.body, "key_metadata", "credits_consumed"), 0)
      const { body } = yield* read(organization.id)
      assert.strictEqual(pick(body, "data", "length"), 1)
      assert.deepInclude(pick(body, "data", 0), {
        organization_id: organization.id,
        key_id: id,
        message: "The diff was empty.",
        about_request_id: "0197f8a2-6c1e-7b3d-9a4f-2e5d8c7b6a90",
        rating: "negative",
        tags: ["diffs"]
      })
      assert.strictEqual(pick((yield* read(other.id)).body, "data", "length"), 0)
      assert.strictEqual((yield* read("org_none")).status, 404)
    }).pipe(Effect.provide(app))
  )

  it.effect("is as long as it may be, and no longer", () =>
    Effect.gen(function* () {
      const { secret } = yield* newKey(yield* newOrganization())
      assert.strictEqual((yield* say(secret, { message: "é".repeat(feedbackLimits.characters) })).status, 202)
      for (const [field, body] of [
        ["message", {}],
        ["message", { message: "" }],
        ["message", { message: "x".repeat(feedbackLimits.characters + 1) }],
        ["message", { message: 7 }],
        ["rating", { message: "x", rating: "so-so" }],
        ["tags", { message: "x", tags: Array.from({ length: 21 }, String) }],
        ["request_id", { message: "x", request_id: "" }],
        ["mood", { message: "x", mood: "fine" }]
      ] as const) {
        const reply = yield* say(secret, body)
        assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "INPUT_VALIDATION_ERROR"], field)
        assert.include(String(reply.body.message), field)
      }
    }).pipe(Effect.provide(app))
  )

  it.effect("is read page by page, and its words stand in no log of calls", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { secret } = yield* newKey(organization)
      for (const n of [1, 2, 3]) yield* say(secret, { message: `number ${n} of a kind`, tags: ["kind"] })
      const first = (yield* read(organization.id, "?limit=2")).body
      assert.deepStrictEqual([pick(first, "data", "length"), first.has_more], [2, true])
      const rest = (yield* read(organization.id, `?limit=2&cursor=${first.next_cursor}`)).body
      assert.deepStrictEqual([pick(rest, "data", "length"), rest.has_more], [1, false])
      const logs = yield* call("GET", "/v1/logs?path=/feedback", { key: secret })
      assert.strictEqual(pick(logs.body, "data", "length"), 3)
      assert.deepStrictEqual(pick(logs.body, "data", 0, "tags"), ["kind"])
      const detail = yield* call("GET", `/v1/logs/${pick(logs.body, "data", 0, "request_id")}`, { key: secret })
      assert.strictEqual(detail.status, 200)
      assert.notInclude(JSON.stringify(detail.body), "of a kind")
    }).pipe(Effect.provide(app))
  )
})
