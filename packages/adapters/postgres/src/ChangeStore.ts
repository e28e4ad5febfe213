import { type ChangeFilter, ChangeStore } from "@kittiwake/core/monitors/ChangeStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Slice } from "@kittiwake/core/paging/domain/Page"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { changeColumns, changeSummaryColumns, toChange, toChangeSummary } from "./changeRows.ts"
import { type Looked, look } from "./looks.ts"
import { orUnavailable } from "./storeFailure.ts"

const all: Looked = { table: "changes", alias: "c", at: "detected_at", id: "id", columns: changeSummaryColumns }

const ofTag: Looked = {
  ...all,
  table: "change_tags",
  alias: "t",
  id: "change_id",
  joins: "join changes c on c.id = t.change_id"
}

const found = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { changeDetectionType, monitorId, since, tag, targetType, until }: ChangeFilter,
  slice: Slice
) => {
  const window = [
    ...(since === undefined ? [] : [sql`detected_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql`detected_at < ${until}::timestamptz`])
  ]
  const types = [
    ...(targetType === undefined ? [] : [sql`target_type = ${targetType}`]),
    ...(changeDetectionType === undefined ? [] : [sql`change_detection_type = ${changeDetectionType}`])
  ]
  const own = sql`organization_id = ${organizationId}`
  // A monitor gives all its changes the same tags, until they are changed: so among those of one a tag is not rare.
  const tagged = tag === undefined ? [] : [sql`tags @> array[${tag}::text]`]
  if (monitorId !== undefined) {
    const owned = [sql`monitor_id = ${monitorId}`, ...window]
    return look(sql, all, { owned, checked: [own], conditions: [...types, ...tagged], slice })
  }
  return tag === undefined
    ? look(sql, all, { owned: [own, ...window], conditions: types, slice })
    : look(sql, ofTag, { owned: [own, sql`tag = ${tag}`, ...window], conditions: types, slice })
}

/** `ChangeStore` on Postgres. */
export const layer: Layer.Layer<ChangeStore, never, SqlClient.SqlClient> = Layer.effect(
  ChangeStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return ChangeStore.of({
      get: (organizationId, changeId) =>
        sql`
          select ${sql.literal(changeColumns)} from changes c
          where c.id = ${changeId} and c.organization_id = ${organizationId}`.pipe(
          Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(toChange(row)))),
          orUnavailable("ChangeStore.get")
        ),

      list: (organizationId, filter, slice) =>
        found(sql, organizationId, filter, slice).pipe(
          Effect.map((part) => ({ ...part, rows: part.rows.map(toChangeSummary) })),
          orUnavailable("ChangeStore.list")
        )
    })
  })
)
