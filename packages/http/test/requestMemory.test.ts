/** What requests may hold together. Observed: replies of a server that listens, and what is in use. */
import { once } from "node:events"
import { IncomingMessage, ServerResponse } from "node:http"
import { connect, Socket } from "node:net"
import { assert, describe, it, vi } from "@effect/vitest"
import { MemoryBudget, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Deferred, Effect, Layer } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { ExchangeState } from "../src/Exchange.ts"
import { checkRoom, holdUntilSent, noRoom } from "../src/requestMemory.ts"
import { layer as app, call, newCaller, newKey, newOrganization, pick } from "./support/App.ts"
import { baseUrl, layer as listening } from "./support/Listening.ts"
import { WebScript } from "./support/ScriptedWeb.ts"

const megabyte = 1024 * 1024

/** A request whose head announces so many bytes, of which four come; gives what waits for the reply. */
const announce = Effect.fnUntraced(function* (key: string, bytes: number) {
  const { port } = new URL(yield* baseUrl)
  const replied = yield* Deferred.make<string>()
  const socket = connect(Number(port), "127.0.0.1")
  yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
  socket.on("data", (data) => Deferred.doneUnsafe(replied, Effect.succeed(data.toString())))
  socket.write(
    `POST /v1/parse HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${bytes}\r\n\r\n%PDF`
  )
  return Deferred.await(replied)
})

const status = (path: string, key = "") =>
  Effect.flatMap(baseUrl, (url) =>
    Effect.promise(() =>
      fetch(url + path, { headers: { authorization: `Bearer ${key}` } }).then((reply) => reply.status)
    )
  )

const withBudget = (memory: MemoryCounter) => Layer.succeed(MemoryBudget, memory)

