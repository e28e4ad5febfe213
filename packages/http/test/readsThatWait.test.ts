/** Reads that wait to be parsed. Observed: what is answered, how many requests a turn brings, and who is cut. */
import { createServer, type Server } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Backlog, beginInTurns } from "../src/inTurns.ts"
import { limitUnfinishedHeads } from "../src/unfinishedHeads.ts"

const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    }),
    () =>
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

/** Lets nobody go on until `go` is called, which lets all of these at once. */
const makeGate = (ownerOf: Backlog["ownerOf"] = () => "somebody") => {
  let isOpen = false
  let tell: (socket: Socket) => void = () => {}
  const backlog: Backlog = {
    isAhead: () => !isOpen,
    ownerOf,
    onRoom: (listener) => {
      tell = listener
    }
  }
  const go = (sockets: Iterable<Socket>) => {
    isOpen = true
    for (const socket of sockets) tell(socket)
  }
  return { backlog, go }
}

/** A server that parses when `gate` lets it, with the connections it has. */
const serving = Effect.fnUntraced(function* (
  backlog: Backlog,
  arrives: () => void,
  mostWaiting?: { readonly several: number; readonly ofOneRequest: number }
) {
  const sockets = new Set<Socket>()
  const server = createServer({ requireHostHeader: false, maxHeaderSize: 100_000 })
  const finishesHead = limitUnfinishedHeads(server, undefined, 1e9, backlog, mostWaiting)
  server.on("request", (request, response) => {
    finishesHead(request)
    arrives()
    response.end()
  })
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  return { sockets, port: yield* listening(server) }
})

describe("reads that wait to be parsed", () => {
  it.live("wait too while what was answered on their connection is not read, and lose nothing", () =>
    Effect.gen(function* () {
      const count = 120
      const bodyBytes = 64 * 1024
      const server = createServer({ requireHostHeader: false })
      server.on("request", ({ url }, response) => {
        response.setHeader("content-length", bodyBytes)
        response.end(`<${url}>`.padEnd(bodyBytes, "x"))
      })
      const backlog = beginInTurns(server, (request) => finishesHead(request))
      const finishesHead = limitUnfinishedHeads(server, undefined, undefined, backlog)
      const socket = yield* opened(yield* listening(server))
      socket.pause()
      // A slice of them is so few that not the requests which wait hold up the next one.
      const head = (n: number) => `GET /${n} HTTP/1.1\r\nX: ${"x".repeat(400)}\r\n\r\n`
      socket.write(Array.from({ length: count }, (_, n) => head(n)).join(""))
      // The system takes what it has room for, and then Node reads the connection no more.
      yield* Effect.callback<void>((resume) => {
        let left = 500
        const look = () => (left-- === 0 ? resume(Effect.void) : void setImmediate(look))
        look()
      })
      const pieces: Array<Buffer> = []
      let came = 0
      socket.on("data", (piece: Buffer) => {
        pieces.push(piece)
        came += piece.length
      })
      socket.resume()
      yield* until(() => came > count * bodyBytes)
      const paths = [
        ...Buffer.concat(pieces)
          .toString("latin1")
          .matchAll(/<(\S+)>/g)
      ].map(([, path]) => path)
      assert.deepStrictEqual(
        paths,
        Array.from({ length: count }, (_, n) => `/${n}`)
      )
    }).pipe(Effect.scoped)
  )

  it.live("are gone on with on some connections in a turn, and on all of them in the end", () =>
    Effect.gen(function* () {
      const { backlog, go } = makeGate()
      const count = 200
      let arrived = 0
      const { port, sockets } = yield* serving(backlog, () => {
        arrived += 1
      })
      const text = `GET / HTTP/1.1\r\nX: ${"x".repeat(2_000)}\r\n\r\n`
      for (let n = 0; n < count; n++) (yield* opened(port)).write(text)
      yield* until(() => sockets.size === count && [...sockets].every((socket) => socket.isPaused()))
      assert.strictEqual(arrived, 0)
      let most = 0
      go(sockets)
      while (arrived < count) {
        const before = arrived
        yield* Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
        most = Math.max(most, arrived - before)
      }
      assert.isAtMost(most, 64)
    }).pipe(Effect.scoped)
  )

  const [none, some] = [0, 2 * 35_000]
  const kinds = [
    [`GET / HTTP/1.1\r\nX: ${"x".repeat(10_000)}\r\n\r\n`, { several: none, ofOneRequest: some }],
    ["GET / HTTP/1.1\r\n\r\n".repeat(556), { several: some, ofOneRequest: none }]
  ] as const

  it.live("hold so many bytes at most, of one request as of several", () =>
    Effect.gen(function* () {
      for (const [text, most] of kinds) {
        const { backlog } = makeGate()
        const { port, sockets } = yield* serving(backlog, () => {}, most)
        const clients: Array<Socket> = []
        for (let n = 0; n < 3; n++) {
          const client = yield* opened(port)
          clients.push(client)
          client.write(text)
          yield* until(() => [...sockets].filter((socket) => socket.isPaused()).length === n + 1)
        }
        const last = yield* opened(port)
        const cut = new Promise((resolve) => last.once("close", resolve))
        last.write(text)
        yield* Effect.promise(() => cut)
        assert.isFalse(clients.some(({ closed }) => closed))
      }
    }).pipe(Effect.scoped)
  )

  it.live("cost who has most of them his place, and nobody who brings little", () =>
    Effect.gen(function* () {
      for (const [text, most] of kinds) {
        const owners = new Map<Socket, string>()
        const { backlog } = makeGate((socket) => owners.get(socket) ?? "")
        const { port, sockets } = yield* serving(backlog, () => {}, most)
        const clients: Array<Socket> = []
        for (const owner of ["one", "one", "one", "another"]) {
          const known = new Set(sockets)
          const client = yield* opened(port)
          clients.push(client)
          yield* until(() => sockets.size > known.size)
          for (const socket of sockets) if (!known.has(socket)) owners.set(socket, owner)
          client.write(text)
          yield* until(() => [...sockets].every((socket) => socket.isPaused()))
        }
        yield* until(() => clients.some(({ closed }) => closed))
        assert.deepStrictEqual(
          clients.map(({ closed }) => closed),
          [true, false, false, false]
        )
      }
    }).pipe(Effect.scoped)
  )
})
