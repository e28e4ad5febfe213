import { assert, describe, it } from "@effect/vitest"
import { OperatorToken } from "@kittiwake/core/administration/OperatorToken"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { type Part, parts, Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { settable } from "../../../core/src/testing/arrangements.ts"
import { streamLimits } from "../../src/live/Places.ts"
import { Handlers } from "../../src/server.ts"
import { newBrowser } from "../sessions/Browser.ts"
import { call, deliverDue, layer, newCaller, newDelivery, newKey, newMonitor, newOrganization } from "../support/App.ts"
import { base, callWith, tokensFor } from "../support/OAuth.ts"

const token = "operator-token-0123456789abcdefghij"

/** Lets everything go on that waits for nothing but its turn. */
const settle = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
})

/** A stream that is read as it comes. */
const openStream = Effect.fnUntraced(function* (headers: Record<string, string>, path = "/v1/events") {
  const { web } = yield* Handlers
  const response = yield* Effect.promise(() =>
    web(new Request(`http://localhost:8787${path}`, { headers: { host: "localhost:8787", ...headers } }))
  )
  const reader = response.body!.getReader()
  let text = ""
  let isOver = false
  const read = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
      if (done) break
      text += new TextDecoder().decode(value)
    }
    isOver = true
  }
  void read()
  yield* settle
  return {
    response,
    text: Effect.andThen(
      settle,
      Effect.sync(() => text)
    ),
    /** The topics of each event that came. */
    events: Effect.andThen(
      settle,
      Effect.sync(() =>
        [...text.matchAll(/event: changed\ndata: (.*)\n\n/g)].map(
          ([, data]) => (JSON.parse(data!) as { readonly topics: ReadonlyArray<string> }).topics
        )
      )
    ),
    isOver: Effect.andThen(
      settle,
      Effect.sync(() => isOver)
    ),
    leave: Effect.andThen(
      Effect.promise(() => reader.cancel()),
      settle
    )
  }
})

const byKey = (key: string) => openStream({ authorization: `Bearer ${key}` })

const advance = (duration: Parameters<typeof TestClock.adjust>[0]) =>
  Effect.andThen(settle, Effect.andThen(TestClock.adjust(duration), settle))

