/** What `WebhookSender` promises, run against any adapter. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, type Layer } from "effect"
import { type SendRequest, WebhookSender } from "../webhooks/WebhookSender.ts"
import { ScriptedServers } from "./ScriptedServers.ts"

const requestFor = (url: string, body = "{}"): SendRequest => ({
  url,
  headers: Effect.succeed({ "content-type": "application/json", "webhook-id": "evt_1" }),
  body,
  timeout: Duration.seconds(20)
})

const send = (request: SendRequest) => Effect.flatMap(WebhookSender, (sender) => sender.send(request))

/** Runs every promise of the port. The clock is the real one, and no test waits for more than an instant. */
export const suite = (name: string, layer: Layer.Layer<WebhookSender | ScriptedServers>) =>
  describe(`WebhookSender (${name})`, () => {
    it.live.each([200, 204, 299, 400, 410, 429, 500, 503])("reports that the receiver answered %i", (status) =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const server = yield* start([{ path: "/hook", status }])
        assert.deepStrictEqual(yield* send(requestFor(`${server.url}/hook`)), { _tag: "Answered", httpStatus: status })
      }).pipe(Effect.provide(layer))
    )

    it.live.each(["{}", "", '{"t":"é😀\u2028"}', '{ "b" : 1, "a" : 2 }\n', "x".repeat(200_000)])(
      "posts the body byte for byte, with its headers",
      (body) =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const server = yield* start([{ path: "/hook?key=1" }])
          yield* send(requestFor(`${server.url}/hook?key=1`, body))
          const [request] = yield* server.seen
          assert.deepStrictEqual([request?.method, request?.path, request?.body], ["POST", "/hook?key=1", body])
          assert.strictEqual(request?.headers["content-type"], "application/json")
          assert.strictEqual(request?.headers["webhook-id"], "evt_1")
        }).pipe(Effect.provide(layer))
    )

    it.live.each([301, 302, 303, 307, 308])("does not follow a redirect by %i", (status) =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const server = yield* start([{ path: "/old", status, headers: { location: "/new" } }, { path: "/new" }])
        assert.deepStrictEqual(yield* send(requestFor(`${server.url}/old`)), { _tag: "Answered", httpStatus: status })
        assert.deepStrictEqual(
          (yield* server.seen).map(({ path }) => path),
          ["/old"]
        )
      }).pipe(Effect.provide(layer))
    )

    it.live("tells the beginning of an answer and where it leads to, as much as was asked for", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const location = "https://elsewhere.example/hook"
        const server = yield* start([
          { path: "/failing", status: 500, body: "é".repeat(200_000) },
          { path: "/moved", status: 307, headers: { location }, body: "moved" },
          { path: "/empty", status: 204 },
          { path: "/packed", headers: { "content-encoding": "gzip" }, body: "no text" },
          { path: "/plain", headers: { "content-encoding": "utf-8" }, body: "plain" },
          { path: "/stalling", body: "begun", stallsAfter: 3 }
        ])
        const told = (path: string, answerMaxBytes: number) =>
          send({ ...requestFor(`${server.url}${path}`), answerMaxBytes, timeout: Duration.millis(500) })
        const answered = (httpStatus: number, text: string, to: string | null = null) =>
          ({ _tag: "Answered", httpStatus, answer: { text, location: to } }) as const
        // Half of a letter is none.
        assert.deepStrictEqual(yield* told("/failing", 5), answered(500, "éé"))
        assert.deepStrictEqual(yield* told("/moved", 5), answered(307, "moved", location))
        assert.deepStrictEqual(yield* told("/empty", 100), answered(204, ""))
        assert.deepStrictEqual(yield* told("/packed", 100), answered(200, ""))
        assert.deepStrictEqual(yield* told("/plain", 100), answered(200, "plain"))
        assert.deepStrictEqual(yield* told("/stalling", 100), answered(200, "beg"))
        const refusal = (path: string) =>
          send({ ...requestFor(`${server.url}${path}`), answerMaxBytes: 5, answerOf: "refusals" })
        assert.deepStrictEqual(yield* refusal("/failing"), answered(500, "éé"))
        // What took the event is not waited for.
        assert.deepStrictEqual(yield* refusal("/stalling"), { _tag: "Answered", httpStatus: 200 })
      }).pipe(Effect.provide(layer))
    )

    it.live("reports a receiver that takes too long", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const server = yield* start([{ path: "/hook", delayMillis: 60_000 }])
        const outcome = yield* send({ ...requestFor(`${server.url}/hook`), timeout: Duration.millis(100) })
        assert.isTrue(outcome._tag === "NoAnswer" && outcome.code === "timeout")
      }).pipe(Effect.provide(layer))
    )

    it.live("reports a receiver that cannot be reached", () =>
      Effect.gen(function* () {
        const { closedUrl, unknownHostUrl } = yield* ScriptedServers
        for (const url of [closedUrl, unknownHostUrl]) {
          const outcome = yield* send(requestFor(url))
          assert.isTrue(outcome._tag === "NoAnswer" && outcome.code === "connection_failed")
        }
      }).pipe(Effect.provide(layer))
    )

    it.live("sends nothing to an address that is not allowed", () =>
      Effect.gen(function* () {
        const { forbiddenUrl } = yield* ScriptedServers
        const sender = yield* WebhookSender
        const unsigned = { ...requestFor(forbiddenUrl), headers: Effect.die("nothing is sent, so nothing is signed") }
        assert.strictEqual((yield* sender.send(unsigned))._tag, "Unsafe")
      }).pipe(Effect.provide(layer))
    )

    it.live.each(["", "hook", "//example.com", "ftp://example.com/", "https://user:key@example.com/", "https://"])(
      "sends nothing to '%s'",
      (url) =>
        Effect.gen(function* () {
          const sender = yield* WebhookSender
          assert.strictEqual((yield* sender.send(requestFor(url)))._tag, "Unsafe")
        }).pipe(Effect.provide(layer))
    )

    it.live("delivers each of many events sent at once", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const server = yield* start([{ path: "/hook" }])
        const bodies = Array.from({ length: 100 }, (_, index) => `${index}`)
        yield* Effect.forEach(bodies, (body) => send(requestFor(`${server.url}/hook`, body)), {
          concurrency: "unbounded"
        })
        const arrived = (yield* server.seen).map(({ body }) => body)
        assert.deepStrictEqual(arrived.toSorted(), bodies.toSorted())
      }).pipe(Effect.provide(layer))
    )
  })
