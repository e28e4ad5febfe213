/** Warming the cache. Observed: replies, the request log, and the sites that wait to be looked at. */
import { assert, describe, it } from "@effect/vitest"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Effect } from "effect"
import { call, layer, newCaller, newKey, newOrganization, pick } from "./support/App.ts"
import { WebScript } from "./support/ScriptedWeb.ts"

const prefetch = (key: string, body: unknown) => call("POST", "/v1/utility/prefetch", { key, body })

const domain = (name: string, more: object = {}) => ({ type: "brand", identifier: { domain: name }, ...more })

const email = (address: string, more: object = {}) => ({ type: "styleguide", identifier: { email: address }, ...more })

const waiting = Effect.map(WebScript, ({ sites }) => sites)

describe("prefetching a site", () => {
  it.effect("answers at once with the site that was meant, and charges nothing", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const reply = yield* prefetch(key, domain(" HTTPS://WWW.Shop.example/about?a=1 "))
      assert.strictEqual(reply.status, 200)
      assert.deepStrictEqual(reply.body, {
        status: "ok",
        message: "The first page of shop.example will be fetched.",
        type: "brand",
        domain: "shop.example",
        request_id: reply.body.request_id,
        key_metadata: { credits_consumed: 0, credits_remaining: 1_000 }
      })
      const other = yield* prefetch(key, email("Jane.Doe+shop@Müller.example"))
      assert.deepInclude(other.body, { type: "styleguide", domain: "xn--mller-kva.example" })
      assert.deepStrictEqual(yield* waiting, ["shop.example", "xn--mller-kva.example"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("is allowed when nothing is left to spend", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const credits = yield* Credits
      yield* credits.post(organization.id, { kind: "adjustment", id: "all" }, -1_000)
      const { secret } = yield* newKey(organization)
      const reply = yield* prefetch(secret, domain("shop.example"))
      assert.strictEqual(reply.status, 200, JSON.stringify(reply.body))
      assert.deepStrictEqual(reply.body.key_metadata, { credits_consumed: 0, credits_remaining: 0 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("refuses a site that would never be looked at", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      for (const [body, field] of [
        [domain("wiki.corp"), "identifier.domain"],
        [domain("169.254.169.254"), "identifier.domain"],
        [email("somebody@mail.internal"), "identifier.email"]
      ] as const) {
        const reply = yield* prefetch(key, body)
        assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "INPUT_VALIDATION_ERROR"])
        assert.include(reply.body.message, field)
      }
      assert.deepStrictEqual(yield* waiting, [])
    }).pipe(Effect.provide(layer))
  )

  it.effect("refuses addresses at domains where anybody gets one", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      for (const [address, code] of [
        ["somebody@gmail.com", "FREE_EMAIL_DETECTED"],
        ["Somebody@GMX.de", "FREE_EMAIL_DETECTED"],
        ["x@mailinator.com", "DISPOSABLE_EMAIL_DETECTED"],
        ["x@box.Mailinator.com.", "DISPOSABLE_EMAIL_DETECTED"]
      ] as const) {
        const reply = yield* prefetch(key, email(address))
        assert.deepStrictEqual(
          [reply.status, reply.body.error_code, reply.body.status],
          [422, code, "error"],
          JSON.stringify(reply.body)
        )
        assert.deepStrictEqual(reply.body.key_metadata, { credits_consumed: 0, credits_remaining: 1_000 })
      }
      assert.deepStrictEqual(yield* waiting, [])
      // Whoever names the provider's own domain means the provider.
      assert.strictEqual((yield* prefetch(key, domain("gmail.com"))).status, 200)
    }).pipe(Effect.provide(layer))
  )

  it.effect("takes exactly one name of the site, and refuses every bad field by its name", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const good = domain("shop.example")
      const both = { domain: "shop.example", email: "a@shop.example" }
      for (const [field, body] of [
        ["type", { ...good, type: "logo" }],
        ["type", { identifier: good.identifier }],
        ["identifier", { type: "brand" }],
        ["identifier", { ...good, identifier: "shop.example" }],
        ["identifier", { ...good, identifier: {} }],
        ["identifier", { ...good, identifier: both }],
        ["identifier.name", { ...good, identifier: { ...good.identifier, name: "Shop" } }],
        ["identifier.domain", domain("a")],
        ["identifier.domain", domain("localhost")],
        ["identifier.domain", domain("no spaces.example")],
        ["identifier.domain", domain("mailto:a@shop.example")],
        ["identifier.domain", domain("shop.example".padStart(2_049, "a"))],
        ["identifier.email", email("")],
        ["identifier.email", email("shop.example")],
        ["identifier.email", email("@shop.example")],
        ["identifier.email", email("a@shop")],
        ["identifier.email", email("a@b@shop.example")],
        ["identifier.email", email("a@127.0.0.1")],
        ["identifier.email", email("a@127.1")],
        ["identifier.email", email("a@0x7f.1")],
        ["identifier.email", email("a@[::1]")],
        ["identifier.email", email("a@shop.example:8080")],
        ["identifier.email", email("a@shop.example/path")],
        ["identifier.email", email(`${"a".repeat(310)}@shop.example`)],
        ["timeoutOpts.behavior", { ...good, timeoutOpts: { milliseconds: 5_000, behavior: "return-partial" } }],
        ["timeoutOpts.milliseconds", { ...good, timeoutOpts: { milliseconds: 999 } }],
        ["timeoutOpts.milliseconds", { ...good, timeoutOpts: {} }],
        ["timeoutMS", { ...good, timeoutMS: 5_000, timeoutOpts: { milliseconds: 5_000 } }],
        ["tags[0]", { ...good, tags: [""] }],
        ["zdr", { ...good, zdr: "on" }]
      ] as const) {
        const reply = yield* prefetch(key, body)
        const said = `${JSON.stringify(body).slice(0, 100)} → ${JSON.stringify(reply.body)}`
        assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "INPUT_VALIDATION_ERROR"], said)
        assert.isTrue(String(reply.body.message).startsWith(`${field}: `), said)
      }
      const late = yield* prefetch(key, { ...good, timeoutOpts: { milliseconds: 300_001 } })
      assert.deepStrictEqual([late.status, late.body.error_code], [400, "TIMEOUT_EXCEEDS_MAXIMUM"])
      const nothingKept = yield* prefetch(key, { ...good, zdr: "enabled" })
      assert.deepStrictEqual([nothingKept.status, nothingKept.body.error_code], [400, "ZDR_NOT_SUPPORTED"])
      assert.deepStrictEqual(yield* waiting, [])
      const full = {
        ...{ timeoutOpts: { milliseconds: 1_000, behavior: "fail" }, tags: ["audit"], zdr: "disabled" },
        ...{ unknown: true }
      }
      assert.strictEqual((yield* prefetch(key, { ...good, ...full })).status, 200)
    }).pipe(Effect.provide(layer))
  )

  it.effect("says that it is busy when no more sites may wait", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      ;(yield* WebScript).maxSites = 0
      const reply = yield* prefetch(key, domain("shop.example"))
      assert.deepStrictEqual([reply.status, reply.body.error_code], [503, "INTERNAL_ERROR"])
      assert.strictEqual(reply.headers.get("retry-after"), "5")
    }).pipe(Effect.provide(layer))
  )

  it.effect("stands in the log of calls with its labels", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      yield* prefetch(key, domain("shop.example", { tags: ["audit"] }))
      const { body } = yield* call("GET", "/v1/logs?tags=audit", { key })
      assert.deepStrictEqual(
        [pick(body, "data", 0, "path"), pick(body, "data", 0, "status_code"), pick(body, "data", 0, "tags", 0)],
        ["/v1/utility/prefetch", 200, "audit"]
      )
    }).pipe(Effect.provide(layer))
  )
})
