/** What the operations that read the web refuse, and what they pass over. Observed: replies, and what the web was asked. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, layer, newCaller } from "./support/App.ts"
import { badCrawls, badQueries } from "./support/badQueries.ts"
import { barePathOf, pathOf, queryFields, readings } from "./support/operations.ts"
import { WebScript } from "./support/ScriptedWeb.ts"

/** The query that the operation needs, without `field`. */
const beside = (query: string | undefined, field: string): string =>
  query === undefined || query.startsWith(`${field}=`) ? "" : `${query}&`

/** An age of what is known of a site is brought within bounds, and must be a number all the same. */
const badOf = ({ path }: { readonly path: string }, field: string) =>
  field === "maxAgeMs" && (path === "/web/styleguide" || path === "/web/fonts")
    ? ["maxAgeMs=x", "maxAgeMs=1.5", "maxAgeMs=1e3", "maxAgeMs=1&maxAgeMs=2"]
    : badQueries[field]

describe("reading the web", () => {
  for (const operation of readings) {
    it.effect(`refuses every bad field of ${operation.method} ${operation.path} by its name, and charges nothing`, () =>
      Effect.gen(function* () {
        const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
        for (const field of queryFields(operation)) {
          for (const bad of badOf(operation, field) ?? assert.fail(`nothing bad is tried as ${field}`)) {
            const path = `${barePathOf(operation, {})}?${beside(operation.query, field)}${bad}`
            const reply = yield* call(operation.method, path, { key, body: operation.body })
            const said = `${bad.slice(0, 160)} → ${JSON.stringify(reply.body).slice(0, 400)}`
            assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "INPUT_VALIDATION_ERROR"], said)
            assert.match(String(reply.body.message), new RegExp(`^${field}\\b`), said)
            assert.isBelow(String(reply.body.message).length, 800, said)
            assert.deepStrictEqual(reply.body.key_metadata, { credits_consumed: 0, credits_remaining: 1_000 })
          }
        }
        assert.deepStrictEqual((yield* WebScript).asked, [])
      }).pipe(Effect.provide(layer))
    )

    it.effect(`passes over what ${operation.method} ${operation.path} does not know, however it is written`, () =>
      Effect.gen(function* () {
        const key = yield* newCaller()
        const unknown = "utm_source=x&utm_source=y&a[=1&b[c]]=2&d[e][f]=3&g%00=h%00&[x]=1&%F0%9F%98%80=1"
        const sign = operation.query === undefined ? "?" : "&"
        const reply = yield* call(operation.method, `${pathOf(operation, {})}${sign}${unknown}`, {
          key,
          body: operation.body
        })
        assert.strictEqual(reply.status, 200, JSON.stringify(reply.body))
      }).pipe(Effect.provide(layer))
    )
  }

  it("tries something bad as every field that an operation has, and as no other", () => {
    const fields = new Set(readings.flatMap(queryFields))
    assert.sameMembers([...fields], Object.keys(badQueries))
  })

  it.effect("refuses what the query of a page must have", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      for (const operation of readings.filter(({ query }) => query !== undefined)) {
        const field = operation.query?.split("=")[0]
        for (const query of ["", `?${field}=`, `?${field}`]) {
          const reply = yield* call("GET", `${barePathOf(operation, {})}${query}`, { key })
          assert.strictEqual(reply.status, 400, `${operation.path}${query}`)
          assert.match(String(reply.body.message), new RegExp(`^${field}: `))
        }
      }
      const both = yield* call("GET", "/v1/web/screenshot?domain=a.example&directUrl=https://a.example/", { key })
      assert.deepStrictEqual([both.status, both.body.error_code], [400, "INPUT_VALIDATION_ERROR"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("refuses every bad field of a crawl by its name, and passes over fields it does not know", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const good = { url: "https://shop.example/" }
      for (const [field, body] of badCrawls) {
        const reply = yield* call("POST", "/v1/web/crawl", { key, body: { ...good, ...body } })
        const said = `${JSON.stringify(body).slice(0, 120)} → ${JSON.stringify(reply.body)}`
        assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "INPUT_VALIDATION_ERROR"], said)
        assert.match(String(reply.body.message), new RegExp(`^${field}: `), said)
      }
      for (const body of [{}, { url: null }]) {
        assert.match(String((yield* call("POST", "/v1/web/crawl", { key, body })).body.message), /^url: is required/)
      }
      for (const body of ["{", "[]", '"x"', "null", "5"]) {
        assert.strictEqual((yield* call("POST", "/v1/web/crawl", { key, body })).status, 400, body)
      }
      assert.deepStrictEqual((yield* WebScript).asked, [])
      const taken = { ...good, limit: 5, formats: ["x"], maxPages: null, waitForMs: null, pdf: null }
      const forged = yield* call("POST", "/v1/web/crawl", {
        key,
        body: '{"url":"https://shop.example/","__proto__":{}}'
      })
      assert.deepStrictEqual([forged.status, forged.body.message], [400, "__proto__: is not a known field"])
      assert.strictEqual((yield* call("POST", "/v1/web/crawl", { key, body: taken })).status, 200)
    }).pipe(Effect.provide(layer))
  )
})
