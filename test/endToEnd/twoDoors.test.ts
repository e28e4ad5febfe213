/** Two processes behind one address, each request to the other one: an AI client signs in, works, refreshes and is shut out. */
import { createServer, request, type ServerResponse } from "node:http"
import { setTimeout as wait } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError
} from "@modelcontextprotocol/client"
import { needing } from "../setup/needs.ts"
import { postgresUrl } from "../setup/sharedServers.ts"
import { eventually } from "./eventually.ts"
import { callback, codeAddress } from "./letIn.ts"
import { listen } from "./listen.ts"
import { startServer } from "./Server.ts"
import { openPostgresAt } from "./storages.ts"

const postgres = await postgresUrl()

const operatorToken = "of_the_operator_of_these_two_doors_tests"

/** Passes each request to the next of the doors, in turn, and counts what each was given. */
const inTurn = async () => {
  const doors: Array<string> = []
  const given: Array<number> = []
  let turn = 0
  const proxy = await listen(
    createServer((incoming, response) => {
      const door = turn % doors.length
      turn += 1
      given[door] = (given[door] ?? 0) + 1
      const { hostname, port } = new URL(doors[door]!)
      const { headers, method, url: path } = incoming
      // A connection for each: one that was kept may be closed by its server while the next request is on its way.
      const passed = request({ hostname, port, path, method, headers, agent: false }, (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      })
      passed.on("error", () => response.destroy())
      response.on("close", () => passed.destroy())
      incoming.pipe(passed)
    })
  )
  return { doors, given, proxy }
}

/** What a client keeps, and the person before its browser. */
const program = (key: string) => {
  let information: StoredOAuthClientInformation | undefined
  let kept: StoredOAuthTokens | undefined
  let verifier = ""
  let sent: Promise<URL> | undefined
  const provider: OAuthClientProvider = {
    redirectUrl: callback,
    clientMetadata: { client_name: "Two doors", redirect_uris: [callback] },
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given
    },
    tokens: () => kept,
    saveTokens: (given) => {
      kept = given
    },
    redirectToAuthorization: (asked) => {
      sent = codeAddress(asked, { key })
    },
    saveCodeVerifier: (given) => {
      verifier = given
    },
    codeVerifier: () => verifier
  }
  return {
    provider,
    sent: () => sent ?? assert.fail("nobody was asked"),
    tokens: () => kept ?? assert.fail("no tokens")
  }
}

