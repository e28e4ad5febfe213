import { assert, describe, it } from "@effect/vitest"
import { OperatorToken } from "@kittiwake/core/administration/OperatorToken"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { AdminApi } from "../src/admin/api.ts"
import { Api } from "../src/api.ts"
import { Installation } from "../src/system/Installation.ts"
import type { FindingRecord, SystemRecord } from "../src/system/records.ts"
import { type Call, call, layer, newCaller, newKey, newOrganization, pick } from "./support/App.ts"

const token = "operator-token-0123456789abcdefghij"

const app = layer.pipe(Layer.provide(Layer.succeed(OperatorToken, Option.some(Redacted.make(token)))))

const ask = (method: string, path: string, body?: Call["body"]) =>
  call(method, `/admin${path}`, { key: token, ...(body === undefined ? {} : { body }) })

const make = Effect.fnUntraced(function* (body: object = {}) {
  const reply = yield* ask("POST", "/organizations", { name: "Harbour", plan: "free", ...body })
  assert.strictEqual(reply.status, 201, JSON.stringify(reply.body))
  return String(reply.body.id)
})

/** Every operation, with ids that belong to nobody. */
const operations = () => {
  const found: Array<readonly [method: string, path: string]> = []
  HttpApi.reflect(AdminApi, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => {
      found.push([
        endpoint.method,
        endpoint.path.replace(":organization_id", "org_x").replace(":key_id", "key_x").replace(":session_id", "ses_x")
      ])
    }
  })
  return found
}

describe("the operator's door", () => {
  it.effect("is shut for everybody but the operator, at every operation", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { secret } = yield* newKey(organization)
      assert.strictEqual(operations().length, 25)
      for (const [method, path] of operations()) {
        for (const headers of [
          {},
          { authorization: `Basic ${token}` },
          { authorization: `Bearer ${secret}` },
          { authorization: `Bearer ${token.slice(1)}` }
        ]) {
          const reply = yield* call(method, path, { headers, body: method === "GET" ? undefined : "{broken" })
          assert.strictEqual(reply.status, 401, `${method} ${path}`)
          assert.strictEqual(reply.body.error_code, "UNAUTHORIZED")
          assert.strictEqual(reply.headers.get("www-authenticate"), "Bearer")
        }
      }
      const asCaller = yield* call("GET", "/v1/monitors", { key: token })
      assert.strictEqual(asCaller.status, 401, "the operator's token is no key")
    }).pipe(Effect.provide(app))
  )

  it.effect("does not exist without a token in the configuration", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      for (const [method, path] of operations()) {
        for (const given of [undefined, key, token, ""]) {
          const reply = yield* call(method, path, { key: given })
          assert.deepStrictEqual(
            [reply.status, reply.body.error_code, reply.body.message],
            [404, "NOT_FOUND", "Route not found."]
          )
        }
      }
    }).pipe(Effect.provide(layer))
  )

  it("stands in no description that callers read", () => {
    assert.notInclude(JSON.stringify(OpenApi.fromApi(Api)), "/admin")
  })

  it.effect("tells caches to keep nothing", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* ask("GET", "/organizations")).headers.get("cache-control"), "no-store")
    }).pipe(Effect.provide(app))
  )
})

