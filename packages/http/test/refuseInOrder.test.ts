/** Requests behind which comes what is none, or what does not come whole. Observed: what comes back, in which order. */
import { createServer, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { refuseInOrder } from "../src/refuseInOrder.ts"

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`

/** A server whose requests the test answers, and a connection to it that sends `text`. */
const sending = (text: string) =>
  Effect.gen(function* () {
    const asked = new Map<string, ServerResponse>()
    const gaveUp = yield* Deferred.make<void>()
    const closed = yield* Deferred.make<string>()
    const refused: Array<string> = []
    const refusedAtOnce: Array<string> = []
    const server = createServer({ headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 })
    const arrives = refuseInOrder(server, (error, socket) => {
      refused.push(String(error.code))
      socket.end(`<refused ${error.code}>`)
    })
    server.on("request", (request, response) => {
      arrives(request, response)
      asked.set(request.url ?? "", response)
    })
    server.on("clientError", () => {
      refusedAtOnce.push(...refused)
      Deferred.doneUnsafe(gaveUp, Effect.void)
    })
    yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
    yield* Effect.addFinalizer(() => Effect.sync(() => server.close().closeAllConnections()))
    let received = ""
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1", () => socket.write(text))
    socket.on("data", (data) => {
      received += String(data)
    })
    socket.on("error", () => {})
    socket.on("close", () =>
      Deferred.doneUnsafe(closed, Effect.succeed((received.match(/(?<=<)[^>]*(?=>)/g) ?? []).join(", ")))
    )
    const answer = (path: string) => void asked.get(path)!.end(`<${path}>`)
    return { answer, asked, closed: Deferred.await(closed), gaveUp: Deferred.await(gaveUp), refusedAtOnce, socket }
  })

describe("what is refused behind a request", () => {
  it.live("is refused when that was answered", () =>
    Effect.gen(function* () {
      const { answer, closed, gaveUp } = yield* sending(`${request("/one")}${request("/two")}GARBAGE\r\n\r\n`)
      yield* gaveUp
      yield* Effect.yieldNow
      answer("/one")
      answer("/two")
      assert.strictEqual(yield* closed, "/one, /two, refused HPE_INVALID_METHOD")
    })
  )

  it.live("is refused also when it only comes too slowly, without its head or without its body", () =>
    Effect.gen(function* () {
      for (const slow of [
        "GET /slow HTTP/1.1\r\nhos",
        "POST /slow HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nab"
      ]) {
        const { answer, closed, gaveUp } = yield* sending(`${request("/one")}${slow}`)
        yield* gaveUp
        answer("/one")
        assert.strictEqual(yield* closed, "/one, refused ERR_HTTP_REQUEST_TIMEOUT")
      }
    })
  )

  it.live("is answered when it comes whole before those are", () =>
    Effect.gen(function* () {
      const { answer, asked, closed, gaveUp, socket } = yield* sending(`${request("/one")}GET /late HTTP/1.1\r\nhos`)
      yield* gaveUp
      socket.write("t: x\r\n\r\n")
      yield* Effect.repeat(Effect.yieldNow, { until: () => asked.has("/late") })
      answer("/one")
      answer("/late")
      asked.get("/late")!.once("close", () => socket.end())
      assert.strictEqual(yield* closed, "/one, /late")
    })
  )

  it.live("is refused at once when the client is gone, whatever was still to be answered", () =>
    Effect.gen(function* () {
      const { asked, gaveUp, refusedAtOnce, socket } = yield* sending(request("/one"))
      yield* Effect.repeat(Effect.yieldNow, { until: () => asked.has("/one") })
      socket.resetAndDestroy()
      yield* gaveUp
      assert.deepStrictEqual(refusedAtOnce, ["ECONNRESET"])
    })
  )

  it.live("is refused at once when nothing stands before it", () =>
    Effect.gen(function* () {
      const { closed } = yield* sending("POST /slow HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nab")
      assert.strictEqual(yield* closed, "refused ERR_HTTP_REQUEST_TIMEOUT")
    })
  )
})
