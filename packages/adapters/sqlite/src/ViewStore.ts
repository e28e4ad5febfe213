import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type View, type ViewedList, ViewId } from "@kittiwake/core/views/domain/View"
import { ViewStore } from "@kittiwake/core/views/ViewStore"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { Effect, Layer, Option } from "effect"
import { millisOf, momentOf } from "./moments.ts"
import { Sqlite } from "./Sqlite.ts"
import { type ViewRow, viewColumns } from "./writes/views.ts"

const get = `select ${viewColumns} from views where id = ? and organization_id = ?`
const list = `select ${viewColumns} from views where organization_id = ? order by created_at, id`

/** What a row says. What it holds was checked when it was written. */
const toView = ({ createdAt, filters, id, list, organizationId, updatedAt, ...row }: ViewRow): View => ({
  ...row,
  id: ViewId.make(id),
  organizationId: OrganizationId.make(organizationId),
  list: list as ViewedList,
  filters: JSON.parse(filters),
  createdAt: momentOf(createdAt),
  updatedAt: momentOf(updatedAt)
})

/** `ViewStore` on SQLite. */
export const layer: Layer.Layer<ViewStore, never, Sqlite> = Layer.effect(
  ViewStore,
  Effect.map(Sqlite, ({ read, write }) =>
    ViewStore.of({
      put: ({ createdAt, filters, name, updatedAt, ...view }, max) =>
        write("ViewStore.put", {
          view: {
            ...view,
            name: storableText(name),
            filters: storableJson(filters),
            createdAt: millisOf(createdAt),
            updatedAt: millisOf(updatedAt)
          },
          max
        }),

      get: (organizationId, id) =>
        read("ViewStore.get", (db) =>
          Option.map(Option.fromUndefinedOr(db.get<ViewRow>(get, id, organizationId)), toView)
        ),

      list: (organizationId) => read("ViewStore.list", (db) => db.all<ViewRow>(list, organizationId).map(toView)),

      change: (organizationId, id, { at, filters, name }) =>
        write("ViewStore.change", {
          organizationId,
          id,
          name: name === null ? null : storableText(name),
          filters: filters === null ? null : storableJson(filters),
          at: millisOf(at)
        }).pipe(Effect.map((row) => Option.map(Option.fromNullOr(row), toView))),

      remove: (organizationId, id) => write("ViewStore.remove", { organizationId, id })
    })
  )
)
