/** An assistant that a person let in: what its token does at /mcp, and how the grant ends. Observed: replies, grants, credits. */
import { createServer } from "node:http"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { listen } from "../../../test/endToEnd/listen.ts"
import { connect, fullKey, type Installation, openInstallation } from "./support/Installation.ts"

let here: Installation
beforeAll(async () => {
  here = await openInstallation()
}, 60_000)
afterAll(() => here.close())

const callback = "http://127.0.0.1:5005/callback"
const verifier = "v".repeat(43)

const form = (path: string, fields: ReadonlyArray<readonly [string, string]>, headers: Record<string, string> = {}) =>
  fetch(`${here.address}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString()
  })

const challenge = async () =>
  Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))).toString("base64url")

/** Fills in a page in the browser that has its cookie. */
const submit = async (page: Response, fields: ReadonlyArray<readonly [string, string]>) => {
  const request = /name="request" value="([^"]+)"/.exec(await page.text())?.[1] ?? assert.fail("no form")
  const cookie = (page.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
  return form("/authorize", [...fields, ["request", request]], { cookie })
}

/** Goes the way of a client and a person, to an access token. */
const granted = async (
  scopes: ReadonlyArray<string>,
  credits: string,
  resource: string | null = `${here.address}/mcp`
): Promise<string> => {
  const registered = await fetch(`${here.address}/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Assistant", redirect_uris: [callback] })
  })
  const { client_id: clientId } = (await registered.json()) as { readonly client_id: string }
  const asked = new URLSearchParams({
    ...{ response_type: "code", client_id: clientId, redirect_uri: callback, state: "s" },
    ...{ scope: "api.read api.write", code_challenge: await challenge(), code_challenge_method: "S256" },
    ...(resource === null ? {} : { resource })
  })
  const consent = await submit(await fetch(`${here.address}/authorize?${asked}`), [
    ["step", "sign-in"],
    ["key", fullKey]
  ])
  const sent = await submit(consent, [
    ["step", "allow"],
    ["credits", credits],
    ...scopes.map((scope) => ["scope", scope] as const)
  ])
  const code = new URL(sent.headers.get("location") ?? "").searchParams.get("code") ?? ""
  const reply = await form("/token", [
    ["grant_type", "authorization_code"],
    ["code", code],
    ["client_id", clientId],
    ["redirect_uri", callback],
    ["code_verifier", verifier]
  ])
  return ((await reply.json()) as { readonly access_token: string }).access_token
}

