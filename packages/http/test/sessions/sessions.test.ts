import { assert, describe, it } from "@effect/vitest"
import { OperatorToken } from "@kittiwake/core/administration/OperatorToken"
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Sessions } from "@kittiwake/core/sessions/Sessions"
import { Duration, Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { whileAhead } from "../../../core/src/testing/arrangements.ts"
import { signInsAMinute } from "../../src/sessions/signInsAMinute.ts"
import { PublicAddress } from "../../src/web/PublicAddress.ts"
import { call, layer, newKey, newMonitor, newOrganization } from "../support/App.ts"
import { newBrowser } from "./Browser.ts"

const token = "operator-token-0123456789abcdefghij"

const withToken = (value: string) =>
  layer.pipe(Layer.provide(Layer.succeed(OperatorToken, Option.some(Redacted.make(value)))))

const app = withToken(token)

const signedInKey = Effect.fnUntraced(function* (scopes: ReadonlyArray<Scope> | null = null) {
  const organization = yield* newOrganization()
  const key = yield* newKey(organization, scopes)
  const browser = newBrowser()
  const answer = yield* browser.signIn({ key: key.secret })
  return { organization, key, browser, answer }
})

const link = Effect.gen(function* () {
  return Redacted.value((yield* (yield* Sessions).newLink).secret)
})

describe("signing in", () => {
  it.effect("with a key gives who it is and a cookie that only this site's pages send and no script reads", () =>
    Effect.gen(function* () {
      const { answer, browser, key, organization } = yield* signedInKey(["monitors:read"])
      assert.deepStrictEqual(Object.keys(answer.body).toSorted(), ["organization", "request_id", "scopes", "session"])
      assert.deepStrictEqual(answer.body.session, {
        id: answer.body.session.id,
        kind: "key",
        organization_id: organization.id,
        key_id: key.id,
        created_at: "1970-01-01T00:00:00.000Z",
        last_used_at: "1970-01-01T00:00:00.000Z",
        expires_at: "1970-01-01T12:00:00.000Z",
        user_agent: "Browser/1.0",
        address: "unknown"
      })
      assert.match(answer.body.session.id, /^ses_[0-9a-f]{32}$/)
      assert.deepInclude(answer.body.organization, { id: organization.id, name: organization.name })
      assert.deepStrictEqual(answer.body.scopes, ["monitors:read"])
      assert.match(
        answer.setCookie ?? "",
        /^kittiwake-session=kws_[0-9A-Za-z]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/
      )
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      const again = yield* browser.ask("GET", "/session")
      assert.deepStrictEqual(
        [again.status, { ...again.body, request_id: "" }],
        [200, { ...answer.body, request_id: "" }]
      )
    }).pipe(Effect.provide(app))
  )

  it.effect("with the operator's token makes a session of the operator, of no organization", () =>
    Effect.gen(function* () {
      const { body } = yield* newBrowser().signIn({ key: token })
      assert.deepInclude(body.session, { kind: "operator", organization_id: null, key_id: null })
      assert.deepStrictEqual([body.organization, body.scopes], [null, null])
    }).pipe(Effect.provide(app))
  )

  it.effect("is refused alike for whatever is no working key", () =>
    Effect.gen(function* () {
      const { key, organization } = yield* signedInKey()
      yield* (yield* Organizations).revokeKey(organization.id, key.id)
      for (const wrong of ["sk_nobody", key.secret, `${token}x`, "   ", "x".repeat(512)]) {
        const { body, setCookie, status } = yield* newBrowser().ask("POST", "/session", { body: { key: wrong } })
        assert.deepStrictEqual([status, body.error_code, setCookie], [401, "UNAUTHORIZED", null], wrong)
        assert.notInclude(JSON.stringify(body), key.secret)
      }
      const disabled = yield* newOrganization({ disabled: true })
      const refused = yield* newBrowser().ask("POST", "/session", {
        body: { key: (yield* newKey(disabled)).secret }
      })
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "DISABLED"])
    }).pipe(Effect.provide(app))
  )

  it.effect("takes a key or a link, and nothing else", () =>
    Effect.gen(function* () {
      for (const body of [{}, { key: "a", link: "b" }, { key: 1 }, { key: "" }, { secret: "a" }, "{broken", "[]"]) {
        const answer = yield* newBrowser().ask("POST", "/session", { body })
        assert.deepStrictEqual([answer.status, answer.body.error_code], [400, "INPUT_VALIDATION_ERROR"])
      }
      const form = yield* newBrowser().ask("POST", "/session", {
        body: "key=a",
        headers: { "content-type": "application/x-www-form-urlencoded" }
      })
      assert.strictEqual(form.status, 415)
      const large = yield* newBrowser().ask("POST", "/session", { body: { key: "x".repeat(2_000_000) } })
      assert.strictEqual(large.status, 413)
    }).pipe(Effect.provide(app))
  )

  it.effect("is counted by address, together with the page of consent", () =>
    Effect.gen(function* () {
      const tries = yield* Effect.forEach(Array.from({ length: 21 }), () =>
        newBrowser().ask("POST", "/session", { body: { key: "sk_wrong" } })
      )
      assert.deepStrictEqual(
        tries.map(({ status }) => status),
        [...Array.from({ length: 20 }, () => 401), 429]
      )
      assert.strictEqual(tries[20]?.body.error_code, "RATE_LIMITED")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* newBrowser().ask("POST", "/session", { body: { key: token } })).status, 200)
    }).pipe(Effect.provide(app))
  )

  it.effect("works with the right key and a new link, whatever strangers try from the same address", () =>
    Effect.gen(function* () {
      for (const body of [{ key: "sk_wrong" }, { link: "kwl_used" }, {}]) {
        const tries = yield* Effect.forEach(Array.from({ length: signInsAMinute + 1 }), () =>
          newBrowser().ask("POST", "/session", { body })
        )
        assert.deepStrictEqual([tries.at(-1)?.status, tries.at(-1)?.body.error_code], [429, "RATE_LIMITED"])
      }
      const key = yield* newKey(yield* newOrganization())
      for (const body of [{ key: key.secret }, { key: token }, { link: yield* link }]) {
        const right = yield* newBrowser().ask("POST", "/session", { body })
        assert.strictEqual(right.status, 200, JSON.stringify(right.body))
      }
      const more = yield* Effect.forEach(Array.from({ length: signInsAMinute }), () =>
        newBrowser().ask("POST", "/session", { body: { key: key.secret } })
      )
      assert.deepStrictEqual(
        more.map(({ status }) => status),
        [...Array.from({ length: signInsAMinute - 1 }, () => 200), 429],
        "who has a key is counted with it"
      )
    }).pipe(Effect.provide(app))
  )

  it.effect("from a page of another site is refused, so that nobody is signed in as somebody else unawares", () =>
    Effect.gen(function* () {
      for (const headers of [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { "sec-fetch-site": "none" },
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: "http://localhost:8788" }
      ]) {
        const answer = yield* newBrowser().ask("POST", "/session", { body: { key: token }, headers })
        assert.deepStrictEqual(
          [answer.status, answer.body.error_code, answer.setCookie],
          [403, "CROSS_SITE_REQUEST", null],
          JSON.stringify(headers)
        )
      }
    }).pipe(Effect.provide(app))
  )

  it.effect("leaves no control characters, and bounds what a browser calls itself", () =>
    Effect.gen(function* () {
      const { body } = yield* newBrowser().ask("POST", "/session", {
        body: { key: token },
        headers: { "user-agent": `A\tB ${"x".repeat(1_000)}` }
      })
      assert.strictEqual(body.session.user_agent, `A B ${"x".repeat(196)}`)
    }).pipe(Effect.provide(app))
  )

  it.effect("under https gives a cookie that no other site of the domain can set, and takes no other", () =>
    Effect.gen(function* () {
      const browser = newBrowser("https://watch.example")
      const { setCookie } = yield* browser.signIn({ key: token })
      assert.match(setCookie ?? "", /^__Host-kittiwake-session=.*; Path=\/; .*HttpOnly; SameSite=Strict; Secure$/)
      assert.strictEqual((yield* browser.ask("GET", "/session")).status, 200)
      browser.keep((browser.cookie() ?? "").replace("__Host-", ""))
      assert.strictEqual((yield* browser.ask("GET", "/session")).status, 401)
      // Its operator opens it on the machine itself, without https.
      const beside = newBrowser()
      assert.match((yield* beside.signIn({ key: token })).setCookie ?? "", /^kittiwake-session=/)
      assert.strictEqual((yield* beside.ask("DELETE", "/session")).status, 204)
    }).pipe(Effect.provide(app.pipe(Layer.provide(Layer.succeed(PublicAddress, "https://watch.example")))))
  )
})