describe("GET /v1/events", () => {
  it.effect("tells what of the caller's organization changed, and nobody else of it", () =>
    Effect.gen(function* () {
      const [key, stranger] = [yield* newCaller(), yield* newCaller()]
      const [stream, other] = [yield* byKey(key), yield* byKey(stranger)]
      assert.strictEqual(stream.response.status, 200)
      assert.strictEqual(stream.response.headers.get("content-type"), "text/event-stream; charset=utf-8")
      assert.strictEqual(stream.response.headers.get("cache-control"), "no-store")
      assert.strictEqual(stream.response.headers.get("x-accel-buffering"), "no")
      assert.strictEqual(yield* stream.text, "retry: 3000\n\n")
      yield* newMonitor(key)
      assert.deepStrictEqual(yield* stream.events, [["runs", "monitors"]])
      assert.strictEqual(yield* other.text, "retry: 3000\n\n")
    }).pipe(Effect.provide(layer))
  )

  it.effect("tells of runs and deliveries as workers record them", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { secret } = yield* newKey(organization)
      const stream = yield* byKey(secret)
      yield* newDelivery(secret)
      yield* advance("2 seconds")
      yield* deliverDue
      yield* advance("2 seconds")
      const told = new Set((yield* stream.events).flat())
      assert.sameMembers([...told], ["runs", "monitors", "deliveries", "usage"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("tells together what happens within a second", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { changed } = yield* Wakeups
      const stream = yield* byKey((yield* newKey(organization)).secret)
      for (let n = 0; n < 100; n++) {
        yield* changed(organization.id, ["runs"])
        if (n % 10 === 0) yield* settle
      }
      yield* changed(organization.id, ["usage"])
      assert.deepStrictEqual(yield* stream.events, [["runs"]])
      yield* advance("999 millis")
      assert.strictEqual((yield* stream.events).length, 1)
      yield* advance("1 millis")
      assert.deepStrictEqual(yield* stream.events, [["runs"], ["runs", "usage"]])
      yield* advance("5 seconds")
      assert.strictEqual((yield* stream.events).length, 2)
    }).pipe(Effect.provide(layer))
  )

  it.effect("says every 15 seconds that it is there, and ends after 15 minutes", () =>
    Effect.gen(function* () {
      const stream = yield* byKey(yield* newCaller())
      yield* advance("15 seconds")
      assert.strictEqual(yield* stream.text, "retry: 3000\n\n: still here\n\n")
      for (let beat = 2; beat < 60; beat++) yield* advance("15 seconds")
      assert.strictEqual((yield* stream.text).split(": still here").length, 60)
      assert.isFalse(yield* stream.isOver)
      yield* advance("15 seconds")
      assert.isTrue(yield* stream.isOver)
    }).pipe(Effect.provide(layer))
  )

  it.effect("tells a caller of what it may read, and lets nobody in that may read nothing", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { changed } = yield* Wakeups
      const seen: ReadonlyArray<
        readonly [scope: "batches:write" | "logs:read" | "monitors:read", ReadonlyArray<Part>]
      > = [
        ["batches:write", ["batches"]],
        ["logs:read", ["usage"]],
        ["monitors:read", ["changes", "runs", "monitors", "deliveries"]]
      ]
      for (const [scope, topics] of seen) {
        const stream = yield* byKey((yield* newKey(organization, [scope])).secret)
        yield* changed(organization.id, parts)
        assert.deepStrictEqual(yield* stream.events, [topics], scope)
        yield* stream.leave
      }
      const none = yield* call("GET", "/v1/events", { key: (yield* newKey(organization, ["data:execute"])).secret })
      assert.deepStrictEqual([none.status, none.body.error_code], [403, "INSUFFICIENT_PERMISSIONS"])
      const nobody = yield* call("GET", "/v1/events", { key: "sk_nobody" })
      assert.strictEqual(nobody.status, 401)
    }).pipe(Effect.provide(layer))
  )

  it.effect("has so many places for a caller, and gives one back when its client goes", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { secret } = yield* newKey(organization)
      const streams = yield* Effect.forEach(Array.from({ length: streamLimits.ofCaller }), () => byKey(secret))
      const full = yield* call("GET", "/v1/events", { key: secret })
      assert.deepStrictEqual([full.status, full.body.error_code], [429, "RATE_LIMITED"])
      assert.include(String(full.body.message), "streams of events")
      assert.strictEqual(full.headers.get("retry-after"), "15")
      const other = yield* byKey((yield* newKey(organization)).secret)
      assert.strictEqual(other.response.status, 200, "another key has places of its own")
      yield* streams[3]!.leave
      const next = yield* byKey(secret)
      assert.strictEqual(next.response.status, 200)
      assert.strictEqual((yield* call("GET", "/v1/events", { key: secret })).status, 429)
    }).pipe(Effect.provide(layer))
  )

  it.effect("counts the streams of a grant with those of the key that signed it", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { secret } = yield* newKey(organization)
      // Tokens work under the address for which they were given.
      const { host } = new URL(base)
      const grants = [(yield* tokensFor(secret)).tokens.access_token, (yield* tokensFor(secret)).tokens.access_token]
      for (let at = 0; at < streamLimits.ofCaller; at++) {
        const opened = yield* openStream({ authorization: `Bearer ${[secret, ...grants][at % 3]}`, host })
        assert.strictEqual(opened.response.status, 200)
      }
      for (const one of [secret, ...grants]) {
        const full = yield* callWith(one, "/v1/events")
        assert.deepStrictEqual([full.status, full.json().error_code], [429, "RATE_LIMITED"])
      }
      assert.strictEqual((yield* byKey((yield* newKey(organization)).secret)).response.status, 200)
    }).pipe(Effect.provide(layer))
  )

  it.effect("gives all places back when their time is over", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const streams = yield* Effect.forEach(Array.from({ length: streamLimits.ofCaller }), () => byKey(key))
      for (let beat = 0; beat < 60; beat++) yield* advance("15 seconds")
      for (const { isOver } of streams) assert.isTrue(yield* isOver)
      assert.strictEqual((yield* byKey(key)).response.status, 200)
    }).pipe(Effect.provide(layer))
  )

  it.effect("ends soon after its key was revoked", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const key = yield* newKey(organization)
      const stream = yield* byKey(key.secret)
      yield* advance("15 seconds")
      assert.isFalse(yield* stream.isOver)
      yield* (yield* Organizations).revokeKey(organization.id, key.id)
      yield* advance("15 seconds")
      assert.isTrue(yield* stream.isOver)
    }).pipe(Effect.provide(layer))
  )

  it.effect("beats, and ends soon after its key was revoked, when the clock is set right that was ahead", () =>
    Effect.gen(function* () {
      const setAhead = yield* settable
      yield* setAhead("30 days")
      const organization = yield* newOrganization()
      const { id, secret } = yield* newKey(organization)
      const stream = yield* byKey(secret)
      yield* setAhead(0)
      yield* advance("15 seconds")
      assert.include(yield* stream.text, "still here")
      yield* (yield* Organizations).revokeKey(organization.id, id)
      yield* advance("20 seconds")
      yield* advance("15 seconds")
      assert.isTrue(yield* stream.isOver)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is read with a session, by the operator for the organization that the address names", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { changed } = yield* Wakeups
      const browser = newBrowser()
      yield* browser.signIn({ key: token })
      const headers = { cookie: browser.cookie() ?? "", "sec-fetch-site": "same-origin" }
      const stream = yield* openStream(headers, `/v1/events?organization=${organization.id}`)
      yield* changed((yield* newOrganization()).id, ["batches"])
      yield* changed(organization.id, ["runs"])
      assert.deepStrictEqual(yield* stream.events, [["runs"]])
      const unnamed = yield* openStream(headers)
      assert.strictEqual(unnamed.response.status, 400)
      const elsewhere = yield* openStream(
        { ...headers, "sec-fetch-site": "cross-site" },
        `/v1/events?organization=${organization.id}`
      )
      assert.strictEqual(elsewhere.response.status, 403)
    }).pipe(Effect.provide(layer.pipe(Layer.provide(Layer.succeed(OperatorToken, Option.some(Redacted.make(token)))))))
  )
})