const callOf = (token: string, name: string) =>
  fetch(`${here.address}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25"
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name, arguments: {} } })
  })

describe("an assistant that was let in", { timeout: 60_000 }, () => {
  it("is told what to ask for when it calls a tool beyond its grant, which one that does not exist is not", async () => {
    const token = await granted(["api.read"], "10")
    const refused = await callOf(token, "monitor_create")
    assert.strictEqual(refused.status, 403)
    assert.strictEqual(
      refused.headers.get("www-authenticate"),
      `Bearer error="insufficient_scope", scope="api.read api.write", resource_metadata="${here.address}/.well-known/oauth-protected-resource/mcp"`
    )
    const told = (await refused.json()) as { readonly id: unknown; readonly error: { readonly message: string } }
    assert.strictEqual(told.id, 7)
    assert.include(told.error.message, "monitors:write")

    const unknown = await callOf(token, "no_such_tool")
    assert.notStrictEqual(unknown.status, 403)
    assert.include(await unknown.text(), "There is no tool no_such_tool.")

    const key = await here.kittiwake.keys.create({ name: "reads", scopes: ["monitors:read"] })
    const byKey = await callOf(key.secret, "monitor_create")
    assert.isNull(byKey.headers.get("www-authenticate"), "a key can ask for no more")
    assert.include(await byKey.text(), "it lacks the scope monitors:write")

    const writing = await granted(["api.read", "api.write"], "10")
    const allowed = await callOf(writing, "monitor_create")
    assert.strictEqual(allowed.status, 200)

    // Whoever asks for what it lacks keeps what it has.
    const onlyWriting = await callOf(await granted(["api.write"], "10"), "scrape")
    assert.strictEqual(onlyWriting.status, 403)
    assert.include(onlyWriting.headers.get("www-authenticate") ?? "", 'scope="api.read api.write"')
  })

  it("is let in with a token for this door, for all of the installation, or for what names nothing, and with no other", async () => {
    const statuses = async (resource: string | null) => {
      const token = await granted(["api.read"], "", resource)
      const headers = { authorization: `Bearer ${token}` }
      const api = await fetch(`${here.address}/v1/monitors/limits`, { headers })
      return [(await callOf(token, "monitor_limits")).status, api.status]
    }
    assert.deepStrictEqual(await statuses(`${here.address}/mcp`), [200, 200])
    assert.deepStrictEqual(await statuses(here.address), [200, 200])
    assert.deepStrictEqual(await statuses(null), [200, 200])
    assert.strictEqual((await here.kittiwake.grants.list())[0]?.resource, `${here.address}/mcp`)
    assert.deepStrictEqual(await statuses(`${here.address}/v1`), [401, 200])
  })

  it("calls tools with its token within its budget, and no more once the grant is revoked", async () => {
    const token = await granted(["api.read"], "1")
    const client = await connect(here.address, token)
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    assert.include(names, "scrape")
    assert.notInclude(names, "monitor_create")
    const scrape = (path: string) => client.callTool({ name: "scrape", arguments: { url: `${here.site}${path}` } })
    const read = await scrape("/")
    assert.isNotTrue(read.isError, JSON.stringify(read))
    assert.include(JSON.stringify(read.content), "Everything about gulls.")
    const refused = await scrape("/long")
    assert.isTrue(refused.isError)
    assert.include(JSON.stringify(refused.content), "USAGE_EXCEEDED")
    await client.close()

    const [grant] = await here.kittiwake.grants.list()
    assert.deepStrictEqual([grant?.client_name, grant?.daily_credits, grant?.revoked_at], ["Assistant", 1, null])
    const ended = await here.kittiwake.grants.revoke(grant?.id ?? "")
    assert.isNotNull(ended.revoked_at)
    assert.strictEqual((await here.kittiwake.grants.list())[0]?.revoked_at, ended.revoked_at)
    const unknown = await here.kittiwake.grants.revoke("grant_none").catch((cause: unknown) => cause)
    assert.instanceOf(unknown, Error)
  })
})

describe("a client that names a document somewhere inside", { timeout: 60_000 }, () => {
  it("makes nobody connect there, however the address is written, and hears nothing of what is there", async () => {
    let connections = 0
    const inside = createServer(() => undefined)
    inside.on("connection", (socket) => {
      connections += 1
      socket.destroy()
    })
    await using listening = await listen(inside)
    const guarded = await openInstallation({ egressAllow: [], worker: false })
    try {
      const { port } = new URL(listening.url)
      const told = new Set<string>()
      for (const host of [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "[::ffff:7f00:1]",
        "127.1",
        "0x7f000001",
        "0.0.0.0",
        "localtest.me.localhost"
      ]) {
        const asked = new URLSearchParams({
          response_type: "code",
          client_id: `https://${host}:${port}/client.json`,
          redirect_uri: callback
        })
        const reply = await fetch(`${guarded.address}/authorize?${asked}`, { redirect: "manual" })
        assert.strictEqual(reply.status, 400, host)
        told.add((await reply.text()).replaceAll(/<[^>]+>/g, " "))
      }
      assert.strictEqual(connections, 0)
      // One sentence for addresses that nobody may reach, and one for what is no such address.
      assert.isAtMost(told.size, 2, [...told].join("\n"))
    } finally {
      await guarded.close()
    }
  })
})
