import { Version, type VersionPart } from "@kittiwake/core/monitors/domain/Version"
import { VersionStore } from "@kittiwake/core/monitors/VersionStore"
import { decodeBody } from "@kittiwake/storage/bodyCoding"
import { type BodyOfRow, LargeBodies, loadBody } from "@kittiwake/storage/largeBodies"
import { storableText } from "@kittiwake/storage/storable"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { putWithBody } from "./bodyRows.ts"
import { type Looked, look } from "./looks.ts"
import { pruneVersions, versionTables } from "./pruneVersions.ts"
import { orUnavailable } from "./storeFailure.ts"

const columns = `v.id, v.organization_id as "organizationId", v.monitor_id as "monitorId", v.run_id as "runId",
  v.change_id as "changeId", v.previous_id as "previousId", v.target_type as "targetType", v.captured_at as "capturedAt",
  v.replaced_at as "replacedAt", v.content_bytes as "contentBytes", v.has_source as "hasSource",
  v.has_picture as "hasPicture"`

const listed: Looked = { table: "monitor_versions", alias: "v", at: "captured_at", id: "id", columns }

const toVersion = Schema.decodeUnknownSync(Schema.toCodecJson(Version))

interface FoundPart extends Omit<BodyOfRow, "size"> {
  readonly mediaType: string
}

const stagePart = (
  sql: SqlClient.SqlClient,
  large: (typeof LargeBodies)["Service"],
  version: Version,
  { bytes, mediaType, part }: VersionPart
) =>
  putWithBody(sql, large, versionTables, bytes, [
    sql`staged as (
      insert into monitor_versions (id, organization_id, monitor_id, run_id, change_id, previous_id, target_type,
        captured_at, replaced_at, content_bytes, has_source, has_picture)
      select ${version.id}::text, ${version.organizationId}::text, ${version.monitorId}::text, ${version.runId}::text,
        ${version.changeId}::text, ${version.previousId}::text, ${version.targetType}::text,
        ${version.capturedAt}::timestamptz, ${version.replacedAt}::timestamptz, ${version.contentBytes}::bigint,
        ${version.hasSource}::boolean, ${version.hasPicture}::boolean
      from body
      on conflict (id) do nothing
    )`,
    sql`put as (
      insert into version_parts (version_id, part, media_type, digest)
      select ${version.id}::text, ${part}::text, ${storableText(mediaType)}::text, digest from body
      on conflict do nothing
    )`
  ])

/** `VersionStore` on Postgres. */
export const layer: Layer.Layer<VersionStore, never, SqlClient.SqlClient> = Layer.effect(
  VersionStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const large = yield* LargeBodies

    return VersionStore.of({
      stage: Effect.fn("VersionStore.stage")(
        (version, parts) => Effect.forEach(parts, (part) => stagePart(sql, large, version, part), { discard: true }),
        orUnavailable("VersionStore.stage")
      ),

      get: (organizationId, monitorId, versionId) =>
        sql`
          select ${sql.literal(columns)} from monitor_versions v
          where v.id = ${versionId} and v.monitor_id = ${monitorId} and v.organization_id = ${organizationId} and v.kept`.pipe(
          Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(toVersion(row)))),
          orUnavailable("VersionStore.get")
        ),

      part: Effect.fn("VersionStore.part")(function* (organizationId, versionId, part) {
        const [row] = yield* sql<FoundPart>`
          select p.media_type as "mediaType", b.encoding, b.length, b.content
          from monitor_versions v join version_parts p on p.version_id = v.id join version_bodies b on b.digest = p.digest
          where v.id = ${versionId} and v.organization_id = ${organizationId} and v.kept and p.part = ${part}`
        if (row === undefined) return Option.none()
        return Option.some({ part, mediaType: row.mediaType, bytes: yield* decodeBody(yield* loadBody(large, row)) })
      }, orUnavailable("VersionStore.part")),

      list: (organizationId, monitorId, slice) =>
        look(sql, listed, {
          owned: [sql`monitor_id = ${monitorId}`, sql`kept`],
          checked: [sql`organization_id = ${organizationId}`],
          conditions: [],
          slice
        }).pipe(
          Effect.map((part) => ({ ...part, rows: part.rows.map((row) => toVersion(row)) })),
          orUnavailable("VersionStore.list")
        ),

      prune: Effect.fn("VersionStore.prune")(
        (bounds, limit) => sql.withTransaction(pruneVersions(sql, bounds, limit)),
        orUnavailable("VersionStore.prune")
      )
    })
  })
)
