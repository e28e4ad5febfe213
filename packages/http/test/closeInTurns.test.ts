/** Observed: how many sockets are closed in which turn of the event loop. */
import { once } from "node:events"
import { createServer } from "node:http"
import { type AddressInfo, connect, Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { leaveInTurns, makeClosing } from "../src/closeInTurns.ts"
import { refuseInOrder } from "../src/refuseInOrder.ts"

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe("a crowd that leaves at once", () => {
  it("is let go some in each turn, whoever came first first", async () => {
    const closed: Array<number> = []
    const close = makeClosing(3)
    const leave = (index: number) => close({ destroy: () => closed.push(index) as never })
    for (let index = 0; index < 7; index++) leave(index)
    assert.deepStrictEqual(closed, [])
    await nextTurn()
    assert.deepStrictEqual(closed, [0, 1, 2])
    leave(7)
    await nextTurn()
    assert.deepStrictEqual(closed, [0, 1, 2, 3, 4, 5])
    await nextTurn()
    assert.deepStrictEqual(closed, [0, 1, 2, 3, 4, 5, 6, 7])
    leave(8)
    await nextTurn()
    assert.strictEqual(closed.length, 9)
  })

  it("is gone to the last connection", async () => {
    const server = createServer(() => {})
    const close = makeClosing(2)
    let refused = 0
    refuseInOrder(server, (_error, socket) => {
      refused += 1
      close(socket)
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const clients = Array.from({ length: 9 }, () => connect(port, "127.0.0.1").on("error", () => {}))
    for (const client of clients) client.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
    let begun = 0
    server.on("request", () => {
      begun += 1
      if (begun === clients.length) for (const client of clients) client.destroy()
    })
    const count = () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)))
    while (refused < clients.length || (await count()) > 0) await nextTurn()
    server.close()
    await once(server, "close")
  })

  it("is gone to the last connection, some in each turn, where what it was sent was not read", async () => {
    const server = createServer((_request, response) => response.end("x".repeat(100_000)))
    const [crowd, perTurn] = [40, 4]
    leaveInTurns(server, makeClosing(perTurn))
    const closedIn = new Map<number, number>()
    let turn = 0
    let answered = 0
    server.on("connection", (socket) => {
      socket.on("close", () => closedIn.set(turn, (closedIn.get(turn) ?? 0) + 1))
    })
    server.on("request", (_request, response) => response.on("finish", () => (answered += 1)))
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const clients = Array.from({ length: crowd }, () =>
      connect(port, "127.0.0.1")
        .on("error", () => {})
        .pause()
    )
    for (const client of clients) client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    while (answered < crowd) await nextTurn()
    for (const client of clients) client.resetAndDestroy()
    const closed = () => [...closedIn.values()].reduce((sum, count) => sum + count, 0)
    for (; closed() < crowd; turn += 1) await nextTurn()
    assert.isAtMost(Math.max(...closedIn.values()), perTurn)
    server.close()
    await once(server, "close")
  })

  it("holds up nobody who is cut for another reason", () => {
    const server = createServer()
    leaveInTurns(server, makeClosing())
    const socket = new Socket()
    server.emit("connection", socket)
    socket.on("error", () => {})
    socket.destroy(new Error("cut"))
    assert.isTrue(socket.destroyed)
    const other = new Socket()
    server.emit("connection", other)
    other.destroy()
    assert.isTrue(other.destroyed)
  })

  it("is told why it left", async () => {
    const server = createServer()
    leaveInTurns(server, makeClosing())
    const socket = new Socket()
    const told: Array<unknown> = []
    server.emit("connection", socket)
    socket.on("error", (error) => told.push(error))
    const gone = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" })
    assert.strictEqual(socket.destroy(gone), socket)
    assert.isFalse(socket.destroyed)
    // What was being written to it fails as well.
    socket.destroy(Object.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write" }))
    await new Promise((resolve) => socket.once("close", resolve))
    assert.deepStrictEqual(told, [gone])
  })
})
