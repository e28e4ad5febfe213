/** Long heads that come together. Observed: how many of them one turn of the event loop parses, and what each request is answered. */
import { createServer, type Server } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { limitUnfinishedHeads } from "../src/unfinishedHeads.ts"

/** A server that tells of each request what came of it, and in which turn of the event loop. */
const serving = (perTurnMillis: number, bytes?: number) =>
  Effect.acquireRelease(
    Effect.callback<{
      readonly server: Server
      readonly mostInTurn: (url: string) => number
      readonly urls: () => ReadonlyArray<string | undefined>
    }>((resume) => {
      const turns: Array<readonly [url: string | undefined, turn: number]> = []
      let turn = 0
      const mostInTurn = (url: string) => {
        const asked = turns.filter(([one]) => one === url)
        return Math.max(...Array.from(Map.groupBy(asked, ([, one]) => one).values(), ({ length }) => length))
      }
      const count = setInterval(() => {}, 1_000)
      const next = () => {
        turn += 1
        if (count.hasRef()) setImmediate(next)
      }
      setImmediate(next)
      const server = createServer({ maxHeaderSize: 300_000, requireHostHeader: false })
      const finishesHead = limitUnfinishedHeads(server, bytes, perTurnMillis)
      server.on("request", (request, response) => {
        finishesHead(request)
        let bytes = 0
        request.on("data", (piece: Buffer) => {
          bytes += piece.length
        })
        request.on("end", () => {
          turns.push([request.url, turn])
          const { headers, method, rawHeaders, rawTrailers, url } = request
          const told = [method, url, rawHeaders.length / 2, headers["x-long"]?.length, bytes, rawTrailers.length / 2]
          response.end(`<${told.join(" ")}>`)
        })
      })
      server.on("upgrade", (_request, socket) => {
        socket.on("data", (data: Buffer) => void socket.write(`<${data.length} came>`))
        socket.on("end", () => socket.destroy())
        socket.write("<given away>")
      })
      server.on("close", () => {
        count.unref()
        clearInterval(count)
      })
      server.listen(0, "127.0.0.1", () =>
        resume(Effect.succeed({ server, mostInTurn, urls: () => turns.map(([url]) => url) }))
      )
    }),
    ({ server }) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  ).pipe(
    Effect.map(({ mostInTurn, server, urls }) => ({ mostInTurn, urls, port: (server.address() as AddressInfo).port }))
  )

/** A connection that was accepted, and what it is told. */
const open = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true })
      socket.write("GET /first HTTP/1.1\r\n\r\n")
      socket.once("data", () => resume(Effect.succeed(socket)))
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

/** Sends `pieces` one after the other, each when the last has left, and gives what `count` answers tell. */
const ask = (socket: Socket, pieces: ReadonlyArray<string>, count: number) =>
  Effect.callback<ReadonlyArray<string>, Error>((resume) => {
    let came = ""
    const answers = () => came.match(/(?<=<)[^>]*(?=>)/g) ?? []
    socket.on("data", (data) => {
      came += String(data)
      if (answers().length === count) resume(Effect.succeed(answers()))
    })
    socket.on("error", (error) => resume(Effect.fail(error)))
    socket.on("end", () => resume(Effect.fail(new Error(`ended after ${answers().length} of ${count}: ${came}`))))
    const send = ([first, ...others]: ReadonlyArray<string>) => {
      if (first !== undefined) socket.write(first, () => setImmediate(() => send(others)))
    }
    send(pieces)
  })

/** The same on so many connections at once, after all have sent `begin`. */
const askAll = Effect.fnUntraced(function* (
  port: number,
  times: number,
  pieces: ReadonlyArray<string>,
  count: number,
  begin = ""
) {
  const opening = Array.from({ length: times }, () => open(port))
  const sockets = yield* Effect.all(opening, { concurrency: "unbounded" })
  for (const socket of sockets) socket.write(begin)
  // What was sent before has been read when this one is answered.
  yield* open(port)
  const told = yield* Effect.forEach(sockets, (socket) => ask(socket, pieces, count), { concurrency: "unbounded" })
  return told.flat()
})

const many = (count: number, header: string) => header.repeat(count)

