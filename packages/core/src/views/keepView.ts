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

/** Filters as a text, which is the same in whatever order they were given. */
const textOf = (filters: ViewFilters): string =>
  JSON.stringify(
    Object.entries(filters)
      .map(([field, value]) => [field, Array.isArray(value) ? value.toSorted() : value] as const)
      .filter(([, value]) => value !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
  )

const isAlike = (one: NewView, other: NewView): boolean =>
  one.list === other.list && one.name === other.name && textOf(one.filters) === textOf(other.filters)

/** Keeps a view. One that is there with all that is asked for is the one that is kept. */
export const createView = Effect.fn("createView")(function* (organizationId: OrganizationId, asked: NewView) {
  const { filters, list, name } = asked
  yield* checkFilters(list, filters)
  const store = yield* ViewStore
  const same = (yield* store.list(organizationId)).find((one) => isAlike(one, asked))
  if (same !== undefined) return same
  const now = yield* DateTime.now
  const id = ViewId.make(yield* (yield* Ids).next("view"))
  const view: View = { id, organizationId, list, name, filters, createdAt: now, updatedAt: now }
  const isKept = yield* store.put(view, viewLimits.views)
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
