/** A browser and a client that ask for grants, over the API as a function. */
import { assert } from "@effect/vitest"
import { Signer } from "@kittiwake/core/security/Signer"
import { Effect } from "effect"
import { Base64Url, Hex } from "effect/encoding"
import { Handlers } from "../../src/server.ts"

export const base = "http://127.0.0.1:8787"
export const verifier = "v".repeat(43)
export const callback = "http://127.0.0.1/callback"

export const challengeOf = (text: string) =>
  Effect.flatMap(
    Signer.use((signer) => signer.digest(text)),
    (hex) => Effect.map(Effect.fromResult(Hex.decode(hex)), Base64Url.encode)
  )

/** One request, without following where it leads. */
export const send = Effect.fnUntraced(function* (method: string, path: string, init: Omit<RequestInit, "method"> = {}) {
  const { web } = yield* Handlers
  const headers = new Headers(init.headers)
  if (!headers.has("host")) headers.set("host", "127.0.0.1:8787")
  const response = yield* Effect.promise(() => web(new Request(`${base}${path}`, { ...init, method, headers })))
  const text = yield* Effect.promise(() => response.text())
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
})

export const post = (
  path: string,
  fields: Record<string, string> | URLSearchParams,
  headers: Record<string, string> = {}
) =>
  send("POST", path, {
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
  })

export const register = Effect.fnUntraced(function* (given: object = {}) {
  const reply = yield* send("POST", "/register", {
    body: JSON.stringify({ client_name: "Assistant", redirect_uris: [callback], ...given }),
    headers: { "content-type": "application/json" }
  })
  assert.strictEqual(reply.status, 201, reply.text)
  return reply.json() as {
    readonly client_id: string
    readonly client_secret?: string
    readonly [name: string]: unknown
  }
})

/** The parameters of a request that is right, with some changed; null takes one out. */
export const asking = Effect.fnUntraced(function* (clientId: string, given: Record<string, string | null> = {}) {
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: "http://127.0.0.1:5005/callback",
    state: "a state & <more>",
    scope: "api.read api.write",
    code_challenge: yield* challengeOf(verifier),
    code_challenge_method: "S256",
    resource: `${base}/mcp`,
    ...given
  }
  return new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  )
})

export const ask = (parameters: URLSearchParams, headers: Record<string, string> = {}) =>
  send("GET", `/authorize?${parameters}`, { headers })

type Page = Effect.Success<ReturnType<typeof send>>

export const formOf = ({ text }: Pick<Page, "text">): string => {
  const [, token] = /name="request" value="([^"]+)"/.exec(text) ?? []
  assert.isString(token, text)
  return token!
}

export const cookieOf = ({ headers }: Pick<Page, "headers">): string => (headers.get("set-cookie") ?? "").split(";")[0]!

/** Fills in a form of a page, in the browser that has its cookie. */
export const submit = (
  page: Page,
  fields: Record<string, string> | Array<[string, string]>,
  headers: Record<string, string> = {}
) => {
  const all = new URLSearchParams(fields)
  all.set("request", formOf(page))
  return post("/authorize", all, { cookie: cookieOf(page), ...headers })
}

export const signIn = (page: Page, key: string, headers: Record<string, string> = {}) =>
  submit(page, { step: "sign-in", key }, headers)

export const allow = (page: Page, fields: Array<[string, string]> = []) =>
  submit(page, [
    ...fields,
    ...([
      ["step", "allow"],
      ["scope", "api.read"],
      ["scope", "api.write"],
      ["credits", "100"]
    ] as Array<[string, string]>)
  ])

export const locationOf = ({ headers, text }: Page): URL => {
  const location = headers.get("location")
  assert.isString(location, text)
  return new URL(location!)
}

/** Goes the whole way to a code. */
export const codeFor = Effect.fnUntraced(function* (
  clientId: string,
  key: string,
  given: Record<string, string | null> = {},
  fields: Array<[string, string]> = []
) {
  const page = yield* ask(yield* asking(clientId, given))
  const consent = yield* signIn(page, key)
  assert.strictEqual(consent.status, 200, consent.text)
  return locationOf(yield* allow(consent, fields)).searchParams.get("code")!
})

export const redeem = (clientId: string, code: string, given: Record<string, string> = {}) =>
  post("/token", {
    grant_type: "authorization_code",
    code,
    client_id: clientId,
    redirect_uri: "http://127.0.0.1:5005/callback",
    code_verifier: verifier,
    ...given
  })

export interface Tokens {
  readonly access_token: string
  readonly token_type: string
  readonly refresh_token: string
  readonly scope: string
  readonly expires_in: number
}

/** Goes the whole way to tokens. */
export const tokensFor = Effect.fnUntraced(function* (
  key: string,
  given: Record<string, string | null> = {},
  fields: Array<[string, string]> = []
) {
  const { client_id: clientId } = yield* register()
  const code = yield* codeFor(clientId, key, given, fields)
  const reply = yield* redeem(clientId, code)
  assert.strictEqual(reply.status, 200, reply.text)
  return { clientId, code, tokens: reply.json() as Tokens }
})

export const callWith = (
  token: string,
  path = "/v1/monitors",
  init: Omit<RequestInit, "method"> & { readonly method?: string } = {}
) => send(init.method ?? "GET", path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })
