/** What `ServiceCaller` promises, run against any adapter. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, type Layer } from "effect"
import { type ServiceCall, ServiceCaller, type ServiceRequest } from "../web/ServiceCaller.ts"
import { ScriptedServers } from "./ScriptedServers.ts"

const key = "Bearer sk-secret"

const callTo = (url: string, given: Partial<ServiceCall> = {}): ServiceCall => ({
  url,
  headers: { "content-type": "application/json", authorization: key },
  body: "{}",
  timeout: Duration.seconds(20),
  maxBytes: 100_000,
  ...given
})

const post = (call: ServiceCall) => Effect.flatMap(ServiceCaller, (service) => service.post(call))

const send = (request: ServiceRequest) => Effect.flatMap(ServiceCaller, (service) => service.send(request))

/** The same call as a request of any method. */
const requestOf = (call: ServiceCall): ServiceRequest => ({ ...call, method: "PUT" })

/** Why no answer came; what is said of it names neither our address nor our key. */
const refusal = Effect.fnUntraced(function* (call: ServiceCall) {
  const error = yield* Effect.flip(post(call))
  assert.strictEqual((yield* Effect.flip(send(requestOf(call)))).reason, error.reason)
  assert.notInclude(error.message, call.url)
  assert.notInclude(error.message, key)
  return error.reason
})

/** Runs every promise of the port. The clock is the real one, and no test waits for more than an instant. */
export const suite = (name: string, layer: Layer.Layer<ServiceCaller | ScriptedServers>) =>
  describe(`ServiceCaller (${name})`, () => {
    it.live.each([200, 201, 400, 401, 429, 500, 503])("gives the answer of the status %i with its body", (status) =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const server = yield* start([{ path: "/v1", status, body: `{"says":"é😀 ${status}"}` }])
        assert.deepStrictEqual(yield* post(callTo(`${server.url}/v1`)), {
          status,
          body: `{"says":"é😀 ${status}"}`
        })
      }).pipe(Effect.provide(layer))
    )

    it.live.each(["{}", '{"t":"é😀\u2028"}', '{ "b" : 1, "a" : 2 }\n', "x".repeat(200_000)])(
      "posts the body byte for byte, with its headers",
      (body) =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const server = yield* start([{ path: "/v1?a=b" }])
          yield* post(callTo(`${server.url}/v1?a=b`, { body }))
          const [request] = yield* server.seen
          assert.deepStrictEqual([request?.method, request?.path, request?.body], ["POST", "/v1?a=b", body])
          assert.strictEqual(request?.headers["content-type"], "application/json")
          assert.strictEqual(request?.headers.authorization, key)
        }).pipe(Effect.provide(layer))
    )

    it.live.each([301, 302, 303, 307, 308])("gives a redirect by %i as the answer and follows it nowhere", (status) =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const other = yield* start([{ path: "/new" }])
        const server = yield* start([{ path: "/old", status, headers: { location: `${other.url}/new` } }])
        assert.strictEqual((yield* post(callTo(`${server.url}/old`))).status, status)
        assert.deepStrictEqual(yield* other.seen, [])
        assert.lengthOf(yield* server.seen, 1)
      }).pipe(Effect.provide(layer))
    )

    it.live.each(["DELETE", "GET", "POST", "PUT"] as const)(
      "sends any bytes by %s, and gives bytes and headers",
      (method) =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const body = Uint8Array.from({ length: 256 }, (_, index) => index)
          const headers = { ETag: '"one"', "content-type": "application/octet-stream" }
          const server = yield* start([{ path: "/object", status: 201, headers, body }])
          const sent = method === "DELETE" || method === "GET" ? null : new TextEncoder().encode("é😀")
          const reply = yield* send({ ...requestOf(callTo(`${server.url}/object`)), method, body: sent })
          assert.deepStrictEqual([reply.status, reply.headers.etag], [201, '"one"'])
          assert.deepStrictEqual([...reply.body], [...body])
          const [request] = yield* server.seen
          assert.deepStrictEqual([request?.method, request?.body], [method, sent === null ? "" : "é😀"])
          assert.strictEqual(request?.headers.authorization, key)
        }).pipe(Effect.provide(layer))
    )

    it.live("reads no more of an answer than it may, and all that it may", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const server = yield* start([{ path: "/v1", body: "x".repeat(10_000) }])
        const url = `${server.url}/v1`
        assert.lengthOf((yield* post(callTo(url, { maxBytes: 10_000 }))).body, 10_000)
        assert.strictEqual(yield* refusal(callTo(url, { maxBytes: 9_999 })), "too_large")
      }).pipe(Effect.provide(layer))
    )

    it.live("ends with its time, when nothing is answered and when an answer does not end", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const server = yield* start([
          { path: "/late", delayMillis: 60_000 },
          { path: "/stalls", body: "x".repeat(1_000), stallsAfter: 10 }
        ])
        for (const path of ["/late", "/stalls"]) {
          const call = callTo(`${server.url}${path}`, { timeout: Duration.millis(150) })
          assert.strictEqual(yield* refusal(call), "timeout", path)
        }
      }).pipe(Effect.provide(layer))
    )

    it.live("says where no connection is made", () =>
      Effect.gen(function* () {
        const { closedUrl, forbiddenUrl, unknownHostUrl } = yield* ScriptedServers
        assert.strictEqual(yield* refusal(callTo(closedUrl)), "connection_failed")
        assert.strictEqual(yield* refusal(callTo(unknownHostUrl)), "connection_failed")
        assert.strictEqual(yield* refusal(callTo(forbiddenUrl)), "forbidden_address")
      }).pipe(Effect.provide(layer))
    )

    it.live("gives each of many callers its own answer", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const numbers = Array.from({ length: 50 }, (_, index) => index)
        const server = yield* start(numbers.map((number) => ({ path: `/${number}`, body: `answer ${number}` })))
        const answers = yield* Effect.forEach(numbers, (number) => post(callTo(`${server.url}/${number}`)), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(
          answers.map(({ body }) => body),
          numbers.map((number) => `answer ${number}`)
        )
      }).pipe(Effect.provide(layer))
    )
  })
