import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { type Asset, AssetStore } from "@kittiwake/core/assets/AssetStore"
import { PageCache } from "@kittiwake/core/pages/PageCache"
import { organizationOf } from "@kittiwake/core/testing/builders"
import { DateTime, Effect, Option } from "effect"
import { noise, packedStart } from "../../../core/src/testing/noise.ts"
import { Sqlite } from "../src/Sqlite.ts"
import { onSqlite } from "./databases.ts"

const epoch = DateTime.makeUnsafe("2026-01-01T00:00:00Z")

const timeout = 60_000

const at = (minutes: number) => DateTime.add(epoch, { minutes })

const html = new TextEncoder().encode("<li>10 €</li>".repeat(3_000))

const put = (key: string, body: Uint8Array, minutes = 0) =>
  PageCache.use((cache) => cache.put({ space: "shared", key, capturedAt: at(minutes), facts: "{}", body }))

const prune = (limits: { readonly keepSince?: DateTime.Utc; readonly maxBytes?: number }, limit: number) =>
  PageCache.use((cache) => cache.prune({ keepSince: epoch, maxBytes: Number.MAX_SAFE_INTEGER, ...limits }, limit))

const settle = (limits: Parameters<typeof prune>[0] = {}) =>
  prune(limits, 5).pipe(Effect.repeat({ while: (found) => found === 5 }))

const assetOf = (given: Partial<Asset>): Asset => ({
  id: "ast_1",
  organizationId: organizationOf().id,
  mediaType: "image/png",
  bytes: noise(500),
  createdAt: epoch,
  expiresAt: at(10),
  ...given
})

const rowsOf = <Row>(text: string) => Sqlite.use(({ read }) => read("test", (db) => db.all<Row>(text)))

/** How many bodies of an encoding there are, and whether the sum that is kept is the sum of what is stored. */
const stored = Effect.map(
  rowsOf<{ zstd: number; plain: number; size: number; kept: number }>(`
    select count(*) filter (where encoding = 'zstd') as zstd, count(*) filter (where encoding = 'plain') as plain,
      coalesce(sum(octet_length(content)), 0) as size, (select bytes from cache_size) as kept
    from cache_bodies`),
  ([row]) => ({ ...row! })
)

/** Writes to the file as nobody else does. */
const tamper = (script: string) =>
  Sqlite.use(({ read }) =>
    read("test", (db) => {
      const other = new DatabaseSync(db.database.location()!)
      other.exec(script)
      other.close()
    })
  )

