import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { AssetStore } from "../src/assets/AssetStore.ts"
import * as Memory from "../src/memory/Memory.ts"
import { webRetention } from "../src/pages/domain/CacheRetention.ts"
import { PageCache } from "../src/pages/PageCache.ts"
import { pruneWeb } from "../src/pages/pruneCache.ts"
import { FrontierStore } from "../src/sites/FrontierStore.ts"
import { organizationOf } from "../src/testing/builders.ts"

const { id } = organizationOf()

const body = new Uint8Array(1_000)

/** A page, an asset that lives for 30 days, and a crawl with one address, all of now. */
const keepSome = Effect.fnUntraced(function* (name: string) {
  const now = yield* DateTime.now
  yield* (yield* PageCache).put({ space: "shared", key: name, capturedAt: now, facts: "{}", body: body.with(0, 1) })
  const expiresAt = DateTime.add(now, { days: 30 })
  const asset = { id: name, organizationId: id, mediaType: "image/png", bytes: body, createdAt: now, expiresAt }
  yield* (yield* AssetStore).put(asset)
  yield* (yield* FrontierStore).add(id, name, [{ identity: name, url: name, depth: 0 }], { maxEntries: 1, now })
})

/** Which of the three are still there. */
const left = Effect.fnUntraced(function* (name: string) {
  const now = yield* DateTime.now
  const page = yield* (yield* PageCache).find("shared", name, DateTime.makeUnsafe(0), now)
  const asset = yield* (yield* AssetStore).get(name, DateTime.makeUnsafe(0))
  const { waiting } = yield* (yield* FrontierStore).counts(id, name)
  return { page: Option.isSome(page), asset: Option.isSome(asset), crawl: waiting > 0 }
})

describe("upkeep of the web", () => {
  it.effect("forgets crawls after a day, assets when they expire, and pages after a year", () =>
    Effect.gen(function* () {
      const prune = pruneWeb(webRetention)
      yield* keepSome("a")
      yield* TestClock.adjust(Duration.days(1))
      assert.strictEqual(yield* prune(10), 0)
      assert.deepStrictEqual(yield* left("a"), { page: true, asset: true, crawl: true })
      yield* TestClock.adjust("1 millis")
      yield* prune(10)
      assert.deepStrictEqual(yield* left("a"), { page: true, asset: true, crawl: false })
      yield* TestClock.adjust(Duration.days(29))
      yield* prune(10)
      assert.deepStrictEqual(yield* left("a"), { page: true, asset: false, crawl: false })
      yield* TestClock.adjust(Duration.days(336))
      yield* prune(10)
      assert.deepStrictEqual(yield* left("a"), { page: false, asset: false, crawl: false })
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("says that there is more to do until all is done", () =>
    Effect.gen(function* () {
      const names = ["a", "b", "c", "d", "e"]
      yield* Effect.forEach(names, keepSome)
      yield* TestClock.adjust(Duration.days(31))
      const prune = pruneWeb(webRetention)
      assert.strictEqual(yield* prune(2), 2)
      assert.strictEqual(yield* prune(2), 2)
      assert.isBelow(yield* prune(2), 2)
      for (const name of names) assert.deepStrictEqual(yield* left(name), { page: true, asset: false, crawl: false })
    }).pipe(Effect.provide(Memory.layer))
  )
})
