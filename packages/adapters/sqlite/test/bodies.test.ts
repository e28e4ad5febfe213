import { createHash } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { AssetStore } from "@kittiwake/core/assets/AssetStore"
import { PageCache } from "@kittiwake/core/pages/PageCache"
import { digestOf } from "@kittiwake/storage/bodyCoding"
import { DateTime, Effect, Option } from "effect"
import { assetOf, minute, packable, prunePages, putPage, suite } from "../../../core/src/testing/bodySuite.ts"
import { noise } from "../../../core/src/testing/noise.ts"
import { Sqlite } from "../src/Sqlite.ts"
import { onSqlite } from "./databases.ts"

const timeout = 60_000

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

suite("SQLite", onSqlite, {
  stored,
  assetBodies: Effect.map(rowsOf("select 1 from asset_bodies"), (rows) => rows.length)
})

describe("bodies (SQLite)", () => {
  it("are digested in pieces where they are large, with the thread left to others in between", async () => {
    const body = noise(5 * 1_048_576 + 1)
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const digest = await Effect.runPromise(digestOf(body))
    isOver = true
    assert.deepStrictEqual(Buffer.from(digest), createHash("sha256").update(body).digest())
    assert.isAtLeast(turns, 5)
  })

  it.effect(
    "are sent again when they were dropped after they had been seen",
    () =>
      Effect.gen(function* () {
        const body = noise(1_000)
        yield* putPage("old", body)
        yield* Effect.all([prunePages({ keepSince: minute(1) }, 5), putPage("new", body, 1)], {
          concurrency: "unbounded"
        })
        const found = yield* PageCache.use((cache) => cache.find("shared", "new", minute(0), minute(0)))
        assert.deepStrictEqual(Option.getOrThrow(found).body, body)
        assert.deepInclude(yield* stored, { plain: 1, kept: 1_000 })
      }).pipe(Effect.provide(onSqlite)),
    timeout
  )

  it.effect(
    "of many megabytes are dropped in steps, all that were asked for",
    () =>
      Effect.gen(function* () {
        for (let key = 0; key < 6; key++) yield* putPage(`${key}`, noise(5_000_000), key)
        assert.strictEqual(yield* prunePages({ keepSince: minute(5) }, 100), 5)
        assert.deepInclude(yield* stored, { plain: 1, kept: 5_000_000 })
      }).pipe(Effect.provide(onSqlite)),
    timeout
  )

  it.effect(
    "that came loose from another database are counted, or dropped when nothing has them",
    () =>
      Effect.gen(function* () {
        const assets = yield* AssetStore
        for (let key = 0; key < 4; key++) {
          yield* putPage(`${key}`, noise(1_000))
          yield* assets.put(assetOf({ id: `ast_${key}` }))
        }
        const strangers = (table: string) => `
        update ${table} set loose = 1, counted = 0;
        insert into ${table} (digest, encoding, length, size, content)
        values (x'01', 'plain', 1, 1, x'01'), (x'02', 'plain', 1, 1, x'02');`
        yield* tamper(`${strangers("cache_bodies")} ${strangers("asset_bodies")} update cache_size set bytes = 0`)
        assert.strictEqual(yield* prunePages({}, 4), 4)
        assert.strictEqual(yield* prunePages({}, 4), 2)
        assert.deepInclude(yield* stored, { plain: 4, size: 4_000, kept: 4_000 })
        assert.strictEqual(yield* assets.prune(minute(0), 100), 6)
        assert.strictEqual((yield* rowsOf("select 1 from asset_bodies where loose = 0")).length, 4)
        assert.strictEqual(yield* prunePages({}, 4), 0)
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
        yield* putPage("a", packable)
        const usedAt = Effect.map(
          Effect.andThen(prunePages({}, 1), rowsOf<{ at: number }>("select used_at as at from cached_pages")),
          ([row]) => DateTime.makeUnsafe(row!.at)
        )
        const find = (now: DateTime.Utc) => cache.find("shared", "a", minute(0), now)
        yield* find(minute(1))
        assert.deepStrictEqual(yield* usedAt, minute(0))
        yield* Effect.forEach([minute(2), minute(2), DateTime.add(minute(2), { seconds: 59 })], find, {
          concurrency: "unbounded"
        })
        assert.isTrue(DateTime.isGreaterThanOrEqualTo(yield* usedAt, minute(2)))
        yield* find(minute(1))
        assert.isTrue(DateTime.isGreaterThanOrEqualTo(yield* usedAt, minute(2)))
        yield* find(minute(9))
        assert.deepStrictEqual(yield* usedAt, minute(9))
      }).pipe(Effect.provide(onSqlite)),
    timeout
  )
})
