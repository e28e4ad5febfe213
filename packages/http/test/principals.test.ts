import { assert, describe, it } from "@effect/vitest"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import type { HttpServerRequest } from "effect/http"
import { organizationOf } from "../../core/src/testing/builders.ts"
import { type ExchangeState, newExchange } from "../src/Exchange.ts"
import { loggedCall } from "../src/logs/loggedCall.ts"

const request = { url: "/v1/monitors", method: "GET", headers: {} } as HttpServerRequest.HttpServerRequest
const exchange = newExchange("req_1", 0, {} as ExchangeState["memory"])

describe("a principal in the log", () => {
  it("is named as the key or as the grant that it is, and never as both", () => {
    const organization = organizationOf()
    for (const [kind, expected] of [
      ["key", ["the_id", null]],
      ["grant", [null, "the_id"]]
    ] as const) {
      const principal: Principal = { kind, id: "the_id", scopes: null, organization, dailyCredits: null }
      const logged = loggedCall(exchange, principal, request, { status: 200, body: null, atMillis: 1 })
      assert.deepStrictEqual([logged.keyId, logged.grantId], [...expected], kind)
    }
  })
})
