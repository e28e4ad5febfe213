/** Replies that are written together: each whole, in order, and a broken one breaks nothing else. */
import { createServer, type IncomingMessage, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "@effect/vitest"
import { MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Deferred, Duration, Effect } from "effect"
import { BatchedResponse } from "../src/BatchedResponse.ts"
import { beginInTurns, noteCaller } from "../src/inTurns.ts"
import { cutWhenOthersWait, giveTime } from "../src/slowReaders.ts"

type Listener = (request: IncomingMessage, response: BatchedResponse & { readonly req: IncomingMessage }) => void

/** The port of a server that answers with `listener` while the scope is open. */
const serve = (listener: Listener, made: (server: Server) => void = () => {}) =>
  Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const server = createServer({ ServerResponse: BatchedResponse }, listener)
      made(server)
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  ).pipe(Effect.map((server) => (server.address() as AddressInfo).port))

const inTurns = (server: Server) => void beginInTurns(server, () => {})

/** Everything that comes over one connection on which all `paths` are asked for at once, the last one to close it. */
const pipelined = (port: number, paths: ReadonlyArray<string>, authorization = "", localAddress = "127.0.0.1") =>
  Effect.promise(() => {
    const socket = connect({ port, host: "127.0.0.1", localAddress })
    const lines = paths.map((path, index) => {
      const close = index === paths.length - 1 ? "connection: close\r\n" : ""
      return `GET ${path} HTTP/1.1\r\nhost: kittiwake.test\r\nauthorization: ${authorization}\r\n${close}\r\n`
    })
    socket.write(lines.join(""))
    return text(socket)
  })

const bodies = (received: string): ReadonlyArray<string> => received.match(/(?<=<)[^>]*(?=>)/g) ?? []

