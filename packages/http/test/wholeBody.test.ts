/** Bodies that are JSON and no object. Observed: that the refusal says what a body is, in words that whoever calls knows. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { decodeBody } from "../src/body.ts"
import { call, layer, newCaller, newDelivery } from "./support/App.ts"
import { operations, pathOf } from "./support/operations.ts"

const taking = operations.filter(({ body }) => typeof body === "object")

/** What each must have, by its name. */
const needed: Readonly<Record<string, string>> = {
  "POST /web/crawl": " with url",
  "POST /utility/prefetch": " with type and identifier",
  "POST /monitors": " with name and target",
  "POST /monitors/preview": " with target",
  "POST /monitors/changes/triage": " with triage",
  "PATCH /monitors/changes/{change_id}": " with triage",
  "POST /feedback": " with message",
  "POST /views": " with list, name and filters",
  "POST /brand/ai/product": " with url",
  "POST /news/search": " with searchBy",
  "POST /web/search": " with query",
  "POST /web/extract": " with url and schema",
  "POST /web/answers": " with task",
  "POST /brand/retrieve":
    " whose type is by_domain, by_name, by_email, by_ticker, by_isin, by_direct_url or by_transaction",
  "POST /webhooks/deliveries": ' whose type is "monitor" or "batch"',
  "POST /webhooks/test": " with url",
  "PUT /org/browser/profiles/{profile_id}/session": " with session"
}

describe("a body that is no object", () => {
  it.effect("is refused by what it must have, and by no name of a schema", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { deliveryId, monitorId } = yield* newDelivery(key)
      const ids = { monitor_id: monitorId, delivery_id: deliveryId, change_id: "chg_1", view_id: "view_1" }
      assert.isAbove(taking.length, 8)
      for (const operation of taking) {
        const name = `${operation.method} ${operation.path}`
        // Submissions are read as they come, by a parser that knows where it stands.
        if (name === "POST /batch/submit") continue
        for (const body of ["[]", '"x"', "1", "null", ...(name === "POST /webhooks/deliveries" ? ["{}"] : [])]) {
          const { body: refused, status } = yield* call(operation.method, pathOf(operation, ids), { key, body })
          const words = `The body must be an object${needed[name] ?? ""}.`
          assert.deepStrictEqual([status, refused.message], [400, words], `${name} ${body}`)
        }
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("is so where it stands in another", () =>
    Effect.gen(function* () {
      const part = Schema.Struct({ kind: Schema.String, note: Schema.optionalKey(Schema.String) })
      const decode = decodeBody(Schema.Struct({ part: part.annotate({ identifier: "Part" }) }))
      const refused = yield* Effect.flip(decode({ part: 1 }))
      assert.deepInclude(refused, { field: "part", message: "must be an object with kind" })
      assert.deepInclude(yield* Effect.flip(decodeBody(part, "The input")(1)), {
        field: "",
        message: "The input must be an object with kind."
      })
    })
  )
})
