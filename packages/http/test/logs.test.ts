/** The log of calls, observed through its own operations and in what is stored. */
import { assert, describe, it } from "@effect/vitest"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Deferred, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Database } from "../../core/src/memory/Database.ts"
import { Handlers } from "../src/server.ts"
import { newBrowser } from "./sessions/Browser.ts"
import {
  type Call,
  call,
  core,
  layer,
  monitorBody,
  newCaller,
  newDelivery,
  newKey,
  newMonitor,
  newOrganization,
  pick
} from "./support/App.ts"

const limits = "/v1/monitors/limits"

type Entry = Readonly<Record<string, unknown>>

/** The calls that a list shows, newest first. */
const listed = Effect.fnUntraced(function* (key: string, query = "") {
  const reply = yield* call("GET", `/v1/logs?limit=100&${query}`, { key })
  assert.strictEqual(reply.status, 200, JSON.stringify(reply.body))
  return reply.body.data as ReadonlyArray<Entry>
})

/** Makes a call and gives its id. */
const made = Effect.fnUntraced(function* (method: string, path: string, options: Call) {
  return (yield* call(method, path, options)).headers.get("x-request-id")!
})

/** One logged call in full. */
const logged = Effect.fnUntraced(function* (key: string, requestId: string) {
  const reply = yield* call("GET", `/v1/logs/${requestId}`, { key })
  assert.strictEqual(reply.status, 200, JSON.stringify(reply.body))
  return reply.body.data as Entry
})

/** All that is kept of calls, as text. */
const stored = Effect.gen(function* () {
  const { usage } = yield* Database
  return JSON.stringify(
    [...usage.values()].map(({ charges, days, hours, logs }) => [charges, days, hours, logs].map((rows) => [...rows]))
  )
})

