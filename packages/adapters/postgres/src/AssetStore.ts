import { type Asset, AssetStore } from "@kittiwake/core/assets/AssetStore"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { decodeBody } from "@kittiwake/storage/bodyCoding"
import { type BodyOfRow, LargeBodies, loadBody } from "@kittiwake/storage/largeBodies"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type BodyTables, loosened, putWithBody, settleBodies } from "./bodyRows.ts"
import { orUnavailable } from "./storeFailure.ts"

const tables: BodyTables = { bodies: "asset_bodies", rows: "assets" }

interface FoundRow extends Omit<BodyOfRow, "size"> {
  readonly organizationId: string
  readonly mediaType: string
  readonly createdAt: string
  readonly expiresAt: string
}

const putAsset = (sql: SqlClient.SqlClient, large: (typeof LargeBodies)["Service"], asset: Asset) =>
  putWithBody(sql, large, tables, asset.bytes, [
    sql`put as (
      insert into assets (id, organization_id, media_type, digest, created_at, expires_at)
      select ${asset.id}::text, ${asset.organizationId}::text, ${asset.mediaType}::text, digest,
        ${asset.createdAt}::timestamptz, ${asset.expiresAt}::timestamptz
      from body
      on conflict (id) do nothing
    )`
  ])

const pruneAssets = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, now: DateTime.Utc, limit: number) {
  const [row] = yield* sql<{ dropped: number }>`
    with gone as (
      delete from assets where ctid = any (array(
        select ctid from assets where expires_at <= ${now}::timestamptz
        order by expires_at limit ${limit} for update skip locked
      ))
      returning digest
    ),
    ${loosened(sql, tables, sql`select digest from gone`)}
    select count(*) as dropped from gone`
  const { looked } = yield* settleBodies(sql, tables, limit)
  return looked === limit ? limit : row!.dropped
})

/** `AssetStore` on Postgres. */
export const layer: Layer.Layer<AssetStore, never, SqlClient.SqlClient> = Layer.effect(
  AssetStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const large = yield* LargeBodies

    return AssetStore.of({
      put: Effect.fn("AssetStore.put")((asset) => putAsset(sql, large, asset), orUnavailable("AssetStore.put")),

      size: Effect.fn("AssetStore.size")(function* (id, now) {
        const [row] = yield* sql<{ length: number }>`
          select b.length from assets a join asset_bodies b on b.digest = a.digest
          where a.id = ${id} and a.expires_at > ${now}::timestamptz`
        return Option.map(Option.fromUndefinedOr(row), ({ length }) => length)
      }, orUnavailable("AssetStore.size")),

      get: Effect.fn("AssetStore.get")(function* (id, now) {
        const [row] = yield* sql<FoundRow>`
          select a.organization_id as "organizationId", a.media_type as "mediaType", a.created_at as "createdAt",
            a.expires_at as "expiresAt", b.encoding, b.length, b.content
          from assets a join asset_bodies b on b.digest = a.digest
          where a.id = ${id} and a.expires_at > ${now}::timestamptz`
        if (row === undefined) return Option.none()
        return Option.some({
          id,
          organizationId: OrganizationId.make(row.organizationId),
          mediaType: row.mediaType,
          bytes: yield* decodeBody(yield* loadBody(large, row)),
          createdAt: DateTime.makeUnsafe(row.createdAt),
          expiresAt: DateTime.makeUnsafe(row.expiresAt)
        })
      }, orUnavailable("AssetStore.get")),

      prune: Effect.fn("AssetStore.prune")(
        (now, limit) => sql.withTransaction(pruneAssets(sql, now, limit)),
        orUnavailable("AssetStore.prune")
      )
    })
  })
)
