/**
 * All a caller may do with saved views: filters of a list under a name.
 *
 * A view belongs to its organization and is seen by whoever may see the list. It holds filters of that list and nothing else, so that
 * opening one can lead nowhere but there.
 */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Ids } from "../security/Ids.ts"
import type { View, ViewId } from "./domain/View.ts"
import type { ViewLimitReached, ViewNotFound } from "./errors.ts"
import { createView, getView, type NewView, removeView, updateView, type ViewPatch } from "./keepView.ts"
import { ViewStore } from "./ViewStore.ts"

export type { NewView, ViewPatch } from "./keepView.ts"

export class Views extends Context.Service<
  Views,
  {
    readonly create: (
      organizationId: OrganizationId,
      view: NewView
    ) => Effect.Effect<View, InvalidInput | StoreUnavailable | ViewLimitReached>

    /** All views of an organization, oldest first: a hundred at most. */
    readonly list: (organizationId: OrganizationId) => Effect.Effect<ReadonlyArray<View>, StoreUnavailable>

    readonly get: (organizationId: OrganizationId, id: ViewId) => Effect.Effect<View, StoreUnavailable | ViewNotFound>

    /** Changes what is given: the name, or all filters at once. */
    readonly update: (
      organizationId: OrganizationId,
      id: ViewId,
      patch: ViewPatch
    ) => Effect.Effect<View, InvalidInput | StoreUnavailable | ViewNotFound>

    readonly remove: (
      organizationId: OrganizationId,
      id: ViewId
    ) => Effect.Effect<void, StoreUnavailable | ViewNotFound>
  }
>()("@kittiwake/core/views/Views") {
  static readonly layer: Layer.Layer<Views, never, Ids | ViewStore> = Layer.effect(
    Views,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<Ids | ViewStore>())
      const { list } = yield* ViewStore
      return Views.of({
        create: bound(createView),
        list,
        get: bound(getView),
        update: bound(updateView),
        remove: bound(removeView)
      })
    })
  )
}
