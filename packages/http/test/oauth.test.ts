import { assert, describe, it } from "@effect/vitest"
import { OperatorToken } from "@kittiwake/core/administration/OperatorToken"
import { ClientStore } from "@kittiwake/core/grants/ClientStore"
import { maxOpenGrants } from "@kittiwake/core/grants/domain/Grant"
import { GrantStore } from "@kittiwake/core/grants/GrantStore"
import { Grants } from "@kittiwake/core/grants/Grants"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { grantOf, tokenOf } from "@kittiwake/core/testing/grantStoreSuite"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { PublicAddress } from "../src/web/PublicAddress.ts"
import { newBrowser } from "./sessions/Browser.ts"
import { layer, newCaller, newKey, newOrganization, Outside } from "./support/App.ts"
import {
  allow,
  ask,
  asking,
  base,
  callback,
  callWith,
  codeFor,
  cookieOf,
  formOf,
  locationOf,
  post,
  redeem,
  register,
  send,
  signIn,
  submit,
  tokensFor
} from "./support/OAuth.ts"

type Needs = Layer.Success<typeof layer>

const scenario = (name: string, body: Effect.Effect<unknown, unknown, Needs>) =>
  it.effect(name, () => Effect.provide(body, layer))

describe("a call without a token that works (OA01, OA02)", () => {
  scenario(
    "is refused with the address of the document that says how to get one",
    Effect.gen(function* () {
      const expected = `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/v1"`
      const bad = ["kwa_", `kwa_${"x".repeat(43)}`, "eyJhbGciOiJub25lIn0.e30.", "../../etc/passwd", "kwa_ü"]
      for (const token of [null, ...bad]) {
        const reply = yield* token === null ? send("GET", "/v1/monitors") : callWith(encodeURI(token))
        assert.strictEqual(reply.status, 401, String(token))
        assert.strictEqual(reply.headers.get("www-authenticate"), expected)
        assert.strictEqual(reply.json().error_code, "UNAUTHORIZED")
      }
      const { tokens } = yield* tokensFor(yield* newCaller())
      const inQuery = yield* send("GET", `/v1/monitors?access_token=${tokens.access_token}`)
      assert.strictEqual(inQuery.status, 401)
    })
  )

  scenario(
    "is answered on the operations for which it was granted, in the envelope of any call",
    Effect.gen(function* () {
      const key = yield* newCaller()
      for (const [resource, status] of [
        [`${base}/mcp`, 200],
        [`${base}/v1`, 200],
        [base, 200]
      ] as const) {
        const { tokens } = yield* tokensFor(key, { resource })
        const reply = yield* callWith(tokens.access_token)
        assert.strictEqual(reply.status, status, resource)
        assert.strictEqual(reply.json().key_metadata.credits_remaining, 1_000)
      }
      const { tokens } = yield* tokensFor(key)
      const elsewhere = yield* callWith(tokens.access_token, "/v1/monitors", { headers: { host: "localhost:8787" } })
      assert.strictEqual(elsewhere.status, 401, "under another address it is another's token")
      const operator = yield* callWith(tokens.access_token, "/admin/organizations")
      assert.isTrue([401, 404].includes(operator.status))
    })
  )

  scenario(
    "is told which scope is missing, all at once (OA03)",
    Effect.gen(function* () {
      const { tokens } = yield* tokensFor(yield* newCaller(), { scope: "api.read" })
      assert.strictEqual(tokens.scope, "api.read")
      const body = JSON.stringify({ name: "Prices", target: { type: "page", url: "https://shop.example/" } })
      const headers = { "content-type": "application/json" }
      const refused = yield* callWith(tokens.access_token, "/v1/monitors", { method: "POST", body, headers })
      assert.deepStrictEqual([refused.status, refused.json().error_code], [403, "INSUFFICIENT_PERMISSIONS"])
      assert.strictEqual(
        refused.headers.get("www-authenticate"),
        `Bearer error="insufficient_scope", scope="api.read api.write", resource_metadata="${base}/.well-known/oauth-protected-resource/v1"`
      )
      const { tokens: writing } = yield* tokensFor(yield* newCaller(), { scope: "api.write" })
      assert.strictEqual((yield* callWith(writing.access_token)).status, 200, "writing includes reading")
    })
  )
})

