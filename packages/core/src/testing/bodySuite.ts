/** What becomes of the bodies of kept pages and assets, beneath the stores that keep them. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, type Layer, Option } from "effect"
import { type Asset, AssetStore } from "../assets/AssetStore.ts"
import { PageCache } from "../pages/PageCache.ts"
import { organizationOf } from "./builders.ts"
import { noise, packedStart } from "./noise.ts"
import { longTestMillis } from "./Stores.ts"

/** A moment, minutes after the first of these tests. */
export const minute = (minutes: number): DateTime.Utc =>
  DateTime.add(DateTime.makeUnsafe("2026-01-01T00:00:00Z"), { minutes })

/** A page that packs well. */
export const packable = new TextEncoder().encode("<li>10 €</li>".repeat(3_000))

/** Keeps a page. */
export const putPage = (key: string, body: Uint8Array, minutes = 0) =>
  PageCache.use((cache) =>
    cache.put({ space: "shared", key, capturedAt: minute(minutes), facts: "{}", body }, minute(minutes))
  )

/** What is kept of pages; everything unless it is said. */
export interface Kept {
  readonly keepSince?: DateTime.Utc
  readonly maxBytes?: number
}

/** Removes up to `limit` pages and bodies. */
export const prunePages = (limits: Kept, limit: number) =>
  PageCache.use((cache) => cache.prune({ keepSince: minute(0), maxBytes: Number.MAX_SAFE_INTEGER, ...limits }, limit))

/** Removes all that is not to be kept. */
const settlePages = (limits: Kept = {}) => prunePages(limits, 5).pipe(Effect.repeat({ while: (found) => found === 5 }))

/** A picture of an organization of its own. */
export const assetOf = (given: Partial<Asset>): Asset => ({
  id: "ast_1",
  organizationId: organizationOf().id,
  mediaType: "image/png",
  bytes: noise(500),
  createdAt: minute(0),
  expiresAt: minute(10),
  ...given
})

/** What stands beneath the stores. */
export interface Beneath<E, R> {
  /** Bodies of pages by encoding, what they take, and what is said that they take. */
  readonly stored: Effect.Effect<
    { readonly zstd: number; readonly plain: number; readonly size: number; readonly kept: number },
    E,
    R
  >
  /** How many bodies of assets there are. */
  readonly assetBodies: Effect.Effect<number, E, R>
}

/** Runs against stores that keep a body once for all that have it; each test has stores of its own. */
export const suite = <R, E>(
  name: string,
  stores: Layer.Layer<AssetStore | PageCache | R, unknown>,
  { assetBodies, stored }: Beneath<E, R>
) =>
  describe(`bodies (${name})`, () => {
    const test = <F>(what: string, body: Effect.Effect<void, F, AssetStore | PageCache | R>) =>
      it.effect(what, () => Effect.provide(body, stores), longTestMillis)

    test(
      "are stored once, compressed unless that gains nothing, and their bytes are known",
      Effect.gen(function* () {
        for (let key = 0; key < 12; key++) yield* putPage(`${key}`, packable)
        yield* putPage("picture", packedStart(packable))
        yield* putPage("noise", noise(3_000))
        yield* settlePages()
        const { kept, plain, size, zstd } = yield* stored
        assert.deepStrictEqual({ zstd, plain }, { zstd: 1, plain: 2 })
        assert.strictEqual(kept, size)
        assert.isBelow(size, packable.length + 8 + 3_000 + packable.length / 10)
      })
    )

    test(
      "are gone with the last page that had them, and with the one that lost to a newer",
      Effect.gen(function* () {
        for (let key = 0; key < 12; key++) yield* putPage(`${key}`, noise(1_000), key)
        yield* putPage("0", noise(1_000), 20)
        // Its body may have been stored before it turned out to be too old.
        yield* putPage("0", noise(1_000), 10)
        yield* settlePages()
        assert.deepInclude(yield* stored, { plain: 12, size: 12_000, kept: 12_000 })
        yield* settlePages({ keepSince: minute(6) })
        assert.deepInclude(yield* stored, { plain: 7, size: 7_000, kept: 7_000 })
        yield* settlePages({ maxBytes: 2_500 })
        assert.deepInclude(yield* stored, { plain: 2, size: 2_000, kept: 2_000 })
        yield* settlePages({ maxBytes: 0 })
        assert.deepInclude(yield* stored, { plain: 0, size: 0, kept: 0 })
      })
    )

    test(
      "leave the bytes that were put to whoever put them, and the rest of the memory around them",
      Effect.gen(function* () {
        const whole = noise(300_000)
        yield* putPage("part", whole.subarray(1, 200_001))
        yield* putPage("whole", whole)
        assert.strictEqual(whole.byteLength, 300_000)
        assert.deepInclude(yield* stored, { plain: 2, size: 500_000 })
      })
    )

    test(
      "of assets are gone with the last asset that had them",
      Effect.gen(function* () {
        const store = yield* AssetStore
        const shared = noise(500)
        for (let index = 0; index < 10; index++) {
          const bytes = index < 5 ? shared : noise(500)
          yield* store.put(assetOf({ id: `ast_${index}`, bytes, expiresAt: minute(index) }))
        }
        const prune = (minutes: number) =>
          store.prune(minute(minutes), 3).pipe(Effect.repeat({ while: (found) => found === 3 }))
        assert.strictEqual(yield* assetBodies, 6)
        yield* prune(3)
        assert.strictEqual(yield* assetBodies, 6)
        yield* prune(4)
        assert.strictEqual(yield* assetBodies, 5)
        yield* prune(9)
        assert.strictEqual(yield* assetBodies, 0)
      })
    )

    test(
      "of large assets are given back as they were put",
      Effect.gen(function* () {
        const store = yield* AssetStore
        const asset = assetOf({ bytes: noise(3_000_000) })
        yield* store.put(asset)
        const found = Option.getOrThrow(yield* store.get(asset.id, minute(0)))
        assert.isTrue(Buffer.from(found.bytes).equals(asset.bytes))
        assert.strictEqual(found.mediaType, asset.mediaType)
      })
    )
  })