describe("two processes behind one address", needing({ Postgres: postgres !== null }), () => {
  it("share clients, consent, codes, tokens and their end", { timeout: 180_000 }, async () => {
    await using things = new AsyncDisposableStack()
    const { doors, given, proxy } = await inTurn()
    things.use(proxy)
    const storage = things.use(await openPostgresAt(postgres ?? "")())
    const env = { ...storage.env, KITTIWAKE_PUBLIC_URL: proxy.url, KITTIWAKE_ADMIN_TOKEN: operatorToken }
    const one = things.use(await startServer({ ...storage, env }, []))
    const other = things.use(await startServer({ ...storage, env }, []))
    doors.push(one.url, other.url)
    const { provider, sent, tokens } = program(one.headers.authorization!.replace("Bearer ", ""))
    const address = new URL(`${proxy.url}/mcp`)

    const refused = new StreamableHTTPClientTransport(address, { authProvider: provider })
    const asked = await new Client({ name: "test", version: "1" }).connect(refused).catch((error: unknown) => error)
    assert.instanceOf(asked, UnauthorizedError)
    await refused.finishAuth((await sent()).searchParams)

    // By the handshake of 2025, whose messages belong together, and without it.
    for (const options of [{}, { versionNegotiation: { mode: "auto" } }] as const) {
      const client = new Client({ name: "test", version: "1" }, options)
      await client.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }))
      for (let times = 0; times < 3; times++) {
        assert.include(
          (await client.listTools()).tools.map(({ name }) => name),
          "monitor_limits"
        )
        assert.notStrictEqual((await client.callTool({ name: "monitor_limits", arguments: {} })).isError, true)
      }
      const before = tokens()
      // A token that no door knows: the client takes its refresh token, and goes on.
      provider.saveTokens({ ...before, access_token: `kwa_${"x".repeat(43)}` })
      assert.notStrictEqual((await client.callTool({ name: "monitor_limits", arguments: {} })).isError, true)
      assert.notStrictEqual(tokens().refresh_token, before.refresh_token)
      await client.close()
    }
    assert.isTrue(given.length === 2 && given.every((count) => count > 5), String(given))

    // Each door has taken the token just now; revoking at one ends it at the other within 5 seconds.
    const headers = { authorization: `Bearer ${tokens().access_token}` }
    const status = async ({ url }: { readonly url: string }) =>
      (await fetch(`${url}/v1/monitors/limits`, { headers })).status
    assert.deepStrictEqual([await status(one), await status(other)], [200, 200])
    const operator = { authorization: `Bearer ${operatorToken}` }
    const read = async (path: string) =>
      (await (await fetch(`${one.url}${path}`, { headers: operator })).json()) as {
        readonly data: ReadonlyArray<{ readonly id: string }>
      }
    const organization = (await read("/admin/organizations")).data[0]!.id
    const grants = `/admin/organizations/${organization}/grants`
    const [grant] = (await read(grants)).data
    const revoked = await fetch(`${one.url}${grants}/${grant!.id}`, { method: "DELETE", headers: operator })
    assert.isTrue(revoked.ok, String(revoked.status))
    await wait(5_000)
    assert.deepStrictEqual([await status(one), await status(other)], [401, 401])
  })

  it("end a call at one when its client cancels it at the other, and nobody else's", { timeout: 180_000 }, async () => {
    await using things = new AsyncDisposableStack()
    const asked = new Map<string, { readonly response: ServerResponse; readonly left: Promise<boolean> }>()
    const site = things.use(
      await listen(
        createServer(({ url = "/" }, response) => {
          if (url === "/robots.txt") return void response.writeHead(404).end()
          asked.set(url, { response, left: new Promise((resolve) => response.once("close", () => resolve(true))) })
        })
      )
    )
    const storage = things.use(await openPostgresAt(postgres ?? "")())
    const env = { ...storage.env, KITTIWAKE_PUBLIC_URL: "http://127.0.0.1:1", KITTIWAKE_ADMIN_TOKEN: operatorToken }
    const one = things.use(await startServer({ ...storage, env }, [site]))
    const other = things.use(await startServer({ ...storage, env }, [site]))
    const say = async (door: { readonly url: string }, message: object, label: Record<string, string> = {}) => {
      const headers = {
        ...one.headers,
        ...label,
        "content-type": "application/json",
        "mcp-protocol-version": "2025-11-25"
      }
      const accept = "application/json, text/event-stream"
      const body = JSON.stringify({ jsonrpc: "2.0", ...message })
      const reply = await fetch(`${door.url}/mcp`, { method: "POST", headers: { ...headers, accept }, body })
      return { status: reply.status, label: reply.headers.get("mcp-session-id") ?? "", text: await reply.text() }
    }
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }
    const begin = async () => ({ "mcp-session-id": (await say(other, { id: 0, method: "initialize", params })).label })
    const [mine, another] = [await begin(), await begin()]
    const scrape = (path: string) => ({
      ...{ id: 1, method: "tools/call" },
      params: { name: "scrape", arguments: { url: `${site.url}${path}` } }
    })
    const cancelled = say(one, scrape("/cancelled"), mine)
    const kept = say(one, scrape("/kept"), another)
    for (const path of ["/cancelled", "/kept"]) await eventually(async () => asked.has(path), Boolean)
    // The first one may come before the doors hear each other.
    const isLeft = await eventually(
      async () => {
        const told = await say(other, { method: "notifications/cancelled", params: { requestId: 1 } }, mine)
        assert.strictEqual(told.status, 202)
        return Promise.race([asked.get("/cancelled")!.left, wait(200, false)])
      },
      (left) => left
    )
    assert.isTrue(isLeft)
    assert.deepStrictEqual(await cancelled.then(({ status, text }) => [status, text]), [200, ""])
    asked.get("/kept")!.response.end("<title>Slow</title><main><p>Undisturbed.</p></main>")
    assert.include((await kept).text, "Undisturbed.")
  })
})
