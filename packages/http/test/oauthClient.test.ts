/** An ordinary client of the protocol, over a real port, with a person who fills in the pages. */
import { assert, it } from "@effect/vitest"
import { Grants } from "@kittiwake/core/grants/Grants"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import * as client from "openid-client"
import * as NodeServer from "../src/NodeServer.ts"
import { ListeningHost } from "../src/web/PublicAddress.ts"
import { core, newKey, newOrganization } from "./support/App.ts"

const listening = NodeServer.layer({ host: "127.0.0.1", port: 0, grace: "1 second" }).pipe(
  Layer.provide(Layer.succeed(ListeningHost, "127.0.0.1")),
  Layer.provideMerge(core)
)

/** What a browser does with a page: keeps its cookie, and sends its form. */
const person = (issuer: string) => {
  let cookie = ""
  const take = async (response: Response) => {
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie
    return { response, text: await response.text() }
  }
  return {
    open: async (url: URL) => take(await fetch(url, { redirect: "manual" })),
    submit: async (page: { readonly text: string }, fields: ReadonlyArray<[string, string]>) => {
      const body = new URLSearchParams([...fields])
      body.set("request", /name="request" value="([^"]+)"/.exec(page.text)![1]!)
      const headers = { cookie, origin: issuer, "sec-fetch-site": "same-origin" }
      return take(await fetch(`${issuer}/authorize`, { method: "POST", body, headers, redirect: "manual" }))
    }
  }
}

it.live("openid-client discovers, registers, asks, refreshes and revokes", () =>
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const issuer = `http://127.0.0.1:${address._tag === "UnixPathAddress" ? 0 : address.port}`
    const organization = yield* newOrganization()
    const { secret } = yield* newKey(organization)
    const redirectUri = "http://127.0.0.1:43210/callback"

    const tokens = yield* Effect.promise(async () => {
      const options = { execute: [client.allowInsecureRequests], algorithm: "oauth2" as const }
      const metadata = { client_name: "Real client", redirect_uris: [redirectUri], token_endpoint_auth_method: "none" }
      const config = await client.dynamicClientRegistration(new URL(issuer), metadata, client.None(), options)
      const verifier = client.randomPKCECodeVerifier()
      const state = client.randomState()
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: "api.read api.write",
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        resource: `${issuer}/mcp`
      })
      const browser = person(issuer)
      const consent = await browser.submit(await browser.open(url), [
        ["step", "sign-in"],
        ["key", secret]
      ])
      const { response } = await browser.submit(consent, [
        ["step", "allow"],
        ["scope", "api.read"],
        ["scope", "api.write"],
        ["credits", "500"]
      ])
      const callback = new URL(response.headers.get("location")!)
      // It compares state and `iss`, as any client should that talks to more than one server.
      const first = await client.authorizationCodeGrant(config, callback, {
        pkceCodeVerifier: verifier,
        expectedState: state
      })
      const called = await fetch(`${issuer}/v1/monitors`, {
        headers: { authorization: `Bearer ${first.access_token}` }
      })
      assert.strictEqual(called.status, 200)
      const second = await client.refreshTokenGrant(config, first.refresh_token!)
      assert.notStrictEqual(second.refresh_token, first.refresh_token)
      await client.tokenRevocation(config, second.refresh_token!)
      const refused = await client.refreshTokenGrant(config, second.refresh_token!).catch((error: unknown) => error)
      assert.deepInclude(refused, { error: "invalid_grant", status: 400 })
      return { first, second }
    })
    assert.strictEqual(tokens.first.expires_in, 3_600)
    assert.strictEqual(tokens.second.scope, "api.read api.write")
    const [grant] = yield* Grants.use((grants) => grants.list(organization.id, { limit: 1, after: null }))
    assert.strictEqual(grant?.clientName, "Real client")
    assert.isNotNull(grant?.revokedAt)
  }).pipe(Effect.provide(listening))
)
