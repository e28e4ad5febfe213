/**
 * Calls that clients of 2025 cancel by a message of its own. Observed: whether the page that the call reads is still waited for, what was
 * answered, and what was charged.
 */
import { createServer, type ServerResponse } from "node:http"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { listen } from "../../../test/endToEnd/listen.ts"
import { connect, fullKey, type Installation, openInstallation } from "./support/Installation.ts"

const adminToken = "of_the_operator_of_tests_of_cancelling"

let here: Installation
let otherKey: string
beforeAll(async () => {
  here = await openInstallation({ adminToken })
  otherKey = (await here.kittiwake.keys.create({ name: "another" })).secret
}, 60_000)
afterAll(() => here.close())

/** A site that answers nothing by itself. `left` tells of whoever gave up waiting. */
const openSlowSite = async () => {
  const asked = new Map<string, { readonly response: ServerResponse; readonly left: Promise<void> }>()
  const waiting = new Map<string, () => void>()
  const listening = await listen(
    createServer((request, response) => {
      const path = request.url ?? "/"
      if (path === "/robots.txt") return void response.writeHead(404).end()
      asked.set(path, { response, left: new Promise((resolve) => response.once("close", resolve)) })
      waiting.get(path)?.()
    })
  )
  return {
    url: listening.url,
    /** Waits until a page is asked for. */
    asked: async (path: string) => {
      if (!asked.has(path)) await new Promise<void>((resolve) => waiting.set(path, resolve))
      return asked.get(path)!
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]()
  }
}

const post = (message: unknown, headers: Record<string, string> = {}, key = fullKey) =>
  fetch(`${here.address}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      ...headers
    },
    body: JSON.stringify(message)
  })

const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }
}

/** A label, as a handshake gives one. */
const begin = async (key = fullKey): Promise<Record<string, string>> => {
  const reply = await post(initialize, {}, key)
  assert.strictEqual(reply.status, 200)
  await reply.text()
  const label = reply.headers.get("mcp-session-id") ?? assert.fail("no label")
  assert.match(label, /^[\x21-\x7e]{40,500}$/)
  return { "mcp-session-id": label }
}

const scrape = (id: unknown, url: string) => ({
  ...{ jsonrpc: "2.0", id, method: "tools/call" },
  params: { name: "scrape", arguments: { url } }
})

const cancel = (requestId: unknown) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } })

/** A key of an organization of its own that may do so much at once, or within a minute. */
const limited = async (overrides: object): Promise<string> => {
  const asOperator = async (path: string, body: object) => {
    const made = await fetch(`${here.address}/admin/organizations${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    assert.isBelow(made.status, 300)
    return (await made.json()) as { readonly id: string; readonly secret: string }
  }
  const { id } = await asOperator("", { name: "Limited", plan: "scale", overrides })
  return (await asOperator(`/${id}/keys`, { name: "of the limited" })).secret
}

const available = async () => (await here.kittiwake.credits.account()).available

