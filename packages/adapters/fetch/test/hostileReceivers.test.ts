/** Receivers of webhooks that are slow, broken or malicious. */

import { assert, describe, it } from "@effect/vitest"
import type { SendOutcome } from "@kittiwake/core/webhooks/domain/Delivery"
import { WebhookSender } from "@kittiwake/core/webhooks/WebhookSender"
import { Deferred, Duration, Effect, Layer } from "effect"
import * as Undici from "../src/WebhookSender.ts"
import { loopbackDoor } from "./door.ts"
import { serve, serveBytes, serveSockets } from "./listen.ts"

const layer = Undici.layer().pipe(Layer.provide(loopbackDoor))

const post = (url: string, headers: Record<string, string> = {}): Effect.Effect<SendOutcome, never, WebhookSender> =>
  WebhookSender.use((sender) =>
    sender.send({ url, headers: Effect.succeed(headers), body: "{}", timeout: Duration.seconds(5) })
  )

const answered: SendOutcome = { _tag: "Answered", httpStatus: 200 }

const ok = "HTTP/1.1 200 OK\r\n"

describe("Hostile receivers", () => {
  it.live.each([
    ["never sends its body", `${ok}Content-Length: 10\r\n\r\n`],
    ["announces 10 GB", `${ok}Content-Length: 10737418240\r\n\r\nabc`],
    ["sends a bomb", `${ok}Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00`],
    ["sends an unknown coding", `${ok}Content-Encoding: rot13\r\nContent-Length: 1\r\n\r\na`],
    ["sends broken chunks", `${ok}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`],
    ["answers twice", `${ok}Content-Length: 0\r\n\r\n${ok}Content-Length: 0\r\n\r\n`]
  ] as const)("a receiver that %s has answered", ([, bytes]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* post(yield* serveBytes(bytes)), answered)
    }).pipe(Effect.provide(layer))
  )

  it.live.each([
    ["announces 10 GB", `${ok}Content-Length: 10737418240\r\n\r\nabc`, "abc"],
    ["sends a bomb", `${ok}Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00`, ""],
    ["sends broken chunks", `${ok}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`, ""],
    ["sends a megabyte at once", `${ok}Content-Length: 1000000\r\n\r\n${"a".repeat(1_000_000)}`, "a".repeat(50)]
  ] as const)("of a receiver that %s no more is told than was asked for", ([, bytes, text]) =>
    Effect.gen(function* () {
      const url = yield* serveBytes(bytes)
      const { send } = yield* WebhookSender
      const asked = { url, headers: Effect.succeed({}), body: "{}", timeout: Duration.millis(500), answerMaxBytes: 50 }
      assert.deepStrictEqual(yield* send(asked), { ...answered, answer: { text, location: null } })
    }).pipe(Effect.provide(layer))
  )

  it.live("a receiver whose body never ends has answered, and loses its socket", () =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const url = yield* serve((_request, response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write("a".repeat(1_000)), 1)
        response.on("close", () => {
          clearInterval(timer)
          Effect.runFork(Deferred.succeed(closed, undefined))
        })
      })
      assert.deepStrictEqual(yield* post(url), answered)
      yield* Deferred.await(closed)
    }).pipe(Effect.provide(layer))
  )

  it.live.each([
    ["junk", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["300 KB of headers", `${ok}${`X-A: ${"b".repeat(1_000)}\r\n`.repeat(300)}\r\n`],
    ["informational answers without end", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(41)]
  ] as const)("a receiver that sends %s has not answered", ([, bytes]) =>
    Effect.gen(function* () {
      const outcome = yield* post(yield* serveBytes(bytes))
      assert.isTrue(outcome._tag === "NoAnswer" && outcome.code === "connection_failed")
    }).pipe(Effect.provide(layer))
  )

  it.live("a receiver that hangs up is not sent the event twice", () =>
    Effect.gen(function* () {
      let connections = 0
      const url = yield* serveSockets((socket) => {
        connections += 1
        socket.on("data", () => socket.resetAndDestroy())
      })
      const outcome = yield* post(url)
      assert.isTrue(outcome._tag === "NoAnswer" && outcome.code === "connection_failed")
      assert.strictEqual(connections, 1)
    }).pipe(Effect.provide(layer))
  )

  it.live("a receiver that closes kept connections gets every event", () =>
    Effect.gen(function* () {
      let events = 0
      const url = yield* serve((_request, response) => {
        events += 1
        response.writeHead(200, { connection: "close" }).end()
      })
      for (let round = 0; round < 20; round++) assert.deepStrictEqual(yield* post(url), answered)
      assert.strictEqual(events, 20)
    }).pipe(Effect.provide(layer))
  )

  it.live("a header that cannot be written fails the attempt and nothing else", () =>
    Effect.gen(function* () {
      const url = yield* serve((_request, response) => response.end())
      const outcome = yield* post(url, { "x-bad": "a\r\nX-Injected: b" })
      assert.isTrue(outcome._tag === "NoAnswer" && outcome.code === "connection_failed")
      assert.deepStrictEqual(yield* post(url), answered)
    }).pipe(Effect.provide(layer))
  )

  it.live("one receiver that never answers does not hold up another", () =>
    Effect.gen(function* () {
      const dead = yield* serve(() => {})
      const alive = yield* serve((_request, response) => response.end())
      const sender = yield* WebhookSender
      yield* Effect.forEach(
        Array.from({ length: 100 }),
        () =>
          sender.send({
            url: dead.replace("127.0.0.1", "localhost"),
            headers: Effect.succeed({}),
            body: "",
            timeout: Duration.seconds(9)
          }),
        { concurrency: "unbounded" }
      ).pipe(Effect.forkChild)
      yield* Effect.yieldNow
      for (let round = 0; round < 20; round++) assert.deepStrictEqual(yield* post(alive), answered)
    }).pipe(Effect.provide(layer))
  )

  it.live("an event names its sender unless its own headers do", () =>
    Effect.gen(function* () {
      const seen: Array<string | undefined> = []
      const url = yield* serve((request, response) => {
        seen.push(request.headers["user-agent"])
        response.end()
      })
      yield* post(url)
      yield* post(url, { "User-Agent": "webhooks/1" })
      assert.match(seen[0] ?? "", /^Kittiwake\//)
      assert.strictEqual(seen[1], "webhooks/1")
    }).pipe(Effect.provide(layer))
  )
})
