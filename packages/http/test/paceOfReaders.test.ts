/** Who is cut by how he reads. Observed: what comes to readers of a server whose memory is used up, at the speeds they read with. */
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Deferred, Duration, Effect } from "effect"
import { cutWhenOthersWait } from "../src/slowReaders.ts"

const megabyte = 1024 * 1024

const every = Duration.millis(10)

/** A server that sends so many bytes for each path, all at once, while nobody finds room; gives its port, and who is cut. */
const serve = (answers: Readonly<Record<string, number>>, untold?: number) =>
  Effect.gen(function* () {
    const cut = yield* Deferred.make<"cut">()
    const memory = new MemoryCounter({ capacityBytes: megabyte })
    memory.open("others").keep(megabyte)
    const server = createServer(({ url = "" }, response) => {
      const bytes = answers[url] ?? 0
      cutWhenOthersWait(memory, response, { owner: "a", bytes }, every, untold)
      response.writeHead(200, { "content-length": bytes })
      response.end(Buffer.alloc(bytes))
      response.once("close", () => {
        if (!response.writableFinished) Deferred.doneUnsafe(cut, Effect.succeed("cut"))
      })
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => server.close().closeAllConnections()))
    yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
    return { port: (server.address() as AddressInfo).port, cut: Deferred.await(cut) }
  })

/** Asks for all of these at once, and reads so many bytes of them at so many a second. */
const read = Effect.fnUntraced(function* (port: number, paths: ReadonlyArray<string>, bytes: number, rate: number) {
  const socket = connect(port, "127.0.0.1")
  yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
  socket.on("error", () => {})
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: kittiwake.test\r\n\r\n`).join(""))
  return yield* Effect.callback<"read">((resume) => {
    const began = performance.now()
    let came = 0
    socket.on("data", ({ length }: Buffer) => {
      came += length
      if (came >= bytes) {
        socket.pause()
        return resume(Effect.succeed("read"))
      }
      const early = (came / rate) * 1_000 - (performance.now() - began)
      if (early < 5) return
      socket.pause()
      setTimeout(() => socket.resume(), early)
    })
  })
})

/** Slow enough for dozens of looks, in all of which the system takes something: some pieces of 1.4 MB. */
const rate = 16 * megabyte

describe("while nobody finds room", () => {
  it.live("who reads a large answer is not cut, which goes out as one write", () =>
    Effect.gen(function* () {
      // What the system has not told yet is bounded, so that who were taken for a sleeper would be cut in the middle.
      const { cut, port } = yield* serve({ "/": 24 * megabyte }, 64 * 1024)
      assert.strictEqual(yield* Effect.race(cut, read(port, ["/"], 24 * megabyte, rate)), "read")
    }).pipe(Effect.scoped)
  )

  it.live("nor who reads an answer behind which another one waits", () =>
    Effect.gen(function* () {
      const { cut, port } = yield* serve({ "/first": 24 * megabyte, "/behind": megabyte })
      assert.strictEqual(yield* Effect.race(cut, read(port, ["/first", "/behind"], 25 * megabyte, rate)), "read")
    }).pipe(Effect.scoped)
  )

  it.live("who begins to read and then leaves it is", () =>
    Effect.gen(function* () {
      const { cut, port } = yield* serve({ "/": 24 * megabyte }, 128 * 1024)
      assert.strictEqual(yield* read(port, ["/"], 4 * megabyte, rate), "read")
      assert.strictEqual(yield* cut, "cut")
    }).pipe(Effect.scoped)
  )
})
