/** Observed: what is answered to who keeps a view, what then stands in the lists of others, and in the log of calls. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, layer, newCaller, newKey, newOrganization, pick } from "./support/App.ts"

const create = (key: string, body: unknown) => call("POST", "/v1/views", { key, body })

const listed = Effect.fnUntraced(function* (key: string, query = "") {
  const { body } = yield* call("GET", `/v1/views${query}`, { key })
  return body.data as ReadonlyArray<{ readonly id: string; readonly name: string; readonly filters: object }>
})

const view = { list: "changes", name: "Prices", filters: { triage: "open", importance: ["high", "medium"], q: "tea" } }

describe("saved views", () => {
  it.effect("are kept for an organization, opened as they were, renamed and removed", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const key = (yield* newKey(organization)).secret
      const reader = (yield* newKey(organization, ["monitors:read"])).secret
      const stranger = yield* newCaller()
      const kept = yield* create(key, { ...view, name: "  Prices " })
      assert.strictEqual(kept.status, 201)
      assert.deepInclude(kept.body, view)
      assert.strictEqual(pick(kept.body, "key_metadata", "credits_consumed"), 0)
      const failing = { status: "failed", grant_id: "grant_0" }
      yield* create(key, { list: "monitors", name: "Failing", filters: failing })
      assert.deepStrictEqual(
        (yield* listed(reader)).map(({ name }) => name),
        ["Prices", "Failing"]
      )
      assert.deepStrictEqual(
        (yield* listed(reader, "?list=monitors")).map(({ filters }) => filters),
        [failing]
      )
      assert.deepStrictEqual(yield* listed(stranger), [])
      const path = `/v1/views/${kept.body.id}`
      const renamed = yield* call("PATCH", path, { key, body: { name: "Cheaper" } })
      assert.deepInclude(renamed.body, { ...view, name: "Cheaper", created_at: kept.body.created_at })
      const other = yield* call("PATCH", path, { key, body: { filters: {} } })
      assert.deepInclude(other.body, { name: "Cheaper", filters: {} })
      assert.deepStrictEqual((yield* call("PATCH", path, { key, body: {} })).body.filters, {})
      assert.strictEqual((yield* call("DELETE", path, { key: reader })).status, 403)
      assert.deepInclude((yield* call("DELETE", path, { key })).body, { id: kept.body.id, deleted: true })
      assert.strictEqual((yield* call("GET", path, { key })).status, 404)
      assert.strictEqual((yield* call("DELETE", path, { key })).status, 404)
    }).pipe(Effect.provide(layer))
  )

  it.effect("hold filters of their list and nothing that leads elsewhere", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { id } = (yield* create(key, view)).body
      const elsewhere = "https://elsewhere.example/"
      for (const [field, filters] of [
        ["filters.status", { status: "failed" }],
        ["filters.to", { to: elsewhere }],
        ["filters.url", { url: "javascript:alert(1)" }],
        ["filters.org", { org: "org_1" }],
        ["filters.cursor", { cursor: "x" }],
        ["filters.limit", { limit: 5 }],
        ["filters.__proto__", JSON.parse('{"__proto__":{"triage":"open"}}')],
        ["filters.q", { q: { toString: "x" } }],
        ["filters.q", { q: "x".repeat(201) }],
        ["filters.q", { q: "a\u0000b" }],
        ["filters.tag", { tag: ["a"] }],
        ["filters.triage", { triage: elsewhere }],
        ["filters.target_type", { target_type: "//elsewhere.example" }],
        ["filters.importance", { importance: "high" }],
        ["filters.importance", { importance: ["high", "low", "low", "low"] }],
        ["filters", "?q=tea"],
        ["filters", `${elsewhere}?q=tea`],
        ["filters", [["q", "tea"]]],
        ["filters", null]
      ] as const) {
        for (const reply of [
          yield* create(key, { ...view, filters }),
          yield* call("PATCH", `/v1/views/${id}`, { key, body: { filters } })
        ]) {
          const said = `${JSON.stringify(filters)} ${JSON.stringify(reply.body)}`
          assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "INPUT_VALIDATION_ERROR"], said)
          assert.match(String(reply.body.message), new RegExp(`^${field}\\b`), said)
        }
      }
      for (const body of [
        { ...view, list: "deliveries" },
        { ...view, list: elsewhere },
        { ...view, href: elsewhere },
        { name: "x", filters: {} },
        { list: "changes", name: "x" }
      ])
        assert.strictEqual((yield* create(key, body)).status, 400, JSON.stringify(body))
      assert.strictEqual((yield* call("PATCH", `/v1/views/${id}`, { key, body: { list: "monitors" } })).status, 400)
      assert.deepStrictEqual(
        (yield* listed(key)).map(({ filters }) => filters),
        [view.filters]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("are kept once, however often the same is kept, and twice where anything differs", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const first = yield* create(key, view)
      const { importance, q, triage } = view.filters
      const again = yield* create(key, {
        ...view,
        name: " Prices",
        filters: { q, importance: [...importance].reverse(), triage }
      })
      assert.deepStrictEqual([again.status, again.body.id], [201, first.body.id])
      const others = [
        { ...view, name: "prices" },
        { ...view, filters: { q, triage } },
        { ...view, list: "monitors", filters: {} },
        { ...view, filters: {} }
      ]
      for (const other of others) assert.strictEqual((yield* create(key, other)).status, 201)
      assert.strictEqual((yield* create(yield* newCaller(), view)).status, 201, "of another organization")
      assert.lengthOf(yield* listed(key), 1 + others.length)
    }).pipe(Effect.provide(layer))
  )

  it.effect("have names that are text, of a length that can be read", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const names = [
        `<img src=x onerror="alert(1)">`,
        "{{7*7}}",
        "Größe 👩‍💻",
        "تغييرات الأسعار",
        "می‌خواهم",
        "é".repeat(80),
        "__proto__"
      ]
      for (const name of names) assert.strictEqual((yield* create(key, { ...view, name })).body.name, name)
      assert.deepStrictEqual((yield* listed(key)).map(({ name }) => name).sort(), [...names].sort())
      for (const name of [
        "",
        "   ",
        "x".repeat(81),
        "a\nb",
        "a\u001b[2Jb",
        "a\u0000b",
        "a\u0085b",
        "a\u2028b",
        "\u200b",
        "\u00a0\u2060\ufeff",
        "\u3164",
        "\u202egnp.exe",
        "a\u2066b\u2069",
        7,
        null,
        ["x"],
        { a: 1 }
      ]) {
        const reply = yield* create(key, { ...view, name })
        assert.deepStrictEqual(
          [reply.status, reply.body.error_code],
          [400, "INPUT_VALIDATION_ERROR"],
          JSON.stringify(name)
        )
        assert.match(String(reply.body.message), /^name/)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("are a hundred of an organization at most, and what they look for stands in no log of calls", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization({ overrides: { unlimitedRequests: true } })
      const key = (yield* newKey(organization)).secret
      const secret = "the words of a search"
      for (let n = 0; n < 100; n++)
        assert.strictEqual((yield* create(key, { ...view, filters: { q: secret }, name: `View ${n}` })).status, 201)
      const full = yield* create(key, view)
      assert.deepStrictEqual([full.status, full.body.error_code], [403, "FORBIDDEN"])
      assert.strictEqual((yield* listed(key)).length, 100)
      const [first] = yield* listed(key)
      yield* call("DELETE", `/v1/views/${first!.id}`, { key })
      assert.strictEqual((yield* create(key, view)).status, 201)
      const logs = yield* call("GET", "/v1/logs?path=/views&limit=5", { key })
      for (const n of [0, 4]) {
        const detail = yield* call("GET", `/v1/logs/${pick(logs.body, "data", n, "request_id")}`, { key })
        assert.strictEqual(detail.status, 200)
        assert.notInclude(JSON.stringify(detail.body), secret)
      }
    }).pipe(Effect.provide(layer))
  )
})
