/** A program that somebody lets into a server: both sides of the way from an address to tokens, over real HTTP. */
import { assert } from "@effect/vitest"

/** Where the programs of tests have their codes sent. Nobody listens there. */
export const callback = "http://127.0.0.1:5005/callback"

/** What a person allows. */
export interface Allowed {
  readonly key: string
  readonly scopes?: ReadonlyArray<string>
  readonly credits?: number
}

/** The address with a code to which a browser is sent in the end, whose owner signs in with a key and allows what is asked. */
export const codeAddress = async (
  asked: URL,
  { credits = 100, key, scopes = ["api.read", "api.write"] }: Allowed
): Promise<URL> => {
  const submit = async (page: Response, fields: ReadonlyArray<readonly [string, string]>) => {
    const text = await page.text()
    const request = /name="request" value="([^"]+)"/.exec(text)?.[1] ?? assert.fail(`no form: ${text}`)
    return fetch(new URL("/authorize", asked), {
      method: "POST",
      redirect: "manual",
      headers: { cookie: (page.headers.get("set-cookie") ?? "").split(";")[0] ?? "" },
      body: new URLSearchParams([...fields.map(([name, value]) => [name, value]), ["request", request]])
    })
  }
  const consent = await submit(await fetch(asked, { redirect: "manual" }), [
    ["step", "sign-in"],
    ["key", key]
  ])
  const answer = await submit(consent, [
    ["step", "allow"],
    ["credits", String(credits)],
    ...scopes.map((scope) => ["scope", scope] as const)
  ])
  const location = answer.headers.get("location")
  return new URL(location ?? assert.fail(await answer.text()))
}

/** Lets a program in that has this name; its access token. */
export const letIn = async (server: string, name: string, allowed: Allowed): Promise<string> => {
  const registered = await fetch(`${server}/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: name, redirect_uris: [callback] })
  })
  const { client_id } = (await registered.json()) as { readonly client_id: string }
  const verifier = "v".repeat(43)
  const challenge = Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)))
  const asked = new URLSearchParams({
    ...{ response_type: "code", client_id, redirect_uri: callback, state: "s", scope: "api.read api.write" },
    ...{ code_challenge: challenge.toString("base64url"), code_challenge_method: "S256", resource: `${server}/mcp` }
  })
  const sent = await codeAddress(new URL(`${server}/authorize?${asked}`), allowed)
  const reply = await fetch(`${server}/token`, {
    method: "POST",
    body: new URLSearchParams({
      ...{ grant_type: "authorization_code", client_id, redirect_uri: callback, code_verifier: verifier },
      code: sent.searchParams.get("code") ?? ""
    })
  })
  const text = await reply.text()
  assert.strictEqual(reply.status, 200, text)
  return (JSON.parse(text) as { readonly access_token: string }).access_token
}