describe("organizations over HTTP", () => {
  it.effect("are made, shown, changed and listed", () =>
    Effect.gen(function* () {
      const id = yield* make({ id: "acme-1", plan: "developer", overrides: { monitors: 3 } })
      assert.strictEqual(id, "acme-1")
      const shown = yield* ask("GET", `/organizations/${id}`)
      assert.deepInclude(shown.body, {
        plan: "developer",
        limit_scheme: "free",
        disabled: false,
        zero_data_retention: false,
        limits: {
          monthly_credits: 10_000,
          monitors: 3,
          concurrent_batches: 2,
          requests_per_minute: 60,
          concurrent_requests: null,
          counted_for: "key"
        },
        credits: { balance: 10_000, held: 0, available: 10_000, monthly: 10_000 }
      })
      const changed = yield* ask("PATCH", `/organizations/${id}`, {
        plan: "scale",
        overrides: { monitors: null, concurrent_batches: 50 },
        zero_data_retention: true,
        auto_topup: { enabled: true, block_credits: 5_000, monthly_budget_credits: 20_000 }
      })
      assert.strictEqual(changed.status, 200, JSON.stringify(changed.body))
      assert.strictEqual(pick(changed.body, "limits", "monitors"), 10_000)
      assert.strictEqual(pick(changed.body, "limits", "concurrent_batches"), 50)
      assert.strictEqual(pick(changed.body, "credits", "available"), 1_000_000)
      assert.deepStrictEqual(pick(changed.body, "usage", "auto_topup"), {
        enabled: true,
        credits_used_this_period: 0,
        monthly_budget_credits: 20_000
      })
      yield* make()
      const page = yield* ask("GET", "/organizations?limit=1")
      assert.deepStrictEqual([pick(page.body, "data", "length"), page.body.has_more], [1, true])
      const rest = yield* ask("GET", `/organizations?cursor=${page.body.next_cursor}`)
      assert.deepStrictEqual([pick(rest.body, "data", "length"), rest.body.has_more], [1, false])
    }).pipe(Effect.provide(app))
  )

  it.effect("pause and resume billing", () =>
    Effect.gen(function* () {
      const id = yield* make()
      const path = `/organizations/${id}`
      const until = { paused: true, resumes_at: "2030-01-01T00:00:00Z" }
      const paused = yield* ask("PATCH", path, { billing: until })
      assert.deepStrictEqual(pick(paused.body, "usage", "period"), null)
      assert.deepStrictEqual(pick(paused.body, "usage", "next_refill"), {
        at: "2030-01-01T00:00:00.000Z",
        credits: 1_000
      })
      const resumed = yield* ask("PATCH", path, { billing: { paused: false } })
      assert.strictEqual(pick(resumed.body, "billing", "paused_at"), null)
      assert.strictEqual(pick(resumed.body, "usage", "period", "credits_used"), 0)
      const off = yield* ask("PATCH", path, { billing: null })
      assert.deepStrictEqual([off.body.billing, pick(off.body, "usage", "period")], [null, null])
    }).pipe(Effect.provide(app))
  )

  it.effect("that are disabled have their keys refused", () =>
    Effect.gen(function* () {
      const id = yield* make()
      const made = yield* ask("POST", `/organizations/${id}/keys`, { name: "ci" })
      yield* ask("PATCH", `/organizations/${id}`, { disabled: true })
      const reply = yield* call("GET", "/v1/monitors", { key: String(made.body.secret) })
      assert.deepStrictEqual([reply.status, reply.body.error_code], [403, "DISABLED"])
    }).pipe(Effect.provide(app))
  )

  it.effect("refuse what they cannot take, and name the field", () =>
    Effect.gen(function* () {
      const id = yield* make({ id: "taken" })
      const exists = yield* ask("POST", "/organizations", { id: "taken", name: "Other", plan: "free" })
      assert.deepStrictEqual([exists.status, exists.body.error_code], [409, "IDEMPOTENCY_KEY_CONFLICT"])
      const wrong: ReadonlyArray<readonly [object | string, number, string]> = [
        ["{broken", 400, "not valid JSON"],
        [{ plan: "starter" }, 400, "plan"],
        [{ name: "" }, 400, "name"],
        [{ name: "\u200b" }, 400, "name"],
        [{ name: "Harbour\u202e" }, 400, "name"],
        [{ overrides: { requests_per_minute: 0 } }, 400, "overrides.requests_per_minute"],
        [{ overrides: { monitors: "7" } }, 400, "overrides.monitors"],
        [{ surprise: 1 }, 400, "surprise"],
        [{ billing: { resumes_at: "2030-01-01" } }, 400, "billing.resumes_at"],
        [{ billing: { anchor_at: "2030-01-01T00:00:00Z" } }, 400, "billing.anchor_at"],
        [{ auto_topup: { block_credits: 5 } }, 400, "auto_topup.block_credits"]
      ]
      for (const [body, status, says] of wrong) {
        const reply = yield* ask("PATCH", `/organizations/${id}`, body)
        assert.deepStrictEqual([reply.status, reply.body.error_code], [status, "INPUT_VALIDATION_ERROR"], says)
        assert.include(reply.body.message, says)
      }
      for (const unknown of ["no%20such", "org_none", "x".repeat(4_000)]) {
        const reply = yield* ask("GET", `/organizations/${unknown}`)
        assert.deepStrictEqual([reply.status, reply.body.message], [404, "Organization not found."])
      }
      assert.strictEqual((yield* ask("GET", "/organizations?limit=0")).status, 400)
      assert.strictEqual((yield* ask("GET", "/nothing")).status, 404)
    }).pipe(Effect.provide(app))
  )
})

