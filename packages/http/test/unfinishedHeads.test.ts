/** Heads of requests that are never finished. Observed: which connections a server cuts, and what the others are answered. */
import { createServer, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { Duplex } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect } from "effect"
import { makeServer, type ServerLimits, serverLimits } from "../src/NodeServer.ts"
import { limitUnfinishedHeads } from "../src/unfinishedHeads.ts"
import { core } from "./support/App.ts"

const kilobyte = 1024

const never = Duration.hours(1)

/** What Node takes at most for many headers, besides their bytes. */
const manyHeaders = 125 * kilobyte

/** A server that answers at once, or never to `/never`, where time ends nothing and heads may hold so many bytes. */
const serving = Effect.fnUntraced(function* (unfinishedHeadBytes: number) {
  const limits: ServerLimits = { ...serverLimits, headers: never, request: never, idle: never, unfinishedHeadBytes }
  const server: Server = (yield* makeServer(limits))()
  server.on("request", (request, response) => {
    request.resume()
    if (request.url !== "/never") request.once("end", () => response.end("fine"))
  })
  yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
  yield* Effect.addFinalizer(() => Effect.sync(() => server.close().closeAllConnections()))
  return (server.address() as AddressInfo).port
}, Effect.provide(core))

/** A connection that sends `text`, what has come back on it, and its end. */
const sending = (port: number, text: string, localAddress?: string) =>
  Effect.gen(function* () {
    const closed = yield* Deferred.make<string>()
    const one = {
      came: "",
      isClosed: false,
      closed: Deferred.await(closed),
      write: (more: string) => socket.write(more)
    }
    const socket = connect({ port, host: "127.0.0.1", ...(localAddress === undefined ? {} : { localAddress }) })
    socket.write(text)
    socket.on("data", (data) => {
      one.came += data
    })
    socket.on("error", () => {})
    socket.on("close", () => {
      one.isClosed = true
      Deferred.doneUnsafe(closed, Effect.succeed(one.came))
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
    return one
  })

type Sending = Effect.Success<ReturnType<typeof sending>>

const answered = (one: Sending, times = 1) =>
  Effect.repeat(
    Effect.andThen(
      Effect.sleep("1 millis"),
      Effect.sync(() => assert.isFalse(one.isClosed, `${times}: ${one.came.slice(-500)}`))
    ),
    { until: () => one.came.split("fine").length > times }
  )

/** A head of so many kilobytes that does not end. */
const headOf = (kilobytes: number) => `GET / HTTP/1.1\r\n${`X: ${"v".repeat(kilobyte - 5)}\r\n`.repeat(kilobytes)}`

const small = "GET / HTTP/1.1\r\nHost: x\r\n"

describe("heads that are not finished", () => {
  it.live("are cut when they hold too much together, the longest first, while small ones are served", () =>
    Effect.gen(function* () {
      const port = yield* serving(100 * kilobyte + 4 * manyHeaders)
      const honest = yield* sending(port, small)
      const long = yield* Effect.forEach([30, 29, 28, 27], (kilobytes) => sending(port, headOf(kilobytes)))
      yield* long[0]!.closed
      yield* long[1]!.closed
      // A half is left, which is below three quarters.
      yield* Effect.forEach(long.slice(2), (one) => {
        one.write("\r\n")
        return answered(one)
      })
      honest.write("\r\n")
      yield* answered(honest)
      // What those held is given back.
      yield* Effect.forEach(long.slice(2), (one) => {
        one.write(headOf(40))
        return Effect.void
      })
      long[2]!.write("\r\n")
      yield* answered(long[2]!, 2)
    }).pipe(Effect.scoped)
  )

  it.live("are cut of who holds most of them on many connections, and not of another with a longer one", () =>
    Effect.gen(function* () {
      const port = yield* serving(8 * manyHeaders)
      const long = yield* sending(port, headOf(20), "127.0.0.2")
      const many = yield* Effect.forEach(Array.from({ length: 12 }), () => sending(port, headOf(10), "127.0.0.3"))
      yield* Effect.raceAll(many.map((one) => one.closed))
      long.write("\r\n")
      yield* answered(long)
    }).pipe(Effect.scoped)
  )

  it.live("are held no more once they have ended, also where what came with their end waits", () =>
    Effect.gen(function* () {
      const port = yield* serving(100 * kilobyte + 4 * manyHeaders)
      const waits = yield* sending(port, "GET /never HTTP/1.1\r\n\r\n".repeat(8) + headOf(30))
      yield* Effect.sleep("50 millis")
      waits.write(`\r\n${`${small}\r\n`.repeat(200)}`)
      yield* Effect.sleep("50 millis")
      const long = yield* Effect.forEach([24, 23, 22, 21, 20], (kilobytes) => sending(port, headOf(kilobytes)))
      yield* Effect.raceAll(long.map((one) => one.closed))
      yield* Effect.sleep("50 millis")
      assert.isFalse(waits.isClosed)
    }).pipe(Effect.scoped)
  )

  it.live("are counted behind requests that were answered, and one that is, without a word", () =>
    Effect.gen(function* () {
      const port = yield* serving(100 * kilobyte + manyHeaders)
      const kept = yield* sending(port, `${small}\r\n`)
      yield* answered(kept)
      kept.write(headOf(110))
      assert.strictEqual((yield* kept.closed).split("HTTP/1.1").length, 2)
      const underWay = yield* sending(port, `GET /never HTTP/1.1\r\n\r\n${headOf(110)}`)
      assert.strictEqual(yield* underWay.closed, "")
    }).pipe(Effect.scoped)
  )

  it.live("are counted behind bodies, and trailers with them", () =>
    Effect.gen(function* () {
      const port = yield* serving(100 * kilobyte + manyHeaders)
      const chunked = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n"
      const trailers = yield* sending(port, chunked + headOf(110).slice(small.indexOf("\n") + 1))
      yield* trailers.closed
      const afterChunks = yield* sending(port, `${chunked}\r\n${headOf(110)}`)
      yield* afterChunks.closed
      const afterBytes = yield* sending(port, `POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nabcde${headOf(110)}`)
      yield* afterBytes.closed
    }).pipe(Effect.scoped)
  )

  it.live("are counted whole behind a piece of a body that came in many reads", () =>
    Effect.gen(function* () {
      // Each read of a piece is counted as if it were one by itself: five bytes too many.
      const [reads, headKilobytes] = [4_000, 15]
      const server = createServer((request, response) => void request.resume().once("end", () => response.end("fine")))
      const finishesHead = limitUnfinishedHeads(server, 50 * kilobyte)
      server.prependListener("request", finishesHead)
      const socket = new Duplex({ read: () => {}, write: (_piece, _encoding, done) => done() })
      yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
      server.emit("connection", socket)
      const receive = (read: string) =>
        Effect.callback<void>((resume) => {
          socket.once("data", () => setImmediate(() => resume(Effect.void)))
          socket.push(read)
        })
      yield* receive(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${reads.toString(16)}\r\n`)
      for (let read = 0; read < reads; read += 1) yield* receive("x")
      yield* receive("\r\n0\r\n\r\n")
      assert.isFalse(socket.destroyed)
      yield* receive(headOf(headKilobytes))
      assert.isTrue(socket.destroyed)
    }).pipe(Effect.scoped)
  )

  it.live("are no requests, bodies and pieces of them, however many came on a connection", () =>
    Effect.gen(function* () {
      const port = yield* serving(100 * kilobyte + manyHeaders)
      const body = "x".repeat(300 * kilobyte)
      const piece = `${(8 * kilobyte).toString(16)}\r\n${"x".repeat(8 * kilobyte)}\r\n`
      const many = [
        // Spaces that nobody needs.
        `GET / HTTP/1.1\r\nHost: ${" ".repeat(100)}x\r\n\r\n`,
        `POST / HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        `POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${piece.repeat(40)}0\r\n\r\n`,
        `POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\nx\r\n".repeat(9_000)}0\r\n\r\n`
      ]
      const kept = yield* sending(port, "")
      let asked = 0
      for (let round = 0; round < 10; round++) {
        for (const text of many) {
          kept.write(text)
          yield* answered(kept, ++asked)
        }
      }
      assert.isFalse(kept.isClosed)
      const other = yield* sending(port, headOf(95))
      other.write("\r\n")
      yield* answered(other)
      assert.isFalse(kept.isClosed)
    }).pipe(Effect.scoped)
  )
})
