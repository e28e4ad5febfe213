import { assert, describe, it } from "@effect/vitest"
import { Cause, Duration, Effect, Exit, Fiber, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { documentLimits } from "../../src/grants/ClientDocuments.ts"
import { type Asker, clientName, isDocumentAddress } from "../../src/grants/domain/Client.ts"
import { readGrantScopes, scopesGranted } from "../../src/grants/domain/GrantScope.ts"
import { isRegistered, redirectUriProblem } from "../../src/grants/domain/RedirectUri.ts"
import { type ClientRefused, Grants } from "../../src/grants/Grants.ts"
import { consent, Documents, layer, owner, redeemed, refreshed } from "./granting.ts"

const asker: Asker = { owner: "192.0.2.1", isStranger: true }

const hostile = [
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://a.example/1",
  "http://a.example/callback",
  "http://127.0.0.1.a.example/callback",
  "https://a.example/callback#fragment",
  "https://a.example/callback#",
  "https://user@a.example/callback",
  "https://user:secret@a.example/",
  "https://a.example/x/../callback",
  "https://a.example/x/%2e%2e/callback",
  "https://a.example\\callback",
  "https://a.example/call back",
  "https://аpple.example/callback",
  "https://a;sandbox/callback",
  "https://a,b.example/callback",
  "https://a'b.example/callback",
  "https://*.example/callback",
  "https:a.example/callback",
  "https:/a.example/callback",
  "https:///a.example/callback",
  "http:127.0.0.1/callback",
  "ms-msdt:/id",
  "search-ms:query=x",
  "shell:startup",
  "ms-officecmd:%7B%22x%22%3A1%7D",
  "microsoft-edge:https://phish.example/",
  "ms-settings:privacy",
  "feed:javascript:alert(1)",
  "itms-services://?action=download-manifest&url=https://a.example/x",
  "content://com.example.provider/file",
  "android-app://com.example/https/a.example",
  "steam://run/1",
  "web+app://callback",
  "myapp://callback",
  "cursor2://callback",
  "x.y:/callback",
  "x-apple.systempreferences:com.apple.preference.security",
  "microsoft.windows.camera:",
  "com.:/callback",
  "com..example:/callback",
  "com.example.:/callback",
  "c0m.example:/callback",
  "com.example+x:/callback",
  "/callback",
  "//a.example/callback",
  "",
  `https://a.example/${"x".repeat(2_000)}`
]

describe("an address to send a client back to (OA07)", () => {
  it("is refused where it could run something, hide where it leads, or be read by others", () => {
    for (const uri of hostile) assert.isNotNull(redirectUriProblem(uri), uri)
    for (const uri of [
      "https://a.example/callback",
      "https://a.example/callback?x=1",
      "http://127.0.0.1:3333/callback",
      "http://localhost/callback",
      "http://[::1]:80/callback",
      "cursor://anysphere.cursor-retrieval/oauth/user-1/callback",
      "cursor://anysphere.cursor-mcp/oauth/callback",
      "VSCode://Publisher.extension/callback",
      "vscode-insiders://publisher.extension/callback",
      "windsurf://codeium.windsurf/oauth",
      "claude://claude.ai/mcp-auth-callback",
      "com.example.app:/oauth",
      "com.example.app://oauth/callback?x=1",
      "com.googleusercontent.apps.123-abc:/oauth2redirect",
      "io.github.some-one.app:/cb"
    ]) {
      assert.isNull(redirectUriProblem(uri), uri)
    }
  })

  it("must be one that the client named, letter by letter; the port is free on the user's own machine alone", () => {
    const known = [
      "https://a.example/callback",
      "http://127.0.0.1/callback",
      "cursor://a/b",
      "http://localhost:3000/cb"
    ]
    for (const uri of [
      ...known,
      "http://127.0.0.1:50001/callback",
      "http://localhost:4000/cb",
      "http://localhost/cb"
    ]) {
      assert.isTrue(isRegistered(known, uri), uri)
    }
    for (const uri of [
      "https://a.example/callback/",
      "https://a.example/callback2",
      "https://a.example/callbac",
      "https://a.example/callback?x=1",
      "https://a.example:444/callback",
      "https://A.example/callback",
      "https://b.a.example/callback",
      "https://a.example/callback/../other",
      "http://a.example/callback",
      "http://127.0.0.1:50001/callback2",
      "http://127.0.0.1:50001/callback?x",
      "http://127.0.0.2:50001/callback",
      "http://[::1]:50001/callback",
      "http://localhost:50001/callback",
      "https://127.0.0.1:50001/callback",
      "cursor://a/b/c",
      "cursor://a:1/b",
      ...hostile
    ]) {
      assert.isFalse(isRegistered(known, uri), uri)
    }
  })
})

describe("a client's name", () => {
  it("is one line of letters that can be seen", () => {
    assert.strictEqual(clientName("  Claude\n\tCode\u202e\u200b "), "Claude Code")
    assert.strictEqual(clientName("x".repeat(500)).length, 80)
    assert.strictEqual(clientName({ toString: "x" }), "")
    assert.strictEqual(clientName("\u0000\u001b[31m"), "[31m")
  })
})

describe("scopes of a grant", () => {
  it("mean those of the API that the contract says, never more than the key has", () => {
    assert.deepStrictEqual(scopesGranted(["api.read"], null), [
      "data:execute",
      "logs:read",
      "monitors:read",
      "batches:read"
    ])
    assert.deepStrictEqual(scopesGranted(["api.write"], null), [
      "monitors:write",
      "batches:write",
      "monitors:read",
      "batches:read"
    ])
    assert.deepStrictEqual(scopesGranted(["api.read", "api.write"], ["monitors:write"]), [
      "monitors:read",
      "monitors:write"
    ])
    assert.deepStrictEqual(scopesGranted(["api.read", "api.write"], []), [])
  })

  it("are read from whatever is asked for", () => {
    assert.deepStrictEqual(readGrantScopes(undefined), ["api.read"])
    assert.deepStrictEqual(readGrantScopes("offline_access  api.write openid api.read"), ["api.read", "api.write"])
    assert.isNull(readGrantScopes("openid admin"))
    for (const nothing of ["", "   ", null]) assert.deepStrictEqual(readGrantScopes(nothing), ["api.read"])
    for (const other of ["api.readx", "xapi.read", "api.read,api.write", "API.READ", "api.read\tapi.write", "\t"]) {
      assert.isNull(readGrantScopes(other), other)
    }
  })
})

describe("registration (OA10)", () => {
  it.effect("takes the same client again as the same, and gives a secret to one that asks for it", () =>
    Effect.gen(function* () {
      const grants = yield* Grants
      const sloppy = {
        client_name: "Cursor",
        redirect_uris: ["cursor://a/callback", "cursor://a/callback"],
        grant_types: ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"],
        software_statement: "junk",
        jwks_uri: "http://169.254.169.254/latest",
        logo_uri: "http://10.0.0.1/logo"
      }
      const [first, second] = [yield* grants.register(sloppy), yield* grants.register(sloppy)]
      assert.strictEqual(first.client.id, second.client.id)
      assert.isNull(first.secret)
      assert.deepStrictEqual(first.client.redirectUris, ["cursor://a/callback"])
      assert.lengthOf((yield* Documents).asked, 0, "nothing that it names is fetched")
      const other = yield* grants.register({ ...sloppy, client_name: "Cursor 2" })
      assert.notStrictEqual(other.client.id, first.client.id)
      const closed = { ...sloppy, token_endpoint_auth_method: "client_secret_post" }
      const { client, secret } = yield* grants.register(closed)
      assert.notStrictEqual((yield* grants.register(closed)).client.id, client.id)
      assert.strictEqual((yield* grants.provedClient(client.id, Redacted.value(secret!))).id, client.id)
      for (const wrong of [null, "", "kws_x", client.secretDigest]) {
        const error = yield* Effect.flip(grants.provedClient(client.id, wrong))
        assert.deepInclude(error, { reason: "invalid_client" })
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("takes twenty long addresses, and one of the longest", () =>
    Effect.gen(function* () {
      const grants = yield* Grants
      for (const redirect_uris of [
        Array.from({ length: 20 }, (_, index) => `https://a.example/${index}/`.padEnd(200, "x")),
        [`https://a.example/${"x".repeat(1_982)}`, "http://127.0.0.1/callback"]
      ]) {
        assert.deepStrictEqual((yield* grants.register({ redirect_uris })).client.redirectUris, redirect_uris)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("is forgotten after a month in which nobody granted it anything, and comes back as the same", () =>
    Effect.gen(function* () {
      const grants = yield* Grants
      const of = (client_name: string) => grants.register({ client_name, redirect_uris: ["http://127.0.0.1/callback"] })
      const [idle, active, used] = [yield* of("Idle"), yield* of("Active"), yield* of("Used")]
      yield* redeemed(used.client, (yield* consent(yield* owner(), used.client)).code)
      yield* TestClock.adjust("29 days")
      yield* of("Active")
      assert.strictEqual((yield* grants.client(idle.client.id, asker)).name, "Idle")
      yield* TestClock.adjust("2 days")
      while ((yield* grants.sweep(10)) > 0) {}
      assert.deepInclude(yield* Effect.flip(grants.client(idle.client.id, asker)), { reason: "invalid_client" })
      for (const { client } of [active, used])
        assert.strictEqual((yield* grants.client(client.id, asker)).id, client.id)
      assert.strictEqual((yield* of("Idle")).client.id, idle.client.id)
      assert.strictEqual((yield* grants.client(idle.client.id, asker)).name, "Idle")
    }).pipe(Effect.provide(layer))
  )

  it.effect("refuses what no client can be", () =>
    Effect.gen(function* () {
      const grants = yield* Grants
      for (const [redirectUris, reason] of [
        [undefined, "invalid_client_metadata"],
        [[], "invalid_client_metadata"],
        ["https://a.example/", "invalid_client_metadata"],
        [Array.from({ length: 1_000 }, (_, index) => `https://a.example/${index}`), "invalid_client_metadata"],
        [[{}], "invalid_redirect_uri"],
        [
          Array.from({ length: 3 }, (_, index) => `https://a.example/${index}/${"x".repeat(1_400)}`),
          "invalid_client_metadata"
        ],
        ...hostile.map((uri) => [[uri], "invalid_redirect_uri"] as const)
      ] as const) {
        const error = yield* Effect.flip(grants.register({ redirect_uris: redirectUris }))
        assert.deepInclude(error, { reason }, String(redirectUris))
      }
    }).pipe(Effect.provide(layer))
  )
})

const id = "https://client.example/oauth/client.json"
const document = { client_id: id, client_name: "Reader", redirect_uris: ["http://127.0.0.1/callback"] }

const replyOf = (body: unknown, headers: Record<string, string> = {}, status = 200) => ({
  status,
  headers,
  body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body))
})

describe("a client that is known by its document (OA11)", () => {
  it("has an address with https and a path, and nothing hidden in it", () => {
    for (const one of [id, "https://client.example/a?b=c"]) assert.isTrue(isDocumentAddress(one), one)
    for (const one of [
      "http://client.example/a",
      "https://client.example",
      "https://client.example/",
      "https://user@client.example/a",
      "https://client.example/a#b",
      "https://client.example/a/../b",
      "https://CLIENT.example/a",
      "https://client.example:443/a",
      "client_1"
    ]) {
      assert.isFalse(isDocumentAddress(one), one)
    }
  })

  it.effect("is fetched once within the time that its server says, without what must not be sent", () =>
    Effect.gen(function* () {
      const { asked, replies } = yield* Documents
      const grants = yield* Grants
      replies.set(id, replyOf(document, { "cache-control": "public, max-age=600" }))
      const client = yield* grants.client(id, asker)
      assert.deepStrictEqual([client.id, client.name, client.host], [id, "Reader", "client.example"])
      yield* TestClock.adjust("599 seconds")
      replies.set(id, replyOf({ ...document, redirect_uris: ["https://evil.example/"] }))
      assert.deepStrictEqual((yield* grants.client(id, asker)).redirectUris, document.redirect_uris)
      assert.lengthOf(asked, 1)
      assert.deepInclude(asked[0], { method: "GET", maxBytes: 65_536, headers: { accept: "application/json" } })
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual((yield* grants.client(id, asker)).redirectUris, ["https://evil.example/"])
      replies.set(id, replyOf(document, { "cache-control": "max-age=999999999" }))
      yield* TestClock.adjust("5 minutes")
      yield* grants.client(id, asker)
      yield* TestClock.adjust("25 hours")
      yield* grants.client(id, asker)
      assert.lengthOf(asked, 4, "no document is believed for longer than a day")
    }).pipe(Effect.provide(layer))
  )

  it.effect("asks for no document to take a token, which is bound to its id all the same", () =>
    Effect.gen(function* () {
      const grants = yield* Grants
      assert.strictEqual((yield* grants.provedClient(id, null)).id, id)
      assert.lengthOf((yield* Documents).asked, 0)
      const error = yield* Effect.flip(grants.provedClient("https://client.example", null))
      assert.deepInclude(error, { reason: "invalid_client" })
    }).pipe(Effect.provide(layer))
  )

  it.effect(
    "is looked at again when it refreshes: withdrawn it gets no more until it is back, and while its site is down it goes on",
    () =>
      Effect.gen(function* () {
        const { asked, replies } = yield* Documents
        const grants = yield* Grants
        replies.set(id, replyOf(document))
        const client = yield* grants.client(id, asker)
        const signer = yield* owner()
        const { code } = yield* consent(signer, client)
        let refresh = Redacted.value((yield* redeemed(client, code)).refreshToken)
        const refreshes = Effect.gen(function* () {
          const exit = yield* Effect.exit(refreshed(yield* grants.provedClient(id, null), refresh))
          if (Exit.isFailure(exit)) return (Cause.squash(exit.cause) as ClientRefused).reason
          refresh = Redacted.value(exit.value.refreshToken)
          return "refreshed"
        })
        assert.strictEqual(yield* refreshes, "refreshed")
        assert.lengthOf(asked, 1, "it is believed for a while")
        for (const down of [
          null,
          replyOf("busy", {}, 503),
          replyOf("", { location: "https://a.example/" }, 302),
          replyOf("<p>Back soon")
        ]) {
          yield* TestClock.adjust("6 minutes")
          if (down === null) replies.delete(id)
          else replies.set(id, down)
          assert.strictEqual(yield* refreshes, "refreshed", JSON.stringify(down?.status))
        }
        for (const withdrawn of [
          replyOf("", {}, 404),
          replyOf("", {}, 410),
          replyOf({ ...document, client_id: "https://b.example/c" })
        ]) {
          yield* TestClock.adjust("6 minutes")
          replies.set(id, withdrawn)
          assert.strictEqual(yield* refreshes, "invalid_client")
        }
        const before = asked.length
        assert.strictEqual(yield* refreshes, "invalid_client")
        assert.strictEqual(
          yield* Effect.map(Effect.flip(refreshed(client, "kwr_made_up")), ({ _tag }) => _tag),
          "ClientRefused"
        )
        assert.lengthOf(asked, before, "nobody makes us ask again and again")
        yield* TestClock.adjust("1 minute")
        replies.set(id, replyOf(document))
        assert.strictEqual(yield* refreshes, "refreshed", "the grant has waited")
      }).pipe(Effect.provide(layer))
  )

  it.effect("is refused where the document is another's, redirects, is none, or is not allowed to be fetched", () =>
    Effect.gen(function* () {
      const { asked, replies } = yield* Documents
      const grants = yield* Grants
      for (const [name, reply] of [
        ["another", replyOf({ ...document, client_id: "https://client.example/other" })],
        ["redirect", replyOf("", { location: "https://evil.example/" }, 302)],
        ["markup", replyOf("<html>")],
        ["missing", replyOf("", {}, 404)],
        ["hostile", replyOf({ ...document, redirect_uris: ["javascript:alert(1)"] })],
        ["secret", replyOf({ ...document, token_endpoint_auth_method: "client_secret_post" })]
      ] as const) {
        const address = `https://client.example/${name}`
        replies.set(
          address,
          name === "another"
            ? reply
            : replyOf(new TextDecoder().decode(reply.body).replace(id, address), reply.headers, reply.status)
        )
        const error = yield* Effect.flip(grants.client(address, asker))
        assert.deepInclude(error, { _tag: "ClientRefused", reason: "invalid_client" }, name)
      }
      const forbidden = "https://10.0.0.1/client.json"
      for (let tries = 0; tries < 5; tries++) yield* Effect.flip(grants.client(forbidden, asker))
      assert.lengthOf(
        asked.filter(({ url }) => url === forbidden),
        1,
        "a failure is remembered for a while"
      )
      assert.isFalse(asked.some(({ url }) => url.includes("evil")))
    }).pipe(Effect.provide(layer))
  )
})

describe("turns at documents", () => {
  const hangs = (asker: Asker, many: number, name = asker.owner) =>
    Effect.gen(function* () {
      const { hanging } = yield* Documents
      const grants = yield* Grants
      return yield* Effect.forEach(Array.from({ length: many }), (_, at) => {
        const host = `${name}-${at}.example`
        hanging.add(host)
        return Effect.forkChild(Effect.flip(grants.client(`https://${host}/client.json`, asker)), {
          startImmediately: true
        })
      })
    })

  const network = (name: string): Asker => ({ owner: name, isStranger: true })

  /** The client, found before any time has passed. */
  const findsNow = (asked: string, by: Asker) =>
    Effect.gen(function* () {
      const grants = yield* Grants
      const finding = yield* Effect.forkChild(Effect.option(grants.client(asked, by)), { startImmediately: true })
      yield* TestClock.adjust(0)
      const exit = finding.pollUnsafe()
      yield* Fiber.interrupt(finding)
      return exit !== undefined && Exit.isSuccess(exit) && Option.isSome(exit.value)
    })

  it.effect("are left to whoever comes next, however many hang of one network", () =>
    Effect.gen(function* () {
      ;(yield* Documents).replies.set(id, replyOf(document))
      yield* hangs(network("hog"), 50)
      yield* TestClock.adjust(0)
      assert.isTrue(yield* findsNow(id, network("other")))
    }).pipe(Effect.provide(layer))
  )

  it.effect("are left to organizations, however many networks hang", () =>
    Effect.gen(function* () {
      const { asked, replies } = yield* Documents
      replies.set(id, replyOf(document))
      for (let at = 0; at < 50; at++) yield* hangs(network(`net${at}`), 2)
      yield* TestClock.adjust(0)
      assert.lengthOf(asked, documentLimits.ofStrangers)
      assert.isFalse(yield* findsNow(id, network("stranger")))
      assert.isTrue(yield* findsNow(id, { owner: "org_1", isStranger: false }))
      assert.isTrue(yield* findsNow(id, network("stranger")), "what is remembered waits for nobody")
    }).pipe(Effect.provide(layer))
  )

  it.effect(
    "of who waits with many hold up nobody who asks for the same document, and end when they take too long",
    () =>
      Effect.gen(function* () {
        ;(yield* Documents).replies.set(id, replyOf(document))
        const grants = yield* Grants
        const hog = network("hog")
        yield* hangs(hog, 50)
        const behind = yield* Effect.forkChild(Effect.exit(grants.client(id, hog)), { startImmediately: true })
        yield* TestClock.adjust(0)
        assert.isTrue(yield* findsNow(id, network("other")))
        const late = yield* Effect.forkChild(Effect.flip(grants.client("https://late.example/client.json", hog)), {
          startImmediately: true
        })
        yield* TestClock.adjust(documentLimits.wait)
        assert.deepInclude(yield* Fiber.join(late), { reason: "temporarily_unavailable" })
        yield* Fiber.interrupt(behind)
        yield* TestClock.adjust(Duration.minutes(5))
        assert.isTrue(yield* findsNow(id, hog), "places come back")
      }).pipe(Effect.provide(layer))
  )

  it.effect("tell beforehand whether another server is asked", () =>
    Effect.gen(function* () {
      ;(yield* Documents).replies.set(id, replyOf(document))
      const grants = yield* Grants
      const gone = "https://gone.example/client.json"
      for (const [one, found] of [
        [id, true],
        [gone, false]
      ] as const) {
        assert.isTrue(yield* grants.asksElsewhere(one))
        assert.strictEqual(Exit.isSuccess(yield* Effect.exit(grants.client(one, asker))), found)
        assert.isFalse(yield* grants.asksElsewhere(one), "answers and failures are remembered")
      }
      yield* TestClock.adjust(documentLimits.missing)
      assert.isTrue(yield* grants.asksElsewhere(gone))
      for (const none of ["client_1", "", "javascript:x", "https://a.example"]) {
        assert.isFalse(yield* grants.asksElsewhere(none), none)
      }
    }).pipe(Effect.provide(layer))
  )
})
