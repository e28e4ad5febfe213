import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { inboxLimits } from "@kittiwake/core/inbox/domain/InboxEvent"
import { windowMillis, windowStart } from "@kittiwake/core/limits/domain/Window"
import { LimitStore } from "@kittiwake/core/limits/LimitStore"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"
import { call, deliverDue, layer, newKey, newMonitor, newOrganization, Outside, pick, runDue } from "./support/App.ts"

const inboxOf = (key: string, query = "") => call("GET", `/v1/webhooks/inbox${query}`, { key })

/** A monitor told to the inbox, whose first run has ended and was delivered. */
const told = Effect.fnUntraced(function* (own = true) {
  const organization = yield* newOrganization()
  const key = (yield* newKey(organization)).secret
  const { address, webhook_url } = (yield* inboxOf(key)).body
  const url = String(own ? webhook_url : address)
  const monitor = yield* newMonitor(key, { webhook: { url, events: ["run.completed", "change.detected"] } })
  yield* runDue
  yield* deliverDue
  return { organization, key, address: String(address), monitor, secret: String(monitor.webhook?.secret) }
})

const pathOf = (address: string) => new URL(address).pathname

/** Signs as receivers verify, in one of the two forms. */
const signed = (secret: string, body: string, seconds: number) => ({
  "content-type": "application/json",
  "x-service-signature": `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`
})

const eventFor = (monitorId: string) =>
  JSON.stringify({ event: "change.detected", id: "evt_1", data: { change: { id: "chg_1", monitor_id: monitorId } } })

