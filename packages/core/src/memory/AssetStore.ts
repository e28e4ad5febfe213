import { type DateTime, Effect, Layer, Option } from "effect"
import { type Asset, AssetStore } from "../assets/AssetStore.ts"
import { bodyOf, keepBody, leaveBody } from "./bodies.ts"
import { Database } from "./Database.ts"

/** `AssetStore` in memory. */
export const layer: Layer.Layer<AssetStore, never, Database> = Layer.effect(
  AssetStore,
  Effect.gen(function* () {
    const { assetBodies, assets } = yield* Database

    const find = (id: string, now: DateTime.Utc): Option.Option<Asset> => {
      const row = assets.get(id)
      return row === undefined || row.asset.expiresAt.epochMilliseconds <= now.epochMilliseconds
        ? Option.none()
        : Option.some({ ...row.asset, bytes: bodyOf(assetBodies, row.digest) })
    }

    return AssetStore.of({
      put: ({ bytes, ...asset }) =>
        Effect.sync(() => {
          if (!assets.has(asset.id)) assets.set(asset.id, { asset, digest: keepBody(assetBodies, bytes) })
        }),

      size: (id, now) => Effect.sync(() => Option.map(find(id, now), ({ bytes }) => bytes.length)),

      get: (id, now) => Effect.sync(() => find(id, now)),

      prune: (now, limit) =>
        Effect.sync(() => {
          let dropped = 0
          for (const [id, { asset, digest }] of assets) {
            if (dropped === limit) break
            if (asset.expiresAt.epochMilliseconds > now.epochMilliseconds) continue
            assets.delete(id)
            leaveBody(assetBodies, digest)
            dropped += 1
          }
          return dropped
        })
    })
  })
)
