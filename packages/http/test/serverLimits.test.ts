/** What connections may take. Observed: the sockets of a server with small limits, and the settings of one with those of always. */
import { once } from "node:events"
import type { Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { Duplex } from "node:stream"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { makeServer, type ServerLimits, serverLimits } from "../src/NodeServer.ts"
import { core } from "./support/App.ts"

const soon = Duration.millis(20)
const never = Duration.hours(1)

/** Nothing ends by time. */
const lasting: ServerLimits = { ...serverLimits, headers: never, request: never, idle: never, looking: soon }

const serverWith = (limits: ServerLimits) =>
  Effect.acquireRelease(
    Effect.map(makeServer(limits), (make) => make()),
    (server) => Effect.sync(() => server.close().closeAllConnections())
  ).pipe(Effect.provide(core))

const listening = (server: Server) =>
  Effect.callback<number>((resume) => {
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
  })

/** All that comes back to whoever sends `sent`, until the other side ends. */
const receivedFor = Effect.fnUntraced(function* (limits: ServerLimits, sent: string) {
  const port = yield* Effect.flatMap(serverWith(limits), listening)
  const socket = connect(port, "127.0.0.1")
  yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
  socket.write(sent)
  return yield* Effect.promise(() => text(socket))
})

/** A connection from somewhere else. */
class Distant extends Duplex {
  readonly remoteAddress: string
  constructor(remoteAddress = "203.0.113.1") {
    super()
    this.remoteAddress = remoteAddress
  }
  setTimeout() {}
  override _read() {}
  override _write(_chunk: unknown, _encoding: string, done: () => void) {
    done()
  }
}

describe("connections", () => {
  it.live("without a byte, and with a part of a head, are told that they take too long", () =>
    Effect.gen(function* () {
      const limits = { ...lasting, headers: soon }
      assert.match(yield* receivedFor(limits, ""), /^HTTP\/1\.1 408 [\s\S]*"REQUEST_TIMEOUT"/)
      assert.match(yield* receivedFor(limits, "GET / HTTP/1.1\r\nX: "), /^HTTP\/1\.1 408 /)
    }).pipe(Effect.scoped)
  )

  it.live("whose body does not come are told so", () =>
    Effect.gen(function* () {
      const limits = { ...lasting, headers: soon, request: soon }
      const received = yield* receivedFor(limits, "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n")
      assert.match(received, /^HTTP\/1\.1 408 /)
    }).pipe(Effect.scoped)
  )

  it.live("on which nothing comes and goes are closed", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* receivedFor({ ...lasting, idle: soon }, "GET / HTTP/1.1\r\n\r\n"), "")
    }).pipe(Effect.scoped)
  )

  it.live("are so many at most: one without a request goes for a new one, and none with one", () =>
    Effect.gen(function* () {
      const server = yield* serverWith({ ...lasting, connections: 2 })
      server.on("request", ({ url }, response) => {
        if (url === "/answers") response.end()
      })
      const port = yield* listening(server)
      const asks = Effect.fnUntraced(function* (path: string) {
        const socket = connect(port, "127.0.0.1").on("error", () => {})
        yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
        const ended = once(socket, "close")
        const arrived = once(server, "request")
        socket.write(`GET ${path} HTTP/1.1\r\n\r\n`)
        yield* Effect.promise(() => Promise.race([path === "/answers" ? once(socket, "data") : arrived, ended]))
        return { socket, ended }
      })
      const hanging = yield* asks("/hangs")
      const answered = yield* asks("/answers")
      const next = yield* asks("/hangs")
      yield* Effect.promise(() => answered.ended)
      // Each has a request by now.
      const last = yield* asks("/answers")
      yield* Effect.promise(() => last.ended)
      assert.deepStrictEqual(
        [hanging, next].map(({ socket }) => socket.destroyed),
        [false, false]
      )
    }).pipe(Effect.scoped)
  )

  it.live("are so many of one address at most", () =>
    Effect.gen(function* () {
      const server = yield* serverWith({ ...lasting, connectionsPerNetwork: 2 })
      const connections = Array.from({ length: 3 }, () => new Distant())
      for (const connection of connections) server.emit("connection", connection)
      assert.deepStrictEqual(
        connections.map(({ destroyed }) => destroyed),
        [false, false, true]
      )
      for (const connection of connections) connection.destroy()
    }).pipe(Effect.scoped)
  )

  it.live("are so many of one IPv6 network at most", () =>
    Effect.gen(function* () {
      const server = yield* serverWith({ ...lasting, connectionsPerNetwork: 2 })
      const addresses = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:3::1", "2001:db8:1:2::3"]
      const connections = addresses.map((address) => new Distant(address))
      for (const connection of connections) server.emit("connection", connection)
      assert.deepStrictEqual(
        connections.map(({ destroyed }) => destroyed),
        [false, false, false, true]
      )
      for (const connection of connections) connection.destroy()
    }).pipe(Effect.scoped)
  )

  it.live("have the limits that are written down", () =>
    Effect.gen(function* () {
      const server = yield* serverWith(serverLimits)
      const { headersTimeout, keepAliveTimeout, maxConnections, requestTimeout, timeout } = server
      assert.deepStrictEqual(
        { headersTimeout, keepAliveTimeout, maxConnections, requestTimeout, timeout },
        {
          headersTimeout: 10_000,
          keepAliveTimeout: 65_000,
          // Beyond 10,000, those that are being closed for others.
          maxConnections: 10_064,
          requestTimeout: 60_000,
          timeout: 330_000
        }
      )
      assert.isAtMost(Duration.toMillis(serverLimits.looking), 5_000)
      assert.strictEqual(serverLimits.connectionsPerNetwork, 1_000)
      assert.isAtMost(serverLimits.unfinishedHeadBytes, 32 * 1024 * 1024)
    }).pipe(Effect.scoped)
  )
})
