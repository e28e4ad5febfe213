/** Files that replies name by an address. */
import { assert, describe, it } from "@effect/vitest"
import { Assets } from "@kittiwake/core/assets/Assets"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { assetLifetime } from "../../core/src/assets/keepAsset.ts"
import { Database } from "../../core/src/memory/Database.ts"
import { Handlers } from "../src/server.ts"
import { ListeningHost, PublicAddress } from "../src/web/PublicAddress.ts"
import { call, core, layer, newCaller } from "./support/App.ts"

const screenshot = "/v1/web/scrape/screenshot?url=https://shop.example/"

/** Reads a file as anybody may. */
const read = Effect.fnUntraced(function* (path: string, method = "GET") {
  const { web } = yield* Handlers
  return yield* Effect.promise(() => web(new Request(`http://kittiwake.test${path}`, { method })))
})

const kept = Effect.gen(function* () {
  const reply = yield* call("GET", screenshot, { key: yield* newCaller(), headers: { host: "api.example" } })
  return new URL(String(reply.body.screenshot), "http://kittiwake.test").pathname
})

const down = new StoreUnavailable({ operation: "AssetStore.get", cause: "down" })

/** The door over a storage that does not answer. */
const withoutStorage = Handlers.layer.pipe(
  Layer.provide(
    Layer.effect(
      Assets,
      Effect.map(Assets, (assets) => ({ ...assets, size: () => Effect.fail(down), get: () => Effect.fail(down) }))
    )
  ),
  Layer.provide(core)
)

describe("an asset", () => {
  it.effect("is read by whoever knows its address, and does nothing in the browser of its reader but show", () =>
    Effect.gen(function* () {
      const path = yield* kept
      const { headers, status, ...response } = yield* Effect.map(read(path), (one) => ({
        headers: one.headers,
        status: one.status,
        bytes: () => one.bytes()
      }))
      assert.strictEqual(status, 200)
      assert.deepStrictEqual([...(yield* Effect.promise(response.bytes))], [137, 80, 78, 71])
      assert.strictEqual(headers.get("content-type"), "image/png")
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
      assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'.*sandbox/)
      assert.strictEqual(headers.get("cache-control"), "public, max-age=86400, immutable")
      assert.isNotNull(headers.get("x-request-id"))
      assert.isNull(headers.get("set-cookie"))
    }).pipe(Effect.provide(layer))
  )

  it.effect("is not there when nobody keeps it, and is not there any more when its time is over", () =>
    Effect.gen(function* () {
      const path = yield* kept
      const odd = ["x", "ast_", `ast_${"0".repeat(32)}`, "..%2f..%2fetc%2fpasswd", "a%00b", "%ff", "x".repeat(4_000)]
      for (const id of odd) {
        const reply = yield* call("GET", `/assets/${id}`)
        assert.deepStrictEqual([reply.status, reply.body.error_code], [404, "NOT_FOUND"], id)
        assert.isNull(reply.headers.get("cache-control"))
      }
      yield* TestClock.adjust(assetLifetime)
      assert.strictEqual((yield* call("GET", path)).status, 404)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is only read", () =>
    Effect.gen(function* () {
      const path = yield* kept
      const head = yield* read(path, "HEAD")
      assert.deepStrictEqual([head.status, head.headers.get("content-type")], [200, "image/png"])
      const posted = yield* call("POST", path, { body: {} })
      assert.deepStrictEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"])
      assert.strictEqual((yield* Database).assets.size, 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("says when the storage is down, and when to come back", () =>
    Effect.gen(function* () {
      const reply = yield* call("GET", `/assets/ast_${"0".repeat(32)}`)
      assert.deepStrictEqual([reply.status, reply.body.error_code], [503, "INTERNAL_ERROR"])
      assert.isNotNull(reply.headers.get("retry-after"))
    }).pipe(Effect.provide(withoutStorage))
  )

  it.effect("stands where the caller reached us, if the server is known by that name, and else below any address", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      for (const [host, base] of [
        ["localhost:8787", "http://localhost:8787"],
        ["127.0.0.1", "http://127.0.0.1"],
        ["Inside.example:8787", "http://Inside.example:8787"],
        ["evil.example", ""],
        ["evil.example:8787", ""],
        ["localhost.evil.example", ""],
        ["127.0.0.1.evil.example", ""],
        ["x.inside.example", ""],
        ["10.0.0.9:8787", ""],
        ["[::1]:8787", "http://[::1]:8787"],
        ["evil.example/path?x=", ""],
        ["user@evil.example", ""]
      ] as const) {
        const reply = yield* call("GET", screenshot, { key, headers: { host } })
        assert.match(String(reply.body.screenshot), /^(http:\/\/[^/]+)?\/assets\/ast_[0-9a-f]+$/)
        assert.strictEqual(String(reply.body.screenshot).split("/assets/")[0], base)
      }
    }).pipe(Effect.provide(layer.pipe(Layer.provide(Layer.succeed(ListeningHost, "inside.example")))))
  )

  it.effect("stands where the operator says", () =>
    Effect.gen(function* () {
      const reply = yield* call("GET", screenshot, { key: yield* newCaller(), headers: { host: "inside:8787" } })
      assert.match(String(reply.body.screenshot), /^https:\/\/web\.example\/assets\/ast_/)
    }).pipe(Effect.provide(layer.pipe(Layer.provide(Layer.succeed(PublicAddress, "https://web.example")))))
  )
})