const standing: SystemRecord = {
  ...{ version: "1.2.3", node: "24.0.0", role: "all", started_at: "2026-01-01T00:00:00.000Z" },
  memory: { resident_bytes: 5, budget_bytes: 4, held_bytes: 3, is_short: false },
  checks: [{ name: "database", problem: "did not answer", is_needed: true }],
  loops: [{ name: "scheduler", is_alive: false, silent_seconds: 120 }],
  work: [{ name: "runs", due: 7, since: "2026-01-01T00:00:00.000Z" }],
  database: { kind: "sqlite", bytes: null },
  blobs: { kind: "folder", place: "/data/blobs", bytes: 9, has_more: true },
  disk_free_bytes: null,
  settings: { set: ["KITTIWAKE_PORT"], unread: [] }
}

const finding: FindingRecord = {
  ...{ subject: "redis", message: "does not answer", mend: "Mend REDIS_URL.", settings: ["REDIS_URL"] },
  state: "broken"
}

describe("an installation over HTTP", () => {
  it.effect("is told as whoever serves it looks at it", () =>
    Effect.gen(function* () {
      const system = yield* ask("GET", "/system")
      assert.deepStrictEqual({ ...system.body, request_id: "" }, { ...standing, request_id: "" } as object)
      const doctor = yield* ask("GET", "/system/doctor")
      assert.deepInclude(doctor.body, { findings: [finding], problem: null })
    }).pipe(
      Effect.provide(
        app.pipe(
          Layer.provide(
            Layer.succeedContext(
              Context.make(Installation, {
                look: Effect.succeed(standing),
                examine: Effect.succeed({ examined_at: standing.started_at, findings: [finding], problem: null })
              })
            )
          )
        )
      )
    )
  )

  it.effect("is told to be untold by a program that tells nothing of it", () =>
    Effect.gen(function* () {
      for (const path of ["/system", "/system/doctor"]) {
        const { body, status } = yield* ask("GET", path)
        assert.deepStrictEqual([status, body.error_code], [404, "NOT_FOUND"])
        assert.include(body.message, "tells nothing of its installation")
      }
    }).pipe(Effect.provide(app))
  )
})

describe("credits over HTTP", () => {
  it.effect("move once for each kind and id, and are listed by kind", () =>
    Effect.gen(function* () {
      const path = `/organizations/${yield* make()}/credits`
      const body = { kind: "grant", id: "invoice-7", credits: 250, reason: "a gift" }
      const first = yield* ask("POST", path, body)
      assert.strictEqual(first.status, 200, JSON.stringify(first.body))
      assert.deepInclude(first.body, {
        kind: "grant",
        cause_id: "invoice-7",
        credits: 250,
        reason: "a gift",
        available: 1_250
      })
      const again = yield* ask("POST", path, body)
      assert.deepStrictEqual({ ...again.body, request_id: "" }, { ...first.body, request_id: "" })
      const other = yield* ask("POST", path, { ...body, credits: 251 })
      assert.deepStrictEqual([other.status, other.body.error_code], [409, "IDEMPOTENCY_KEY_CONFLICT"])
      const overdrawn = yield* ask("POST", path, { kind: "adjustment", id: "a", credits: -2_000, reason: "too much" })
      assert.deepStrictEqual([overdrawn.status, overdrawn.body.error_code], [403, "USAGE_EXCEEDED"])
      assert.strictEqual((yield* ask("POST", path, { ...body, kind: "refill" })).status, 400)
      const all = yield* ask("GET", path)
      assert.strictEqual(pick(all.body, "data", "length"), 2)
      const grants = yield* ask("GET", `${path}?kind=grant`)
      assert.deepStrictEqual(pick(grants.body, "data", 0, "id"), first.body.id)
      assert.strictEqual(pick(grants.body, "data", "length"), 1)
    }).pipe(Effect.provide(app))
  )
})

describe("keys over HTTP", () => {
  it.effect("are made, listed without their secret, and revoked", () =>
    Effect.gen(function* () {
      const path = `/organizations/${yield* make()}/keys`
      const made = yield* ask("POST", path, { name: "reports", scopes: ["monitors:read"] })
      assert.strictEqual(made.status, 201)
      const secret = String(made.body.secret)
      assert.strictEqual((yield* call("GET", "/v1/monitors", { key: secret })).status, 200)
      const listed = yield* ask("GET", path)
      assert.deepInclude(pick(listed.body, "data", 0), { name: "reports", last4: secret.slice(-4), revoked_at: null })
      assert.notInclude(JSON.stringify(listed.body), secret)
      const revoked = yield* ask("DELETE", `${path}/${made.body.id}`)
      assert.strictEqual(revoked.status, 200)
      assert.isString(revoked.body.revoked_at)
      const unknown = yield* ask("DELETE", `${path}/key_none`)
      assert.deepStrictEqual([unknown.status, unknown.body.message], [404, "Key not found."])
      assert.strictEqual((yield* ask("POST", path, { name: "x", scopes: ["everything"] })).status, 400)
      for (const name of [" ", "a\nb", "\u2066ci"])
        assert.strictEqual((yield* ask("POST", path, { name })).status, 400, JSON.stringify(name))
    }).pipe(Effect.provide(app))
  )
})