describe("the documents (OA04, OA05)", () => {
  scenario(
    "say the same at every address, with the issuer letter by letter",
    Effect.gen(function* () {
      const paths = ["oauth-authorization-server", "oauth-authorization-server/mcp", "openid-configuration"]
      for (const path of paths) {
        const document = (yield* send("GET", `/.well-known/${path}`)).json()
        assert.strictEqual(document.issuer, base)
        assert.deepStrictEqual(document.code_challenge_methods_supported, ["S256"])
        assert.isTrue(document.authorization_response_iss_parameter_supported)
        assert.isTrue(document.client_id_metadata_document_supported)
        for (const name of ["authorization", "token", "registration", "revocation"]) {
          assert.match(document[`${name}_endpoint`], /^http:\/\/127\.0\.0\.1:8787\/\w+$/)
        }
      }
      for (const [path, resource] of [
        ["oauth-protected-resource", base],
        ["oauth-protected-resource/mcp", `${base}/mcp`],
        ["oauth-protected-resource/v1", `${base}/v1`]
      ] as const) {
        const document = (yield* send("GET", `/.well-known/${path}`)).json()
        assert.deepStrictEqual([document.resource, document.authorization_servers], [resource, [base]])
        assert.deepStrictEqual(document.scopes_supported, ["api.read", "api.write"])
      }
      assert.strictEqual((yield* send("GET", "/.well-known/oauth-protected-resource/other")).status, 404)
      const unknown = yield* send("GET", "/.well-known/oauth-protected-resource", { headers: { host: "evil.example" } })
      assert.strictEqual(unknown.status, 404, "a name that anybody can write leads nobody anywhere")
    })
  )

  it.effect("stand below the path of the public address, before and behind it", () =>
    Effect.gen(function* () {
      const own = "https://tools.example/kittiwake"
      for (const path of ["", "/kittiwake"]) {
        const document = (yield* send("GET", `/.well-known/oauth-authorization-server${path}`)).json()
        assert.deepStrictEqual([document.issuer, document.token_endpoint], [own, `${own}/token`])
      }
      const document = (yield* send("GET", "/.well-known/oauth-protected-resource/kittiwake/mcp")).json()
      assert.strictEqual(document.resource, `${own}/mcp`)
      const refused = yield* send("GET", "/v1/monitors")
      assert.include(refused.headers.get("www-authenticate") ?? "", `"${own}/.well-known/oauth-protected-resource/v1"`)
    }).pipe(Effect.provide(layer.pipe(Layer.provide(Layer.succeed(PublicAddress, "https://tools.example/kittiwake")))))
  )
})

const errorIn = (location: URL) => location.searchParams.get("error")

describe("a request for a grant (OA06, OA07)", () => {
  scenario(
    "that is wrong is sent back to the client with what is wrong, its state and who says so",
    Effect.gen(function* () {
      const { client_id: id } = yield* register()
      const wrong: ReadonlyArray<readonly [string, Record<string, string | null>]> = [
        ["invalid_request", { code_challenge: null }],
        ["invalid_request", { code_challenge: "v".repeat(42) }],
        ["invalid_request", { code_challenge: "v".repeat(44) }],
        ["invalid_request", { code_challenge_method: "plain" }],
        ["invalid_request", { code_challenge_method: null }],
        ["unsupported_response_type", { response_type: "token" }],
        ["unsupported_response_type", { response_type: null }],
        ["invalid_request", { response_mode: "fragment" }],
        ["request_not_supported", { request: "eyJ" }],
        ["request_uri_not_supported", { request_uri: "http://169.254.169.254/" }],
        ["interaction_required", { prompt: "none" }],
        ["invalid_scope", { scope: "admin openid" }],
        ["invalid_target", { resource: "https://elsewhere.example/mcp" }],
        ["invalid_target", { resource: `${base}/mcp/` }],
        ["invalid_target", { resource: `${base}/MCP` }],
        ["invalid_target", { resource: `${base}/mcp#part` }],
        ["invalid_target", { resource: "mcp" }],
        ["invalid_target", { resource: `http://${"\u4e01".repeat(1_900)}` }]
      ]
      for (const [error, given] of wrong) {
        const reply = yield* ask(yield* asking(id, given))
        const location = locationOf(reply)
        assert.strictEqual(errorIn(location), error, JSON.stringify(given))
        assert.strictEqual(location.searchParams.get("state"), "a state & <more>")
        assert.strictEqual(location.searchParams.get("iss"), base)
        assert.isNull(location.searchParams.get("code"))
      }
      const twice = yield* asking(id)
      twice.append("state", "another")
      assert.strictEqual(errorIn(locationOf(yield* ask(twice))), "invalid_request")
      const two = yield* asking(id)
      two.append("resource", `${base}/v1`)
      assert.strictEqual(errorIn(locationOf(yield* ask(two))), "invalid_target")
      const repeated = (count: number) =>
        Effect.map(asking(id), (query) => {
          for (let more = query.getAll("resource").length; more < count; more++) query.append("resource", `${base}/mcp`)
          return query
        })
      assert.strictEqual((yield* ask(yield* repeated(10))).status, 200)
      assert.strictEqual(errorIn(locationOf(yield* ask(yield* repeated(11)))), "invalid_target")
    })
  )

  scenario(
    "that is wrong sends nobody to another machine, or into a program, but by a person's own press",
    Effect.gen(function* () {
      for (const [uri, place] of [
        ["https://phish.example/kittiwake/sign-in", "phish.example"],
        ["https://127.0.0.1/callback", "127.0.0.1"],
        ["cursor://anysphere.cursor-mcp/oauth/callback", "the program for cursor:// links"],
        [`https://a.example/cb?x="><script>'`, null]
      ] as const) {
        const { client_id: id } = yield* register({ client_name: "Your bank", redirect_uris: [uri] })
        for (const given of [
          { response_type: "x" },
          { prompt: "none" },
          { code_challenge: null },
          { scope: "admin" }
        ]) {
          const reply = yield* ask(yield* asking(id, { redirect_uri: uri, ...given }))
          assert.deepStrictEqual([reply.status, reply.headers.get("location")], [400, null], uri)
          assert.notMatch(reply.text, /<script|http-equiv|Your bank/i)
          const [, href = ""] = /<a href="([^"]+)" rel="noreferrer">/.exec(reply.text) ?? []
          const written = { "&amp;": "&", "&quot;": '"', "&lt;": "<", "&gt;": ">", "&#39;": "'" }
          const address = new URL(
            Object.entries(written).reduceRight((text, [entity, letter]) => text.replaceAll(entity, letter), href)
          )
          assert.strictEqual(address.href.startsWith(new URL(uri).href.split("?")[0]!), true, href)
          assert.strictEqual(address.searchParams.get("state"), "a state & <more>")
          assert.strictEqual(address.searchParams.get("iss"), base)
          assert.isString(address.searchParams.get("error"))
          if (place !== null) assert.include(reply.text, `Back to ${place}</a>`)
        }
        assert.strictEqual((yield* ask(yield* asking(id, { redirect_uri: uri }))).status, 200, uri)
      }
    })
  )

  scenario(
    "from a program that registered when other schemes were taken ends at a page that says so",
    Effect.gen(function* () {
      const uri = "ms-officecmd:%7B%7D"
      const old = { id: "client_old", name: "Old", redirectUris: [uri], secretDigest: null, host: null }
      yield* ClientStore.use((store) => Effect.flatMap(DateTime.now, (now) => store.put(old, now, 100)))
      for (const given of [{ redirect_uri: uri }, { redirect_uri: null }, { redirect_uri: uri, prompt: "none" }]) {
        const reply = yield* ask(yield* asking(old.id, given))
        assert.deepStrictEqual([reply.status, reply.headers.get("location")], [400, null])
        assert.include(reply.text, "has a scheme that is not taken")
        assert.notInclude(reply.text, "href")
      }
    })
  )

  scenario(
    "is put before a person where nothing is wrong, however sloppy it is",
    Effect.gen(function* () {
      const { client_id: id } = yield* register()
      for (const given of [
        {},
        { resource: null },
        { resource: "HTTP://127.0.0.1:8787/mcp" },
        { resource: `${base}/` },
        { scope: null },
        {
          scope: Array.from({ length: 100 }, (_, index) => `scope${index}`)
            .join(" ")
            .concat(" api.read")
        },
        { state: null },
        { redirect_uri: null }
      ]) {
        assert.strictEqual((yield* ask(yield* asking(id, given))).status, 200, JSON.stringify(given))
      }
    })
  )

  scenario(
    "with an address that the client did not name leads nowhere, and shows a page instead",
    Effect.gen(function* () {
      const { client_id: id } = yield* register({ redirect_uris: ["https://app.example/callback", callback] })
      for (const uri of [
        "https://app.example/callback/",
        "https://app.example/callback?next=1",
        "https://app.example/callback#x",
        "https://app.example.evil.example/callback",
        "https://app.example@evil.example/callback",
        "https://app.example/callback/../other",
        "https://app.example:8443/callback",
        "http://app.example/callback",
        "https://evil.example/",
        "javascript:alert(1)",
        "https://аpp.example/callback",
        "http://127.0.0.2/callback",
        "http://localhost:5005/callback"
      ]) {
        const reply = yield* ask(yield* asking(id, { redirect_uri: uri, response_type: "token" }))
        assert.strictEqual(reply.status, 400, uri)
        assert.isNull(reply.headers.get("location"))
        assert.include(reply.text, "connect again")
      }
      for (const clientId of ["client_unknown", "", "https://client.example/none.json", "x".repeat(600)]) {
        assert.strictEqual((yield* ask(yield* asking(clientId))).status, 400, clientId)
      }
    })
  )

  scenario(
    "comes from a client that its document describes, whose host is shown (OA11)",
    Effect.gen(function* () {
      const id = "https://client.example/oauth.json"
      const { documents } = yield* Outside
      documents.set(id, JSON.stringify({ client_id: id, client_name: "Reader", redirect_uris: [callback] }))
      const page = yield* ask(yield* asking(id))
      assert.strictEqual(page.status, 200, page.text)
      assert.include(page.text, "client.example vouches")
      assert.include(page.text, "a program on this computer")
      const code = yield* codeFor(id, yield* newCaller())
      assert.strictEqual((yield* redeem(id, code)).status, 200)
    })
  )
})

