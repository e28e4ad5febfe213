/** Previews that look now: however many an organization asks for, some of them do, and the others wait. */
import { Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { makePlaces } from "../SharedPlaces.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import { inTime } from "../web/inTime.ts"

/** Previews of one organization, and of all, that look at once: each may have a browser, and one that fails costs nothing. @internal */
export const previewsAtOnce = { each: 4, all: 32 } as const

/** Organizations have their turns one after the other. */
export class PreviewTurns {
  readonly #places = makePlaces(previewsAtOnce.all, (held) => held < previewsAtOnce.each)

  /** Does `work` when it is the organization's turn, if that comes before the deadline: nothing is held until then. */
  take<A, E, R>(organizationId: OrganizationId, deadline: Deadline, work: Effect.Effect<A, E, R>) {
    return Effect.acquireUseRelease(
      Effect.sync(() => this.#places(organizationId)),
      ({ turn }) => Effect.andThen(inTime(turn, deadline), work),
      ({ leave }) => Effect.sync(leave)
    )
  }
}
