/** Observed: what comes out on the other side, in which order, and whose connection is closed. */
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { BoundedHandshake, type BoundedHandshakeOptions } from "../src/BoundedHandshake.ts"
import type { TlsEnded } from "../src/TlsEnded.ts"
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

/** A record as it looks from outside. */
const recordOf = (length: number, kind = 23) =>
  Buffer.concat([Buffer.from([kind, 3, 3, length >> 8, length & 255]), bytesOf(length)])

const recordsOf = (count: number, length: number) =>
  Buffer.concat(Array.from({ length: count }, () => recordOf(length)))

const handshakeOn = (raw: Socket, turns?: BoundedHandshakeOptions["turns"]) =>
  new BoundedHandshake(raw, { owner: "somebody", nowMillis: Date.now, ...(turns === undefined ? {} : { turns }) })

/** A connection whose handshake is done, of which each record brings so much data. */
const secured = (raw: Socket, dataOf: (record: Buffer) => number) => {
  const handshake = handshakeOn(raw)
  const told = { bytesRead: 0, destroyed: false }
  handshake.done(told)
  handshake.on("data", (record: Buffer) => {
    told.bytesRead += dataOf(record)
  })
  return { handshake, told }
}

const endOf = (handshake: BoundedHandshake) => {
  const end = Promise.race([
    once(handshake, "error").then(([cause]) => (cause as TlsEnded).code),
    once(handshake, "end").then(() => "all came")
  ])
  return Effect.promise(() => end)
}

const oneTurn = Effect.promise(() => new Promise(setImmediate))

describe("the bytes of a handshake", () => {
  it.live("are handed on in order, and so is what follows it", () =>
    Effect.gen(function* () {
      const { raw, server } = yield* connection
      const handshake = handshakeOn(raw)
      const got: Array<Buffer> = []
      const told = { bytesRead: 0, destroyed: false }
      const sent = Buffer.concat(Array.from({ length: 300 }, (_, at) => recordOf(at * 40)))
      let gotBytes = 0
      handshake.on("data", (bytes: Buffer) => {
        got.push(bytes)
        gotBytes += bytes.length
        told.bytesRead += bytes.length
        if (gotBytes !== 10_000) return
        handshake.done(told)
        server.end(sent.subarray(10_000))
      })
      server.write(sent.subarray(0, 10_000))
      yield* Effect.promise(() => once(handshake, "end"))
      assert.isTrue(Buffer.concat(got).equals(sent))
    }).pipe(Effect.scoped)
  )

  it.live("are handed on when whoever reads goes on, and end when all came", () =>
    Effect.gen(function* () {
      const { raw, server } = yield* connection
      const sent = recordsOf(40_000, 30)
      const got: Array<Buffer> = []
      const { handshake } = secured(raw, (record) => record.length)
      handshake.on("data", (bytes: Buffer) => {
        got.push(bytes)
        if (got.length % 1_000 !== 0) return
        handshake.pause()
        setImmediate(() => handshake.resume())
      })
      server.end(sent)
      assert.strictEqual(yield* endOf(handshake), "all came")
      assert.isTrue(Buffer.concat(got).equals(sent))
    }).pipe(Effect.scoped)
  )

  it.live("go the other way as they are written, and the end with them", () =>
    Effect.gen(function* () {
      const { raw, server } = yield* connection
      const handshake = handshakeOn(raw)
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
      const handshake = handshakeOn(raw)
      handshake.resume()
      const end = endOf(handshake)
      server.on("error", () => {})
      const closed = once(server, "close")
      server.write(bytesOf(17_000))
      assert.strictEqual(yield* end, "HANDSHAKE_TOO_LONG")
      yield* Effect.promise(() => closed)
      assert.isTrue(raw.destroyed)
    }).pipe(Effect.scoped)
  )

  it.live("spend none of their time while they wait for their turn here", () =>
    Effect.gen(function* () {
      const { raw, server } = yield* connection
      const pieces: Array<() => void> = []
      yield* Effect.acquireRelease(
        Effect.sync(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })),
        () => Effect.sync(() => vi.useRealTimers())
      )
      const handshake = handshakeOn(raw, (piece) => pieces.push(piece))
      handshake.resume()
      const end = endOf(handshake)
      vi.advanceTimersByTime(6_000)
      server.write(bytesOf(1_000))
      while (pieces.length === 0) yield* oneTurn
      vi.advanceTimersByTime(25_000)
      assert.isFalse(handshake.destroyed)
      pieces.shift()!()
      vi.advanceTimersByTime(3_900)
      assert.isFalse(handshake.destroyed)
      vi.advanceTimersByTime(200)
      assert.strictEqual(yield* end, "HANDSHAKE_TIMEOUT")
    }).pipe(Effect.scoped)
  )

  it.live("wait for no turn for ever", () =>
    Effect.gen(function* () {
      const { raw, server } = yield* connection
      const pieces: Array<() => void> = []
      yield* Effect.acquireRelease(
        Effect.sync(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })),
        () => Effect.sync(() => vi.useRealTimers())
      )
      const handshake = handshakeOn(raw, (piece) => pieces.push(piece))
      handshake.resume()
      const end = endOf(handshake)
      server.write(bytesOf(1_000))
      while (pieces.length === 0) yield* oneTurn
      vi.advanceTimersByTime(31_000)
      assert.strictEqual(yield* end, "HANDSHAKE_WITHOUT_TURN")
      pieces.shift()!()
    }).pipe(Effect.scoped)
  )

  it.live("end with whoever closes them", () =>
    Effect.gen(function* () {
      const { raw, server } = yield* connection
      const closed = once(server, "close")
      handshakeOn(raw).destroy()
      yield* Effect.promise(() => closed)
    }).pipe(Effect.scoped)
  )
})

