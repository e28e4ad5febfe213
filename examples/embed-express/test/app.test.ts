import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Kittiwake } from "kittiwake"
import { makeApp } from "../src/app.ts"

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A shop whose price can be changed, the application that watches it, and what they need to be closed. */
const arrange = async () => {
  let price = 10
  const shop = createServer((_request, response) => {
    response.setHeader("content-type", "text/html")
    response.end(`<main><h1>Tea</h1><p>Price: ${price} €</p></main>`)
  })
  const shopAddress = await listen(shop)
  const kittiwake = await Kittiwake.open({ memory: true, worker: false, egressAllow: [shopAddress] })
  const server = createServer(makeApp(kittiwake))
  const address = await listen(server)
  return {
    kittiwake,
    page: `http://${shopAddress}/`,
    raisePrice: () => {
      price += 1
    },
    request: (path: string, init?: RequestInit) => fetch(`http://${address}${path}`, init),
    [Symbol.asyncDispose]: async () => {
      for (const open of [server, shop]) {
        open.closeAllConnections()
        await new Promise((resolve) => open.close(resolve))
      }
      await kittiwake.close()
    }
  }
}

const json = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body)
})

describe("an Express application with Kittiwake in it", () => {
  it("watches a page through its own routes and tells what changed", async () => {
    await using shop = await arrange()
    const created = await shop.request("/watch", json({ name: "Tea", url: shop.page }))
    assert.strictEqual(created.status, 201)
    const { id } = (await created.json()) as { id: string }
    await shop.kittiwake.runDue()

    shop.raisePrice()
    await shop.kittiwake.monitors.runNow(id)
    await shop.kittiwake.runDue()

    const news = (await (await shop.request("/news")).json()) as ReadonlyArray<{ what: string }>
    assert.deepStrictEqual(
      news.map(({ what }) => what),
      ['Changed "Price: 10 €" to "Price: 11 €".']
    )
  })

  it("serves the whole API under its path, with a key of its own", async () => {
    await using shop = await arrange()
    const { secret } = await shop.kittiwake.keys.create({ scopes: ["monitors:read"] })
    const authorization = { authorization: `Bearer ${secret}` }
    assert.strictEqual((await shop.request("/kittiwake/health")).status, 200)
    assert.strictEqual((await shop.request("/kittiwake/v1/monitors")).status, 401)
    assert.strictEqual((await shop.request("/kittiwake/v1/monitors", { headers: authorization })).status, 200)
  })

  it("answers a wrong address with the field that was wrong", async () => {
    await using shop = await arrange()
    const refused = await shop.request("/watch", json({ name: "Tea", url: "no address" }))
    assert.strictEqual(refused.status, 400)
    assert.strictEqual(((await refused.json()) as { field: string }).field, "target.url")
  })
})
