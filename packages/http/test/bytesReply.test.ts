/** Long texts that go out of their bytes. Observed: replies, and what memory is asked for while they are sent. */
import { connect } from "node:net"
import { gunzipSync } from "node:zlib"
import { assert, describe, it, vi } from "@effect/vitest"
import { MemoryBudget, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Utf8Text } from "@kittiwake/core/pages/domain/Utf8Text"
import { Effect, Layer } from "effect"
import { Handlers } from "../src/server.ts"
import { layer, newCaller } from "./support/App.ts"
import { baseUrl, layer as listening } from "./support/Listening.ts"
import { WebScript } from "./support/ScriptedWeb.ts"

const text = `"word"\n${"of a line\twith é, 漢 and 🐦\n".repeat(100_000)}\u0001`

const withText = (said = text) =>
  Effect.gen(function* () {
    const script = yield* WebScript
    const bytes = Buffer.from(said)
    script.answers.file = {
      markdown: new Utf8Text([bytes.subarray(0, 1_000_001), bytes.subarray(1_000_001)]),
      type: "text"
    } as unknown as typeof script.answers.file
    return yield* newCaller({ overrides: { unlimitedRequests: true } })
  })

const sent = (key: string, coding = "identity") => ({
  method: "POST",
  body: "x",
  headers: { authorization: `Bearer ${key}`, "accept-encoding": coding }
})

/** The reply without what differs from call to call. */
const checkBody = (body: string) => {
  assert.isTrue(body.startsWith(`{"success":true,"markdown":${JSON.stringify(text)},"type":"text","request_id":"`))
  assert.hasAllKeys(JSON.parse(body), ["success", "markdown", "type", "request_id", "key_metadata"])
}

describe("a long text in bytes", () => {
  it.live("is sent as any other, with its length", () =>
    Effect.gen(function* () {
      const key = yield* withText()
      const url = yield* baseUrl
      yield* Effect.promise(async () => {
        for (let turn = 0; turn < 2; turn += 1) {
          const reply = await fetch(`${url}/v1/parse`, sent(key))
          const body = await reply.text()
          checkBody(body)
          assert.strictEqual(reply.headers.get("content-type"), "application/json")
          assert.strictEqual(reply.headers.get("vary"), "accept-encoding")
          assert.strictEqual(Number(reply.headers.get("content-length")), Buffer.byteLength(body))
        }
      })
    }).pipe(Effect.provide(listening))
  )

  it.live("is compressed as any other", () =>
    Effect.gen(function* () {
      const key = yield* withText()
      const url = yield* baseUrl
      yield* Effect.promise(async () => {
        const reply = await fetch(`${url}/v1/parse`, sent(key, "gzip"))
        assert.strictEqual(reply.headers.get("content-encoding"), "gzip")
        checkBody(await reply.text())
      })
    }).pipe(Effect.provide(listening))
  )

  it.effect("is given to callers of the web standard", () =>
    Effect.gen(function* () {
      const key = yield* withText()
      const { web } = yield* Handlers
      yield* Effect.promise(async () => {
        const ask = (coding: string) => web(new Request("http://x/v1/parse", sent(key, coding)))
        checkBody(await (await ask("identity")).text())
        const packed = await (await ask("gzip")).arrayBuffer()
        checkBody(gunzipSync(packed).toString())
      })
    }).pipe(Effect.provide(layer))
  )

  it.live("takes the memory of a few pieces while it is read, however long it is", () =>
    Effect.gen(function* () {
      const key = yield* withText()
      const { port } = new URL(yield* baseUrl)
      yield* Effect.promise(async () => {
        const asked = vi.spyOn(Buffer, "allocUnsafeSlow")
        const socket = connect(Number(port), "127.0.0.1")
        let read = 0
        await new Promise((resolve) => {
          socket.on("data", (data) => {
            read += data.length
          })
          socket.once("close", resolve)
          socket.write(
            `POST /v1/parse HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\nContent-Length: 1\r\n\r\nx`
          )
        })
        const bytes = asked.mock.calls.reduce((sum, [size]) => sum + size, 0)
        asked.mockRestore()
        assert.isAbove(read, Buffer.byteLength(text))
        // All that is asked for, in this process, while more than three megabytes go out.
        assert.isBelow(bytes, 1_000_000)
      })
    }).pipe(Effect.provide(listening))
  )

  it.live("is cut when nobody reads it in the time of its length", () =>
    Effect.gen(function* () {
      const key = yield* withText()
      const { port } = new URL(yield* baseUrl)
      yield* Effect.promise(async () => {
        const { setTimeout: asked } = globalThis
        const times: Array<number> = []
        const spied = vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, millis?: number) => {
          times.push(millis ?? 0)
          // A reader's time is over at once, and nobody else's.
          return asked(run, isReadersTime(millis ?? 0) ? 1 : millis)
        }) as typeof setTimeout)
        const socket = connect(Number(port), "127.0.0.1")
        socket.pause()
        socket.write(`POST /v1/parse HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 1\r\n\r\nx`)
        await new Promise((resolve) => {
          socket.once("error", resolve)
          socket.once("close", resolve)
          const writing = setInterval(() => socket.write("x"), 20)
          socket.once("close", () => clearInterval(writing))
        })
        spied.mockRestore()
        assert.isTrue(times.some(isReadersTime))
      })
    }).pipe(Effect.provide(listening))
  )
})

