/**
 * The mix-up attack (OA06, RFC 9207): a client that talks to two authorization servers, one of which is the attacker's. The attacker sends
 * the person on to Kittiwake with the client's own request, so that the client takes Kittiwake's code for one of the attacker's and sends
 * it there, with the verifier. Observed: whether the code reaches the attacker, and what it is worth to others.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import {
  IssuerMismatchError,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  StreamableHTTPClientTransport
} from "@modelcontextprotocol/client"
import { listen } from "../../../test/endToEnd/listen.ts"
import { fullKey, type Installation, openInstallation } from "./support/Installation.ts"

let here: Installation
beforeAll(async () => {
  here = await openInstallation()
}, 60_000)
afterAll(() => here.close())

const callback = "http://127.0.0.1:43219/callback"

/** What the client says of itself, to both servers. */
const said = { client_name: "A client of two", redirect_uris: [callback], token_endpoint_auth_method: "none" }

const registered = async (metadata: object): Promise<string> => {
  const reply = await fetch(`${here.address}/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata)
  })
  return ((await reply.json()) as { readonly client_id: string }).client_id
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const piece of request) text += String(piece)
  return text
}

/** Asks Kittiwake's token endpoint; gives the status and what was said. */
const redeem = async (fields: Record<string, string>) => {
  const reply = await fetch(`${here.address}/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "authorization_code", redirect_uri: callback, ...fields })
  })
  return { status: reply.status, said: (await reply.json()) as Record<string, string> }
}

