/** `kittiwake mcp` as AI clients start it, and what its doctor says of a server. */
import { stat } from "node:fs/promises"
import { type IncomingMessage, request as post } from "node:http"
import { isAbsolute, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { beside, type Environment, run, type Served, serve, temporaryDirectory } from "./support/command.ts"
import { page, secureSite } from "./support/site.ts"

const main = join(import.meta.dirname, "../src/main.ts")

const key = "ktw_mcp_test_key_0123456789abcdef0123456789"

describe("kittiwake mcp", { timeout: 180_000 }, () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let served: Served
  let here: Environment

  beforeAll(async () => {
    directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_EGRESS_ALLOW: "127.0.0.1", KITTIWAKE_API_KEY: key }
    served = await serve(["start"], env)
    here = beside(served, env)
  }, 180_000)

  afterAll(async () => {
    await served[Symbol.asyncDispose]()
    await directory[Symbol.asyncDispose]()
  })

  const connected = async (env: Environment, isModern: boolean) => {
    const client = new Client({ name: "test", version: "1" }, isModern ? { versionNegotiation: { mode: "auto" } } : {})
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [main, "mcp"],
        env: { PATH: process.env.PATH ?? "", ...env },
        stderr: "ignore"
      })
    )
    return client
  }

  it("closes the connection of a client that asks for it", async () => {
    const answered = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${key}`,
        connection: "close",
        "content-type": "application/json",
        accept: "application/json, text/event-stream"
      }
      post(new URL("/mcp", served.url), { method: "POST", headers, agent: false }, resolve)
        .once("error", reject)
        .end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }))
    })
    const closed = new Promise<void>((resolve) => answered.socket.once("close", () => resolve()))
    answered.resume()
    assert.deepStrictEqual([answered.statusCode, answered.headers.connection], [200, "close"])
    await closed
  })

  for (const isModern of [false, true]) {
    it(`serves a client that starts it, ${isModern ? "without state" : "by the handshake of 2025"}`, async () => {
      await using watched = await page("Gulls")
      const client = await connected(here, isModern)
      try {
        const names = (await client.listTools()).tools.map(({ name }) => name)
        assert.includeMembers(names, ["scrape", "monitor_create", "batch_submit", "usage", "search_docs"])
        const read = await client.callTool({ name: "scrape", arguments: { url: watched.url } })
        const told = read.structuredContent as { markdown: string; request_id: string }
        assert.include(told.markdown, "Gulls")
        const log = await client.callTool({ name: "log_get", arguments: { request_id: told.request_id } })
        assert.notStrictEqual(log.isError, true)
        const missing = await client.callTool({ name: "monitor_get", arguments: { monitor_id: "mon_nothing" } })
        assert.isTrue(missing.isError)
        assert.include(JSON.stringify(missing.content), "NOT_FOUND")
      } finally {
        await client.close()
      }
    })
  }

  it("lists what the key in the environment may use, and no more", async () => {
    const made = await run(["key", "create", "--name", "reader", "--scope", "monitors:read", "--json"], here)
    const { secret } = JSON.parse(made.stdout) as { secret: string }
    const client = await connected({ ...here, KITTIWAKE_API_KEY: secret }, true)
    try {
      const names = (await client.listTools()).tools.map(({ name }) => name)
      assert.includeMembers(names, ["monitor_list", "delivery_list", "search_docs"])
      for (const name of ["scrape", "monitor_create", "batch_list", "usage"]) assert.notInclude(names, name)
    } finally {
      await client.close()
    }
  })

  it("says in one line that no server answers, or that it does not take the key", async () => {
    const nobody = await run(["mcp", "--url", "http://127.0.0.1:9"], here, "")
    assert.strictEqual(nobody.exitCode, 3)
    assert.match(nobody.stderr, /^kittiwake: No server answers at http:\/\/127\.0\.0\.1:9: [^\n]+\n$/)
    const wrong = await run(["mcp"], { ...here, KITTIWAKE_API_KEY: "sk_of_somebody_else_1" }, "")
    assert.strictEqual(wrong.exitCode, 1)
    assert.match(wrong.stderr, /^kittiwake: The server at [^\n]+ does not take the key\.\n$/)
    assert.strictEqual(wrong.stdout, "")
  })

  it("has a doctor that looks as a client does, and prints what to write into clients", async () => {
    const { exitCode, stdout } = await run(["mcp", "doctor"], here)
    assert.strictEqual(exitCode, 0, stdout)
    assert.match(stdout, /^ok {6}address: http:\/\/127\.0\.0\.1:\d+\/mcp, for clients on this machine$/m)
    assert.match(stdout, /^ok {6}challenge: 401, and tokens are told of at http:/m)
    assert.match(stdout, /^ok {6}tools: the key may use \d\d$/m)
    assert.match(stdout, /^ok {6}call: search_docs answers$/m)
    assert.include(stdout, `claude mcp add --transport http kittiwake ${served.url}/mcp`)
    assert.notInclude(stdout, "sk_")
    assert.include(stdout, `(OAuth) needs the address alone, ${served.url}/mcp,`)
  })

  it("tells clients that start a command which file that is, as they start it elsewhere", async () => {
    const { clients } = JSON.parse((await run(["mcp", "doctor", "--json"], here)).stdout) as {
      clients: ReadonlyArray<{ client: string; text: string }>
    }
    const desktop = clients.find(({ client }) => client.startsWith("Claude Desktop"))
    const { args, command } = JSON.parse(desktop?.text ?? "").mcpServers.kittiwake
    assert.deepStrictEqual([command, args.slice(1)], ["node", ["mcp", "--url", served.url]])
    assert.isTrue(isAbsolute(args[0]), args[0])
    assert.isTrue((await stat(args[0])).isFile())
  })

  it("tells a certificate that is not trusted from a server that is not there", async () => {
    await using secure = await secureSite()
    const examined = await run(["mcp", "doctor", "--url", secure.url, "--json"], here)
    assert.include(examined.stdout, `the certificate of ${secure.url} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)`)
    assert.include(examined.stdout, "NODE_EXTRA_CA_CERTS")
    const spoken = await run(["mcp", "--url", secure.url], here, "")
    assert.match(spoken.stderr, /^kittiwake: The certificate of https:[^\n]+ is not trusted \(DEPTH_ZERO[^\n]+\n$/)
  })

  it("has a doctor that says what is broken", async () => {
    const wrong = await run(["mcp", "doctor", "--json"], { ...here, KITTIWAKE_API_KEY: "sk_of_somebody_else_1" })
    assert.strictEqual(wrong.exitCode, 1)
    const { clients, findings } = JSON.parse(wrong.stdout) as {
      clients: ReadonlyArray<object>
      findings: ReadonlyArray<{ subject: string; state: string }>
    }
    assert.deepStrictEqual(clients, [], "nothing to paste that does not work")
    assert.deepInclude(findings.at(-1), { subject: "tools", state: "broken" })
    const nobody = await run(["mcp", "doctor", "--url", "http://127.0.0.1:9", "--json"], here)
    assert.strictEqual(nobody.exitCode, 1)
    assert.include(nobody.stdout, "nothing that speaks HTTP answers")
    const elsewhere = await run(["mcp", "doctor", "--json"], { ...here, KITTIWAKE_PUBLIC_URL: "http://127.0.0.1:9" })
    assert.include(elsewhere.stdout, "http://127.0.0.1:9/mcp, for clients on this machine", "where clients go")
    const words = await run(["mcp", "doctor", "--url", "http://127.0.0.1:9"], here)
    assert.notInclude(words.stdout, "claude mcp add")
    assert.include(words.stderr, "is printed once all is well")
  })
})
