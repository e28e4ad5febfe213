/** A server that stops while connections wait to be taken. Observed: what those who asked on them get. */
import { type AddressInfo, connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { makeServer } from "../src/NodeServer.ts"
import { core } from "./support/App.ts"

const connections = 200

/** Asks on a connection of its own; gives the head of the answer, or why there is none. */
const ask = (port: number) =>
  Effect.callback<string>((resume) => {
    let answer = ""
    const socket = connect(port, "127.0.0.1")
    socket.on("data", (piece) => {
      answer += piece
    })
    socket.once("error", ({ message }) => resume(Effect.succeed(message)))
    socket.once("close", () => resume(Effect.succeed(answer.split("\r\n\r\n", 1)[0] ?? "")))
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
  })

describe("a server that stops", () => {
  it.live("answers all whose connections waited to be taken, and takes none afterwards", () =>
    Effect.gen(function* () {
      const server = (yield* makeServer())()
      let closed: Promise<void> | undefined
      server.on("request", (_request, response) => {
        // With the first request, when most connections have not been taken.
        closed ??= new Promise((resolve) => void server.close(() => resolve()))
        response.end("short")
      })
      yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", 511, () => resume(Effect.void)))
      const { port } = server.address() as AddressInfo
      const answers = yield* Effect.forEach(Array.from({ length: connections }), () => ask(port), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        answers.filter((answer) => !answer.startsWith("HTTP/1.1 200 OK\r\n")),
        []
      )
      // Nothing is asked behind these, which would be lost: what came before the server was told to stop is answered so, too.
      assert.deepStrictEqual(
        answers.filter((answer) => !/^connection: close$/im.test(answer)),
        []
      )
      yield* Effect.promise(() => closed ?? Promise.reject(new Error("Nobody asked.")))
      assert.match(yield* ask(port), /ECONNREFUSED/)
    }).pipe(Effect.scoped, Effect.provide(core))
  )

  it.live(
    "tells who waits for an answer that it is the last on its connection, and answers all that were asked on one",
    () =>
      Effect.gen(function* () {
        const server = (yield* makeServer())()
        const waiting: Array<() => void> = []
        server.on("request", ({ url }, response) => void waiting.push(() => response.end(url)))
        yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", 511, () => resume(Effect.void)))
        const { port } = server.address() as AddressInfo
        let answer = ""
        const socket = connect(port, "127.0.0.1")
        socket.on("data", (piece) => {
          answer += piece
        })
        const closed = Effect.callback<void>((resume) => void socket.once("close", () => resume(Effect.void)))
        socket.write("GET /first HTTP/1.1\r\nHost: x\r\n\r\nGET /second HTTP/1.1\r\nHost: x\r\n\r\n")
        const ended = yield* Effect.forkChild(closed, { startImmediately: true })
        yield* Effect.suspend(() => (waiting.length === 2 ? Effect.void : Effect.fail("one is to come"))).pipe(
          Effect.eventually
        )
        const stopped = new Promise<void>((resolve) => void server.close(() => resolve()))
        for (const finish of waiting) finish()
        yield* Fiber.join(ended)
        const told = answer.match(/^connection: .*$/gim)
        assert.deepStrictEqual(told, ["Connection: keep-alive", "Connection: close"])
        assert.include(answer, "/first")
        assert.include(answer, "/second")
        yield* Effect.promise(() => stopped)
      }).pipe(Effect.scoped, Effect.provide(core))
  )
})
