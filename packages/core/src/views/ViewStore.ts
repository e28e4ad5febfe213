/** Where saved views live. */
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { View, ViewFilters, ViewId } from "./domain/View.ts"

/** What is changed of a view; null leaves it as it is. */
export interface ViewChange {
  readonly name: string | null
  readonly filters: ViewFilters | null
  readonly at: DateTime.Utc
}

/**
 * Keeps saved views.
 *
 * **Contract** (every adapter passes `testing/viewStoreSuite.ts`)
 *
 * - However many put at once, an organization never has more views than `max`.
 * - A view of another organization reads as absent.
 * - A change writes what it names and leaves the rest as it is, whoever changes that at the same time.
 */
export class ViewStore extends Context.Service<
  ViewStore,
  {
    /** Adds a view unless the organization has `max`; tells whether it did. */
    readonly put: (view: View, max: number) => Effect.Effect<boolean, StoreUnavailable>

    readonly get: (organizationId: OrganizationId, id: ViewId) => Effect.Effect<Option.Option<View>, StoreUnavailable>

    /** All views of an organization, oldest first by `createdAt`, then by id. */
    readonly list: (organizationId: OrganizationId) => Effect.Effect<ReadonlyArray<View>, StoreUnavailable>

    /** The view as it is then; none when it is not there. */
    readonly change: (
      organizationId: OrganizationId,
      id: ViewId,
      change: ViewChange
    ) => Effect.Effect<Option.Option<View>, StoreUnavailable>

    /** Removes the view; tells whether it was there. */
    readonly remove: (organizationId: OrganizationId, id: ViewId) => Effect.Effect<boolean, StoreUnavailable>
  }
>()("@kittiwake/core/views/ViewStore") {}
