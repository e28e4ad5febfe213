/** Who keeps connections without using them. Observed: the sockets. */
import { createServer, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Deferred, Duration, Effect } from "effect"
import { Connections, countedAs, IdleConnections, isCounted } from "../src/Connections.ts"
import {
  cutWhenNotRead,
  cutWhenOthersWait,
  cutWhenSlow,
  type ReadingTime,
  readingMillis,
  readingTime
} from "../src/slowReaders.ts"
import { newCaller } from "./support/App.ts"
import { baseUrl, layer as listening } from "./support/Listening.ts"

/** A client that never closes its side by itself. */
const stubborn = (port: number, text: string, onSocket: (socket: Socket) => void = () => {}) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => socket.write(text))
      onSocket(socket)
      return socket
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

/** Resolves when the other side took the connection away altogether: what is written to it comes back as a reset. */
const isReset = (socket: Socket) =>
  Effect.callback<void>((resume) => {
    const timer = setInterval(() => socket.write("x"), 50)
    socket.on("error", () => resume(Effect.void))
    return Effect.sync(() => clearInterval(timer))
  })

describe("connections", () => {
  it.live("go when their request was refused, though the client keeps its side open", () =>
    Effect.gen(function* () {
      const { port } = new URL(yield* baseUrl)
      const socket = yield* stubborn(Number(port), "GARBAGE\r\n\r\n", (one) => one.resume())
      yield* isReset(socket)
    }).pipe(Effect.scoped, Effect.provide(listening))
  )

  it.live("stay while a reply waits for the one before it, which is still being made", () =>
    Effect.gen(function* () {
      const whole = yield* Deferred.make<void>()
      const time = { least: Duration.millis(1), bytesPerSecond: Number.MAX_SAFE_INTEGER }
      const server = createServer((request, response) => {
        const reply = () => {
          response.end(`reply to ${request.url}`)
          cutWhenSlow(response, time)
        }
        // Longer than a reader is given.
        if (request.url === "/slow") setTimeout(reply, 20)
        else reply()
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => server.close()))
      yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
      const { port } = server.address() as AddressInfo
      let read = ""
      yield* stubborn(port, "GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /fast HTTP/1.1\r\nHost: x\r\n\r\n", (socket) =>
        socket.on("data", (data) => {
          read += data
          if (read.includes("reply to /slow") && read.includes("reply to /fast"))
            Deferred.doneUnsafe(whole, Effect.void)
        })
      )
      yield* Deferred.await(whole)
    }).pipe(Effect.scoped)
  )

  it.live("go when their answers lie unread while others find no room, and no other's", () =>
    Effect.gen(function* () {
      const megabyte = 1024 * 1024
      const memory = new MemoryCounter({ capacityBytes: 100 * megabyte })
      const cut = yield* Deferred.make<string>()
      const gone: Array<string> = []
      const server = createServer((request, response) => {
        const { owner = "", bytes = "" } = Object.fromEntries(new URL(request.url ?? "", "http://x").searchParams)
        const lease = memory.open(owner)
        lease.keep(Number(bytes) * megabyte)
        response.once("close", () => {
          lease.close()
          gone.push(owner)
          Deferred.doneUnsafe(cut, Effect.succeed(owner))
        })
        response.end(Buffer.alloc(Number(bytes) * megabyte))
        // What the system holds of an answer is no excuse here: it would be for a quarter of a minute.
        cutWhenOthersWait(memory, response, { owner, bytes: Number(bytes) * megabyte }, Duration.millis(20), 0)
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
      yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
      const { port } = server.address() as AddressInfo
      const unread = (owner: string, bytes: number) =>
        stubborn(port, `GET /?owner=${owner}&bytes=${bytes} HTTP/1.1\r\nHost: x\r\n\r\n`, (socket) => socket.pause())
      // Half of all is what one may hold who is alone; one with less is not in anybody's way.
      yield* unread("modest", 20)
      for (let count = 0; count < 4; count++) yield* unread("greedy", 20)
      assert.strictEqual(yield* Deferred.await(cut), "greedy")
      yield* Effect.sleep("200 millis")
      assert.deepStrictEqual(gone, ["greedy"])
      assert.isAtLeast(memory.roomFor("somebody"), 12 * megabyte)
    }).pipe(Effect.scoped)
  )

  it.live("go when their answer is not read in time", () =>
    Effect.gen(function* () {
      const cut = yield* Deferred.make<void>()
      const server = createServer((_, response) => {
        response.once("close", () => Deferred.doneUnsafe(cut, Effect.void))
        response.end(Buffer.alloc(8 * 1024 * 1024))
        cutWhenSlow(response, { least: Duration.millis(50), bytesPerSecond: Number.MAX_SAFE_INTEGER })
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => server.close()))
      yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
      const { port } = server.address() as AddressInfo
      yield* stubborn(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n", (socket) => socket.pause())
      yield* Deferred.await(cut)
    }).pipe(Effect.scoped)
  )

  for (const [kind, limit] of [
    ["waited for", cutWhenSlow],
    ["made while it is read", (response: ServerResponse, time: ReadingTime) => cutWhenNotRead(response, 1, time)]
  ] as const) {
    it.live(`are kept for the next request when an answer that was ${kind} has been read`, () =>
      Effect.gen(function* () {
        const time = { least: Duration.millis(200), bytesPerSecond: Number.MAX_SAFE_INTEGER }
        const server = createServer((request, response) => {
          // Longer than the reader of the first was given.
          if (request.url === "/next") return void setTimeout(() => response.end("next"), 600)
          response.end(Buffer.alloc(4 * 1024 * 1024))
          limit(response, time)
        })
        yield* Effect.addFinalizer(() => Effect.sync(() => server.close().closeAllConnections()))
        yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
        const { port } = server.address() as AddressInfo
        const ended = yield* Deferred.make<string>()
        let bytes = 0
        yield* stubborn(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n", (socket) => {
          socket.on("error", () => Deferred.doneUnsafe(ended, Effect.succeed("cut")))
          socket.on("end", () => Deferred.doneUnsafe(ended, Effect.succeed("cut")))
          socket.on("data", (data: Buffer) => {
            const isFirst = bytes < 4 * 1024 * 1024
            bytes += data.length
            if (isFirst && bytes > 4 * 1024 * 1024) socket.write("GET /next HTTP/1.1\r\nHost: x\r\n\r\n")
            if (data.subarray(-4).toString() === "next") Deferred.doneUnsafe(ended, Effect.succeed("answered"))
          })
        })
        assert.strictEqual(yield* Deferred.await(ended), "answered")
      }).pipe(Effect.scoped)
    )
  }

  it.live("go when a body comes byte by byte, and the others stay", () =>
    Effect.gen(function* () {
      const { port } = new URL(yield* baseUrl)
      const key = yield* newCaller()
      const send = (piece: string, pieces: number) =>
        Effect.callback<string>((resume) => {
          const socket = connect(Number(port), "127.0.0.1")
          let came = ""
          socket.on("data", (data) => {
            came += data.toString()
            if (came.includes("\r\n\r\n")) socket.end()
          })
          socket.on("error", () => {})
          socket.on("close", () => resume(Effect.succeed(came.slice(9, 12))))
          socket.write(
            `POST /v1/parse HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nTransfer-Encoding: chunked\r\n\r\n`
          )
          socket.write(`${`${piece.length.toString(16)}\r\n${piece}\r\n`.repeat(pieces)}0\r\n\r\n`)
        })
      assert.strictEqual(yield* send("x", 30_000), "")
      assert.strictEqual(yield* send("x", 9_000), "200")
      assert.strictEqual(yield* send("x".repeat(40), 30_000), "200")
    }).pipe(Effect.provide(listening))
  )

  it("have more time for a longer answer", () => {
    assert.strictEqual(readingMillis(readingTime, 0), 10_000)
    assert.strictEqual(readingMillis(readingTime, 5 * 1024 * 1024), 50_000)
  })

  it("are counted by their address, but for those of proxies", () => {
    const connections = new Connections(2)
    assert.deepStrictEqual(
      [1, 2, 3].map(() => connections.enter("203.0.113.1")),
      [true, true, false]
    )
    assert.isTrue(connections.enter("203.0.113.2"))
    connections.leave("203.0.113.1")
    assert.isTrue(connections.enter("203.0.113.1"))
    assert.deepStrictEqual(["203.0.113.1", "2001:db8::1", "::ffff:203.0.113.9", "172.32.0.1"].map(isCounted), [
      true,
      true,
      true,
      true
    ])
    assert.deepStrictEqual(
      ["127.0.0.1", "::ffff:10.1.2.3", "192.168.0.1", "172.16.0.1", "::1", "fd00::1", "fe80::1%eth0", ""].map(
        isCounted
      ),
      [false, false, false, false, false, false, false, false]
    )
  })

  it("count as their network's, and those of a proxy as its own", () => {
    assert.deepStrictEqual(
      ["203.0.113.1", "::ffff:203.0.113.1", "2001:db8:1:2::1", "2001:db8:1:2:3::4", "2001:db8:1:3::1"].map(countedAs),
      ["203.0.113.1", "203.0.113.1", "2001:db8:1:2::/64", "2001:db8:1:2::/64", "2001:db8:1:3::/64"]
    )
    // Two pods in one network are two.
    for (const address of ["fd00::1", "fd00::2", "10.0.0.1", "::1", ""]) assert.strictEqual(countedAs(address), address)
  })

  it("go for others where they have no request: of who has most, and first who had none for longest", () => {
    const idle = new IdleConnections<string>()
    const goes = () => {
      const one = idle.first()
      if (one !== undefined) idle.leave(one)
      return one
    }
    idle.enter("alone", "203.0.113.9", null)
    for (const name of ["a", "b", "c"]) idle.enter(name, "203.0.113.1", null)
    for (const name of ["d", "e", "f", "g"]) idle.enter(name, "203.0.113.1", "A")
    idle.enter("h", "203.0.113.1", "B")
    // It asked again, and was answered.
    idle.leave("a")
    idle.enter("a", "203.0.113.1", null)
    assert.strictEqual(goes(), "b")
    assert.strictEqual(goes(), "c")
    assert.deepStrictEqual([goes(), goes()].toSorted(), ["a", "alone"])
    // Of organizations only when there is no stranger's.
    assert.deepStrictEqual([goes(), goes(), goes()], ["d", "e", "f"])
    assert.deepStrictEqual([goes(), goes()].toSorted(), ["g", "h"])
    assert.isUndefined(goes())
  })

  it("that stay where they are whoever goes for them are told in as little time beside ten thousand", () => {
    const idle = new IdleConnections<number>()
    for (let one = 0; one < 10_000; one++) idle.enter(one, `203.0.${one % 256}.${one % 200}`, null)
    const began = performance.now()
    for (let turn = 0; turn < 10_000; turn++) idle.enter(10_000 + turn, "198.51.100.1", null)
    for (let turn = 0; turn < 10_000; turn++) idle.leave(idle.first()!)
    // A look at each would be two hundred million.
    assert.isBelow(performance.now() - began, 1_000)
  })
})