describe("the built-in inbox", () => {
  for (const own of [true, false]) {
    it.effect(`takes what a monitor tells, in the process, at ${own ? "the own" : "the open"} address`, () =>
      Effect.gen(function* () {
        const { key, monitor, secret } = yield* told(own)
        ;(yield* Outside).page = "12 euro"
        yield* call("POST", `/v1/monitors/${monitor.id}/run`, { key })
        yield* runDue
        yield* deliverDue
        assert.strictEqual((yield* Outside).sent, 0, "nothing went out")
        const { body } = yield* inboxOf(key)
        const events = body.data as ReadonlyArray<Record<string, unknown>>
        assert.sameMembers(
          events.map(({ event }) => event),
          ["run.completed", "change.detected", "run.completed"]
        )
        const change = events.find(({ event }) => event === "change.detected")!
        assert.deepStrictEqual([change.verdict, change.monitor_id], ["verified", monitor.id])
        const reply = yield* call("GET", `/v1/webhooks/inbox/${change.id}`, { key })
        const { headers, body: text } = reply.body as { headers: Record<string, string>; body: string }
        // As an ordinary library verifies what arrived, at the moment of the test.
        const [seconds] = /\d+/.exec(headers["x-service-signature"] ?? "") ?? []
        const mac = createHmac("sha256", secret).update(`${seconds}.${text}`).digest("hex")
        assert.strictEqual(headers["x-service-signature"], `t=${seconds},v1=${mac}`)
        assert.strictEqual(
          headers["webhook-signature"],
          new Webhook(secret).sign(String(headers["webhook-id"]), new Date(Number(seconds) * 1_000), text)
        )
        assert.strictEqual(JSON.parse(text).data.change.id, change.change_id)
        const deliveries = yield* call("POST", "/v1/webhooks/deliveries", { key, body: { type: "monitor" } })
        const rows = deliveries.body.data as ReadonlyArray<{ status: string; id: string }>
        assert.deepStrictEqual([...new Set(rows.map(({ status }) => status))], ["delivered"])
        const attempts = yield* call("GET", `/v1/webhooks/deliveries/${rows[0]!.id}/attempts`, { key })
        assert.strictEqual(pick(attempts.body, "data", 0, "http_status"), 200)
      }).pipe(Effect.provide(layer))
    )
  }

  it.effect("takes what is posted from outside, refuses what is tampered with, and keeps both with the verdict", () =>
    Effect.gen(function* () {
      const { address, key, monitor, secret } = yield* told()
      yield* TestClock.setTime(Date.parse("2026-03-01T00:00:00Z"))
      const seconds = Date.parse("2026-03-01T00:00:00Z") / 1_000
      const body = eventFor(monitor.id)
      const post = (text: string, headers: Record<string, string>) =>
        call("POST", pathOf(address), { body: text, headers })
      const unknown = eventFor(`mon_${"0".repeat(32)}`)
      const tries = [
        [yield* post(body, signed(secret, body, seconds)), 200, "verified"],
        [yield* post(body.replace("chg_1", "chg_2"), signed(secret, body, seconds)), 401, "wrong_signature"],
        [yield* post(body, signed("whsec_other", body, seconds)), 401, "wrong_signature"],
        [yield* post(body, { "content-type": "application/json" }), 401, "wrong_signature"],
        [yield* post(body, signed(secret, body, seconds - 301)), 401, "too_old"],
        [yield* post(unknown, signed(secret, unknown, seconds)), 200, "unknown_monitor"],
        [yield* post("anything", {}), 200, "unknown_monitor"]
      ] as const
      for (const [reply, status, verdict] of tries) {
        assert.deepStrictEqual([reply.status, reply.body.verdict], [status, verdict])
      }
      const kept = (yield* inboxOf(key)).body.data as ReadonlyArray<{ id: string; verdict: string }>
      assert.sameMembers(
        kept.slice(0, tries.length).map(({ id, verdict }) => `${id} ${verdict}`),
        tries.map(([reply]) => `${reply.body.id} ${reply.body.verdict}`)
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("shows an organization nothing of another, and checks nothing by another's secrets", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* told(), yield* told()]
      yield* TestClock.setTime(Date.parse("2026-03-01T00:00:00Z"))
      const body = eventFor(one.monitor.id)
      const headers = signed(one.secret, body, Date.parse("2026-03-01T00:00:00Z") / 1_000)
      const posted = yield* call("POST", pathOf(two.address), { body, headers })
      assert.strictEqual(posted.body.verdict, "unknown_monitor")
      const id = String(posted.body.id)
      assert.strictEqual((yield* call("GET", `/v1/webhooks/inbox/${id}`, { key: one.key })).status, 404)
      assert.strictEqual((yield* call("GET", `/v1/webhooks/inbox/${id}`, { key: two.key })).status, 200)
      assert.strictEqual((yield* call("DELETE", "/v1/webhooks/inbox", { key: one.key })).body.removed, 1)
      assert.strictEqual(pick((yield* inboxOf(two.key)).body, "data", "length"), 2)
    }).pipe(Effect.provide(layer))
  )

  it.effect("gets a new address at once, at which its own monitors need not be told", () =>
    Effect.gen(function* () {
      const { address, key, monitor } = yield* told()
      const rotated = yield* call("POST", "/v1/webhooks/inbox/rotate", { key })
      assert.notStrictEqual(rotated.body.address, address)
      assert.strictEqual((yield* inboxOf(key)).body.address, rotated.body.address)
      assert.strictEqual((yield* call("POST", pathOf(address), { body: "{}" })).status, 404)
      assert.strictEqual((yield* call("POST", pathOf(String(rotated.body.address)), { body: "{}" })).status, 200)
      yield* call("POST", `/v1/monitors/${monitor.id}/run`, { key })
      yield* runDue
      yield* deliverDue
      assert.strictEqual(pick((yield* inboxOf(key)).body, "data", 0, "verdict"), "verified")
      const reader = (yield* newKey((yield* told()).organization, ["monitors:read"])).secret
      const shown = yield* inboxOf(reader)
      assert.deepStrictEqual([shown.status, shown.body.address], [200, null])
    }).pipe(Effect.provide(layer))
  )

  it.effect("bounds what arrives: bytes of one body, requests of one address, events that are kept", () =>
    Effect.gen(function* () {
      const { address, key } = yield* told()
      const large = yield* call("POST", pathOf(address), { body: "x".repeat(inboxLimits.bodyBytes + 1) })
      assert.strictEqual(large.status, 413)
      const statuses: Array<number> = []
      for (let sent = 0; sent < 130; sent++) {
        statuses.push((yield* call("POST", pathOf(address), { body: `{"n":${sent}}` })).status)
      }
      assert.deepStrictEqual([...new Set(statuses)], [200, 429])
      const first = yield* inboxOf(key, "?limit=100")
      const kept = statuses.filter((status) => status === 200).length
      const rest = yield* inboxOf(key, `?limit=100&cursor=${first.body.next_cursor}`)
      assert.strictEqual(Number(pick(rest.body, "data", "length")) + 100, kept + 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect(
    "takes events at an address whatever strangers post to those that are none, from here or from wherever",
    () =>
      Effect.gen(function* () {
        const { address } = yield* told()
        const post = (path: string) => Effect.map(call("POST", path, { body: "{}" }), ({ status }) => status)
        const nowhere = ["/inbox/nobody", `/inbox/${"x".repeat(40)}`, `${pathOf(address).slice(0, -1)}_`]
        const statuses: Array<number> = []
        for (let sent = 0; sent < 125; sent++) statuses.push(yield* post(nowhere[sent % 3]!))
        assert.deepStrictEqual([...new Set(statuses)], [404, 429])
        assert.strictEqual(statuses.indexOf(429), 120)
        assert.strictEqual(yield* post(pathOf(address)), 200)
        yield* TestClock.adjust("1 minute")
        const draw = Effect.fnUntraced(function* (subject: string) {
          const windowStartMillis = windowStart(yield* Clock.currentTimeMillis)
          yield* (yield* LimitStore).draw({ subject, windowStartMillis, windowMillis, weight: 1_200, limit: 1_200 })
        })
        yield* draw("strangers:inbox")
        assert.strictEqual(yield* post("/inbox/nobody"), 429)
        assert.strictEqual(yield* post(pathOf(address)), 200)
      }).pipe(Effect.provide(layer))
  )

  it.effect("of one organization keeps nobody from that of another, however much is posted to it", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* told(), yield* told()]
      const post = (address: string) =>
        Effect.map(call("POST", pathOf(address), { body: "{}" }), ({ status }) => status)
      for (let sent = 0; sent < 120; sent++) assert.strictEqual(yield* post(one.address), 200)
      assert.strictEqual(yield* post(one.address), 429)
      assert.strictEqual(yield* post(two.address), 200)
    }).pipe(Effect.provide(layer))
  )

  it.effect("lists the beginning of a body, and shows it whole", () =>
    Effect.gen(function* () {
      const { address, key } = yield* told()
      const text = `{"text":"${"y".repeat(5_000)}"}`
      const { id } = (yield* call("POST", pathOf(address), { body: text, headers: { authorization: "Basic secret" } }))
        .body
      const { body } = yield* inboxOf(key, "?limit=1")
      assert.strictEqual(pick(body, "data", 0, "body"), text.slice(0, inboxLimits.listedBody))
      assert.strictEqual(pick(body, "data", 0, "size"), text.length)
      const whole = yield* call("GET", `/v1/webhooks/inbox/${id}`, { key })
      assert.strictEqual(whole.body.body, text)
      assert.isUndefined(pick(whole.body, "headers", "authorization"), "what nobody should keep")
    }).pipe(Effect.provide(layer))
  )
})
