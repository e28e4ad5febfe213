import { assert, describe, it } from "@effect/vitest"
import type { Billing } from "@kittiwake/core/organizations/domain/Billing"
import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  call,
  deliverDue,
  layer,
  newDelivery,
  newKey,
  newMonitor,
  newOrganization,
  pick,
  runDue
} from "./support/App.ts"

const at = (iso: string) => DateTime.makeUnsafe(iso)

const paused = (resumesAt: string | null): Billing => ({
  anchorAt: at("1970-01-01T00:00:00Z"),
  pausedAt: at("1970-01-01T00:00:00Z"),
  resumesAt: resumesAt === null ? null : at(resumesAt)
})

const put = (organization: Organization) => Organizations.use((organizations) => organizations.put(organization))

/** An organization with a key, whose billing can be paused. */
const customer = Effect.gen(function* () {
  const organization = yield* newOrganization()
  const { secret: key } = yield* newKey(organization)
  return {
    key,
    pause: (resumesAt: string | null) => put({ ...organization, billing: paused(resumesAt) }),
    resume: put({ ...organization, billing: { ...paused(null), pausedAt: null } })
  }
})

describe("while billing is paused", () => {
  it.effect("a run by hand answers COLLECTION_PAUSED, says until when, and charges nothing", () =>
    Effect.gen(function* () {
      const { key, pause, resume } = yield* customer
      const { id } = yield* newMonitor(key)
      yield* runDue
      const run = call("POST", `/v1/monitors/${id}/run`, { key })

      yield* pause("1970-01-03T00:00:00Z")
      const refused = yield* run
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "COLLECTION_PAUSED"])
      assert.include(String(refused.body.message), "1970-01-03T00:00:00.000Z")
      assert.deepStrictEqual(refused.body.key_metadata, { credits_consumed: 0, credits_remaining: 999 })
      yield* pause(null)
      assert.include(String((yield* run).body.message), "operator")
      const runs = yield* call("GET", `/v1/monitors/${id}/runs`, { key })
      assert.strictEqual(pick(runs.body, "data", "length"), 1, "nothing was queued")

      yield* resume
      assert.strictEqual((yield* run).status, 202)
    }).pipe(Effect.provide(layer))
  )

  it.effect("runs of the schedule are told as skipped, with the reason, and the monitor stays active", () =>
    Effect.gen(function* () {
      const { key, pause } = yield* customer
      const { id } = yield* newMonitor(key)
      yield* pause(null)
      yield* runDue
      const runs = yield* call("GET", `/v1/monitors/${id}/runs?status=skipped`, { key })
      assert.strictEqual(pick(runs.body, "data", 0, "skip_reason"), "collection_paused")
      assert.strictEqual(pick(runs.body, "data", 0, "credits_charged"), 0)
      assert.strictEqual((yield* call("GET", `/v1/monitors/${id}`, { key })).body.status, "active")
      const usage = yield* call("GET", "/v1/org/usage", { key })
      assert.deepStrictEqual([usage.status, usage.body.period, usage.body.next_refill], [200, null, null])
      assert.strictEqual(usage.body.credits_remaining, 1_000)
    }).pipe(Effect.provide(layer))
  )

  it.effect("everything that costs nothing works as ever, also what was found before and is not delivered yet", () =>
    Effect.gen(function* () {
      const { key, pause } = yield* customer
      const { deliveryId, monitorId } = yield* newDelivery(key)
      yield* pause(null)
      // The accepted key is remembered with its organization for some seconds.
      yield* TestClock.adjust("5 seconds")
      yield* deliverDue
      const delivery = yield* call("GET", `/v1/webhooks/deliveries/${deliveryId}`, { key })
      assert.deepStrictEqual([delivery.status, delivery.body.status], [200, "delivered"])
      for (const path of ["/v1/monitors", "/v1/monitors/limits", "/v1/monitors/runs", `/v1/monitors/${monitorId}`]) {
        assert.strictEqual((yield* call("GET", path, { key })).status, 200, path)
      }
      const renamed = yield* call("PATCH", `/v1/monitors/${monitorId}`, { key, body: { name: "Renamed" } })
      assert.strictEqual(renamed.status, 200)
      yield* newMonitor(key)
    }).pipe(Effect.provide(layer))
  )
})