const megabyte = 1024 * 1024

describe("bytes that are sent as letters", () => {
  const bytes = new Uint8Array(10 * megabyte + 1).map((_, at) => at * 31)
  const letters = Buffer.from(bytes).toString("base64")
  const withBytes = (memory: MemoryCounter) => listening.pipe(Layer.provide(Layer.succeed(MemoryBudget, memory)))
  const given = Effect.gen(function* () {
    const script = yield* WebScript
    script.answers.download = { ...script.answers.download, bytes }
    return yield* newCaller({ overrides: { unlimitedRequests: true } })
  })

  it.live("are those of all, with their length, and the same when they are compressed", () =>
    Effect.gen(function* () {
      const key = yield* given
      const url = yield* baseUrl
      yield* Effect.promise(async () => {
        for (const coding of ["identity", "gzip"]) {
          const headers = { authorization: `Bearer ${key}`, "accept-encoding": coding }
          const reply = await fetch(`${url}/v1/web/scrape/bytes?url=https://shop.example/`, { headers })
          const body = await reply.text()
          if (coding === "identity") {
            assert.strictEqual(Number(reply.headers.get("content-length")), Buffer.byteLength(body))
          }
          const record = JSON.parse(body) as Record<string, unknown>
          assert.isTrue(record.bytes === letters)
          assert.deepStrictEqual(
            Object.keys(record),
            "success bytes encoding contentLength contentType statusCode url finalUrl request_id key_metadata".split(
              " "
            )
          )
        }
      })
    }).pipe(Effect.provide(withBytes(new MemoryCounter({ capacityBytes: 100 * megabyte }))))
  )

  it.live("are held once, and counted once, for all who read the same ones, until the last is done", () => {
    const memory = new MemoryCounter({ capacityBytes: 100 * megabyte })
    return Effect.gen(function* () {
      const key = yield* given
      const { port } = new URL(yield* baseUrl)
      yield* Effect.promise(async () => {
        const asked = vi.spyOn(Buffer, "allocUnsafeSlow")
        const readers = await Promise.all(
          Array.from({ length: 20 }, () => {
            const socket = connect(Number(port), "127.0.0.1")
            const begun = new Promise<void>((resolve) => {
              socket.once("data", () => {
                socket.pause()
                resolve()
              })
            })
            socket.write(
              `GET /v1/web/scrape/bytes?url=https://shop.example/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`
            )
            return begun.then(() => socket)
          })
        )
        const made = asked.mock.calls.reduce((sum, [size]) => sum + size, 0)
        asked.mockRestore()
        assert.isBelow(made, 30 * megabyte)
        assert.isAtLeast(memory.usedBytes, bytes.length)
        assert.isBelow(memory.usedBytes, bytes.length + 20 * 256 * 1024)
        const [last, ...others] = readers
        for (const socket of others) socket.destroy()
        const untilBelow = async (most: number) => {
          while (memory.usedBytes > most) await new Promise((resolve) => setTimeout(resolve, 10))
        }
        await untilBelow(bytes.length + 256 * 1024)
        assert.isAtLeast(memory.usedBytes, bytes.length)
        last!.destroy()
        await untilBelow(0)
      })
    }).pipe(Effect.provide(withBytes(memory)))
  })

  it.live("are a picture that may not be kept", () =>
    Effect.gen(function* () {
      const script = yield* WebScript
      script.answers.picture = { ...script.answers.picture, png: bytes }
      const key = yield* newCaller({ zeroDataRetention: true, overrides: { unlimitedRequests: true } })
      const url = yield* baseUrl
      yield* Effect.promise(async () => {
        const headers = { authorization: `Bearer ${key}`, "accept-encoding": "identity" }
        const asked = vi.spyOn(Buffer, "allocUnsafeSlow")
        for (const path of ["scrape/screenshot?url=https://shop.example/", "screenshot?domain=shop.example"]) {
          const reply = await fetch(`${url}/v1/web/${path}&zdr=enabled`, { headers })
          const record = (await reply.json()) as { readonly screenshot: string }
          assert.isTrue(record.screenshot === `data:image/png;base64,${letters}`)
        }
        const made = asked.mock.calls.reduce((sum, [size]) => sum + size, 0)
        asked.mockRestore()
        assert.isBelow(made, 2 * bytes.length)
      })
    }).pipe(Effect.provide(withBytes(new MemoryCounter({ capacityBytes: 100 * megabyte }))))
  )
})

/** 10 seconds, and one for each 128 KB of more than three megabytes. */
const isReadersTime = (millis: number): boolean => millis > 30_000 && millis < 45_000