describe("a client of 2025", { timeout: 60_000 }, () => {
  it("ends the work of a call by the signal of the official client, and pays nothing for it", async () => {
    await using site = await openSlowSite()
    const client = await connect(here.address, fullKey, "2025")
    const before = await available()
    const giveUp = new AbortController()
    const call = client
      .callTool({ name: "scrape", arguments: { url: `${site.url}/signal` } }, { signal: giveUp.signal })
      .catch((error: unknown) => error)
    const { left } = await site.asked("/signal")
    giveUp.abort("enough")
    assert.instanceOf(await call, Error)
    await left
    assert.notStrictEqual((await client.callTool({ name: "monitor_limits", arguments: {} })).isError, true)
    assert.strictEqual(await available(), before)
    await client.close()
  })

  it("is told nothing of a call that it cancelled, and of others what they gave", async () => {
    await using site = await openSlowSite()
    const label = await begin()
    const calls = [1, "1", 2].map((id, index) => post(scrape(id, `${site.url}/${index}`), label))
    const pages = await Promise.all([0, 1, 2].map((index) => site.asked(`/${index}`)))
    const told = await post(cancel(1), label)
    assert.strictEqual(told.status, 202)
    await pages[0]!.left
    const ended = await calls[0]!
    assert.deepStrictEqual([ended.status, await ended.text()], [200, ""])
    // The text "1" is another id than the number, and 2 is not meant either. A cancellation that comes again does nothing.
    assert.strictEqual((await post(cancel(1), label)).status, 202)
    for (const { response } of pages.slice(1)) response.end("<title>Slow</title><main><p>Here at last.</p></main>")
    for (const call of calls.slice(1)) assert.include(await (await call).text(), "Here at last.")
  })

  it("reaches no call of another label, another key, or without a label", async () => {
    await using site = await openSlowSite()
    const [mine, alsoMine, others] = [await begin(), await begin(), await begin(otherKey)]
    const labelled = post(scrape(7, `${site.url}/labelled`), mine)
    const bare = post(scrape(7, `${site.url}/bare`))
    const pages = await Promise.all(["/labelled", "/bare"].map(site.asked))
    // The label of somebody else is none: neither theirs for me, nor mine for them.
    assert.strictEqual((await post(cancel(7), mine, otherKey)).status, 404)
    assert.strictEqual((await post(cancel(7), others)).status, 404)
    for (const headers of [alsoMine, {}]) assert.strictEqual((await post(cancel(7), headers)).status, 202)
    assert.strictEqual((await post(cancel(7), others, otherKey)).status, 202)
    for (const strange of [null, {}, [7], "7".repeat(10_000), 7.5, true]) {
      assert.isBelow((await post(cancel(strange), mine)).status, 500)
    }
    for (const { response } of pages) response.end("<title>Slow</title><main><p>Undisturbed.</p></main>")
    for (const call of [labelled, bare]) assert.include(await (await call).text(), "Undisturbed.")
  })

  it("is answered 404 with a label that is none, so that it begins anew, and 405 when it ends one", async () => {
    const label = (await begin())["mcp-session-id"]!
    const ping = { jsonrpc: "2.0", id: 5, method: "ping" }
    const bad = ["", "x", `${label}A`, label.slice(0, -1), label.toLowerCase(), "a".repeat(5_000)]
    for (const one of bad) {
      const reply = await post(ping, { "mcp-session-id": one })
      assert.strictEqual(reply.status, 404, one)
      assert.deepInclude(await reply.json(), { id: 5 })
    }
    assert.strictEqual((await post(ping, { "mcp-session-id": label })).status, 200)
    assert.strictEqual((await post(initialize, { "mcp-session-id": "of another server" })).status, 200)
    const headers = { authorization: `Bearer ${fullKey}`, "mcp-session-id": label }
    assert.strictEqual((await fetch(`${here.address}/mcp`, { method: "DELETE", headers })).status, 405)
    // Those of 2026 know of no labels.
    const client = await connect(here.address, fullKey, "2026")
    await client.close()
  })

  it("cancels a call whose place it would need, when all of its places are taken", async () => {
    await using site = await openSlowSite()
    const key = await limited({ concurrent_requests: 2 })
    const label = await begin(key)
    const calls = [1, 2].map((id) => post(scrape(id, `${site.url}/${id}`), label, key))
    const pages = await Promise.all([1, 2].map((id) => site.asked(`/${id}`)))
    const third = await post(scrape(3, `${site.url}/3`), label, key)
    assert.include(await third.text(), "RATE_LIMITED")
    for (const [index, id] of [1, 2].entries()) {
      assert.strictEqual((await post(cancel(id), label, key)).status, 202)
      assert.strictEqual(await (await calls[index]!).text(), "")
    }
    // Work that nobody waits for goes on for a few seconds, in case that somebody asks for the same.
    await Promise.all(pages.map(({ left }) => left))
  })

  it("cancels a call when its minute is used up, and is told so when it cancels without end", async () => {
    await using site = await openSlowSite()
    const key = await limited({ requests_per_minute: 3 })
    const label = await begin(key)
    const call = post(scrape(1, `${site.url}/1`), label, key)
    const { left } = await site.asked("/1")
    const ping = { jsonrpc: "2.0", id: 5, method: "ping" }
    const pinged = [await post(ping, label, key), await post(ping, label, key), await post(ping, label, key)]
    assert.strictEqual(pinged.at(-1)!.status, 429)
    assert.strictEqual((await post(cancel(1), label, key)).status, 202)
    await left
    assert.strictEqual(await (await call).text(), "")
    // Several at once are as many as they are, and the minute may end meanwhile: so there are more than two minutes have.
    const ten = Array.from({ length: 10 }, (_, id) => cancel(`unknown ${id}`))
    const statuses: Array<number> = []
    for (let sent = 0; sent < 130; sent++) statuses.push((await post(ten, label, key)).status)
    assert.deepStrictEqual(new Set(statuses), new Set([202, 429]))
  })

  it("is answered when it cancels a call that it sends with it", async () => {
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "monitor_limits", arguments: {} } }
    for (const headers of [{}, await begin()]) {
      for (const together of [
        [call, cancel(1)],
        [cancel(1), call]
      ]) {
        const reply = await post(together, { "mcp-protocol-version": "2025-03-26", ...headers })
        assert.strictEqual(reply.status, 200)
        assert.match(await reply.text(), /"id":1\b/)
      }
      for (const only of [[cancel(1)], [cancel(1), cancel(2)], cancel(1)]) {
        const reply = await post(only, { "mcp-protocol-version": "2025-03-26", ...headers })
        assert.deepStrictEqual([reply.status, await reply.text()], [202, ""])
      }
      assert.strictEqual((await post([], headers)).status, 400)
    }
  })

  it("cancels one of several calls that it sent together, and is told what the others gave", async () => {
    await using site = await openSlowSite()
    const label = { ...(await begin()), "mcp-protocol-version": "2025-03-26" }
    const before = await available()
    const together = post(
      [1, "1", 2].map((id, index) => scrape(id, `${site.url}/${index}`)),
      label
    )
    const pages = await Promise.all([0, 1, 2].map((index) => site.asked(`/${index}`)))
    assert.strictEqual((await post(cancel(1), label)).status, 202)
    await pages[0]!.left
    for (const { response } of pages.slice(1)) response.end("<title>Slow</title><main><p>Here at last.</p></main>")
    const told = await (await together).text()
    for (const id of ["1", 2]) {
      const result = told.split("\n").find((line) => line.endsWith(`"id":${JSON.stringify(id)}}`))
      assert.include(result, "Here at last.", told)
    }
    assert.strictEqual(before - (await available()), 2)
    // Nothing is left of what is over: another of the same id is another call.
    const again = post(scrape(2, `${site.url}/again`), label)
    const { left } = await site.asked("/again")
    assert.strictEqual((await post(cancel(2), label)).status, 202)
    await left
    assert.strictEqual(await (await again).text(), "")
  })

  it("that floods with cancellations delays nobody's calls and ends none", { timeout: 120_000 }, async () => {
    await using site = await openSlowSite()
    const label = await begin()
    const call = post(scrape("kept", `${site.url}/kept`), label)
    const { response } = await site.asked("/kept")
    const flood = await Promise.all(Array.from({ length: 400 }, (_, id) => post(cancel(`unknown ${id}`), label)))
    const statuses = new Set(flood.map(({ status }) => status))
    for (const status of statuses) assert.include([202, 429], status)
    assert.notStrictEqual((await (await connect(here.address, otherKey, "2025")).ping()) as unknown, undefined)
    response.end("<title>Slow</title><main><p>Still here.</p></main>")
    assert.include(await (await call).text(), "Still here.")
  })
})