describe("memory of requests", () => {
  it.effect("lets no work begin while the process is short of it, whoever asks", () =>
    Effect.gen(function* () {
      let isShort = true
      const memory = new MemoryCounter({ capacityBytes: 100 * megabyte, isShort: () => isShort })
      const exchange = { caller: null, memory } as unknown as ExchangeState
      assert.strictEqual(yield* Effect.flip(checkRoom(exchange)), noRoom)
      isShort = false
      yield* checkRoom(exchange)
    })
  )

  it.live(
    "is taken for an upload before it is read, and there is always some for another organization",
    () => {
      const memory = new MemoryCounter({ capacityBytes: 100 * megabyte })
      return Effect.gen(function* () {
        const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
        yield* announce(key, 40 * megabyte)
        const refused = yield* yield* announce(key, 40 * megabyte)
        assert.match(refused, /^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 5\r\n[\s\S]*"INTERNAL_ERROR"/i)
        assert.strictEqual(memory.usedBytes, 40 * megabyte)
        yield* announce(yield* newCaller(), 20 * megabyte)
        while (memory.usedBytes < 60 * megabyte) yield* Effect.sleep("10 millis")
        assert.strictEqual(yield* status("/health"), 200)
        assert.strictEqual(yield* status("/ready"), 200)
      }).pipe(Effect.scoped, Effect.provide(listening.pipe(Layer.provide(withBudget(memory)))))
    },
    20_000
  )

  it.live("refuses an upload for good, at once, that all of it would not hold", () => {
    const memory = new MemoryCounter({ capacityBytes: 30 * megabyte })
    return Effect.gen(function* () {
      const refused = yield* yield* announce(yield* newCaller(), 40 * megabyte)
      assert.match(
        refused,
        /^HTTP\/1\.1 413 [\s\S]*KITTIWAKE_MEMORY_BUDGET, of which this takes at least 81MB[\s\S]*"CONTENT_TOO_LARGE"/i
      )
      assert.notMatch(refused, /retry-after/i)
      assert.strictEqual(memory.usedBytes, 0)
    }).pipe(Effect.scoped, Effect.provide(listening.pipe(Layer.provide(withBudget(memory)))))
  })

  it.live("refuses an upload for good that leaves no room for the work on it", () => {
    const memory = new MemoryCounter({ capacityBytes: 30 * megabyte })
    return Effect.gen(function* () {
      const [url, key] = [yield* baseUrl, yield* newCaller()]
      const reply = yield* Effect.promise(() =>
        fetch(`${url}/v1/parse`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "text/plain" },
          body: "a".repeat(16 * megabyte)
        })
      )
      assert.deepStrictEqual([reply.status, reply.headers.get("retry-after")], [413, null])
      assert.include(
        yield* Effect.promise(() => reply.text()),
        "KITTIWAKE_MEMORY_BUDGET, of which this takes at least 33MB."
      )
    }).pipe(Effect.scoped, Effect.provide(listening.pipe(Layer.provide(withBudget(memory)))))
  })

  it.live("is taken for an upload whose length nobody announced, as it grows", () => {
    const memory = new MemoryCounter({ capacityBytes: 100 * megabyte })
    return Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const { port } = new URL(yield* baseUrl)
      const upload = Effect.fnUntraced(function* (megabytes: number) {
        const replied = yield* Deferred.make<string>()
        const socket = connect(Number(port), "127.0.0.1")
        yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
        socket.on("error", () => {})
        socket.on("data", (data) => Deferred.doneUnsafe(replied, Effect.succeed(data.toString())))
        socket.write(
          `POST /v1/parse HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nTransfer-Encoding: chunked\r\n\r\n`
        )
        const piece = Buffer.from(`100000\r\n${"x".repeat(megabyte)}\r\n`)
        for (let sent = 0; sent < megabytes; sent++) socket.write(piece)
        return Deferred.await(replied)
      })
      yield* upload(40)
      while (memory.usedBytes < 36 * megabyte) yield* Effect.sleep("10 millis")
      assert.match(yield* yield* upload(40), /^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 5\r\n/i)
    }).pipe(Effect.scoped, Effect.provide(listening.pipe(Layer.provide(withBudget(memory)))))
  })

  it.live("is given back when an upload breaks off", () => {
    const memory = new MemoryCounter({ capacityBytes: 100 * megabyte })
    return Effect.gen(function* () {
      const key = yield* newCaller()
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* announce(key, 40 * megabyte)
          while (memory.usedBytes === 0) yield* Effect.sleep("10 millis")
        })
      )
      while (memory.usedBytes > 0) yield* Effect.sleep("10 millis")
    }).pipe(Effect.provide(listening.pipe(Layer.provide(withBudget(memory)))))
  })

  it.live(
    "is held once for an upload, and goes at once when it breaks off",
    () => {
      const memory = new MemoryCounter({ capacityBytes: 200 * megabyte })
      return Effect.gen(function* () {
        const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
        const { port } = new URL(yield* baseUrl)
        const piece = Buffer.alloc(megabyte, "x")
        const { copied, dropped } = yield* Effect.promise(async () => {
          // How much memory there is at a moment is for the collector to say: seen is what is given back before it comes.
          const { transfer } = ArrayBuffer.prototype
          const given = { pieces: 0, place: 0 }
          const spied = vi.spyOn(ArrayBuffer.prototype, "transfer").mockImplementation(function (
            this: ArrayBuffer,
            size
          ) {
            given[this.byteLength === 50 * megabyte ? "place" : "pieces"] += this.byteLength
            return transfer.call(this, size)
          })
          const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
          const socket = connect(Number(port), "127.0.0.1")
          socket.write(
            `POST /v1/parse HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${50 * megabyte}\r\n\r\n`
          )
          for (let sent = 0; sent < 49; sent += 1) await new Promise((resolve) => socket.write(piece, resolve))
          while (given.pieces < 48 * megabyte) await nextTurn()
          const copied = { ...given }
          socket.destroy()
          while (memory.usedBytes > 0) await nextTurn()
          spied.mockRestore()
          return { copied, dropped: { ...given } }
        })
        // Pieces go when they were copied to the place of all, and that goes with the upload.
        assert.strictEqual(copied.place, 0)
        assert.strictEqual(dropped.place, 50 * megabyte)
        assert.isAtMost(dropped.pieces, 49 * megabyte)
      }).pipe(Effect.provide(listening.pipe(Layer.provide(withBudget(memory)))))
    },
    20_000
  )

  it.live("is taken by an answer until it was read", () => {
    const memory = new MemoryCounter({ capacityBytes: 100 * megabyte })
    return Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const script = yield* WebScript
      script.answers.page = { ...script.answers.page, markdown: "x".repeat(20 * megabyte) }
      const { port } = new URL(yield* baseUrl)
      const socket = connect(Number(port), "127.0.0.1")
      yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
      socket.pause()
      socket.write(
        `GET /v1/web/scrape/markdown?url=https://shop.example/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`
      )
      while (memory.usedBytes < 20 * megabyte) yield* Effect.sleep("10 millis")
      socket.destroy()
      while (memory.usedBytes > 0) yield* Effect.sleep("10 millis")
    }).pipe(Effect.scoped, Effect.provide(listening.pipe(Layer.provide(withBudget(memory)))))
  })

  it.live("is taken once by a page that many read, and by readers without a key in a part of it alone", () => {
    const memory = new MemoryCounter({ capacityBytes: 100 * megabyte })
    return Effect.gen(function* () {
      const url = yield* baseUrl
      const size = yield* Effect.promise(async () => (await (await fetch(`${url}/docs`)).arrayBuffer()).byteLength)
      assert.isAbove(size, megabyte)
      while (memory.usedBytes > 0) yield* Effect.sleep("10 millis")
      let most = 0
      const reading = Array.from({ length: 6 }, () => {
        const socket = connect(Number(new URL(url).port), "127.0.0.1")
        const begun = new Promise<void>((resolve) => {
          socket.once("data", () => {
            socket.pause()
            most = Math.max(most, memory.usedBytes)
            resolve()
          })
        })
        socket.write("GET /docs HTTP/1.1\r\nHost: x\r\n\r\n".repeat(8))
        return { socket, begun }
      })
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          for (const { socket } of reading) socket.destroy()
        })
      )
      for (const { begun } of reading) yield* Effect.promise(() => begun)
      assert.isAtMost(Math.max(most, memory.usedBytes), size)
      const key = yield* newCaller()
      assert.strictEqual(yield* status("/v1/web/scrape/markdown?url=https://shop.example/", key), 200)
      for (const { socket } of reading) socket.destroy()
      while (memory.usedBytes > 0) yield* Effect.sleep("10 millis")
      // Counted until the last who reads them is done, and anew for who comes then.
      const paused = () => {
        const socket = connect(Number(new URL(url).port), "127.0.0.1")
        const begun = new Promise<void>((resolve) => {
          socket.once("data", () => {
            socket.pause()
            resolve()
          })
        })
        socket.write("GET /docs HTTP/1.1\r\nHost: x\r\n\r\n".repeat(8))
        return { socket, begun }
      }
      const [quick, slow] = [paused(), paused()]
      yield* Effect.addFinalizer(() => Effect.sync(() => [quick, slow].map(({ socket }) => socket.destroy())))
      for (const { begun } of [quick, slow]) yield* Effect.promise(() => begun)
      assert.strictEqual(memory.usedBytes, size)
      quick.socket.destroy()
      yield* Effect.promise(() => once(quick.socket, "close"))
      assert.strictEqual(yield* status("/health"), 200)
      assert.strictEqual(memory.usedBytes, size)
      slow.socket.destroy()
      while (memory.usedBytes > 0) yield* Effect.sleep("10 millis")
    }).pipe(Effect.scoped, Effect.provide(listening.pipe(Layer.provide(withBudget(memory)))))
  })

  it.live("has no room for a large answer to somebody without a key beyond that part", () => {
    const memory = new MemoryCounter({ capacityBytes: 8 * megabyte })
    return Effect.gen(function* () {
      const url = yield* baseUrl
      const headers = { "accept-encoding": "identity" }
      const reply = yield* Effect.promise(() => fetch(`${url}/docs`, { headers }))
      assert.deepStrictEqual([reply.status, reply.headers.get("retry-after")], [413, null])
      assert.match(yield* Effect.promise(() => reply.text()), /KITTIWAKE_MEMORY_BUDGET, of which this takes at least/)
      while (memory.usedBytes > 0) yield* Effect.sleep("10 millis")
      assert.strictEqual(yield* status("/health"), 200)
    }).pipe(Effect.scoped, Effect.provide(listening.pipe(Layer.provide(withBudget(memory)))))
  })

  it.live("is counted once for all readers without a key of one answer, none of whom is cut for the others", () =>
    Effect.gen(function* () {
      const memory = new MemoryCounter({ capacityBytes: 10 * megabyte })
      const send = (answer: HttpServerResponse.HttpServerResponse) => {
        const response = new ServerResponse(new IncomingMessage(new Socket()))
        const exchange = { caller: null, memory, lease: null } as unknown as ExchangeState
        const request = { source: {}, response } as unknown as HttpServerRequest.HttpServerRequest
        const { status } = holdUntilSent(exchange, request, answer)
        return Object.assign(response, { status })
      }
      const page = HttpServerResponse.uint8Array(new Uint8Array(megabyte))
      const readers = [send(page), send(page), send(page)]
      assert.deepStrictEqual(
        readers.map(({ destroyed, status }) => destroyed || status !== 200),
        [false, false, false]
      )
      assert.strictEqual(memory.usedBytes, megabyte)
      // Another answer is more than their part.
      assert.strictEqual(send(HttpServerResponse.uint8Array(new Uint8Array(megabyte))).status, 503)
      for (const one of readers) one.destroy()
      yield* Effect.promise(() => once(readers[2]!, "close"))
      while (memory.usedBytes > 0) yield* Effect.sleep("10 millis")
    })
  )

  it.live(
    "is not kept from readers without a key by one who lets answers lie",
    () => {
      const memory = new MemoryCounter({ capacityBytes: 128 * megabyte })
      return Effect.gen(function* () {
        const url = yield* baseUrl
        const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
        const script = yield* WebScript
        const keepPicture = (bytes: number) =>
          Effect.gen(function* () {
            script.answers.picture = { ...script.answers.picture, png: new Uint8Array(bytes).fill(7) }
            const shot = `${url}/v1/web/scrape/screenshot?url=https://shop.example/`
            const reply = yield* Effect.promise(() =>
              fetch(shot, { headers: { authorization: `Bearer ${key}` } }).then((one) => one.json())
            )
            return new URL(String(pick(reply as Record<string, unknown>, "screenshot"))).pathname
          })
        const large = yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => keepPicture(3.9 * megabyte))
        const small = yield* keepPicture(megabyte / 2)
        const socket = connect(Number(new URL(url).port), "127.0.0.1").pause()
        yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
        socket.write(large.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(""))
        yield* Effect.sleep("500 millis")
        // He has no more than half of their part for himself, and others have the rest at once.
        assert.isAtMost(memory.usedBytes, 8.1 * megabyte)
        for (let looks = 0; looks < 6; looks += 1) {
          assert.strictEqual(yield* status(small), 200)
          yield* Effect.sleep("200 millis")
        }
      }).pipe(Effect.scoped, Effect.provide(listening.pipe(Layer.provide(withBudget(memory)))))
    },
    20_000
  )

  it.effect("is given to 64 readers of one network without a key at once, and to others beside them", () =>
    Effect.sync(() => {
      const memory = new MemoryCounter({ capacityBytes: 100 * megabyte })
      const answer = HttpServerResponse.uint8Array(new Uint8Array(megabyte))
      const read = (address: string, given = answer) => {
        const socket = new Socket()
        Object.defineProperty(socket, "remoteAddress", { value: address })
        const response = new ServerResponse(new IncomingMessage(socket))
        const exchange = { caller: null, memory, lease: null } as unknown as ExchangeState
        const request = { source: {}, response } as unknown as HttpServerRequest.HttpServerRequest
        const { headers, status } = holdUntilSent(exchange, request, given)
        return { response, told: [status, headers["retry-after"]] }
      }
      const taken = [200, undefined]
      const readers = Array.from({ length: 64 }, (_, at) => read(`2001:db8:1:2::${at}`))
      for (const { told } of readers) assert.deepStrictEqual(told, taken)
      assert.deepStrictEqual(read("2001:db8:1:2::ffff").told, [503, "5"])
      assert.deepStrictEqual(read("2001:db8:1:2::ffff", HttpServerResponse.text("small")).told, taken)
      assert.deepStrictEqual(read("2001:db8:1:3::1").told, taken)
      // Many come from a proxy.
      for (let at = 0; at < 70; at += 1) assert.deepStrictEqual(read("10.0.0.1").told, taken)
      readers[0]!.response.emit("close")
      assert.deepStrictEqual(read("2001:db8:1:2::ffff").told, taken)
      assert.deepStrictEqual(read("2001:db8:1:2::ffff").told, [503, "5"])
    })
  )

  it.live("is given back when nobody hears the answer, or nobody tells when it was heard", () =>
    Effect.gen(function* () {
      const memory = new MemoryCounter({ capacityBytes: 100 * megabyte })
      const gone = new ServerResponse(new IncomingMessage(new Socket()))
      gone.destroy()
      yield* Effect.promise(() => once(gone, "close"))
      const answer = HttpServerResponse.uint8Array(new Uint8Array(megabyte))
      for (const heard of [{ source: new Request("http://x/") }, { source: {}, response: gone }]) {
        const exchange = { caller: null, memory, lease: memory.open("") } as unknown as ExchangeState
        assert.isTrue(exchange.lease?.take(40 * megabyte))
        holdUntilSent(exchange, heard as unknown as HttpServerRequest.HttpServerRequest, answer)
        assert.strictEqual(memory.usedBytes, 0)
      }
    })
  )

  it.live("is given back when a connection ends before the answer had its turn on it", () => {
    const memory = new MemoryCounter({ capacityBytes: 100 * megabyte })
    return Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const script = yield* WebScript
      script.answers.page = { ...script.answers.page, markdown: "x".repeat(20 * megabyte) }
      let calls = 0
      script.before = Effect.suspend(() => (++calls === 1 ? Effect.never : Effect.void))
      const { port } = new URL(yield* baseUrl)
      const socket = connect(Number(port), "127.0.0.1")
      yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
      const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`
      const scrape = "/v1/web/scrape/markdown?url=https://shop.example/"
      socket.write(request(`${scrape}a`) + request(`${scrape}b`))
      while (memory.usedBytes < 20 * megabyte) yield* Effect.sleep("10 millis")
      socket.destroy()
      while (memory.usedBytes > 0) yield* Effect.sleep("10 millis")
    }).pipe(Effect.scoped, Effect.provide(listening.pipe(Layer.provide(withBudget(memory)))))
  })

  it.effect("that is short in the whole process sheds every call, and lets the process be looked at", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const reply = yield* call("GET", "/v1/monitors", { key })
      assert.strictEqual(reply.status, 503)
      assert.strictEqual(reply.headers.get("retry-after"), "5")
      assert.strictEqual(pick(reply.body, "key_metadata", "credits_consumed"), 0)
      assert.strictEqual((yield* call("GET", "/health")).status, 200)
    }).pipe(
      Effect.provide(app.pipe(Layer.provide(withBudget(new MemoryCounter({ capacityBytes: 1, isShort: () => true })))))
    )
  )

  it.effect("that is all in use sheds calls that read the web of who holds some of it, and no other", () => {
    const memory = new MemoryCounter({ capacityBytes: 100 * megabyte })
    memory.open("somebody").keep(100 * megabyte)
    return Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { secret: key } = yield* newKey(organization)
      const scrape = call("GET", "/v1/web/scrape/markdown?url=https://shop.example/", { key })
      const lease = memory.open(organization.id)
      lease.keep(megabyte)
      assert.strictEqual((yield* scrape).status, 503)
      const list = call("GET", "/v1/monitors", { key })
      assert.strictEqual((yield* list).status, 200)
      // Nor is anything begun for one that holds most of all there is.
      lease.keep(62 * megabyte)
      const shed = yield* list
      assert.deepStrictEqual([shed.status, shed.headers.get("retry-after")], [503, "5"])
      assert.strictEqual(
        (yield* call("GET", "/v1/monitors", { key: (yield* newKey(yield* newOrganization())).secret })).status,
        200
      )
      lease.give(62 * megabyte)
      lease.give(megabyte / 2)
      assert.strictEqual((yield* scrape).status, 200)
    }).pipe(Effect.provide(app.pipe(Layer.provide(withBudget(memory)))))
  })
})
