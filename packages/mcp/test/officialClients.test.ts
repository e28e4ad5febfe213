/**
 * The official client and the official inspector connect, sign in and call every tool: over HTTP, where a person consents in a
 * real browser, and by standard input and output. Observed: what they were answered, and what became of the grant.
 */
import { createServer } from "node:http"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError
} from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { Effect } from "effect"
import { listen } from "../../../test/endToEnd/listen.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { freePort } from "../../../test/setup/freePort.ts"
import { sideInTurn, takesAll } from "../../../test/setup/turns.ts"
import { catalogue } from "../src/tools/catalogue.ts"
import { argumentsOf } from "./support/argumentsOf.ts"
import { type Ask, assertAnswer, type Inspected, openInspector } from "./support/Inspector.ts"
import { type Era, fullKey, type Installation, openInstallation } from "./support/Installation.ts"
import { openPerson, type Person, signIn } from "./support/Person.ts"

const command = join(import.meta.dirname, "../../cli/src/main.ts")

const toolCount = catalogue.length + 1

let here: Installation
beforeAll(async () => {
  here = await openInstallation()
}, 60_000)
afterAll(() => here.close())

const clientOf = (era: Era) =>
  new Client({ name: "test", version: "1" }, era === "2026" ? { versionNegotiation: { mode: "auto" } } : {})

/** Calls every tool that is listed. */
const callAll = async (client: Client): Promise<void> => {
  const { tools } = await client.listTools()
  assert.lengthOf(tools, toolCount)
  const given = await argumentsOf(here)
  for (const { name } of tools) {
    const result = await client.callTool({ name, arguments: given[name] ?? assert.fail(`no arguments for ${name}`) })
    assertAnswer(name, result as Inspected)
  }
}

/** A program with the official client, which listens for its code where the browser is sent. */
const openProgram = async (person: Person) => {
  let information: StoredOAuthClientInformation | undefined
  let kept: StoredOAuthTokens | undefined
  let verifier = ""
  let sent: Promise<URL> | undefined
  let found: OAuthDiscoveryState | undefined
  const listening = await listen(createServer((_, response) => response.end("Thank you. You may close this page.")))
  const provider: OAuthClientProvider = {
    redirectUrl: `${listening.url}/callback`,
    clientMetadata: { client_name: "The official client", redirect_uris: [`${listening.url}/callback`] },
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given
    },
    tokens: () => kept,
    saveTokens: (given) => {
      kept = given
    },
    redirectToAuthorization: (asked) => {
      sent = person.allow(asked.href, { key: fullKey })
    },
    saveCodeVerifier: (given) => {
      verifier = given
    },
    codeVerifier: () => verifier,
    // With these the client holds the answer against the server that it asked (mix-up).
    saveDiscoveryState: (given) => {
      found = given
    },
    discoveryState: () => found
  }
  return {
    provider,
    sent: () => sent ?? assert.fail("nobody was asked"),
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]()
  }
}

/**
 * The inspector calls half of the tools over HTTP and the others by standard input and output, which change places by the run: it is
 * started for each call, which takes longer than the call, and the official client calls all of them over both.
 */
const halves = 2

/** Calls the tools whose turn it is by the inspector, in turn on its connections. `first` is the half of side 0. */
const inspectInTurn = async (connections: ReadonlyArray<Ask>, first: number): Promise<void> => {
  const given = await argumentsOf(here)
  const listed = await Promise.all(connections.map((ask) => ask(["tools/list"])))
  for (const { tools = [] } of listed) assert.lengthOf(tools, toolCount)
  const taken = (sideInTurn + first) % halves
  const tools = (listed[0]?.tools ?? []).filter((_, index) => takesAll || index % halves === taken)
  assert.isAtLeast(tools.length, 15)
  const calls = tools.map(({ name }, index) =>
    Effect.promise(async () => {
      const args = JSON.stringify(given[name] ?? assert.fail(`no arguments for ${name}`))
      const ask = connections[index % connections.length]!
      assertAnswer(name, await ask(["tools/call", name, "--tool-args-json", args]))
    })
  )
  // What removes something stands last in the list.
  await Effect.runPromise(Effect.all(calls, { concurrency: 3, discard: true }))
}

const eras = ["legacy", "modern"] as const

const versions = ["2025", "2026"] as const

/** The version that the official client speaks over HTTP in this run; it speaks the other by standard input and output, and they change by the run. */
const versionsInTurn = (way: 0 | 1) => versions.filter((_, index) => takesAll || (sideInTurn + way) % 2 === index)

