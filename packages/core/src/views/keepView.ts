/** Keeps a view, and what becomes of it. */
import { DateTime, Effect, Option } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Ids } from "../security/Ids.ts"
import { strangeFilter, type View, type ViewedList, type ViewFilters, ViewId, viewLimits } from "./domain/View.ts"
import { ViewLimitReached, ViewNotFound } from "./errors.ts"
import { ViewStore } from "./ViewStore.ts"

export interface NewView {
  readonly list: ViewedList
  readonly name: string
  readonly filters: ViewFilters
}

/** What is changed of a view: what is there. */
export type ViewPatch = Partial<Pick<NewView, "name" | "filters">>

/** A view opens its list and nothing else: what is no filter of the list has no place in it. */
const checkFilters = (list: ViewedList, filters: ViewFilters): Effect.Effect<void, InvalidInput> => {
  const strange = strangeFilter(list, filters)
  return strange === null
    ? Effect.void
    : Effect.fail(new InvalidInput({ field: `filters.${strange}`, message: `is no filter of ${list}` }))
}

/** Keeps a view. */
export const createView = Effect.fn("createView")(function* (
  organizationId: OrganizationId,
  { filters, list, name }: NewView
) {
  yield* checkFilters(list, filters)
  const now = yield* DateTime.now
  const id = ViewId.make(yield* (yield* Ids).next("view"))
  const view: View = { id, organizationId, list, name, filters, createdAt: now, updatedAt: now }
  const isKept = yield* (yield* ViewStore).put(view, viewLimits.views)
  return isKept ? view : yield* new ViewLimitReached({ limit: viewLimits.views })
})

/** A view of the organization, or the refusal that there is none. */
export const getView = Effect.fn("getView")(function* (organizationId: OrganizationId, id: ViewId) {
  const found = yield* (yield* ViewStore).get(organizationId, id)
  return Option.isSome(found) ? found.value : yield* new ViewNotFound()
})

/** Gives a view another name, or other filters of its list. */
export const updateView = Effect.fn("updateView")(function* (
  organizationId: OrganizationId,
  id: ViewId,
  { filters, name }: ViewPatch
) {
  // The list of a view never changes, so what was read decides.
  const { list } = yield* getView(organizationId, id)
  if (filters !== undefined) yield* checkFilters(list, filters)
  const change = { name: name ?? null, filters: filters ?? null, at: yield* DateTime.now }
  const changed = yield* (yield* ViewStore).change(organizationId, id, change)
  return Option.isSome(changed) ? changed.value : yield* new ViewNotFound()
})

/** Forgets a view. */
export const removeView = Effect.fn("removeView")(function* (organizationId: OrganizationId, id: ViewId) {
  const wasThere = yield* (yield* ViewStore).remove(organizationId, id)
  if (!wasThere) return yield* new ViewNotFound()
})
