/** Observed: what comes out on the other side, in which order, and whose connection is closed. */
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { BoundedHandshake, HandshakeTooLong } from "../src/BoundedHandshake.ts"
import { serveSockets } from "./listen.ts"

/** Both ends of a connection. */
const connection = Effect.gen(function* () {
  const accepted: Array<Socket> = []
  const { port } = new URL(yield* serveSockets((socket) => accepted.push(socket)))
  const raw = connect(Number(port), "127.0.0.1")
  yield* Effect.promise(() => once(raw, "connect"))
  while (accepted.length === 0) yield* Effect.promise(() => new Promise(setImmediate))
  return { raw, server: accepted[0]! }
})

const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, at) => at % 251))

describe("the bytes of a handshake", () => {
  it.live("are handed on in order, and so is what follows it", () =>
    Effect.gen(function* () {
      const { raw, server } = yield* connection
      const handshake = new BoundedHandshake(raw)
      const got: Array<Buffer> = []
      const told = { bytesRead: 0 }
      handshake.on("data", (bytes: Buffer) => {
        got.push(bytes)
        told.bytesRead += bytes.length
        if (got.length > 1 || got[0]!.length < 20_000) return
        handshake.done(told)
        server.end(sent.subarray(20_000))
      })
      const sent = bytesOf(3_000_000)
      server.write(sent.subarray(0, 20_000))
      yield* Effect.promise(() => once(handshake, "end"))
      assert.isTrue(Buffer.concat(got).equals(sent))
    }).pipe(Effect.scoped)
  )

  it.live("go the other way as they are written, and the end with them", () =>
    Effect.gen(function* () {
      const { raw, server } = yield* connection
      const handshake = new BoundedHandshake(raw)
      const got: Array<Buffer> = []
      server.on("data", (bytes: Buffer) => got.push(bytes))
      handshake.end(bytesOf(200_000))
      yield* Effect.promise(() => once(server, "end"))
      assert.isTrue(Buffer.concat(got).equals(bytesOf(200_000)))
    }).pipe(Effect.scoped)
  )

  it.live("end the connection when there are too many", () =>
    Effect.gen(function* () {
      const { raw, server } = yield* connection
      const handshake = new BoundedHandshake(raw)
      handshake.resume()
      const failed = once(handshake, "error")
      server.on("error", () => {})
      const closed = once(server, "close")
      server.write(bytesOf(40_000))
      assert.instanceOf((yield* Effect.promise(() => failed))[0], HandshakeTooLong)
      yield* Effect.promise(() => closed)
      assert.isTrue(raw.destroyed)
    }).pipe(Effect.scoped)
  )

  it.live("end the connection when TLS makes nothing of what follows", () =>
    Effect.gen(function* () {
      const { raw, server } = yield* connection
      const handshake = new BoundedHandshake(raw)
      handshake.done({ bytesRead: 10_000 })
      let got = 0
      handshake.on("data", (bytes: Buffer) => {
        got += bytes.length
      })
      const failed = once(handshake, "error")
      server.on("error", () => {})
      server.write(bytesOf(120_000))
      while (got < 120_000) yield* Effect.promise(() => new Promise(setImmediate))
      server.write(bytesOf(60_000))
      assert.instanceOf((yield* Effect.promise(() => failed))[0], HandshakeTooLong)
    }).pipe(Effect.scoped)
  )

  it.live("end with whoever closes them", () =>
    Effect.gen(function* () {
      const { raw, server } = yield* connection
      const closed = once(server, "close")
      new BoundedHandshake(raw).destroy()
      yield* Effect.promise(() => closed)
    }).pipe(Effect.scoped)
  )
})
