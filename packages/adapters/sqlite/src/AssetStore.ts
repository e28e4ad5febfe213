import { AssetStore } from "@kittiwake/core/assets/AssetStore"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { decodeBody, digestOf } from "@kittiwake/storage/bodyCoding"
import { LargeBodies, loadBody } from "@kittiwake/storage/largeBodies"
import { storableText } from "@kittiwake/storage/storable"
import { Effect, Layer, Option } from "effect"
import { millisOf, momentOf } from "./moments.ts"
import { pruneInSteps } from "./pruneInSteps.ts"
import { makePutWithBody } from "./putWithBody.ts"
import { shortAsset } from "./reads/bodies.ts"
import { Sqlite } from "./Sqlite.ts"

const stored = "select 1 from asset_bodies where digest = ?"

/** Assets that one step of pruning drops at most. */
const prunedTogether = 100

/** `AssetStore` on SQLite. */
export const layer: Layer.Layer<AssetStore, never, Sqlite> = Layer.effect(
  AssetStore,
  Effect.gen(function* () {
    const { read, readLong, write } = yield* Sqlite
    const large = yield* LargeBodies
    const putWithBody = yield* makePutWithBody("asset_bodies")

    return AssetStore.of({
      put: Effect.fnUntraced(function* ({ bytes, createdAt, expiresAt, id, mediaType, organizationId }) {
        const digest = yield* digestOf(bytes)
        const asset = {
          id: storableText(id),
          organizationId,
          mediaType: storableText(mediaType),
          createdAt: millisOf(createdAt),
          expiresAt: millisOf(expiresAt),
          digest
        }
        const seemsStored = yield* read("AssetStore.put", (db) => db.get(stored, digest) !== undefined)
        yield* putWithBody(digest, bytes, seemsStored, (body, transfer) =>
          write("AssetStore.put", { ...asset, body }, transfer)
        )
      }),

      size: (id, now) =>
        read("AssetStore.size", (db) =>
          Option.map(Option.fromUndefinedOr(shortAsset(db, { id, now: millisOf(now) })), ({ length }) => length)
        ),

      get: Effect.fnUntraced(function* (id, now) {
        const place = { id, now: millisOf(now) }
        const short = yield* read("AssetStore.get", (db) => shortAsset(db, place))
        const row = short?.content === null ? yield* readLong("AssetStore.get", short.organizationId, place) : short
        if (row === undefined) return Option.none()
        return Option.some({
          id,
          organizationId: OrganizationId.make(row.organizationId),
          mediaType: row.mediaType,
          bytes: yield* decodeBody(yield* loadBody(large, { ...row, content: row.content! })),
          createdAt: momentOf(row.createdAt),
          expiresAt: momentOf(row.expiresAt)
        })
      }),

      prune: (now, limit) =>
        pruneInSteps(limit, prunedTogether, (most) => write("AssetStore.prune", { now: millisOf(now), limit: most }))
    })
  })
)
