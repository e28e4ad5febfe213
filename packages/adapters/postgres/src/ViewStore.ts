import { View } from "@kittiwake/core/views/domain/View"
import { ViewStore } from "@kittiwake/core/views/ViewStore"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { orUnavailable } from "./storeFailure.ts"

const columns = `id, organization_id as "organizationId", list, name, filters, created_at as "createdAt", updated_at as "updatedAt"`

const toView = Schema.decodeUnknownSync(Schema.toCodecJson(View))

const viewIn = ([row]: ReadonlyArray<object>) => (row === undefined ? Option.none() : Option.some(toView(row)))

/** `ViewStore` on Postgres. */
export const layer: Layer.Layer<ViewStore, never, SqlClient.SqlClient> = Layer.effect(
  ViewStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const told = sql.literal(columns)

    return ViewStore.of({
      put: Effect.fn("ViewStore.put")(function* (view, max) {
        // The count's row makes those who put for one organization follow each other, without counting its views.
        const put = yield* sql`
          with counted as (
            insert into view_counts as c (organization_id, views)
            select ${view.organizationId}::text, 1 where ${max}::integer > 0
            on conflict (organization_id) do update set views = c.views + 1 where c.views < ${max}::integer
            returning organization_id
          )
          insert into views (id, organization_id, list, name, filters, created_at, updated_at)
          select ${view.id}::text, organization_id, ${view.list}::text, ${storableText(view.name)}::text,
            ${storableJson(view.filters)}::jsonb, ${view.createdAt}::timestamptz, ${view.updatedAt}::timestamptz
          from counted
          returning id`
        return put.length > 0
      }, orUnavailable("ViewStore.put")),

      get: Effect.fn("ViewStore.get")(function* (organizationId, id) {
        return viewIn(yield* sql`select ${told} from views where id = ${id} and organization_id = ${organizationId}`)
      }, orUnavailable("ViewStore.get")),

      list: Effect.fn("ViewStore.list")(function* (organizationId) {
        const rows = yield* sql`
          select ${told} from views where organization_id = ${organizationId} order by created_at, id`
        return rows.map((row) => toView(row))
      }, orUnavailable("ViewStore.list")),

      change: Effect.fn("ViewStore.change")(function* (organizationId, id, { at, filters, name }) {
        return viewIn(
          yield* sql`
            update views set name = coalesce(${name === null ? null : storableText(name)}::text, name),
              filters = coalesce(${filters === null ? null : storableJson(filters)}::jsonb, filters),
              updated_at = ${at}::timestamptz
            where id = ${id} and organization_id = ${organizationId} returning ${told}`
        )
      }, orUnavailable("ViewStore.change")),

      remove: Effect.fn("ViewStore.remove")(function* (organizationId, id) {
        const removed = yield* sql`
          with gone as (
            delete from views where id = ${id} and organization_id = ${organizationId} returning organization_id
          )
          update view_counts c set views = c.views - 1 from gone where c.organization_id = gone.organization_id
          returning 1`
        return removed.length > 0
      }, orUnavailable("ViewStore.remove"))
    })
  })
)
