/** A server that stops while answers are being made or read. Observed: what their readers get. */
import type { ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { connect, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { batchWritten } from "../src/BatchedResponse.ts"
import { makeServer } from "../src/NodeServer.ts"
import { core } from "./support/App.ts"

const bytes = 24 * 1024 * 1024

describe("a server that stops", () => {
  it.live("lets who reads an answer read it to its end, and closes who reads nothing", () =>
    Effect.gen(function* () {
      const server = (yield* makeServer())()
      server.on("request", ({ url }, response) => response.end(url === "/large" ? Buffer.alloc(bytes) : "short"))
      yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
      const { port } = server.address() as AddressInfo
      const asking = (path: string) =>
        Effect.callback<Socket>((resume) => {
          const socket: Socket = connect(port, "127.0.0.1")
          socket.once("data", () => {
            socket.pause()
            resume(Effect.succeed(socket))
          })
          socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
        })
      const idle = yield* asking("/short")
      const reader = yield* asking("/large")
      const closed = Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
      const ended = (socket: Socket) =>
        Effect.callback<number>((resume) => {
          let came = 0
          socket.on("data", ({ length }) => {
            came += length
          })
          socket.once("close", () => resume(Effect.succeed(came)))
          socket.resume()
        })
      const [, rest] = yield* Effect.all([closed, Effect.andThen(ended(idle), ended(reader))], { concurrency: 2 })
      assert.isAbove(rest + 65_536, bytes)
    }).pipe(Effect.scoped, Effect.provide(core))
  )

  it.live("loses no answer that is complete and waits to be written", () =>
    Effect.gen(function* () {
      const server = (yield* makeServer())()
      const asked = new Promise<ServerResponse>((resolve) =>
        server.on("request", (_, response) => {
          response.end("done")
          server.closeIdleConnections()
          resolve(response)
        })
      )
      yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
      yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
      const came = new Promise((resolve) => socket.once("data", (data) => resolve(String(data))))
      socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      const response = yield* Effect.promise(() => asked)
      yield* batchWritten
      assert.isTrue(response.headersSent)
      assert.match(String(yield* Effect.promise(() => came)), /done$/)
      yield* Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
    }).pipe(Effect.scoped, Effect.provide(core))
  )

  for (const [event, expects] of [
    ["request", ""],
    ["checkContinue", "Expect: 100-continue\r\n"]
  ] as const)
    it.live(`takes nothing more on a connection whose last answer it owed${expects && " after a word"}`, () =>
      Effect.gen(function* () {
        const server = (yield* makeServer())()
        const asked = new Promise<ServerResponse>((resolve) => server.on(event, (_, response) => resolve(response)))
        if (event !== "request") server.on("request", (_, response) => response.end("again"))
        yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
        const { port } = server.address() as AddressInfo
        const socket = connect(port, "127.0.0.1").on("error", () => {})
        yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
        socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n${expects}\r\n`)
        const response = yield* Effect.promise(() => asked)
        const closed = new Promise((resolve) => server.close(resolve))
        // It takes those first whose connections wait.
        yield* Effect.repeat(
          Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
          { while: () => server.listening }
        )
        if (event !== "request") response.writeContinue()
        let came = ""
        const ended = new Promise((resolve) => {
          socket.on("close", resolve)
          socket.on("data", (data) => {
            came += String(data)
            if (came.endsWith("done")) socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            if (came.endsWith("again")) resolve(undefined)
          })
        })
        response.end("done")
        yield* Effect.promise(() => ended)
        assert.match(came, /done$/)
        yield* Effect.promise(() => closed)
      }).pipe(Effect.scoped, Effect.provide(core))
    )
})
