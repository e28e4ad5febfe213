import { DateTime, Effect, Layer, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { View, ViewId } from "../views/domain/View.ts"
import { ViewStore } from "../views/ViewStore.ts"
import { Database } from "./Database.ts"

/** `ViewStore` in memory. */
export const layer: Layer.Layer<ViewStore, never, Database> = Layer.effect(
  ViewStore,
  Effect.map(Database, ({ views }) => {
    const viewsOf = (organizationId: OrganizationId) =>
      [...views.values()].filter((view) => view.organizationId === organizationId)

    const viewFor = (organizationId: OrganizationId, id: ViewId): View | undefined => {
      const view = views.get(id)
      return view?.organizationId === organizationId ? view : undefined
    }

    return ViewStore.of({
      put: (view, max) =>
        Effect.sync(() => {
          if (viewsOf(view.organizationId).length >= max) return false
          views.set(view.id, view)
          return true
        }),

      get: (organizationId, id) => Effect.sync(() => Option.fromUndefinedOr(viewFor(organizationId, id))),

      list: (organizationId) =>
        Effect.sync(() =>
          viewsOf(organizationId).sort((a, b) => DateTime.Order(a.createdAt, b.createdAt) || (a.id < b.id ? -1 : 1))
        ),

      change: (organizationId, id, { at, filters, name }) =>
        Effect.sync(() => {
          const view = viewFor(organizationId, id)
          if (view === undefined) return Option.none()
          const next = { ...view, name: name ?? view.name, filters: filters ?? view.filters, updatedAt: at }
          views.set(id, next)
          return Option.some(next)
        }),

      remove: (organizationId, id) => Effect.sync(() => viewFor(organizationId, id) !== undefined && views.delete(id))
    })
  })
)
