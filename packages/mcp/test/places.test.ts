/** More messages at once than there may be. Observed: replies. */
import { createServer, type ServerResponse } from "node:http"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { listen } from "../../../test/endToEnd/listen.ts"
import { makePlaces, placeLimits } from "../src/Places.ts"
import { fullKey, type Installation, openInstallation } from "./support/Installation.ts"

describe("places for messages", () => {
  const limits = { caller: 2, organization: 3, process: 4 }
  const call = (id: string, organization: string, signal = new AbortController().signal) =>
    ({
      message: { jsonrpc: "2.0", id: 7, method: "tools/call" },
      principal: { id, organization: { id: organization } },
      request: { signal }
    }) as never
  const endless = () => Promise.resolve(new Response(new ReadableStream({})))

  it("are as many as a caller and an organization have, and as many as are left for others", async () => {
    const place = makePlaces({ ...limits, process: 7 })
    const statusOf = async (id: string, organization: string) => (await place(call(id, organization), endless)).status
    assert.deepStrictEqual(
      [await statusOf("a", "o"), await statusOf("a", "o"), await statusOf("a", "o")],
      [200, 200, 429]
    )
    assert.deepStrictEqual([await statusOf("b", "o"), await statusOf("b", "o")], [200, 429], "of its organization")
    const others = [
      await statusOf("c", "p"),
      await statusOf("c", "p"),
      await statusOf("d", "p"),
      await statusOf("e", "q")
    ]
    assert.deepStrictEqual(others, [200, 200, 429, 200], "two are left when it has two")
  })

  it("are there for whoever comes next, however many four organizations take with four keys each", async () => {
    const place = makePlaces()
    for (const organization of ["o", "p", "q", "r"]) {
      for (const key of ["a", "b", "c", "d"]) {
        for (let n = 0; n < placeLimits.caller; n++) await place(call(`${organization} ${key}`, organization), endless)
      }
    }
    const honest = () => place(call("key", "honest"), () => Promise.resolve(new Response("told")))
    for (let n = 0; n < 10; n++) assert.strictEqual((await honest()).status, 200)
  })

  it("are those of the key that signed, for each of its grants", async () => {
    const place = makePlaces({ caller: 2, organization: 10, process: 40 })
    const ofGrant = (id: string) => {
      const { principal, ...rest } = Object(call(id, "o"))
      return { ...rest, principal: { ...principal, countedFor: "key" } } as never
    }
    const asked = [call("key", "o"), ofGrant("one"), ofGrant("two"), call("key", "o"), call("other", "o")]
    const statuses: Array<number> = []
    for (const one of asked) statuses.push((await place(one, endless)).status)
    assert.deepStrictEqual(statuses, [200, 200, 429, 429, 200])
  })

  it("are free again when a reply was read, when its reader leaves before or behind its beginning, and when it fails", async () => {
    const place = makePlaces({ ...limits, caller: 1 })
    const isFree = async () => (await place(call("a", "o"), () => Promise.resolve(new Response("x")))).text()
    const read = await place(call("a", "o"), () => Promise.resolve(new Response("told")))
    assert.strictEqual(await read.text(), "told")
    assert.strictEqual(await isFree(), "x")
    const left = await place(call("a", "o"), endless)
    assert.include(await isFree(), "Too many calls")
    await left.body?.cancel()
    assert.strictEqual(await isFree(), "x")
    const leaving = new AbortController()
    const never = place(call("a", "o", leaving.signal), () => new Promise<Response>(() => undefined))
    assert.include(await isFree(), "Too many calls")
    leaving.abort()
    assert.strictEqual(await isFree(), "x")
    assert.instanceOf(never, Promise)
    const failed = await place(call("a", "o"), () => Promise.reject(new Error("broken"))).catch(String)
    assert.include(failed as string, "broken")
    assert.strictEqual(await isFree(), "x")
    const empty = await place(call("a", "o"), () => Promise.resolve(new Response(null, { status: 202 })))
    assert.strictEqual(empty.status, 202)
    assert.strictEqual(await isFree(), "x")
  })
})

describe("a flood of calls", { timeout: 120_000 }, () => {
  let here: Installation
  beforeAll(async () => {
    here = await openInstallation({ worker: false })
  }, 60_000)
  afterAll(() => here.close())

  const send = (key: string, body: object, signal: AbortSignal | null = null) =>
    fetch(`${here.address}/mcp`, {
      method: "POST",
      signal,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25"
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 7, ...body })
    })

  it("that go on is refused at once beyond its places, keeps nobody waiting, and ends with those who leave", async () => {
    const held: Array<ServerResponse> = []
    await using site = await listen(createServer((_, response) => void held.push(response)))
    const { secret } = await here.kittiwake.keys.create({ name: "flood" })
    const leaving = new AbortController()
    const scrape = (n: number) => ({
      method: "tools/call",
      params: { name: "scrape", arguments: { url: `${site.url}/${n}` } }
    })
    const many = Array.from({ length: placeLimits.caller }, (_, n) =>
      send(secret, scrape(n), leaving.signal).catch(() => null)
    )
    // Each call takes its place before it is answered, so the next ones find none left once all are there.
    let refused = await send(secret, { method: "tools/list" })
    for (let tries = 0; tries < 600 && refused.status === 200; tries++) {
      await refused.text()
      refused = await send(secret, { method: "tools/list" })
    }
    assert.strictEqual(refused.status, 429)
    assert.strictEqual(refused.headers.get("retry-after"), "2")
    assert.strictEqual(((await refused.json()) as { id: number }).id, 7)
    const other = await send(fullKey, { method: "tools/list" })
    assert.strictEqual(other.status, 200)
    assert.include(await other.text(), "scrape")
    leaving.abort()
    await Promise.all(many)
    let again = await send(fullKey, { method: "tools/list" })
    for (let tries = 0; tries < 600; tries++) {
      again = await send(secret, { method: "tools/list" })
      await again.text()
      if (again.status === 200) break
    }
    assert.strictEqual(again.status, 200)
    for (const response of held) response.destroy()
  })
})
