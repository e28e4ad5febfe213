/** Requests that are sent without waiting for answers. Observed: how many are parsed before they begin, what is answered, and who is cut. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { beginInTurns, turnLimits } from "../src/inTurns.ts"
import { limitUnfinishedHeads } from "../src/unfinishedHeads.ts"

/** What stands in one read of a socket. */
const readBytes = 60_000

/** Requests of a slice of a read that is parsed at once. */
const perSlice = 1_024 / "GET /0 HTTP/1.1\r\n\r\n".length

interface Serving {
  readonly port: number
  /** Requests that were parsed. */
  readonly arrived: ReadonlyArray<IncomingMessage>
  /** Responses that were begun and not ended. */
  readonly open: Array<ServerResponse>
}

const serving = (answer: (url: string, response: ServerResponse) => void) =>
  Effect.acquireRelease(
    Effect.callback<Serving & { readonly server: Server }>((resume) => {
      const arrived: Array<IncomingMessage> = []
      const open: Array<ServerResponse> = []
      const server = createServer({ requireHostHeader: false })
      server.on("request", ({ url = "" }, response) => {
        open.push(response)
        answer(url, response)
      })
      const backlog = beginInTurns(server, (request) => {
        arrived.push(request)
        finishesHead(request)
      })
      const finishesHead = limitUnfinishedHeads(server, undefined, undefined, backlog)
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(Effect.succeed({ server, port, open, arrived }))
      })
    }),
    ({ server }) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )

const opened = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket: Socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
      socket.on("error", () => {})
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

const until = (holds: () => boolean) =>
  Effect.callback<void>((resume) => {
    const look = () => (holds() ? resume(Effect.void) : void setImmediate(look))
    look()
  })

/** Lets the event loop turn so often that whatever can be parsed has been. */
const manyTurns = Effect.callback<void>((resume) => {
  let left = 200
  const look = () => (left-- === 0 ? resume(Effect.void) : void setImmediate(look))
  look()
})

const requests = (count: number) => Array.from({ length: count }, (_, n) => `GET /${n} HTTP/1.1\r\n\r\n`).join("")

/** So many that they fill one read. */
const most = Math.floor(readBytes / "GET /0000 HTTP/1.1\r\n\r\n".length)

describe("requests that come in one read", () => {
  it.live("are parsed when those before them begin, a slice ahead, and answered in their order", () =>
    Effect.gen(function* () {
      const { arrived, open, port } = yield* serving(() => {})
      const socket = yield* opened(port)
      let came = ""
      socket.on("data", (data) => {
        came += String(data)
      })
      socket.write(requests(most))
      yield* until(() => arrived.length >= turnLimits.perConnection + turnLimits.ahead)
      yield* manyTurns
      assert.isAtMost(arrived.length, turnLimits.perConnection + turnLimits.ahead + perSlice)
      assert.lengthOf(open, turnLimits.perConnection)
      const told = () => came.match(/(?<=<)\d+(?=>)/g) ?? []
      while (told().length < most) {
        for (const response of open.splice(0)) response.end(`<${response.req.url?.slice(1)}>`)
        yield* until(() => open.length > 0 || told().length === most)
      }
      assert.deepStrictEqual(
        told(),
        Array.from({ length: most }, (_, n) => String(n))
      )
    }).pipe(Effect.scoped)
  )

  it.live("wait as they came also where each read is short", () =>
    Effect.gen(function* () {
      const { arrived, port } = yield* serving(() => {})
      const socket = yield* opened(port)
      socket.setNoDelay()
      for (let sent = 0; sent < 10; sent++) {
        const before = arrived.length
        socket.write(requests(40))
        yield* until(() => arrived.length > before || arrived.length >= turnLimits.perConnection + turnLimits.ahead)
        yield* manyTurns
      }
      assert.isAtMost(arrived.length, turnLimits.perConnection + turnLimits.ahead + perSlice)
    }).pipe(Effect.scoped)
  )

  it.live("go with their connection, those that were not begun without an error for each", () =>
    Effect.gen(function* () {
      const { arrived, open, port } = yield* serving(() => {})
      const socket = yield* opened(port)
      const gone = yield* Deferred.make<void>()
      socket.write(requests(most))
      yield* until(
        () => arrived.length >= turnLimits.perConnection + turnLimits.ahead && open.length === turnLimits.perConnection
      )
      open[0]?.once("close", () => Deferred.doneUnsafe(gone, Effect.void))
      socket.destroy()
      yield* Deferred.await(gone)
      yield* manyTurns
      assert.lengthOf(open, turnLimits.perConnection)
      const [begun, others] = [arrived.slice(0, open.length), arrived.slice(open.length)]
      for (const request of begun) assert.include(String(request.errored), "aborted")
      // Each would have told the lines of its stack.
      for (const request of others) assert.deepInclude(request, { destroyed: true, errored: null })
    }).pipe(Effect.scoped)
  )

  it.live("let somebody with one request pass", () =>
    Effect.gen(function* () {
      const { arrived, port } = yield* serving((url, response) => {
        if (url === "/one") response.end("<one>")
      })
      for (let count = 0; count < 20; count++) (yield* opened(port)).write(requests(most))
      const socket = yield* opened(port)
      const answered = yield* Deferred.make<void>()
      socket.once("data", () => Deferred.doneUnsafe(answered, Effect.void))
      socket.write("GET /one HTTP/1.1\r\n\r\n")
      yield* Deferred.await(answered)
      assert.isAtMost(arrived.length, 20 * (turnLimits.perConnection + turnLimits.ahead + perSlice))
    }).pipe(Effect.scoped)
  )

  it.live("are cut when too much of the kind waits, and whoever sends one at a time is served", () =>
    Effect.gen(function* () {
      const { port } = yield* serving((url, response) => {
        if (url === "/one") response.end("<one>")
      })
      let cut = 0
      const count = 260
      for (let opening = 0; opening < count; opening++) {
        const socket = yield* opened(port)
        socket.once("close", () => {
          cut += 1
        })
        socket.write(requests(most))
      }
      yield* until(() => cut > 0)
      yield* manyTurns
      assert.isBelow(cut, count / 2)
      const socket = yield* opened(port)
      const answered = yield* Deferred.make<string>()
      socket.once("data", (data) => Deferred.doneUnsafe(answered, Effect.succeed(String(data))))
      socket.write(`POST /one HTTP/1.1\r\nContent-Length: 5000\r\n\r\n${"b".repeat(5_000)}`)
      assert.include(yield* Deferred.await(answered), "<one>")
    }).pipe(Effect.scoped)
  )
})