describe("bodies (SQLite)", () => {
  it.effect(
    "are stored once, compressed unless that gains nothing, and their bytes are known",
    () =>
      Effect.gen(function* () {
        for (let key = 0; key < 12; key++) yield* put(`${key}`, html)
        yield* put("picture", packedStart(html))
        yield* put("noise", noise(3_000))
        const { kept, plain, size, zstd } = yield* stored
        assert.deepStrictEqual({ zstd, plain }, { zstd: 1, plain: 2 })
        assert.strictEqual(kept, size)
        assert.isBelow(size, html.length + 8 + 3_000 + html.length / 10)
      }).pipe(Effect.provide(onSqlite)),
    timeout
  )

  it.effect(
    "are gone with the last page that had them, and never come with a page that is too old",
    () =>
      Effect.gen(function* () {
        for (let key = 0; key < 12; key++) yield* put(`${key}`, noise(1_000), key)
        yield* put("0", noise(1_000), 20)
        yield* put("0", noise(1_000), 10)
        assert.deepInclude(yield* stored, { plain: 12, size: 12_000, kept: 12_000 })
        yield* settle({ keepSince: at(6) })
        assert.deepInclude(yield* stored, { plain: 7, size: 7_000, kept: 7_000 })
        yield* settle({ maxBytes: 2_500 })
        assert.deepInclude(yield* stored, { plain: 2, size: 2_000, kept: 2_000 })
        yield* settle({ maxBytes: 0 })
        assert.deepInclude(yield* stored, { plain: 0, size: 0, kept: 0 })
      }).pipe(Effect.provide(onSqlite)),
    timeout
  )

  it.effect(
    "are sent again when they were dropped after they had been seen",
    () =>
      Effect.gen(function* () {
        const body = noise(1_000)
        yield* put("old", body)
        yield* Effect.all([prune({ keepSince: at(1) }, 5), put("new", body, 1)], { concurrency: "unbounded" })
        const found = yield* PageCache.use((cache) => cache.find("shared", "new", epoch, epoch))
        assert.deepStrictEqual(Option.getOrThrow(found).body, body)
        assert.deepInclude(yield* stored, { plain: 1, kept: 1_000 })
      }).pipe(Effect.provide(onSqlite)),
    timeout
  )

  it.effect(
    "leave the bytes that were put to whoever put them, and the rest of the memory around them",
    () =>
      Effect.gen(function* () {
        const whole = noise(300_000)
        const part = whole.subarray(1, 200_001)
        yield* put("part", part)
        yield* put("whole", whole)
        assert.strictEqual(whole.byteLength, 300_000)
        assert.deepInclude(yield* stored, { plain: 2, size: 500_000 })
      }).pipe(Effect.provide(onSqlite)),
    timeout
  )

  it.effect(
    "of many megabytes are dropped in steps, all that were asked for",
    () =>
      Effect.gen(function* () {
        for (let key = 0; key < 6; key++) yield* put(`${key}`, noise(5_000_000), key)
        assert.strictEqual(yield* prune({ keepSince: at(5) }, 100), 5)
        assert.deepInclude(yield* stored, { plain: 1, kept: 5_000_000 })
      }).pipe(Effect.provide(onSqlite)),
    timeout
  )

  it.effect(
    "of assets are gone with the last asset that had them",
    () =>
      Effect.gen(function* () {
        const store = yield* AssetStore
        const shared = noise(500)
        for (let index = 0; index < 10; index++) {
          yield* store.put(
            assetOf({ id: `ast_${index}`, bytes: index < 5 ? shared : noise(500), expiresAt: at(index) })
          )
        }
        const bodies = Effect.map(rowsOf("select 1 from asset_bodies"), (rows) => rows.length)
        const pruneAssets = (minutes: number) =>
          store.prune(at(minutes), 3).pipe(Effect.repeat({ while: (found) => found === 3 }))
        assert.strictEqual(yield* bodies, 6)
        yield* pruneAssets(3)
        assert.strictEqual(yield* bodies, 6)
        yield* pruneAssets(4)
        assert.strictEqual(yield* bodies, 5)
        yield* pruneAssets(9)
        assert.strictEqual(yield* bodies, 0)
      }).pipe(Effect.provide(onSqlite)),
    timeout
  )

  it.effect(
    "of large assets are given back as they were put",
    () =>
      Effect.gen(function* () {
        const store = yield* AssetStore
        const asset = assetOf({ bytes: noise(3_000_000) })
        yield* store.put(asset)
        const found = Option.getOrThrow(yield* store.get(asset.id, epoch))
        assert.isTrue(Buffer.from(found.bytes).equals(asset.bytes))
        assert.strictEqual(found.mediaType, asset.mediaType)
      }).pipe(Effect.provide(onSqlite)),
    timeout
  )

  it.effect(
    "that came loose from another database are counted, or dropped when nothing has them",
    () =>
      Effect.gen(function* () {
        const assets = yield* AssetStore
        for (let key = 0; key < 4; key++) {
          yield* put(`${key}`, noise(1_000))
          yield* assets.put(assetOf({ id: `ast_${key}` }))
        }
        const strangers = (table: string) => `
        update ${table} set loose = 1, counted = 0;
        insert into ${table} (digest, encoding, length, size, content)
        values (x'01', 'plain', 1, 1, x'01'), (x'02', 'plain', 1, 1, x'02');`
        yield* tamper(`${strangers("cache_bodies")} ${strangers("asset_bodies")} update cache_size set bytes = 0`)
        assert.strictEqual(yield* prune({}, 4), 4)
        assert.strictEqual(yield* prune({}, 4), 2)
        assert.deepInclude(yield* stored, { plain: 4, size: 4_000, kept: 4_000 })
        assert.strictEqual(yield* assets.prune(epoch, 100), 6)
        assert.strictEqual((yield* rowsOf("select 1 from asset_bodies where loose = 0")).length, 4)
        assert.strictEqual(yield* prune({}, 4), 0)
      }).pipe(Effect.provide(onSqlite)),
    timeout
  )
})

describe("uses of cached pages (SQLite)", () => {
  it.effect(
    "are noted to the minute",
    () =>
      Effect.gen(function* () {
        const cache = yield* PageCache
        yield* put("a", html)
        const usedAt = Effect.map(
          Effect.andThen(prune({}, 1), rowsOf<{ at: number }>("select used_at as at from cached_pages")),
          ([row]) => DateTime.makeUnsafe(row!.at)
        )
        const find = (now: DateTime.Utc) => cache.find("shared", "a", epoch, now)
        yield* find(at(1))
        assert.deepStrictEqual(yield* usedAt, at(0))
        yield* Effect.forEach([at(2), at(2), DateTime.add(at(2), { seconds: 59 })], find, { concurrency: "unbounded" })
        assert.isTrue(DateTime.isGreaterThanOrEqualTo(yield* usedAt, at(2)))
        yield* find(at(1))
        assert.isTrue(DateTime.isGreaterThanOrEqualTo(yield* usedAt, at(2)))
        yield* find(at(9))
        assert.deepStrictEqual(yield* usedAt, at(9))
      }).pipe(Effect.provide(onSqlite)),
    timeout
  )
})
