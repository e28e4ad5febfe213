import { ChangeStore } from "@kittiwake/core/monitors/ChangeStore"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { changeColumns, changeSummaryColumns, toChange, toChangeSummary } from "./changeRows.ts"
import { newestFirst } from "./slices.ts"
import { orUnavailable } from "./storeFailure.ts"

/** `ChangeStore` on Postgres. */
export const layer: Layer.Layer<ChangeStore, never, SqlClient.SqlClient> = Layer.effect(
  ChangeStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return ChangeStore.of({
      get: (organizationId, changeId) =>
        sql`
          select ${sql.literal(changeColumns)} from changes
          where id = ${changeId} and organization_id = ${organizationId}`.pipe(
          Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(toChange(row)))),
          orUnavailable("ChangeStore.get")
        ),

      list: (organizationId, filter, slice) => {
        const conditions = [
          sql`organization_id = ${organizationId}`,
          ...(filter.monitorId === undefined ? [] : [sql`monitor_id = ${filter.monitorId}`]),
          ...(filter.tag === undefined ? [] : [sql`tags @> array[${filter.tag}::text]`]),
          ...(filter.since === undefined ? [] : [sql`detected_at >= ${filter.since}`]),
          ...(filter.until === undefined ? [] : [sql`detected_at < ${filter.until}`]),
          ...(filter.targetType === undefined ? [] : [sql`target_type = ${filter.targetType}`]),
          ...(filter.changeDetectionType === undefined
            ? []
            : [sql`change_detection_type = ${filter.changeDetectionType}`])
        ]
        return sql`
          select ${sql.literal(changeSummaryColumns)} from changes
          ${newestFirst(sql, "detected_at", "id", slice, conditions)}`.pipe(
          Effect.map((rows) => rows.map((row) => toChangeSummary(row))),
          orUnavailable("ChangeStore.list")
        )
      }
    })
  })
)