/** A server of the attacker: a resource, and the authorization server that it names. It keeps what it is sent for tokens. */
const openAttacker = async () => {
  const stolen: Array<URLSearchParams> = []
  let base = ""
  // Whoever registers the same is the same client: the attacker knows the client's id without being told.
  const clientId = await registered(said)
  const json = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) => {
    response.writeHead(status, { "content-type": "application/json", ...headers })
    response.end(JSON.stringify(body))
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", base)
    if (url.pathname.startsWith("/.well-known/oauth-protected-resource")) {
      return json(response, 200, { resource: `${base}/mcp`, authorization_servers: [base] })
    }
    if (url.pathname.startsWith("/.well-known/oauth-authorization-server")) {
      return json(response, 200, {
        issuer: base,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        registration_endpoint: `${base}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"]
      })
    }
    if (url.pathname === "/register") return json(response, 201, { ...said, client_id: clientId })
    if (url.pathname === "/authorize") {
      const to = new URL("/authorize", here.address)
      for (const [name, value] of url.searchParams) to.searchParams.set(name, value)
      to.searchParams.set("resource", `${here.address}/mcp`)
      to.searchParams.set("scope", "api.read")
      response.writeHead(302, { location: to.href })
      return response.end()
    }
    if (url.pathname === "/token") {
      stolen.push(new URLSearchParams(await bodyOf(request)))
      return json(response, 400, { error: "invalid_grant" })
    }
    return json(
      response,
      401,
      {},
      {
        "www-authenticate": `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`
      }
    )
  }
  const listening = await listen(createServer((request, response) => void answer(request, response)))
  base = listening.url
  return { base, clientId, stolen, [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]() }
}

/** A person who follows where they are sent and answers Kittiwake's two pages; gives where their browser is sent in the end. */
const answered = async (asked: URL, step: "allow" | "deny"): Promise<URL> => {
  let cookie = ""
  const take = async (response: Response) => {
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie
    return { location: response.headers.get("location"), text: await response.text() }
  }
  const submit = async (page: { readonly text: string }, fields: Record<string, string>) => {
    const request = /name="request" value="([^"]+)"/.exec(page.text)?.[1] ?? assert.fail(page.text)
    const headers = { cookie, origin: here.address, "sec-fetch-site": "same-origin" }
    const body = new URLSearchParams({ ...fields, request })
    return take(await fetch(`${here.address}/authorize`, { method: "POST", body, headers, redirect: "manual" }))
  }
  const signIn = await take(await fetch(asked))
  const consent = await submit(signIn, { step: "sign-in", key: fullKey })
  const { location, text } = await submit(consent, { step, scope: "api.read", credits: "5" })
  return new URL(location ?? assert.fail(text))
}

/** A program with the official client, which asks a server for access as far as to where the person is sent. */
const asks = async (server: string) => {
  let information: StoredOAuthClientInformation | undefined
  let found: OAuthDiscoveryState | undefined
  let verifier = ""
  let sent: URL | undefined
  const provider: OAuthClientProvider = {
    redirectUrl: callback,
    clientMetadata: said,
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given
    },
    tokens: () => undefined,
    saveTokens: () => assert.fail("no tokens are given here"),
    redirectToAuthorization: (asked) => {
      sent = asked
    },
    saveCodeVerifier: (given) => {
      verifier = given
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (given) => {
      found = given
    },
    discoveryState: () => found
  }
  const transport = new StreamableHTTPClientTransport(new URL(`${server}/mcp`), { authProvider: provider })
  await transport.start()
  await transport
    .send({ jsonrpc: "2.0", id: 1, method: "ping" })
    .then(() => assert.fail("it should have been asked to sign in"))
    .catch(() => undefined)
  return {
    sentTo: sent ?? assert.fail("nobody was sent to sign in"),
    finish: (parameters: URLSearchParams) => transport.finishAuth(parameters).catch((error: unknown) => error)
  }
}

const without = (parameters: URLSearchParams, name: string): URLSearchParams => {
  const rest = new URLSearchParams(parameters)
  rest.delete(name)
  return rest
}

describe("a client that the attacker sends on to Kittiwake", () => {
  it("learns from the answer that it is Kittiwake's, and sends its code to nobody", async () => {
    await using attacker = await openAttacker()
    const program = await asks(attacker.base)
    assert.strictEqual(program.sentTo.origin, attacker.base)
    const { searchParams } = await answered(program.sentTo, "allow")
    assert.isNotNull(searchParams.get("code"))
    const error = await program.finish(searchParams)
    assert.instanceOf(error, IssuerMismatchError)
    assert.deepInclude(error, { kind: "authorization_response", expected: attacker.base, received: here.address })
    assert.lengthOf(attacker.stolen, 0)
  })

  it("learns the same where the person did not allow it", async () => {
    await using attacker = await openAttacker()
    const program = await asks(attacker.base)
    const { searchParams } = await answered(program.sentTo, "deny")
    assert.strictEqual(searchParams.get("error"), "access_denied")
    assert.instanceOf(await program.finish(searchParams), IssuerMismatchError)
  })

  it("loses its code where it cannot tell: so the attack is one, and the code is worth nothing to other clients", async () => {
    await using attacker = await openAttacker()
    const program = await asks(attacker.base)
    const { searchParams } = await answered(program.sentTo, "allow")
    const error = await program.finish(without(searchParams, "iss"))
    assert.notInstanceOf(error, IssuerMismatchError)
    const [stolen] = attacker.stolen
    const code = stolen?.get("code") ?? assert.fail("the attacker was sent nothing")
    const code_verifier = stolen?.get("code_verifier") ?? assert.fail("the attacker was sent no verifier")

    const own = await registered({
      ...said,
      client_name: "The attacker",
      redirect_uris: [callback, `${attacker.base}/cb`]
    })
    const tries = [
      { client_id: own },
      { client_id: attacker.clientId, redirect_uri: `${attacker.base}/cb` },
      { client_id: attacker.clientId, redirect_uri: `${callback}/..` },
      { client_id: own, redirect_uri: `${attacker.base}/cb` },
      { client_id: attacker.clientId, code_verifier: "w".repeat(43) },
      { client_id: attacker.clientId, resource: `${attacker.base}/mcp` }
    ]
    for (const given of tries) {
      const refused = await redeem({ code, code_verifier, ...given })
      assert.strictEqual(refused.status, 400, JSON.stringify(given))
      assert.isUndefined(refused.said.access_token)
    }
    const taken = await redeem({ code, code_verifier, client_id: attacker.clientId })
    assert.strictEqual(taken.status, 200, "what the client gave away is what was needed")
  })
})

describe("a client that asks Kittiwake and is answered by the attacker", () => {
  it("is told beforehand that every answer of Kittiwake says whose it is, and takes none that does not", async () => {
    await using attacker = await openAttacker()
    for (const iss of [null, attacker.base, `${here.address}/`, here.address.toUpperCase()]) {
      const program = await asks(here.address)
      assert.strictEqual(program.sentTo.origin, here.address)
      const given = new URLSearchParams({ code: "kwc_of_the_attacker", ...(iss === null ? {} : { iss }) })
      assert.instanceOf(await program.finish(given), IssuerMismatchError, String(iss))
    }
  })
})
