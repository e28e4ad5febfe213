import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { Webhook } from "standardwebhooks"
import * as Memory from "../../src/memory/Memory.ts"
import { checkSignature } from "../../src/webhooks/checkSignature.ts"
import { HeaderPrefix } from "../../src/webhooks/HeaderPrefix.ts"

const secret = `whsec_${"0123456789abcdef".repeat(4)}`
const body = '{"event":"change.detected","name":"Ünïcode 🐦"}'
const at = DateTime.makeUnsafe("2026-03-01T00:00:00Z")
const seconds = at.epochMilliseconds / 1_000

const serviceOf = (time = seconds, key = secret) =>
  `t=${time},v1=${createHmac("sha256", key).update(`${time}.${body}`).digest("hex")}`

/** As an ordinary library signs. */
const standardOf = (time = seconds) => ({
  "webhook-id": "evt_1",
  "webhook-timestamp": String(time),
  "webhook-signature": new Webhook(secret).sign("evt_1", new Date(time * 1_000), body)
})

const check = (headers: Record<string, string>, text = body) => checkSignature({ headers, body: text }, secret, at)

describe("checking a signature", () => {
  it.effect("takes either form, and both", () =>
    Effect.gen(function* () {
      const service = { "x-service-signature": serviceOf() }
      assert.strictEqual(yield* check(service), "verified")
      assert.strictEqual(yield* check(standardOf()), "verified")
      assert.strictEqual(yield* check({ ...service, ...standardOf() }), "verified")
      const several = { ...standardOf(), "webhook-signature": `v1,b2xk ${standardOf()["webhook-signature"]}` }
      assert.strictEqual(yield* check(several), "verified", "while a secret is replaced")
      const named = { "x-acme-signature": serviceOf() }
      assert.strictEqual(yield* check(named), "wrong_signature")
      assert.strictEqual(yield* Effect.provideService(check(named), HeaderPrefix, "X-Acme"), "verified")
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("refuses other bytes, another secret, nothing at all, and a wrong form beside a right one", () =>
    Effect.gen(function* () {
      const service = { "x-service-signature": serviceOf() }
      for (const [headers, text] of [
        [service, `${body} `],
        [standardOf(), `${body} `],
        [{ "x-service-signature": serviceOf(seconds, "whsec_other") }, body],
        [{}, body],
        [{ "x-service-signature": "t=1" }, body],
        [{ ...standardOf(), "webhook-id": "evt_2" }, body],
        [{ ...standardOf(), "webhook-timestamp": "soon" }, body],
        [{ ...service, ...standardOf(), "webhook-id": "evt_2" }, body],
        [{ ...standardOf(), "x-service-signature": serviceOf(seconds, "whsec_other") }, body]
      ] as const) {
        assert.strictEqual(yield* check(headers as Record<string, string>, text), "wrong_signature")
      }
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("says of a right one that it is old from five minutes on, in either direction", () =>
    Effect.gen(function* () {
      for (const [ago, verdict] of [
        [300, "verified"],
        [301, "too_old"],
        [-300, "verified"],
        [-301, "too_old"]
      ] as const) {
        assert.strictEqual(yield* check({ "x-service-signature": serviceOf(seconds - ago) }), verdict)
        assert.strictEqual(yield* check(standardOf(seconds - ago)), verdict)
      }
    }).pipe(Effect.provide(Memory.layer))
  )
})
