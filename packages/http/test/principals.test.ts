import { assert, describe, it } from "@effect/vitest"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import type { HttpServerRequest } from "effect/http"
import { organizationOf } from "../../core/src/testing/builders.ts"
import type { LoggedOperation } from "../src/access.ts"
import { type ExchangeState, newExchange } from "../src/Exchange.ts"
import { keptOfEndpoint } from "../src/logs/keptOfEndpoint.ts"
import { loggedCall } from "../src/logs/loggedCall.ts"

const request = { url: "/v1/monitors", method: "GET", headers: {} } as HttpServerRequest.HttpServerRequest
const exchange = newExchange("req_1", 0, {} as ExchangeState["memory"])
const operation: LoggedOperation = {
  name: "",
  route: "/monitors",
  labels: "none",
  keepsReply: true,
  kept: keptOfEndpoint({ path: "/v1/monitors", query: undefined, payload: new Map(), success: new Set() })
}

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

  it("is a screen of the dashboard where a session reads what costs nothing, and nobody tried it", () => {
    const organization = organizationOf()
    const principal: Principal = { kind: "key", id: "key_1", scopes: null, organization, dailyCredits: null }
    const isOfDashboard = (
      method: string,
      headers: Readonly<Record<string, string>>,
      { creditsUsed = 0, name = "" }: { readonly creditsUsed?: number; readonly name?: string } = {}
    ) =>
      loggedCall(
        { ...exchange, creditsUsed, operation: { ...operation, name } },
        principal,
        { ...request, method, headers } as HttpServerRequest.HttpServerRequest,
        { status: 200, body: null, atMillis: 1 }
      ).ofDashboard
    const byKey = { authorization: "Bearer key" }
    assert.isTrue(isOfDashboard("GET", {}))
    assert.isTrue(isOfDashboard("HEAD", { "x-kittiwake-session": "1" }))
    assert.isTrue(isOfDashboard("POST", {}, { name: "POST /v1/webhooks/deliveries" }))
    assert.isFalse(isOfDashboard("POST", {}, { name: "POST /v1/monitors/preview" }))
    assert.isFalse(isOfDashboard("DELETE", {}))
    assert.isFalse(isOfDashboard("GET", {}, { creditsUsed: 1 }))
    assert.isFalse(isOfDashboard("GET", { "x-kittiwake-playground": "1" }))
    assert.isFalse(isOfDashboard("GET", byKey))
    assert.isFalse(isOfDashboard("GET", { ...byKey, cookie: "kittiwake-session=kws_1", "x-kittiwake-session": "1" }))
  })
})
