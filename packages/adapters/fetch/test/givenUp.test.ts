/** What calls that gave up leave of a site to others: observed by the server, which sees its connections come and go. */
import { once } from "node:events"
import type { Socket } from "node:net"
import { assert, describe, it, vi } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import { Effect, Fiber, Layer, Queue, Result } from "effect"
import * as Egress from "../src/Egress.ts"
import * as HttpFetcher from "../src/HttpFetcher.ts"
import { answerTurns } from "../src/threadTurns.ts"
import { doorTo } from "./door.ts"
import { fetch, layer, textOf } from "./fetching.ts"
import { serveSockets } from "./listen.ts"

/** A site of which one connection may be open. */
const narrow = (door: ReturnType<typeof doorTo>) => HttpFetcher.layer({ requestsPerHost: 1 }).pipe(Layer.provide(door))

/** Connections in the order in which they come. */
const accepting = Effect.gen(function* () {
  const accepted = yield* Queue.unbounded<Socket>()
  const { host, port } = new URL(yield* serveSockets((socket) => void Queue.offerUnsafe(accepted, socket)))
  return { next: Queue.take(accepted), host, port }
})

/** The same when something has come on it. */
const asked = ({ next }: { readonly next: Effect.Effect<Socket> }) =>
  Effect.tap(next, (socket) => Effect.promise(() => once(socket, "data")))

const closed = (socket: Socket) => Effect.promise(async () => socket.closed || (await once(socket, "close")))

const page = "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\npage"

/** An answer that is there with its head, since nothing of its body is wanted. */
const picture = "HTTP/1.1 404 Not Found\r\ncontent-type: image/png\r\ncontent-length: 100\r\n\r\n"

const of = (name: string) => Effect.provideService(WorksFor, OrganizationId.make(name))

/** No connection ends for the time that it takes while a test that says so runs. */
const timeStands = Effect.acquireRelease(
  Effect.sync(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })),
  () => Effect.sync(() => vi.useRealTimers())
)

const settle = Effect.repeat(Effect.yieldNow, { times: 50 })

describe("a connection that is being made", () => {
  it.live("ends with the call that it is made for, in the midst of its handshake", () =>
    Effect.gen(function* () {
      yield* timeStands
      const site = yield* accepting
      const url = `https://site.example:${site.port}/`
      for (let call = 0; call < 3; call++) {
        const fetching = yield* Effect.forkChild(fetch(url))
        const socket = yield* asked(site)
        yield* Fiber.interrupt(fetching)
        yield* closed(socket)
      }
      const other = yield* Effect.forkChild(Effect.flip(fetch(url)))
      const socket = yield* asked(site)
      socket.end("no TLS at all")
      assert.strictEqual((yield* Fiber.join(other)).reason, "connection_failed")
    }).pipe(Effect.scoped, Effect.provide(narrow(doorTo("127.0.0.1", async () => ["127.0.0.1"]))))
  )

  it.live("ends with it while its handshake waits for a turn here", () => {
    const waiting: Array<() => void> = []
    const door = Egress.layer({
      policy: { ...publicOnly, allow: Result.getOrThrow(parseAllow("127.0.0.1")) },
      resolveName: async () => ["127.0.0.1"],
      tlsTurns: (piece, owner) => {
        if (owner === "dear") waiting.push(piece)
        else piece()
      }
    })
    return Effect.gen(function* () {
      yield* timeStands
      const site = yield* accepting
      const url = `https://site.example:${site.port}/`
      const fetching = yield* Effect.forkChild(of("dear")(fetch(url)))
      const socket = yield* asked(site)
      socket.write("no TLS at all")
      while (waiting.length === 0) yield* Effect.promise(() => new Promise(setImmediate))
      yield* Fiber.interrupt(fetching)
      yield* closed(socket)
      const other = yield* Effect.forkChild(Effect.flip(of("other")(fetch(url))))
      const second = yield* asked(site)
      second.end("no TLS at all")
      assert.strictEqual((yield* Fiber.join(other)).reason, "connection_failed")
      for (const piece of waiting) piece()
    }).pipe(Effect.scoped, Effect.provide(narrow(door)))
  })

  it.live("ends with it before there is an address to connect to", () => {
    const names: Array<string> = []
    const door = doorTo("127.0.0.1", (name) => {
      names.push(name)
      return names.length === 1 ? new Promise(() => {}) : Promise.resolve(["127.0.0.1"])
    })
    return Effect.gen(function* () {
      yield* timeStands
      const site = yield* accepting
      const url = `http://site.example:${site.port}/`
      const fetching = yield* Effect.forkChild(fetch(url))
      while (names.length === 0) yield* Effect.promise(() => new Promise(setImmediate))
      yield* Fiber.interrupt(fetching)
      const other = yield* Effect.forkChild(textOf(url))
      const socket = yield* asked(site)
      socket.write(page)
      assert.strictEqual(yield* Fiber.join(other), "page")
    }).pipe(Effect.scoped, Effect.provide(narrow(door)))
  })
})

describe("a connection that is there", () => {
  it.live("is not closed for a call that gave up before it had one", () =>
    Effect.gen(function* () {
      const site = yield* accepting
      const url = `http://${site.host}/`
      const first = yield* Effect.forkChild(fetch(url))
      const socket = yield* asked(site)
      socket.write(picture)
      yield* Fiber.join(first)
      const second = yield* Effect.forkChild(fetch(url))
      yield* settle
      yield* Fiber.interrupt(second)
      socket.write("a".repeat(100))
      const third = yield* Effect.forkChild(textOf(url))
      yield* Effect.promise(() => once(socket, "data"))
      socket.write(page)
      assert.strictEqual(yield* Fiber.join(third), "page")
    }).pipe(Effect.provide(layer({ requestsPerHost: 1 })))
  )

  it.live("is left to others two seconds after an answer of which nothing more is wanted", () =>
    Effect.gen(function* () {
      const site = yield* accepting
      const url = `http://${site.host}/`
      yield* timeStands
      const first = yield* Effect.forkChild(fetch(url))
      const socket = yield* asked(site)
      socket.write(picture)
      yield* Fiber.join(first)
      vi.advanceTimersByTime(1_900)
      yield* settle
      assert.isFalse(socket.destroyed)
      vi.advanceTimersByTime(200)
      yield* closed(socket)
      const other = yield* Effect.forkChild(textOf(url))
      const next = yield* asked(site)
      next.write(page)
      assert.strictEqual(yield* Fiber.join(other), "page")
    }).pipe(Effect.scoped, Effect.provide(layer({ requestsPerHost: 1 })))
  )
})

describe("an answer that waits for its turn here", () => {
  it.live("is what it is though what follows it ends the connection", () =>
    Effect.gen(function* () {
      const site = yield* accepting
      const fetching = yield* Effect.forkChild(fetch(`http://${site.host}/`))
      const socket = yield* asked(site)
      const head = picture.replace("content-length: 100", "transfer-encoding: chunked")
      let isBusy = true
      const keepBusy = () => {
        answerTurns(() => {
          const until = performance.now() + 5
          while (performance.now() < until);
        }, "busy")
        if (isBusy) setImmediate(keepBusy)
      }
      keepBusy()
      socket.write(`${head}${"1\r\na\r\n".repeat(40)}`)
      yield* closed(socket)
      isBusy = false
      const answer = yield* Fiber.join(fetching)
      assert.strictEqual(answer._tag === "Fetched" && answer.status, 404)
    }).pipe(Effect.provide(layer()))
  )
})
