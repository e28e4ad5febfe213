/** Calls of which nothing may be kept. Observed: replies, the log of calls as it is stored, and what the web was asked. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../core/src/memory/Database.ts"
import { call, layer, newCaller, pick } from "./support/App.ts"
import { pathOf, readings } from "./support/operations.ts"
import { WebScript } from "./support/ScriptedWeb.ts"

/** All that is kept of calls, as text. */
const stored = Effect.gen(function* () {
  const { usage } = yield* Database
  return JSON.stringify([...usage.values()].map(({ logs }) => [...logs]))
})

/** A task names its site itself, and a search none. */
const secretOf = (path: string) => {
  if (path === "/web/answers") return { task: "What is a swordfish?" }
  if (path === "/people/enrich") return { email: "swordfish@shop.example" }
  return path === "/web/search" ? { query: "swordfish" } : { url: "https://shop.example/swordfish" }
}

/** The operation with `zdr` and something that must not be found again. */
const asking = (operation: (typeof readings)[number]) => {
  const isBody = typeof operation.body === "object"
  const sign = operation.query === undefined ? "?" : "&"
  return {
    path: isBody ? pathOf(operation, {}) : `${pathOf(operation, {})}${sign}zdr=enabled&canary=swordfish`,
    body: isBody ? { ...operation.body, ...secretOf(operation.path), zdr: "enabled" } : operation.body
  }
}

const entryOf = Effect.fnUntraced(function* (key: string, requestId: unknown) {
  return (yield* call("GET", `/v1/logs/${requestId}`, { key })).body.data
})

const nothingKept = { zdr: true, input: { query: {} }, response: null }

describe("zero retention", () => {
  // Those three do not offer it (contract/design-industry.md §2, contract/products.md, contract/news.md).
  const others = ["/web/fonts", "/brand/ai/products", "/news/search"]
  for (const operation of readings.filter(({ path }) => !others.includes(path))) {
    const name = `${operation.method} ${operation.path}`

    it.effect(`keeps nothing of ${name}, and says so`, () =>
      Effect.gen(function* () {
        const key = yield* newCaller({ zeroDataRetention: true })
        const { body, path } = asking(operation)
        const reply = yield* call(operation.method, path, { key, body })
        assert.strictEqual(reply.status, 200, JSON.stringify(reply.body))
        assert.strictEqual(reply.headers.get("x-service-zdr"), "true")
        const asked = (yield* WebScript).asked.at(-1)
        assert.isTrue(asked?.call.freshness.zeroRetention)
        assert.deepInclude(yield* entryOf(key, reply.body.request_id), { ...nothingKept, credits_used: 1 })
        assert.notInclude(yield* stored, "swordfish")
      }).pipe(Effect.provide(layer))
    )

    it.effect(`refuses ${name} to organizations that have not agreed it, and keeps nothing of that either`, () =>
      Effect.gen(function* () {
        const key = yield* newCaller()
        const { body, path } = asking(operation)
        const reply = yield* call(operation.method, path, { key, body })
        assert.deepStrictEqual([reply.status, reply.body.error_code], [403, "ZDR_NOT_ENABLED"])
        assert.isNull(reply.headers.get("x-service-zdr"))
        assert.deepInclude(reply.body.key_metadata, { credits_consumed: 0 })
        assert.deepStrictEqual((yield* WebScript).asked, [])
        assert.deepInclude(yield* entryOf(key, reply.body.request_id), nothingKept)
        assert.notInclude(yield* stored, "swordfish")
      }).pipe(Effect.provide(layer))
    )
  }

  it.effect("holds for a call that is refused or fails", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ zeroDataRetention: true })
      const invalid = yield* call("GET", "/v1/web/scrape/html?url=swordfish&zdr=enabled", { key })
      const crawl = { url: "swordfish", zdr: "enabled" }
      const invalidBody = yield* call("POST", "/v1/web/crawl", { key, body: crawl })
      ;(yield* WebScript).before = Effect.die(new Error("bug"))
      const failed = yield* call("GET", "/v1/web/scrape/html?url=https://shop.example/swordfish&zdr=enabled", { key })
      for (const [reply, status] of [
        [invalid, 400],
        [invalidBody, 400],
        [failed, 500]
      ] as const) {
        assert.deepStrictEqual([reply.status, reply.headers.get("x-service-zdr")], [status, null])
        assert.deepInclude(yield* entryOf(key, reply.body.request_id), nothingKept)
      }
      assert.notInclude(yield* stored, "swordfish")
    }).pipe(Effect.provide(layer))
  )

  it.effect("hides nothing that was done where it means nothing", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ zeroDataRetention: true })
      const reply = yield* call("GET", "/v1/monitors?zdr=enabled&q=herring", { key })
      assert.isNull(reply.headers.get("x-service-zdr"))
      assert.deepInclude(yield* entryOf(key, reply.body.request_id), { zdr: false })
      const disabled = yield* call("GET", "/v1/web/scrape/html?url=https://shop.example/&zdr=disabled", { key })
      assert.isNull(disabled.headers.get("x-service-zdr"))
      const entry = yield* entryOf(key, disabled.body.request_id)
      assert.strictEqual(pick(entry, "input", "query", "url"), "https://shop.example/")
    }).pipe(Effect.provide(layer))
  )

  it.effect("sends pictures in the reply instead of an address", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ zeroDataRetention: true })
      for (const path of [
        "/v1/web/scrape/screenshot?url=https://shop.example/",
        "/v1/web/screenshot?domain=a.example"
      ]) {
        const kept = yield* call("GET", path, { key, headers: { host: "127.0.0.1:8787" } })
        assert.match(String(kept.body.screenshot), /^http:\/\/127\.0\.0\.1:8787\/assets\/ast_[0-9a-f]+$/)
        const free = yield* call("GET", `${path}&zdr=enabled`, { key })
        assert.strictEqual(free.body.screenshot, "data:image/png;base64,iVBORw==")
        assert.strictEqual((yield* Database).assets.size, 1)
        ;(yield* Database).assets.clear()
      }
    }).pipe(Effect.provide(layer))
  )
})