describe("the log of calls", () => {
  it.effect("has every call with a valid key, whatever came of it, and no other", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { id, secret: key } = yield* newKey(organization)
      const poor = yield* newKey(organization, [])
      const expected = new Map<string, ReadonlyArray<unknown>>()
      const expects = Effect.fnUntraced(function* (
        method: string,
        path: string,
        options: Call,
        status: number,
        code: string | null
      ) {
        const reply = yield* call(method, path, { key, ...options })
        const keyId = options.key === undefined ? id : poor.id
        assert.strictEqual(reply.status, status)
        expected.set(reply.headers.get("x-request-id")!, [method, path.split("?")[0], status, code, keyId])
      })
      yield* expects("GET", limits, {}, 200, null)
      yield* expects("HEAD", limits, {}, 200, null)
      yield* expects("GET", "/v1/monitors?limit=0", {}, 400, "INPUT_VALIDATION_ERROR")
      yield* expects("POST", "/v1/monitors", { body: "{broken" }, 400, "INPUT_VALIDATION_ERROR")
      yield* expects("POST", "/v1/monitors", { body: monitorBody }, 201, null)
      yield* expects("POST", "/v1/monitors", { body: "x".repeat(2_000_000) }, 413, "CONTENT_TOO_LARGE")
      yield* expects("GET", limits, { key: poor.secret }, 403, "INSUFFICIENT_PERMISSIONS")
      yield* expects("GET", "/v1/monitors/mon_unknown", {}, 404, "NOT_FOUND")
      yield* expects("GET", "/v1/nowhere?a=b", {}, 404, "NOT_FOUND")
      yield* expects("PUT", limits, {}, 405, "NOT_FOUND")
      yield* call("GET", limits, { key: `${key}x` })
      yield* call("GET", "/v1/nowhere")
      yield* call("GET", "/health", { key })
      const entries = yield* listed(key)
      const shown = new Map<unknown, ReadonlyArray<unknown>>()
      for (const { error_code, key_id, method, path, request_id, status_code } of entries) {
        shown.set(request_id, [method, path, status_code, error_code, key_id])
      }
      assert.deepStrictEqual(shown, new Map(expected))
      for (const entry of entries) assert.deepInclude(entry, { credits_used: 0, tags: [], zdr: false })
      assert.deepStrictEqual(yield* listed(yield* newCaller()), [])
    }).pipe(Effect.provide(layer))
  )

  it.effect("has calls that were refused because there were too many, and looks at the log itself", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      for (let count = 0; count < 60; count++) yield* call("GET", "/v1/logs?limit=1", { key })
      const refused = yield* call("GET", "/v1/logs?limit=1", { key })
      assert.deepStrictEqual([refused.status, refused.headers.get("x-ratelimit-limit")], [429, "60"])
      // The budget is its own: other operations are served.
      assert.strictEqual((yield* call("GET", limits, { key })).status, 200)
      yield* TestClock.adjust("1 minute")
      const statuses = (yield* listed(key)).map((entry) => `${entry.path} ${entry.status_code}`)
      assert.strictEqual(statuses.filter((one) => one === "/v1/logs 200").length, 60)
      assert.strictEqual(statuses.filter((one) => one === "/v1/logs 429").length, 1)
      const look = yield* made("GET", "/v1/logs?limit=5&search=shop", { key })
      assert.deepInclude(yield* logged(key, look), {
        input: { query: { limit: "5", search: "[redacted]" } },
        response: null
      })
    }).pipe(Effect.provide(layer))
  )

  it.effect("tells what screens of the dashboard ask by themselves from what somebody called, and counts both", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { secret: key } = yield* newKey(organization)
      const browser = newBrowser()
      yield* browser.signIn({ key })
      const playground = { "x-kittiwake-playground": "1" }
      yield* call("GET", limits, { key, headers: playground })
      yield* browser.ask("GET", limits)
      yield* browser.ask("GET", "/v1/monitors/mon_unknown")
      yield* browser.ask("POST", "/v1/webhooks/deliveries", { body: { type: "monitor" } })
      yield* browser.ask("GET", "/v1/monitors", { headers: playground })
      yield* browser.ask("POST", "/v1/monitors", { body: monitorBody })
      const pathsOf = (entries: ReadonlyArray<Entry>) =>
        entries.map(({ method, path }) => `${method} ${path}`).toSorted()
      const called = [`GET ${limits}`, "GET /v1/monitors", "POST /v1/monitors"]
      const looked = [`GET ${limits}`, "GET /v1/monitors/mon_unknown", "POST /v1/webhooks/deliveries"]
      assert.deepStrictEqual(pathsOf(yield* listed(key)), [...called, ...looked].toSorted())
      assert.deepStrictEqual(pathsOf(yield* listed(key, "dashboard=true")), looked)
      const others = yield* listed(key, "dashboard=false&path=/monitors")
      assert.deepStrictEqual(pathsOf(others), ["GET /v1/monitors", "POST /v1/monitors"])
      for (const { dashboard } of others) assert.strictEqual(dashboard, false)
      assert.deepStrictEqual(pathsOf(yield* listed(key, "dashboard=true&errors_only=true")), [looked[1]])
      assert.deepStrictEqual(pathsOf(yield* listed(key, "dashboard=false&errors_only=true")), [])
      assert.strictEqual((yield* call("GET", "/v1/logs?dashboard=no", { key })).status, 400)
      yield* TestClock.adjust("1 minute")
      const history = yield* call("GET", "/v1/org/usage/history", { key })
      assert.strictEqual(history.body.total_request_count, 12)
    }).pipe(Effect.provide(layer))
  )

  it.effect("shows what was sent and what was answered", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      yield* TestClock.adjust("10 minutes")
      const body = { ...monitorBody, tags: ["of the monitor"], webhook: { url: "https://receiver.example/hook" } }
      const reply = yield* call("POST", "/v1/monitors?note=a,b&note=c", {
        key,
        body,
        headers: { "user-agent": "tests/1" }
      })
      const entry = yield* logged(key, String(reply.body.request_id))
      assert.deepInclude(entry, {
        request_id: reply.body.request_id,
        timestamp: "1970-01-01T00:10:00.000Z",
        method: "POST",
        path: "/v1/monitors",
        status_code: 201,
        error_code: null,
        latency_ms: 0,
        tags: [],
        user_agent: "tests/1",
        input: {
          query: { note: "[redacted]" },
          body: { ...body, webhook: { url: "https://receiver.example/[redacted]" } }
        },
        key_metadata: { credits_consumed: 0, credits_remaining: 1_000 }
      })
      assert.match(String(pick(reply.body, "webhook", "secret")), /^whsec_/)
      assert.deepStrictEqual(entry.response, {
        ...reply.body,
        webhook: { ...Object(reply.body.webhook), url: "https://receiver.example/[redacted]", secret: "[redacted]" }
      })
      const refused = yield* call("GET", "/v1/monitors?status=odd", { key })
      assert.deepInclude(yield* logged(key, String(refused.body.request_id)), {
        error_code: "INPUT_VALIDATION_ERROR",
        input: { query: { status: "[redacted]" } },
        response: refused.body
      })
      const nowhere = yield* call("GET", "/v1/nowhere?a=1&a=2", { key })
      assert.deepInclude(yield* logged(key, String(nowhere.body.request_id)), {
        input: { query: { a: "[redacted]" } }
      })
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps of what was typed only what is known to be harmless", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const url = "https://shop.example/a?sig=s3cret&pwd=s3cret&key=s3cret&code=s3cret&jwt=s3cret&session=s3cret#s3cret"
      const actions = [
        { do: "click", selector: "input[value=s3cret]" },
        { do: "type", selector: "#password", text: "s3cret" },
        { do: "perform", action: "sign in with s3cret" },
        { do: "wait", timeMs: 20 }
      ]
      const query = new URLSearchParams({
        url,
        actions: JSON.stringify(actions),
        waitForMs: "5",
        includeLinks: "true",
        country: "de",
        includeSelectors: "[data-key=s3cret]",
        profileId: "s3cret",
        pin: "5373",
        hook: "s3cret",
        "headers[x-auth]": "s3cret",
        timeoutOpts: '{"milliseconds":"s3cret"}'
      })
      const scraped = yield* logged(key, yield* made("GET", `/v1/web/scrape/markdown?${query}`, { key }))
      const hidden = "[redacted]"
      const parameters = ["sig", "pwd", "key", "code", "jwt", "session"].map((name) => `${name}=${hidden}`)
      assert.deepStrictEqual(pick(scraped, "input"), {
        query: {
          url: `https://shop.example/a?${parameters.join("&")}#${hidden}`,
          actions: JSON.stringify([
            { do: "click", selector: hidden },
            { do: "type", selector: hidden, text: hidden },
            { do: "perform", action: hidden },
            { do: "wait", timeMs: 20 }
          ]),
          waitForMs: "5",
          includeLinks: "true",
          country: "de",
          includeSelectors: hidden,
          profileId: hidden,
          pin: hidden,
          hook: hidden,
          "headers[x-auth]": hidden,
          timeoutOpts: `{"milliseconds":"${hidden}"}`
        }
      })
      const target = { ...monitorBody.target, url, instructions: "the s3cret", include_selectors: ["[a=s3cret]"] }
      const webhook = { url: "https://hooks.example/services/s3cret?x=s3cret" }
      const sent = { ...monitorBody, change_detection: { type: "exact" }, target, webhook }
      const { body } = yield* call("POST", "/v1/monitors", { key, body: sent })
      assert.include(JSON.stringify(body), "s3cret")
      yield* call("GET", `/v1/monitors/${body.id}`, { key })
      yield* call("GET", "/v1/monitors", { key })
      yield* call("POST", "/v1/monitors", { key, body: { ...sent, target: { ...target, actions } } })
      yield* call("POST", "/v1/monitors", { key, body: { ...sent, extra: { deep: "s3cret" }, pin: 7351924 } })
      assert.notInclude(yield* stored, "s3cret")
      assert.notInclude(yield* stored, "7351924")
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps usage labels where a call may carry them, and takes nothing else for one", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { deliveryId, monitorId } = yield* newDelivery(key)
      const delivery = `/v1/webhooks/deliveries/${deliveryId}`
      const tagsOf = Effect.fnUntraced(function* (method: string, path: string, body?: object) {
        const entry = yield* logged(key, yield* made(method, path, { key, body }))
        return entry.tags
      })
      assert.deepStrictEqual(yield* tagsOf("GET", `${delivery}?tags=a,b`), ["a", "b"])
      assert.deepStrictEqual(yield* tagsOf("GET", `${delivery}/attempts?tags[]=a&tags[]=b`), ["a", "b"])
      assert.deepStrictEqual(yield* tagsOf("GET", `${delivery}?tags=`), [])
      assert.deepStrictEqual(yield* tagsOf("POST", "/v1/webhooks/deliveries", { type: "monitor", tags: ["c"] }), ["c"])
      assert.deepStrictEqual(yield* tagsOf("POST", `${delivery}/retry`, { force: true, tags: ["d", "e"] }), ["d", "e"])
      assert.deepStrictEqual(yield* tagsOf("GET", "/v1/monitors?tags=f"), [])
      assert.deepStrictEqual(yield* tagsOf("PATCH", `/v1/monitors/${monitorId}`, { tags: ["g"] }), [])
      assert.deepStrictEqual(yield* tagsOf("GET", "/v1/logs?tags=h"), [])
      const tagged = yield* listed(key, "tags=b,d")
      assert.deepStrictEqual(tagged.map(({ path }) => path).sort(), [
        delivery,
        `${delivery}/attempts`,
        `${delivery}/retry`
      ])
    }).pipe(Effect.provide(layer))
  )

  it.effect("shows the calls for which every condition holds, in pages", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { secret: key } = yield* newKey(organization)
      const other = yield* newKey(organization)
      const first = yield* made("GET", limits, { key })
      yield* TestClock.adjust("1 hour")
      const second = yield* made("GET", "/v1/monitors?tag=Prices&limit=0", { key })
      yield* TestClock.adjust("1 hour")
      const third = yield* made("POST", "/v1/monitors", { key, body: monitorBody })
      yield* TestClock.adjust("1 hour")
      const fourth = yield* made("GET", "/v1/monitors/mon_1", { key: other.secret })
      const shows = Effect.fnUntraced(function* (query: string, ...ids: ReadonlyArray<string>) {
        const entries = yield* listed(key, `${query}&to=1970-01-01T03:00:00Z`)
        const shown = entries.map(({ request_id }) => request_id).filter((id) => calls.includes(String(id)))
        assert.deepStrictEqual(shown, [...ids], query)
      })
      const calls = [first, second, third, fourth]
      yield* shows("", fourth, third, second, first)
      yield* shows("path=/v1/monitors", third, second)
      yield* shows("path=/monitors", third, second)
      yield* shows("path=/monitors/", ...[])
      yield* shows("status_code=201", third)
      yield* shows("error_code=NOT_FOUND", fourth)
      yield* shows("errors_only=true", fourth, second)
      yield* shows("errors_only=false", fourth, third, second, first)
      yield* shows(`key_id=${other.id}`, fourth)
      yield* shows("search=SHOP.example", third)
      yield* shows("search=prices", third, second)
      yield* shows("search=prices&errors_only=true", second)
      yield* shows("search=%25", ...[])
      yield* shows("from=1970-01-01T02:00:00Z", fourth, third)
      yield* shows("from=1970-01-01T01:00:00Z&status_code=400", second)

      const page = (number: number) =>
        call("GET", `/v1/logs?to=1970-01-01T03:00:00Z&path=/monitors&limit=1&page=${number}`, { key })
      const pages = [yield* page(1), yield* page(2), yield* page(3)]
      assert.deepStrictEqual(
        pages.map(({ body }) => [body.page, body.limit, body.has_more, pick(body, "data", 0, "request_id")]),
        [
          [1, 1, true, third],
          [2, 1, false, second],
          [3, 1, false, undefined]
        ]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("shows the last 24 hours unless told otherwise", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      yield* made("GET", limits, { key })
      yield* TestClock.adjust("24 hours")
      assert.strictEqual((yield* listed(key)).length, 1)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(
        (yield* listed(key)).map(({ path }) => path),
        ["/v1/logs"]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps no secret, wherever it was sent or answered", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { secret: key } = yield* newKey(organization)
      const canary = "c4n4ry"
      const answered = yield* call(
        "POST",
        `/v1/monitors?api_key=${canary}&access_token[]=${canary}&x[password]=${canary}`,
        {
          key,
          headers: { cookie: `session=${canary}`, "x-forwarded-for": canary },
          body: {
            ...monitorBody,
            target: { ...monitorBody.target, url: `https://shop.example/?token=${canary}&page=2` },
            webhook: { url: `https://receiver.example/?signature=${canary}`, secret: canary }
          }
        }
      )
      assert.strictEqual(answered.status, 201, JSON.stringify(answered.body))
      const webhookSecret = String(pick(answered.body, "webhook", "secret"))
      const path = `/v1/monitors/${answered.body.id}`
      yield* call("GET", path, { key })
      yield* call("GET", "/v1/monitors", { key })
      const rotated = yield* call("POST", `${path}/webhook/rotate-secret`, { key })
      yield* call("POST", `${path}/webhook/test`, { key })
      const tested = { url: `https://receiver.example/${canary}`, secret: canary }
      assert.strictEqual((yield* call("POST", "/v1/webhooks/test", { key, body: tested })).status, 200)
      // What no operation takes is not kept either.
      yield* call("POST", "/v1/monitors", {
        key,
        body: { headers: { "X-Any": canary }, password: canary, deep: [{ clientSecret: canary }] }
      })
      yield* call("POST", "/v1/monitors", { key, body: `{"password": "${canary}"` })
      const named = { ...monitorBody, target: { ...monitorBody.target, url: `https://user:${canary}@shop.example/` } }
      assert.strictEqual((yield* call("POST", "/v1/monitors", { key, body: named })).status, 400)
      yield* call("POST", `/v1/nowhere?secret=${canary}`, { key, body: { text: canary } })
      yield* call("GET", "/v1/monitors", { headers: { authorization: `Bearer ${canary}` } })
      assert.isAbove((yield* listed(key)).length, 6)
      const kept = yield* stored
      assert.include(kept, "shop.example")
      for (const secret of [canary, key, webhookSecret, String(pick(rotated.body, "webhook", "secret"))]) {
        assert.match(secret, /.{6,}/)
        assert.notInclude(kept, secret)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps an answer whole unless it is too long, however it was compressed", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const target = { ...monitorBody.target, instructions: "long ".repeat(400), include_selectors: [".a".repeat(500)] }
      for (let count = 0; count < 100; count++) yield* newMonitor(key, { target, change_detection: { type: "exact" } })
      const headers = { "accept-encoding": "gzip" }
      const { web } = yield* Handlers
      const list = Effect.fnUntraced(function* (limit: number) {
        const request = new Request(`http://kittiwake.test/v1/monitors?limit=${limit}`, {
          headers: { ...headers, authorization: `Bearer ${key}` }
        })
        const response = yield* Effect.promise(() => web(request))
        assert.strictEqual(response.headers.get("content-encoding"), "gzip")
        return (yield* logged(key, response.headers.get("x-request-id")!)).response
      })
      assert.strictEqual(pick(yield* list(50), "data", "length"), 50)
      assert.isNull(yield* list(100))
    }).pipe(Effect.provide(layer))
  )

  it.effect("has calls that broke, and calls whose caller did not wait for the answer", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const broken = Layer.mock(Monitors, {
        limits: () => Effect.die(new Error("broken")),
        runs: () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
      })
      yield* Effect.gen(function* () {
        const { web } = yield* Handlers
        const key = yield* newCaller()
        yield* call("GET", limits, { key })
        const leaving = new AbortController()
        const request = new Request("http://kittiwake.test/v1/monitors/runs", {
          headers: { authorization: `Bearer ${key}` },
          signal: leaving.signal
        })
        void web(request)
        yield* Deferred.await(begun)
        leaving.abort()
        const entries = yield* listed(key)
        assert.deepStrictEqual(
          new Set(entries.map(({ error_code, path, status_code }) => `${path} ${status_code} ${error_code}`)),
          new Set(["/v1/monitors/limits 500 INTERNAL_ERROR", "/v1/monitors/runs 499 null"])
        )
      }).pipe(Effect.provide(Handlers.layer.pipe(Layer.provide(broken), Layer.provideMerge(core))))
    })
  )
})
