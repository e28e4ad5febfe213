import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Kittiwake } from "kittiwake"
import { watchUntilChanged } from "../src/watchUntilChanged.ts"

/** A page that reads differently at each place in `versions`, and a clock that never reads the same. */
const serve = async (versions: ReadonlyArray<string>) => {
  let version = 0
  let ticks = 0
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html")
    response.end(`<main><p>${versions[version]}</p><p class="clock">${ticks++}</p></main>`)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    next: async () => {
      version = Math.min(version + 1, versions.length - 1)
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

describe("a program that watches one page", () => {
  it("tells what changed when it changed", async () => {
    await using page = await serve(["Open", "Open", "Closed"])
    await using kittiwake = await Kittiwake.open({ memory: true, worker: false, egressAllow: [page.address] })
    const diff = await watchUntilChanged(kittiwake, {
      url: `http://${page.address}/`,
      looks: 5,
      betweenLooks: page.next
    })
    assert.include(diff, "-Open\n+Closed")
  })

  it("tells that nothing changed when nothing did", async () => {
    await using page = await serve(["Open"])
    await using kittiwake = await Kittiwake.open({ memory: true, worker: false, egressAllow: [page.address] })
    const diff = await watchUntilChanged(kittiwake, {
      url: `http://${page.address}/`,
      looks: 2,
      betweenLooks: page.next
    })
    assert.isNull(diff)
  })
})