describe("a session", () => {
  it.effect("may do what its key may, counts with it and is logged as it", () =>
    Effect.gen(function* () {
      const { browser, key } = yield* signedInKey(["monitors:read", "logs:read"])
      const listed = yield* browser.ask("GET", "/v1/monitors")
      assert.strictEqual(listed.status, 200)
      const before = Number(listed.headers.get("x-ratelimit-remaining"))
      const byKey = yield* call("GET", "/v1/monitors", { key: key.secret })
      assert.strictEqual(Number(byKey.headers.get("x-ratelimit-remaining")), before - 1, "they share a budget")
      const refused = yield* browser.ask("POST", "/v1/monitors", { body: { name: "x" } })
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "INSUFFICIENT_PERMISSIONS"])
      const logs = yield* browser.ask("GET", `/v1/logs?key_id=${key.id}`)
      assert.isAtLeast(logs.body.data.length, 3)
    }).pipe(Effect.provide(app))
  )

  it.effect("ends with its key and with its organization, within seconds", () =>
    Effect.gen(function* () {
      const one = yield* signedInKey()
      assert.strictEqual((yield* one.browser.ask("GET", "/v1/monitors")).status, 200)
      yield* (yield* Organizations).revokeKey(one.organization.id, one.key.id)
      yield* TestClock.adjust("4 seconds")
      const ended = yield* one.browser.ask("GET", "/v1/monitors")
      assert.deepStrictEqual([ended.status, ended.body.error_code], [401, "UNAUTHORIZED"])

      const other = yield* signedInKey()
      yield* (yield* Organizations).put({ ...other.organization, disabled: true })
      const disabled = yield* other.browser.ask("GET", "/session")
      assert.deepStrictEqual([disabled.status, disabled.body.error_code], [403, "DISABLED"])
    }).pipe(Effect.provide(app))
  )

  it.effect("ends as soon with its key where it was found while the clock was ahead", () =>
    Effect.gen(function* () {
      const { browser, key, organization } = yield* signedInKey()
      const status = Effect.map(browser.ask("GET", "/v1/monitors"), (reply) => reply.status)
      assert.strictEqual(yield* whileAhead("1 hour")(status), 200)
      yield* (yield* Organizations).revokeKey(organization.id, key.id)
      yield* TestClock.adjust("4 seconds")
      assert.strictEqual(yield* status, 401)
    }).pipe(Effect.provide(app))
  )

  it.effect("ends when it is not used for 12 hours, and after 7 days in any case", () =>
    Effect.gen(function* () {
      const idle = yield* signedInKey()
      const used = yield* signedInKey()
      const steps = Array.from({ length: 15 }, (_, index) => (index + 1) * 11)
      yield* TestClock.adjust("11 hours")
      for (const hours of steps) {
        const answer = yield* used.browser.ask("GET", "/session")
        assert.strictEqual(answer.status, 200, `after ${hours} h`)
        const ends = Date.parse(answer.body.session.expires_at) / 3_600_000
        assert.strictEqual(ends, Math.min(hours + 12, 168))
        if (hours < 165) yield* TestClock.adjust("11 hours")
      }
      const gone = yield* idle.browser.ask("GET", "/session")
      assert.deepStrictEqual([gone.status, gone.body.error_code], [401, "UNAUTHORIZED"])
      assert.include(gone.setCookie ?? "", "Max-Age=0", "the cookie goes with it")
      yield* TestClock.adjust(Duration.sum(Duration.hours(3), Duration.millis(-1)))
      assert.strictEqual((yield* used.browser.ask("GET", "/session")).status, 200)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* used.browser.ask("GET", "/session")).status, 401, "remembered or not")
    }).pipe(Effect.provide(app))
  )

  it.effect("notes its use once a minute", () =>
    Effect.gen(function* () {
      const { browser } = yield* signedInKey()
      const usedAt = Effect.map(browser.ask("GET", "/session"), ({ body }) => body.session.last_used_at.slice(11, 19))
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(yield* usedAt, "00:00:00")
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* usedAt, "00:01:04")
    }).pipe(Effect.provide(app))
  )

  it.effect("is over at once where it is signed out, and nobody's cookie brings it back", () =>
    Effect.gen(function* () {
      const { browser } = yield* signedInKey()
      const cookie = browser.cookie()
      const out = yield* browser.ask("DELETE", "/session")
      assert.strictEqual(out.status, 204)
      assert.match(out.setCookie ?? "", /^kittiwake-session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict$/)
      browser.keep(cookie)
      assert.strictEqual((yield* browser.ask("GET", "/session")).status, 401)
      assert.strictEqual((yield* browser.ask("GET", "/v1/monitors")).status, 401)
    }).pipe(Effect.provide(app))
  )

  it.effect("is not looked at beside an Authorization header", () =>
    Effect.gen(function* () {
      const { browser } = yield* signedInKey()
      const other = yield* newKey(yield* newOrganization())
      yield* newMonitor(other.secret)
      const asOther = yield* browser.ask("GET", "/v1/monitors", {
        headers: { authorization: `Bearer ${other.secret}`, "sec-fetch-site": "cross-site" }
      })
      assert.strictEqual(asOther.body.data.length, 1)
      for (const authorization of ["Bearer sk_wrong", "Basic abc", ""]) {
        const refused = yield* browser.ask("GET", "/v1/monitors", { headers: { authorization } })
        assert.strictEqual(refused.status, 401, authorization)
      }
    }).pipe(Effect.provide(app))
  )

  it.effect("counts for none of the doors of assistants and programs", () =>
    Effect.gen(function* () {
      const { browser } = yield* signedInKey()
      const metrics = yield* browser.ask("GET", "/metrics")
      assert.strictEqual(metrics.status, 401)
      const tokens = yield* browser.ask("POST", "/token", {
        body: "grant_type=refresh_token&refresh_token=x&client_id=x",
        headers: { "content-type": "application/x-www-form-urlencoded" }
      })
      assert.strictEqual(tokens.body.error, "invalid_client")
    }).pipe(Effect.provide(app))
  )

  const elsewhere: ReadonlyArray<readonly [what: string, method: string, headers: Record<string, string>]> = [
    ["another site", "GET", { "sec-fetch-site": "cross-site" }],
    ["another site of the domain", "GET", { "sec-fetch-site": "same-site" }],
    ["another origin", "GET", { origin: "https://evil.example" }],
    ["another port", "GET", { origin: "http://localhost:9999" }],
    ["an origin that is hidden", "GET", { origin: "null" }],
    ["a form of another site", "POST", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["an address that was typed, which changes nothing", "POST", { "sec-fetch-site": "none" }],
    ["a page with another value in our header", "POST", { "x-kittiwake-session": "yes" }]
  ]

  for (const [what, method, headers] of elsewhere) {
    it.effect(`does not count for ${what} (${method})`, () =>
      Effect.gen(function* () {
        const { browser } = yield* signedInKey()
        const body = method === "GET" ? {} : { body: { name: "x" } }
        for (const path of ["/v1/monitors", "/admin/organizations"]) {
          const { body: answer, status } = yield* browser.ask(method, path, { ...body, headers })
          assert.deepStrictEqual([status, answer.error_code], [403, "CROSS_SITE_REQUEST"], path)
          assert.include(answer.message, "Authorization: Bearer")
        }
        const { body: listed } = yield* browser.ask("GET", "/v1/monitors")
        assert.deepStrictEqual(listed.data, [], "nothing was made")
      }).pipe(Effect.provide(app))
    )
  }

  it.effect("changes nothing without the header that no form can send, whatever else is said", () =>
    Effect.gen(function* () {
      const { browser } = yield* signedInKey()
      for (const [method, path] of [
        ["POST", "/v1/monitors"],
        ["PATCH", "/v1/monitors/mon_1"],
        ["DELETE", "/v1/monitors/mon_1"],
        ["DELETE", "/session"],
        ["POST", "/admin/organizations"]
      ] as const) {
        const { body, status } = yield* browser.ask(method, path, {
          ...(method === "DELETE" ? {} : { body: {} }),
          silent: ["x-kittiwake-session", "origin", "sec-fetch-site"]
        })
        assert.deepStrictEqual([status, body.error_code], [403, "CROSS_SITE_REQUEST"], path)
        assert.include(body.message, "X-Kittiwake-Session: 1")
      }
      assert.strictEqual((yield* browser.ask("GET", "/session")).status, 200)
    }).pipe(Effect.provide(app))
  )

  it.effect("counts where nothing is said, as with an old browser, and for an address that was typed", () =>
    Effect.gen(function* () {
      const { browser } = yield* signedInKey()
      const plain = yield* browser.ask("GET", "/v1/monitors", { silent: ["sec-fetch-site"] })
      const typed = yield* browser.ask("GET", "/v1/monitors", { headers: { "sec-fetch-site": "none" } })
      const made = yield* browser.ask("POST", "/v1/monitors", {
        body: { name: "Prices", target: { type: "page", url: "https://shop.example/" } },
        silent: ["sec-fetch-site", "origin"]
      })
      assert.deepStrictEqual([plain.status, typed.status, made.status], [200, 200, 201])
    }).pipe(Effect.provide(app))
  )

  it.effect("of a key is answered for no other organization than its own", () =>
    Effect.gen(function* () {
      const { browser, organization } = yield* signedInKey()
      const named = (id: string) => browser.ask("GET", "/v1/monitors", { headers: { "x-kittiwake-organization": id } })
      assert.strictEqual((yield* named(organization.id)).status, 200)
      const other = yield* named((yield* newOrganization()).id)
      const nobody = yield* named("org_nobody")
      for (const { body, status } of [other, nobody]) {
        assert.deepStrictEqual([status, body.message], [404, "Organization not found."])
      }
      assert.strictEqual((yield* browser.ask("GET", "/admin/organizations")).status, 401)
    }).pipe(Effect.provide(app))
  )
})

