/** Work over what was kept, for whoever asks: a few pieces at once, of which nobody holds all. */
import { Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import { allButOne, makeSharedPlaces, type SharedPlaces } from "../SharedPlaces.ts"

/** Comparisons, and versions that a backtest reads, at once: each may hold two texts of 20 MB. */
const atOnce = 2

/** Organizations have their turns one after the other, here and wherever the work goes from here. */
export class HistoryTurns {
  readonly #places: SharedPlaces = makeSharedPlaces(atOnce, allButOne)

  /** Does one piece of work when it is the organization's turn. */
  take<A, E, R>(organizationId: OrganizationId, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return this.#places(organizationId)(Effect.provideService(work, WorksFor, organizationId))
  }
}
