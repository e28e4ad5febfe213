/** Observed: how many sockets are closed in which turn of the event loop. */
import { once } from "node:events"
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { makeClosing } from "../src/closeInTurns.ts"
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
})