describe("GET /v1/org/usage", () => {
  it.effect("tells a caller how the credits of its organization stand", () =>
    Effect.gen(function* () {
      const id = yield* make()
      const made = yield* ask("POST", `/organizations/${id}/keys`, { name: "ci" })
      const key = String(made.body.secret)
      const reply = yield* call("GET", "/v1/org/usage", { key })
      assert.strictEqual(reply.status, 200)
      const { request_id: _, ...body } = reply.body
      assert.deepStrictEqual(body, {
        credits_remaining: 1_000,
        period: { start: "1970-01-01T00:00:00.000Z", credits_used: 0 },
        next_refill: { at: "1970-02-01T00:00:00.000Z", credits: 1_000 },
        auto_topup: { enabled: false, credits_used_this_period: 0, monthly_budget_credits: null },
        key_metadata: { credits_consumed: 0, credits_remaining: 1_000 }
      })
    }).pipe(Effect.provide(app))
  )
})

const opml = (outlines: string) => `<?xml version="1.0"?><opml version="2.0"><body>\n${outlines}</body></opml>`

describe("sources of news over HTTP", () => {
  it.effect("are chosen, shown page by page, and taken away", () =>
    Effect.gen(function* () {
      const url = (path: string) => `https://paper.example/${path}`
      const added = yield* ask("POST", "/news/sources", {
        sources: [{ url: url("1"), title: "One", language: "de" }, { url: url("2") }, { url: "ftp://paper.example/" }]
      })
      assert.deepInclude(added.body, { added: 2, known: 0, refused: [] })
      assert.strictEqual(pick(added.body, "bad", 0, "url"), "ftp://paper.example/")
      const taken = yield* ask(
        "POST",
        "/news/sources/import",
        opml(`<outline xmlUrl="${url("3")}"/>\n<outline xmlUrl="${url("1")}"/>\n<outline xmlUrl="nowhere"/>`)
      )
      assert.strictEqual(taken.status, 200, JSON.stringify(taken.body))
      assert.deepInclude(taken.body, {
        ...{ added: 1, known: 1, refused: [] },
        bad: [{ line: null, title: null, url: "nowhere", message: pick(added.body, "bad", 0, "message") }]
      })
      const page = yield* ask("GET", "/news/sources?limit=2&origin=list")
      assert.deepStrictEqual(
        [
          pick(page.body, "data", 0, "url"),
          pick(page.body, "data", 0, "state"),
          page.body.has_more,
          page.body.next_after
        ],
        [url("1"), "waiting", true, url("2")]
      )
      const rest = yield* ask("GET", `/news/sources?after=${encodeURIComponent(url("2"))}`)
      assert.deepStrictEqual([pick(rest.body, "data", "length"), rest.body.next_after], [1, null])
      const removed = yield* ask("DELETE", `/news/sources?url=${encodeURIComponent(url("3"))}`)
      assert.deepInclude(removed.body, { url: url("3"), state: "removed", next_at: null })
      const gone = yield* ask("GET", "/news/sources?state=gone")
      assert.strictEqual(pick(gone.body, "data", "length"), 1)
    }).pipe(Effect.provide(app))
  )

  it.effect("are refused with what is wrong", () =>
    Effect.gen(function* () {
      const refusals = [
        [yield* ask("DELETE", "/news/sources?url=https%3A%2F%2Fnobody.example%2F"), 404],
        [yield* ask("DELETE", "/news/sources"), 400],
        [yield* ask("GET", "/news/sources?state=tired"), 400],
        [yield* ask("POST", "/news/sources", { sources: [{ url: "https://a.example/", language: "deutsch" }] }), 400],
        [yield* ask("POST", "/news/sources", {}), 400],
        [yield* ask("POST", "/news/sources/import", "<rss/>"), 400],
        [yield* ask("POST", "/news/sources/import", opml(" ".repeat(16 * 1024 * 1024))), 413]
      ] as const
      for (const [reply, status] of refusals) assert.strictEqual(reply.status, status, JSON.stringify(reply.body))
      assert.strictEqual(
        pick((yield* ask("GET", "/news/sources")).body, "data", "length"),
        0,
        "nothing of it was taken"
      )
    }).pipe(Effect.provide(app))
  )
})
