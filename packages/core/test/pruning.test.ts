import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { AssetStore } from "../src/assets/AssetStore.ts"
import { Assets } from "../src/assets/Assets.ts"
import * as Memory from "../src/memory/Memory.ts"
import { PageCache } from "../src/pages/PageCache.ts"
import { PagesUpkeep } from "../src/pages/Pages.ts"
import { FrontierStore } from "../src/sites/FrontierStore.ts"
import { SitesUpkeep } from "../src/sites/Sites.ts"
import { organizationOf } from "../src/testing/builders.ts"

const { id } = organizationOf()

const body = new Uint8Array(1_000)

/** A page, an asset that lives for 30 days, and a crawl with one address, all of now. */
const keepSome = Effect.fnUntraced(function* (name: string) {
  const now = yield* DateTime.now
  yield* (yield* PageCache).put(
    { space: "shared", key: name, capturedAt: now, facts: "{}", body: body.with(0, 1) },
    now
  )
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

const layer = Layer.mergeAll(Assets.layer, PagesUpkeep.layer, SitesUpkeep.layer).pipe(Layer.provideMerge(Memory.layer))

/** Drops up to `limit` of each; tells how much there was of what there was most. */
const prune = Effect.fnUntraced(function* (limit: number) {
  const pages = yield* (yield* PagesUpkeep).prune(limit)
  const assets = yield* (yield* Assets).prune(limit)
  return Math.max(pages, assets, yield* (yield* SitesUpkeep).prune(limit))
})

describe("upkeep of the web", () => {
  it.effect("forgets crawls after a day, assets when they expire, and pages after a year", () =>
    Effect.gen(function* () {
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
    }).pipe(Effect.provide(layer))
  )

  it.effect("says that there is more to do until all is done", () =>
    Effect.gen(function* () {
      const names = ["a", "b", "c", "d", "e"]
      yield* Effect.forEach(names, keepSome)
      yield* TestClock.adjust(Duration.days(31))
      assert.strictEqual(yield* prune(2), 2)
      assert.strictEqual(yield* prune(2), 2)
      assert.isBelow(yield* prune(2), 2)
      for (const name of names) assert.deepStrictEqual(yield* left(name), { page: true, asset: false, crawl: false })
    }).pipe(Effect.provide(layer))
  )
})