describe("the pages (OA12)", () => {
  scenario(
    "let nothing run, be framed or be kept, and show what others wrote as text",
    Effect.gen(function* () {
      const name = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>\u202e`
      const { client_id: id } = yield* register({ client_name: name })
      const page = yield* ask(yield* asking(id))
      const consent = yield* signIn(page, yield* newCaller())
      for (const reply of [page, consent]) {
        assert.notMatch(reply.text, /<script|<img|<[^>]+\son\w+=|\u202e/i)
        assert.include(reply.text, "&lt;script&gt;alert(1)")
        const policy = reply.headers.get("content-security-policy") ?? ""
        assert.match(policy, /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'/)
        assert.include(policy, "frame-ancestors 'none'")
        assert.notInclude(policy, "unsafe")
        assert.strictEqual(reply.headers.get("x-frame-options"), "DENY")
        assert.strictEqual(reply.headers.get("cache-control"), "no-store")
        assert.match(reply.headers.get("set-cookie") ?? "", /HttpOnly; SameSite=Strict$/)
      }
      assert.include(consent.headers.get("content-security-policy") ?? "", "form-action 'self' http://127.0.0.1:5005")
    })
  )

  scenario(
    "say for whom and what is granted, and grant no more than was chosen and the key may",
    Effect.gen(function* () {
      const organization = yield* newOrganization({ name: "Harbour & Co" })
      const { secret } = yield* newKey(organization, ["monitors:read", "data:execute"])
      const { client_id: id } = yield* register()
      const consent = yield* signIn(yield* ask(yield* asking(id)), secret)
      assert.include(consent.text, "Harbour &amp; Co")
      assert.include(consent.text, "Look things up")
      const location = locationOf(yield* allow(consent))
      assert.strictEqual(location.searchParams.get("state"), "a state & <more>")
      assert.strictEqual(location.searchParams.get("iss"), base)
      const reply = yield* redeem(id, location.searchParams.get("code")!)
      const { access_token: token, scope } = reply.json()
      assert.strictEqual(
        scope,
        "api.read api.write"
          .split(" ")
          .filter((one) => consent.text.includes(`value="${one}"`))
          .join(" ")
      )
      assert.strictEqual((yield* callWith(token)).status, 200)
      assert.strictEqual((yield* callWith(token, "/v1/logs")).status, 403, "the key may not")
      const [grant] = yield* Grants.use((grants) => grants.list(organization.id, { limit: 5, after: null }))
      assert.deepStrictEqual([grant?.dailyCredits, grant?.clientName], [100, "Assistant"])
    })
  )

  scenario(
    "take a key that works and nothing else, and say so",
    Effect.gen(function* () {
      const { client_id: id } = yield* register()
      const disabled = yield* newCaller({ disabled: true })
      const { tokens } = yield* tokensFor(yield* newCaller())
      for (const key of ["", "sk_wrong", "x".repeat(600), disabled, tokens.access_token, tokens.refresh_token]) {
        const reply = yield* signIn(yield* ask(yield* asking(id)), key)
        assert.strictEqual(reply.status, 401, key)
        assert.include(reply.text, "no key of this installation")
      }
      const { secret } = yield* newKey(yield* newOrganization(), [])
      assert.strictEqual((yield* signIn(yield* ask(yield* asking(id)), secret)).status, 403)
    })
  )

  scenario(
    "are worth nothing in another browser, from another page, changed, too late, or again",
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { client_id: id } = yield* register()
      const page = yield* ask(yield* asking(id))
      const other = yield* ask(yield* asking(id))
      const forged = [
        post("/authorize", { step: "sign-in", key, request: formOf(page) }),
        post("/authorize", { step: "sign-in", key, request: formOf(page) }, { cookie: cookieOf(other) }),
        post("/authorize", { step: "sign-in", key, request: `${formOf(page)}A` }, { cookie: cookieOf(page) }),
        post("/authorize", { step: "sign-in", key }, { cookie: cookieOf(page) }),
        signIn(page, key, { origin: "https://evil.example" }),
        signIn(page, key, { origin: "null" }),
        signIn(page, key, { "sec-fetch-site": "cross-site" })
      ]
      for (const tried of forged) assert.strictEqual((yield* tried).status, 403)
      const consent = yield* signIn(page, key, { origin: base, "sec-fetch-site": "same-origin" })
      assert.strictEqual(consent.status, 200)
      assert.notStrictEqual(cookieOf(consent), cookieOf(page), "who signs in gets a mark that nobody else has seen")
      const stale = post(
        "/authorize",
        { step: "allow", scope: "api.read", request: formOf(consent) },
        { cookie: cookieOf(page) }
      )
      assert.strictEqual((yield* stale).status, 403)
      assert.strictEqual(
        (yield* submit(page, { step: "allow", scope: "api.read" })).status,
        401,
        "nobody has signed in there"
      )
      const done = yield* allow(consent)
      assert.strictEqual(done.status, 303)
      assert.match(done.headers.get("set-cookie") ?? "", /Max-Age=0/)
      const again = yield* allow(consent)
      assert.deepStrictEqual([again.status, again.headers.get("location")], [400, null])
      const late = yield* signIn(yield* ask(yield* asking(id)), key)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* allow(late)).status, 403)
    })
  )

  scenario(
    "let a person refuse, and mend what was typed wrong",
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { client_id: id } = yield* register()
      const consent = yield* signIn(yield* ask(yield* asking(id)), key)
      const denied = locationOf(yield* submit(consent, { step: "deny" }))
      assert.deepStrictEqual([errorIn(denied), denied.searchParams.get("iss")], ["access_denied", base])
      let page = consent
      for (const fields of [
        [["step", "allow"]],
        ...["0", "-1", "1.5", "many", "1000000001", "99999999999"].map((credits) => [
          ["step", "allow"],
          ["scope", "api.read"],
          ["credits", credits]
        ])
      ] as Array<Array<[string, string]>>) {
        page = yield* submit(page, fields)
        assert.strictEqual(page.status, 400, JSON.stringify(fields))
        assert.include(page.text, `role="alert"`)
      }
      assert.strictEqual(
        (yield* submit(page, [
          ["step", "allow"],
          ["scope", "api.read"],
          ["credits", " "]
        ])).status,
        303
      )
    })
  )

  it.effect("let the operator grant for an organization that is not among those listed", () =>
    Effect.gen(function* () {
      const hidden = yield* newOrganization({ name: "Hidden" })
      const { client_id: id } = yield* register()
      const signedIn = Effect.gen(function* () {
        return yield* signIn(yield* ask(yield* asking(id)), "the operator's own token")
      })
      yield* TestClock.adjust("1 minute")
      yield* Effect.forEach(Array.from({ length: 199 }), () =>
        newOrganization({ createdAt: DateTime.makeUnsafe(2e12) })
      )
      assert.notInclude((yield* signedIn).text, "organization_id")
      yield* newOrganization({ createdAt: DateTime.makeUnsafe(2e12) })
      const consent = yield* signedIn
      assert.notInclude(consent.text, hidden.id)
      assert.include(consent.text, 'name="organization_id"')
      const [, shown = ""] = /<option value="([^"]+)"/.exec(consent.text) ?? []
      for (const wrong of ["org_none", `${hidden.id}x`, "x".repeat(1_000)]) {
        const refused = yield* allow(consent, [
          ["organization", shown],
          ["organization_id", wrong]
        ])
        assert.strictEqual(refused.status, 400)
        assert.include(refused.text, `role="alert"`)
      }
      const page = yield* signedIn
      const granted = yield* allow(page, [
        ["organization", shown],
        ["organization_id", ` ${hidden.id} `]
      ])
      const { access_token: token } = (yield* redeem(id, locationOf(granted).searchParams.get("code")!)).json()
      assert.strictEqual((yield* callWith(token)).status, 200)
      assert.lengthOf(yield* Grants.use((grants) => grants.list(hidden.id, { limit: 5, after: null })), 1)
    }).pipe(
      Effect.provide(
        layer.pipe(Layer.provide(Layer.succeed(OperatorToken, Option.some(Redacted.make("the operator's own token")))))
      )
    )
  )

  scenario(
    "let a key grant for its own organization alone, whatever is typed",
    Effect.gen(function* () {
      const [own, other] = [yield* newOrganization(), yield* newOrganization()]
      const { client_id: id } = yield* register()
      const consent = yield* signIn(yield* ask(yield* asking(id)), (yield* newKey(own)).secret)
      assert.notInclude(consent.text, "organization_id")
      yield* allow(consent, [
        ["organization", other.id],
        ["organization_id", other.id]
      ])
      const grantsOf = (organizationId: typeof own.id) =>
        Effect.map(
          Grants.use((grants) => grants.list(organizationId, { limit: 5, after: null })),
          ({ length }) => length
        )
      assert.deepStrictEqual([yield* grantsOf(own.id), yield* grantsOf(other.id)], [1, 0])
    })
  )

  it.effect("let the operator grant for an organization that they choose", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization({ name: "Second" })
      const { client_id: id } = yield* register()
      yield* newOrganization({ name: "Third" })
      const consent = yield* signIn(yield* ask(yield* asking(id)), "the operator's own token")
      assert.include(consent.text, "<select")
      const missing = yield* allow(consent, [["organization", "org_none"]])
      assert.strictEqual(missing.status, 400)
      const code = locationOf(yield* allow(missing, [["organization", organization.id]])).searchParams.get("code")!
      const { access_token: token } = (yield* redeem(id, code)).json()
      assert.strictEqual((yield* callWith(token)).status, 200)
      const [grant] = yield* Grants.use((grants) => grants.list(organization.id, { limit: 5, after: null }))
      assert.isNull(grant?.keyId)
    }).pipe(
      Effect.provide(
        layer.pipe(Layer.provide(Layer.succeed(OperatorToken, Option.some(Redacted.make("the operator's own token")))))
      )
    )
  )

  scenario(
    "ask a document again before they believe it, and send nobody where it no longer leads",
    Effect.gen(function* () {
      const id = "https://client.example/moving.json"
      const { documents } = yield* Outside
      documents.set(id, JSON.stringify({ client_id: id, redirect_uris: [callback] }))
      const consent = yield* signIn(yield* ask(yield* asking(id)), yield* newCaller())
      documents.set(id, JSON.stringify({ client_id: id, redirect_uris: ["https://moved.example/"] }))
      yield* TestClock.adjust("6 minutes")
      const reply = yield* allow(consent)
      assert.deepStrictEqual([reply.status, reply.headers.get("location")], [400, null])
    })
  )
})

describe("tokens (OA08, OA09)", () => {
  scenario(
    "are given once for a code, and all are gone when it is used again",
    Effect.gen(function* () {
      const { clientId, code, tokens } = yield* tokensFor(yield* newCaller())
      assert.match(tokens.access_token, /^kwa_[0-9A-Za-z]{43}$/)
      assert.deepInclude(tokens, { token_type: "Bearer", expires_in: 3_600, scope: "api.read api.write" })
      assert.strictEqual((yield* callWith(tokens.access_token)).status, 200)
      const again = yield* redeem(clientId, code)
      assert.deepStrictEqual([again.status, again.json().error], [400, "invalid_grant"])
      assert.strictEqual(again.headers.get("cache-control"), "no-store")
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* callWith(tokens.access_token)).status, 401)
    })
  )

  scenario(
    "are refused in the words of the protocol",
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { client_id: id } = yield* register()
      const { client_id: closed, client_secret: secret } = yield* register({
        token_endpoint_auth_method: "client_secret_post"
      })
      const code = yield* codeFor(id, key)
      for (const [status, error, tried] of [
        [400, "invalid_grant", redeem(id, "kwc_unknown")],
        [401, "invalid_client", redeem("client_unknown", code)],
        [400, "invalid_grant", redeem(id, code, { code_verifier: "w".repeat(43) })],
        [400, "invalid_request", redeem(id, code, { code_verifier: "short" })],
        [400, "invalid_grant", redeem(id, code, { redirect_uri: "http://127.0.0.1:5006/callback" })],
        [400, "invalid_target", redeem(id, code, { resource: `${base}/v1` })],
        [400, "unsupported_grant_type", post("/token", { client_id: id, grant_type: "password" })],
        [400, "unsupported_grant_type", post("/token", { client_id: id, grant_type: "__proto__" })],
        [400, "invalid_request", post("/token", { client_id: id, grant_type: "refresh_token" })],
        [
          400,
          "invalid_request",
          send("POST", "/token", { body: "{}", headers: { "content-type": "application/json" } })
        ],
        [
          400,
          "invalid_request",
          post(
            "/token",
            new URLSearchParams([
              ["client_id", id],
              ["client_id", id]
            ])
          )
        ],
        [401, "invalid_client", redeem(closed, code)],
        [401, "invalid_client", redeem(closed, code, { client_secret: "kws_wrong" })],
        [400, "invalid_grant", redeem(closed, code, { client_secret: secret! })]
      ] as const) {
        const reply = yield* tried
        assert.deepStrictEqual([reply.status, reply.json().error], [status, error])
        assert.isString(reply.json().error_description)
      }
      assert.strictEqual((yield* redeem(id, code)).status, 200)
    })
  )

  scenario(
    "are replaced when they are refreshed, and end when an old one comes back",
    Effect.gen(function* () {
      const { clientId, tokens } = yield* tokensFor(yield* newCaller())
      const refresh = (token: string, given: Record<string, string> = {}) =>
        post("/token", { grant_type: "refresh_token", refresh_token: token, client_id: clientId, ...given })
      const next = (yield* refresh(tokens.refresh_token, { scope: "api.read" })).json()
      assert.strictEqual(next.scope, "api.read")
      assert.strictEqual((yield* callWith(next.access_token)).status, 200)
      const { client_id: stranger } = yield* register({ client_name: "Stranger" })
      assert.strictEqual((yield* refresh(next.refresh_token, { client_id: stranger })).json().error, "invalid_grant")
      assert.strictEqual((yield* refresh(tokens.refresh_token)).json().error, "invalid_grant")
      assert.strictEqual((yield* refresh(next.refresh_token)).json().error, "invalid_grant")
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* callWith(next.access_token)).status, 401)
    })
  )

  scenario(
    "of parallel refreshes one is given, and then the grant has ended",
    Effect.gen(function* () {
      const { clientId, tokens } = yield* tokensFor(yield* newCaller())
      const fields = { grant_type: "refresh_token", refresh_token: tokens.refresh_token, client_id: clientId }
      const answers = yield* Effect.forEach(Array.from({ length: 20 }), () => post("/token", fields), {
        concurrency: "unbounded"
      })
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1)
    })
  )

  scenario(
    "end at once everywhere when they are revoked, as often as one likes, by their client alone (OA16)",
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { secret, id: keyId } = yield* newKey(organization)
      const { clientId, tokens } = yield* tokensFor(secret)
      assert.strictEqual((yield* callWith(tokens.access_token)).status, 200)
      const { client_id: stranger } = yield* register({ client_name: "Stranger" })
      yield* post("/revoke", { token: tokens.refresh_token, client_id: stranger })
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* callWith(tokens.access_token)).status, 200)
      for (const token of [tokens.access_token, tokens.access_token, "kwa_unknown"]) {
        const revoked = yield* post("/revoke", { token, client_id: clientId, token_type_hint: "access_token" })
        assert.strictEqual(revoked.status, 200)
        assert.strictEqual(revoked.text, "")
      }
      assert.strictEqual(
        (yield* post("/revoke", { token: tokens.access_token })).status,
        401,
        "revoking needs a client"
      )
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* callWith(tokens.access_token)).status, 401)
      const another = yield* tokensFor(secret)
      assert.strictEqual((yield* callWith(another.tokens.access_token)).status, 200)
      yield* Organizations.use((all) => all.revokeKey(organization.id, keyId as never))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* callWith(another.tokens.access_token)).status, 401, "the key that signed is gone")
    })
  )

  scenario(
    "stand in no log of calls, which names no key for them but the grant, and finds its calls",
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { id: keyId, secret } = yield* newKey(organization)
      const { tokens } = yield* tokensFor(secret)
      const { json } = yield* callWith(tokens.access_token, "/v1/monitors")
      const headers = { authorization: `Bearer ${secret}` }
      const logged = yield* send("GET", `/v1/logs/${json().request_id}`, { headers })
      assert.strictEqual(logged.status, 200)
      assert.isNull(logged.json().data.key_id)
      assert.notInclude(logged.text, tokens.access_token)
      const grants = yield* Grants.use((all) => all.list(organization.id, { limit: 10, after: null }))
      const grantId = grants[0]?.id ?? ""
      assert.strictEqual(logged.json().data.grant_id, grantId)
      const listed = Effect.fnUntraced(function* (query: string) {
        const { data } = (yield* send("GET", `/v1/logs?${query}`, { headers })).json()
        return (data as ReadonlyArray<{ readonly request_id: string }>).map(({ request_id }) => request_id)
      })
      assert.deepStrictEqual(yield* listed(`grant_id=${grantId}`), [json().request_id])
      assert.deepStrictEqual(yield* listed("grant_id=grant_of_nobody"), [])
      assert.notInclude(yield* listed(`key_id=${keyId}`), json().request_id)
    })
  )

  scenario(
    "make monitors that say by which grant they were made, and are found by it",
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { tokens } = yield* tokensFor(key)
      const create = (token: string, name: string) =>
        callWith(token, "/v1/monitors", {
          method: "POST",
          body: JSON.stringify({ name, target: { type: "page", url: "https://shop.example/" } }),
          headers: { "content-type": "application/json" }
        })
      const made = (yield* create(tokens.access_token, "Its own")).json()
      const other = (yield* create(key, "Its owner's")).json()
      assert.match(made.grant_id, /^grant_/)
      assert.notProperty(other, "grant_id")
      const listed = (query: string) =>
        Effect.map(callWith(key, `/v1/monitors?${query}`), (reply) =>
          reply.json().data.map(({ name }: { readonly name: string }) => name)
        )
      assert.deepStrictEqual(yield* listed(`grant_id=${made.grant_id}`), ["Its own"])
      assert.deepStrictEqual(yield* listed("grant_id=grant_of_nobody"), [])
      assert.strictEqual((yield* callWith(key, `/v1/monitors/${made.id}`)).json().grant_id, made.grant_id)
    })
  )

  scenario(
    "spend what a day has and no more, and say when there is more",
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { tokens } = yield* tokensFor(key, {}, [["credits", "2"]])
      const submit = (token: string, pages: number) => {
        const urls = Array.from({ length: pages }, (_, index) => `https://shop.example/${index}`)
        const body = JSON.stringify({ input: { mode: "scrape", data: { urls } } })
        return callWith(token, "/v1/batch/submit", {
          method: "POST",
          body,
          headers: { "content-type": "application/json" }
        })
      }
      const many = yield* submit(tokens.access_token, 3)
      assert.deepStrictEqual([many.status, many.json().error_code], [403, "USAGE_EXCEEDED"], many.text)
      assert.include(many.text, "of the 2 that this grant may spend a day 2 are left until 1970-01-02T00:00:00.000Z")
      assert.isBelow((yield* submit(tokens.access_token, 2)).status, 300)
      assert.strictEqual((yield* submit(tokens.access_token, 1)).status, 403)
      assert.isBelow((yield* submit(key, 1)).status, 300, "the key has no such budget")
      yield* TestClock.adjust("1 day")
      const { tokens: next } = yield* tokensFor(key, {}, [["credits", "2"]])
      assert.isBelow((yield* submit(next.access_token, 2)).status, 300)
    })
  )
})