describe("a session of the operator", () => {
  it.effect("acts for the organization that a request names, and sees only that one's", () =>
    Effect.gen(function* () {
      const browser = newBrowser()
      yield* browser.signIn({ key: token })
      const [one, two] = [yield* newOrganization(), yield* newOrganization()]
      const forOne = { "x-kittiwake-organization": one.id }
      const forTwo = { "x-kittiwake-organization": two.id }
      const body = { name: "One", target: { type: "page", url: "https://shop.example/" } }
      const made = yield* browser.ask("POST", "/v1/monitors", { body, headers: forOne })
      assert.strictEqual(made.status, 201, JSON.stringify(made.body))
      const names = (headers: Record<string, string>) =>
        Effect.map(browser.ask("GET", "/v1/monitors", { headers }), ({ body }) =>
          (body.data as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name)
        )
      assert.deepStrictEqual(yield* names(forOne), ["One"])
      assert.deepStrictEqual(yield* names(forTwo), [])
      const foreign = yield* browser.ask("GET", `/v1/monitors/${made.body.id}`, { headers: forTwo })
      assert.strictEqual(foreign.status, 404)
      const logged = yield* browser.ask("GET", "/v1/logs", { headers: forOne })
      assert.deepStrictEqual(
        [...new Set((logged.body.data as ReadonlyArray<{ readonly key_id: string }>).map(({ key_id }) => key_id))],
        ["operator"]
      )
      const unnamed = yield* browser.ask("GET", "/v1/monitors")
      assert.deepStrictEqual([unnamed.status, unnamed.body.error_code], [400, "INPUT_VALIDATION_ERROR"])
      assert.include(unnamed.body.message, "X-Kittiwake-Organization")
      const unknown = yield* browser.ask("GET", "/v1/monitors", {
        headers: { "x-kittiwake-organization": "org_nobody" }
      })
      assert.strictEqual(unknown.status, 404)
    }).pipe(Effect.provide(app))
  )

  it.effect("counts as one more key of the organization, whichever session is used", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization({ plan: "developer", limitScheme: "rate" })
      const key = yield* newKey(organization)
      const [first, second] = [newBrowser(), newBrowser()]
      yield* first.signIn({ key: token })
      yield* second.signIn({ key: token })
      const headers = { "x-kittiwake-organization": organization.id }
      const left = (browser: typeof first) =>
        Effect.map(browser.ask("GET", "/v1/utility/prefetch", { headers }), ({ headers: got }) =>
          Number(got.get("x-ratelimit-remaining"))
        )
      const [before, after] = [yield* left(first), yield* left(second)]
      assert.strictEqual(after, before - 1)
      const ofKey = yield* call("GET", "/v1/utility/prefetch", { key: key.secret })
      assert.strictEqual(Number(ofKey.headers.get("x-ratelimit-remaining")), before)
    }).pipe(Effect.provide(app))
  )

  it.effect("opens the operator's door, and ends with the token that signed it in", () =>
    Effect.gen(function* () {
      const browser = newBrowser()
      yield* browser.signIn({ key: token })
      const made = yield* browser.ask("POST", "/admin/organizations", { body: { name: "Harbour", plan: "free" } })
      assert.strictEqual(made.status, 201)
      const listed = yield* browser.ask("GET", "/admin/organizations")
      assert.strictEqual(listed.body.data.length, 1)
    }).pipe(Effect.provide(app))
  )

  it.effect("opens it also where no token is set", () =>
    Effect.gen(function* () {
      const browser = newBrowser()
      yield* browser.signIn({ link: yield* link })
      assert.strictEqual((yield* browser.ask("GET", "/admin/organizations")).status, 200)
      const { browser: ofKey } = yield* signedInKey()
      assert.strictEqual((yield* ofKey.ask("GET", "/admin/organizations")).status, 404)
    }).pipe(Effect.provide(layer))
  )
})

