import { assert, describe, it } from "@effect/vitest"
import { AssetStore } from "@kittiwake/core/assets/AssetStore"
import { PageCache } from "@kittiwake/core/pages/PageCache"
import { organizationOf } from "@kittiwake/core/testing/builders"
import { DateTime, Effect, type Layer } from "effect"
import { SqlClient } from "effect/sql"
import { noise, packedStart } from "../../../core/src/testing/noise.ts"
import { onServer } from "./databases.ts"

const epoch = DateTime.makeUnsafe("2026-01-01T00:00:00Z")

const at = (minutes: number) => DateTime.add(epoch, { minutes })

const timeout = 60_000

const html = new TextEncoder().encode("<li>10 €</li>".repeat(3_000))

const put = (key: string, body: Uint8Array, minutes = 0) =>
  PageCache.use((cache) => cache.put({ space: "shared", key, capturedAt: at(minutes), facts: "{}", body }))

const settle = (limits: { readonly keepSince?: DateTime.Utc; readonly maxBytes?: number } = {}) =>
  PageCache.use((cache) =>
    cache
      .prune({ keepSince: epoch, maxBytes: Number.MAX_SAFE_INTEGER, ...limits }, 5)
      .pipe(Effect.repeat({ while: (found) => found === 5 }))
  )

/** How many bodies of an encoding there are, and whether the sum that is kept is the sum of what is stored. */
const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ zstd: number; plain: number; size: number; kept: number }>`
    select count(*) filter (where encoding = 'zstd') as zstd, count(*) filter (where encoding = 'plain') as plain,
      coalesce(sum(octet_length(content)), 0)::bigint as size, (select bytes from cache_size) as kept
    from cache_bodies`
  return row!
})

const suite = (name: string, stores: Layer.Layer<AssetStore | PageCache | SqlClient.SqlClient, unknown>) =>
  describe(`bodies (${name})`, () => {
    it.effect(
      "are stored once, compressed unless that gains nothing, and their bytes are known",
      () =>
        Effect.gen(function* () {
          for (let key = 0; key < 12; key++) yield* put(`${key}`, html)
          yield* put("picture", packedStart(html))
          yield* put("noise", noise(3_000))
          yield* settle()
          const { kept, plain, size, zstd } = yield* stored
          assert.deepStrictEqual({ zstd, plain }, { zstd: 1, plain: 2 })
          assert.strictEqual(kept, size)
          assert.isBelow(size, html.length + 8 + 3_000 + html.length / 10)
        }).pipe(Effect.provide(stores)),
      timeout
    )

    it.effect(
      "are gone with the last page that had them, and with the one that lost to a newer",
      () =>
        Effect.gen(function* () {
          for (let key = 0; key < 12; key++) yield* put(`${key}`, noise(1_000), key)
          yield* put("0", noise(1_000), 20)
          // Its body was stored before it turned out to be too old.
          yield* put("0", noise(1_000), 10)
          yield* settle()
          assert.deepInclude(yield* stored, { plain: 12, size: 12_000, kept: 12_000 })
          yield* settle({ keepSince: at(6) })
          assert.deepInclude(yield* stored, { plain: 7, size: 7_000, kept: 7_000 })
          yield* settle({ maxBytes: 2_500 })
          assert.deepInclude(yield* stored, { plain: 2, size: 2_000, kept: 2_000 })
          yield* settle({ maxBytes: 0 })
          assert.deepInclude(yield* stored, { plain: 0, size: 0, kept: 0 })
        }).pipe(Effect.provide(stores)),
      timeout
    )

    it.effect(
      "of assets are gone with the last asset that had them",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const store = yield* AssetStore
          const shared = noise(500)
          for (let index = 0; index < 10; index++) {
            yield* store.put({
              id: `ast_${index}`,
              organizationId: organizationOf().id,
              mediaType: "image/png",
              bytes: index < 5 ? shared : noise(500),
              createdAt: epoch,
              expiresAt: at(index)
            })
          }
          const bodies = Effect.map(sql`select 1 from asset_bodies`, (rows) => rows.length)
          const prune = (minutes: number) =>
            store.prune(at(minutes), 3).pipe(Effect.repeat({ while: (found) => found === 3 }))
          assert.strictEqual(yield* bodies, 6)
          yield* prune(3)
          assert.strictEqual(yield* bodies, 6)
          yield* prune(4)
          assert.strictEqual(yield* bodies, 5)
          yield* prune(9)
          assert.strictEqual(yield* bodies, 0)
        }).pipe(Effect.provide(stores)),
      timeout
    )
  })

onServer(suite)
