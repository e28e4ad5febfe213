import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, type Layer, Option } from "effect"
import { type Asset, AssetStore } from "../assets/AssetStore.ts"
import { epoch, freshId, organizationOf } from "./builders.ts"
import { noise, packedStart } from "./noise.ts"
import { buildTimeout, longTestMillis } from "./Stores.ts"

const at = (minutes: number) => DateTime.add(epoch, { minutes })

const assetOf = (given: Partial<Asset> = {}): Asset => ({
  id: freshId("ast"),
  organizationId: organizationOf().id,
  mediaType: "image/png",
  bytes: packedStart(noise(300)),
  createdAt: epoch,
  expiresAt: at(60),
  ...given
})

const assertKept = Effect.fnUntraced(function* (asset: Asset) {
  const size = yield* (yield* AssetStore).size(asset.id, epoch)
  assert.deepStrictEqual(size, Option.some(asset.bytes.length))
  const found = Option.getOrThrow(yield* (yield* AssetStore).get(asset.id, epoch))
  const plain = ({ bytes, createdAt, expiresAt, ...rest }: Asset) => ({
    ...rest,
    bytes: [...bytes],
    createdAt: DateTime.formatIso(createdAt),
    expiresAt: DateTime.formatIso(expiresAt)
  })
  assert.deepStrictEqual(plain(found), plain(asset))
})

/** Drops everything that expired by a moment, a few at a time. */
const prune = Effect.fnUntraced(function* (now: DateTime.Utc, limit = 2) {
  const store = yield* AssetStore
  for (;;) {
    const dropped = yield* store.prune(now, limit)
    assert.isAtMost(dropped, limit)
    if (dropped < limit) return
  }
})

/** What `AssetStore` promises, run against any adapter. */
export const suite = (name: string, stores: Layer.Layer<AssetStore, unknown>) =>
  layer(stores, { timeout: buildTimeout })(`AssetStore (${name})`, (it) => {
    it.effect("gives back what was put, byte for byte", () =>
      Effect.gen(function* () {
        const store = yield* AssetStore
        const assets = [
          assetOf(),
          assetOf({ bytes: new Uint8Array() }),
          assetOf({ mediaType: "image/svg+xml; charset=utf-8", bytes: new TextEncoder().encode("<svg/>".repeat(500)) })
        ]
        yield* Effect.forEach(assets, store.put)
        yield* Effect.forEach(assets, assertKept)
        assert.isTrue(Option.isNone(yield* store.get(assetOf().id, epoch)))
        assert.isTrue(Option.isNone(yield* store.size(assetOf().id, epoch)))
      })
    )

    it.effect("reads an asset as absent from the moment it expires, dropped or not", () =>
      Effect.gen(function* () {
        const store = yield* AssetStore
        const asset = assetOf()
        yield* store.put(asset)
        assert.isTrue(Option.isSome(yield* store.get(asset.id, DateTime.subtract(at(60), { milliseconds: 1 }))))
        assert.isTrue(Option.isNone(yield* store.get(asset.id, at(60))))
        yield* prune(DateTime.subtract(at(60), { milliseconds: 1 }))
        yield* assertKept(asset)
        yield* prune(at(60))
        assert.isTrue(Option.isNone(yield* store.get(asset.id, epoch)))
      })
    )

    it.effect("keeps the first asset put under an id, so that a put may be repeated", () =>
      Effect.gen(function* () {
        const store = yield* AssetStore
        const asset = assetOf()
        yield* Effect.forEach([asset, asset, { ...asset, bytes: noise(10) }], store.put)
        yield* assertKept(asset)
      })
    )

    it.effect("drops no more at a time than asked", () =>
      Effect.gen(function* () {
        const store = yield* AssetStore
        yield* prune(at(1_000))
        const assets = Array.from({ length: 5 }, () => assetOf())
        yield* Effect.forEach(assets, store.put)
        yield* store.prune(at(60), 2)
        const left = yield* Effect.forEach(assets, ({ id }) => store.get(id, epoch))
        assert.isAtLeast(left.filter(Option.isSome).length, 3)
      })
    )

    it.effect("keeps bytes for as long as any asset has them", () =>
      Effect.gen(function* () {
        const store = yield* AssetStore
        const short = assetOf()
        const long = assetOf({ bytes: short.bytes, expiresAt: at(100_000) })
        yield* Effect.forEach([short, long], store.put)
        yield* prune(at(60))
        yield* assertKept(long)
        yield* prune(at(100_000))
        const again = assetOf({ bytes: short.bytes })
        yield* store.put(again)
        yield* assertKept(again)
      })
    )

    it.effect(
      "loses nothing when fifty callers put equal bytes while others drop what expired",
      () =>
        Effect.gen(function* () {
          const store = yield* AssetStore
          for (let round = 0; round < 5; round++) {
            const bytes = noise(2_000)
            const assets = Array.from({ length: 50 }, (_, index) =>
              assetOf({ bytes, expiresAt: index % 2 === 0 ? at(60) : at(200_000) })
            )
            yield* Effect.all([...assets.map(store.put), ...Array.from({ length: 5 }, () => prune(at(60), 7))], {
              concurrency: "unbounded"
            })
            yield* prune(at(60), 7)
            yield* Effect.forEach(
              assets.filter((_, index) => index % 2 === 1),
              assertKept
            )
          }
        }),
      { timeout: longTestMillis }
    )
  })