describe("a link", () => {
  it.effect("signs the operator in once, of two at the same moment one", () =>
    Effect.gen(function* () {
      const secret = yield* link
      const answers = yield* Effect.forEach(
        Array.from({ length: 10 }, () => newBrowser()),
        (browser) => browser.ask("POST", "/session", { body: { link: secret } }),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1)
      const lost = answers.filter(({ status }) => status === 401)
      assert.strictEqual(lost.length, 9)
      assert.include(lost[0]?.body.message, "kittiwake dashboard")
      assert.strictEqual(answers.find(({ status }) => status === 200)?.body.session.kind, "operator")
    }).pipe(Effect.provide(layer))
  )

  it.effect("works for less than 15 minutes, and is no key and no session", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* link, yield* link]
      yield* TestClock.adjust(Duration.millis(15 * 60_000 - 1))
      const asKey = yield* newBrowser().ask("POST", "/session", { body: { key: one } })
      assert.strictEqual(asKey.status, 401)
      const browser = newBrowser()
      browser.keep(`kittiwake-session=${one}`)
      assert.strictEqual((yield* browser.ask("GET", "/session")).status, 401)
      yield* newBrowser().signIn({ link: one })
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* newBrowser().ask("POST", "/session", { body: { link: two } })).status, 401)
      assert.strictEqual((yield* newBrowser().ask("POST", "/session", { body: { link: "kwl_x" } })).status, 401)
    }).pipe(Effect.provide(layer))
  )
})