describe("registration (OA10)", () => {
  scenario(
    "takes what real clients send, as often as they send it",
    Effect.gen(function* () {
      const first = yield* register({
        redirect_uris: ["cursor://anysphere.cursor-retrieval/oauth/callback"],
        grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
        response_types: ["code"],
        scope: "openid everything",
        application_type: "native",
        logo_uri: "http://169.254.169.254/latest/meta-data",
        jwks: { keys: [] }
      })
      assert.deepInclude(first, {
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        scope: "api.read api.write"
      })
      assert.notProperty(first, "client_secret")
      const again = yield* register()
      assert.strictEqual((yield* register()).client_id, again.client_id)
    })
  )

  scenario(
    "refuses what no client can be, and who registers too often",
    Effect.gen(function* () {
      const json = { "content-type": "application/json" }
      for (const [body, error] of [
        ["{}", "invalid_client_metadata"],
        ["[]", "invalid_client_metadata"],
        ["null", "invalid_client_metadata"],
        ["{broken", "invalid_client_metadata"],
        [JSON.stringify({ redirect_uris: ["javascript:alert(1)"] }), "invalid_redirect_uri"],
        [JSON.stringify({ redirect_uris: [callback], client_name: "x".repeat(2_000_000) }), "invalid_client_metadata"]
      ] as const) {
        const reply = yield* send("POST", "/register", { body, headers: json })
        assert.deepStrictEqual([reply.status, reply.json().error], [400, error], body.slice(0, 50))
      }
      const registers = (client_name: string, given: object = {}) =>
        send("POST", "/register", {
          body: JSON.stringify({ client_name, redirect_uris: [callback], ...given }),
          headers: json
        })
      const statuses: Array<number> = []
      for (let tries = 0; tries < 30; tries++) statuses.push((yield* registers(`Program ${tries}`)).status)
      assert.strictEqual(statuses.filter((status) => status === 201).length, 14)
      assert.strictEqual(statuses.at(-1), 429)
      const again = yield* registers("Program 0")
      assert.strictEqual(again.status, 201, "one that is known already")
      assert.strictEqual((yield* ask(yield* asking(again.json().client_id))).status, 200)
      const secret = yield* registers("Program 0", { token_endpoint_auth_method: "client_secret_post" })
      assert.strictEqual(secret.status, 429, "one with a secret is always another")
      for (const body of ["{broken", "[]", JSON.stringify({ redirect_uris: [callback], more: "x".repeat(20_000) })]) {
        assert.strictEqual((yield* send("POST", "/register", { body, headers: json })).status, 429)
      }
    })
  )
})