describe("long heads that come together", () => {
  it.live("are parsed by few turns at once, and the other turns have their turn", () =>
    Effect.gen(function* () {
      const { mostInTurn, port } = yield* serving(0)
      const told = yield* askAll(port, 100, ["\r\n"], 1, `GET /a HTTP/1.1\r\n${many(700, "ab:cd\r\n")}`)
      assert.deepStrictEqual(
        told,
        Array.from({ length: 100 }, () => "GET /a 700  0 0")
      )
      // One that came, and one that goes on after the turn's others had theirs.
      assert.isAtMost(mostInTurn("/a"), 2)
    }).pipe(Effect.scoped)
  )

  it.live("have trailers for which the same holds", () =>
    Effect.gen(function* () {
      const { mostInTurn, port } = yield* serving(0)
      const trailers = many(500, "ef:gh\r\n")
      const begin = `POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${trailers}`
      const told = yield* askAll(port, 100, ["\r\n"], 1, begin)
      assert.deepStrictEqual(
        told,
        Array.from({ length: 100 }, () => "POST /a 1  0 500")
      )
      assert.isAtMost(mostInTurn("/a"), 2)
    }).pipe(Effect.scoped)
  )

  it.live("are nobody else's when their connection is given away", () =>
    Effect.gen(function* () {
      const { port, urls } = yield* serving(0)
      const away = yield* open(port)
      const request = "GET /stolen HTTP/1.1\r\nHost: x\r\n\r\n"
      const upgrade = "GET /away HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n"
      assert.deepStrictEqual(yield* ask(away, [upgrade], 1), ["given away"])
      const others = yield* Effect.all(Array.from({ length: 10 }, () => open(port)))
      assert.deepStrictEqual(yield* ask(away, [request], 1), [`${request.length} came`])
      const told = yield* Effect.forEach(others, (one) => ask(one, ["GET /own HTTP/1.1\r\n\r\n"], 1))
      assert.deepStrictEqual(
        told.flat(),
        Array.from({ length: 10 }, () => "GET /own 0  0 0")
      )
      assert.isFalse(urls().includes("/stolen"))
    }).pipe(Effect.scoped)
  )

  it.live("do not wait when they are whole, so that a crowd of honest requests is not cut for them", () =>
    Effect.gen(function* () {
      const body = 3_000
      // Of a head of this length Node could hold as much; ten of them.
      const { port } = yield* serving(0, 10 * (body + (body / 7) * 64))
      const post = `POST /a HTTP/1.1\r\nContent-Length: ${body}\r\n\r\n${"b".repeat(body)}`
      assert.lengthOf(yield* askAll(port, 100, [post], 1), 100)
    }).pipe(Effect.scoped)
  )

  it.live("hold up none that is short", () =>
    Effect.gen(function* () {
      const { mostInTurn, port } = yield* serving(0)
      const told = yield* askAll(port, 100, ["\r\n"], 1, "GET /a HTTP/1.1\r\nHost: x\r\n")
      assert.lengthOf(told, 100)
      assert.isAbove(mostInTurn("/a"), 2)
    }).pipe(Effect.scoped)
  )

  it.live("are counted once, however often they wait", () =>
    Effect.gen(function* () {
      // Node takes at most 64 bytes for each seven of them besides.
      const headBytes = 10_240
      const held = headBytes + (headBytes / 7) * 64
      const { port } = yield* serving(0, 22 * held)
      const begin = `GET /a HTTP/1.1\r\nx-long:${"l".repeat(headBytes - 40)}`
      assert.lengthOf(yield* askAll(port, 20, [begin, "l\r\n", "\r\n"], 1), 20)
    }).pipe(Effect.scoped)
  )

  const text = fc.integer({ min: 0, max: 6_000 })
  const asked = fc
    .record({
      headers: fc.integer({ min: 0, max: 300 }),
      long: text,
      body: text,
      trailers: fc.integer({ min: 0, max: 200 })
    })
    .chain((one) => fc.constantFrom("GET", "POST", "chunked").map((kind) => ({ ...one, kind })))

  type Asked = typeof asked extends fc.Arbitrary<infer A> ? A : never

  const written = ({ body, headers, kind, long, trailers }: Asked): readonly [sent: string, told: string] => {
    const head = `${many(headers, "ab:cd\r\n")}x-long:${"l".repeat(long)}\r\n`
    const told = (method: string, more: number, bytes: number, after: number) =>
      `${method} /${long} ${headers + 1 + more} ${long} ${bytes} ${after}`
    const bytes = "b".repeat(body)
    switch (kind) {
      case "GET":
        return [`GET /${long} HTTP/1.1\r\n${head}\r\n`, told("GET", 0, 0, 0)]
      case "POST":
        return [`POST /${long} HTTP/1.1\r\n${head}Content-Length: ${body}\r\n\r\n${bytes}`, told("POST", 1, body, 0)]
      default: {
        const chunk = body === 0 ? "" : `${body.toString(16)}\r\n${bytes}\r\n`
        const sent = `POST /${long} HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n${many(trailers, "ef:gh\r\n")}\r\n`
        return [sent, told("POST", 1, body, trailers)]
      }
    }
  }

  it.live(
    "are answered as ever, wherever they are cut and whatever stands before and behind them",
    () =>
      Effect.gen(function* () {
        const { port } = yield* serving(0)
        const connection = fc.record({
          requests: fc.array(asked, { minLength: 1, maxLength: 5 }),
          cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
        })
        const ofOne = (given: typeof connection extends fc.Arbitrary<infer A> ? A : never) => {
          const all = given.requests.map(written)
          const sent = all.map(([one]) => one).join("")
          const at = [
            0,
            ...given.cuts.map((share) => Math.floor(share * sent.length)).toSorted((a, b) => a - b),
            sent.length
          ]
          const pieces = at
            .slice(1)
            .map((end, index) => sent.slice(at[index], end))
            .filter((piece) => piece !== "")
          const told = Effect.flatMap(open(port), (socket) => ask(socket, pieces, all.length)).pipe(Effect.scoped)
          return Effect.map(told, (told) =>
            assert.deepStrictEqual(
              told,
              all.map(([, expected]) => expected)
            )
          )
        }
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(fc.array(connection, { minLength: 1, maxLength: 8 }), (connections) =>
              Effect.runPromise(Effect.forEach(connections, ofOne, { concurrency: "unbounded", discard: true }))
            ),
            { numRuns: 60 }
          )
        )
      }).pipe(Effect.scoped),
    60_000
  )
})