describe("sessions of an organization", () => {
  it.effect("are listed and ended by whoever may do everything, and their own by others", () =>
    Effect.gen(function* () {
      const { answer, browser, organization } = yield* signedInKey()
      const reader = yield* newKey(organization, ["logs:read"])
      const second = newBrowser()
      const own = yield* second.signIn({ key: reader.secret })
      const stranger = yield* signedInKey()
      const ids = (asking: typeof browser) =>
        Effect.map(asking.ask("GET", "/v1/org/sessions"), ({ body }) =>
          (body.data as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id)
        )
      const mine = answer.body.session.id
      assert.sameMembers(yield* ids(browser), [own.body.session.id, mine])
      assert.deepStrictEqual(yield* ids(second), [own.body.session.id])
      for (const [asking, id] of [
        [second, mine],
        [stranger.browser, mine],
        [browser, stranger.answer.body.session.id],
        [browser, `ses_${"0".repeat(32)}`]
      ] as const) {
        const refused = yield* asking.ask("DELETE", `/v1/org/sessions/${id}`)
        assert.deepStrictEqual([refused.status, refused.body.message], [404, "Session not found."])
      }
      const ended = yield* browser.ask("DELETE", `/v1/org/sessions/${own.body.session.id}`)
      assert.deepStrictEqual([ended.status, ended.body.id], [200, own.body.session.id])
      assert.strictEqual((yield* second.ask("GET", "/session")).status, 401, "at once, where it was ended")
      assert.deepStrictEqual(yield* ids(browser), [mine])
    }).pipe(Effect.provide(app))
  )

  it.effect("come in pages, and to programs with a key as well", () =>
    Effect.gen(function* () {
      const { key } = yield* signedInKey()
      for (const _ of [1, 2]) yield* newBrowser().signIn({ key: key.secret })
      const first = yield* call("GET", "/v1/org/sessions?limit=2", { key: key.secret })
      const next = yield* call("GET", `/v1/org/sessions?limit=2&cursor=${first.body.next_cursor}`, { key: key.secret })
      assert.deepStrictEqual(
        [first.body.has_more, (first.body.data as Array<unknown>).length, (next.body.data as Array<unknown>).length],
        [true, 2, 1]
      )
      assert.notInclude(JSON.stringify(first.body), "kws_")
    }).pipe(Effect.provide(app))
  )

  it.effect("are listed and ended by the operator, besides the operator's own", () =>
    Effect.gen(function* () {
      const { answer, browser, organization } = yield* signedInKey()
      const operator = newBrowser()
      const own = yield* operator.signIn({ key: token })
      const path = `/admin/organizations/${organization.id}/sessions`
      const asked = yield* call("GET", path, { key: token })
      assert.deepStrictEqual(asked.body.data, [answer.body.session])
      const other = yield* newOrganization()
      const foreign = `/admin/organizations/${other.id}/sessions/${answer.body.session.id}`
      assert.strictEqual((yield* operator.ask("DELETE", foreign)).status, 404)
      assert.strictEqual((yield* operator.ask("GET", "/admin/organizations/org_nobody/sessions")).status, 404)
      assert.strictEqual((yield* operator.ask("DELETE", `${path}/${answer.body.session.id}`)).status, 200)
      assert.strictEqual((yield* browser.ask("GET", "/session")).status, 401)
      const owns = yield* call("GET", "/admin/sessions", { key: token })
      assert.deepStrictEqual(owns.body.data, [own.body.session])
      assert.strictEqual((yield* operator.ask("DELETE", `/admin/sessions/${own.body.session.id}`)).status, 200)
      assert.strictEqual((yield* operator.ask("GET", "/admin/sessions")).status, 401)
    }).pipe(Effect.provide(app))
  )
})

it.effect("a session that a token signed in ends when that is changed", () =>
  Effect.gen(function* () {
    const browser = newBrowser()
    yield* browser.signIn({ key: token })
    const sessions = yield* Sessions
    const secret = (browser.cookie() ?? "").split("=")[1] ?? ""
    assert.isNull((yield* sessions.authenticate(secret)).signer)
    const changed = Layer.fresh(Sessions.layer).pipe(
      Layer.provide(Layer.succeed(OperatorToken, Option.some(Redacted.make(`${token}-new`))))
    )
    const error = yield* Sessions.use((later) => Effect.flip(later.authenticate(secret))).pipe(Effect.provide(changed))
    assert.strictEqual(error._tag, "Unauthorized")
  }).pipe(Effect.provide(app))
)
