/** Requests that break off, wait for a word or ask for another protocol, on a real server. Observed: what comes back, and that it lives. */
import { connect, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { newCaller } from "./support/App.ts"
import { baseUrl, layer as listening } from "./support/Listening.ts"

const connecting = Effect.gen(function* () {
  const { port } = new URL(yield* baseUrl)
  return yield* Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket: Socket = connect(Number(port), "127.0.0.1", () => resume(Effect.succeed(socket)))
      socket.on("error", () => {})
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )
})

const health = "GET /health HTTP/1.1\r\nhost: x\r\n\r\n"

/** Statuses that come back for what is sent, once there are so many. */
const statuses = (socket: Socket, sent: string, count: number) =>
  Effect.callback<ReadonlyArray<string>, Error>((resume) => {
    let came = ""
    const found = () => came.match(/(?<=HTTP\/1\.1 )\d+/g) ?? []
    socket.on("data", (data) => {
      came += data.toString("latin1")
      if (found().length === count) resume(Effect.succeed(found()))
    })
    socket.on("close", () => resume(Effect.fail(new Error(`closed after ${came}`))))
    socket.write(sent)
  })

const asked = Effect.flatMap(connecting, (socket) => statuses(socket, health, 1))

describe("a connection", () => {
  for (const path of ["/register", "/token", "/v1/parse"]) {
    it.live(`that breaks off in ${path} behind another request ends nobody else's`, () =>
      Effect.gen(function* () {
        const half = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n${"x".repeat(50)}`
        for (let attempt = 0; attempt < 60; attempt++) {
          const socket = yield* connecting
          yield* Effect.callback<void>((resume) => {
            const leave = () => (attempt % 2 === 0 ? socket.resetAndDestroy() : socket.destroy())
            socket.on("data", () => {})
            socket.on("close", () => resume(Effect.void))
            socket.write(health + half, () => setTimeout(leave, attempt % 4))
          })
          assert.deepStrictEqual(yield* asked, ["200"])
        }
      }).pipe(Effect.scoped, Effect.provide(listening))
    )
  }

  it.live("on which another protocol is asked for is answered in this one, and closed", () =>
    Effect.gen(function* () {
      const upgrade = "GET /health HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n"
      const socket = yield* connecting
      assert.deepStrictEqual(yield* statuses(socket, health + upgrade, 2), ["200", "200"])
      yield* Effect.callback<void>((resume) => {
        if (socket.closed) resume(Effect.void)
        else socket.once("close", () => resume(Effect.void))
      })
    }).pipe(Effect.scoped, Effect.provide(listening))
  )

  it.live(
    "on which another protocol is asked for with a word before the body is closed as well, and is nobody else's",
    () =>
      Effect.gen(function* () {
        const key = yield* newCaller()
        const head = `POST /v1/parse?extension=txt HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-length: 4\r\n`
        const both = `${head}connection: Upgrade\r\nupgrade: websocket\r\nexpect: 100-continue\r\n\r\n`
        const others = yield* Effect.all(Array.from({ length: 10 }, () => connecting))
        for (const one of others) assert.deepStrictEqual(yield* statuses(one, health, 1), ["200"])
        // The body and what stands behind it come with the head, or when the word was given.
        for (const [first, second] of [
          [both, "word"],
          [`${both}word${health}`, ""]
        ] as const) {
          const socket = yield* connecting
          const came = yield* Effect.callback<string>((resume) => {
            let came = ""
            let told = 0
            socket.on("data", (data) => {
              came += data.toString("latin1")
              const before = told
              told = came.split("HTTP/1.1 ").length - 1
              if (before < 1 && told >= 1) socket.write(second)
              if (before < 2 && told >= 2) socket.write(health)
              if (told > 2) resume(Effect.succeed(came))
            })
            socket.on("close", () => resume(Effect.succeed(came)))
            socket.write(first)
          })
          assert.deepStrictEqual(came.match(/(?<=HTTP\/1\.1 )\d+/g), ["100", "200"])
          assert.match(came, /\r\nconnection: close\r\n/i)
        }
        const nowhere = "GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n"
        for (const one of others) {
          one.removeAllListeners("data")
          assert.deepStrictEqual(yield* statuses(one, nowhere, 1), ["404"])
        }
      }).pipe(Effect.scoped, Effect.provide(listening))
  )

  it.live("on which something is expected that nobody knows is answered as ever", () =>
    Effect.gen(function* () {
      const odd = "GET /health HTTP/1.1\r\nhost: x\r\nexpect: something\r\n\r\n"
      assert.deepStrictEqual(yield* statuses(yield* connecting, odd + health, 2), ["200", "200"])
    }).pipe(Effect.scoped, Effect.provide(listening))
  )

  it.live("on which files wait for a word before they are sent, as curl sends them, is kept for the next", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const file = `${"word ".repeat(16)}\n`.repeat(75_000)
      const post = `POST /v1/parse?extension=txt HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\nexpect: 100-continue\r\ncontent-length: ${file.length}\r\n\r\n`
      const socket = yield* connecting
      for (let count = 0; count < 4; count++) {
        assert.deepStrictEqual(yield* statuses(socket, post, 1), ["100"])
        assert.deepStrictEqual(yield* statuses(socket, file, 1), ["200"])
        socket.removeAllListeners("data")
      }
    }).pipe(Effect.scoped, Effect.provide(listening))
  )
})
