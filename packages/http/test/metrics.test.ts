/** What `GET /metrics` tells, to whom, and that nobody outside can add to what is kept for it. Observed: replies, and the series in them. */
import { assert, describe, it } from "@effect/vitest"
import { MetricsToken } from "@kittiwake/core/administration/MetricsToken"
import { OperatorToken } from "@kittiwake/core/administration/OperatorToken"
import { Effect, Layer, Metric, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { type Measurement, Measurements } from "../src/metrics/Measurements.ts"
import { Handlers } from "../src/server.ts"
import * as App from "./support/App.ts"

const token = "collector-token-0123456789abcdefgh"
const operatorToken = "operator-token-0123456789abcdefghij"

const tokens = Layer.mergeAll(
  Layer.succeed(MetricsToken, Option.some(Redacted.make(token))),
  Layer.succeed(OperatorToken, Option.some(Redacted.make(operatorToken)))
)

const appWith = (measurements: ReadonlyArray<Measurement>) =>
  App.layer.pipe(
    Layer.provide([
      tokens,
      Layer.succeed(Measurements, measurements),
      Layer.sync(Metric.MetricRegistry, () => new Map())
    ])
  )

const app = appWith([])

const send = Effect.fnUntraced(function* (path: string, headers: Readonly<Record<string, string>> = {}) {
  const { web } = yield* Handlers
  const response = yield* Effect.promise(() => web(new Request(`http://kittiwake.test${path}`, { headers })))
  return { status: response.status, headers: response.headers, text: yield* Effect.promise(() => response.text()) }
})

const collect = Effect.map(send("/metrics", { authorization: `Bearer ${token}` }), ({ status, text }) => {
  assert.strictEqual(status, 200, text)
  return text.split("\n")
})

/** A value of a label: no quote, backslash or line end that is not escaped. */
const value = String.raw`"(?:[^"\\\n]|\\["\\n])*"`
const sample = new RegExp(
  String.raw`^[a-z_]+(?:\{[a-z]+=${value}(?:,[a-z]+=${value})*\})? (?:[+-]?[0-9.e+-]+|\+Inf|NaN)$`
)

describe("who may read metrics", () => {
  it.effect("has the token for them or the operator's, and no key", () =>
    Effect.gen(function* () {
      const key = yield* App.newCaller()
      for (const given of [token, operatorToken]) {
        const reply = yield* send("/metrics", { authorization: `Bearer ${given}` })
        assert.strictEqual(reply.status, 200)
        assert.strictEqual(reply.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
        assert.strictEqual(reply.headers.get("cache-control"), "no-store")
      }
      for (const headers of [
        {},
        { authorization: `Bearer ${key}` },
        { authorization: `Basic ${token}` },
        { authorization: `Bearer ${token.slice(1)}` }
      ]) {
        const reply = yield* App.call("GET", "/metrics", { headers })
        assert.deepStrictEqual([reply.status, reply.body.error_code], [401, "UNAUTHORIZED"])
        assert.strictEqual(reply.headers.get("www-authenticate"), "Bearer")
      }
      const beyond = yield* App.call("GET", "/admin/organizations", { key: token })
      assert.strictEqual(beyond.status, 401, "the token opens nothing else")
      assert.strictEqual((yield* App.call("POST", "/metrics", { key: token })).status, 405)
    }).pipe(Effect.provide(app))
  )

  it.effect("is nobody where neither token is set: there is no such path", () =>
    Effect.gen(function* () {
      const reply = yield* App.call("GET", "/metrics", { key: token })
      assert.deepStrictEqual([reply.status, reply.body.message], [404, "Route not found."])
    }).pipe(Effect.provide(App.layer))
  )
})

describe("metrics", () => {
  it.effect("count calls by operation and class of status, and tell how long they took", () =>
    Effect.gen(function* () {
      const key = yield* App.newCaller()
      yield* App.newMonitor(key)
      yield* App.call("GET", "/v1/monitors/mon_nobody", { key })
      yield* App.call("GET", "/v1/monitors/mon_other", {})
      const lines = yield* collect
      const of = (name: string, labels: string) => lines.find((line) => line.startsWith(`${name}{${labels}}`))
      const requests = "kittiwake_http_requests_total"
      assert.strictEqual(
        of(requests, `operation="POST /v1/monitors",status="2xx"`),
        `${requests}{operation="POST /v1/monitors",status="2xx"} 1`
      )
      const got = `operation="GET /v1/monitors/{monitor_id}"`
      assert.strictEqual(of(requests, `${got},status="4xx"`), `${requests}{${got},status="4xx"} 2`)
      const took = "kittiwake_http_request_duration_seconds"
      assert.strictEqual(of(`${took}_count`, got), `${took}_count{${got}} 2`)
      assert.strictEqual(of(`${took}_bucket`, `${got},le="+Inf"`), `${took}_bucket{${got},le="+Inf"} 2`)
      assert.include(lines, `# TYPE ${took} histogram`)
      assert.include(lines, `# TYPE ${requests} counter`)
    }).pipe(Effect.provide(app))
  )

  it.effect("count what came of runs and of attempts to deliver, from zero on", () =>
    Effect.gen(function* () {
      const key = yield* App.newCaller()
      yield* App.newMonitor(key, { webhook: { url: "https://hooks.example/in", events: ["run.completed"] } })
      const before = yield* collect
      assert.include(before, 'kittiwake_runs_total{verdict="first_sight"} 0')
      yield* App.runDue
      yield* App.deliverDue
      const lines = yield* collect
      assert.include(lines, 'kittiwake_runs_total{verdict="first_sight"} 1')
      assert.include(lines, 'kittiwake_delivery_attempts_total{outcome="delivered"} 1')
      assert.include(lines, 'kittiwake_batch_pages_total{outcome="succeeded"} 0')
    }).pipe(Effect.provide(app))
  )

  it.effect("have as many series after hundreds of paths, hosts and keys as before", () =>
    Effect.gen(function* () {
      const { web } = yield* Handlers
      const ask = (n: number) => {
        const [path, method] = [`/v1/monitors/mon_${n}`, ["GET", "PUT", "DELETE"][n % 3]!]
        const request = new Request(`http://host-${n}.test${n % 2 === 0 ? path : `/no/${n}?q=${n}`}`, {
          method,
          headers: { authorization: `Bearer sk_${n}`, "user-agent": `agent ${n}` }
        })
        return Effect.promise(() => web(request).then((response) => response.arrayBuffer()))
      }
      yield* Effect.forEach(
        Array.from({ length: 12 }, (_, n) => n),
        ask
      )
      yield* collect
      const seriesOf = (lines: ReadonlyArray<string>) => lines.map((line) => line.replace(/ \S+$/, ""))
      const before = seriesOf(yield* collect)
      yield* Effect.forEach(
        Array.from({ length: 300 }, (_, n) => n + 12),
        ask,
        { concurrency: 50, discard: true }
      )
      const after = yield* collect
      assert.deepStrictEqual(seriesOf(after), before)
      assert.match(after.find((line) => /requests_total\{operation="other",status="4xx"/.test(line))!, / [1-3]\d{2}$/)
    }).pipe(Effect.provide(app))
  )

  it.effect("are lines of the text format, whatever a value is called and a description says", () => {
    const hostile: Measurement = {
      name: "kittiwake_hostile",
      description: 'a "line"\nthat breaks \\ off',
      type: "gauge",
      label: "word",
      values: Effect.succeed({ 'a"b\\c\nd{e="f"} 1': 0.5, plain: Number.POSITIVE_INFINITY })
    }
    return Effect.gen(function* () {
      const lines = yield* collect
      assert.include(lines, '# HELP kittiwake_hostile a "line"\\nthat breaks \\\\ off')
      assert.include(lines, 'kittiwake_hostile{word="a\\"b\\\\c\\nd{e=\\"f\\"} 1"} 0.5')
      assert.include(lines, 'kittiwake_hostile{word="plain"} +Inf')
      for (const line of lines.slice(0, -1)) if (!line.startsWith("# ")) assert.match(line, sample)
      assert.notMatch('kittiwake_x{word="a"b"} 1', sample)
      assert.strictEqual(lines.at(-1), "")
    }).pipe(Effect.provide(appWith([hostile])))
  })

  it.effect("are read anew after ten seconds, and lack what cannot be read", () => {
    let [reads, isDown] = [0, false]
    const measurement: Measurement = {
      name: "kittiwake_tea_total",
      description: "Cups.",
      type: "counter",
      label: null,
      values: Effect.suspend(() => {
        reads += 1
        return isDown ? Effect.fail("down") : Effect.succeed({ value: reads })
      })
    }
    return Effect.gen(function* () {
      assert.include(yield* collect, "kittiwake_tea_total 1")
      yield* TestClock.adjust("9 seconds")
      assert.include(yield* collect, "kittiwake_tea_total 1")
      yield* TestClock.adjust("1 second")
      const fresh = yield* collect
      assert.include(fresh, "kittiwake_tea_total 2")
      assert.include(fresh, 'kittiwake_measurement_failed{measurement="kittiwake_tea_total"} 0')
      isDown = true
      yield* TestClock.adjust("10 seconds")
      const lacking = yield* collect
      assert.isFalse(lacking.some((line) => line.startsWith("kittiwake_tea_total")))
      assert.include(lacking, 'kittiwake_measurement_failed{measurement="kittiwake_tea_total"} 1')
      assert.strictEqual(reads, 3)
    }).pipe(Effect.provide(appWith([measurement])))
  })
})