describe("batched responses", () => {
  it.live.each([
    ["bytes", Buffer.alloc(16 * 1024 * 1024)],
    ["text", "x".repeat(16 * 1024 * 1024)]
  ] as const)("end the connection of a reader that takes nothing of them: %s", ([, body]) =>
    Effect.gen(function* () {
      const cut = yield* Deferred.make<void>()
      const port = yield* serve((_request, response) => {
        response.once("close", () => Deferred.doneUnsafe(cut, Effect.void))
        giveTime(response, { least: Duration.millis(1), bytesPerSecond: Number.MAX_SAFE_INTEGER })
        response.end(body)
      })
      const socket = connect(port, "127.0.0.1")
      yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
      socket.on("error", () => {})
      socket.pause()
      socket.write("GET / HTTP/1.1\r\nhost: kittiwake.test\r\n\r\n")
      yield* Deferred.await(cut)
    })
  )

  it.effect("come whole and in the order of their requests on one connection", () =>
    Effect.gen(function* () {
      const port = yield* serve((request, response) => {
        const body = `<${request.url} é>`
        response.writeHead(200, { "content-length": Buffer.byteLength(body) })
        if (request.url === "/text") response.end(body)
        else if (request.url === "/bytes") response.end(Buffer.from(body))
        else response.end(body, "utf8")
      })
      const received = yield* pipelined(port, ["/text", "/bytes", "/encoded"])
      assert.deepStrictEqual(bodies(received), ["/text é", "/bytes é", "/encoded é"])
    })
  )

  it.effect("are written when the turn of the event loop ends, and then the callback is called", () =>
    Effect.gen(function* () {
      const written: Array<number> = []
      const port = yield* serve((_request, response) => {
        const { socket } = response
        response.writeHead(200, { "content-length": 6 })
        response.end("<body>", () => written.push(socket?.bytesWritten ?? Number.NaN))
        written.push(socket?.bytesWritten ?? Number.NaN)
      })
      const received = yield* pipelined(port, ["/"])
      assert.deepStrictEqual(bodies(received), ["body"])
      assert.deepStrictEqual(written, [0, Buffer.byteLength(received)])
    })
  )

  it.effect("are written in turns when they are long, and short ones before them", () =>
    Effect.gen(function* () {
      const waiting: Array<() => void> = []
      const order: Array<string> = []
      const count = 200
      const port = yield* serve(({ url = "" }, response) => {
        response.once("finish", () => order.push(url))
        const body = Buffer.alloc(url === "/short" ? 10 : 400_000, "x")
        waiting.push(() => response.end(body))
        if (waiting.length === count) for (const end of waiting) end()
      })
      const paths = ["/short", ...Array.from({ length: count - 1 }, () => "/long")].toReversed()
      yield* Effect.forEach(paths, (path) => pipelined(port, [path]), { concurrency: "unbounded", discard: true })
      assert.lengthOf(order, count)
      assert.isBelow(order.indexOf("/short"), 8)
    })
  )

  it.effect(
    "are an organization's before those of all strangers, however many of these are read, and theirs one in four",
    () =>
      Effect.gen(function* () {
        const waiting: Array<() => void> = []
        const order: Array<string> = []
        const [ours, all] = [40, 240]
        const listener: Listener = ({ url = "" }, response) => {
          response.once("finish", () => order.push(url))
          waiting.push(() => response.end(Buffer.alloc(200_000, "x")))
          if (waiting.length === all) for (const end of waiting) end()
        }
        const port = yield* serve((request, response) => {
          if (request.url === "/ours") noteCaller(request, "org")
          listener(request, response)
        }, inTurns)
        const paths = Array.from({ length: all }, (_, at) => (at < all - ours ? "/strangers" : "/ours"))
        yield* Effect.forEach(
          paths,
          (path, at) => pipelined(port, [path], path === "/ours" ? "Bearer ours" : "", `127.0.${at % 200}.9`),
          { concurrency: "unbounded", discard: true }
        )
        const first = order.slice(0, order.lastIndexOf("/ours") + 1)
        assert.isAtMost(first.length, ours + Math.ceil(ours / 2))
        assert.isAtLeast(first.length, ours + Math.floor(ours / 4))
      })
  )

  it.effect("of one organization keep no other one waiting, however many they are", () =>
    Effect.gen(function* () {
      const waiting: Array<() => void> = []
      const order: Array<string> = []
      const count = 200
      const port = yield* serve((request, response) => {
        const { url = "" } = request
        noteCaller(request, url)
        response.once("finish", () => order.push(url))
        waiting.push(() => response.end(Buffer.alloc(200_000, "x")))
        if (waiting.length === count) for (const end of waiting) end()
      }, inTurns)
      const paths = ["/one", ...Array.from({ length: count - 1 }, () => "/other")].toReversed()
      yield* Effect.forEach(paths, (path) => pipelined(port, [path], path), { concurrency: "unbounded", discard: true })
      assert.lengthOf(order, count)
      assert.isBelow(order.indexOf("/one"), 8)
    })
  )

  it.effect("leave most turns to short ones where each has time for one alone", () =>
    Effect.gen(function* () {
      const waiting: Array<() => void> = []
      const order: Array<string> = []
      const count = 60
      // To count the bytes of such a text takes longer than a turn may.
      const text = "é".repeat(2_000_000)
      const port = yield* serve(({ url = "" }, response) => {
        response.once("prefinish", () => order.push(url))
        waiting.push(() => response.end(url === "/short" ? "short" : text))
        if (waiting.length === count) for (const end of waiting.toReversed()) end()
      })
      const paths = Array.from({ length: count }, (_, at) => (at < count / 2 ? "/short" : "/long"))
      yield* Effect.forEach(paths, (path) => pipelined(port, [path]), { concurrency: "unbounded", discard: true })
      const longBefore = order.slice(0, order.lastIndexOf("/short")).filter((path) => path === "/long").length
      assert.isBelow(longBefore, count / 4)
    })
  )

  it.live("have nobody cut while they wait to be written behind those of others", () =>
    Effect.gen(function* () {
      const memory = new MemoryCounter({ capacityBytes: 1 })
      memory.open("others").keep(1)
      const waiting: Array<() => void> = []
      const crowd = 60
      const port = yield* serve(({ url = "" }, response) => {
        const body = Buffer.alloc(url === "/crowd" ? 4_000_000 : 100_000, "x")
        // The crowd is complete first.
        if (url === "/crowd") waiting.unshift(() => response.end(body))
        else
          waiting.push(() => {
            cutWhenOthersWait(memory, response, { owner: "a", bytes: body.length }, Duration.millis(1))
            response.end(body)
          })
        if (waiting.length === crowd + 2) for (const end of waiting) end()
      })
      const others = Effect.forEach(Array.from({ length: crowd }), () => pipelined(port, ["/crowd"]), {
        concurrency: "unbounded",
        discard: true
      })
      const [received] = yield* Effect.all([pipelined(port, ["/first", "/behind"]), others], {
        concurrency: "unbounded"
      })
      assert.isAbove(received.length, 200_000)
    })
  )

  it.effect("wait for no crowd of short ones where they are long", () =>
    Effect.gen(function* () {
      const waiting: Array<() => void> = []
      const order: Array<string> = []
      const count = 200
      const port = yield* serve(({ url = "" }, response) => {
        response.once("prefinish", () => order.push(url))
        const end = () => void response.end(Buffer.alloc(url === "/short" ? 10 : 200_000, "x"))
        if (url === "/long") waiting.push(end)
        else waiting.unshift(end)
        if (waiting.length === count) for (const end of waiting) end()
      })
      const paths = ["/long", ...Array.from({ length: count - 1 }, () => "/short")]
      yield* Effect.forEach(paths, (path) => pipelined(port, [path]), { concurrency: "unbounded", discard: true })
      assert.lengthOf(order, count)
      assert.isBelow(order.indexOf("/long"), 8)
    })
  )

  for (const hasLength of [true, false])
    it.effect(
      `are handed over in pieces where they are long, ${hasLength ? "with" : "without"} a length of their own`,
      () =>
        Effect.gen(function* () {
          const steps: Array<number> = []
          const body = Buffer.from(`<${"x".repeat(3 * 1024 * 1024)}>`)
          const port = yield* serve(({ socket }, response) => {
            let before = 0
            const look = () => {
              steps.push(socket.bytesWritten - before)
              before = socket.bytesWritten
              if (!response.writableFinished && !response.destroyed) setImmediate(look)
            }
            if (hasLength) response.writeHead(200, { "content-length": body.length })
            response.end(body, look)
            look()
          })
          const received = yield* pipelined(port, ["/"])
          assert.deepStrictEqual(bodies(received), [body.toString().slice(1, -1)])
          assert.include(received.toLowerCase(), `content-length: ${body.length}\r\n`)
          const total = steps.reduce((sum, step) => sum + step, 0)
          assert.strictEqual(total, Buffer.byteLength(received))
          assert.isAtMost(Math.max(...steps), 300 * 1024)
        })
    )

  it.effect("are handed over in pieces also where their head named no length", () =>
    Effect.gen(function* () {
      const body = Buffer.alloc(3 * 1024 * 1024, "x")
      const port = yield* serve((_request, response) => {
        response.writeHead(200, { "content-type": "text/plain" })
        response.end(body)
      })
      const response = yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}/`))
      assert.strictEqual((yield* Effect.promise(() => response.arrayBuffer())).byteLength, body.length)
    })
  )

  it.effect("end the connection of one that cannot be finished, and of no other", () =>
    Effect.gen(function* () {
      const port = yield* serve((request, response) => {
        response.strictContentLength = true
        response.writeHead(200, { "content-length": request.url === "/broken" ? 3 : 6 })
        response.end("<body>")
      })
      const received = yield* Effect.all([pipelined(port, ["/broken"]), pipelined(port, ["/whole"])], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(received.map(bodies), [[], ["body"]])
    })
  )
})