describe("records that follow a handshake", () => {
  it.live("may bring one byte each", () =>
    Effect.gen(function* () {
      const { raw, server } = yield* connection
      const { handshake } = secured(raw, () => 1)
      server.end(recordsOf(60_000, 18))
      assert.strictEqual(yield* endOf(handshake), "all came")
    }).pipe(Effect.scoped)
  )

  it.live("end the connection when they bring nothing", () =>
    Effect.gen(function* () {
      const { raw, server } = yield* connection
      server.on("error", () => {})
      const { handshake } = secured(raw, () => 0)
      server.write(recordsOf(60_000, 18))
      assert.strictEqual(yield* endOf(handshake), "RECORDS_WITHOUT_DATA")
    }).pipe(Effect.scoped)
  )

  it.live("end it as well when some among them bring much", () =>
    Effect.gen(function* () {
      const { raw, server } = yield* connection
      server.on("error", () => {})
      let records = 0
      const { handshake } = secured(raw, () => (++records % 100 === 0 ? 16_000 : 0))
      server.write(recordsOf(60_000, 18))
      assert.strictEqual(yield* endOf(handshake), "RECORDS_WITHOUT_DATA")
      assert.isBelow(records, 3_000)
    }).pipe(Effect.scoped)
  )

  it.live("wait for their turn where many come at once, and what is behind them with them", () =>
    Effect.gen(function* () {
      const { raw, server } = yield* connection
      const pieces: Array<() => void> = []
      const handshake = handshakeOn(raw, (piece) => pieces.push(piece))
      const told = { bytesRead: 0, destroyed: false }
      handshake.done(told)
      handshake.on("data", (bytes: Buffer) => (told.bytesRead += bytes.length))
      server.end(recordsOf(30_000, 18))
      const end = endOf(handshake)
      while (pieces.length === 0) yield* oneTurn
      const before = told.bytesRead
      for (let turn = 0; turn < 20; turn++) yield* oneTurn
      assert.strictEqual(told.bytesRead, before)
      const running = setInterval(() => pieces.shift()?.(), 0)
      assert.strictEqual(yield* end, "all came")
      clearInterval(running)
      assert.strictEqual(told.bytesRead, 30_000 * 23)
    }).pipe(Effect.scoped)
  )

  it.live("tell of a server that asks for another handshake and answers nothing", () =>
    Effect.gen(function* () {
      for (const [sent, expected] of [
        [[recordOf(30), recordOf(20, 22)], "RENEGOTIATION"],
        [[recordOf(20, 22), recordOf(20, 21)], "RENEGOTIATION"],
        [[recordOf(20, 22), recordOf(30), recordOf(20, 21)], "all came"]
      ] as const) {
        const { raw, server } = yield* connection
        const { handshake } = secured(raw, (record) => (record[0] === 23 ? 10 : 0))
        server.end(Buffer.concat(sent))
        assert.strictEqual(yield* endOf(handshake), expected)
      }
    }).pipe(Effect.scoped)
  )
})