describe("over HTTP, with a person at a browser", needsBrowserHere, () => {
  let person: Person
  beforeAll(async () => {
    person = await openPerson()
  }, 60_000)
  afterAll(() => person[Symbol.asyncDispose]())

  for (const era of versionsInTurn(0)) {
    it(`the official client signs in and calls every tool (${era})`, { timeout: 240_000 }, async () => {
      await using program = await openProgram(person)
      const address = new URL(`${here.address}/mcp`)
      const refused = new StreamableHTTPClientTransport(address, { authProvider: program.provider })
      const asked = await clientOf(era)
        .connect(refused)
        .catch((error: unknown) => error)
      assert.instanceOf(asked, UnauthorizedError)
      await refused.finishAuth((await program.sent()).searchParams)
      const client = clientOf(era)
      await client.connect(new StreamableHTTPClientTransport(address, { authProvider: program.provider }))
      try {
        await callAll(client)
      } finally {
        await client.close()
      }
      assert.strictEqual((await here.kittiwake.grants.list())[0]?.client_name, "The official client")
    })
  }

  it("the official inspector signs in and calls the tools whose turn it is, in both versions", {
    timeout: 600_000
  }, async () => {
    await using inspector = await openInspector()
    const callback = ["--callback-url", `http://127.0.0.1:${await freePort()}/oauth/callback`]
    const address = `${here.address}/mcp`
    const first = await inspector.signIn(address, [...callback, "--method", "tools/list"], (asked) =>
      person.allow(asked, { key: fullKey })
    )
    assert.lengthOf(first.tools ?? [], toolCount)
    const [grant] = await here.kittiwake.grants.list()
    assert.deepStrictEqual([grant?.scopes, grant?.daily_credits], [["api.read", "api.write"], 100_000])
    const connections: Array<Ask> = []
    for (const era of eras) connections.push(await inspector.connect(era, ["--era", era, address]))
    await inspectInTurn(connections, 0)
    await here.kittiwake.grants.revoke(grant?.id ?? "")
    // Every process believes in a token for some seconds.
    let shut: unknown = null
    for (let tries = 0; tries < 100 && shut === null; tries++) {
      shut = await connections[1]!(["tools/list"]).then(
        ({ tools }) => (tools === undefined ? "no tools" : null),
        (error: unknown) => error
      )
    }
    assert.isNotNull(shut, "a grant that was ended lets it in no more")
  })
})

describe("the pages of consent, in a real browser", needsBrowserHere, () => {
  it("are shown in no frame of another page, and run nothing that a client calls itself", {
    timeout: 120_000
  }, async () => {
    await using person = await openPerson()
    const registered = await fetch(`${here.address}/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: `</h1><script>document.title = "run"</script><img src=x onerror="document.title = 'run'">`,
        redirect_uris: ["http://127.0.0.1/callback"]
      })
    })
    const { client_id } = (await registered.json()) as { readonly client_id: string }
    const asked = `${here.address}/authorize?${new URLSearchParams({
      ...{ response_type: "code", client_id, redirect_uri: "http://127.0.0.1/callback", state: "s" },
      ...{ code_challenge: "c".repeat(43), code_challenge_method: "S256" }
    })}`
    // One page elsewhere, and one of the same site: a port is no other site.
    const markup = `<title>Win</title><iframe src="${asked.replaceAll("&", "&amp;")}" style="opacity: 0.01"></iframe>`
    await using elsewhere = await listen(
      createServer((_, response) => response.setHeader("content-type", "text/html").end(markup))
    )
    const page = await person.browser.newPage()
    for (const address of [elsewhere.url, elsewhere.url.replace("127.0.0.1", "localhost")]) {
      const answered = page.waitForResponse((response) => response.url().startsWith(`${here.address}/authorize`))
      await page.goto(address)
      assert.strictEqual((await answered).status(), 200)
      const frame = page.frames()[1]
      assert.notInclude((await frame?.content().catch(() => "")) ?? "", "wants to connect")
      assert.strictEqual(await frame?.getByLabel("Your API key").count(), 0)
    }
    await page.goto(asked)
    await signIn(page, fullKey)
    assert.include(await page.getByRole("heading").first().textContent(), "<script>")
    assert.notInclude(await page.title(), "run")
  })
})

describe("by standard input and output", () => {
  const started = () => [command, "mcp", "--url", here.address]

  for (const era of versionsInTurn(1)) {
    it(`the official client calls every tool (${era})`, { timeout: 240_000 }, async () => {
      const client = clientOf(era)
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: started(),
          env: { PATH: process.env.PATH ?? "", KITTIWAKE_API_KEY: fullKey },
          stderr: "ignore"
        })
      )
      try {
        await callAll(client)
      } finally {
        await client.close()
      }
    })
  }

  it("the official inspector calls others in turn", { timeout: 600_000 }, async () => {
    await using inspector = await openInspector()
    const connections: Array<Ask> = []
    for (const era of eras) {
      const options = ["--era", era, "-e", `KITTIWAKE_API_KEY=${fullKey}`, "--", process.execPath, ...started()]
      connections.push(await inspector.connect(era, options))
    }
    await inspectInTurn(connections, 1)
  })
})