const refresh = (client_id: string, refresh_token: string) =>
  post("/token", { grant_type: "refresh_token", refresh_token, client_id })

describe("floods", () => {
  scenario(
    "of documents keep nobody from a program that is known, nor whoever is signed in to the dashboard",
    Effect.gen(function* () {
      const { documents } = yield* Outside
      const known = "https://client.example/oauth.json"
      const fresh = "https://fresh.example/oauth.json"
      for (const id of [known, fresh]) {
        documents.set(id, JSON.stringify({ client_id: id, client_name: "Reader", redirect_uris: [callback] }))
      }
      const statusOf = (id: string, headers: Record<string, string> = {}) =>
        Effect.flatMap(asking(id), (query) => Effect.map(ask(query, headers), ({ status }) => status))
      assert.strictEqual(yield* statusOf(known), 200)
      const made = Array.from({ length: 25 }, (_, at) => `https://a.example/${at}.json`)
      assert.strictEqual((yield* Effect.forEach(made, (id) => statusOf(id))).indexOf(429), 19)
      assert.strictEqual(yield* statusOf(fresh), 429)
      assert.strictEqual(yield* statusOf(known), 200)
      assert.strictEqual(yield* statusOf(made[0]!), 400, "nor is a failure asked for again")
      const browser = newBrowser(base)
      yield* browser.signIn({ key: yield* newCaller() })
      const cookie = browser.cookie()!
      assert.strictEqual(yield* statusOf(fresh, { cookie, "sec-fetch-site": "cross-site" }), 429, "led by another site")
      assert.strictEqual(yield* statusOf(fresh, { cookie: "kittiwake-session=made-up" }), 429)
      assert.strictEqual(yield* statusOf(fresh, { cookie, "sec-fetch-site": "none" }), 200)
    })
  )

  scenario(
    "of those who have nothing keep nobody at their address from signing in, consenting, renewing tokens and giving them back",
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { clientId, tokens } = yield* tokensFor(key)
      const page = yield* ask(yield* asking(clientId))
      const floods = [
        { one: redeem(clientId, "kwc_made_up"), most: 300 },
        { one: send("POST", "/token", { body: "{}", headers: { "content-type": "application/json" } }), most: 300 },
        { one: signIn(page, "sk_made_up"), most: 20 },
        { one: Effect.flatMap(asking("client_none"), ask), most: 120 },
        { one: post("/authorize", { request: "made-up" }), most: 120 }
      ]
      for (const { most, one } of floods) {
        yield* Effect.forEach(Array.from({ length: most + 1 }), () => one, { concurrency: 20, discard: true })
        assert.strictEqual((yield* one).status, 429)
      }
      const next = yield* refresh(clientId, tokens.refresh_token)
      assert.strictEqual(next.status, 200)
      assert.strictEqual((yield* callWith(next.json().access_token)).status, 200)
      assert.strictEqual((yield* refresh(clientId, tokens.refresh_token)).json().error, "invalid_grant", "used")
      const again = yield* tokensFor(key)
      const gone = yield* post("/revoke", { client_id: again.clientId, token: again.tokens.refresh_token })
      assert.strictEqual(gone.status, 200)
      assert.strictEqual((yield* callWith(again.tokens.access_token)).status, 401)
    })
  )

  scenario(
    "of tokens that a client renews are counted by its grant",
    Effect.gen(function* () {
      const { clientId, tokens } = yield* tokensFor(yield* newCaller())
      let token = tokens.refresh_token
      // A code was redeemed as well.
      for (let count = 1; count < 60; count++) {
        token = (yield* refresh(clientId, token)).json().refresh_token
      }
      assert.strictEqual((yield* refresh(clientId, token)).status, 429)
      const other = yield* tokensFor(yield* newCaller())
      assert.strictEqual((yield* refresh(other.clientId, other.tokens.refresh_token)).status, 200)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* refresh(clientId, token)).status, 200, "nothing was used up")
    })
  )

  scenario(
    "of grants end at the bound of their organization, which a page says, and multiply no limit of their key",
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { id: keyId, secret } = yield* newKey(organization)
      const { tokens } = yield* tokensFor(secret)
      const left = (reply: { readonly headers: Headers }) => Number(reply.headers.get("x-ratelimit-remaining"))
      const path = "/v1/org/browser/profiles"
      const before = left(yield* callWith(tokens.access_token, path))
      assert.strictEqual(left(yield* callWith(secret, path)), before - 1)
      const store = yield* GrantStore
      yield* Effect.forEach(Array.from({ length: maxOpenGrants }), () => {
        const grant = grantOf(organization.id, { keyId })
        return store.sign(grant, tokenOf(grant.id), maxOpenGrants)
      })
      const { client_id: id } = yield* register()
      const consent = yield* signIn(yield* ask(yield* asking(id)), secret)
      const refused = yield* allow(consent)
      assert.strictEqual(refused.status, 403)
      assert.include(refused.text, "The organization has all of its 1000 grants.")
      assert.strictEqual((yield* tokensFor(yield* newCaller())).tokens.access_token.slice(0, 4), "kwa_")
    })
  )

  scenario(
    "of pages, tokens and sign-ins are refused with the time to wait, and keep no call waiting",
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { client_id: id } = yield* register()
      const { tokens } = yield* tokensFor(key)
      const wrongKey = yield* ask(yield* asking(id))
      const floods = [
        { one: redeem(id, "kwc_made_up"), most: 300, wrong: 400 },
        { one: post("/revoke", { client_id: id, token: "kwr_made_up" }), most: 300, wrong: 200 },
        { one: signIn(wrongKey, "sk_made_up"), most: 20, wrong: 401 },
        { one: Effect.flatMap(asking("client_none"), ask), most: 120, wrong: 400 }
      ]
      for (const { most, one, wrong } of floods) {
        const replies = yield* Effect.forEach(Array.from({ length: most + 60 }), () => one, { concurrency: 20 })
        const statuses = replies.map(({ status }) => status)
        assert.deepStrictEqual(
          [...new Set(statuses)].filter((status) => status !== wrong),
          [429]
        )
        assert.isAtMost(statuses.filter((status) => status === wrong).length, most)
      }
      const refused = yield* redeem(id, "kwc_made_up")
      assert.deepStrictEqual([refused.status, refused.json().error], [429, "temporarily_unavailable"])
      assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/)
      // Whoever is let in already goes on.
      assert.strictEqual((yield* callWith(tokens.access_token)).status, 200)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* redeem(id, "kwc_made_up")).status, 400)
    })
  )
})
