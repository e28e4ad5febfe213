/** `kittiwake.views`: filters of lists under names, as promises. */
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { ViewedList, ViewId } from "@kittiwake/core/views/domain/View"
import { Views } from "@kittiwake/core/views/Views"
import {
  CreateViewBody,
  newView,
  UpdateViewBody,
  type ViewRecord,
  viewPatch,
  viewRecord,
  viewsOf
} from "@kittiwake/http/internal/views/records"
import { Effect, Schema } from "effect"
import { reads, readsId } from "./input.ts"
import type { Run } from "./run.ts"

const ListViews = Schema.Struct({ list: Schema.optionalKey(ViewedList) })

/** What `list` takes. */
export type ListViews = typeof ListViews.Encoded
/** What `create` takes. */
export type CreateView = typeof CreateViewBody.Encoded
/** What `update` takes: what is given is changed, the filters all at once. */
export type UpdateView = typeof UpdateViewBody.Encoded

/** Saved views of the changes inbox and of monitors: `filters` are what `monitors.changes` and `monitors.list` take. */
export interface ViewMethods {
  /** All views, or those of one list, oldest first: a hundred at most. */
  readonly list: (options?: ListViews) => Promise<ReadonlyArray<ViewRecord>>
  readonly create: (input: CreateView) => Promise<ViewRecord>
  readonly get: (viewId: string) => Promise<ViewRecord>
  readonly update: (viewId: string, changes: UpdateView) => Promise<ViewRecord>
  readonly remove: (viewId: string) => Promise<{ readonly id: string; readonly deleted: true }>
}

const readList = reads(ListViews)
const readCreate = reads(CreateViewBody)
const readUpdate = reads(UpdateViewBody)
const idOf = readsId("viewId", ViewId)

/** The methods for one organization, run by `run`. */
export const viewMethods = (run: Run<Views>, organizationId: OrganizationId): ViewMethods => ({
  list: (options = {}) =>
    run(
      Effect.gen(function* () {
        const { list } = yield* readList(options)
        return viewsOf(yield* (yield* Views).list(organizationId), list)
      })
    ),
  create: (input) =>
    run(
      Effect.gen(function* () {
        return viewRecord(yield* (yield* Views).create(organizationId, newView(yield* readCreate(input))))
      })
    ),
  get: (viewId) =>
    run(
      Effect.gen(function* () {
        return viewRecord(yield* (yield* Views).get(organizationId, yield* idOf(viewId)))
      })
    ),
  update: (viewId, changes) =>
    run(
      Effect.gen(function* () {
        const patch = viewPatch(yield* readUpdate(changes))
        return viewRecord(yield* (yield* Views).update(organizationId, yield* idOf(viewId), patch))
      })
    ),
  remove: (viewId) =>
    run(
      Effect.gen(function* () {
        yield* (yield* Views).remove(organizationId, yield* idOf(viewId))
        return { id: viewId, deleted: true as const }
      })
    )
})
