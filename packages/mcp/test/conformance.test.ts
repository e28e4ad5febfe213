/**
 * The official suite of the protocol, against this machine alone: once against the door as it is, and once with what the
 * suite asks for by name in place of Kittiwake's own tools. Exceptions stand in docs/reference/mcp.md with their reasons.
 */
import { execFile, spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { codeAddress } from "../../../test/endToEnd/letIn.ts"
import { defaultBudget } from "../src/AnswerBudget.ts"
import { answerOverHttp } from "../src/answerOverHttp.ts"
import { fixtureServer } from "./support/fixtureServer.ts"
import { fullKey, type Installation, openInstallation } from "./support/Installation.ts"
import { withKey } from "./support/withKey.ts"

const revisions = ["2025-11-25", "2026-07-28"] as const
type Revision = (typeof revisions)[number]

const program = join(import.meta.dirname, "../../../node_modules/.bin/conformance")

const addressOf = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The scenarios that passed, and those that did not, by their names. */
const judged = async (address: string, revision: Revision) => {
  const output = await mkdtemp(join(tmpdir(), "kittiwake-conformance-"))
  const args = ["server", "--url", `${address}/mcp`, "--requirements", revision, "-o", output]
  const told = await new Promise<string>((resolve) =>
    execFile(process.execPath, [program, ...args], { cwd: output, maxBuffer: 64e6 }, (_, out, err) =>
      resolve(out + err)
    )
  )
  await rm(output, { recursive: true, force: true })
  const passed = [...told.matchAll(/^✓ ([\w-]+): [1-9]/gm)].map(([, name]) => name!)
  const failed = [...told.matchAll(/^✗ ([\w-]+): /gm)].map(([, name]) => name!)
  return { passed, failed, told }
}

/** A port that nobody listens at. */
const freePort = async (): Promise<number> => {
  const server = createServer()
  const port = Number(new URL(await addressOf(server)).port)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** What the suite says of an authorization server, with a person who allows what its client asks for. */
const judgedAuthorization = async (address: string) => {
  const port = await freePort()
  const registered = await fetch(`${address}/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "The suite", redirect_uris: [`http://127.0.0.1:${port}/callback`] })
  })
  const { client_id } = (await registered.json()) as { readonly client_id: string }
  const output = await mkdtemp(join(tmpdir(), "kittiwake-conformance-"))
  const args = ["authorization", "--url", address, "--client-id", client_id, "--resource", `${address}/mcp`]
  const child = spawn(process.execPath, [program, ...args, "-p", String(port), "-o", output], { cwd: output })
  let told = ""
  let isAllowed = false
  const hear = (piece: Buffer) => {
    told += piece.toString()
    const asked = /^(http\S+[?&]code_challenge=\S+)\n/m.exec(told)?.[1]
    if (asked === undefined || isAllowed) return
    isAllowed = true
    void codeAddress(new URL(asked), { key: fullKey }).then(fetch, (error) => {
      told += String(error)
      child.kill()
    })
  }
  child.stdout.on("data", hear)
  child.stderr.on("data", hear)
  const exitCode = await new Promise<number | null>((resolve) => child.on("close", resolve))
  await rm(output, { recursive: true, force: true })
  return { exitCode, told }
}

/** Scenarios that need what only a server made for the suite has: its tools, resources and prompts. */
const needsFixtures = /^(?:tools-call-|resources-read-|resources-templates-read|prompts-get-)/

/** What Kittiwake does not do, by the reason that docs/reference/mcp.md gives. */
const notDone: Readonly<Record<string, RegExp>> = {
  "asks nothing of clients": /^(?:elicitation-|input-required-result-|tools-call-sampling|tools-call-elicitation)/,
  "watches nothing for clients": /^resources-(?:un)?subscribe$/,
  "keeps no tasks": /^tasks-/,
  "has tools of its own schemas": /^(?:json-schema-2020-12|http-custom-header-server-validation)$/,
  "lacks the tools that show some of it": /^server-stateless$/
}

const isNotDone = (name: string) => Object.values(notDone).some((pattern) => pattern.test(name))

describe("the official suite", { timeout: 240_000 }, () => {
  let here: Installation
  const servers: Array<Server> = []

  beforeAll(async () => {
    here = await openInstallation()
  }, 60_000)
  afterAll(async () => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
    await here.close()
  })

  const opened = async (server: Server) => {
    servers.push(server)
    return addressOf(server)
  }

  const fixtures = () =>
    createServer(async (incoming, response) => {
      const pieces: Array<Buffer> = []
      for await (const piece of incoming) pieces.push(piece as Buffer)
      const left = new AbortController()
      response.on("close", () => left.abort())
      const headers = new Headers(incoming.headers as Record<string, string>)
      const hostile = [headers.get("host"), headers.get("origin")].some((name) => name?.includes("evil"))
      const told = hostile
        ? new Response(null, { status: 403 })
        : await answerOverHttp(
            {
              request: new Request("http://127.0.0.1/mcp", {
                method: incoming.method ?? "POST",
                headers,
                signal: left.signal
              }),
              message: JSON.parse(Buffer.concat(pieces).toString() || "null"),
              principal: { scopes: null, organization: { id: "org_1" } } as never,
              api: here.kittiwake.handler,
              run: Effect.runPromise,
              refusedByLimits: () => Promise.resolve(null),
              endedBy: () => undefined
            },
            defaultBudget,
            fixtureServer
          )
      response.writeHead(told.status, Object.fromEntries(told.headers))
      for await (const piece of told.body ?? []) response.write(piece)
      response.end()
    })

  it("passes whole for the authorization server", async () => {
    const { exitCode, told } = await judgedAuthorization(here.address)
    assert.strictEqual(exitCode, 0, told)
    for (const scenario of ["authorization-server-metadata-endpoint", "authorization-code-grant"]) {
      assert.match(told, new RegExp(`^✓ ${scenario}: [1-9]\\d* passed, 0 failed`, "m"), told)
    }
  })

  for (const revision of revisions) {
    it(`passes for the door as it is, but for what it asks for by name (${revision})`, async () => {
      const { failed, passed, told } = await judged(await opened(withKey(here.address, fullKey)), revision)
      assert.includeMembers(
        passed,
        ["tools-list", "resources-list", "prompts-list", "completion-complete", "dns-rebinding-protection"],
        told
      )
      assert.deepStrictEqual(
        failed.filter((name) => !isNotDone(name) && !needsFixtures.test(name)),
        []
      )
    })

    it(`passes with what it asks for by name (${revision})`, async () => {
      const { failed, passed, told } = await judged(await opened(fixtures()), revision)
      assert.includeMembers(
        passed,
        ["tools-call-simple-text", "tools-call-with-progress", "resources-read-text", "prompts-get-simple"],
        told
      )
      assert.deepStrictEqual(
        failed.filter((name) => !isNotDone(name) && name !== "dns-rebinding-protection"),
        []
      )
      if (revision === "2026-07-28") assert.match(told, /^✗ server-stateless: 25 passed, 3 failed/m, told)
    })
  }
})
